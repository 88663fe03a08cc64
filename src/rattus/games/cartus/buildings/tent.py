"""The Tent: look at the nun row (C30)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.supply import begin_looking, unseen_nuns
from rattus.kernel.rule import rule


@rule
def tent_matters(box, table, seat, premium):
    """While there are cards the player has not seen (C30)."""
    return unseen_nuns(table, seat) > 0


@rule
def use_tent(box, table, seat, premium, log):
    """Two cards, or one (C30)."""
    begin_looking(table, seat, 2 if premium else 1)


BUILDING = Building("tent", "magic", "C30", tent_matters, use_tent, asks={"peek": (1, 2)})
