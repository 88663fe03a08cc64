"""What tests/conftest.py promises of all tests, tried on tests that fail and hang, in a pytest of its own."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LIMIT = 300  # seconds for a run of pytest; enough for a very busy machine

Run = Callable[..., str]

HANGING = """
import asyncio, subprocess, sys, threading, time
import pytest

def test_sleeps():
    time.sleep(3600)

def test_waits_for_an_event():
    threading.Event().wait()

def test_waits_for_a_thread():
    thread = threading.Thread(target=time.sleep, args=[3600], daemon=True)
    thread.start()
    thread.join()

def test_waits_for_a_process():
    subprocess.run([sys.executable, "-c", "import time; time.sleep(3600)"])

def test_reads_from_a_process():
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], stdout=subprocess.PIPE) as process:
        try:
            process.stdout.readline()
        finally:
            process.kill()

def test_waits_in_an_event_loop():
    async def wait():
        await asyncio.Event().wait()
    asyncio.run(wait())

@pytest.fixture
def slow():
    time.sleep(3600)

def test_has_a_fixture_that_sleeps(slow):
    pass

def test_is_well():
    pass
"""

DEAF = {
    # A mutex that its own thread has locked already, with the interpreter's lock held: it waits and takes no processor.
    "compiled code": """import ctypes
    library, mutex = ctypes.PyDLL(None), ctypes.create_string_buffer(64)
    library.pthread_mutex_lock(mutex)
    library.pthread_mutex_lock(mutex)""",
    "who catches everything": """import time
    while True:
        try: time.sleep(3600)
        except BaseException: pass""",
}

DRAWING = """
import random, secrets
import numpy, pytest
from hypothesis import given, settings, strategies as st

@pytest.fixture(scope="session")
def shared():
    return random.random()

def drawn():
    return [random.random(), numpy.random.random(), secrets.token_hex(4), secrets.randbits(30)]

@pytest.mark.parametrize("number", [1, 2])
def test_draws(number, shared, seed):
    assert False, f"drawn: {number} {shared} {drawn()} {seed} {random.Random(seed).random()}"

def test_draws_too(shared):
    assert False, f"drawn: 3 {shared} {drawn()}"

@settings(max_examples=5)
@given(st.integers())
def test_tries(number):
    with open("tried", "a") as file:
        print("tried", number, file=file)

@pytest.mark.long
def test_is_long():
    assert False

def test_is_well():
    pass
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run some tests with the settings of all tests: what pytest writes, after its exit status."""
    (tmp_path / "tests").mkdir()
    shutil.copy(HERE / "conftest.py", tmp_path / "tests")
    shutil.copy(HERE.parent / "pyproject.toml", tmp_path)
    for name in ("PYTEST_ADDOPTS", "RATTUS_TEST_SEED"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTHONHASHSEED", "0")
    monkeypatch.setenv("COLUMNS", "200")

    def run(code: str, *words: str) -> str:
        (tmp_path / "tests" / "test_it.py").write_text(code)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words], cwd=tmp_path, timeout=LIMIT,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        return f"{done.returncode}\n{done.stdout}"

    return run


# ---- ends


@pytest.mark.parametrize("workers", [0, 2])
def test_what_waits_for_ever_fails_at_its_limit(run: Run, workers: int) -> None:
    said = run(HANGING, "--timeout", "1", "-n", str(workers))
    assert said.startswith("1\n"), said
    assert re.search("6 failed, 1 passed, 1 error in ", said), said
    assert said.count("Timeout (>1.0s)") >= 7
    for name in re.findall("test_(?!is_well)[a-z_]+", HANGING):
        assert re.search(rf"(FAILED|ERROR) tests/test_it.py::{name} - Failed: Timeout", said), name


@pytest.mark.parametrize(
    "code",
    [pytest.param(code, id=name, marks=[] if "code" in name else pytest.mark.long) for name, code in DEAF.items()],
)
def test_what_does_not_hear_the_signal_is_ended(run: Run, code: str) -> None:
    """With all stacks; the other tests go on where there are workers."""
    tests = f"def test_is_deaf():\n    {code}\n\ndef test_is_well():\n    pass\n"
    said = run(tests, "--timeout", "1", "-n", "0")
    assert said.startswith("1\n"), said
    assert "Timeout (0:00:06)!" in said
    assert re.search(r'test_it.py", line \d+ in test_is_deaf', said), said
    said = run(tests, "--timeout", "1", "-n", "2")
    assert said.startswith("1\n"), said
    assert "Timeout (0:00:06)!" in said
    assert "crashed while running 'tests/test_it.py::test_is_deaf'" in said
    assert re.search("1 failed, 1 passed in ", said), said
    assert "pytest --seed 1 tests/test_it.py::test_is_deaf" in said


def test_every_test_has_a_limit(request: pytest.FixtureRequest) -> None:
    assert float(request.config.getini("timeout")) >= 300  # no measure of speed: it has to be enough anywhere
    for item in request.session.items:
        limit = item.get_closest_marker("timeout")
        assert limit is None or limit.args[0] >= 300, item.nodeid


# ---- seeds


def drawn(said: str, number: int = 3) -> list[str]:
    """What the tests that fail have drawn."""
    found = sorted(re.findall(r"^FAILED .* - AssertionError: drawn: (.*)$", said, re.MULTILINE))
    assert len(found) == number, said
    return found


def test_a_failure_tells_its_seed_and_how_to_repeat_it(run: Run) -> None:
    said = run(DRAWING, "--seed", "77")
    assert "\nseed: 77\n" in said
    told = re.findall(r"its seed is (\d+), of --seed 77; to repeat it:\n(.*)\n", said)
    assert len(told) == 3, said
    assert len({number for number, _ in told}) == 3
    number, command = told[0]
    assert command == "PYTHONHASHSEED=0 pytest --seed 77 'tests/test_it.py::test_draws[1]'"
    again = run(DRAWING, *shlex.split(command)[2:])
    assert f"its seed is {number}, " in again
    assert drawn(again, 1) == drawn(said)[:1]


def test_a_long_test_is_repeated_though_it_is_long(run: Run) -> None:
    [command] = re.findall("to repeat it:\nPYTHONHASHSEED=0 pytest (.*test_is_long)\n", run(DRAWING, "-m", "long"))
    assert "1 failed in " in run(DRAWING, *shlex.split(command))


def test_what_is_drawn_follows_from_the_seed(run: Run, tmp_path: Path) -> None:
    """Whichever other tests run, and in whichever process."""
    tried = tmp_path / "tried"
    first = drawn(run(DRAWING))
    examples = tried.read_text()
    assert len(set(first)) == 3
    assert drawn(run(DRAWING, "--seed", "1", "-n", "2")) == first
    assert tried.read_text() == 2 * examples
    assert drawn(run(DRAWING, "-k", "draws_too"), 1) == first[2:]
    tried.unlink()
    other = drawn(run(DRAWING, "--seed", "2"))
    assert not set(other) & set(first)
    assert tried.read_text() != examples


def test_a_random_seed_is_one_for_all_workers_and_is_told(run: Run) -> None:
    said = run(DRAWING, "--seed", "random", "-n", "2")
    [base] = set(re.findall(r"--seed (\d+)", said))
    assert f"\nseed: {base}\n" in said
    assert drawn(run(DRAWING, "--seed", base)) == drawn(said)


def test_the_seed_may_be_in_the_environment(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RATTUS_TEST_SEED", "5")
    assert "\nseed: 5\n" in run(DRAWING, "-k", "is_well")
    assert "\nseed: 6\n" in run(DRAWING, "-k", "is_well", "--seed", "6")


def test_a_seed_that_is_none(run: Run) -> None:
    assert "--seed: a whole number or 'random', not 'pepper'" in run(DRAWING, "--seed", "pepper")


def test_hypothesis_tells_how_to_repeat_an_example(run: Run, tmp_path: Path) -> None:
    """And does not remember it: the next run depends on the seed alone."""
    code = DRAWING.replace('print("tried"', 'assert number < 100; print("tried"')
    said = run(code, "-k", "tries")
    assert "number=100," in said
    assert "@reproduce_failure(" in said
    assert "of --seed 1; to repeat it:" in said
    assert not (tmp_path / ".hypothesis" / "examples").exists()
