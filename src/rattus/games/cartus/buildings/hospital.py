"""The Hospital: discard cards and rats (C28)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import free_rats
from rattus.games.cartus.discarding import begin_discarding
from rattus.kernel.rule import rule


@rule
def hospital_matters(box, table, seat, premium):
    """With rats, and cards that can go with them (C28)."""
    return table.rats[seat] > 0 and (premium or table.hand_size[seat] > 0)


@rule
def use_hospital(box, table, seat, premium, log):
    """Up to three cards with a rat each, and one rat more; or up to two cards (C28)."""
    if premium:
        free_rats(table, seat, 1, log)
    begin_discarding(table, seat, 3 if premium else 2)


BUILDING = Building("hospital", "church", "C28", hospital_matters, use_hospital, asks={"discard": (2, 3)})
