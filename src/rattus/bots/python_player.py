"""Players that are plain Python objects: anything with `choose(sight)` that returns a move."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, runtime_checkable

from rattus.bots.protocol import BotFault, Choice
from rattus.errors import FormatError
from rattus.match.sight import Sight


@runtime_checkable
class Chooser(Protocol):
    """An object that plays: it is asked for the text of one of `sight.moves`."""

    def choose(self, sight: Sight, /) -> Any:
        """A legal move, from what the seat sees."""


class PythonPlayer:
    """Asks such an object. If it raises something or returns no legal move, that is a BotFault and not the end."""

    def __init__(self, name: str, chooser: Chooser) -> None:
        self.name = name
        self._chooser = chooser

    def choose(self, sight: Sight, seed: int | str) -> Choice:  # noqa: ARG002 - the object has its own source of chance
        """The object's move."""
        try:
            answer = self._chooser.choose(sight)
        except Exception as error:
            raise BotFault(f"{self.name}: {type(error).__name__}: {error}") from error
        choice = answer if isinstance(answer, Choice) else Choice(str(answer))
        if choice.move not in sight.moves:
            raise BotFault(f"{self.name}: illegal: {choice.move!r}")
        return choice

    def close(self) -> None:
        """Close the object, if it can be closed."""
        close = getattr(self._chooser, "close", None)
        if callable(close):
            close()


def load_chooser(place: str) -> Chooser:
    """The object of `FILE.py:NAME` or `MODULE:NAME`; a class is called. FormatError if there is none that plays."""
    where, _, name = place.rpartition(":")
    if not where or not name.isidentifier():
        raise FormatError("player", f"py:FILE.py:NAME or py:MODULE:NAME, not py:{place}")
    try:
        module = _file_module(Path(where)) if where.endswith(".py") else importlib.import_module(where)
        found = getattr(module, name)
        chooser = found() if isinstance(found, type) else found
    except Exception as error:  # whatever goes wrong in somebody's file
        raise FormatError("player", f"py:{place}: {type(error).__name__}: {error}") from error
    if not isinstance(chooser, Chooser):
        raise FormatError("player", f"py:{place}: it has no `choose(sight)`")
    return chooser


def _file_module(path: Path) -> ModuleType:
    name = f"rattus_player_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path.resolve(strict=True))
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickle look a module up by its name
    spec.loader.exec_module(module)
    return module
