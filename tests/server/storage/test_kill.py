"""Whatever moment the server is killed at: nothing acknowledged is lost, and everything goes on after a restart."""

import asyncio
import json
import random
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rattus.server.client import TableClient
from rattus.server.protocol.basics import PROTOCOL
from rattus.server.tables.requests import MAX_CHAT_LINES

from ..ledger import RESEND_SECONDS, Ledger, chat, play
from ..server_process import GAMES, ServerProcess, children, is_a_bot_to_move, is_running, wait_for

KILLS = 5  # while one group of people plays
ALL_OVER_SECONDS = BOTS_SECONDS = 300.0  # enough for a very busy machine


class Party:
    """Tables of all kinds on one server that is killed again and again."""

    def __init__(self, server: ServerProcess, rng: random.Random) -> None:
        self.server = server
        self.rng = rng
        self.ledger = Ledger()
        self.tables: list[str] = []
        self.is_calm = False  # no more kills will come
        self.met = {"person": 0, "bot": 0}  # whose move it was when the server was killed, over all tables

    async def run(self, kills: int) -> None:
        """Play, be killed, and play on to the end."""
        async with AsyncExitStack() as stack:
            people = []
            for game in GAMES:
                made = self._make(game, [{"name": "Anna"}, {"name": "Ben"}, {"bot": "easy"}])
                for key in made["keys"]["chairs"][:2]:
                    client = await stack.enter_async_context(self._client(made, key))
                    people.append(asyncio.create_task(self._sit(client)))
            for number in range(kills):
                await self._live_and_die(is_alone=number % 3 == 0)
            self.is_calm = True
            async with asyncio.timeout(ALL_OVER_SECONDS):
                await asyncio.gather(*people)
        self.ledger.check(self.server.database, self.tables, is_finished=True)

    async def _live_and_die(self, is_alone: bool) -> None:
        bots = self._make(self.rng.choice(GAMES), [{"bot": "normal"}] * 4)["table"]
        alone = await self._leave_a_bot_alone() if is_alone else None
        if alone is None:
            await self._some_moment()
        bot_pool = list(children(self.server.pid))
        self.server.kill()
        killed = self.ledger.check(self.server.database, self.tables)
        for table in killed.values():
            if table.status == "playing":
                self.met["person" if table.level_to_move is None else "bot"] += 1
        await asyncio.to_thread(self.server.start)
        await asyncio.to_thread(wait_for, lambda: not any(map(is_running, bot_pool)), "no process is left behind")
        if alone is not None:
            assert killed[alone].next_wakeup is not None
            await self._until_no_bot_is_to_move(alone)
        await self._until_no_bot_is_to_move(bots)

    async def _some_moment(self) -> None:
        """Wait for a moment: any, or one in the midst of commits."""
        if self.rng.random() < 0.5:
            await asyncio.sleep(self.rng.uniform(0.0, 0.8))
            return
        left, is_enough = self.rng.randrange(1, 60), asyncio.Event()

        def count() -> None:
            nonlocal left
            left -= 1
            if not left:
                is_enough.set()

        self.ledger.on_done = count
        with suppress(TimeoutError):
            await asyncio.wait_for(is_enough.wait(), 2.0)
        self.ledger.on_done = lambda: None

    async def _sit(self, client: TableClient) -> None:
        await asyncio.gather(play(client, self.ledger, self.rng, self._pause), self._talk(client))

    def _pause(self) -> float:
        return 0.0 if self.is_calm else self.rng.uniform(0.0, 0.2)

    async def _talk(self, client: TableClient) -> None:
        for _ in range(MAX_CHAT_LINES // len(client.table["chairs"]) // 8):  # a seat has no more
            if self.is_calm or client.table["status"] == "over":
                return
            await chat(client, self.ledger, 8)
            await asyncio.sleep(self.rng.uniform(0.3, 1.0))

    # ---- tables

    def _make(self, game: str, chairs: list[dict[str, str]]) -> dict[str, Any]:
        made = self.server.make_table(game, len(chairs), chairs=chairs, start=True)
        self.tables.append(made["table"])
        return made

    def _client(self, made: dict[str, Any], key: str) -> TableClient:
        return TableClient(self.server.url, made["table"], key, RESEND_SECONDS)

    async def _leave_a_bot_alone(self) -> str:
        """A table where a person has moved and gone: a bot has to move, and nobody is there."""
        made = self._make("rattus", [{"name": "Carl"}, {"bot": "hard"}])
        async with self._client(made, made["keys"]["chairs"][0]) as client:
            await client.until(lambda: client.legal)
            while client.legal:
                await self.ledger.ask(client, "move", move=self.rng.choice(client.legal), after=client.moves)
        table: str = made["table"]
        return table

    async def _until_no_bot_is_to_move(self, table: str) -> None:
        """Nobody is there, and bots go on by themselves. They stand back behind everything else on the machine."""
        database = self.server.database
        await asyncio.to_thread(wait_for, lambda: not is_a_bot_to_move(database, table), "the bots move", BOTS_SECONDS)


def test_a_server_killed_at_random_moments_loses_nothing(tmp_path: Path, seed: int) -> None:
    with ServerProcess(tmp_path) as server:
        party = Party(server, random.Random(seed))
        asyncio.run(party.run(3))
    assert party.met["person"] > 0
    assert party.met["bot"] > 0
    assert not server.logged_errors()


@pytest.mark.long
def test_a_server_killed_a_hundred_times_loses_nothing(tmp_path: Path, seed: int) -> None:
    met = {"person": 0, "bot": 0}
    for number in range(100 // KILLS):
        with ServerProcess(tmp_path, name=f"server{number}") as server:
            party = Party(server, random.Random(f"{seed} {number}"))
            asyncio.run(party.run(KILLS))
        assert not server.logged_errors()
        met = {who: times + party.met[who] for who, times in met.items()}
    assert met["person"] > 50
    assert met["bot"] > 50


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
def test_a_server_that_is_stopped_loses_nothing(tmp_path: Path, number: signal.Signals, status: int) -> None:
    """It ends at once without errors; clients are asked to reconnect; what was done is stored; bot workers end too."""
    with ServerProcess(tmp_path) as server:
        chairs = [{"name": "Anna"}, {"bot": "hard"}]
        made = server.make_table(chairs=chairs, options={"first": "red"}, start=True)
        ledger = Ledger()
        code, found = asyncio.run(_play_until_stopped(server, made, number, ledger))
        assert code == 1012
        assert found == status
        table = ledger.check(server.database, [made["table"]])[made["table"]]
        assert len(table.moves) >= len(ledger.done) > 0
    assert not server.logged_errors()
    assert "Traceback" not in server.log()


async def _play_until_stopped(
    server: ServerProcess, made: dict[str, Any], number: signal.Signals, ledger: Ledger
) -> tuple[int | None, int]:
    """How a connection was closed, and how the server ended."""
    bot_pool = list(children(server.pid))
    async with (
        connect(f"ws{server.url.removeprefix('http')}/api/live") as watching,
        TableClient(server.url, made["table"], made["keys"]["chairs"][0]) as client,
    ):
        await watching.send(
            json.dumps({"type": "hello", "protocol": PROTOCOL, "table": made["table"], "key": made["keys"]["watch"]})
        )
        while client.legal:
            await ledger.ask(client, "move", move=client.legal[0], after=client.moves)
        status = await asyncio.to_thread(server.stop, number)  # while a bot thinks
        with suppress(ConnectionClosed):
            while True:
                await watching.recv()
    assert not any(map(is_running, bot_pool))
    return watching.close_code, status
