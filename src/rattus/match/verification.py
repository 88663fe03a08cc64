"""Records held against their seals."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rattus.errors import FormatError, IllegalMove, OtherRules
from rattus.match.game import Game, new_game
from rattus.match.record import begin_record, moves_of
from rattus.match.seal import Seal

COMMITMENT = "the commitment is that of seed and salt"
START = "the seed gives this start"
RESULT = "moves and shuffles give this result"
SO_FAR = "moves and shuffles are right so far; the game is not over"


class NotVerified(FormatError):
    """A record that can be read, but is not what its seal promises; or has no seal."""


@dataclass(frozen=True)
class Verification:
    """What was found to be true of a record, and what could not be checked, if anything."""

    holds: tuple[str, ...]
    unchecked: str = ""


def verify_record(record: Any) -> Verification:
    """Check a record against its commitment. NotVerified names what does not hold."""
    try:
        game = begin_record(record)
    except OtherRules as other:
        _check_commitment(record)
        return Verification((COMMITMENT,), other.why)
    seal = _check_commitment(record)
    fresh = new_game(game.parts, game.players, seal.seed, game.box.agreed)
    if fresh.record()["start"] != game.record()["start"]:
        raise _failed("start", START)
    _play(fresh, record)
    return Verification((COMMITMENT, START, _check_end(fresh, record)))


def _check_commitment(record: Mapping[str, Any]) -> Seal:
    seal = _seal_of(record)
    if seal.commitment != record["commitment"]:
        raise _failed("commitment", COMMITMENT)
    return seal


def _seal_of(record: Mapping[str, Any]) -> Seal:
    if "commitment" not in record:
        raise NotVerified("commitment", "there is none: nothing was promised before the game that could be verified")
    if "salt" not in record:
        raise NotVerified("salt", "there is none: seed and salt are shown after the end of the game")
    return Seal(record["seed"], record["salt"])


def _play(game: Game, record: Mapping[str, Any]) -> None:
    """Make the moves with the shuffles that the seed gives: they must be those of the record."""
    recorded = record.get("shuffles", [])
    for number, (seat, text) in enumerate(moves_of(record)):
        try:
            game.play(text, seat)
        except IllegalMove as error:
            raise _failed(f"moves[{number}]", RESULT, str(error)) from error
        _check_shuffles(game.shuffles, recorded[: len(game.shuffles)])
    _check_shuffles(game.shuffles, recorded)


def _check_shuffles(made: list[list[str]], recorded: list[list[str]]) -> None:
    for number, (pile, other) in enumerate(itertools.zip_longest(made, recorded)):
        if pile != other:
            raise _failed(f"shuffles[{number}]", RESULT, "the seed gives another")


def _check_end(game: Game, record: Mapping[str, Any]) -> str:
    result = None if game.outcome is None else game.outcome.as_data()
    if record.get("result") != result:
        raise _failed("result", RESULT, f"they give {result or 'no end'}")
    return RESULT if game.is_over else SO_FAR


def _failed(place: str, check: str, why: str = "") -> NotVerified:
    return NotVerified(place, f"it does not hold that {check}" + (f": {why}" if why else ""))
