"""The Office: take pass cards (C27)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import has_specials, take_specials
from rattus.games.cartus.vocabulary import PASS_CARD
from rattus.kernel.rule import rule


@rule
def office_matters(box, table, seat, premium):
    """While there are some (C27)."""
    return has_specials(table, PASS_CARD)


@rule
def use_office(box, table, seat, premium, log):
    """Two pass cards, or one (C27)."""
    take_specials(box, table, seat, PASS_CARD, 2 if premium else 1, log)


BUILDING = Building("office", "bourgeoisie", "C27", office_matters, use_office, special="pass")
