"""Component tables: those shipped with the package, or corrected ones of a user."""

import functools
import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.kernel.rulebook import Rulebook


@dataclass(frozen=True)
class Parts:
    """A rulebook and its components; `corrected` holds the tables that replace those of the package."""

    rulebook: Rulebook
    components: Any
    corrected: Mapping[str, Mapping[str, Any]]
    digest: str  # of the tables: equal where everything printed on the components is


def find_game(name: object) -> Rulebook:
    """The game of this name."""
    if not isinstance(name, str) or name not in GAMES:
        raise FormatError("game", f"must be one of {', '.join(GAMES)}, not {name!r}")
    return GAMES[name]


@functools.cache
def shipped_parts(rulebook: Rulebook) -> Parts:
    """The parts with the tables of the package."""
    return corrected_parts(rulebook, {})


def corrected_parts(rulebook: Rulebook, tables: object) -> Parts:
    """The parts with some tables replaced."""
    if not isinstance(tables, Mapping) or not all(isinstance(table, Mapping) for table in tables.values()):
        raise FormatError("components", "must be a map of tables")
    for name in tables:
        if name not in rulebook.files:
            raise FormatError("components", f"no table {name!r}; {rulebook.title} has {', '.join(rulebook.files)}")
    shipped = {name: shipped_table(name) for name in rulebook.files if name not in tables}
    both = {**shipped, **tables}
    components = rulebook.read_components(both)  # checks them; only then all keys are known to be text
    digest = hashlib.sha256(json.dumps(both, sort_keys=True, default=str).encode()).hexdigest()
    return Parts(rulebook, components, dict(tables), digest)


def parts_in(rulebook: Rulebook, folder: Path) -> Parts:
    """The parts with the tables of a folder; tables that it lacks come from the package."""
    found = {name: folder / name for name in rulebook.files if (folder / name).is_file()}
    if not found:
        raise FormatError(str(folder), f"no component table here; {rulebook.title} has {', '.join(rulebook.files)}")
    tables = {name: _parse(_read(path), str(path)) for name, path in found.items()}
    try:
        return corrected_parts(rulebook, tables)
    except FormatError as error:
        raise FormatError(str(folder / error.place), error.why) from error


def shipped_table(name: str) -> dict[str, Any]:
    """A table of the package as it is written."""
    return _parse(_shipped_text(name), name)


def _shipped_text(name: str) -> str:
    return resources.files("rattus").joinpath("data", name).read_text("utf-8")


def _read(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(str(path), f"cannot be read: {error}") from error


def _parse(text: str, place: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(place, f"not valid TOML: {error}") from error
