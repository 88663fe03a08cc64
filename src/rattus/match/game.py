"""A game that people play: moves as text, views, events, undo."""

from __future__ import annotations

import copy
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import Any

from rattus.errors import FormatError, IllegalMove, MalformedMove
from rattus.kernel.explaining import DOES, Choosing, Explanation, reason
from rattus.kernel.random import stream
from rattus.match.move import Move
from rattus.match.parts import Parts
from rattus.match.seal import Seal
from rattus.match.vocabulary import rules_of_verbs


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game: points, all seats from first to last, who won, and why the game ended.

    `dead` lists the seats that died. `details` explains the points: `categories` (seat -> what for -> points) in every
    game; in Africanus `scoring_cards` by seat (A23); in Cartus `rats` by seat, `nuns`, and `consolation` (C37).
    """

    points: dict[str, int]
    ranking: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str
    dead: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """The result as data, as records have it."""
        return {
            "points": dict(self.points),
            "ranking": list(self.ranking),
            "winners": list(self.winners),
            "dead": list(self.dead),
            "reason": self.reason,
            **self.details,
        }


SPECTATOR = -1
KEYED = "keyed"  # how a sealed game is shuffled after the deal, in its record; without it, by one random stream
MAX_UNDO_REPLAY = 16  # moves replayed for one undo: copying the table before every move would double its cost


@dataclass(frozen=True)
class _Checkpoint:
    """The state before some move, from which later moves are replayed to undo the last one."""

    table: Any
    legal: tuple[int, ...]
    moves: int
    events: int
    shuffles: int


class Game:
    """A running or finished game. Make one with `rattus.new`, `rattus.load` or `rattus.from_position`.

    >>> import rattus
    >>> game = rattus.new("rattus", players=2, seed=7, options={"first": "red"})
    >>> game.to_move, len(game.legal()), game.legal()[0]
    ('red', 8, Move('settle anglia'))
    >>> game.play("settle gallia")
    >>> game.view("yellow")["regions"]["gallia"]
    {'rats': [None], 'cubes': {'red': 2}}
    """

    def __init__(self, parts: Parts, box: Any, table: Any, seed: int | str | None = None) -> None:
        self.parts = parts
        self.box = box
        self.seed = seed
        self.salt: str | None = None  # makes the commitment to the seed unguessable
        self.shuffle_key: str | None = None  # before each move the random stream is set anew from it; None: it runs on
        self._rulebook = parts.rulebook
        self._table = table
        self._start = table.copy()
        self._moves: list[tuple[str, str]] = []
        self._events: list[tuple[int, tuple[int, ...]]] = []  # (moves made before it, event)
        self._shuffles: list[list[str]] = []  # every reshuffled pile, first drawn first
        self._undo_from: _Checkpoint | None = None  # a few moves ago
        self._undo_moves: list[tuple[int, list[str] | None]] = []  # made since then: id and pile
        self._undoable = 0  # how many moves in a row, up to the last one, revealed nothing new
        self._legal: tuple[int, ...] = ()
        self._advance([])

    # ---- reading

    @property
    def name(self) -> str:
        """Which game it is."""
        return self._rulebook.name

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.box.players)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats, clockwise."""
        seats: tuple[str, ...] = self.box.seats
        return seats

    @property
    def options(self) -> dict[str, Any]:
        """All options of this game, the defaults too."""
        return copy.deepcopy(dict(self.box.options))

    @property
    def to_move(self) -> str | None:
        """The seat to move; None when the game is over."""
        return None if self.is_over else self.seats[self._table.to_move]

    @property
    def expected(self) -> str:
        """What the seat to move is to do, in a word: a phase, or what is left of a turn. It tells nothing hidden."""
        return self._rulebook.expected(self.box, self._table)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self._legal

    @property
    def moves(self) -> list[tuple[str, Move]]:
        """The moves made so far: seat and move."""
        return [(seat, Move(text)) for seat, text in self._moves]

    def moves_seen(self, player: str | None, *, keep_hidden: bool = False) -> list[tuple[str, Move]]:
        """The moves as far as a player may know them; None is a spectator. A secret move shows its verb: `play ?`."""
        viewer = self._viewer(player)
        shows_all = self.is_over and not keep_hidden
        return [
            (seat, move if shows_all or self._may_read(number, move, viewer) else Move(f"{move.verb} ?"))
            for number, (seat, move) in enumerate(self.moves, 1)
        ]

    @property
    def shuffles(self) -> list[list[str]]:
        """Every reshuffled pile or deck of the game, in order, first drawn first. Secret."""
        return [list(pile) for pile in self._shuffles]

    @property
    def event_count(self) -> int:
        """How many events there have been: the number of the last one."""
        return len(self._events)

    @property
    def events(self) -> list[dict[str, Any]]:
        """All events, secrets included."""
        return self._describe_events(None)

    def events_since(self, since: int) -> list[dict[str, Any]]:
        """The events after number `since`, secrets included."""
        return self._describe_events(None, since)

    def events_seen(self, player: str | None, since: int = 0) -> list[dict[str, Any]]:
        """The events after number `since`, as far as a player may know them; None is a spectator."""
        return self._describe_events(self._viewer(player), since)

    def is_public(self, since: int) -> bool:
        """Whether the events after number `since` hide nothing from anybody."""
        return all(self._rulebook.is_public(self.box, event) for _, event in self._events[max(since, 0) :])

    @property
    def seal(self) -> Seal | None:
        """The seal of the seed, if it has one. Only its commitment may be shown before the end."""
        return None if self.salt is None else Seal(str(self.seed), self.salt)

    def legal(self) -> list[Move]:
        """The legal moves; none when the game is over."""
        return [Move(text) for text in self.legal_texts]

    @property
    def legal_texts(self) -> tuple[str, ...]:
        """The legal moves as text."""
        return tuple([self.box.moves[move] for move in self._legal])

    def view(self, player: str | None, *, keep_hidden: bool = False) -> dict[str, Any]:
        """The position as far as a player knows it; None is a spectator.

        After the end nothing is hidden, unless `keep_hidden` asks for what the player knew by playing.
        """
        if keep_hidden and self.is_over:
            veil = self._rulebook.rules["veil"]
            return self._rulebook.describe_as_played(self.box, self._table.copy(), self._viewer(player), veil)
        return self.described(self.veiled_readonly(player), player)

    def described(self, veiled: Any, player: str | None) -> dict[str, Any]:
        """A veiled table as data: a player's view."""
        return self._rulebook.describe(self.box, veiled, self._viewer(player))

    def veiled(self, player: str | None) -> Any:
        """A copy of the table without what a player cannot know; None is a spectator."""
        return self.veiled_readonly(player).copy()

    def veiled_readonly(self, player: str | None) -> Any:
        """The same without copying public fields. Read it before the next move, and never change or keep it."""
        return self._veil(self._table, self._viewer(player))

    def explain(
        self, player: str | None, thing: str, verb: str | None = None, words: Sequence[str] = ()
    ) -> Explanation:
        """Why a player cannot choose a thing now, with the rule, or the moves it can be chosen for.

        A thing is a region, a card, in Cartus also `building.2` or `nun.3`. `verb` and `words` are what has been chosen
        of a move so far. Among the facts is what the moves do (`does`), with the rule. Nothing is used but what
        the player may know; None is a spectator.

        >>> import rattus
        >>> game = rattus.new("rattus", players=2, seed=7, options={"first": "red"})
        >>> game.explain("yellow", "gallia").reasons
        [{'why': 'waits', 'rule': '', 'seat': 'red'}]
        """
        legal = self.legal_texts if player is not None and player == self.to_move else ()
        if verb not in {move.split(" ")[0] for move in legal}:
            verb, words = None, ()  # it cannot have been chosen
        choosing = Choosing(player, legal, verb, tuple(words))
        told = self._rulebook.explain(self.box, self.veiled_readonly(player), choosing, thing)
        rules = rules_of_verbs(self._rulebook)
        verbs = dict.fromkeys(move.split(" ")[0] for move in told.moves)
        does = [reason(DOES, rules[each], verb=each) for each in verbs]
        return replace(told, facts=[*told.facts, *does])

    def position(self) -> dict[str, Any]:
        """The whole position, hidden information included."""
        return self._rulebook.describe(self.box, self._table, None)

    def standing(self) -> dict[str, int]:
        """The points of each seat if the game ended now. Secret: cards in hands count."""
        points, _ = self._score()
        return dict(zip(self.seats, points, strict=True))

    @property
    def outcome(self) -> Outcome | None:
        """The result; None before the end."""
        if not self.is_over:
            return None
        points, ranking = self._score()
        _, reason = self._rulebook.rules["ended"](self.box.record, self._table)
        return Outcome(
            points=dict(zip(self.seats, points, strict=True)),
            ranking=tuple(self.seats[seat] for seat in ranking),
            reason=self._rulebook.reasons[reason],
            **self._rulebook.conclude(self.box, self._table, points, ranking),
        )

    # ---- playing

    def check(self, move: Move | str, seat: str | None = None) -> None:
        """Raise IllegalMove if this cannot be played now."""
        self._parse(str(move), seat)

    def play(self, move: Move | str, seat: str | None = None, pile: list[str] | None = None) -> None:
        """Make a move and the automatic steps after it. Raises IllegalMove, and then changes nothing.

        `pile` is for replaying a record: the order of a pile that this move reshuffles.
        """
        number = self._parse(str(move), seat)
        if self._undo_from is None or (not self._undoable and len(self._undo_moves) >= MAX_UNDO_REPLAY):
            self._undo_from, self._undo_moves = self._checkpoint(), []
        self._undoable = 0 if self._make(number, pile) else self._undoable + 1
        self._undo_moves.append((number, pile))

    @property
    def can_undo(self) -> bool:
        """Whether the last move can be taken back: only if it revealed nothing to anybody."""
        return self._undoable > 0

    def undo(self) -> Move:
        """Take the last move back and return it."""
        before = self._undo_from
        if before is None or not self._undoable:
            why = "it has told somebody something new" if self._moves else "there is none"
            raise IllegalMove("undo", f"the last move cannot be taken back: {why}")
        taken_back = Move(self._moves[-1][1])
        self._undoable -= 1
        self._undo_moves.pop()
        self._table, self._legal = before.table.copy(), before.legal
        del self._moves[before.moves :], self._events[before.events :], self._shuffles[before.shuffles :]
        for number, pile in self._undo_moves:
            self._make(number, pile)
        return taken_back

    def copy(self) -> Game:
        """An independent copy."""
        new = Game.__new__(Game)
        new.__dict__.update(self.__dict__)
        new._table = self._table.copy()
        new._moves, new._events, new._undo_moves = self._moves[:], self._events[:], self._undo_moves[:]
        new._shuffles = self._shuffles[:]
        return new

    def resample(self, player: str | None, seed: int | str) -> Game:
        """A game that a player cannot tell from this one: what is hidden is dealt again at random."""
        table = self.veiled(player)
        self._rulebook.rules["resample"](self.box.record, table, stream(seed), [0] * self._rulebook.scratch)
        return Game(self.parts, self.box, table)

    def record(self) -> dict[str, Any]:
        """The game as data, which `rattus.load` reads."""
        start = self._rulebook.describe(self.box, self._start, None)
        return self._write(self.seed, start, self.moves, self.shuffles)

    def record_seen(self, player: str | None, *, keep_hidden: bool = False) -> dict[str, Any]:
        """The record as far as a player may know it, with events and view; None is a spectator.

        After the end it is the whole record, unless `keep_hidden` asks for what the player knew by playing.
        """
        viewer = self._viewer(player)
        if self.is_over and not keep_hidden:
            return self.record()
        start = self._rulebook.describe(self.box, self._veil(self._start, viewer), viewer)
        record = self._write(None, start, self.moves_seen(player, keep_hidden=keep_hidden), [])
        return {**record, "events": self.events_seen(player), "view": self.view(player, keep_hidden=keep_hidden)}

    # ---- inside

    def _score(self) -> tuple[list[int], list[int]]:
        """The points of each seat, and the seats from first to last."""
        points, ranking = [0] * self.players, [0] * self.players
        self._rulebook.rules["score"](self.box.record, self._table, points, ranking)
        return points, ranking

    def _write(
        self, seed: int | str | None, start: dict[str, Any], moves: list[tuple[str, Move]], shuffles: list[list[str]]
    ) -> dict[str, Any]:
        outcome = self.outcome
        record: dict[str, Any] = {
            "game": self.name,
            "rules_version": self._rulebook.version,
            "players": self.players,
            "options": self.box.agreed,
            "seed": seed,
            "start": start,
            "moves": [{seat: str(move)} for seat, move in moves],
            "shuffles": shuffles,
            "result": None if outcome is None else outcome.as_data(),
        }
        if self.seal is not None:
            record |= {"commitment": self.seal.commitment} | ({} if seed is None else {"salt": self.seal.salt})
            if self.shuffle_key is not None:
                record["shuffling"] = KEYED
        if self.parts.corrected:
            record["components"] = {name: dict(table) for name, table in self.parts.corrected.items()}
        return record

    def _checkpoint(self) -> _Checkpoint:
        return _Checkpoint(self._table.copy(), self._legal, len(self._moves), len(self._events), len(self._shuffles))

    def _make(self, number: int, pile: list[str] | None) -> bool:
        """Make a legal move. Returns whether it revealed something."""
        if pile is not None:
            self._rulebook.plan_shuffle(self.box, self._table, pile)
        if self.shuffle_key is not None and "stream" in self._rulebook.fields:
            self._table.rng = stream(f"{self.shuffle_key}/{len(self._moves)}")
        self._moves.append((self.seats[self._table.to_move], self.box.moves[number]))
        log: list[tuple[int, ...]] = []
        self._rulebook.rules["perform"](self.box.record, self._table, number, log)
        self._advance(log)
        if pile is not None:
            self._rulebook.plan_shuffle(self.box, self._table, [])
        return any(event[0] in self._rulebook.revealing for event in log)

    def _advance(self, log: list[tuple[int, ...]]) -> None:
        out = [0] * len(self.box.moves)
        number = self._rulebook.rules["advance"](self.box.record, self._table, out, log)
        self._legal = tuple(out[:number])
        self._events += [(len(self._moves), event) for event in log]
        piles = [self._rulebook.describe_shuffle(self.box, event) for event in log]
        self._shuffles += [pile for pile in piles if pile is not None]

    def _parse(self, text: str, seat: str | None) -> int:
        if self.is_over:
            raise IllegalMove(text, "the game is over")
        if seat is not None and seat != self.to_move:
            if seat not in self.seats:
                raise IllegalMove(text, f"there is no seat {seat!r}; there are {', '.join(self.seats)}")
            raise IllegalMove(text, f"{self.to_move} is to move, not {seat}")
        number = self.box.ids.get(text)
        if number is None:
            raise MalformedMove(text, self._explain_unknown(text), list(self.legal_texts))
        if number not in self._legal:
            verb = text.partition(" ")[0]
            alike = [move for move in self.legal_texts if move.partition(" ")[0] == verb]
            raise IllegalMove(text, f"{self.to_move} cannot do that now", alike or list(self.legal_texts))
        return int(number)

    def _explain_unknown(self, text: str) -> str:
        verb = text.partition(" ")[0]
        example = next((move for move in self.box.moves if move.partition(" ")[0] == verb), None)
        if example is None:
            return f"there is no move {verb!r}"
        return f"no such move; one looks like {example!r}"

    def _viewer(self, player: str | None) -> int:
        if player is None:
            return SPECTATOR
        if player not in self.seats:
            raise FormatError("player", f"must be one of {', '.join(self.seats)}, not {player!r}")
        return self.seats.index(player)

    def _veil(self, table: Any, viewer: int) -> Any:
        veiled = table.shallow_for_veil()
        self._rulebook.rules["veil"](self.box.record, veiled, viewer)
        return veiled

    def _may_read(self, number: int, move: Move, viewer: int) -> bool:
        """Whether a viewer may see the arguments of a move: as far as the first event that follows it shows them."""
        if move.verb not in self._rulebook.secret_verbs:
            return True
        _, event = self._events[bisect_left(self._events, number, key=itemgetter(0))]
        seen, told = (self._rulebook.describe_event(self.box, event, each) for each in (viewer, None))
        return seen == told

    def _describe_events(self, viewer: int | None, since: int = 0) -> list[dict[str, Any]]:
        first = max(since, 0)
        return [
            {"number": number, "after": moves, **self._rulebook.describe_event(self.box, event, viewer)}
            for number, (moves, event) in enumerate(self._events[first:], first + 1)
        ]


def new_game(parts: Parts, players: int, seed: int | str, options: Mapping[str, Any]) -> Game:
    """A new game."""
    box = parts.rulebook.make_box(parts.components, players, options)
    table = parts.rulebook.table_layout.new()
    parts.rulebook.rules["set_up"](box.record, table, stream(seed))
    return Game(parts, box, table, seed)


def game_from(parts: Parts, position: Any, seed: int | str = 0) -> Game:
    """A game that continues from a position. The seed decides what the position leaves open."""
    box, table = parts.rulebook.read_position(parts.components, position, seed)
    return Game(parts, box, table)
