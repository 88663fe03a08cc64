"""Rules compile from the source that runs as plain Python, and never from an old source."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rattus
from rattus.kernel import cache, warming
from rattus.kernel.rule import all_called, bind, compiled, key_of, rule, rule_on_lists, rule_with_instruction

SOURCE = Path(__file__).resolve().parents[2] / "src"
CROWD = (
    "import numpy, rattus\n"
    "from rattus.kernel.rule import compiled\n"
    "from rattus.games.rattus import plague\n"
    "engine = rattus.engine('rattus', 2)\n"
    "tables = engine.tables(1)\n"
    "tables['cubes'][0][0][0] = 3\n"
    "bites = compiled(plague.bites)\n"
    "print(bites(engine.boxes[0], tables[0], 0, 0), 'compiled' if bites.stats.cache_misses else 'loaded')\n"
)
KEYS = (
    "import json, rattus\n"
    "from rattus.kernel.rule import key_of\n"
    "from rattus.kernel.warming import _mark\n"
    "books = rattus.GAMES.values()\n"
    "keys = {book.name: {name: key_of(entry) for name, entry in book.entry_points.items()} for book in books}\n"
    "marks = {book.name: str(_mark(book, 'game', book.entry_points.values())) for book in books}\n"
    "print(json.dumps([keys, marks]))\n"
)


@rule
def double(number):
    return number * 2


@rule
def quadruple(number):
    return double(double(number))


STEP = 1
EXTRA = False


@rule
def inner(number):
    return number + STEP


@rule
def outer(number):
    return double(inner(number))


@rule
def careful(records):
    return records[0].missing if EXTRA else records[0].number


def plain_kind(row):
    return len(row) * 100


@rule_on_lists(plain_kind)
def kind(row):
    return row.size


@rule
def measure(row):
    return kind(row)


def triple(number):
    return number * 3


def test_a_rule_stays_a_plain_function() -> None:
    assert quadruple(3) == 12


def test_the_compiled_rule_gives_the_same_result() -> None:
    assert compiled(quadruple)(3) == 12
    assert compiled(quadruple) is compiled(quadruple)
    assert hasattr(compiled(quadruple), "signatures")


def test_all_called_follows_the_calls() -> None:
    assert all_called([quadruple]) == {quadruple, double}


def test_bind_puts_other_rules_in_place_and_leaves_the_original() -> None:
    bound = bind({"times": quadruple}, "other", {"double": rule(triple)})["times"]
    assert (bound(2), quadruple(2)) == (18, 8)
    assert compiled(bound)(2) == 18


def test_bind_reaches_the_rules_that_are_called_and_no_others() -> None:
    bound = bind({"outer": outer, "double": double}, "larger", {"STEP": 100})
    assert (outer(1), bound["outer"](1)) == (4, 202)
    assert compiled(bound["outer"])(1) == 202
    assert bound["double"] is double


def test_a_branch_on_a_constant_that_is_false_is_not_compiled() -> None:
    assert compiled(careful)(np.zeros(1, [("number", np.int64)])) == 0


def test_a_rule_may_have_another_source_on_lists() -> None:
    assert measure([1, 2, 3]) == 300
    assert compiled(measure)(np.zeros(3)) == 3


def run(code: str, package: Path, home: Path | str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(package), "RATTUS_CACHE": str(home), **more}
    # An edit of the same length in the same second leaves a file's bytecode valid.
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, timeout=300
    )


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package that can be edited."""
    place = tmp_path / "lib"
    shutil.copytree(SOURCE, place, ignore=shutil.ignore_patterns("__pycache__", "web"))
    return place


def test_only_an_edit_that_changes_what_a_rule_does_recompiles_it(package: Path, tmp_path: Path) -> None:
    def result() -> str:
        done = run(CROWD, package, tmp_path / "cache")
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    tokens, plague = package / "rattus/games/rattus/tokens.py", package / "rattus/games/rattus/plague.py"
    assert result() == "True compiled"  # three cubes against a limit of one
    assert result() == "True loaded"
    for path in (tokens, plague, package / "rattus/kernel/layout.py"):
        edit(path, '"""', '"""Edited.\n\n')  # every line moves, and the file has another stamp
    edit(plague, "@rule\n", "# A comment.\n\n@rule\n")
    edit(plague, "A turned token bites a crowd", "Edited: a turned token bites a crowd")
    assert result() == "True loaded"
    edit(tokens, "    return number\n", "    return number - 3\n")
    assert result() == "False compiled"  # a callee in another module
    assert result() == "False loaded"
    edit(tokens, "    return number - 3\n", "    return number\n")
    assert result() == "True loaded"  # the version before is still there


def test_an_edited_rule_concerns_only_the_games_that_call_it(package: Path, tmp_path: Path) -> None:
    def keys() -> Any:
        done = run(KEYS, package, tmp_path / "cache")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    (before, marks_before) = keys()
    edit(package / "rattus/games/rattus/turn.py", '"""', '"""Edited. ')
    assert keys() == [before, marks_before]
    edit(package / "rattus/games/rattus/turn.py", "    table.taken = 1\n", "    table.taken = 2\n")
    after, marks = keys()
    assert after["cartus"] == before["cartus"]
    assert marks["cartus"] == marks_before["cartus"]
    for game in ("rattus", "africanus"):
        assert marks[game] != marks_before[game]
        changed = {name for name, key in after[game].items() if key != before[game][name]}
        assert {"apply", "play_games", "step_some"} <= changed  # they make moves
        assert changed.isdisjoint({"copy", "list_moves", "see", "observe", "imagine", "choose_all"})


def test_the_key_of_a_rule_with_an_instruction_is_made_of_both() -> None:
    source = (
        "def found():\n    return {0}\n"
        "@rule_with_instruction(found)\ndef called(number):\n    return number\n"
        "@rule\ndef caller(number):\n    return called(number)\n"
    )

    def key(instruction: str) -> str:
        scope: dict[str, Any] = {"rule": rule, "rule_with_instruction": rule_with_instruction, "__name__": "made_up"}
        exec(source.format(instruction), scope)
        return key_of(scope["caller"])

    assert key("None") == key("None") != key("abs")


def test_a_key_is_made_of_code_and_constants_and_of_what_is_called() -> None:
    source = (
        "@rule\ndef called(number):\n    return number + {0}\n"
        "@rule\ndef caller(number):\n    {1}\n    return called(number) * TIMES\n"
    )

    def key(added: int = 1, first: str = "pass", times: int = 2, module: str = "made_up") -> str:
        scope: dict[str, Any] = {"rule": rule, "TIMES": times, "__name__": module}
        exec(source.format(added, first), scope)
        return key_of(scope["caller"])

    assert key() == key()
    assert key(first='"""One text."""') == key(first='"""Another\n    text."""')
    different = [key(added=2), key(times=3), key(first="number += 1"), key(module="moved")]
    assert len({key(), *different}) == 5


def test_keys_are_the_same_in_every_process(package: Path, tmp_path: Path) -> None:
    first, second = (run(KEYS, package, tmp_path / "cache", PYTHONHASHSEED=seed) for seed in ("1", "2"))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout


def test_bounds_checking_has_a_cache_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    names = set()
    for value in (None, "0", "1"):
        monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
        if value is not None:
            monkeypatch.setenv("NUMBA_BOUNDSCHECK", value)
        names.add(cache.environment())
    assert len(names) == 3


def test_without_a_writable_cache_it_still_compiles(package: Path, tmp_path: Path) -> None:
    for path in [*package.rglob("*"), package]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    blocked = tmp_path / "file"
    blocked.write_text("a file, so no folder can be made below it")
    try:
        done = run(CROWD, package, blocked / "cache")
    finally:
        for path in [package, *package.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert done.stdout == "True compiled\n", done.stderr
    assert not list(package.rglob("*.nbi"))


@pytest.fixture
def cache_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache for this test alone."""
    monkeypatch.setenv("RATTUS_CACHE", str(tmp_path))
    cache._writable_root.cache_clear()
    cache.folder.cache_clear()
    yield tmp_path
    cache._writable_root.cache_clear()
    cache.folder.cache_clear()


def test_old_cache_folders_are_removed_and_nothing_else(cache_root: Path) -> None:
    for number in range(20):
        old = cache_root / f"rules-{number:02}"
        old.mkdir()
        os.utime(old, (number, number))
    (cache_root / "letters").mkdir()
    current = cache.folder()
    left = sorted(path.name for path in cache_root.iterdir() if path != current)
    assert left == ["letters", *(f"rules-{number:02}" for number in range(20 - cache.KEPT, 20))]


@pytest.mark.usefixtures("cache_root")
def test_the_versions_of_a_rule_used_last_are_kept() -> None:
    def use(added: int) -> int:
        """Compile a version, or load it; returns how many were loaded."""
        version = compiled(bind({"inner": inner}, "versions", {"STEP": added})["inner"])
        assert version(1) == 1 + added
        return sum(version.stats.cache_hits.values())

    for added in range(cache.KEPT):
        assert use(added) == 0
        for index in cache.folder().rglob("*.nbi"):
            os.utime(index, (index.stat().st_mtime - 10,) * 2)
    assert use(0) == 1
    assert use(100) == 0
    assert [use(0), use(2), use(1)] == [1, 1, 0]
    files = list(cache.folder().rglob("*.nb?"))
    assert len(files) == 2 * cache.KEPT


def test_what_is_compiled_for_another_processor_does_not_count(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("rattus.kernel.cache.folder", lambda: tmp_path)
    book = rattus.GAMES["rattus"]
    warming.compile_all(book, "game", [double], lambda: None, lambda _done, _total: None)
    assert warming.is_compiled(book, "game", [double])
    monkeypatch.setattr(warming, "_processor", lambda: ("another",))
    assert not warming.is_compiled(book, "game", [double])
