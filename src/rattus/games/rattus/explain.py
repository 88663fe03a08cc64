"""Why a region, a class card or a region card cannot be chosen now: from what a seat may know, with the rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rattus.games.rattus.box import Box
from rattus.games.rattus.editions import SLOTS
from rattus.games.rattus.region_cards import cards_left, exposed
from rattus.games.rattus.tokens import crowd
from rattus.games.rattus.vocabulary import (
    ASK_PROTECT,
    CARDS,
    HIDDEN,
    KNIGHT,
    LAST_ROUND,
    NOTHING,
    NOWHERE,
    OUT_OF_PLAY,
    PEASANT,
    PLAGUE,
    QUESTIONS,
    TURN,
    rule_of,
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

Asker = Callable[[Box, Any, int, Choosing, int], Iterator[Reason]]


def _region(box: Box, table: Any, seat: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    verb = _asked(table, choosing)
    if verb is None:
        yield from _placing(box, table, seat, choosing, region)
        if table.phase == TURN:
            yield from _plague(box, table, seat, choosing, region)
    elif verb in _REGIONS:
        yield from _REGIONS[verb](box, table, seat, choosing, region)
    else:
        yield reason("notRegion")


def _asked(table: Any, choosing: Choosing) -> str | None:
    """The verb that was chosen, or the only one that there is, or what is asked."""
    if choosing.verb is not None:
        return choosing.verb
    verbs = [verb for verb in choosing.verbs if verb not in ("pass", "decline")]
    return verbs[0] if len(verbs) == 1 else QUESTIONS[table.question] or None


def _placing(box: Box, table: Any, seat: int, _: Choosing, region: int) -> Iterator[Reason]:
    if table.phase != TURN:
        if table.phase == LAST_ROUND:
            yield reason("lastRound", "R35")
    elif table.placed:
        yield reason("placed", "R15")
    elif not table.stock[seat]:
        yield reason("noStock", "R15")
    elif not table.count[region]:
        yield reason("place", "R15")
        if table.holder[PEASANT] != OUT_OF_PLAY and not table.taken:
            yield reason("peasant", "R19")


def _plague(box: Box, table: Any, seat: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    rides = choosing.verb == CARDS[KNIGHT] or table.holder[KNIGHT] == seat
    rule = "R35" if choosing.verb == CARDS[KNIGHT] else "R22" if rides else "R25"
    pawn, record = table.pawn, box.record
    near = record.near[pawn][region] if rides else region in record.neighbours[pawn][: record.degree[pawn]]
    if region == pawn:
        yield reason("stays", rule)
    elif not near:
        steps = box.edition.steps[box.players] if rides else 1
        yield reason("far", rule, n=steps, region=box.regions[pawn])


def _source(box: Box, choosing: Choosing, default: int = NOWHERE) -> int:
    """The region that was chosen first."""
    return box.regions.index(choosing.words[0]) if choosing.words and choosing.words[0] in box.regions else default


def _border(box: Box, source: int, region: int, rule: str) -> Iterator[Reason]:
    record = box.record
    if source == NOWHERE:
        return
    if source == region:
        yield reason("same", rule)
    elif region not in record.neighbours[source][: record.degree[source]]:
        yield reason("border", rule, region=box.regions[source])


def _merchant(box: Box, table: Any, seat: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    if not choosing.words or choosing.words[0] == box.regions[region]:
        if not table.cubes[region][seat]:
            yield reason("noCubes", "R20")
    else:
        yield from _border(box, _source(box, choosing), region, "R20")


def _monk(box: Box, table: Any, _: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    if len(choosing.words) < 2:
        yield reason("surrounded" if table.count[region] else "noRats", "R21")
    elif table.count[region] >= SLOTS:
        yield reason("full", "R5")
    else:
        yield from _border(box, _source(box, choosing), region, "R21")


def _king(_: Box, table: Any, __: int, ___: Choosing, region: int) -> Iterator[Reason]:
    yield reason("king" if table.count[region] else "noCubes", "R24")


def _spread(box: Box, table: Any, _: int, __: Choosing, region: int) -> Iterator[Reason]:
    if table.count[region] >= SLOTS:
        yield reason("full", "R28")
    else:
        yield from _border(box, table.pawn, region, "R27")


def _trader(box: Box, table: Any, _: int, choosing: Choosing, region: int) -> Iterator[Reason]:
    if region == table.caravan:
        yield reason("caravan", "A17")
    else:
        yield from _border(box, _source(box, choosing, table.caravan), region, "A17")


def _sultan(_: Box, table: Any, seat: int, __: Choosing, region: int) -> Iterator[Reason]:
    if not table.discs:
        yield reason("noDiscs", "A10")
    else:
        yield reason("diplomat" if table.diplomat[region][seat] else "noCubes", "A18")


def _always(why: str, rule: str) -> Asker:
    def say(*_: Any) -> Iterator[Reason]:
        yield reason(why, rule)

    return say


_REGIONS: dict[str, Asker] = {
    "place": _placing,
    "plague": _plague,
    "knight": _plague,
    "merchant": _merchant,
    "monk": _monk,
    "king": _king,
    "witch": _always("noRats", "R23"),
    "spread": _spread,
    "trader": _trader,
    "sultan": _sultan,
    "explore": _always("notShown", "A16"),
    "ravage": _always("noMeeting", "A22"),
    "grow": _always("notAsked", "A17"),
}

# ---- cards


def _card(box: Box, table: Any, seat: int, card: int) -> Iterator[Reason]:
    if table.holder[card] != seat:
        yield from _not_taken(box, table)
    elif table.used[card]:
        yield reason("used", "R16")
    elif table.question != NOTHING or table.phase == PLAGUE:
        yield reason("otherwise", "R16")
    elif table.phase == TURN and card == KNIGHT:
        yield reason("knight", "R22")
    elif table.phase == TURN and card == PEASANT:
        yield reason("placed" if table.placed else "peasantUse", "R19")
    elif table.phase in (TURN, LAST_ROUND):
        yield _useless(box, table, seat, CARDS[card])


def _not_taken(box: Box, table: Any) -> Iterator[Reason]:
    if table.phase == LAST_ROUND:
        yield reason("lastRound", "R35")
    elif table.phase != TURN or table.question != NOTHING:
        yield reason("otherwise", "R13")
    elif table.taken:
        yield reason("taken", "R14")
    elif table.placed and not box.record.free_order:
        yield reason("takeFirst", "R13")


def _useless(box: Box, table: Any, seat: int, card: str) -> Reason:
    """Why a card that may be used has nothing to do."""
    rule = rule_of(card)
    has_cubes = any(row[seat] for row in table.cubes[: len(box.regions)])
    if card == "sultan" and not table.discs:
        return reason("noDiscs", "A10")
    if card in ("merchant", "king", "sultan") and not has_cubes:
        return reason("noneOnMap", rule)
    if card in ("peasant", "explorer") and not table.stock[seat]:
        return reason("noStock", rule)
    if card in ("astronomer", "explorer") and not cards_left(box.record, table):
        return reason("noCards", rule)
    if card == "trader" and table.caravan == NOWHERE:
        return reason("noCaravan", rule)
    return reason({"king": "kingNone", "sultan": "diplomats"}.get(card, "noRatFits"), rule)


def _region_card(box: Box, table: Any, seat: int, card: int) -> Reason:
    """A region card is laid on a class card that is hit, has one of its classes, and is not covered yet (A11-A13)."""
    if table.question != ASK_PROTECT or table.to_move != seat or table.token == HIDDEN:
        return reason("handWhen", "A12")
    fits = [each for each in range(len(box.cards)) if box.record.protects[each][card] and table.holder[each] == seat]
    symbols = box.kinds[table.token].face.symbols
    hit = [each for each in fits if box.edition.symbols[box.record.symbol[each]] in symbols]
    is_covered = bool(hit) and not any(exposed(box.record, table, seat, each) for each in hit)
    return reason("handCovered" if is_covered else "handMisfit", "A13")
