"""What an explanation is made of: why something cannot be chosen now, or what choosing it would do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Reason = dict[str, Any]  # `why`: a word that texts are kept under; `rule`: its id, or empty; and what the text names
WAITS = "waits"  # another seat decides
DOES = "does"  # what a move that the thing can be chosen for does: its verb


@dataclass(frozen=True)
class Choosing:
    """What a seat has to choose from, and what it has chosen of a move so far: a verb, and words behind it."""

    seat: str | None  # None is a spectator
    legal: Sequence[str]  # empty where it is not for the seat to decide
    verb: str | None = None
    words: Sequence[str] = ()

    @property
    def verbs(self) -> list[str]:
        """The verbs that can still be chosen."""
        return list(dict.fromkeys(move.split(" ")[0] for move in self.legal)) if self.verb is None else [self.verb]

    def doing(self, thing: str) -> list[str]:
        """The legal moves of which this is the next word, or, while the verb is open, the verb."""
        before = self.words
        found = []
        for move in self.legal:
            verb, *words = move.replace(".", " ").split(" ")
            is_next = words[: len(before)] == list(before) and words[len(before) : len(before) + 1] == [thing]
            if (self.verb in (None, verb) and is_next) or (self.verb is None and verb == thing):
                found.append(move)
        return found


@dataclass(frozen=True)
class Explanation:
    """The moves that a thing can be chosen for; reasons why it cannot, if there are none; and what else is known."""

    moves: Sequence[str] = ()
    reasons: Sequence[Any] = ()
    facts: Sequence[Any] = ()

    def as_data(self) -> dict[str, Any]:
        """The explanation as clients receive it."""
        return {"moves": list(self.moves), "reasons": list(self.reasons), "facts": list(self.facts)}


def reason(why: str, rule: str = "", **values: Any) -> Reason:
    """A reason: a word for it, the rule, and the values of its text."""
    return {"why": why, "rule": rule, **values}
