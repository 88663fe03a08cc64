"""A building that is not in the box, the third of the peasantry: draw a card, and lock a rat in; or two of each.

Rule X2 is made up as well, and so are its verbs, its question and its event.
"""

from rattus.games.cartus.buildings.building import Building, Event, Question, Verb, alone
from rattus.games.cartus.cards import can_draw, draw_cards
from rattus.games.cartus.vocabulary import NOTHING
from rattus.kernel.events import note
from rattus.kernel.rule import UNBOUND, rule

LOCK = SPARE = ASK_LOCK = LOCKED = UNBOUND


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
    """One rat more, or no more."""
    out[0] = box.base[LOCK]
    out[1] = box.base[SPARE]
    return 2


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
        Verb("lock", "LOCK", alone, lock, "lock", "lock a rat in", "X2"),
        Verb("spare", "SPARE", alone, spare, "spare", "let the others be", "X2"),
    ),
    questions=(Question("lock", locking_moves, "X2"),),
    events=(Event("locked", "X2", ("rats",)),),
)  # fmt: skip
