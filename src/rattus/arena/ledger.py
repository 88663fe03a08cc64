"""Results in a file of JSON lines: first the settings, then one line per game, in the order in which they ended."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rattus.arena.result import MatchResult, read_result
from rattus.arena.schedule import Schedule
from rattus.arena.settings import Settings
from rattus.errors import FormatError

FORMAT = 1


class Ledger:
    """The results of a tournament. Each is written at once, so that a kill loses only games that are being played."""

    def __init__(self, settings: Settings, schedule: Schedule, path: Path | None = None) -> None:
        self.results: dict[int, MatchResult] = {}
        self._schedule = schedule
        self._path = path
        self._heading = {"arena": FORMAT, **settings.as_data()}
        if path is not None:
            self._open(path)

    def add(self, result: MatchResult) -> None:
        """Add the result of a game and write it to the file."""
        self.results[result.number] = result
        self._write(result.as_data())

    def _open(self, path: Path) -> None:
        text = _read(path)
        heading = json.dumps(self._heading) + "\n"
        whole, newline, rest = text.rpartition("\n")
        if not newline:
            if not heading.startswith(rest):
                raise FormatError(str(path), "no results of an arena are in it; use another file")
            _cut(path, 0)
            self._write(self._heading)
            return
        self._take_in(path, whole.split("\n"))
        if rest:
            _cut(path, len((whole + newline).encode()))  # an incomplete last line: the arena was killed

    def _take_in(self, path: Path, lines: list[str]) -> None:
        _compare(path, _parse(lines[0], f"{path}, line 1"), self._heading)
        for number, line in enumerate(lines[1:], 2):
            place = f"{path}, line {number}"
            result = read_result(_parse(line, place), place)
            fixture = self._schedule.fixture(result.number)
            if (result.deal, result.seating) != (fixture.deal, fixture.seating):
                raise FormatError(place, f"game {result.number} was played with another seating")
            self.results[result.number] = result

    def _write(self, data: dict[str, Any]) -> None:
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(data) + "\n")


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode()  # not read_text: that would translate line ends
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(str(path), f"cannot be read: {error}") from error


def _cut(path: Path, size: int) -> None:
    try:
        with path.open("ab") as file:
            file.truncate(size)
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error}") from error


def _parse(line: str, place: str) -> Any:
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise FormatError(place, "no JSON") from None


def _compare(path: Path, found: Any, wanted: dict[str, Any]) -> None:
    if not isinstance(found, dict) or "arena" not in found:
        raise FormatError(str(path), "no results of an arena are in it; use another file")
    for name, value in wanted.items():
        if found.get(name) != value:
            was, now = json.dumps(found.get(name)), json.dumps(value)
            raise FormatError(str(path), f"it was begun with {name} {was}, not {now}; use another file")
