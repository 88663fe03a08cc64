"""Chooses the tokens of a game that is read from a position: those it names, and arbitrary ones for the rest."""

from collections import Counter
from typing import NamedTuple

from rattus.errors import FormatError
from rattus.games.rattus.box import Token, printed_tokens
from rattus.games.rattus.components import Components, Face
from rattus.games.rattus.editions import Edition
from rattus.kernel.random import below


class Place(NamedTuple):
    """Where a token is: `original` is on the board since set-up, `board` is on the board since later."""

    where: str
    region: int
    slot: int
    face: Face | None  # None: an arbitrary one
    starting: bool  # whether it is known to be a starting token


def choose_tokens(
    edition: Edition, components: Components, places: list[Place], marked: bool, rng: list[int]
) -> tuple[list[Token], list[Token]]:
    """The tokens that are named, in the order of their places, and arbitrary ones for the places that name none.

    `marked`: the position tells starting tokens from ordinary ones; if not, none counts as starting.
    """
    hidden = Counter(place.where for place in places if place.face is None)
    named = [(place.starting, place.face) for place in places if place.face]
    printed = printed_tokens(components) if marked else [(False, face) for _, face in printed_tokens(components)]
    pool = sorted((Counter(printed) - Counter(named)).elements())
    if not marked or not hidden:
        return named, _draw(pool, hidden.total(), rng)
    if len(places) != edition.tokens:
        raise FormatError("starting", f"where starting tokens are told apart, all {edition.tokens} must be there")
    others = _draw(pool, hidden.total(), rng)
    starting = sum(starts for starts, _ in others)
    removable = len(others) if edition.african else len(others) - starting  # R9, A3
    if hidden["original"] > starting or hidden["removed"] > removable:
        raise FormatError("starting", "these cannot be the starting tokens")
    return named, others


def _draw(pool: list[Token], number: int, rng: list[int]) -> list[Token]:
    if number > len(pool):
        raise FormatError("position", f"{number} arbitrary tokens are asked for; {len(pool)} are not named elsewhere")
    return [pool.pop(below(rng, len(pool))) for _ in range(number)]
