"""A database of the first release opens as it is: its tables, keys, leases and journals."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from rattus.server.live.snapshots import table_data
from rattus.server.storage.migrations import migrate
from rattus.server.storage.store import Access, TableStore
from rattus.server.tables.journal import ChatSent
from rattus.server.tables.keys import HOST, WATCH, chair_role
from rattus.server.tables.table import Table

# As the first release made it, and what it stored: the first journal is without later settings.
FIRST_RELEASE = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO alembic_version VALUES ('0001');
CREATE TABLE tables (id TEXT NOT NULL, made DOUBLE NOT NULL, attention DOUBLE, keeper TEXT, kept_until DOUBLE, PRIMARY KEY (id));
CREATE INDEX tables_by_attention ON tables (attention);
CREATE INDEX tables_by_keeper ON tables (keeper);
CREATE TABLE keys (digest TEXT NOT NULL, table_id TEXT NOT NULL, role TEXT NOT NULL, seat INTEGER, PRIMARY KEY (digest),
  FOREIGN KEY(table_id) REFERENCES tables (id));
CREATE TABLE entries (table_id TEXT NOT NULL, number INTEGER NOT NULL, at DOUBLE NOT NULL, kind TEXT NOT NULL,
  seat INTEGER, data TEXT NOT NULL, PRIMARY KEY (table_id, number), FOREIGN KEY(table_id) REFERENCES tables (id)) WITHOUT ROWID;
INSERT INTO tables VALUES ('k3v9tq7xwe', 1763200000.5, 1763200009.0, 'process 0', 1763200020.0);
INSERT INTO tables VALUES ('aaaaaaaaaa', 1763200000.5, NULL, NULL, NULL);
INSERT INTO keys VALUES ('d1', 'k3v9tq7xwe', 'host', NULL), ('d2', 'k3v9tq7xwe', 'watch', NULL), ('d3', 'k3v9tq7xwe', 'seat', 2);
INSERT INTO entries VALUES
 ('k3v9tq7xwe', 1, 1763200000.5, 'made', NULL, '{"game":"rattus","options":{},"seats":[{"name":"Anna"},{}],"clock":null,"sitter":"normal"}'),
 ('k3v9tq7xwe', 2, 1763200001.0, 'seat', 2, '{"name":"Bert"}'),
 ('k3v9tq7xwe', 3, 1763200002.0, 'chat', 2, '{"text":"hello","id":"c1"}');
"""  # noqa: E501


@pytest.fixture
def old_database(tmp_path: Path) -> str:
    """The address of a database of the first release."""
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executescript(FIRST_RELEASE)
    return f"sqlite:///{file}"


def test_it_opens_with_its_keys_leases_and_journals(old_database: str) -> None:
    migrate(old_database)

    async def read() -> None:
        store = TableStore(old_database)
        try:
            assert await store.count_tables() == 2
            roles = [await store.find_key(digest) for digest in ("d1", "d2", "d3", "d4")]
            assert roles == [Access("k3v9tq7xwe", role) for role in (HOST, WATCH, chair_role(2))] + [None]
            assert await store.due_tables(1763200010.0) == []  # it is leased
            assert await store.due_tables(1763200021.0) == ["k3v9tq7xwe"]  # the lease has expired
            assert await store.renew("process 0", 1763200030.0) == {"k3v9tq7xwe"}
            table = Table("k3v9tq7xwe")
            for entry in await store.entries(table.id):
                table.apply(entry)
            assert [seat.name for seat in table.chairs] == ["Anna", "Bert"]
            assert table_data(table)["hints"] is True
            assert table.answered_requests == {(2, "c1"): 3}
            assert entry.change == ChatSent("hello")
        finally:
            await store.close()

    asyncio.run(read())
