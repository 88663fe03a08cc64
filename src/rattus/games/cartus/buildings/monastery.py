"""The Monastery: discard rats (C28)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import free_rats
from rattus.kernel.rule import rule


@rule
def monastery_matters(box, table, seat, premium):
    """With rats (C28)."""
    return table.rats[seat] > 0


@rule
def use_monastery(box, table, seat, premium, log):
    """Two rats, or one (C28)."""
    free_rats(table, seat, 2 if premium else 1, log)


BUILDING = Building("monastery", "church", "C28", monastery_matters, use_monastery)
