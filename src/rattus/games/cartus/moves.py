"""All possible moves of a game, in the order of their ids, with their text."""

from collections.abc import Iterator, Sequence

from rattus.games.cartus.editions import OWN_VERBS
from rattus.games.cartus.sizes import LONGEST_ROW, MOST_PLAYERS, NUN_ROW
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
from rattus.kernel.seats import SEATS

Row = tuple[int, int, str]  # verb, place or seat or card, text


def all_moves(seats: Sequence[str], row: int) -> Iterator[Row]:
    """All moves in the order of their ids: by verb as in VERB_WORDS, then by their arguments."""
    places = [str(place + 1) for place in range(row)]
    yield from _moves_with(USE_SUPPLY, places)
    yield from _moves_with(PEEK, [str(place + 1) for place in range(NUN_ROW)])
    yield PASS, 0, VERBS[PASS]
    yield from _moves_with(ENTER_BUILDING, places)
    yield from _moves_with(PLAY, CARDS[:PLAYABLE])
    yield DONE, 0, VERBS[DONE]
    yield from _moves_with(ROB, seats)
    yield from _moves_with(INFEST, seats)
    yield from _moves_with(GIVE, CARDS)
    yield ACT, 0, VERBS[ACT]
    yield SKIP, 0, VERBS[SKIP]
    yield from _moves_with(DISCARD, CARDS)
    for number, verb in enumerate(OWN_VERBS, len(VERBS)):
        for place, name in enumerate(verb.names(seats)):
            yield number, place, f"{verb.word} {name}".rstrip()


def _moves_with(verb: int, names: Sequence[str]) -> Iterator[Row]:
    for number, name in enumerate(names):
        yield verb, number, f"{VERBS[verb]} {name}"


LEAST_ROOM = 160
MOST_MOVES = max(LEAST_ROOM, sum(1 for _ in all_moves(SEATS[:MOST_PLAYERS], LONGEST_ROW)))
