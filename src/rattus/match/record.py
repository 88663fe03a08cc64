"""Records: games as data, read and checked by playing them again."""

import itertools
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rattus.errors import FormatError, IllegalMove, IllegalMoveAt, NotVerified, RulesVersionMismatch
from rattus.match.game import KEYED, Game, Outcome, game_from, new_game
from rattus.match.parts import corrected_parts, find_game
from rattus.match.seal import Seal

FIELDS = frozenset({
    "game", "rules_version", "players", "options", "seed", "start", "moves", "shuffles", "result", "components",
    "salt", "commitment", "shuffling",
})  # fmt: skip
MAX_SEED_LENGTH = 200
MAX_SEED = 2**63
NEEDED = ("game", "rules_version", "players", "start", "moves")


def read_record(text: str) -> dict[str, Any]:
    """A record from its text: one JSON object, or JSON lines as `write_lines` writes them."""
    lines = text.strip().splitlines()
    if not lines:
        raise FormatError("record", "it is empty")
    try:
        return _object(json.loads(text), "record")
    except RecursionError as error:
        raise FormatError("record", "nested too deeply for a record") from error
    except json.JSONDecodeError as error:
        if len(lines) == 1 or _is_broken(lines[0]):
            raise FormatError(f"line {error.lineno}", f"not valid JSON: {error.msg}") from error
    except ValueError as error:  # such as a number with thousands of digits
        raise FormatError("record", f"not valid JSON: {error}") from error
    objects = [_line(line, number) for number, line in enumerate(lines, 1)]
    record = objects[0]
    if "moves" in record:
        raise FormatError("line 1", "in JSON lines the moves are on the lines after it")
    record["moves"], record["shuffles"] = [], []
    for number, entry in enumerate(objects[1:], 2):
        if "result" in entry and number == len(lines):
            record["result"] = entry["result"]
        elif "shuffle" in entry:
            record["shuffles"].append(entry["shuffle"])
        else:
            record["moves"].append(entry)
    return record


def write_lines(record: Mapping[str, Any]) -> str:
    """A record as JSON lines: the record without moves, then one move or shuffle per line, then the result.

    A program can append to such a file move by move.
    """
    head = {name: value for name, value in record.items() if name not in ("moves", "shuffles", "result")}
    tail = [{"shuffle": pile} for pile in record["shuffles"]]
    tail += [] if record["result"] is None else [{"result": record["result"]}]
    return "".join(json.dumps(line) + "\n" for line in (head, *record["moves"], *tail))


def load_record(record: Any) -> Game:
    """Play a record to its last move. FormatError says where the record is wrong."""
    game = begin_record(record)
    for _ in replay(game, record):
        pass
    outcome = game.outcome
    result = record.get("result")
    if result is not None and (outcome is None or not _is_result(result, outcome)):
        raise FormatError("result", f"the moves give {outcome.as_data() if outcome else 'no end'}, not {result!r}")
    return game


def replay(game: Game, record: Mapping[str, Any]) -> Iterator[Game]:
    """Play the moves of a record on its starting game, with its shuffles; yields the game after each move."""
    shuffles = record.get("shuffles", [])
    for number, (seat, text) in enumerate(moves_of(record)):
        done = len(game.shuffles)
        try:
            game.play(text, seat, shuffles[done] if done < len(shuffles) else None)
        except IllegalMove as error:
            raise IllegalMoveAt(f"moves[{number}]", error) from error
        if game.shuffles[done:] != shuffles[done : len(game.shuffles)]:
            raise FormatError(f"shuffles[{done}]", "this pile does not have these cards")
        yield game
    if len(shuffles) > len(game.shuffles):
        raise FormatError(f"shuffles[{len(game.shuffles)}]", "there is no further reshuffle")


def begin_record(record: Any) -> Game:
    """The game of a record before its first move."""
    _check(record)
    parts = corrected_parts(find_game(record["game"]), record.get("components", {}))
    try:
        game = game_from(parts, record["start"])
    except FormatError as error:
        error.prefix_place("start")
        raise
    if game.players != record["players"] or game.box.agreed != record.get("options", {}):
        raise FormatError("players", "players and options are not those of `start`")
    game.seed, game.salt = record.get("seed"), record.get("salt")
    if record.get("shuffling") == KEYED and game.seal is not None:
        game.shuffle_key = game.seal.shuffle_key
    return game


def moves_of(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Seat and text of each move."""
    for number, entry in enumerate(record["moves"]):
        match list(entry.items()) if isinstance(entry, Mapping) else None:
            case [(str() as seat, str() as text)]:
                yield seat, text
            case _:
                raise FormatError(f"moves[{number}]", f"a move is {{seat: text}}, not {entry!r}")


def _is_result(recorded: Any, outcome: Outcome) -> bool:
    """Whether a recorded result is this one. Details are compared where it has them: older records explain less."""
    if not isinstance(recorded, Mapping):
        return False
    told = outcome.as_data()
    return recorded == {name: value for name, value in told.items() if name in recorded or name not in outcome.details}


def _check(record: Any) -> None:
    _object(record, "record")
    for name in record:
        if name not in FIELDS:
            raise FormatError("record", f"unknown field {name!r}")
    for name in NEEDED:
        if name not in record:
            raise FormatError("record", f"no field {name!r}: is the file cut off?")
    version, known = record["rules_version"], find_game(record["game"]).version
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise FormatError("rules_version", f"must be a number, not {version!r}")
    if not isinstance(record["moves"], list):
        raise FormatError("moves", "must be a list")
    shuffles = record.get("shuffles", [])
    if not isinstance(shuffles, list) or not all(_is_pile(pile) for pile in shuffles):
        raise FormatError("shuffles", "must be a list of lists of cards")
    _check_seal(record)
    if version != known:
        raise RulesVersionMismatch(version, known)


def _check_seal(record: Mapping[str, Any]) -> None:
    for name in {"salt", "commitment"} & set(record):
        if not isinstance(record[name], str) or len(record[name]) > MAX_SEED_LENGTH:
            raise FormatError(name, f"must be a text of at most {MAX_SEED_LENGTH} letters")
    seed = record.get("seed")
    if isinstance(seed, str) and len(seed) > MAX_SEED_LENGTH:
        raise FormatError("seed", f"must have at most {MAX_SEED_LENGTH} letters")
    if not (seed is None or isinstance(seed, str) or (isinstance(seed, int) and abs(seed) < MAX_SEED)):
        raise FormatError("seed", "must be a text or a whole number")
    if record.get("shuffling", KEYED) != KEYED:
        raise FormatError("shuffling", f"must be {KEYED!r}, or left out")
    if "salt" in record and "commitment" not in record:
        raise FormatError("salt", "there is no commitment for it")
    if "salt" in record and not isinstance(record.get("seed"), str):
        raise FormatError("salt", f"needs a seed that is a text, not {record.get('seed')!r}")


def _is_pile(data: Any) -> bool:
    return isinstance(data, list) and all(isinstance(card, str) for card in data)


def _object(data: Any, place: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise FormatError(place, f"must be an object, not {type(data).__name__}")
    return data


def _line(line: str, number: int) -> dict[str, Any]:
    try:
        return _object(json.loads(line), f"line {number}")
    except (ValueError, RecursionError) as error:
        raise FormatError(f"line {number}", f"not valid JSON: {error}") from error


def _is_broken(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return True
    return False


def read_record_file(path: Path) -> dict[str, Any]:
    """The record in a file. FormatError says what is wrong with it."""
    try:
        return read_record(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(str(path), f"cannot be read: {error}") from error
    except FormatError as error:
        error.prefix_place(str(path))
        raise


def load_record_file(path: Path) -> Game:
    """The game of the record in a file, played to its last move."""
    record = read_record_file(path)
    try:
        return load_record(record)
    except FormatError as error:
        error.prefix_place(str(path))
        raise


def save_record_file(game: Game, path: Path) -> None:
    """Write a game's record to a file, replaced in one step so that it is never half written."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(json.dumps(game.record(), indent=1) + "\n", "utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


COMMITMENT = "the commitment is that of seed and salt"
START = "the seed gives this start"
RESULT = "moves and shuffles give this result"
SO_FAR = "moves and shuffles are right so far; the game is not over"


@dataclass(frozen=True)
class Verification:
    """The checks that a record passed, and why others could not be made, if any."""

    holds: tuple[str, ...]
    unchecked: str = ""


def verify_record(record: Any) -> Verification:
    """Check a record against its commitment. NotVerified says which check fails."""
    try:
        game = begin_record(record)
    except RulesVersionMismatch as other:
        _check_commitment(record)
        return Verification((COMMITMENT,), other.why)
    seal = _check_commitment(record)
    fresh = new_game(game.parts, game.players, seal.seed, game.box.agreed)
    if record.get("shuffling") == KEYED:
        fresh.shuffle_key = seal.shuffle_key
    if fresh.record()["start"] != game.record()["start"]:
        raise _failed("start", START)
    _verify_moves(fresh, record)
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


def _verify_moves(game: Game, record: Mapping[str, Any]) -> None:
    """Play the moves with the shuffles that the seed gives, which must be those of the record."""
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
    recorded, outcome = record.get("result"), game.outcome
    if (recorded is None) != (outcome is None) or (outcome is not None and not _is_result(recorded, outcome)):
        raise _failed("result", RESULT, f"they give {outcome.as_data() if outcome else 'no end'}")
    return RESULT if game.is_over else SO_FAR


def _failed(place: str, check: str, why: str = "") -> NotVerified:
    return NotVerified(place, f"it does not hold that {check}" + (f": {why}" if why else ""))
