"""What the tests of the server share."""

from pathlib import Path

import pytest

from .services import own_redis, postgres_database, postgres_url, redis_url

__all__ = ["own_redis", "postgres_database", "postgres_url", "redis_url"]


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/tables.db"
    return request.getfixturevalue("postgres_database")
