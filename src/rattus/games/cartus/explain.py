"""Why a building, a card of the nun row or a card in hand cannot be chosen now: from what a seat may know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rattus.games.cartus.box import Box
from rattus.games.cartus.editions import QUESTION_WORDS, RULES_OF_QUESTIONS
from rattus.games.cartus.sizes import NUN_ROW
from rattus.games.cartus.vocabulary import (
    ASK_DISCARD,
    ASK_GIVE,
    ASK_PEEK,
    ASK_PLAY,
    CARDS,
    ENTER,
    HIDDEN,
    NONE,
    NOTHING,
    PLAYABLE,
    RESOLVE,
    SUPPLY,
)
from rattus.kernel.explaining import WAITS, Choosing, Explanation, Reason, reason


def explain(box: Box, table: Any, choosing: Choosing, thing: str) -> Explanation:
    """Explain `building.2`, `nun.3` or a card such as `church-3`; anything else has no explanation."""
    kind, _, place = thing.partition(".")
    moves = _moves(choosing, kind, place)
    if moves or choosing.seat is None or not _is_there(box, kind, place, thing):
        return Explanation(moves)
    seat = box.seats.index(choosing.seat)
    if kind == "nun" and _has_seen(table, seat, place):
        return Explanation((), [reason("seen", "C10")])
    if not choosing.legal:
        waits = table.to_move not in (seat, -1)
        return Explanation((), [reason(WAITS, seat=box.seats[table.to_move])] if waits else ())
    if kind == "nun":
        return Explanation((), [reason("nun", "C10")])
    if thing in CARDS:
        return Explanation((), list(_card(table, seat, CARDS.index(thing))))
    return Explanation((), [reason("first", RULES_OF_QUESTIONS[table.question], ask=QUESTION_WORDS[table.question])])


def _is_there(box: Box, kind: str, place: str, thing: str) -> bool:
    """Whether there is such a card, or such a place in the row of buildings or of nuns."""
    places = {"building": int(box.record.row), "nun": NUN_ROW}.get(kind, 0)
    return thing in CARDS or place in map(str, range(1, places + 1))


def _has_seen(table: Any, seat: int, place: str) -> bool:
    return place in [str(number) for number, seen in enumerate(table.looked[seat], 1) if seen]


def _moves(choosing: Choosing, kind: str, place: str) -> list[str]:
    """The legal moves that a thing can be chosen for."""
    verbs = {"building": ("supply", "enter"), "nun": ("peek",)}.get(kind, ("play", "give", "discard"))
    words = place if place else kind
    return [move for move in choosing.legal if move.split(" ") in [[verb, words] for verb in verbs]]


def _card(table: Any, seat: int, kind: int) -> Iterator[Reason]:
    asked = table.question
    if table.hands[seat][0] != HIDDEN and not table.hands[seat][kind]:
        yield reason("notHeld")
    elif (asked == ASK_PLAY or (table.phase == ENTER and asked == NOTHING)) and kind >= PLAYABLE:
        yield reason("playable", "C12", card=CARDS[kind])
    elif asked in (ASK_PLAY, ASK_GIVE, ASK_DISCARD) and table.last != NONE and kind < table.last:
        yield reason("order", "C11" if asked == ASK_PLAY else RULES_OF_QUESTIONS[asked], card=CARDS[kind],
                     last=CARDS[table.last])  # fmt: skip
    elif asked == ASK_GIVE:
        yield reason("enough", RULES_OF_QUESTIONS[asked], n=int(table.due))
    elif table.phase == SUPPLY and asked != ASK_PEEK:
        yield reason("supply", "C11")
    elif table.phase in (SUPPLY, ENTER, RESOLVE):
        yield reason("first", RULES_OF_QUESTIONS[asked] if asked else "C11", ask=QUESTION_WORDS[asked] or "enter")
