"""All possible moves of a game, in the order of their ids, with their text."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from rattus.games.rattus.cards.card import Borders, Names
from rattus.games.rattus.editions import CLASSES, Edition, class_of
from rattus.games.rattus.sizes import REGION_CARDS

# verb, source region or class card, region, number or slot or card, text
Row = tuple[int, int, int, int, str]


def all_moves(edition: Edition, names: Names, borders: Borders) -> Iterator[Row]:
    """All moves in the order of their ids: by verb, then by their arguments."""
    for number, verb in enumerate(edition.verbs):
        for source, region, amount, words in verb.rows(names, borders):
            yield number, source, region, amount, f"{verb.word} {words}".rstrip()


def most_moves(edition: Edition) -> int:
    """Room for the moves of an edition on any map."""
    borders = list(permutations(range(edition.regions), 2))
    return max(edition.least_room, sum(1 for _ in all_moves(edition, _FullMap(edition), borders)))


@dataclass(frozen=True)
class _FullRegionCard:
    """A region card that can be laid on all class cards."""

    name: str
    classes: tuple[str, ...] = CLASSES


class _FullMap:
    """Names of as many regions and region cards as there can be."""

    def __init__(self, edition: Edition) -> None:
        self.cards = edition.cards
        self.regions = tuple(f"region{number}" for number in range(edition.regions))
        self.region_cards = [_FullRegionCard(f"card{number}") for number in range(REGION_CARDS)]

    def class_of(self, card: str) -> str:
        return class_of(card)
