"""Where compiled rules are kept between runs.

Numba's own cache is keyed by the source file of a function: it recompiles after an edited comment, and does not notice
an edited callee in another module. Here a rule is kept by a key of its code and of all that it calls (`rule.key_of`),
in a folder for this Python, this Numba and these compiler settings. If the cache cannot be written, a temporary one
serves this process.
"""

import atexit
import contextlib
import functools
import importlib.metadata
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import platformdirs

# Compiler settings that are part of the compiled code. Bounds checking so has a folder of its own.
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_LOOP_VECTORIZE", "NUMBA_SLP_VECTORIZE", "NUMBA_DEBUGINFO")
KEPT = 8  # versions of a rule that stay, and folders of other settings: several checkouts may be in use in turn
_OURS = re.compile(r"rules-.*|[0-9a-f]{16}")  # folders that may be removed; the second form was used until version 0.1


def root() -> Path:
    """The folder of the cache: `RATTUS_CACHE`, or the user's cache folder, or a temporary one."""
    return _writable_root()[0]


def is_temporary() -> bool:
    """Whether the cache ends with this process, since the folder chosen for it cannot be written."""
    return _writable_root()[1]


@functools.cache
def _writable_root() -> tuple[Path, bool]:
    place = Path(os.environ.get("RATTUS_CACHE") or platformdirs.user_cache_path("rattus", appauthor=False))
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            return place, False
    except OSError:
        place = Path(tempfile.mkdtemp(prefix="rattus-"))  # a fresh name: nobody else can have put code there
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        return place, True


def environment() -> str:
    """A name for what compiled code depends on beside the rules."""
    versions = (sys.implementation.name, platform.python_version(), "numba", importlib.metadata.version("numba"))
    settings = [
        f"{name.removeprefix('NUMBA_').lower()}-{re.sub(r'[^0-9A-Za-z]', '_', os.environ[name])}"
        for name in SETTINGS
        if os.environ.get(name)
    ]
    return "-".join(("rules", *versions, *settings))


@functools.cache
def folder() -> Path:
    """The folder for what is compiled in this environment; made if need be."""
    place = root() / environment()
    place.mkdir(exist_ok=True)
    os.utime(place)
    others = [path for path in root().iterdir() if path != place and _OURS.fullmatch(path.name)]
    remove_oldest(others, _remove_folder)
    return place


def keep(dispatcher: Any, cache_class: Any, key: str) -> None:
    """Let Numba load a function from our cache by this key, and save it there.

    `cache_class` is the one that Numba itself uses for this kind of function.
    """
    function = dispatcher.py_func
    name, place = function.__qualname__.replace("<", "").replace(">", ""), folder() / function.__module__

    class Locator:
        """Tells Numba where a function is kept. The key takes the place of the source file's stamp."""

        _py_file = function.__code__.co_filename

        def get_cache_path(self) -> str:
            return str(place)

        def get_source_stamp(self) -> str:
            return key

        def ensure_cache_path(self) -> None:
            place.mkdir(parents=True, exist_ok=True)

    class Impl(cache_class._impl_class):  # type: ignore[misc]
        def __init__(self, py_func: Any) -> None:
            self._lineno = py_func.__code__.co_firstlineno
            self._locator = Locator()
            self._filename_base = f"{name}-{key}"

    class RuleCache(cache_class):  # type: ignore[misc]
        _impl_class = Impl

        def load_overload(self, *arguments: Any) -> Any:
            found = super().load_overload(*arguments)
            if found is not None:
                with contextlib.suppress(OSError):
                    os.utime(place / f"{name}-{key}.nbi")  # the least recently used version is removed first
            return found

        def save_overload(self, *arguments: Any) -> None:
            from filelock import FileLock

            # Two processes that save at once could give two overloads the same file.
            self._impl.locator.ensure_cache_path()
            with FileLock(place / ".lock"):
                super().save_overload(*arguments)
                remove_oldest(place.glob(f"{name}-*.nbi"), _remove_version)

    dispatcher._cache = RuleCache(function)


def remove_oldest(paths: Iterable[Path], remove: Callable[[Path], None]) -> None:
    """Remove all of these but the ones used last."""
    for path in sorted(paths, key=_last_used, reverse=True)[KEPT:]:
        remove(path)


def _last_used(path: Path) -> float:
    with contextlib.suppress(OSError):  # another process may have removed it
        return path.stat().st_mtime
    return 0.0


def _remove_folder(path: Path) -> None:
    shutil.rmtree(path, ignore_errors=True)


def _remove_version(index: Path) -> None:
    for path in index.parent.glob(f"{index.stem}.*"):
        path.unlink(missing_ok=True)
