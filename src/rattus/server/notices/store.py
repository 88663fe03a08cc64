"""Channels, wishes and messages in the database.

A message is one row for each channel and turn, written in the same transaction as what the table has come to. Processes
take rows that are due by one UPDATE each, so that one of them sends it. A row that was taken is not given back when the
process dies: nobody knows whether the message was sent, and one for one turn is the most.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import orjson
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.notices.wishes import Wishes
from rattus.server.players.keys import new_player_id
from rattus.server.players.store import Player, waiting_query
from rattus.server.players.summary import GameSummary, stored_summary
from rattus.server.storage.database import insert_on_conflict
from rattus.server.storage.schema import channels, games, messages, players, seatings, wishes
from rattus.server.storage.store import MAX_IDS, TableStore
from rattus.server.tables.table import TableStatus

log = logging.getLogger(__name__)
MAX_CHANNELS = 12  # of one player
MAX_FAILURES = 8  # messages in a row that did not arrive, until nothing more is sent to a channel
RETRY_SECONDS = (30.0, 120.0, 600.0)  # after the first failure, the second, the third; then it is given up
IN_SIGHT_SECONDS = 45.0  # a page that was in sight so long ago may still be
MAX_HOURLY = 60  # messages for one player
MAX_LOOKED_AT = 500  # messages that are due, in one look: most of those that nobody needs any more cost no sending
KEPT_SECONDS = 30 * 86_400.0  # until it is forgotten that a message was sent
HOUR_SECONDS = 3600.0
MESSAGE = ("channel_id", "table_id", "match", "chair", "turn")  # what tells one message from another


class ChannelKind(StrEnum):
    """How somebody is told."""

    PUSH = "push"
    MAIL = "mail"
    WEBHOOK = "webhook"
    NTFY = "ntfy"


class Delivery(StrEnum):
    """What became of a message."""

    SENT = "sent"
    FAILED = "failed"  # nothing arrived: it is tried again
    LOST = "lost"  # refused for good, or nobody knows: it is not tried again
    GONE = "gone"  # the channel is there no more
    LATER = "later"  # it was not tried


@dataclass(frozen=True)
class Channel:
    """Where a player is told. `data` has the keys of a push subscription."""

    id: str
    player: str
    kind: ChannelKind
    address: str
    name: str
    data: dict[str, str]
    is_confirmed: bool
    failures: int
    created_at: float

    @property
    def is_stuck(self) -> bool:
        """Whether nothing more is sent there, since too much did not arrive."""
        return self.failures >= MAX_FAILURES

    def as_data(self) -> dict[str, Any]:
        """As the player sees it, without keys."""
        return {
            "channel": self.id,
            "kind": self.kind.value,
            "address": self.address,
            "name": self.name,
            "made": self.created_at,
            "confirmed": self.is_confirmed,
            "stuck": self.is_stuck,
        }


@dataclass(frozen=True)
class TurnMessage:
    """A message that is to be sent now. `game` is what lists tell of the table; so many games wait in all."""

    channel: Channel
    table: str
    match: int
    chair: int
    turn: int
    attempts: int
    deadline: float | None
    game: dict[str, Any]
    wishes: Wishes
    waiting: int


class NoticeStore:
    """Who is told what, where and when."""

    def __init__(self, store: TableStore, delay_seconds: float) -> None:
        self._store, self._delay = store, delay_seconds

    # ---- what players have chosen

    async def wishes(self, player_id: str) -> Wishes:
        """What a player wants to be told of."""
        query = select(wishes.c.data).where(wishes.c.player_id == player_id)
        return Wishes.from_json(await self._store.read(lambda c: c.execute(query).scalar_one_or_none()))

    async def set_wishes(self, player: Player, chosen: Wishes) -> None:
        """Remember what a player wants to be told of."""
        row = {"player_id": player.id, "data": orjson.dumps(chosen.as_data()).decode()}

        def work(connection: Connection) -> None:
            change = insert_on_conflict(connection, wishes).values(row)
            index = [wishes.c.player_id]
            connection.execute(change.on_conflict_do_update(index_elements=index, set_={"data": row["data"]}))

        await self._store.write(work)

    async def channels(self, player_id: str) -> list[Channel]:
        """Where a player is told."""
        query = select(channels).where(channels.c.player_id == player_id)
        query = query.order_by(channels.c.created_at, channels.c.id)
        rows = await self._store.rows(query)
        return [_channel(dict(row)) for row in rows]

    async def export(self, player: Player) -> dict[str, Any]:
        """Everything that is stored of a player here, but for keys."""
        sent = select(messages).join(channels, channels.c.id == messages.c.channel_id)
        sent = sent.where(channels.c.player_id == player.id).order_by(messages.c.created_at)
        rows = await self._store.rows(sent)
        return {
            "wishes": (await self.wishes(player.id)).as_data(),
            "channels": [each.as_data() for each in await self.channels(player.id)],
            "messages": [
                {
                    "channel": row["channel_id"],
                    "table": row["table_id"],
                    "chair": row["chair"],
                    "at": row["created_at"],
                    "sent": row["sent_at"],
                }
                for row in rows
            ],
        }

    async def add_channel(
        self, player: Player, kind: ChannelKind, address: str, name: str, data: dict[str, str], now: float
    ) -> Channel:
        """Add a channel, or renew it if the player has it already. An e-mail address has to be confirmed first."""
        made = Channel(
            new_player_id(), player.id, kind, address, name, data, kind is not ChannelKind.MAIL, 0, now
        )  # fmt: skip
        is_same = and_(channels.c.player_id == player.id, channels.c.kind == kind.value, channels.c.address == address)
        number = select(func.count()).where(channels.c.player_id == player.id)
        text = orjson.dumps(data).decode()

        def work(connection: Connection) -> Channel:
            # A browser has one subscription, whoever uses it: its former player is not told there any more.
            if kind is ChannelKind.PUSH:
                is_former = and_(channels.c.address == address, channels.c.player_id != player.id)
                connection.execute(delete(channels).where(channels.c.kind == kind.value, is_former))
            known = connection.execute(select(channels).where(is_same)).mappings().one_or_none()
            if known is not None:
                change = update(channels).where(channels.c.id == known["id"]).values(failures=0, data=text, name=name)
                connection.execute(change)
                return _channel({**known, "failures": 0, "data": text, "name": name})
            if connection.execute(number).scalar_one() >= MAX_CHANNELS:
                raise RequestRefused(ErrorCode.NOT_NOW, f"{MAX_CHANNELS} are the most; remove one first")
            row = {
                "id": made.id,
                "player_id": player.id,
                "kind": kind.value,
                "address": address,
                "name": name,
                "data": text,
                "is_confirmed": made.is_confirmed,
                "failures": 0,
                "created_at": now,
            }
            connection.execute(insert(channels), row)
            return made

        return await self._store.write(work)

    async def confirm(self, channel_id: str) -> bool:
        """Whoever reads an address agrees to be told there; False if it was removed meanwhile."""
        change = update(channels).where(channels.c.id == channel_id).values(is_confirmed=True)
        return await self._store.write(lambda connection: connection.execute(change).rowcount == 1)

    async def remove_channel(self, channel_id: str, player_id: str | None = None) -> bool:
        """Remove a channel, of this player; False if there is none."""
        is_it = [channels.c.id == channel_id]
        if player_id is not None:
            is_it.append(channels.c.player_id == player_id)
        change = delete(channels).where(*is_it)
        return await self._store.write(lambda connection: connection.execute(change).rowcount == 1)

    async def note_in_sight(self, player_ids: Sequence[str], now: float) -> None:
        """Note that these players have a page in sight: they see for themselves whose turn it is."""
        for start in range(0, len(player_ids), MAX_IDS):
            some = sorted(player_ids[start : start + MAX_IDS])
            change = update(players).where(players.c.id.in_(some)).values(looked_at=now)
            await self._store.write(lambda connection, change=change: connection.execute(change).rowcount)  # type: ignore[misc]

    # ---- messages

    def note_turn(self, connection: Connection, summary: GameSummary, owners: Mapping[int, str]) -> None:
        """In the transaction that stores what a table has come to: whoever has to move is to be told, once.

        What waits for turns that have passed is dropped at once: who plays fast would make others wait for theirs.
        """
        turn = summary.match, summary.waits_for, summary.turn
        is_this = and_(*(messages.c[name] == value for name, value in zip(MESSAGE[2:], turn, strict=True)))
        # Of an earlier moment: another process may know better what the table has come to.
        is_earlier = messages.c.table_id == summary.table, messages.c.created_at < summary.changed_at
        is_waiting = messages.c.due_at.is_not(None), messages.c.attempts == 0
        is_passed = () if summary.waits_for is None else (~is_this,)
        connection.execute(delete(messages).where(*is_earlier, *is_waiting, *is_passed))
        player = None if summary.waits_for is None else owners.get(summary.waits_for)
        if player is None or summary.status != TableStatus.PLAYING.value:
            return
        query = select(channels.c.id, wishes.c.data).outerjoin(wishes, wishes.c.player_id == channels.c.player_id)
        query = query.where(channels.c.player_id == player, channels.c.is_confirmed, channels.c.failures < MAX_FAILURES)
        found = connection.execute(query).all()
        if not found or not Wishes.from_json(found[0].data).includes(summary.game, summary.data["clock"]):
            return
        rows = [
            {
                "channel_id": row.id,
                "table_id": summary.table,
                "match": summary.match,
                "chair": summary.waits_for,
                "turn": summary.turn,
                "created_at": summary.changed_at,
                "due_at": summary.changed_at + self._delay,
                "attempts": 0,
            }
            for row in found
        ]
        connection.execute(insert_on_conflict(connection, messages).on_conflict_do_nothing(), rows)

    async def claim_due(self, now: float, limit: int) -> list[TurnMessage]:
        """Take so many of the messages that are due, to be sent by the caller and by nobody else.

        Players take turns. Those whose turn is over are dropped; those whose player sleeps, or looks at a page, are put
        off.
        """
        is_due = messages.c.due_at <= now
        first = select(messages.c.due_at).where(is_due).limit(1)
        if limit <= 0 or await self._store.read(lambda c: c.execute(first).first()) is None:
            return []
        query = (
            select(
                *(messages.c[name] for name in (*MESSAGE, "due_at", "attempts")), channels,
                games.c.status, games.c.waits_for, games.c.deadline, games.c.data.label("game"),
                wishes.c.data.label("wishes"), players.c.looked_at, seatings.c.player_id.label("owner"),
            )
            .join(channels, channels.c.id == messages.c.channel_id)
            .join(players, players.c.id == channels.c.player_id)
            .outerjoin(games, games.c.table_id == messages.c.table_id)
            .outerjoin(
                seatings, and_(seatings.c.table_id == messages.c.table_id, seatings.c.chair == messages.c.chair)
            )
            .outerjoin(wishes, wishes.c.player_id == channels.c.player_id)
            .where(is_due)
            .order_by(func.row_number().over(partition_by=channels.c.player_id, order_by=messages.c.due_at))
            .order_by(messages.c.due_at)
            .limit(MAX_LOOKED_AT)
        )  # fmt: skip

        def work(connection: Connection) -> list[TurnMessage]:
            taken: list[TurnMessage] = []
            for row in map(dict, connection.execute(query).mappings().all()):
                if len(taken) == limit:
                    break
                try:
                    values, message = _decided(connection, row, now)
                except (KeyError, TypeError, ValueError) as error:  # messages of others do not wait for it
                    what = f"{type(error).__name__}: {error}"
                    log.error("a message is damaged", extra={"table": row["table_id"], "error": what})
                    values, message = {"due_at": None}, None
                is_unchanged = and_(_is_message(row), messages.c.due_at == row["due_at"])
                if connection.execute(update(messages).where(is_unchanged).values(values)).rowcount and message:
                    taken.append(message)
            return taken

        return await self._store.write(work)

    async def finish(self, message: TurnMessage, delivery: Delivery, now: float) -> None:
        """Note what became of a message."""
        is_channel = channels.c.id == message.channel.id
        is_it = _is_message(
            {
                "channel_id": message.channel.id,
                "table_id": message.table,
                "match": message.match,
                "chair": message.chair,
                "turn": message.turn,
            }
        )
        retries = RETRY_SECONDS if delivery is Delivery.FAILED else ()

        def work(connection: Connection) -> None:
            if delivery is Delivery.GONE:
                connection.execute(delete(channels).where(is_channel))
            elif delivery is Delivery.SENT:
                connection.execute(update(channels).where(is_channel).values(failures=0))
            elif delivery is Delivery.LATER:
                values = {"due_at": now + RETRY_SECONDS[0], "attempts": message.attempts - 1}
                connection.execute(update(messages).where(is_it).values(values))
            elif message.attempts <= len(retries):
                due_at = now + retries[message.attempts - 1]
                connection.execute(update(messages).where(is_it).values(due_at=due_at))
            else:
                connection.execute(update(channels).where(is_channel).values(failures=channels.c.failures + 1))

        await self._store.write(work)

    async def remove_old(self, now: float) -> None:
        """Forget messages that were sent long ago."""
        is_old = and_(messages.c.due_at.is_(None), messages.c.created_at < now - KEPT_SECONDS)
        await self._store.write(lambda connection: connection.execute(delete(messages).where(is_old)).rowcount)


def _decided(connection: Connection, row: Mapping[str, Any], now: float) -> tuple[dict[str, Any], TurnMessage | None]:
    """What becomes of a message that is due: the new values of its row, and the message if it is to be sent."""
    chosen = Wishes.from_json(row["wishes"])
    game = None if row["game"] is None else stored_summary(row["game"])
    if game is None or not _is_current(row, game) or not chosen.includes(game["game"], game["clock"]):
        return {"due_at": None}, None
    quiet_until = chosen.quiet_until(now)
    if quiet_until is not None:
        return {"due_at": quiet_until}, None
    if row["looked_at"] is not None and row["looked_at"] > now - IN_SIGHT_SECONDS:
        return {"due_at": row["looked_at"] + IN_SIGHT_SECONDS}, None
    sent = select(func.count()).select_from(messages).join(channels, channels.c.id == messages.c.channel_id)
    sent = sent.where(channels.c.player_id == row["player_id"], messages.c.sent_at > now - HOUR_SECONDS)
    if connection.execute(sent).scalar_one() >= MAX_HOURLY:
        return {"due_at": None}, None
    place = row["table_id"], row["match"], row["chair"], row["turn"], row["attempts"] + 1, row["deadline"]
    waiting: int = connection.execute(waiting_query(row["player_id"])).scalar_one()
    message = TurnMessage(_channel(row), *place, game, chosen, waiting)
    return {"due_at": None, "attempts": message.attempts, "sent_at": now}, message


def _is_current(row: Mapping[str, Any], game: Mapping[str, Any]) -> bool:
    """Whether the turn that a message is about has not passed, and the chair is still the player's."""
    is_waiting = row["status"] == TableStatus.PLAYING.value and row["waits_for"] == row["chair"]
    is_same = game["match"] == row["match"] and game.get("turn") == row["turn"]
    return bool(is_waiting and is_same and row["owner"] == row["player_id"])


def _is_message(row: Mapping[str, Any]) -> ColumnElement[bool]:
    return and_(*(messages.c[name] == row[name] for name in MESSAGE))


def _channel(row: Mapping[str, Any]) -> Channel:
    return Channel(
        row["id"],
        row["player_id"],
        ChannelKind(row["kind"]),
        row["address"],
        row["name"],
        orjson.loads(row["data"]),
        row["is_confirmed"],
        row["failures"],
        row["created_at"],
    )
