"""What a process does with open tables: it lists them, seats players, and begins those that are full or have waited."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import orjson

from rattus.games import GAMES
from rattus.server.background import BackgroundWork
from rattus.server.clock import Clock
from rattus.server.errors import ErrorCode, RequestRefused, StorageError
from rattus.server.live.live_table import LiveTable
from rattus.server.live.registry import TableRegistry
from rattus.server.open_tables.store import NOT_OPEN, AlreadyOpen, OpenTable, OpenTableStore
from rattus.server.players.keys import derived_key, watch_key
from rattus.server.players.store import Player, PlayerStore
from rattus.server.players.tracker import GameTracker
from rattus.server.protocol.open_tables import Fill, FindTableRequest, Seated
from rattus.server.protocol.tables import BankClock, ChairAssignment, CreateTableRequest
from rattus.server.ratings.model import NEW, Rating, anchor
from rattus.server.ratings.store import RatingStore
from rattus.server.tables.create import Opener, create_open_table
from rattus.server.tables.journal import ChairHolder, JournalEntry, Opening
from rattus.server.tables.keys import HOST, SERVER, chair_role, digest
from rattus.server.tables.requests import TableRequests
from rattus.server.tables.table import Table, TableStatus
from rattus.server.tables.time_control import DAY, ClockKind

log = logging.getLogger(__name__)
LIST_SECONDS = 1.0  # that a list may be old
LIVE_SECONDS = 1800.0  # after which an open table is closed that nobody has begun, where people wait for each other
DAYS_SECONDS = 7 * DAY  # the same, where they have days for a move
MAX_TRIED = 8  # tables that are tried for somebody who looks for one
USUAL_PLAYERS = {"rattus": 4, "africanus": 4, "cartus": 4}
USUAL_CLOCK = BankClock(kind="bank", seconds=1800.0, increment=20.0)  # strangers do not wait for each other for ever
OFF = "there are no open tables on this server"
NOT_INVITED = "this server asks for an invitation code first"


@dataclass(frozen=True)
class Listing:
    """All open tables with a free chair, as they are sent."""

    tables: list[dict[str, Any]]
    version: int  # another one whenever the list has changed


EMPTY = Listing([], 0)


class OpenTables:
    """The open tables of a server, as one of its processes sees them."""

    def __init__(
        self,
        store: OpenTableStore,
        players: PlayerStore,
        registry: TableRegistry,
        tracker: GameTracker,
        ratings: RatingStore,
        background: BackgroundWork,
        clock: Clock,
        revoke: Callable[[str, int], Awaitable[None]],
        is_on: bool,
        invitation_code: str | None,
    ) -> None:
        self._store, self._players, self._registry, self._tracker = store, players, registry, tracker
        self._ratings, self._background, self._clock = ratings, background, clock
        self._revoke = revoke  # disconnects whoever is connected to a chair, in all processes
        self.is_on = is_on
        self._code = None if invitation_code is None else digest(invitation_code)
        self._listing, self._listed_at, self._found = EMPTY, float("-inf"), list[OpenTable]()
        self._secret = b""  # what the keys of spectators follow from
        self._told = 0  # the version that pages were last told of
        self._reading = asyncio.Lock()

    def set_secret(self, secret: bytes) -> None:
        """What the keys of spectators follow from: a secret of the database."""
        self._secret = secret

    # ---- who may

    def may_see(self, player: Player | None) -> bool:
        """Whether somebody may see the list and use it."""
        return self.is_on and self.is_invited(player)

    def is_invited(self, player: Player | None) -> bool:
        """Whether somebody has given the invitation code of this server, or none is asked for."""
        return self._code is None or (player is not None and player.invitation == self._code)

    def check(self, player: Player) -> None:
        """RequestRefused if there are no open tables here, or the player was not invited."""
        if not self.is_on:
            raise RequestRefused(ErrorCode.NOT_FOUND, OFF)
        if not self.may_see(player):
            raise RequestRefused(ErrorCode.NOT_YOURS, NOT_INVITED)

    async def invite(self, player: Player, code: str) -> bool:
        """Whether this is the invitation code; if so the player is invited from now on."""
        if self._code is None:
            return self.is_on
        is_right = hmac.compare_digest(digest(code), self._code)
        if is_right:
            await self._players.note_invitation(player, self._code)
        return is_right

    # ---- the list

    async def listing(self) -> Listing:
        """The list, a second old at most."""
        if self.is_on and self._clock.now() - self._listed_at >= LIST_SECONDS:
            async with self._reading:
                if self._clock.now() - self._listed_at >= LIST_SECONDS:  # nobody else has read it meanwhile
                    await self._read()
        return self._listing

    async def follow(self) -> None:
        """Tell the pages of this process when the list has changed, whoever has changed it."""
        if not self._tracker.is_watched:
            return
        version = (await self.listing()).version
        if version != self._told:  # not the last that was read: whoever asks for the list reads it as well
            self._told = version
            self._tracker.nudge_all()

    async def _read(self) -> None:
        self._found = await self._store.listed()
        shown = [table for table in self._found if table.free_chairs and table.data["listed"]]
        seated = await self._store.players_at([table.id for table in shown if table.data["rated"]])
        known = {}
        for game in GAMES:
            of_game = {table.id for table in shown if table.data["game"] == game}
            there = {player for (table_id, _), player in seated.items() if table_id in of_game}
            known[game] = await self._ratings.of_many(game, sorted(there))
        tables = [_listed(table) | {"ratings": _ratings(table, seated, known[table.data["game"]])} for table in shown]
        self._listing, self._listed_at = Listing(tables, crc32(orjson.dumps(tables))), self._clock.now()

    async def _changed(self) -> None:
        """Something was changed here: pages are told at once, not at the next look."""
        self._listed_at = float("-inf")
        with suppress(StorageError):
            await self.follow()

    # ---- tables and chairs

    async def open(
        self,
        player: Player,
        key: str,
        request: CreateTableRequest,
        fill: Fill | None,
        table_id: str,
        maker: str,
        *,
        listed: bool = True,
        unless: Callable[[OpenTable], bool] | None = None,
    ) -> Seated:
        """Open a table: the player has a chair there and is its host. Without a clock it gets the usual one.

        To whoever has its link, or if it is `listed` to everybody, where the host of the server allows that.
        AlreadyOpen if there is one that will do by now, as `unless` says.
        """
        if listed:
            self.check(player)
        now = self._clock.now()
        request = request.model_copy(update={"clock": request.clock or USUAL_CLOCK})
        fill_at, level = (None, None) if fill is None else (now + fill.seconds, fill.level)
        opening = Opening(fill_at, level, listed)
        table, journal, chair = await self._background.run(
            maker, lambda: create_open_table(request, Opener(player.id, player.name), opening, now, table_id)
        )
        clock = table.settings.clock
        # Whoever gets a link may read it days later.
        is_slow = not listed or (clock is not None and clock["kind"] == ClockKind.DAYS)
        closes_at = max(now + (DAYS_SECONDS if is_slow else LIVE_SECONDS), (opening.fill_at or 0.0) + LIVE_SECONDS)
        watch = digest(watch_key(self._secret, table_id))
        await self._store.create(table, journal, player, key, chair, maker, closes_at, watch, unless)
        self._tracker.track(await self._registry.get(table_id))
        await self._changed()
        return self._seated(key, table_id, chair, is_host=True)

    async def sit(self, player: Player, key: str, table_id: str, chair: int | None, link: str | None = None) -> Seated:
        """Sit down at an open table; the last free chair begins the match. RequestRefused `late` if it is taken.

        `link` is the key in the link of a table that is not listed; without it such a table is as good as closed.
        """
        if link is None:
            self.check(player)
        own = await self._store.chair_of(player, table_id)
        is_host = own is not None and await self._let_in(player, key, table_id, own)
        live = await self._open_table(table_id) if own is None else await self._registry.get(table_id)
        free: list[int] = await live.read(_free_chairs)
        if own is None:
            self._check_may_sit(player, live, link)
            own = await self._take_one(player, key, table_id, [each for each in free if chair in (None, each)])
            if own is None:  # it may be the same player who has clicked twice
                own = await self._store.chair_of(player, table_id)
        if own is None:
            self._listed_at = float("-inf")  # the list that somebody chose from is too old
            raise RequestRefused(ErrorCode.LATE, "that chair is taken")
        taken = own
        if taken in free:
            await self._sit_down(live, player, taken)
        self._tracker.track(live)
        await self._begin_if_full(live)
        await self._changed()
        return self._seated(key, table_id, taken, is_host=is_host)

    async def _take_one(self, player: Player, key: str, table_id: str, chairs: list[int]) -> int | None:
        """Take the first of these chairs that nobody else has taken meanwhile; None if there are none."""
        for chair in chairs:
            try:
                return await self._store.take_chair(player, key, table_id, chair, self._clock.now())
            except RequestRefused as refused:
                if refused.code is not ErrorCode.LATE or chair == chairs[-1]:
                    raise
        return None

    def _check_may_sit(self, player: Player, live: LiveTable, link: str | None) -> None:
        """RequestRefused unless somebody may sit down at this table, by the list or by its link."""
        opening = live.table.settings.opening
        if opening is None or opening.listed:
            self.check(player)
        elif link is None or not hmac.compare_digest(digest(link), digest(watch_key(self._secret, live.table.id))):
            raise RequestRefused(ErrorCode.LATE, NOT_OPEN)

    async def _let_in(self, player: Player, key: str, table_id: str, chair: int) -> bool:
        """See that the key of this device opens a chair that was taken on another one; whether they are the host."""
        is_host = await self._store.is_host(player, table_id)
        await self._players.ensure_access(player, key, [{"table_id": table_id, "chair": chair, "is_host": is_host}])
        return is_host

    async def _sit_down(self, live: LiveTable, player: Player, chair: int) -> None:
        """Let a player sit down on a chair that is theirs; if that cannot be, the chair is nobody's again."""
        try:
            await live.submit(chair_role(chair), lambda requests: requests.sit(chair, player.name, player.id))
        except RequestRefused as refused:
            if refused.code is ErrorCode.TROUBLE:  # it may be stored all the same
                raise
            holder: ChairHolder = await live.read(lambda table: table.chairs[chair - 1].holder)
            if holder is not ChairHolder.PERSON:  # otherwise it is this player, by another request: nobody else can be
                await self._players.leave(player, live.table.id, chair)
                raise

    async def find(
        self, player: Player, key: str, wish: FindTableRequest, table_id: str, pay_for_table: Callable[[], str]
    ) -> Seated:
        """Seat a player at an open table that fits, or open one. Their own that waits already is the answer too.

        `pay_for_table` is called before one is opened: the maker, or RequestRefused.
        """
        await self.listing()
        fitting = [table for table in self._found if table.free_chairs and table.data["listed"] and _fits(table, wish)]
        fitting.sort(key=lambda table: (table.player != player.id, -table.people))
        for table in fitting[:MAX_TRIED]:
            if (seated := await self._sit_if_free(player, key, table)) is not None:
                return seated
        number = min(USUAL_PLAYERS[wish.game], max(GAMES[wish.game].player_counts))
        chairs = [ChairAssignment(name=player.name)]
        request = CreateTableRequest(game=wish.game, players=number, chairs=chairs, clock=wish.clock, rated=wish.rated)
        maker = pay_for_table()
        taken = set[str]()  # tables whose last chair somebody else was given
        while True:
            try:
                return await self.open(
                    player, key, request, wish.fill, table_id, maker,
                    unless=lambda table: table.id not in taken and _fits(table, wish),
                )  # fmt: skip
            except AlreadyOpen as other:
                if (seated := await self._sit_if_free(player, key, other.table)) is not None:
                    return seated
                taken.add(other.table.id)

    async def _sit_if_free(self, player: Player, key: str, table: OpenTable) -> Seated | None:
        """Sit down at a table, or come back to one's own; None if its last chair was taken meanwhile."""
        if table.player == player.id:
            await self._let_in(player, key, table.id, table.chair)
            return self._seated(key, table.id, table.chair, is_host=True)
        try:
            return await self.sit(player, key, table.id, None)
        except RequestRefused as refused:
            if refused.code is not ErrorCode.LATE:
                raise
            return None

    async def leave(self, player: Player, table_id: str) -> bool | None:
        """Leave one's chair at an open table; whether the table was closed with it. None: it is no open table.

        Whoever opened the table closes it before the match. During the match a bot plays on.
        """
        chair = await self._store.chair_of(player, table_id)
        if chair is None:
            raise RequestRefused(ErrorCode.NOT_FOUND, "this chair is not yours")
        try:
            live = await self._registry.get(table_id)
        except RequestRefused:  # it cannot be read: nobody plays there
            return None
        opening, status = await live.read(lambda table: (table.settings.opening, table.status))
        if opening is None:
            return None
        closes = status is TableStatus.OPEN and await self._store.is_opener(player, table_id)
        with suppress(RequestRefused):  # it is closed, or a bot plays for them already
            if closes:
                await live.submit(SERVER, lambda requests: requests.close())
            elif status is TableStatus.OPEN:
                await live.submit(chair_role(chair), lambda requests: requests.stand_up(chair))
            elif status is TableStatus.PLAYING:
                await live.submit(chair_role(chair), lambda requests: requests.leave())
        await self._players.leave(player, table_id, chair)
        if closes:
            await self._store.remove(table_id)
        await self._revoke(table_id, chair)
        self._tracker.track(live)
        await self._changed()
        return closes

    async def ratings_at(self, live: LiveTable) -> list[dict[str, Any]]:
        """The ratings of those at a rated table; after a match, with what it has changed."""
        table = await live.read(_rating_facts)
        if table is None:
            return []
        game, match, chairs = table
        changed = {} if match is None else await self._ratings.changes(live.table.id, match)
        known = await self._ratings.of_many(game, [player for _, player, _ in chairs if player is not None])
        found = []
        for chair, player, level in chairs:
            rating = known.get(player, NEW) if player is not None else anchor(game, level)
            after, change = changed.get(chair, (rating, None))
            found.append({"chair": chair, **after.as_data(), "change": change})
        return found

    async def leave_all(self, player: Player) -> None:
        """Leave all open tables, before a player is removed: nobody is to wait for them there."""
        for table_id in await self._store.unfinished_tables(player):
            with suppress(RequestRefused):
                await self.leave(player, table_id)

    # ---- what happens by itself

    async def run_due(self, is_ours: Callable[[str], bool]) -> None:
        """Begin the tables that are full, give the free chairs of those that have waited to bots, close forgotten ones.

        A full table begins when the last one sits down; here only if that process has died.
        """
        now = self._clock.now()
        for table in [table for table in await self._store.due(now) if is_ours(table.id)]:
            is_due = table.fill_at is not None and table.fill_at <= now
            if not (is_due or table.closes_at <= now or not table.free_chairs):
                continue
            try:
                live = await self._registry.get(table.id)
                if is_due:
                    await self._fill(live)
                await self._begin_if_full(live)
                if table.closes_at <= now:
                    await live.submit(SERVER, _close_if_open)
                self._tracker.track(live)
            except RequestRefused as refused:
                log.info("an open table could not be begun", extra={"table": table.id, "error": str(refused)})
                if table.closes_at <= now:
                    await self._store.remove(table.id)

    async def _fill(self, live: LiveTable) -> None:
        while free := await live.read(_free_chairs):
            await live.submit(SERVER, lambda requests, chair=free[0]: _give_to_bot(requests, chair))  # type: ignore[misc]

    async def _begin_if_full(self, live: LiveTable) -> None:
        if not await live.read(_free_chairs):
            with suppress(RequestRefused):  # another process was first
                await live.submit(SERVER, lambda requests: requests.start())

    def _seated(self, key: str, table_id: str, chair: int, *, is_host: bool) -> Seated:
        return Seated(
            table=table_id,
            chair=chair,
            key=derived_key(key, table_id, chair_role(chair)),
            host=derived_key(key, table_id, HOST) if is_host else None,
            watch=watch_key(self._secret, table_id),
        )

    async def _open_table(self, table_id: str) -> LiveTable:
        if not await self._store.is_open(table_id):
            self._listed_at = float("-inf")  # the list that somebody chose from is too old
            raise RequestRefused(ErrorCode.LATE, NOT_OPEN)
        return await self._registry.get(table_id)


def _give_to_bot(requests: TableRequests, chair: int) -> JournalEntry:
    opening = requests.table.settings.opening
    level = None if opening is None else opening.level
    return requests.set_holder(chair, ChairHolder.BOT, level or requests.table.settings.sitter)


def _close_if_open(requests: TableRequests) -> JournalEntry:
    if requests.table.status is not TableStatus.OPEN:
        raise RequestRefused(ErrorCode.NOT_NOW, "the match has begun")
    return requests.close()


def _free_chairs(table: Table) -> list[int]:
    if table.status is not TableStatus.OPEN or table.is_closed:
        return []
    return [chair.number for chair in table.chairs if chair.holder is ChairHolder.OPEN]


def _fits(table: OpenTable, wish: FindTableRequest) -> bool:
    clock = (wish.clock or USUAL_CLOCK).model_dump()
    return (table.data["game"], table.data["rated"]) == (wish.game, wish.rated) and (
        wish.any_clock or table.data["clock"] == clock
    )


def _listed(table: OpenTable) -> dict[str, Any]:
    return {
        "table": table.id,
        "game": table.data["game"],
        "chairs": table.chairs,
        "clock": table.data["clock"],
        "options": table.data["options"],
        "hide_rats": table.data["hide_rats"],
        "rated": table.data["rated"],
        "opened": table.opened_at,
        "opener": table.chair,
        "fill_at": table.fill_at,
        "level": table.data["level"],
    }


def _rating_facts(table: Table) -> tuple[str, int | None, list[tuple[int, str | None, str]]] | None:
    """What ratings at a table depend on: game, the match that is over, and player or level by chair; or None."""
    if not table.settings.rated:
        return None
    match = table.match if table.status is TableStatus.OVER else None
    people = [chair for chair in table.chairs if chair.player is not None or chair.level is not None]
    return table.settings.game, match, [(chair.number, chair.player, chair.level or "") for chair in people]


def _ratings(
    table: OpenTable, seated: Mapping[tuple[str, int], str], known: Mapping[str, Rating]
) -> list[dict[str, Any]]:
    """The ratings of those who sit at a rated table: who plays there agrees that they are shown."""
    if not table.data["rated"]:
        return []
    game, found = table.data["game"], {}
    for chair in table.chairs:
        if chair["level"] is not None:
            found[chair["chair"]] = anchor(game, chair["level"])
        elif (player := seated.get((table.id, chair["chair"]))) is not None:
            found[chair["chair"]] = known.get(player, NEW)
    return [{"chair": number, **rating.as_data()} for number, rating in found.items()]
