"""Seatings: which player has which seat in each game.

With as many names as seats, the names are the line-up, and a name may be repeated in it. With fewer, each player gets
the same number of seats, and all choices of who takes the remaining seats rotate. With more, all choices of who plays
rotate.

The seatings of a line-up are its images under a group of permutations that takes any two seats to any two others
equally often. So every player sits in every seat, and every two in every pair of seats, equally often: who plays right
after whom is balanced too, with far fewer seatings than all orders would need (2, 6, 12, 20 and 60 of them at most).

Each deal is played with all seatings. Their order keeps a tournament that ends within a deal as balanced as possible,
and does not depend on the number of games, so that a tournament can be made longer later.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from rattus.errors import FormatError

Seating = tuple[str, ...]

MOST_SEATINGS = 5000
# Generators of the groups: all orders of 2 or 3, the even ones of 4, i -> a * i + b modulo 5, and the linear fractions
# of determinant 1 modulo 5, with infinity as the sixth.
GENERATORS = {
    2: ((1, 0),),
    3: ((1, 2, 0), (1, 0, 2)),
    4: ((1, 2, 0, 3), (0, 2, 3, 1)),
    5: ((1, 2, 3, 4, 0), (0, 2, 4, 1, 3)),
    6: ((1, 2, 3, 4, 0, 5), (5, 4, 2, 3, 1, 0)),
}


@dataclass(frozen=True)
class Fixture:
    """One game to be played: its number, its deal, and who sits where."""

    number: int
    deal: int
    seating: Seating


class Schedule:
    """The games of a tournament, without an upper limit."""

    def __init__(self, names: Sequence[str], seats: int) -> None:
        choices = line_ups(names, seats)
        sets = [seatings(line_up) for line_up in choices]
        if sum(map(len, sets)) > MOST_SEATINGS:
            raise FormatError("players", f"more than {MOST_SEATINGS} seatings; name fewer players")
        self.seatings = even_order(sets)

    def fixture(self, number: int) -> Fixture:
        """The game with this number, from 0 on."""
        deal, place = divmod(number, len(self.seatings))
        return Fixture(number, deal, self.seatings[place])


def line_ups(names: Sequence[str], seats: int) -> list[Seating]:
    """The line-ups: which players play together."""
    if not names:
        raise FormatError("players", "name at least one")
    if len(names) == seats:
        return [tuple(names)]
    if len(set(names)) < len(names):
        raise FormatError("players", f"names may be repeated only if there is one for each of the {seats} seats")
    if len(names) > seats:
        return list(itertools.islice(itertools.combinations(names, seats), MOST_SEATINGS))
    each, over = divmod(seats, len(names))
    # Players with one seat more come first, so that all line-ups have the same pattern and the same number of seatings.
    return [
        more * (each + 1) + tuple(name for name in names if name not in more) * each
        for more in itertools.combinations(names, over)
    ]


def seatings(line_up: Seating) -> list[Seating]:
    """The different seatings of a line-up."""
    return sorted({tuple(line_up[place] for place in order) for order in orders(len(line_up))})


def orders(seats: int) -> Iterator[tuple[int, ...]]:
    """The permutations of the group for this number of seats."""
    if seats not in GENERATORS:
        raise FormatError("seats", f"from {min(GENERATORS)} to {max(GENERATORS)}, not {seats}")
    waiting = [tuple(range(seats))]
    found = set(waiting)
    while waiting:
        order = waiting.pop()
        yield order
        for generator in GENERATORS[seats]:
            product = tuple(order[place] for place in generator)
            if product not in found:
                found.add(product)
                waiting.append(product)


def even_order(sets: Sequence[Sequence[Seating]]) -> list[Seating]:
    """All seatings, next always one whose players had these seats least often and whose line-up played least often."""
    found = [(line_up, seating) for line_up, some in enumerate(sets) for seating in some]
    names = sorted({name for _, seating in found for name in seating})
    players = np.array([[names.index(name) for name in seating] for _, seating in found])
    of_line_up = np.array([line_up for line_up, _ in found])
    seats = np.arange(players.shape[1])
    seated, played, used = np.zeros((len(seats), len(names))), np.zeros(len(sets)), np.zeros(len(found))
    ordered = []
    for _ in found:
        place = int((2 * seated[seats, players].sum(axis=1) + played[of_line_up] + used).argmin())
        seated[seats, players[place]] += 1
        played[of_line_up[place]] += 1
        used[place] = np.inf
        ordered.append(found[place][1])
    return ordered
