import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rattus.arena.ledger import Ledger
from rattus.arena.result import MatchResult, read_result
from rattus.arena.schedule import Schedule
from rattus.arena.settings import Settings
from rattus.errors import FormatError

SETTINGS = Settings("rattus", 2, ("a", "b"), 1)
SCHEDULE = Schedule("ab", 2)


@pytest.fixture
def path(tmp_path: Path, make_result: Callable[..., MatchResult]) -> Path:
    """A file with four results."""
    path = tmp_path / "results.jsonl"
    ledger = Ledger(SETTINGS, SCHEDULE, path)
    for number in range(4):
        fixture = SCHEDULE.fixture(number)
        ledger.add(make_result(number, fixture.deal, fixture.seating, (1, 2)))
    return path


def opened(path: Path, **changes: object) -> Ledger:
    return Ledger(replace(SETTINGS, **changes), SCHEDULE, path)  # type: ignore[arg-type]


def test_results_come_back(path: Path) -> None:
    before = path.read_bytes()
    assert sorted(opened(path).results) == [0, 1, 2, 3]
    assert path.read_bytes() == before
    assert len(before.splitlines()) == 5


@pytest.mark.parametrize("lost", [1, 2, 40])
def test_a_half_written_last_line_is_dropped(path: Path, lost: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    ledger = opened(path)
    assert sorted(ledger.results) == [0, 1, 2]
    assert whole.startswith(path.read_bytes())
    ledger.add(read_result(json.loads(whole.splitlines()[-1]), ""))
    assert path.read_bytes() == whole


def test_a_half_written_heading_is_rewritten(path: Path) -> None:
    heading = path.read_bytes().splitlines(keepends=True)[0]
    for size in (0, 1, len(heading) - 1):
        path.write_bytes(heading[:size])
        assert opened(path).results == {}
        assert path.read_bytes() == heading


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 2}, "begun with seed 1, not 2"),
        ({"names": ("b", "a")}, r'begun with players \["a", "b"\], not \["b", "a"\]'),
        ({"game": "cartus"}, 'begun with game "rattus", not "cartus"'),
        ({"options": {"max_turns": 4}}, "begun with options"),
        ({"components": {"regions.toml": {}}}, "begun with components"),
    ],
)
def test_a_file_of_other_settings_is_refused(path: Path, change: dict[str, object], said: str) -> None:
    before = path.read_bytes()
    with pytest.raises(FormatError, match=f"results.jsonl: it was {said}.*; use another file"):
        opened(path, **change)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["dear diary", "dear diary\n", '{"a": 1}\n', "[]\n"])
def test_other_files_are_not_overwritten(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(FormatError):
        opened(path)
    assert path.read_text() == text


@pytest.mark.parametrize("line", ["{", "null", '{"number": 1}'])
def test_a_broken_line_is_named(path: Path, line: str) -> None:
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], line, *lines[3:]]) + "\n")
    with pytest.raises(FormatError, match="line 3"):
        opened(path)


def test_a_game_that_was_not_in_the_schedule_is_refused(path: Path) -> None:
    path.write_text(path.read_text().replace('"seating": ["a", "b"]', '"seating": ["b", "b"]'))
    with pytest.raises(FormatError, match="another seating"):
        opened(path)


def test_unreadable_and_unwritable_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        opened(tmp_path)
    with pytest.raises(FormatError, match="cannot be written"):
        opened(tmp_path / "nowhere" / "results.jsonl")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="cannot be read"):
        opened(tmp_path / "binary")
