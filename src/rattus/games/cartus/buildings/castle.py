"""The Castle: take swords (C29)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import has_specials, take_specials
from rattus.games.cartus.vocabulary import SWORD
from rattus.kernel.rule import rule


@rule
def castle_matters(box, table, seat, premium):
    """While there are some (C29)."""
    return has_specials(table, SWORD)


@rule
def use_castle(box, table, seat, premium, log):
    """Two swords, or one (C29)."""
    take_specials(box, table, seat, SWORD, 2 if premium else 1, log)


BUILDING = Building("castle", "chivalry", "C29", castle_matters, use_castle, special="sword")
