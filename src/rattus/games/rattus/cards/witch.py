"""The Witch: look at one or two rat tokens, and swap them (R23)."""

from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.cards.card import Card, Event, Question, Verb, alone, always, at_slots
from rattus.games.rattus.sizes import AFRICANUS, RATTUS, SLOTS
from rattus.games.rattus.tokens import forget_looks, knows, look_at, swap_tokens
from rattus.games.rattus.vocabulary import ASK_SWAP, ASK_WITCH, NOTHING, PASS
from rattus.kernel.events import note
from rattus.kernel.explaining import Reason, reason
from rattus.kernel.rule import UNBOUND, rule

WITCH = USE_WITCH = SWAP = KEEP = LOOKED = SWAPPED = KEPT = UNBOUND


@rule
def witch_moves(box, table, out, number):
    """Look at any rat token on the board (R23)."""
    for region in range(box.regions):
        first = box.base[USE_WITCH] + region * SLOTS
        for slot in range(table.count[region]):
            out[number] = first + slot
            number += 1
    return number


@rule
def use_witch(box, table, region, number, log):
    """The first look, or the second; after two in different regions comes the question of swapping (R23)."""
    seat = table.to_move
    look_at(table, region, number, seat)
    note(log, LOOKED, seat, region, number, table.rats[region][number])
    if table.question != ASK_WITCH:
        table.used[WITCH] = 1
        table.question = ASK_WITCH
        table.first_region = region
        table.first_slot = number
    elif region == table.first_region:
        stop_witch(box, table, log)
    else:
        table.question = ASK_SWAP
        table.second_region = region
        table.second_slot = number


@rule
def stop_witch(box, table, log):
    """Nothing more to look at or to swap (R23)."""
    table.question = NOTHING
    forget_looks(table)


@rule
def second_look_moves(box, table, out):
    """A second, different token, or none (R23)."""
    first = box.base[USE_WITCH] + table.first_region * SLOTS + table.first_slot
    number = 0
    for place in range(witch_moves(box, table, out, 0)):
        if out[place] != first:
            out[number] = out[place]
            number += 1
    out[number] = box.base[PASS]
    return number + 1


@rule
def swapping_moves(box, table, out):
    """Swap the two tokens looked at, or keep them where they are (R23)."""
    out[0] = box.base[SWAP]
    out[1] = box.base[KEEP]
    return 2


@rule
def swap(box, table, log):
    """The two tokens change places; both regions keep their number (R23)."""
    region, slot, other, place = table.first_region, table.first_slot, table.second_region, table.second_slot
    swap_tokens(table, region, slot, other, place)
    note(log, SWAPPED, table.to_move, region, slot, other, place)
    stop_witch(box, table, log)


@rule
def keep(box, table, log):
    """The two tokens stay (R23)."""
    note(log, KEPT, table.to_move)
    stop_witch(box, table, log)


def useless(*_: Any) -> Reason:
    """Where there is no token to look at."""
    return reason("noRatFits", "R23")


def describe_first(box: Any, table: Any) -> dict[str, Any]:
    """The token looked at."""
    return {"first": box.slot_names[table.first_region][table.first_slot]}


def describe_both(box: Any, table: Any) -> dict[str, Any]:
    """Both tokens looked at."""
    return describe_first(box, table) | {"second": box.slot_names[table.second_region][table.second_slot]}


def read_first(box: Any, table: Any, pending: Mapping[str, Any]) -> None:
    """Read which token was looked at."""
    card = box.cards.index(CARD.name)
    if table.holder[card] != table.to_move or not table.used[card]:
        raise FormatError("pending", "the Witch is asked about only while her holder is using her")
    table.first_region, table.first_slot = _look(box, table, pending, "first")


def read_both(box: Any, table: Any, pending: Mapping[str, Any]) -> None:
    """Read which two tokens were looked at."""
    read_first(box, table, pending)
    table.second_region, table.second_slot = _look(box, table, pending, "second")
    if table.first_region == table.second_region:
        raise FormatError("pending", "tokens of one region are not swapped (R23)")


def _look(box: Any, table: Any, pending: Mapping[str, Any], name: str) -> tuple[int, int]:
    place = f"pending.{name}"
    if name not in pending:
        raise FormatError(place, "which token?")
    region, slot = box.read_slot(table, pending[name], place)
    if not knows(table, region, slot, table.to_move):
        raise FormatError(place, "the player has not looked at this token (`known`)")
    return region, slot


CARD = Card(
    name="witch",
    class_name="magic",
    rule="R23",
    editions=(RATTUS, AFRICANUS),
    moves=witch_moves,
    verbs=(
        Verb(
            "witch", "USE_WITCH", at_slots, use_witch, "witch TOKEN", "look at a rat token", "R23", ("slot",),
            is_final=True, explain=always("noRats", "R23"),
        ),
        Verb("swap", "SWAP", alone, swap, "swap", "swap the two tokens looked at", "R23", ()),
        Verb("keep", "KEEP", alone, keep, "keep", "leave them where they are", "R23", ()),
    ),
    questions=(
        Question("witch", second_look_moves, skip=stop_witch, fields=("first",), describe=describe_first,
                 read=read_first),
        Question("swap", swapping_moves, fields=("first", "second"), describe=describe_both, read=read_both),
    ),
    events=(
        Event("looked", "R23", ("region", "slot", "secret face"), is_revealing=True),
        Event("swapped", "R23", ("from_region", "slot", "region", "other_slot")),
        Event("kept", "R23"),
    ),
    useless=useless,
)  # fmt: skip
