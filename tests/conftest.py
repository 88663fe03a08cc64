"""For all tests: a seed of their own, printed with a failure; list mode; and time limits that always hold."""

import asyncio
import faulthandler
import gc
import hashlib
import os
import random
import secrets
import shlex
import subprocess
from collections.abc import Generator
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NoReturn

# Before NumPy is imported. The workers of the tests fill all cores already: the threads of BLAS would mostly spin,
# waiting for each other, and cost up to twenty times the processor time.
for _name in ("MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")

import hypothesis  # noqa: E402
import numpy  # noqa: E402
import pytest  # noqa: E402

from rattus.kernel import rule  # noqa: E402

DEFAULT_SEED = "1"
SEED_VARIABLE = "RATTUS_TEST_SEED"
# Environment variables that change how a test runs, and so belong to the command that repeats it.
_NAMES = ("PYTHONHASHSEED", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT", "NUMBA_OPT", "RATTUS_WEB")
VARIABLES = {name: os.environ[name] for name in _NAMES if os.environ.get(name)}

# Seconds. They guard against tests that hang, on a machine that is busy; no test needs nearly as long.
LONG_LIMIT = 3600.0
SERVICE_LIMIT = 1200.0  # with one of these fixtures: a service is perhaps installed first
SERVICES = {"browser", "database", "empty_database", "own_redis", "pair", "postgres_url", "redis_url", "url"}
GRACE = 120.0  # seconds for a test past its limit to clean up

_STDERR = pytest.StashKey[int]()
_file = ""  # of the test that ran last

# Hypothesis draws its examples from the seed of the test (below), not from failures of other runs.
hypothesis.settings.register_profile("long", print_blob=True, database=None, max_examples=100)
hypothesis.settings.register_profile("short", print_blob=True, database=None, max_examples=25)


# ---- seeds


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options `--seed` and `--lists`."""
    parser.addoption(
        "--seed",
        default=os.environ.get(SEED_VARIABLE, DEFAULT_SEED),
        help=f"whole number that all randomness in the tests follows from, or 'random' for a new one "
        f"(default: ${SEED_VARIABLE}, or {DEFAULT_SEED})",
    )
    parser.addoption(
        "--lists",
        action="store_true",
        help="only quick tests of rules on plain lists: nothing is compiled, no process is started, no browser",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Fix the seed of the run, which workers of xdist get from the main process, and how much its fuzz tests try."""
    hypothesis.settings.load_profile("short" if "not long" in config.option.markexpr else "long")
    config.option.seed = getattr(config, "workerinput", {}).get("seed", config.option.seed)
    if config.option.seed == "random":
        config.option.seed = str(secrets.randbelow(2**32))
    if not config.option.seed.isdecimal():
        raise pytest.UsageError(f"--seed: a whole number or 'random', not {config.option.seed!r}")
    config.pluginmanager.register(FixtureSeeds())
    if config.option.lists:
        config.pluginmanager.register(ListMode())
    capturing = config.pluginmanager.getplugin("capturemanager")
    with capturing.global_and_fixture_disabled():
        config.stash[_STDERR] = os.dup(2)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Send the seed to a worker of xdist."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close the copy of stderr that `pytest_configure` opened."""
    if _STDERR in config.stash:
        os.close(config.stash[_STDERR])
        del config.stash[_STDERR]


def pytest_report_header(config: pytest.Config) -> str:
    """Print the seed of the run."""
    return f"seed: {config.option.seed}"


def derived_seed(config: pytest.Config, name: str) -> int:
    """A seed for something that has a name, the same in every run with the same `--seed`."""
    digest = hashlib.sha256(f"{config.option.seed} {name}".encode()).digest()
    return int.from_bytes(digest[:4])


def sow(number: int) -> None:
    """Seed the shared random generators of this process, including those of seals, so that deals can be repeated.

    Keys and names of tables stay unpredictable: no test depends on their values.
    """
    random.seed(number)
    numpy.random.seed(number)
    unguessable = random.Random(f"secrets {number}")
    secrets.randbits = unguessable.getrandbits
    secrets.token_hex = lambda count=32: unguessable.randbytes(count).hex()


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The seed of this test, for what it makes or starts that has randomness of its own."""
    return derived_seed(request.config, request.node.nodeid)


class FixtureSeeds:
    """Seeds each fixture separately, so that it is the same whichever test requests it first.

    It is a plugin of its own since hooks of this file are not called for fixtures of the whole session.
    """

    @pytest.hookimpl(tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any], request: pytest.FixtureRequest) -> None:
        sow(derived_seed(request.config, f"{request.node.nodeid} {fixturedef.argname}"))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Seed the test, after its fixtures."""
    number = derived_seed(item.config, item.nodeid)
    test = getattr(item, "obj", None)
    if getattr(test, "is_hypothesis_test", False):
        hypothesis.seed(number)(getattr(test, "__func__", test))
    sow(number)


def how_to_repeat(config: pytest.Config, nodeid: str, is_long: bool) -> str:
    """The seed of a test that has failed, and the command that runs it again in the same way."""
    words = [f"{name}={shlex.quote(value)}" for name, value in VARIABLES.items()]
    words += ["pytest", "--seed", config.option.seed]
    if is_long:
        words += ["-m", '"long or not long"']
    command = " ".join([*words, shlex.quote(nodeid)])
    return f"its seed is {derived_seed(config, nodeid)}, of --seed {config.option.seed}; to repeat it:\n{command}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add to a failure the command that repeats it."""
    report = yield
    if report.failed:
        is_long = item.get_closest_marker("long") is not None
        report.sections.append(("seed", how_to_repeat(item.config, item.nodeid, is_long)))
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str, report: pytest.TestReport, sched: Any) -> None:
    """Print that command also when a worker of xdist has died in a test."""
    is_long = "not long" not in sched.config.option.markexpr
    report.sections.append(("seed", how_to_repeat(sched.config, crashitem, is_long)))


# ---- list mode


class ListMode:
    """Skips what `make quick` leaves out: tests marked slow, and those that need more than rules on plain lists.

    The latter are not marked but detected: a test that requests a compiled rule or starts another process is skipped
    at that moment.
    """

    SLOW_FOLDERS = (("arena",), ("browser",), ("train",))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        rule._compile = self.no_compiling
        subprocess.Popen.__init__ = self.no_process
        BaseProcess.start = self.no_process

    @staticmethod
    def no_compiling(*_: object) -> NoReturn:
        pytest.skip("asks for a compiled rule")

    @staticmethod
    def no_process(*_: object, **__: object) -> NoReturn:
        pytest.skip("starts another process")

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Do not even import the tests of these folders: they import PyTorch, Ray and Playwright."""
        return True if self.is_in_slow_folder(collection_path) else None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        left_out = [item for item in items if self.is_slow(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not self.is_slow(item)]

    def is_in_slow_folder(self, path: Path) -> bool:
        tests = Path(__file__).parent
        return path.is_relative_to(tests) and path.relative_to(tests).parts[:1] in self.SLOW_FOLDERS

    def is_slow(self, item: pytest.Item) -> bool:
        fixtures = SERVICES.intersection(getattr(item, "fixturenames", ()))
        return bool(fixtures) or item.get_closest_marker("slow") is not None


# ---- event loops


@pytest.fixture(autouse=True)
def no_loop_of_a_browser(request: pytest.FixtureRequest) -> Generator[None]:
    """Hide the loop of Playwright, which counts as running for as long as a worker has a browser open.

    Tests without a browser that the same worker runs afterwards could not start a loop of their own.
    """
    running = asyncio._get_running_loop()
    if running is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(running)


# ---- garbage


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart(nodeid: str) -> None:
    """Before the first test of a file, take what is there out of the garbage collector's sight.

    Six thousand collected tests and all loaded rules are millions of objects that stay. To look through them again and
    again cost a third of the time of tests with servers, which collect garbage whenever they are idle.
    """
    global _file
    if (file := nodeid.partition("::")[0]) != _file:
        _file = file
        gc.collect()
        gc.freeze()


# ---- time limits


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give more time to tests that may need it; the others have the limit in pyproject.toml."""
    for item in items:
        if item.get_closest_marker("timeout") is not None:
            continue
        if item.get_closest_marker("long") is not None:
            item.add_marker(pytest.mark.timeout(LONG_LIMIT))
        elif not SERVICES.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.timeout(SERVICE_LIMIT))


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> Generator[None, object, object]:
    """A second watchdog: end the process if pytest-timeout's signal does not end the test.

    The exception that the signal raises has no effect in compiled code that does not return to Python, and may be
    caught by other code running at that moment: another task, or Hypothesis, which then tries the same example again.
    """
    limit = settings.timeout + min(5 * settings.timeout, GRACE)
    faulthandler.dump_traceback_later(limit, exit=True, file=item.config.stash[_STDERR])
    return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    """Stop watching after the test."""
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_enter_pdb() -> None:
    """Disable the time limit while debugging."""
    faulthandler.cancel_dump_traceback_later()
