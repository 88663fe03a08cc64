"""A table in memory: what a server does with requests, without a server."""

import random
from typing import Any

from rattus.server.live.live_table import MakeEntry
from rattus.server.protocol.tables import CreateTableRequest
from rattus.server.tables.create import create_table
from rattus.server.tables.journal import JournalEntry
from rattus.server.tables.keys import HOST, WATCH, Role, chair_role, new_table_id, server_role
from rattus.server.tables.requests import TableRequests
from rattus.server.tables.table import Table

from .manual_clock import NOON
from .stored_entry import StoredEntry, stored

__all__ = ["HOST", "WATCH", "InMemoryTable", "chair_role", "people", "server_role"]


class InMemoryTable:
    """A table and its journal; requests are carried out at once, at the time `now`."""

    def __init__(self, **request: Any) -> None:
        self.now = NOON
        new = create_table(CreateTableRequest(**request), self.now, new_table_id())
        self.table: Table = new.table
        self.journal: list[JournalEntry] = list(new.entries)

    @property
    def rows(self) -> list[StoredEntry]:
        """The journal as it would be stored."""
        return [stored(entry) for entry in self.journal]

    def submit(self, role: Role, make_entry: MakeEntry) -> JournalEntry:
        """Carry out a request, and a proposal that everybody has agreed to."""
        entry = make_entry(self.requests(role))
        self.append(entry)
        while (follow_up := self.requests(role).carry_out_proposal()) is not None:
            self.append(follow_up)
        return entry

    def requests(self, role: Role) -> TableRequests:
        return TableRequests(self.table, role, self.now)

    def append(self, entry: JournalEntry) -> None:
        self.table.apply(entry)
        self.journal.append(entry)

    def move(self, text: str | None = None, fault: str | None = None) -> JournalEntry:
        """Make this move or the first legal one, as the person or the bot that has to decide."""
        decider = self.table.to_move
        assert decider is not None
        assert self.table.game is not None
        role = chair_role(decider.number) if decider.is_present else server_role(decider.number)
        text = text or str(self.table.game.legal()[0])
        return self.submit(role, lambda requests: requests.move(text, len(self.table.moves), fault))

    def play(self, chance: random.Random, moves: int = 10_000) -> None:
        """Make this many random moves, or all until the end."""
        for _ in range(moves):
            if self.table.status != "playing":
                return
            assert self.table.game is not None
            self.move(str(chance.choice(self.table.game.legal())))

    def rebuilt(self, upto: int | None = None) -> Table:
        """The table that the first entries of the journal give, or all of them."""
        table = Table(self.table.id)
        for entry in self.journal[:upto]:
            table.apply(entry)
        return table


def people(*names: str) -> list[dict[str, str]]:
    """Seats for people."""
    return [{"name": name} for name in names]
