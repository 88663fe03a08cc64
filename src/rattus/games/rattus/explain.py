"""Why a region, a class card or a region card cannot be chosen now: from what a seat may know, with the rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rattus.games.rattus.box import Box
from rattus.games.rattus.cards import knight
from rattus.games.rattus.explaining import explain_placing
from rattus.games.rattus.protection import exposed
from rattus.games.rattus.tokens import crowd
from rattus.games.rattus.vocabulary import (
    HIDDEN,
    LAST_ROUND,
    NOTHING,
    OUT_OF_PLAY,
    PLAGUE,
    TURN,
)
from rattus.kernel.explaining import WAITS, Choosing, Explanation, Reason, reason


def explain(box: Box, table: Any, choosing: Choosing, thing: str) -> Explanation:
    """Explain a region, a class card or a region card of a veiled table; anything else has no explanation."""
    facts = list(_rats(box, table, box.regions.index(thing))) if thing in box.regions else []
    moves = choosing.doing(thing)
    if moves or choosing.seat is None:
        return Explanation(moves, (), facts)
    seat = box.seats.index(choosing.seat)
    if not choosing.legal:
        waits = table.to_move not in (seat, -1)
        return Explanation((), [reason(WAITS, seat=box.seats[table.to_move])] if waits else (), facts)
    if thing in box.regions:
        return Explanation((), list(_region(box, table, seat, choosing, box.regions.index(thing))), facts)
    if thing in box.cards and table.holder[box.cards.index(thing)] != OUT_OF_PLAY:
        return Explanation((), list(_card(box, table, seat, box.cards.index(thing))))
    if box.edition.african and thing in box.region_card_names:
        return Explanation((), [_region_card(box, table, seat, box.region_card_names.index(thing))])
    return Explanation()


def _rats(box: Box, table: Any, region: int) -> Iterator[Reason]:
    """What the rats whose faces are known would do if they were turned now (R30)."""
    cubes = int(crowd(box.record, table, region))
    for slot, kind in enumerate(table.rats[region][: table.count[region]], 1):
        if kind != HIDDEN:
            limit = box.kinds[kind].face.limit
            yield reason("bites" if cubes >= limit else "sleeps", "R30", slot=slot, n=cubes, limit=limit)


# ---- regions


def _region(box: Box, table: Any, seat: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    word = _asked(box, table, choosing)
    if word is None:
        yield from explain_placing(box, table, seat, choosing, region)
        if table.phase == TURN:
            yield from knight.explain(box, table, seat, choosing, region)
        return
    explainers = [verb.explain for verb in box.edition.verbs if verb.word == word and verb.explain is not None]
    if explainers:
        yield from explainers[0](box, table, seat, choosing, region)
    else:
        yield reason("notRegion")


def _asked(box: Box, table: Any, choosing: Choosing) -> str | None:
    """The verb that was chosen, or the only one that there is, or what is asked."""
    if choosing.verb is not None:
        return choosing.verb
    verbs = [verb for verb in choosing.verbs if verb not in ("pass", "decline")]
    return verbs[0] if len(verbs) == 1 else box.edition.question_words[table.question] or None


# ---- cards


def _card(box: Box, table: Any, seat: int, card: int) -> Iterator[Reason]:
    if table.holder[card] != seat:
        yield from _not_taken(box, table)
    elif table.used[card]:
        yield reason("used", "R16")
    elif table.question != NOTHING or table.phase == PLAGUE:
        yield reason("otherwise", "R16")
    elif table.phase in (TURN, LAST_ROUND):
        yield box.edition.class_cards[card].useless(box, table, seat)


def _not_taken(box: Box, table: Any) -> Iterator[Reason]:
    if table.phase == LAST_ROUND:
        yield reason("lastRound", "R35")
    elif table.phase != TURN or table.question != NOTHING:
        yield reason("otherwise", "R13")
    elif table.taken:
        yield reason("taken", "R14")
    elif table.placed and not box.record.free_order:
        yield reason("takeFirst", "R13")


def _region_card(box: Box, table: Any, seat: int, card: int) -> Reason:
    """A region card is laid on a class card that is hit, has one of its classes, and is not covered yet (A11-A13)."""
    if box.edition.question_words[table.question] != "protect" or table.to_move != seat or table.token == HIDDEN:
        return reason("handWhen", "A12")
    fits = [each for each in range(len(box.cards)) if box.record.protects[each][card] and table.holder[each] == seat]
    symbols = box.kinds[table.token].face.symbols
    hit = [each for each in fits if box.edition.symbols[box.record.symbol[each]] in symbols]
    is_covered = bool(hit) and not any(exposed(box.record, table, seat, each) for each in hit)
    return reason("handCovered" if is_covered else "handMisfit", "A13")
