"""Where compiled rules are kept.

Numba's cache notices an edited function, but not an edited callee in another module. So the folder is named by a hash
of all sources that rules are made of: another source, another folder. Where it cannot be written, a temporary one
serves this process.
"""

import atexit
import functools
import hashlib
import importlib.metadata
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
_setting = threading.Lock()  # Numba has one setting for all threads
KEPT = 8  # folders of other sources that stay: several checkouts may be in use in turn


def sources() -> list[Path]:
    """Every file a compiled rule can depend on."""
    return sorted(path for part in ("kernel", "games", "bots") for path in (PACKAGE / part).rglob("*.py"))


def fingerprint() -> str:
    """A name for the present sources and where they are, which Numba goes by too, for Numba and Python."""
    digest = hashlib.sha256(f"{importlib.metadata.version('numba')} {sys.version} {PACKAGE}".encode())
    for path in sources():
        digest.update(str(path.relative_to(PACKAGE)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def home() -> Path:
    """The folder for caches: `RATTUS_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("RATTUS_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rattus"


@functools.cache
def folder() -> Path:
    """The folder for what is compiled from the present sources; made if need be."""
    place = home() / fingerprint()
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            pass
    except OSError:
        place = Path(tempfile.mkdtemp(prefix="rattus-"))  # a fresh name: nobody else can have put code there
        atexit.register(shutil.rmtree, place, ignore_errors=True)
        return place
    os.utime(place)
    _forget_old(place)
    return place


@contextmanager
def in_use() -> Iterator[None]:
    """Functions made by Numba in here are cached in our folder; those of others stay where they are."""
    import numba

    with _setting:
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder())
        try:
            yield
        finally:
            numba.config.CACHE_DIR = before


def _forget_old(current: Path) -> None:
    others = [path for path in current.parent.iterdir() if path.is_dir() and path != current and len(path.name) == 16]
    for path in sorted(others, key=lambda path: path.stat().st_mtime, reverse=True)[KEPT:]:
        shutil.rmtree(path, ignore_errors=True)
