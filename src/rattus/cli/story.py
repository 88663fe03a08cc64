"""Events as sentences."""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rattus.cli.wording import proper

Event = Mapping[str, Any]


@dataclass(frozen=True)
class Teller:
    """How the events of a game are told."""

    deeds: Mapping[str, str]  # kind of event -> what its seat does; the names in braces are made by `words`
    happenings: Mapping[str, str]  # kind of event -> what happens without anybody's doing
    words: Callable[[Sequence[Event]], Mapping[str, str]]
    gathered: Collection[str]  # kinds of which several in a row are one deed
    parts: Callable[[Iterable[Event]], Iterable[Sequence[Event]]]  # the events of each paragraph
    is_told: Callable[[Event], bool]  # whether a story needs it

    def tell(self, event: Event) -> str:
        """An event as a sentence."""
        return f"{self._doer(event)}{self._deed([event])}."

    def paragraphs(self, events: Iterable[Event]) -> list[str]:
        """A story in paragraphs. A doer who goes on doing is not named again."""
        told = [self._paragraph(part) for part in self.parts(events)]
        return [text for text in told if text]

    def _paragraph(self, events: Iterable[Event]) -> str:
        sentences: list[str] = []
        doer = ""
        for deed in self._deeds(events):
            if doer and doer == self._doer(deed[0]):
                sentences[-1] += f"; {self._deed(deed)}"
            else:
                sentences.append(f"{self._doer(deed[0])}{self._deed(deed)}")
            doer = self._doer(deed[0])
        return "".join(f"{sentence}. " for sentence in sentences).rstrip()

    def _deeds(self, events: Iterable[Event]) -> Iterator[list[Event]]:
        told = enumerate(event for event in events if self.is_told(event))
        for _, deed in itertools.groupby(told, lambda numbered: self._sameness(*numbered)):
            yield [event for _, event in deed]

    def _sameness(self, number: int, event: Event) -> object:
        kind = event["event"]
        return (kind, event["seat"], event.get("to_seat")) if kind in self.gathered else number

    def _doer(self, event: Event) -> str:
        return f"{proper(event['seat'])} " if event["event"] in self.deeds else ""

    def _deed(self, events: Sequence[Event]) -> str:
        kind = events[0]["event"]
        return (self.deeds.get(kind) or self.happenings[kind]).format_map(self.words(events))
