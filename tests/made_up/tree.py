"""A copy of the package with a made-up class card and a made-up building: each is a file, and an entry in a table."""

import os
import shutil
from pathlib import Path

HERE = Path(__file__).parent
SOURCE = HERE.parents[1] / "src" / "rattus"


def make_tree(folder: Path) -> Path:
    """Copy the package to a folder, and add the two; the folder is for PYTHONPATH."""
    package = folder / "rattus"
    shutil.copytree(SOURCE, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    games = package / "games"
    shutil.copy(HERE / "abbot.py", games / "rattus" / "cards")
    _enter(games / "rattus" / "editions.py", "cards import (", "    abbot,", "    sultan.CARD,", "    abbot.CARD,")
    shutil.copy(HERE / "granary.py", games / "cartus" / "buildings")
    table = "BUILDING_FILES = ("
    _enter(games / "cartus" / "editions.py", "buildings import (", "    granary,", table, "    granary,")
    return folder


def environment(folder: Path) -> dict[str, str]:
    """The environment of a program that uses the copy."""
    return {**os.environ, "PYTHONPATH": str(folder)}


def _enter(file: Path, imports: str, module: str, table: str, entry: str) -> None:
    """Add an import and an entry, each as one line behind another."""
    text = file.read_text("utf-8")
    for line, more in ((imports, module), (table, entry)):
        before, found, after = text.partition(line)
        assert found, f"{file} has no {line!r}"
        text = f"{before}{found}\n{more}{after}"
    file.write_text(text, "utf-8")
