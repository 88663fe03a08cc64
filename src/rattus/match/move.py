"""Moves as text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A move: a verb and its arguments, separated by single spaces.

    >>> Move("place gallia 3").verb
    'place'
    >>> print(Move("place gallia 3"))
    place gallia 3
    """

    text: str

    @property
    def verb(self) -> str:
        """The first word."""
        return self.text.partition(" ")[0]

    @property
    def arguments(self) -> tuple[str, ...]:
        """The words after the verb."""
        return tuple(self.text.split(" ")[1:])

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"
