"""Every move there can be in a game, numbered, with its text."""

from collections.abc import Iterator, Sequence

from rattus.games.cartus.editions import NUN_ROW
from rattus.games.cartus.vocabulary import (
    ACT,
    CARDS,
    DISCARD,
    DONE,
    ENTER_BUILDING,
    GIVE,
    INFEST,
    PASS,
    PEEK,
    PLAY,
    PLAYABLE,
    ROB,
    SKIP,
    USE_SUPPLY,
    VERBS,
)

MOST_MOVES = 160

Row = tuple[int, int, str]  # verb, place or seat or card, text


def all_moves(seats: Sequence[str], row: int) -> Iterator[Row]:
    """The moves in the order of their ids: verb by verb as in VERBS, then by what they are about."""
    places = [str(place + 1) for place in range(row)]
    yield from _about(USE_SUPPLY, places)
    yield from _about(PEEK, [str(place + 1) for place in range(NUN_ROW)])
    yield PASS, 0, VERBS[PASS]
    yield from _about(ENTER_BUILDING, places)
    yield from _about(PLAY, CARDS[:PLAYABLE])
    yield DONE, 0, VERBS[DONE]
    yield from _about(ROB, seats)
    yield from _about(INFEST, seats)
    yield from _about(GIVE, CARDS)
    yield ACT, 0, VERBS[ACT]
    yield SKIP, 0, VERBS[SKIP]
    yield from _about(DISCARD, CARDS)


def _about(verb: int, names: Sequence[str]) -> Iterator[Row]:
    for number, name in enumerate(names):
        yield verb, number, f"{VERBS[verb]} {name}"
