"""A match replayed from the journal: its record, and its moments one after the other, as somebody may know them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rattus.match.game import Game, game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.match.record import begin_record, replay
from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.tables.journal import EntryKind, JournalEntry
from rattus.server.tables.table import Table, TableStatus, hide_rat_counts

MAX_MOMENTS = 50  # in one answer


class MatchReplay:
    """One match of a table, from its journal."""

    def __init__(self, entries: list[JournalEntry], number: int) -> None:
        table = Table("")
        begun = 0
        for entry in entries:
            if entry.kind is EntryKind.BEGUN:
                begun += 1
                if begun > number:
                    break
            table.apply(entry)
        if not 1 <= number <= begun or table.game is None:
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no match {number}")
        self.table = table
        self.game: Game = table.game

    @property
    def is_over(self) -> bool:
        """Whether everything may be told."""
        return self.table.status is TableStatus.OVER

    def record(self, colour: str | None) -> dict[str, Any]:
        """The record as far as a colour may know it; after the end all of it."""
        if self.table.watched_record is not None:
            return self.table.watched_record
        record = self.game.record_seen(colour)
        if self.table.hides_rats:
            record |= {name: hide_rat_counts(record[name], colour) for name in ("start", "view")}
        return record

    def moments(self, colour: str | None, everything: bool, first: int, last: int) -> list[dict[str, Any]]:
        """The moments from `first` to `last`; number 0 is before the first move. `everything` only after the end."""
        if everything and not self.is_over:
            raise RequestRefused(ErrorCode.NOT_YOURS, "everything is shown after the end")
        last = min(last, first + MAX_MOMENTS - 1)
        moments = []
        for number, game in enumerate(self._positions()):
            if number > last:
                break
            if number >= first:
                moment = _moment(game, number, colour, everything)
                if self.table.hides_rats:
                    moment["view"] = hide_rat_counts(moment["view"], colour)
                moments.append(moment)
        return moments

    def _positions(self) -> Iterator[Game]:
        """The game before the first move and after each move: the same object, played on."""
        if self.table.watched_record is not None:
            game = begin_record(self.table.watched_record)
            yield game
            yield from replay(game, self.table.watched_record)
            return
        game = game_from(shipped_parts(find_game(self.table.settings.game)), self.table.start)
        yield game
        for colour, text in self.table.moves:
            game.play(text, colour)
            yield game


def _moment(game: Game, number: int, colour: str | None, everything: bool) -> dict[str, Any]:
    events = game.events if everything else game.events_seen(colour)
    return {
        "moves": number,
        "seat": game.moves[-1][0] if number else None,
        "events": [event for event in events if event["after"] == number],
        "view": game.position() if everything else game.view(colour),
    }
