"""The Marketplace: take jokers (C27)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import has_specials, take_specials
from rattus.games.cartus.vocabulary import JOKER
from rattus.kernel.rule import rule


@rule
def marketplace_matters(box, table, seat, premium):
    """While there are some (C27)."""
    return has_specials(table, JOKER)


@rule
def use_marketplace(box, table, seat, premium, log):
    """Two jokers, or one (C27)."""
    take_specials(box, table, seat, JOKER, 2 if premium else 1, log)


BUILDING = Building("marketplace", "bourgeoisie", "C27", marketplace_matters, use_marketplace, special="joker")
