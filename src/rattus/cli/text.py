"""Words for people: names, numbers and lists, and events told as sentences."""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rattus.words import display_name, has, listed, t

Event = Mapping[str, Any]

OF_ALL_EVENTS = ("number", "after", "event", "seat", "rule")


def end_reason(reason: str) -> str:
    """Why the last round began or the game ended."""
    return t(f"terminal.reason.{reason}") if reason else ""


def the(thing: str) -> str:
    """A card or building with its article, for a sentence; one that there is no text for by its name."""
    if not thing:
        return ""
    return t(f"noun.the.{thing}") if has(f"noun.the.{thing}") else display_name(thing)


def parse_number(text: str) -> int | None:
    """The number that a text is, or None if it is not one of a sensible length."""
    return int(text) if text.isdecimal() and len(text) < 19 else None


def plural(number: int, noun: str, several: str = "") -> str:
    """`1 cube`, `2 cubes`. A noun that only English output uses has no text; `several` is then an irregular plural."""
    if has(f"terminal.n.{noun}"):
        return t(f"terminal.n.{noun}", n=number)
    return f"{number} {noun}" if number == 1 else f"{number} {several or f'{noun}s'}"


def join_words(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return listed(words, last)


@dataclass(frozen=True)
class Narrator:
    """Turns the events of a game into sentences. `fields` gives the values of their texts."""

    area: str  # of its texts: `does` is what a seat does, without the subject, `says` what nobody does
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
        return f"{display_name(event['seat'])} " if has(f"{self.area}.does.{event['event']}") else ""

    def _clause(self, events: Sequence[Event]) -> str:
        kind = events[0]["event"]
        for key in (f"{self.area}.does.{kind}", f"{self.area}.says.{kind}"):
            if has(key):
                return t(key, **self.fields(events))
        return _plainly(events[0])


def _plainly(event: Event) -> str:
    """An event that there is no text for, by its words: `Red: Blessed (Gallia)`."""
    who = f"{display_name(event['seat'])}: " if event["seat"] else ""
    about = [_in_words(value) for name, value in event.items() if name not in OF_ALL_EVENTS and value is not None]
    return f"{who}{display_name(event['event'])}" + (f" ({', '.join(about)})" if about else "")


def _in_words(value: Any) -> str:
    """A value of such an event. One of several values, such as a face, is told by these."""
    if isinstance(value, Mapping):
        return _in_words(list(value.values()))
    return " ".join(map(_in_words, value)) if isinstance(value, list) else display_name(str(value))
