"""What the documents show is run: README and docstrings."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import rattus

README = Path(__file__).resolve().parent.parent / "README.md"
MODULES = [
    module.name
    for module in pkgutil.walk_packages(rattus.__path__, "rattus.")
    if not module.name.endswith(("__main__", "migrations.env"))  # to import them is to run them
]


def test_the_readme_tells_the_truth() -> None:
    done = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 5
    assert done.failed == 0


@pytest.mark.parametrize("name", ["rattus", *MODULES])
def test_docstrings_tell_the_truth(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_the_shipped_tables_and_rules_are_those_of_the_project() -> None:
    package = Path(rattus.__file__).parent
    assert {path.name for path in (package / "data").glob("*.toml")} == {
        "map.toml",
        "rattus_tokens.toml",
        "africanus_tokens.toml",
        "region_cards.toml",
        "cartus.toml",
    }
    assert {path.name for path in (package / "rules").glob("*.md")} == {"rattus.md", "africanus.md", "cartus.md"}
