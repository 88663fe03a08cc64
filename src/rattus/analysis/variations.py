"""Variations: what if another move had been played? A tree of moves with names and notes.

The tree begins at a moment of a record's game; a node is a move. Its first line may be the game as it went on. Of a
game that is still running, a tree begins from what one seat knows, with the rest dealt at random (`from_sight`), so
that nothing can be found out by trying.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rattus.errors import FormatError, IllegalMove, IllegalMoveAt
from rattus.match.game import Game
from rattus.match.record import begin_record, moves_of

FORMAT = 1
FIELDS = frozenset({"format", "record", "viewer", "at", "lines"})
LINE_FIELDS = frozenset({"seat", "move", "name", "note", "chances", "next"})
MOST_LETTERS = 2000  # of a note
MOST_NODES = 5000


@dataclass
class Node:
    """A move in the tree, with the moves that were tried after it. The root is the moment it begins at."""

    seat: str = ""
    move: str = ""
    name: str = ""
    note: str = ""
    chances: dict[str, int] | None = None  # everybody's chance after it, in ten-thousandths, if it was evaluated
    children: list[Node] = field(default_factory=list)

    def child(self, move: str) -> Node | None:
        """The node of a move that was tried here."""
        return next((node for node in self.children if node.move == move), None)

    def nodes(self) -> Iterator[Node]:
        """This node and all below it."""
        yield self
        for node in self.children:
            yield from node.nodes()

    def as_data(self) -> dict[str, Any]:
        """For JSON; what is empty is left out."""
        told = {
            "seat": self.seat, "move": self.move, "name": self.name, "note": self.note, "chances": self.chances,
            "next": [node.as_data() for node in self.children],
        }  # fmt: skip
        return {name: value for name, value in told.items() if value}


class Variations:
    """A tree of variations of one game. `at` is how many moves of the record were made before it begins.

    >>> import rattus
    >>> tree = Variations(rattus.new("rattus", 2, seed=7, options={"first": "red"}).record(), 0)
    >>> tree.add((), "settle gallia").seat
    'red'
    >>> tree.add(("settle gallia",), "settle gallia", name="beside him").seat
    'yellow'
    >>> len(tree.game(("settle gallia", "settle gallia")).moves)
    2
    """

    def __init__(self, record: Mapping[str, Any], at: int, viewer: str | None = None) -> None:
        self.record, self.at, self.viewer = dict(record), at, viewer
        self.root = Node()
        moves = list(moves_of(record))
        if not 0 <= at <= len(moves):
            raise FormatError("at", f"0 to {len(moves)}, not {at}")
        start = begin_record({**self.record, "moves": record["moves"][:at], "result": None})
        shuffles = record.get("shuffles", [])
        for number, (seat, text) in enumerate(moves[:at]):
            done = len(start.shuffles)
            try:
                start.play(text, seat, shuffles[done] if done < len(shuffles) else None)
            except IllegalMove as error:
                raise IllegalMoveAt(f"moves[{number}]", error) from error
        self._start = start

    @classmethod
    def from_sight(cls, game: Game, viewer: str, seed: int | str) -> Variations:
        """A tree of a running game from now on, by what one seat knows: the rest is dealt anew by the seed."""
        return cls(game.resample(viewer, seed).record(), 0, viewer)

    def game(self, line: tuple[str, ...]) -> Game:
        """The game after a line of moves, which need not be in the tree."""
        game = self._start.copy()
        for number, move in enumerate(line):
            try:
                game.play(move)
            except IllegalMove as error:
                raise IllegalMoveAt(f"line[{number}]", error) from error
        return game

    def node(self, line: tuple[str, ...]) -> Node:
        """The node at the end of a line of the tree."""
        node = self.root
        for move in line:
            found = node.child(move)
            if found is None:
                raise FormatError("line", f"{move!r} was not tried there")
            node = found
        return node

    def add(self, line: tuple[str, ...], move: str, name: str = "", note: str = "") -> Node:
        """Try a move after a line; returns its node, the same one if it was tried before. Raises IllegalMove."""
        parent, game = self.node(line), self.game(line)
        game.check(move)
        node = parent.child(move)
        if node is None:
            if sum(1 for _ in self.root.nodes()) > MOST_NODES:
                raise FormatError("tree", f"at most {MOST_NODES} moves")
            node = Node(str(game.to_move), move)
            parent.children.append(node)
        node.name, node.note = _short(name) or node.name, _short(note) or node.note
        return node

    def remove(self, line: tuple[str, ...]) -> None:
        """Take a move, and all that follows it, out of the tree."""
        if not line:
            raise FormatError("line", "the beginning stays")
        self.node(line[:-1]).children.remove(self.node(line))

    def add_game(self) -> None:
        """Put the moves of the record that follow into the tree, as its first line."""
        line: tuple[str, ...] = ()
        for _, text in list(moves_of(self.record))[self.at :]:
            self.add(line, text)
            line = (*line, text)

    # ---- exporting and importing

    def as_data(self) -> dict[str, Any]:
        """For JSON (docs/formats.md)."""
        lines = [node.as_data() for node in self.root.children]
        return {"format": FORMAT, "record": self.record, "viewer": self.viewer, "at": self.at, "lines": lines}

    def __str__(self) -> str:
        return json.dumps(self.as_data())


def read_variations(data: Any) -> Variations:
    """A tree from its data. Every move is played, so that an illegal one is refused."""
    if not isinstance(data, dict) or set(data) - FIELDS or not {"format", "record", "at", "lines"} <= set(data):
        raise FormatError("variations", f"must be an object with {', '.join(sorted(FIELDS))}")
    if data["format"] != FORMAT:
        raise FormatError("format", f"{FORMAT}, not {data['format']!r}")
    if type(data["at"]) is not int:
        raise FormatError("at", f"must be a number, not {data['at']!r}")
    tree = Variations(data["record"], data["at"], data.get("viewer"))
    _read_lines(tree, (), data["lines"])
    return tree


def _read_lines(tree: Variations, line: tuple[str, ...], data: Any) -> None:
    if not isinstance(data, list):
        raise FormatError("lines", "must be a list")
    for each in data:
        if not isinstance(each, dict) or set(each) - LINE_FIELDS or not isinstance(each.get("move"), str):
            raise FormatError("lines", f"a line is a map with some of {', '.join(sorted(LINE_FIELDS))}")
        node = tree.add(line, each["move"], _short(each.get("name", "")), _short(each.get("note", "")))
        chances = each.get("chances")
        if chances is not None:
            if not isinstance(chances, dict) or not all(type(number) is int for number in chances.values()):
                raise FormatError("chances", "must be whole numbers by seat")
            node.chances = dict(chances)
        _read_lines(tree, (*line, each["move"]), each.get("next", []))


def _short(text: Any) -> str:
    if not isinstance(text, str) or len(text) > MOST_LETTERS:
        raise FormatError("note", f"must be a text of at most {MOST_LETTERS} letters")
    return text.strip()
