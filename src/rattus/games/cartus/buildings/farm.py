"""The Farm: draw population cards (C26)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import can_draw, draw_cards
from rattus.kernel.rule import rule


@rule
def farm_matters(box, table, seat, premium):
    """While there are cards to draw (C26)."""
    return can_draw(table)


@rule
def use_farm(box, table, seat, premium, log):
    """Four cards, or two (C26)."""
    draw_cards(box, table, seat, 4 if premium else 2, log)


BUILDING = Building("farm", "peasantry", "C26", farm_matters, use_farm)
