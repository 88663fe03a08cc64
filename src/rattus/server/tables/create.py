"""Making a table: new, from a position, or to watch a record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rattus.errors import FormatError, RattusError
from rattus.match.game import Game, game_from, new_game
from rattus.match.parts import find_game, shipped_parts
from rattus.match.record import begin_record, load_record, replay
from rattus.match.scenario import game_of_scenario
from rattus.match.seal import new_seal
from rattus.server.errors import Refused
from rattus.server.protocol import Keys, MadeTable, Wish
from rattus.server.tables.journal import Entry
from rattus.server.tables.keys import Role, digest, new_key
from rattus.server.tables.requests import Requests
from rattus.server.tables.table import Table


@dataclass(frozen=True)
class Making:
    """A table that is ready to be stored, and what is told to who made it."""

    table: Table
    entries: tuple[Entry, ...]
    keys: dict[str, Role]  # by their digests
    answer: MadeTable


def make_table(wish: Wish, now: float, table_id: str) -> Making:
    """Make a table of this name. Refused says what cannot be."""
    try:
        settings, watched = _settings(wish)
    except RattusError as error:
        raise Refused("malformed", str(error)) from None
    table = Table(table_id)
    entries = [Entry(1, now, "made", None, settings)]
    table.apply(entries[0])
    if watched is not None:
        entries.append(Entry(2, now, "begun", None, {"record": watched}))
        table.apply(entries[1])
    elif wish.start:
        entries.append(Requests(table, Role("host"), now).start())
        table.apply(entries[1])
    host, watch, seats = new_key(), new_key(), [new_key() for _ in table.seats]
    roles = {host: Role("host"), watch: Role("watch")}
    roles |= {key: Role("seat", number) for number, key in enumerate(seats, 1)}
    keys = {digest(key): role for key, role in roles.items()}
    answer = MadeTable(table=table.id, keys=Keys(host=host, watch=watch, seats=seats))
    return Making(table, tuple(entries), keys, answer)


def _settings(wish: Wish) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """What the table is made with, and the record that is to be watched there, if it is for that."""
    sources = [name for name in ("players", "position", "scenario", "record") if getattr(wish, name) is not None]
    if len(sources) != 1:
        raise FormatError("", "one of players, position, scenario and record is needed")
    if wish.move is not None and wish.record is None:
        raise FormatError("move", "only with a record")
    watched = wish.record if wish.move is None else None
    game = _game(wish)
    if wish.game is not None and wish.game != game.name:
        raise FormatError("game", f"this is {game.name}, not {wish.game}")
    settings: dict[str, Any] = {
        "game": game.name,
        "options": dict(wish.options) if wish.players is not None else game.box.agreed,
        "seats": _holders(wish, game.players),
        "clock": None if wish.clock is None else wish.clock.model_dump(),
        "sitter": wish.sitter,
        "hide_rats": wish.hide_rats,
        "hints": wish.hints,
    }
    if wish.hide_rats:
        _check_rats(game, is_watched=watched is not None)
    if wish.players is None and watched is None:
        if game.is_over:
            raise FormatError("position", "the game is over there; nothing is left to be played")
        # What a position leaves open is dealt when the match begins: here it would be the same for all who try.
        settings["position"] = wish.position or game.position()
    return settings, watched


def _game(wish: Wish) -> Game:
    """The game that is wished for, which shows that it can be."""
    if wish.players is not None:
        return new_game(shipped_parts(find_game(wish.game)), wish.players, 0, wish.options)
    if wish.options:
        raise FormatError("options", "they are given with the position")
    if wish.position is not None:
        return game_from(shipped_parts(find_game(wish.position.get("game"))), wish.position)
    if wish.scenario is not None:
        return game_of_scenario(wish.scenario, new_seal().seed)
    assert wish.record is not None
    if wish.move is None:
        return load_record(wish.record)
    game = begin_record(wish.record)
    if game.parts.corrected:
        raise FormatError("components", "corrected components can be watched, not played on from")
    moments = replay(game, wish.record)
    for _ in range(wish.move):
        if next(moments, None) is None:
            raise FormatError("move", f"the record has {len(game.moves)} moves")
    return game


def _check_rats(game: Game, *, is_watched: bool) -> None:
    """FormatError where there is nothing to hide: only Cartus counts the rats of a player."""
    if not isinstance(game.view(None).get("rats"), dict):
        raise FormatError("hide_rats", f"in {game.name} nobody has rats of his own")
    if is_watched:
        raise FormatError("hide_rats", "a record that is watched is shown as it is")


def _holders(wish: Wish, players: int) -> list[dict[str, str]]:
    if len(wish.seats) > players:
        raise FormatError("seats", f"{len(wish.seats)} for {players} players")
    holders = [holder.model_dump(exclude_none=True) for holder in wish.seats]
    if any(len(holder) > 1 for holder in holders):
        raise FormatError("seats", "a seat has a name or a bot, not both")
    return holders + [{} for _ in range(players - len(holders))]
