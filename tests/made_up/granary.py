"""A building that is not in the box, the third of the peasantry: draw a card and discard a rat, or two of each."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import can_draw, draw_cards, free_rats
from rattus.kernel.rule import rule


@rule
def granary_matters(box, table, seat, premium):
    """While there are cards or rats."""
    return can_draw(table) or table.rats[seat] > 0


@rule
def use_granary(box, table, seat, premium, log):
    """As many cards as rats."""
    draw_cards(box, table, seat, 2 if premium else 1, log)
    free_rats(table, seat, 2 if premium else 1, log)


BUILDING = Building(
    "granary", "peasantry", "X2", granary_matters, use_granary, supply=("dddd", "ddr", "ddl", "rr", "rl")
)
