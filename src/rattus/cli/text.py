"""English for people: names, numbers and lists in words, and events told as sentences."""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Event = Mapping[str, Any]

END_REASONS = {
    "supply": "the supply of rats is empty",
    "cubes": "a player has no cube left in stock",
    "turns": "the agreed number of turns is over",
    "rounds": "the last round is over",
}


def display_name(name: str) -> str:
    """A seat, region or card as a proper name: `red` as `Red`."""
    return name.replace("_", " ").title()


def parse_number(text: str) -> int | None:
    """The number that a text is, or None if it is not one of a sensible length."""
    return int(text) if text.isdecimal() and len(text) < 19 else None


def plural(number: int, noun: str, several: str = "") -> str:
    """`1 cube`, `2 cubes`; `several` is an irregular plural."""
    return f"{number} {noun}" if number == 1 else f"{number} {several or f'{noun}s'}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


@dataclass(frozen=True)
class Narrator:
    """Turns the events of a game into sentences. Templates name their fields in braces; `fields` fills them."""

    seat_events: Mapping[str, str]  # kind of event -> what its seat does, without the subject
    game_events: Mapping[str, str]  # kind of event -> a whole sentence about something that nobody does
    fields: Callable[[Sequence[Event]], Mapping[str, str]]
    grouped: Collection[str]  # kinds of which several in a row become one clause
    split: Callable[[Iterable[Event]], Iterable[Sequence[Event]]]  # the events of each paragraph
    is_told: Callable[[Event], bool]  # False for events that go without saying

    def sentence(self, event: Event) -> str:
        """One event as a sentence."""
        return f"{self._subject(event)}{self._clause([event])}."

    def paragraphs(self, events: Iterable[Event]) -> list[str]:
        """Events as paragraphs. A seat that acts several times in a row is named once."""
        told = [self._paragraph(part) for part in self.split(events)]
        return [text for text in told if text]

    def _paragraph(self, events: Iterable[Event]) -> str:
        sentences: list[str] = []
        previous = ""
        for group in self._groups(events):
            subject, clause = self._subject(group[0]), self._clause(group)
            if subject and subject == previous:
                sentences[-1] += f"; {clause}"
            else:
                sentences.append(f"{subject}{clause}")
            previous = subject
        return "".join(f"{sentence}. " for sentence in sentences).rstrip()

    def _groups(self, events: Iterable[Event]) -> Iterator[list[Event]]:
        told = enumerate(event for event in events if self.is_told(event))
        for _, group in itertools.groupby(told, lambda numbered: self._group_key(*numbered)):
            yield [event for _, event in group]

    def _group_key(self, number: int, event: Event) -> object:
        kind = event["event"]
        return (kind, event["seat"], event.get("to_seat")) if kind in self.grouped else number

    def _subject(self, event: Event) -> str:
        return f"{display_name(event['seat'])} " if event["event"] in self.seat_events else ""

    def _clause(self, events: Sequence[Event]) -> str:
        kind = events[0]["event"]
        return (self.seat_events.get(kind) or self.game_events[kind]).format_map(self.fields(events))
