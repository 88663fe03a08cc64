"""A match played again: its record, and its moments one after the other, as somebody may know them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

from rattus.match.game import Game, game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.match.record import begin_record, moves_of
from rattus.server.errors import ErrorCode, RequestRefused
from rattus.server.tables.journal import EntryKind, JournalEntry
from rattus.server.tables.keys import Role
from rattus.server.tables.table import Table, TableStatus, hide_rat_counts, rebuild

MAX_MOMENTS = 50  # in one answer
CHECKPOINT_MOVES = 32  # a moment is played from a position at most this many moves before it


class MatchReplay:
    """The last match of a table, as it is now: it does not change when the match goes on."""

    def __init__(self, table: Table, *, is_sealed: bool = False) -> None:
        if table.game is None:
            raise RequestRefused(ErrorCode.NOT_FOUND, "there is no match yet")
        self.number = table.match
        self.is_sealed = is_sealed  # others may still play the same deal: nothing is told but what a seat knew
        self.is_over = table.status is TableStatus.OVER and not is_sealed  # everything may be told then
        self._game = table.game.copy()
        self.hides_rats = table.hides_rats
        self.allows_hints = table.allows_hints
        self._colours = [chair.colour for chair in table.chairs]
        self._record = table.watched_record
        self._moves = list(table.moves) if self._record is None else list(moves_of(self._record))
        self.move_count = len(self._moves)
        self._shuffles = [] if self._record is None else self._record.get("shuffles", [])
        self._settings, self._start, self._shuffle_key = table.settings, table.start, table.shuffle_key
        self._checkpoints: list[Game] = []  # every `CHECKPOINT_MOVES` moves, as far as it was played

    @classmethod
    def from_journal(cls, entries: Sequence[JournalEntry], number: int, *, is_sealed: bool = False) -> Self:
        """A match by its number, from the journal of its table. JournalError if that is damaged."""
        begun = [index for index, entry in enumerate(entries) if entry.kind is EntryKind.BEGUN]
        if not 1 <= number <= len(begun):
            raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no match {number}")
        end = begun[number] if number < len(begun) else len(entries)
        return cls(rebuild("", entries[:end]), is_sealed=is_sealed)

    @property
    def has_ended(self) -> bool:
        """Whether it was played to its end; a record that is watched may stop before."""
        return self._game.is_over

    @property
    def is_dealt(self) -> bool:
        """Whether it began with a new deal: not from a position, and it is no record that is watched."""
        return self._record is None and self._settings.position is None

    def games(self) -> Iterator[Game]:
        """The game before the first move and after each one: one object, which changes."""
        game = self._first_position()
        yield game
        for number in range(self.move_count):
            self._play(game, number)
            yield game

    def colour_of(self, role: Role) -> str | None:
        """The colour that a role played in this match; None for spectators."""
        return None if role.chair is None else self._colours[role.chair - 1]

    def record(self, colour: str | None) -> dict[str, Any]:
        """The record as far as a colour may know it; after the end all of it."""
        if self._record is not None:
            return self._record
        record = self._game.record_seen(colour, keep_hidden=self.is_sealed)
        if self.hides_rats:
            record |= {name: hide_rat_counts(record[name], colour) for name in ("start", "view")}
        return record

    def moments(self, colour: str | None, everything: bool, first: int, last: int) -> list[dict[str, Any]]:
        """The moments from `first` to `last`; number 0 is before the first move. `everything` only after the end."""
        if everything and not self.is_over:
            raise RequestRefused(ErrorCode.NOT_YOURS, "everything is shown after the end")
        last = min(last, first + MAX_MOMENTS - 1, self.move_count)
        moments: list[dict[str, Any]] = []
        if first > last:
            return moments
        number, game = self._nearest(first)
        known = 0 if number == 0 else game.event_count
        while True:
            if number >= first:
                moments.append(self._moment(game, number, known, colour, everything))
            if number >= last:
                return moments
            known = game.event_count
            self._play(game, number)
            number += 1

    def game_at(self, number: int) -> Game:
        """A copy of the game after so many moves, with everything that is hidden in it."""
        if number > self.move_count:
            raise RequestRefused(ErrorCode.MALFORMED, f"there are {self.move_count} moves, not {number}")
        made, game = self._nearest(number)
        for move in range(made, number):
            self._play(game, move)
        return game

    def _moment(self, game: Game, number: int, known: int, colour: str | None, everything: bool) -> dict[str, Any]:
        view = game.position() if everything else game.view(colour, keep_hidden=self.is_sealed)
        return {
            "moves": number,
            "seat": self._moves[number - 1][0] if number else None,
            "events": game.events_since(known) if everything else game.events_seen(colour, known),
            "view": hide_rat_counts(view, colour) if self.hides_rats else view,
        }

    def _nearest(self, number: int) -> tuple[int, Game]:
        """A copy of the last checkpoint before a moment, so that its own move is played and its events are known."""
        if not self._checkpoints:
            self._checkpoints.append(self._first_position())
        wanted = max(0, number - 1) // CHECKPOINT_MOVES
        while len(self._checkpoints) <= wanted:
            game = self._checkpoints[-1].copy()
            made = (len(self._checkpoints) - 1) * CHECKPOINT_MOVES
            for move in range(made, made + CHECKPOINT_MOVES):
                self._play(game, move)
            self._checkpoints.append(game)
        return wanted * CHECKPOINT_MOVES, self._checkpoints[wanted].copy()

    def _first_position(self) -> Game:
        if self._record is not None:
            return begin_record(self._record)
        game = game_from(shipped_parts(find_game(self._settings.game)), self._start)
        game.shuffle_key = self._shuffle_key
        return game

    def _play(self, game: Game, number: int) -> None:
        """Make the next move, with the pile that it reshuffles where a record says so."""
        colour, text = self._moves[number]
        done = len(game.shuffles)
        game.play(text, colour, self._shuffles[done] if done < len(self._shuffles) else None)
