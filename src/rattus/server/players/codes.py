"""Secrets that are good once and for a while: challenges of passkeys, and the links in e-mails.

They are in the database, so that any process of a server can check what another one has given out.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection, delete, func, insert, select

from rattus.server.storage.schema import codes
from rattus.server.storage.store import TableStore
from rattus.server.tables.keys import digest


class CodePurpose(StrEnum):
    """What a code is good for."""

    ADD_PASSKEY = "add passkey"
    SIGN_IN = "sign in"
    CONFIRM_MAIL = "confirm mail"
    MAIL_SENT = "mail sent"  # counts e-mails; nobody has such a code
    MAIL_ASKED = "mail asked"  # the same, by whoever asks for them


@dataclass(frozen=True)
class Code:
    """What a code was given out for."""

    player: str | None
    subject: str


class CodeStore:
    """The codes of a database, as digests."""

    def __init__(self, store: TableStore) -> None:
        self._store = store

    async def add(
        self, code: str, purpose: CodePurpose, now: float, seconds: float, player: str | None = None, subject: str = ""
    ) -> None:
        """Store a code that is good for so many seconds."""
        row = {
            "digest": digest(code),
            "purpose": purpose.value,
            "player_id": player,
            "subject": subject,
            "created_at": now,
            "expires_at": now + seconds,
        }
        await self._store.write(lambda connection: connection.execute(insert(codes), row).rowcount)

    async def use(self, code: str, purpose: CodePurpose, now: float) -> Code | None:
        """What a code was given out for; None if it is not good, or not any more. Of two uses at once one gets None."""
        is_code = codes.c.digest == digest(code), codes.c.purpose == purpose.value, codes.c.expires_at > now

        def work(connection: Connection) -> Code | None:
            row = connection.execute(
                delete(codes).where(*is_code).returning(codes.c.player_id, codes.c.subject)
            ).one_or_none()
            return None if row is None else Code(row.player_id, row.subject)

        return await self._store.write(work)

    async def count(self, purpose: CodePurpose, now: float, subject: str | None = None) -> int:
        """How many codes are good for this, or for this and a subject."""
        query = select(func.count()).where(codes.c.purpose == purpose.value, codes.c.expires_at > now)
        if subject is not None:
            query = query.where(codes.c.subject == subject)
        return int(await self._store.read(lambda connection: connection.execute(query).scalar_one()))

    async def remove_expired(self, now: float) -> None:
        """Forget what is no longer good."""
        is_over = codes.c.expires_at <= now
        found = select(codes.c.digest).where(is_over).limit(1)
        if await self._store.read(lambda connection: connection.execute(found).one_or_none()) is not None:
            await self._store.write(lambda connection: connection.execute(delete(codes).where(is_over)).rowcount)
