"""Creating a table: new, from a position, or to watch a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rattus.errors import FormatError, RattusError
from rattus.kernel.seats import SEATS
from rattus.match.game import Game, game_from, new_game
from rattus.match.parts import find_game, shipped_parts
from rattus.match.record import begin_record, load_record, replay
from rattus.match.scenario import game_of_scenario
from rattus.match.seal import Seal, new_seal
from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.protocol.tables import ChairAssignment, CreateTableRequest, TableCreated, TableKeys
from rattus.server.tables.journal import JournalEntry, Opening, RecordOpened, TableMade, TableSettings
from rattus.server.tables.keys import HOST, WATCH, Role, chair_role, digest, new_key
from rattus.server.tables.requests import TableRequests
from rattus.server.tables.table import Table


@dataclass(frozen=True)
class NewTable:
    """A table that is ready to be stored, and the answer to whoever made it."""

    table: Table
    entries: tuple[JournalEntry, ...]
    roles: dict[str, Role]  # by the digests of their keys
    answer: TableCreated


@dataclass(frozen=True)
class Opener:
    """The player who opens a table to everybody."""

    player: str  # id
    name: str


def create_table(request: CreateTableRequest, now: float, table_id: str) -> NewTable:
    """Create a table with this id. RequestRefused says what is not possible."""
    if request.rated:  # whoever made it has the keys of all its chairs
        why = "rated: only where nobody has the keys of others; open it (/api/open/make), with a link as not `listed`"
        raise RequestRefused(ErrorCode.MALFORMED, why)
    table, entries = _make(request, now, table_id, None)
    host, watch, chairs = new_key(), new_key(), [new_key() for _ in table.chairs]
    keys = {host: HOST, watch: WATCH} | {key: chair_role(number) for number, key in enumerate(chairs, 1)}
    roles = {digest(key): role for key, role in keys.items()}
    answer = TableCreated(table=table.id, keys=TableKeys(host=host, watch=watch, chairs=chairs))
    return NewTable(table, entries, roles, answer)


def create_open_table(
    request: CreateTableRequest, opener: Opener, opening: Opening, now: float, table_id: str
) -> tuple[Table, tuple[JournalEntry, ...], int]:
    """Create a table that is open to everybody: the table, its journal, and the chair of the player who opens it.

    Exactly one chair has a name, and that is replaced by the player's own. Without a free chair the match begins.
    """
    if request.players is None or request.position is not None:
        raise RequestRefused(ErrorCode.MALFORMED, "an open table begins with a new game: give the number of players")
    named = [number for number, chair in enumerate(request.chairs, 1) if chair.name is not None]
    if len(named) != 1:
        raise RequestRefused(ErrorCode.MALFORMED, "chairs: exactly one has a name, that of whoever opens the table")
    if request.rated and request.clock is None:
        raise RequestRefused(ErrorCode.MALFORMED, "a rated table needs a clock, so that nobody escapes by waiting")
    chairs = [chair if chair.name is None else ChairAssignment(name=opener.name) for chair in request.chairs]
    is_full = len(chairs) == request.players and all(chair.name or chair.bot for chair in chairs)
    request = request.model_copy(update={"chairs": chairs, "start": is_full})
    return *_make(request, now, table_id, opening, (named[0], opener.player)), named[0]


def create_daily_table(
    game: str, day: str, name: str, levels: Sequence[str], seal: Seal, now: float, table_id: str
) -> tuple[Table, tuple[JournalEntry, ...]]:
    """Create the table of a try at the game of a day: the player begins, against computer players of these levels."""
    settings = TableSettings(game, {"first": SEATS[0]}, None, levels[-1], hints=False, daily=day)
    table = Table(table_id)
    entries = [JournalEntry(1, now, None, TableMade(settings, [{"name": name}, *({"bot": each} for each in levels)]))]
    table.apply(entries[0])
    entries.append(TableRequests(table, HOST, now).start(seal))
    table.apply(entries[1])
    return table, tuple(entries)


def _make(
    request: CreateTableRequest,
    now: float,
    table_id: str,
    opening: Opening | None,
    opener: tuple[int, str] | None = None,  # chair and player
) -> tuple[Table, tuple[JournalEntry, ...]]:
    try:
        made, record = _read_request(request, opening)
    except RattusError as error:
        raise RequestRefused(ErrorCode.MALFORMED, str(error)) from None
    if opener is not None:
        made.chairs[opener[0] - 1]["player"] = opener[1]
    table = Table(table_id)
    entries = [JournalEntry(1, now, None, made)]
    table.apply(entries[0])
    if record is not None:
        entries.append(JournalEntry(2, now, None, RecordOpened(record)))
        table.apply(entries[1])
    elif request.start:
        entries.append(TableRequests(table, HOST, now).start())
        table.apply(entries[1])
    return table, tuple(entries)


def _read_request(request: CreateTableRequest, opening: Opening | None) -> tuple[TableMade, dict[str, Any] | None]:
    """The first entry of the table, and the record that is to be watched there, if there is one."""
    sources = [name for name in ("players", "position", "scenario", "record") if getattr(request, name) is not None]
    if len(sources) != 1:
        raise FormatError("", "one of players, position, scenario and record is needed")
    if request.move is not None and request.record is None:
        raise FormatError("move", "only with a record")
    record = request.record if request.move is None else None
    game = _requested_game(request)
    if request.game is not None and request.game != game.name:
        raise FormatError("game", f"this is {game.name}, not {request.game}")
    if request.hide_rats:
        _check_can_hide_rats(game, is_record=record is not None)
    position = None
    if request.players is None and record is None:
        if game.is_over:
            raise FormatError("position", "the game is over there; nothing is left to be played")
        # What the position leaves open is dealt when the match begins; dealt here, it would be the same every time.
        position = request.position or game.position()
    settings = TableSettings(
        game.name,
        dict(request.options) if request.players is not None else game.box.agreed,
        None if request.clock is None else request.clock.model_dump(),
        request.sitter,
        request.hide_rats,
        request.hints,
        position,
        opening,
        request.rated,
    )
    return TableMade(settings, _first_holders(request, game.players)), record


def _requested_game(request: CreateTableRequest) -> Game:
    """The requested game, set up to show that it is possible."""
    if request.players is not None:
        return new_game(shipped_parts(find_game(request.game)), request.players, 0, request.options)
    if request.options:
        raise FormatError("options", "they are given with the position")
    if request.position is not None:
        return game_from(shipped_parts(find_game(request.position.get("game"))), request.position)
    if request.scenario is not None:
        return game_of_scenario(request.scenario, new_seal().seed)
    if request.record is None:
        raise FormatError("", "one of players, position, scenario and record is needed")
    if request.move is None:
        return load_record(request.record)
    game = begin_record(request.record)
    if game.parts.corrected:
        raise FormatError("components", "corrected components can be watched, not played on from")
    moments = replay(game, request.record)
    for _ in range(request.move):
        if next(moments, None) is None:
            raise FormatError("move", f"the record has {len(game.moves)} moves")
    return game


def _check_can_hide_rats(game: Game, *, is_record: bool) -> None:
    """FormatError where there is nothing to hide: only Cartus counts the rats of a player."""
    if not isinstance(game.view(None).get("rats"), dict):
        raise FormatError("hide_rats", f"players have no rats of their own in {game.name}")
    if is_record:
        raise FormatError("hide_rats", "a record is always shown as it is")


def _first_holders(request: CreateTableRequest, players: int) -> list[dict[str, str]]:
    if len(request.chairs) > players:
        raise FormatError("chairs", f"{len(request.chairs)} for {players} players")
    holders = [holder.model_dump(exclude_none=True) for holder in request.chairs]
    if any(len(holder) > 1 for holder in holders):
        raise FormatError("chairs", "a chair has a name or a bot, not both")
    return holders + [{} for _ in range(players - len(holders))]
