"""The scenarios of tests/scenarios hold."""

import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rattus.match.scenario import read_scenarios

FILES = sorted((Path(__file__).parent.parent / "scenarios").glob("*.yaml"))
NAME = re.compile(r"^name: +(\"?)(.*)\1$", re.MULTILINE)  # each scenario has one such line

read = functools.cache(read_scenarios)


def all_names(path: Path) -> list[str]:
    """The names of a file's scenarios, found without parsing its YAML, which would slow down every start of pytest."""
    return [name for _, name in NAME.findall(path.read_text("utf-8"))]


def all_scenarios() -> Iterator[object]:
    for path in FILES:
        for place, name in enumerate(all_names(path)):
            yield pytest.param(path, place, id=f"{path.stem}: {name}")


def test_there_are_files() -> None:
    assert len(FILES) > 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_file_can_be_read(path: Path) -> None:
    scenarios = read(path)
    names = [scenario.name for scenario in scenarios]
    assert names == all_names(path)  # so that none is left out below
    assert len(set(names)) == len(names)
    assert all(scenario.rules for scenario in scenarios)


@pytest.mark.parametrize(("path", "place"), list(all_scenarios()))
def test_the_scenario_holds(path: Path, place: int) -> None:
    assert read(path)[place].check() == []
