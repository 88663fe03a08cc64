"""What all tests have: a seed of their own, which a failure tells, and an end, whatever they wait for."""

import faulthandler
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

import hypothesis
import numpy
import pytest

from rattus.kernel import rule

DEFAULT_SEED = "1"
SEED_VARIABLE = "RATTUS_TEST_SEED"
# What else changes how a test runs, and so belongs to the command that repeats it.
_NAMES = ("PYTHONHASHSEED", "NUMBA_BOUNDSCHECK", "NUMBA_DISABLE_JIT", "NUMBA_OPT", "RATTUS_WEB")
VARIABLES = {name: os.environ[name] for name in _NAMES if os.environ.get(name)}

# Seconds. They guard against tests that hang, on a machine that is busy; no test needs nearly as long.
LONG_LIMIT = 3600.0
SERVICE_LIMIT = 1200.0  # with one of these fixtures: a service is perhaps installed first
SERVICES = {"browser", "database", "empty_database", "own_redis", "pair", "postgres_url", "redis_url", "url"}
GRACE = 120.0  # for a test past its limit to clean up

_STDERR = pytest.StashKey[int]()

# What Hypothesis tries follows from the seed of the test (below) and not from what failed in other runs.
hypothesis.settings.register_profile("rattus", print_blob=True, database=None)
hypothesis.settings.load_profile("rattus")


# ---- seeds


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the seed be chosen."""
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
    """Settle the seed; the workers of xdist are told which it is."""
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
    """Tell a worker of xdist the seed."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_unconfigure(config: pytest.Config) -> None:
    """Close what was opened."""
    if _STDERR in config.stash:
        os.close(config.stash[_STDERR])
        del config.stash[_STDERR]


def pytest_report_header(config: pytest.Config) -> str:
    """Say the seed of the run."""
    return f"seed: {config.option.seed}"


def derived_seed(config: pytest.Config, name: str) -> int:
    """A seed for something that has a name, the same in every run with the same `--seed`."""
    digest = hashlib.sha256(f"{config.option.seed} {name}".encode()).digest()
    return int.from_bytes(digest[:4])


def sow(number: int) -> None:
    """Seed what everybody in this process shares: also the seals of games, so that what is dealt can be repeated.

    Keys and the names of tables stay as secret as they are: no test depends on which they are.
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
    """Seeds each fixture by itself: it is the same whichever test is the first to ask for it.

    A plugin of its own: fixtures of the whole session do not belong to this folder, and its hooks do not hear of them.
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
    """Tell with a failure how to get it again."""
    report = yield
    if report.failed:
        is_long = item.get_closest_marker("long") is not None
        report.sections.append(("seed", how_to_repeat(item.config, item.nodeid, is_long)))
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(crashitem: str, report: pytest.TestReport, sched: Any) -> None:
    """Tell it too when a worker of xdist has died in a test."""
    is_long = "not long" not in sched.config.option.markexpr
    report.sections.append(("seed", how_to_repeat(sched.config, crashitem, is_long)))


# ---- list mode


class ListMode:
    """What `make quick` leaves out: tests marked slow, and those that need more than rules on plain lists.

    Which those are is not written down but found out: a test that asks for a compiled rule or for another process is
    skipped at that moment.
    """

    SLOW_FOLDERS = ("arena", "browser", "train")

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

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        left_out = [item for item in items if self.is_slow(item)]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not self.is_slow(item)]

    def is_slow(self, item: pytest.Item) -> bool:
        folder = item.path.relative_to(Path(__file__).parent).parts[0]
        fixtures = SERVICES.intersection(getattr(item, "fixturenames", ()))
        return folder in self.SLOW_FOLDERS or bool(fixtures) or item.get_closest_marker("slow") is not None


# ---- ends


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
    """Watch the watchman: end the process if its signal does not end the test.

    The exception that the signal raises is not seen by compiled code that never comes back to Python, and may be
    caught by whoever runs at that moment: a task beside the test, or Hypothesis, who then tries the same once more.
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
    """Whoever looks into a test takes the time that it takes."""
    faulthandler.cancel_dump_traceback_later()
