"""Which tokens are in a game that is read from a position: those named, and arbitrary ones where it leaves them open.

A position tells which tokens on the board lie there since set-up (`starting`), but not which of two tokens with one
face, a starting and an ordinary one, is which elsewhere. That is settled here such that it can be true.
"""

from collections import Counter
from typing import NamedTuple

from rattus.errors import FormatError
from rattus.games.rattus.box import Token, printed_tokens
from rattus.games.rattus.components import Components, Face
from rattus.games.rattus.kit import Kit
from rattus.kernel.random import below


class Place(NamedTuple):
    """Where a token lies: `original` is the board since set-up, `board` the board since later."""

    where: str
    region: int
    slot: int
    face: Face | None  # None: an arbitrary one


def choose_tokens(
    kit: Kit, components: Components, places: list[Place], marked: bool, regions: int, rng: list[int]
) -> tuple[list[Token], list[Token]]:
    """The tokens of the places that name one, in their order, and as many others as there are places that do not."""
    hidden = sum(place.face is None for place in places)
    if not marked:
        named = [(False, place.face) for place in places if place.face]
        return named, _draw(_left(named, [(False, face) for _, face in printed_tokens(components)]), hidden, rng)
    named = _first_guess(kit, components, places)
    if not hidden:
        return named, []
    if len(places) != kit.tokens:
        raise FormatError("starting", f"where starting tokens are told apart, all {kit.tokens} must be there")
    pool = _left(named, printed_tokens(components))
    _mend_guess(kit, places, named, pool, kit.starting - regions)
    return named, _draw(pool, hidden, rng)


def _left(named: list[Token], printed: list[Token]) -> list[Token]:
    return sorted((Counter(printed) - Counter(named)).elements())


def _draw(pool: list[Token], number: int, rng: list[int]) -> list[Token]:
    if number > len(pool):
        raise FormatError("position", f"{number} arbitrary tokens are asked for; {len(pool)} are not named elsewhere")
    return [pool.pop(below(rng, len(pool))) for _ in range(number)]


def _first_guess(kit: Kit, components: Components, places: list[Place]) -> list[Token]:
    """By where they lie; where that does not tell, ordinary as long as there are such."""
    left = Counter(printed_tokens(components))
    named = []
    for where, _, _, face in places:
        if face is None:
            continue
        likely = left[False, face] <= 0 < left[True, face]
        starting = True if where == "original" else likely and (kit.african or where != "removed")
        left[starting, face] -= 1
        named.append((starting, face))
    return named


def _mend_guess(kit: Kit, places: list[Place], named: list[Token], pool: list[Token], unplaced: int) -> None:
    """Only the starting tokens not placed at set-up came elsewhere (R9, A3); in Rattus none of them was removed."""
    hidden = Counter(place.where for place in places if place.face is None)
    where = [place.where for place in places if place.face is not None]
    while True:
        starting = sum(starts for starts, _ in pool)
        if hidden["original"] > starting:
            raise FormatError("starting", "there are not as many starting tokens")
        removable = len(pool) if kit.african else len(pool) - starting
        if starting - hidden["original"] <= unplaced and hidden["removed"] <= removable:
            return
        doubtful = (
            number
            for number, (starts, face) in enumerate(named)
            if not starts and where[number] not in ("original", "removed") and (True, face) in pool
        )
        number = max(doubtful, default=None)  # turned tokens come last, and are the most likely
        if number is None:
            raise FormatError("starting", "there are more starting tokens than that")
        face = named[number][1]
        pool.remove((True, face))
        pool.append((False, face))
        pool.sort()
        named[number] = (True, face)
