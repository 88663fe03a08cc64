"""The Trader: the caravan (A9) moves, and cubes grow where it started and passed (A17)."""

from collections.abc import Iterator, Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.rattus.cards.card import (
    Card,
    Event,
    Question,
    Verb,
    always,
    at_regions,
    beyond_border,
    over_borders,
    source_of,
)
from rattus.games.rattus.class_cards import actor
from rattus.games.rattus.sizes import AFRICANUS
from rattus.games.rattus.vocabulary import ASK_GROW, NOTHING, NOWHERE, OUT_OF_PLAY
from rattus.kernel.events import note
from rattus.kernel.explaining import Choosing, Reason, reason
from rattus.kernel.rule import UNBOUND, rule
from rattus.kernel.validation import read_word

TRADER = USE_TRADER = GROW = DECLINE = TRAVELLED = GREW = DECLINED = UNBOUND


@rule
def trader_is_in_play(table):
    """Whether there is a Trader in this game, and so a caravan (A9)."""
    return table.holder[TRADER] != OUT_OF_PLAY


@rule
def trader_moves(box, table, out, number):
    """Exactly two steps, over a bordering region, and not back to where the caravan started (A17)."""
    if table.caravan == NOWHERE:
        return number
    for place in range(box.degree[table.caravan]):
        passed = box.neighbours[table.caravan][place]
        for step in range(box.degree[passed]):
            if box.neighbours[passed][step] != table.caravan:
                out[number] = box.base[USE_TRADER] + box.first_border[passed] + step
                number += 1
    return number


@rule
def use_trader(box, table, source, region, log):
    """The caravan moves; who had the most cubes where it started and where it passed is asked to grow (A17)."""
    table.used[TRADER] = 1
    note(log, TRAVELLED, table.to_move, table.caravan, source, region)
    table.grow_regions[0] = table.caravan
    table.grow_regions[1] = source
    table.caravan = region
    for place in range(2):
        mark_growing(box, table, place)
    ask_to_grow(box, table)


@rule
def mark_growing(box, table, place):
    """All who have the most cubes in the region, before any is added (A17)."""
    region, most = table.grow_regions[place], 1
    for seat in range(box.players):
        most = max(most, table.cubes[region][seat])
    for seat in range(box.players):
        table.growing[place][seat] = 1 if table.cubes[region][seat] == most else 0


@rule
def ask_to_grow(box, table):
    """Ask the next player who may add a cube: where the caravan started first, clockwise from its mover (A17)."""
    mover = actor(table)
    for place in range(2):
        for step in range(box.players):
            seat = (mover + step) % box.players
            if table.growing[place][seat] == 1:
                if table.stock[seat] > 0:
                    table.question = ASK_GROW
                    table.to_move = seat
                    return
                table.growing[place][seat] = 0
    table.grow_regions[0] = 0
    table.grow_regions[1] = 0
    table.question = NOTHING
    table.to_move = mover


@rule
def growing_place(box, table):
    """Which of the two regions the question is about."""
    for seat in range(box.players):
        if table.growing[0][seat] == 1:
            return 0
    return 1


@rule
def growing_moves(box, table, out):
    """Add the cube, or not (A17)."""
    region = table.grow_regions[growing_place(box, table)]
    out[0] = box.base[GROW] + region
    out[1] = box.base[DECLINE] + region
    return 2


@rule
def grow(box, table, region, log):
    """Add a cube from stock (A17)."""
    seat = table.to_move
    table.stock[seat] -= 1
    table.cubes[region][seat] += 1
    note(log, GREW, seat, region)
    table.growing[growing_place(box, table)][seat] = 0
    ask_to_grow(box, table)


@rule
def decline(box, table, region, log):
    """Add no cube (A17)."""
    note(log, DECLINED, table.to_move, region)
    table.growing[growing_place(box, table)][table.to_move] = 0
    ask_to_grow(box, table)


def explain(box: Any, table: Any, _: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    """Why the caravan cannot come to a region."""
    if region == table.caravan:
        yield reason("caravan", "A17")
    else:
        yield from beyond_border(box, source_of(box, choosing, table.caravan), region, "A17")


def useless(_: Any, table: Any, __: int) -> Reason:
    """Without a caravan."""
    return reason("noCaravan" if table.caravan == NOWHERE else "noRatFits", "A17")


def describe_queue(box: Any, table: Any) -> dict[str, Any]:
    """Who is still asked to grow, and where: seat and region, in the order of asking (A17)."""
    order = [(actor(table) + step) % box.players for step in range(box.players)]
    queue = [
        [box.seats[seat], box.regions[table.grow_regions[place]]]
        for place in range(2)
        for seat in order
        if table.growing[place][seat] and table.stock[seat]
    ]
    return {"queue": queue}


def read_queue(box: Any, table: Any, pending: Mapping[str, Any]) -> None:
    """The Trader is being used, and some players are still to be asked."""
    card = box.cards.index(CARD.name)
    if table.holder[card] != actor(table) or not table.used[card]:
        raise FormatError("pending", "`grow` is asked only while the Trader is being used")
    queue = [_growing(box, item) for item in pending.get("queue", [])]
    places: list[int] = []
    for seat, region in queue:
        places += [region] if region not in places else []
        if len(places) > 2 or not table.stock[seat] or not table.cubes[region][seat]:
            raise FormatError("pending.queue", "who has a cube in stock and one there can be asked, in two regions")
        table.growing[places.index(region)][seat] = 1
    table.grow_regions[: len(places)] = places
    if not queue or table.caravan == NOWHERE:
        raise FormatError("pending.queue", "nobody is asked")
    table.to_move = queue[0][0]
    if describe_queue(box, table)["queue"] != pending.get("queue"):
        raise FormatError("pending.queue", "players are asked clockwise from who uses the Trader, each once a region")


def _growing(box: Any, item: list[str]) -> tuple[int, int]:
    if len(item) != 2:
        raise FormatError("pending.queue", f"seat and region, not {item!r}")
    return read_word(item[0], box.seats, "pending.queue"), read_word(item[1], box.regions, "pending.queue")


CARD = Card(
    name="trader",
    class_name="islam",
    rule="A17",
    editions=(AFRICANUS,),
    moves=trader_moves,
    verbs=(
        Verb("trader", "USE_TRADER", over_borders, use_trader, "trader OVER TO", "move the caravan two steps", "A17",
             ("region", "region"), explain=explain),
        Verb("grow", "GROW", at_regions, grow, "grow REGION", "add a cube where the caravan was", "A17", ("region",),
             explain=always("notAsked", "A17")),
        Verb("decline", "DECLINE", at_regions, decline, "decline REGION", "add none", "A17", ("region",)),
    ),
    questions=(Question("grow", growing_moves, fields=("queue",), describe=describe_queue, read=read_queue),),
    events=(
        Event("travelled", "A17", ("from_region", "over_region", "region")),
        Event("grew", "A17", ("region",), is_revealing=True),
        Event("declined", "A17", ("region",), is_revealing=True),
    ),
    useless=useless,
)  # fmt: skip
