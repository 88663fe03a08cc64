"""Acting on a database from outside of a server: what `rattus admin` does."""

from __future__ import annotations

import asyncio
import getpass
import hashlib
import hmac
import re
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import make_url

from rattus.errors import RattusError
from rattus.server.live.snapshots import table_data
from rattus.server.rate_limit import address_key
from rattus.server.ratings.store import RatingStore
from rattus.server.storage.administration import Action, Administration
from rattus.server.storage.migrations import migrate
from rattus.server.storage.reports import ReportStore
from rattus.server.storage.store import TableStore
from rattus.server.tables.journal import JournalEntry
from rattus.server.tables.keys import SERVER, chair_role, digest, new_key
from rattus.server.tables.requests import TableRequests
from rattus.server.tables.table import rebuild

MAKER = re.compile(r"[0-9a-f]{32}")


def maker_id(secret: bytes, address: str) -> str:
    """What is stored of an address: a hash with a secret of the database."""
    return hmac.new(secret, address_key(address).encode(), hashlib.sha256).hexdigest()[:32]


class Administrator:
    """Somebody who runs a server, acting on its database. A server that runs meanwhile follows."""

    def __init__(self, database: str) -> None:
        self._database = database

    async def __aenter__(self) -> Self:
        file = make_url(self._database).database
        if self._database.startswith("sqlite") and (file is None or not Path(file).is_file()):
            raise RattusError(f"there is no database {file}")
        await asyncio.to_thread(migrate, self._database)
        self._store = TableStore(self._database)
        self.reports = ReportStore(self._store)
        self.acts = Administration(self._store, f"admin {_user()}")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._store.close()

    async def show(self, table_id: str) -> dict[str, Any]:
        """A table without anything hidden."""
        table = rebuild(table_id, await self.acts.journal(table_id))
        maker = await self._store.maker_of(table_id)
        return {
            **table_data(table),
            "seed": None,
            "salt": None,
            "entries": table.number,
            "moves": len(table.moves),
            "last_at": table.last_at,
            "maker": maker,
            "chat": list(table.chat),
        }

    async def close(self, table_id: str) -> None:
        """Close a table for good."""
        await self._append(table_id, lambda requests: requests.close())
        await self.acts.note(Action.CLOSE, table_id, "", time.time())

    async def renew_key(self, table_id: str, chair: int, action: Action = Action.RENEW_KEY) -> str:
        """Give a chair another key, and return it."""
        key = new_key()
        await self.acts.renew_key(table_id, chair_role(chair), digest(key), time.time(), action)
        return key

    async def kick(self, table_id: str, chair: int) -> str:
        """Remove whoever has a chair; its new key."""
        await self._append(table_id, lambda requests: requests.remove_person(chair))
        return await self.renew_key(table_id, chair, Action.KICK)

    async def ban(self, address: str | None, table_id: str | None, why: str) -> str:
        """Shut out an address, or whoever made a table; the hash that stands for it."""
        if (address is None) == (table_id is None):
            raise RattusError("either an address, or --table")
        found = await self._hash_of(address) if address is not None else await self._store.maker_of(str(table_id))
        if found is None:
            raise RattusError(f"there is no table {table_id}, or it is not known who made it")
        await self.acts.ban(found, why, time.time())
        return found

    async def rate_again(self) -> int:
        """Make all ratings anew from the stored results; how many matches there were."""
        number = await RatingStore(self._store).rate_again()
        await self.acts.note(Action.RATE_AGAIN, None, f"{number} matches", time.time())
        return number

    async def dismiss_report(self, number: int) -> bool:
        """Remove a report; False if there is none with this number."""
        if not await self.reports.dismiss(number):
            return False
        await self.acts.note(Action.DISMISS_REPORT, None, str(number), time.time())
        return True

    async def unban(self, address: str) -> str:
        """Let an address in again; the hash that stands for it."""
        found = await self._hash_of(address)
        await self.acts.unban(found, time.time())
        return found

    async def _hash_of(self, address: str) -> str:
        return address if MAKER.fullmatch(address) else maker_id(await self._store.secret(), address)

    async def _append(self, table_id: str, make_entry: Callable[[TableRequests], JournalEntry | None]) -> None:
        """Add an entry to the journal of a table, also while a server does."""
        while True:
            table = rebuild(table_id, await self.acts.journal(table_id))
            entry = make_entry(TableRequests(table, SERVER, time.time()))
            if entry is None:
                return
            table.apply(entry)
            if await self._store.append(table_id, entry, table.next_wakeup):
                return


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "unknown"
