"""The scenarios of tests/scenarios hold."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from rattus.errors import FormatError
from rattus.match.scenario import Scenario, read_scenarios

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*.yaml"))


def all_scenarios() -> Iterator[object]:
    for path in FILES:
        with suppress(FormatError):  # test_the_file_can_be_read tells
            for scenario in read_scenarios(path):
                yield pytest.param(scenario, id=f"{path.stem}: {scenario.name}")


def test_there_are_files() -> None:
    assert len(FILES) > 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_can_be_read(path: Path) -> None:
    scenarios = read_scenarios(path)
    names = [scenario.name for scenario in scenarios]
    assert len(set(names)) == len(names)
    assert all(scenario.rules for scenario in scenarios)


@pytest.mark.parametrize("scenario", list(all_scenarios()))
def test_the_scenario_holds(scenario: Scenario) -> None:
    assert scenario.check() == []
