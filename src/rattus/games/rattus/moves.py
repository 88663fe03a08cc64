"""All possible moves of a game, in the order of their ids, with their text."""

from collections.abc import Iterator

from rattus.games.rattus.cards.card import Borders, Names
from rattus.games.rattus.editions import Edition

# verb, source region or class card, region, number or slot or card, text
Row = tuple[int, int, int, int, str]


def all_moves(edition: Edition, names: Names, borders: Borders) -> Iterator[Row]:
    """All moves in the order of their ids: by verb, then by their arguments."""
    for number, verb in enumerate(edition.verbs):
        for source, region, amount, words in verb.rows(names, borders):
            yield number, source, region, amount, f"{verb.word} {words}".rstrip()
