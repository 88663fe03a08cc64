"""The Watchtower: others give cards, and who entered one gives none (C29)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.gifts import ask_next_giver
from rattus.games.cartus.sizes import TOWER_GIFT
from rattus.kernel.rule import UNBOUND, rule

WATCHTOWER = UNBOUND


@rule
def watchtower_matters(box, table, seat, premium):
    """Only the premium action brings cards, if somebody must give some (C29)."""
    return premium and anybody_must_give(box, table, seat)


@rule
def use_watchtower(box, table, seat, premium, log):
    """Who gives is settled now, by the hands at this moment (C29)."""
    for other in range(box.players):
        table.givers[other] = 1 if must_give(box, table, seat, other) else 0
    table.to = seat
    ask_next_giver(box, table)


@rule
def is_guarded(box, table, seat):
    """Whether a player has entered a watchtower in this round (C29)."""
    for entry in range(table.entered):
        if table.entry_seat[entry] == seat and box.building[table.row[table.entry_place[entry]]] == WATCHTOWER:
            return True
    return False


@rule
def must_give(box, table, taker, seat):
    """Whether a player gives cards to the taker's tower: no guard, and at least as many cards in hand (C29)."""
    return not is_guarded(box, table, seat) and table.hand_size[seat] >= max(table.hand_size[taker], 1)


@rule
def anybody_must_give(box, table, taker):
    """Whether a tower would bring a card."""
    for seat in range(box.players):
        if must_give(box, table, taker, seat):
            return True
    return False


BUILDING = Building(
    "watchtower", "chivalry", "C29", watchtower_matters, use_watchtower,
    fewest_players=3, asks={"give": (0, TOWER_GIFT)},
)  # fmt: skip
