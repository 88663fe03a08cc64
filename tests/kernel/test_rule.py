"""Rules compile from the source that runs as plain Python, and never from an old source."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numba
import numpy as np
import pytest

from rattus.kernel import cache
from rattus.kernel.rule import all_called, bind, compiled, rule, rule_on_lists

SOURCE = Path(__file__).resolve().parents[2] / "src"
CROWD = (
    "import numpy, rattus\n"
    "from rattus.kernel.rule import compiled\n"
    "from rattus.games.rattus import plague\n"
    "engine = rattus.engine('rattus', 2)\n"
    "tables = engine.tables(1)\n"
    "tables['cubes'][0][0][0] = 3\n"
    "print(compiled(plague.bites)(engine.boxes[0], tables[0], 0, 0), engine.box.kinds[0].face.limit)\n"
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


def test_the_twin_gives_the_same() -> None:
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


def run(code: str, package: Path, home: Path | str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(package), "RATTUS_CACHE": str(home)}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=environment, capture_output=True, text=True, timeout=300
    )


def test_an_edited_callee_in_another_module_is_compiled_anew(tmp_path: Path) -> None:
    package = tmp_path / "lib"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = run(CROWD, package, tmp_path / "cache")
    assert before.stdout == "True 1\n", before.stderr  # three cubes against a limit of one

    tokens = package / "rattus/games/rattus/tokens.py"
    text = tokens.read_text()
    assert "    return number\n" in text
    tokens.write_text(text.replace("    return number\n", "    return number - 3\n"))
    after = run(CROWD, package, tmp_path / "cache")
    assert after.stdout == "False 1\n", after.stderr
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_where_nothing_can_be_written_it_still_compiles(tmp_path: Path) -> None:
    package = tmp_path / "lib"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for path in [*package.rglob("*"), package]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    blocked = tmp_path / "file"
    blocked.write_text("a file, so no folder can be made below it")
    try:
        done = run(CROWD, package, blocked / "cache")
    finally:
        for path in [package, *package.rglob("*")]:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert done.stdout == "True 1\n", done.stderr
    assert not list(package.rglob("*.nbi"))


def test_the_cache_of_other_programs_is_left_alone() -> None:
    import numba

    before = numba.config.CACHE_DIR
    with cache.in_use():
        assert str(cache.folder()) == numba.config.CACHE_DIR
    assert before == numba.config.CACHE_DIR


def test_old_cache_folders_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        old = tmp_path / f"{number:016x}"
        old.mkdir()
        os.utime(old, (number, number))
    monkeypatch.setenv("RATTUS_CACHE", str(tmp_path))
    cache.folder.cache_clear()
    try:
        current = cache.folder()
        left = sorted(path.name for path in tmp_path.iterdir() if path != current)
        assert left == [f"{number:016x}" for number in range(20 - cache.KEPT, 20)]
    finally:
        cache.folder.cache_clear()


def test_threads_that_compile_at_once_leave_numba_s_setting_as_it_was() -> None:
    before = numba.config.CACHE_DIR
    inside, leave = threading.Event(), threading.Event()

    def compile_something() -> None:
        with cache.in_use():
            inside.set()
            leave.wait(10)

    thread = threading.Thread(target=compile_something)
    with cache.in_use():
        thread.start()
        assert not inside.wait(0.2)
    leave.set()
    thread.join()
    assert inside.is_set()
    assert numba.config.CACHE_DIR == before != str(cache.folder())
