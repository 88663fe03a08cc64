"""Moves as a network knows them: by text, the same for every number of players, and with seats counted from one's own.

The engine numbers moves anew for every number of players and names seats by colour, but an observation has the observer
first. So a network has moves of its own: `rob +1` robs the next player clockwise, whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from rattus.kernel.rulebook import Box

NO_MOVE = -1


def relative(text: str, seats: Sequence[str], seat: int) -> str:
    """A move's text with other seats counted clockwise from one's own.

    >>> relative("rob green", ("red", "yellow", "green"), 1)
    'rob +1'
    """
    words = text.split(" ")
    return " ".join(f"+{(seats.index(word) - seat) % len(seats)}" if word in seats else word for word in words)


def common_moves(boxes: Iterable[Box]) -> tuple[str, ...]:
    """All moves of several numbers of players, each once, those of the largest game first."""
    by_size = sorted(boxes, key=lambda box: -box.players)
    return tuple(dict.fromkeys(relative(text, box.seats, 0) for box in by_size for text in box.moves))


def engine_moves(moves: Sequence[str], box: Box) -> NDArray[np.int64]:
    """For every seat (row) and every move of a network (column) the engine's number; NO_MOVE if there is none."""
    places = {text: place for place, text in enumerate(moves)}
    found = np.full((box.players, len(moves)), NO_MOVE, np.int64)
    for seat in range(box.players):
        for number, text in enumerate(box.moves):
            place = places.get(relative(text, box.seats, seat))
            if place is not None:
                found[seat, place] = number
    return found
