"""Histories of clients, in the manner of Jepsen: what each asked, was told and saw, checked against the one journal."""

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson
from websockets.asyncio.client import ClientConnection

from rattus.server.client import TableClient
from rattus.server.errors import RequestRefused
from rattus.server.live.snapshots import state_message
from rattus.server.tables.keys import WATCH, Role, chair_role
from rattus.server.tables.table import Table

from .ledger import RESEND_SECONDS
from .server_process import stored_entries
from .stored_entry import StoredEntry

NUDGE_SECONDS = 0.5  # between two looks whether something can be done
GIVE_UP_CHANCE = 0.03  # that a client dies while it waits for an answer


@dataclass
class Asked:
    """A request, and what became of it: neither number nor code if the client died before it knew."""

    chair: int
    id: str
    kind: str
    fields: dict[str, Any]
    began: float
    ended: float | None = None
    number: int | None = None  # of its entry
    code: str | None = None  # why it was refused
    gave_up: bool = False  # the client died while it waited
    sent: set[int] = field(default_factory=set)  # the connections that it was sent on


class Seen(NamedTuple):
    """A message: when it came, its number, and its bytes, since the client goes on with its parts."""

    at: float
    number: int
    data: bytes


@dataclass
class History:
    """What the clients of one key have lived through."""

    table: str
    role: Role
    asked: list[Asked] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)


class HistoryClient(TableClient):
    """A client that may reconnect to another server each time, and writes down what it lives through."""

    def __init__(self, servers: Callable[[], str], history: History, key: str) -> None:
        self._servers = servers
        super().__init__(servers(), history.table, key, RESEND_SECONDS)
        self.history = history
        self._asking = Asked(0, "", "", {}, 0.0)
        self._connections = 0  # so far

    @property
    def _address(self) -> str:
        return f"ws{self._servers().removeprefix('http')}/api/live?table={self.history.table}"

    @_address.setter
    def _address(self, _: str) -> None:
        """Chosen anew for each connection."""

    async def _receive(self, connection: ClientConnection) -> None:
        self._connections += 1
        await super()._receive(connection)

    async def _handle(self, message: dict[str, Any]) -> None:
        if message["type"] in ("state", "update"):
            self.history.seen.append(Seen(time.monotonic(), message["number"], orjson.dumps(message)))
        await super()._handle(message)

    async def ask(self, kind: str, **fields: Any) -> None:
        """Ask for something, and note what became of it."""
        assert self.history.role.chair is not None
        asked = Asked(self.history.role.chair, "", kind, fields, time.monotonic())
        try:
            answer = await self._ask(asked, kind, fields)
            asked.number = answer["number"]
        except RequestRefused as refused:
            asked.code = refused.code.value
        except asyncio.CancelledError:
            asked.gave_up = True
            raise
        asked.ended = time.monotonic()

    async def _send(self, message: dict[str, Any]) -> None:
        if self._connection is not None and message.get("id") == self._asking.id:
            self._asking.sent.add(self._connections)
        await super()._send(message)

    async def _request(self, request: dict[str, Any]) -> dict[str, Any]:
        self._asking.id = request["id"]
        if self._asking not in self.history.asked:
            self.history.asked.append(self._asking)
        return await super()._request(request)

    async def _ask(self, asked: Asked, kind: str, fields: dict[str, Any]) -> dict[str, Any]:
        self._asking = asked  # a client asks for one thing at a time
        return await self.request(kind, **fields)


class Player:
    """Somebody at a table who does all kinds of things at random, and whose device now and then dies."""

    def __init__(self, servers: Callable[[], str], history: History, key: str, chance: random.Random) -> None:
        self.history, self._servers, self._key, self._chance = history, servers, key, chance
        self.client: HistoryClient | None = None
        self.is_calm = False
        self.rests = asyncio.Event()  # it is calm, all is answered, and the client is still connected
        self.deaths = 0

    async def run(self, pace: float) -> None:
        """Play until it is calm; then the client stays connected and only listens."""
        while True:
            self.client = HistoryClient(self._servers, self.history, self._key)
            async with self.client:
                if not await self._live(self.client, pace):
                    self.deaths += 1
                    continue
                self.rests.set()
                await asyncio.Event().wait()

    async def _live(self, client: HistoryClient, pace: float) -> bool:
        """Whether it has lived until it is calm."""
        while not self.is_calm:
            await asyncio.sleep(self._chance.uniform(0.0, pace))
            request = self._wish(client)
            if request is None:
                continue
            kind, fields = request
            asking = asyncio.create_task(client.ask(kind, **fields))
            if self._chance.random() < GIVE_UP_CHANCE:
                await asyncio.wait([asking], timeout=self._chance.uniform(0.0, 0.05))
                if not asking.done():
                    asking.cancel()
                    await asyncio.gather(asking, return_exceptions=True)
                    return False
            await asking
        return True

    def _wish(self, client: HistoryClient) -> tuple[str, dict[str, Any]] | None:
        chance, table = self._chance.random(), client.table
        mine = next(chair for chair in table["chairs"] if chair["chair"] == self.history.role.chair)
        if mine["away"]:
            return "return", {}
        if chance < 0.15:
            return "chat", {"text": f"{self._chance.random()} é"}
        if chance < 0.18:
            return "leave", {}
        if chance < 0.25:
            return "undo", {}
        if table["asked"] is not None and client.you["seat"] in table["asked"]["waiting"]:
            return "answer", {"yes": self._chance.random() < 0.7}
        if table["status"] == "over":
            return "rematch", {}
        if client.legal:
            return "move", {"move": self._chance.choice(client.legal), "after": client.moves}
        return None


# ---- checking


def check_table(database: str, name: str, histories: list[History]) -> Table:
    """Check that the histories of all clients of a table fit its journal, exactly once; the table at its end."""
    return check_journal(name, stored_entries(database, name), histories)


def check_journal(name: str, journal: list[StoredEntry], histories: list[History]) -> Table:
    """The same for a journal that was read already."""
    assert [entry.number for entry in journal] == list(range(1, len(journal) + 1)), f"{name}: a gap in the journal"
    _check_requests(journal, histories)
    _check_order(histories)
    return _check_seen(name, journal, histories)


def _check_requests(journal: list[StoredEntry], histories: list[History]) -> None:
    """Everything acknowledged is there once, nothing refused is, and nothing that nobody asked for."""
    stored: dict[tuple[int | None, str], StoredEntry] = {}
    for entry in journal:
        if "id" in entry.data:
            key = entry.chair, entry.data["id"]
            assert key not in stored, f"stored twice: {stored[key]} {entry}"
            stored[key] = entry
    asked = {(each.chair, each.id): each for history in histories for each in history.asked}
    assert len(asked) == sum(len(history.asked) for history in histories)
    invented = [stored[key] for key in stored.keys() - asked.keys()]
    assert not invented, f"nobody asked for {invented}"
    for key, each in asked.items():
        found = stored.get(key)
        if each.number is not None:
            assert found is not None, f"acknowledged and lost: {each}"
            assert found.number == each.number, f"acknowledged as another entry: {each} {found}"
            wrong = {name for name in ("move", "text", "yes") if found.data.get(name) != each.fields.get(name)}
            assert not wrong, f"stored otherwise: {each} {found}"
        elif each.code is not None and (each.kind == "move" or len(each.sent) == 1):
            # Sent again on another connection it may be refused there, and be carried out where it arrives late.
            assert found is None, f"refused and stored: {each} {found}"


def _check_order(histories: list[History]) -> None:
    """What was asked for after something was known to be stored has a higher number."""
    moments: list[tuple[float, int, int, object]] = []  # when; 0: known, 1: asked; number; what
    for history in histories:
        moments += [(seen.at, 0, seen.number, seen.data) for seen in history.seen]
        for each in history.asked:
            if each.number is not None and each.ended is not None:
                moments += [(each.ended, 0, each.number, each), (each.began, 1, each.number, each)]
    known = 0
    for _, is_asked, number, what in sorted(moments, key=lambda moment: moment[:2]):
        if is_asked:
            assert number > known, f"entry {known} was known before this was asked for: {what}"
        else:
            known = max(known, number)


def _check_seen(name: str, journal: list[StoredEntry], histories: list[History]) -> Table:
    """Every message is what the journal amounted to at its number, for that role, to the last field."""
    seen: dict[int, list[tuple[Role, dict[str, Any]]]] = defaultdict(list)
    for history in histories:
        for message in [orjson.loads(each.data) for each in history.seen]:
            assert message["number"] <= len(journal), f"{name}: entry {message['number']} was shown and is lost"
            assert not message.get("anew"), f"{name}: the server had another history"
            seen[message["number"]].append((history.role, message))
    table = Table(name)
    for entry in journal:
        table.apply(entry.parsed())
        expected: dict[Role, dict[str, Any]] = {}
        for role, message in seen[entry.number]:
            if role not in expected:
                expected[role] = orjson.loads(orjson.dumps(state_message(table, role)))
            _check_message(table, expected[role], message)
    return table


def _check_message(table: Table, expected: dict[str, Any], message: dict[str, Any]) -> None:
    where = f"{table.id} at entry {table.number}"
    if message["type"] == "update":
        after = table.entries_after(message["since"])
        assert after is not None, f"{where}: an update tells of too much"
        happened = [entry.data for entry in after]
        assert message["happened"] == orjson.loads(orjson.dumps(happened)), f"{where}: other entries were shown"
        if "events" in message:
            known = len(expected["events"]) - len(message["events"])
            assert message["events"] == expected["events"][known:], f"{where}: other events were shown"
    for key in message.keys() & expected.keys() - {"type", "events" if message["type"] == "update" else ""}:
        assert message[key] == expected[key], f"{where}: {key} was shown as {message[key]}, and is {expected[key]}"


def role_of(chair: int | None) -> Role:
    """The role of a chair, or of a spectator."""
    return WATCH if chair is None else chair_role(chair)
