"""A table on paper: what a server does with requests, without a server."""

import random
from collections.abc import Callable
from typing import Any

from rattus.server.protocol import Wish
from rattus.server.tables.create import make_table
from rattus.server.tables.journal import Entry
from rattus.server.tables.keys import Role, new_table_id
from rattus.server.tables.requests import KEEPER, Requests
from rattus.server.tables.table import Table

from .manual_clock import NOON

HOST, WATCH = Role("host"), Role("watch")


def seat(number: int) -> Role:
    return Role("seat", number)


def keeper(number: int) -> Role:
    return Role(KEEPER, number)


class PaperTable:
    """A table and its journal; what is asked happens at once, at the time `now`."""

    def __init__(self, **wish: Any) -> None:
        self.now = NOON
        making = make_table(Wish(**wish), self.now, new_table_id())
        self.table: Table = making.table
        self.journal: list[Entry] = list(making.entries)

    def ask(self, role: Role, ask: Callable[[Requests], Entry]) -> Entry:
        """Have something done, and what follows when all have agreed."""
        entry = ask(self.requests(role))
        self.take(entry)
        while (follow := self.requests(role).outcome_of_question()) is not None:
            self.take(follow)
        return entry

    def requests(self, role: Role) -> Requests:
        return Requests(self.table, role, self.now)

    def take(self, entry: Entry) -> None:
        self.table.apply(entry)
        self.journal.append(entry)

    def move(self, text: str | None = None, **data: Any) -> Entry:
        """Let who has to decide do this, or the first thing that can be done: a bot, where one sits there."""
        decider = self.table.to_move
        assert decider is not None
        assert self.table.game is not None
        role = seat(decider.number) if decider.is_present else keeper(decider.number)
        text = text or str(self.table.game.legal()[0])
        return self.ask(role, lambda requests: requests.move(text, len(self.table.moves), **data))

    def play(self, chance: random.Random, moves: int = 10_000) -> None:
        """Make so many moves at random, or all until the end."""
        for _ in range(moves):
            if self.table.status != "playing":
                return
            assert self.table.game is not None
            self.move(str(chance.choice(self.table.game.legal())))

    def again(self, upto: int | None = None) -> Table:
        """The table that the journal gives."""
        table = Table(self.table.id)
        for entry in self.journal[:upto]:
            table.apply(entry)
        return table


def people(*names: str) -> list[dict[str, str]]:
    """Seats for people."""
    return [{"name": name} for name in names]
