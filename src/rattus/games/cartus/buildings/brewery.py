"""The Brewery: draw population cards for influence (C26)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import can_draw, draw_cards
from rattus.kernel.rule import rule


@rule
def brewed(table, seat, premium):
    """A card for every, or for every two influence points gained in this round (C26)."""
    return table.strength[seat] if premium else table.strength[seat] // 2


@rule
def brewery_matters(box, table, seat, premium):
    """While there are cards to draw, and influence to draw them for (C26)."""
    return brewed(table, seat, premium) > 0 and can_draw(table)


@rule
def use_brewery(box, table, seat, premium, log):
    """As many cards as are brewed (C26)."""
    draw_cards(box, table, seat, brewed(table, seat, premium), log)


BUILDING = Building("brewery", "peasantry", "C26", brewery_matters, use_brewery)
