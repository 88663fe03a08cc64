"""What the documents show is run: README and docstrings."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import rattus
from rattus.server.storage.schema import metadata

README = Path(__file__).resolve().parent.parent / "README.md"
MODULES = [
    module.name
    for module in pkgutil.walk_packages(rattus.__path__, "rattus.")
    if not module.name.endswith(("__main__", "migrations.env"))  # to import them is to run them
]


@pytest.mark.slow
def test_the_readme_tells_the_truth() -> None:
    done = doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert done.attempted > 5
    assert done.failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rattus", *MODULES])
def test_docstrings_tell_the_truth(name: str) -> None:
    if name.startswith("rattus.train.") and name != "rattus.train.recipe":
        pytest.importorskip("torch", reason="needs PyTorch")
        pytest.importorskip("onnx", reason="needs ONNX")
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_the_shipped_tables_and_rules_are_those_of_the_project() -> None:
    package = Path(rattus.__file__).parent
    assert {path.name for path in (package / "data").glob("*.toml")} == {
        "map.toml",
        "rattus_tokens.toml",
        "africanus_tokens.toml",
        "region_cards.toml",
        "cartus.toml",
        "printed.toml",  # what of them the rulebooks show
    }
    assert {path.name for path in (package / "rules").glob("*.md")} == {
        *(f"{game}{language}.md" for game in ("rattus", "africanus", "cartus") for language in ("", ".nl", ".de")),
        *(f"readings.{language}.md" for language in ("en", "nl", "de")),
    }


def test_hosts_are_told_to_copy_every_table_after_those_it_refers_to() -> None:
    text = (README.parent / "docs/hosting.md").read_text("utf-8")
    (listed,) = re.findall(r"and copy (.*?), in that order", text, re.DOTALL)
    order = re.findall(r"`(\w+)`", listed)
    assert sorted(order) == sorted(metadata.tables)
    for table in metadata.tables.values():
        for key in table.foreign_keys:
            assert order.index(key.column.table.name) < order.index(table.name)
    (counted,) = re.findall(r"the numbers of (.*?) go on", text)
    numbered = {name for name, table in metadata.tables.items() if table.autoincrement_column is not None}
    assert set(re.findall(r"`(\w+)`", counted)) == numbered


def test_every_file_that_a_rule_names_is_shipped() -> None:
    package = Path(rattus.__file__).parent
    texts = {path: path.read_text("utf-8") for path in (package / "rules").glob("*.md")}
    named = {
        (path.name, name) for path, text in texts.items() for name in re.findall(r"`([\w./-]+\.(?:toml|md))`", text)
    }
    assert ("cartus.md", "data/cartus.toml") in named
    folders = (package, package / "rules")
    assert [(where, name) for where, name in sorted(named) if not any((at / name).is_file() for at in folders)] == []


def test_every_module_that_the_architecture_names_is_there() -> None:
    root = Path(rattus.__file__).parent
    web = README.parent / "web" / "src"
    text = (README.parent / "docs" / "architecture.md").read_text("utf-8")
    named = set(re.findall(r"`([\w/]+\.(?:py|svelte|ts))`", text))
    assert {"kernel/rule.py", "live/session.py", "games/rattus/Board.svelte"} <= named
    folders = (root, root / "server", web)
    assert [name for name in sorted(named) if not any((at / name).is_file() for at in folders)] == []
