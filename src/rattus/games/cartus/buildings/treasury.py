"""The Treasury: take golds (C30)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import has_specials, take_specials
from rattus.games.cartus.vocabulary import GOLD
from rattus.kernel.rule import rule


@rule
def treasury_matters(box, table, seat, premium):
    """While there are some (C30)."""
    return has_specials(table, GOLD)


@rule
def use_treasury(box, table, seat, premium, log):
    """Two golds, or one (C30)."""
    take_specials(box, table, seat, GOLD, 2 if premium else 1, log)


BUILDING = Building("treasury", "royalty", "C30", treasury_matters, use_treasury, special="gold")
