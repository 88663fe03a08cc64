"""Optional dependencies: the extras of `pip install 'rattus[…]'`, and the error that names a missing one."""

from __future__ import annotations

import importlib.util
import sys
from enum import StrEnum

from rattus.errors import MissingExtra


class Extra(StrEnum):
    """The optional parts of rattus, as pyproject.toml names them."""

    ARENA = "arena"
    GYMNASIUM = "gymnasium"
    OPENSPIEL = "openspiel"
    PARQUET = "parquet"
    PETTINGZOO = "pettingzoo"
    POSTGRES = "postgres"
    RAY = "ray"
    REDIS = "redis"
    SERVER = "server"
    TRAIN = "train"


# The packages that each extra installs, by the names they are imported by. Optional speed-ups are left out.
PACKAGES: dict[Extra, tuple[str, ...]] = {
    Extra.ARENA: ("jinja2", "scipy"),
    Extra.GYMNASIUM: ("gymnasium",),
    Extra.OPENSPIEL: ("pyspiel",),
    Extra.PARQUET: ("pyarrow",),
    Extra.PETTINGZOO: ("pettingzoo", "gymnasium", "PIL"),
    Extra.POSTGRES: ("psycopg",),
    Extra.RAY: ("ray",),
    Extra.REDIS: ("redis",),
    Extra.SERVER: (
        "aiohttp", "aiosmtplib", "alembic", "fastapi", "openskill", "orjson", "prometheus_client", "pywebpush",
        "sqlalchemy", "tzdata", "uvicorn", "webauthn", "websockets",
    ),
    Extra.TRAIN: ("torch", "onnx"),
}  # fmt: skip


def require(extra: Extra, purpose: str) -> None:
    """Raise MissingExtra, one sentence, if a package is missing that `purpose` (its subject) needs.

    >>> require(Extra.SERVER, "rattus serve")  # doctest: +SKIP
    MissingExtra: rattus serve needs fastapi and uvicorn: pip install 'rattus[server]'
    """
    missing = [name for name in PACKAGES[extra] if not is_installed(name)]
    if missing:
        raise MissingExtra(extra, purpose, missing)


def is_installed(package: str) -> bool:
    """Whether a package can be imported, found out without importing it."""
    if package in sys.modules:
        return sys.modules[package] is not None
    try:
        return importlib.util.find_spec(package) is not None
    except ImportError:
        return False
