"""The Knight: the plague moves further and weighs more (R22); in the last round the pawn moves (R35)."""

from collections.abc import Iterator
from typing import Any

from rattus.games.rattus.cards.card import Card, Event, Verb, at_regions
from rattus.games.rattus.sizes import AFRICANUS, EXTRA_WEIGHT, RATTUS
from rattus.games.rattus.vocabulary import NO_CARD, TURN, WITH_REGION_CARDS
from rattus.kernel.events import note
from rattus.kernel.explaining import Choosing, Reason, reason
from rattus.kernel.rule import UNBOUND, rule

KNIGHT = USE_KNIGHT = RODE = UNBOUND


@rule
def rides(table):
    """Whether who has the turn holds the Knight (R22)."""
    return table.holder[KNIGHT] == table.turn


@rule
def knight_moves(box, table, out, number):
    """In the last round: the pawn moves as far as in a turn with the Knight (R35, A7)."""
    for region in range(box.regions):
        if box.near[table.pawn][region] == 1:
            out[number] = box.base[USE_KNIGHT] + region
            number += 1
    return number


@rule
def use_knight(box, table, region, log):
    """In the last round: the pawn moves as far as in a turn (R35, A7)."""
    table.used[KNIGHT] = 1
    note(log, RODE, table.to_move, table.pawn, region)
    table.pawn = region


@rule
def final_weight(table, region):
    """In its region the pawn counts as two cubes, if anyone holds the Knight (R36) and has not covered it (A14)."""
    if table.pawn != region or table.holder[KNIGHT] < 0 or (WITH_REGION_CARDS and table.cover[KNIGHT] != NO_CARD):
        return 0
    return EXTRA_WEIGHT


@rule
def is_knight(card):
    """Whether this class card is the Knight."""
    return card == KNIGHT


def explain(box: Any, table: Any, seat: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    """Why the plague cannot move to a region, with the Knight or without (R22, R25, R35)."""
    used = choosing.verb == CARD.name
    on_horse = used or table.holder[box.cards.index(CARD.name)] == seat
    rule_id = "R35" if used else "R22" if on_horse else "R25"
    pawn, record = table.pawn, box.record
    near = record.near[pawn][region] if on_horse else region in record.neighbours[pawn][: record.degree[pawn]]
    if region == pawn:
        yield reason("stays", rule_id)
    elif not near:
        steps = box.edition.steps[box.players] if on_horse else 1
        yield reason("far", rule_id, n=steps, region=box.regions[pawn])


def useless(_: Any, table: Any, __: int) -> Reason:
    """In a turn the Knight has no move of its own."""
    return reason("knight" if table.phase == TURN else "noRatFits", "R22")


CARD = Card(
    name="knight",
    class_name="chivalry",
    rule="R22",
    editions=(RATTUS, AFRICANUS),
    moves=knight_moves,
    in_last_round_only=True,
    verbs=(
        Verb(
            "knight", "USE_KNIGHT", at_regions, use_knight,
            "knight REGION", "in the last round: move the pawn", "R35", ("region",), is_final=True, explain=explain,
        ),
    ),
    events=(Event("rode", "R35", ("from_region", "region")),),
    useless=useless,
)  # fmt: skip
