"""A building that is not in the box, the third of the peasantry: draw a card, and lock a rat in; or two of each.

A hand card that is ground takes a rat along, too. Rule X2 is made up as well, and so are its verbs, one of which names
a card, its question and its events, one of which has a field of its own.
"""

from rattus.games.cartus.buildings.building import Building, Event, Question, Verb, alone, at_cards
from rattus.games.cartus.cards import can_draw, discard_from_hand, draw_cards
from rattus.games.cartus.sizes import KINDS
from rattus.games.cartus.vocabulary import NOTHING
from rattus.kernel.events import note
from rattus.kernel.rule import UNBOUND, rule

GRIND = LOCK = SPARE = ASK_LOCK = LOCKED = GROUND = UNBOUND


@rule
def granary_matters(box, table, seat, premium):
    """While there are cards or rats."""
    return can_draw(table) or table.rats[seat] > 0


@rule
def use_granary(box, table, seat, premium, log):
    """Cards, and as many rats may go."""
    draw_cards(box, table, seat, 2 if premium else 1, log)
    table.due = min(2 if premium else 1, table.rats[seat])
    if table.due > 0:
        table.question = ASK_LOCK


@rule
def locking_moves(box, table, out):
    """One rat more, alone or with a card in hand, or no more."""
    number = 0
    for kind in range(KINDS):
        if table.hands[table.to_move][kind] > 0:
            out[number] = box.base[GRIND] + kind
            number += 1
    out[number] = box.base[LOCK]
    out[number + 1] = box.base[SPARE]
    return number + 2


@rule
def grind(box, table, number, log):
    """A card goes, and a rat with it."""
    discard_from_hand(box, table, table.to_move, number, log)
    note(log, GROUND, table.to_move, number % 5)
    lock(box, table, log)


@rule
def lock(box, table, log):
    """A rat goes."""
    table.rats[table.to_move] -= 1
    table.due -= 1
    note(log, LOCKED, table.to_move, 1)
    if table.due == 0:
        table.question = NOTHING


@rule
def spare(table):
    """No more rats go."""
    table.question = NOTHING
    table.due = 0


BUILDING = Building(
    "granary", "peasantry", "X2", granary_matters, use_granary,
    asks={"lock": (1, 2)},
    supply=("dddd", "ddr", "ddl", "rr", "rl"),
    verbs=(
        Verb("grind", "GRIND", at_cards, grind, "grind CARD", "discard a card with a rat", "X2", ("card",)),
        Verb("lock", "LOCK", alone, lock, "lock", "lock a rat in", "X2"),
        Verb("spare", "SPARE", alone, spare, "spare", "let the others be", "X2"),
    ),
    questions=(Question("lock", locking_moves, "X2", is_evident=False),),
    events=(Event("locked", "X2", ("rats",)), Event("ground", "X2", ("flour",))),
)  # fmt: skip
