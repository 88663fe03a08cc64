"""Records as files."""

import json
from pathlib import Path
from typing import Any

from rattus.errors import FormatError
from rattus.match.game import Game
from rattus.match.record import load_record, read_record


def read_record_file(path: Path) -> dict[str, Any]:
    """The record in a file; FormatError says what is wrong with it."""
    try:
        return read_record(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(str(path), f"cannot be read: {error}") from error
    except FormatError as error:
        raise FormatError(f"{path}, {error.place}", error.why) from error


def load_game(path: Path) -> Game:
    """The game of the record in a file, played to its last move."""
    record = read_record_file(path)
    try:
        return load_record(record)
    except FormatError as error:
        raise FormatError(f"{path}, {error.place}", error.why) from error


def save_game(game: Game, path: Path) -> None:
    """Write a game's record; a file that was there stays whole until the new one is."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(json.dumps(game.record(), indent=1) + "\n", "utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
