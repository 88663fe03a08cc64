"""Players that use the real client, and a ledger of what was acknowledged to them."""

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from rattus.server.client import TableClient
from rattus.server.errors import RequestRefused
from rattus.server.tables.table import Table

from .server_process import Row, journal
from .stored_entry import StoredEntry

ALL_OVER_SECONDS = 300.0  # enough for a very busy machine
RESEND_SECONDS = 0.5  # seconds until a request without an answer is sent again


@dataclass(frozen=True)
class Done:
    """A request that was acknowledged: the entry that there must be, exactly once."""

    table: str
    number: int
    kind: str
    chair: int
    data: tuple[tuple[str, Any], ...]


class Ledger:
    """All that was acknowledged."""

    def __init__(self) -> None:
        self.done: list[Done] = []
        self.on_done: Callable[[], None] = lambda: None

    async def ask(self, client: TableClient, kind: str, **fields: Any) -> None:
        """Ask for something that will be granted, however often the server dies meanwhile."""
        answer = await client.request(kind, **fields)
        data = {"id": answer["id"], **{name: value for name, value in fields.items() if name != "after"}}
        chair = client.you["chair"]
        self.done.append(Done(client.table["id"], answer["number"], kind, chair, tuple(sorted(data.items()))))
        self.on_done()

    def check(self, database: str, tables: list[str], is_finished: bool = False) -> dict[str, Table]:
        """Compare with the journals: no gaps, nothing lost, nothing twice. The tables as the journals have them.

        When everybody has got all answers, nothing is there either that was not acknowledged.
        """
        stored: Counter[Done] = Counter()
        found = {}
        for name in tables:
            rows = journal(database, name)
            found[name] = table_of(name, rows)
            stored.update(_done(name, row) for row in rows if "id" in row[3])
        acknowledged = Counter(done for done in self.done if done.table in found)
        assert not acknowledged - stored, "something acknowledged is lost, or changed"
        ids = Counter((done.table, done.chair, dict(done.data)["id"]) for done in stored)
        assert ids.total() == len(ids), "something is there twice"
        if is_finished:
            assert stored == acknowledged
        return found


def table_of(name: str, rows: list[Row]) -> Table:
    """The table of a journal, all moves played by the rules."""
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "a gap"
    table = Table(name)
    for number, kind, chair, data in rows:
        table.apply(StoredEntry(number, 0.0, kind, chair, data).parsed())
    return table


def _done(table: str, row: Row) -> Done:
    number, kind, chair, data = row
    assert chair is not None
    return Done(table, number, kind, chair, tuple(sorted(data.items())))


async def play(
    client: TableClient, ledger: Ledger, rng: random.Random, pause: Callable[[], float] = lambda: 0.0
) -> None:
    """Make random moves until the match is over, with a pause before each."""
    while True:
        await client.until(lambda: client.legal or client.table["status"] == "over")
        if not client.legal:
            return
        await asyncio.sleep(pause())
        await ledger.ask(client, "move", move=rng.choice(client.legal), after=client.moves)


async def chat(client: TableClient, ledger: Ledger, lines: int) -> None:
    """Send many lines of chat at once."""
    await asyncio.gather(*(ledger.ask(client, "chat", text=f"{n} é 🐀") for n in range(lines)))


def run(session: Awaitable[None]) -> None:
    """Run a session of players, within a time limit."""

    async def bounded() -> None:
        async with asyncio.timeout(ALL_OVER_SECONDS):
            await session

    asyncio.run(bounded())


async def attempt(client: TableClient, move: str) -> str:
    """Try to make a move: `done`, or why not."""
    try:
        await client.move(move)
    except RequestRefused as refused:
        return refused.code
    return "done"


async def until_moved(client: TableClient, moves: int) -> None:
    await client.until(lambda: client.moves == moves)
