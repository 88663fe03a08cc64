"""The Hut: take flutes (C30)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import has_specials, take_specials
from rattus.games.cartus.vocabulary import FLUTE
from rattus.kernel.rule import rule


@rule
def hut_matters(box, table, seat, premium):
    """While there are some (C30)."""
    return has_specials(table, FLUTE)


@rule
def use_hut(box, table, seat, premium, log):
    """Two flutes, or one (C30)."""
    take_specials(box, table, seat, FLUTE, 2 if premium else 1, log)


BUILDING = Building("hut", "magic", "C30", hut_matters, use_hut, special="flute")
