"""The menu of legal moves: numbered, grouped, and matched with what a person types."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.text import Text

from rattus.cli.text import parse_number
from rattus.cli.widgets import DIM, NUMBER
from rattus.match.move import Move
from rattus.words import t

DIGITS = re.compile(r"\d+")
DIPLOMAT = "diplomat"  # the last word of a move that takes the diplomat along
INDENT = 2
MIN_ROWS = 6  # of a long menu, on a small screen too


@dataclass(frozen=True)
class MenuEntry:
    """Consecutive moves that differ in one number, such as `14-16 place gallia 1-3`; or one move with a label."""

    first: int
    last: int
    text: str
    label: str = ""

    @property
    def numbers(self) -> str:
        """The numbers to type."""
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def heading(self) -> str:
        """What it shares with other entries: the verb, and the region that something is moved from."""
        words = self.text.split(" ")
        if not self.label and len(words) > 2 and words[2][0].isalpha() and words[2] != DIPLOMAT:
            return f"{words[0]} {words[1]} →"
        return words[0] if len(words) > 1 else ""

    @property
    def rest(self) -> str:
        """What follows the heading."""
        shared = self.heading.removesuffix(" →")
        return self.label or self.text.removeprefix(shared).strip()


class Menu:
    """The legal moves, numbered from 1. Labels replace the text of moves that do not explain themselves."""

    def __init__(self, moves: Sequence[Move], labels: Mapping[Move, str] | None = None) -> None:
        self.moves = tuple(_grouped(moves))
        self._labels = labels or {}

    def find(self, line: str) -> list[Move]:
        """The moves that an input can mean: a number, a whole move, or the beginnings of its words."""
        words = line.lower().split()
        number = parse_number(line.strip())
        if number is not None:
            return [self.moves[number - 1]] if 1 <= number <= len(self.moves) else []
        exact = [move for move in self.moves if str(move).split(" ") == words]
        return exact or [move for move in self.moves if _matches(move, words)]

    def completions(self, line: str) -> list[str]:
        """The words that complete the last word of a line."""
        before, _, beginning = line.lower().rpartition(" ")
        words = before.split()
        found = []
        for move in self.moves:
            parts = str(move).split(" ")
            if parts[: len(words)] == words and len(parts) > len(words):
                found.append(parts[len(words)])
        return [word for word in dict.fromkeys(found) if word.startswith(beginning)]

    def render(self, width: int, rows: int | None = None, only: Sequence[Move] | None = None) -> Text:
        """The moves in groups. If there are few rows, the longest groups are folded into one line each."""
        entries = list(self._entries(set(self.moves if only is None else only)))
        blocks = _blocks(entries, (), width)
        folded: list[str] = []
        while rows is not None and sum(len(block) for _, block in blocks) > max(rows, MIN_ROWS):
            verb, longest = max(blocks, key=lambda block: len(block[1]))
            if len(longest) == 1 or not verb:
                break
            folded.append(verb)
            blocks = _blocks(entries, folded, width)
        return Text("\n").join(row for _, block in blocks for row in block)

    def _entries(self, shown: set[Move]) -> Iterator[MenuEntry]:
        run: list[tuple[int, str]] = []
        for number, move in enumerate(self.moves, 1):
            if move not in shown:
                continue
            if move in self._labels:
                yield MenuEntry(number, number, str(move), self._labels[move])
                continue
            if run and not _is_next(run[-1], (number, str(move))):
                yield _entry(run)
                run = []
            run.append((number, str(move)))
        if run:
            yield _entry(run)


def _grouped(moves: Sequence[Move]) -> list[Move]:
    """The moves in order, but those from one region together, with or without a diplomat."""
    first: dict[tuple[str, ...], int] = {}
    for number, move in enumerate(moves):
        first.setdefault((move.verb,), number)
        first.setdefault(_source(move), number)
    return sorted(moves, key=lambda move: (first[move.verb,], first[_source(move)]))


def _source(move: Move) -> tuple[str, ...]:
    """The verb, and the region that something is moved from."""
    places = [word.partition(".")[0] for word in move.arguments if not word.isdecimal() and word != DIPLOMAT]
    return (move.verb, places[0]) if len(places) > 1 else (move.verb,)


def _matches(move: Move, words: Sequence[str]) -> bool:
    parts = str(move).split(" ")
    return 0 < len(words) <= len(parts) and all(part.startswith(word) for part, word in zip(parts, words, strict=False))


def _is_next(one: tuple[int, str], other: tuple[int, str]) -> bool:
    left, right = DIGITS.findall(one[1]), DIGITS.findall(other[1])
    alike = DIGITS.sub("#", one[1]) == DIGITS.sub("#", other[1])
    return other[0] == one[0] + 1 and alike and len(left) == 1 and int(right[0]) == int(left[0]) + 1


def _entry(run: Sequence[tuple[int, str]]) -> MenuEntry:
    (first, text), (last, last_text) = run[0], run[-1]
    if first != last:
        text = DIGITS.sub(lambda found: f"{found[0]}-{DIGITS.findall(last_text)[0]}", text)
    return MenuEntry(first, last, text)


def _verb(entry: MenuEntry) -> str:
    return entry.heading.partition(" ")[0]


def _blocks(entries: Sequence[MenuEntry], folded: Sequence[str], width: int) -> list[tuple[str, list[Text]]]:
    """The rows of each verb, with headings in a column on the left."""
    headings = [_verb(entry) if _verb(entry) in folded else entry.heading for entry in entries]
    left = max(map(len, headings), default=0)
    return [
        (verb, [_folded_row(verb, list(some), left)] if verb in folded else list(_rows(list(some), left, width)))
        for verb, some in itertools.groupby(entries, _verb)
    ]


def _folded_row(verb: str, entries: Sequence[MenuEntry], left: int) -> Text:
    first, last = entries[0].first, entries[-1].last
    text = _heading(verb, left).append(f" {first}-{last}", style=NUMBER)
    return text.append(t("terminal.folded", n=str(last - first + 1), verb=verb), style=DIM)


def _rows(entries: Sequence[MenuEntry], left: int, width: int) -> Iterator[Text]:
    digits, letters = (max(map(len, column)) for column in zip(*((e.numbers, e.rest) for e in entries), strict=True))
    across = max(1, (width - left - INDENT) // (digits + letters + 3))
    for heading, group in itertools.groupby(entries, lambda entry: entry.heading):
        for row, some in enumerate(_batches(list(group), across)):
            text = _heading("" if row else heading, left)
            for entry in some:
                text.append(f" {entry.numbers:>{digits}}", style=NUMBER).append(f" {entry.rest:<{letters}} ")
            text.rstrip()
            yield text


def _heading(words: str, left: int) -> Text:
    return Text(" " * INDENT).append(words.ljust(left), style="bold")


def _batches(entries: Sequence[MenuEntry], size: int) -> Iterator[Sequence[MenuEntry]]:
    for start in range(0, len(entries), size):
        yield entries[start : start + size]
