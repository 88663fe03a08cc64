"""Tables and events in words: positions, views and what happened, as plain data."""

from collections.abc import Sequence
from typing import Any

from rattus.games.rattus.box import Box
from rattus.games.rattus.components import Face
from rattus.games.rattus.events import SHAPES
from rattus.games.rattus.words import (
    ASK_SPREAD,
    ASK_SWAP,
    CARDS,
    FINAL_RAVAGE,
    HIDDEN,
    LAST_ROUND,
    NOTHING,
    NOWHERE,
    OUT_OF_PLAY,
    OVER,
    PHASES,
    QUESTIONS,
    REASONS,
    SYMBOLS,
)  # fmt: skip

Tokens = list[dict[str, Any] | None]


def describe(box: Box, table: Any, veiled: bool) -> dict[str, Any]:
    """A table as a position; a veiled one as a view, in which what is hidden is null or a number."""
    hide = veiled and table.phase != OVER
    seat = _seats(box)
    data = {
        "game": "rattus",
        "players": box.players,
        "options": box.agreed,
        "first": seat[table.first],
        "turn": seat[table.turn],
        "to_move": seat[table.to_move],
        "phase": PHASES[table.phase],
        "turns": table.turns,
        "taken": bool(table.taken),
        "placed": bool(table.placed),
        "used": [name for card, name in enumerate(CARDS) if table.used[card]],
        "plague": box.regions[table.pawn],
        "regions": {name: _region(box, table, region) for region, name in enumerate(box.regions)},
        "palace": _cubes(box, table.palace),
        "classes": {
            name: seat[table.holder[card]] for card, name in enumerate(CARDS) if table.holder[card] != OUT_OF_PLAY
        },
        "supply": _pile(box, table.supply[: table.supply_left][::-1], hide),
        "turned": _tokens(box, table.turned[: table.turned_count]),
        "removed": _pile(box, table.removed[: table.removed_count], hide),
        "known": _known(box, table),
        "acting": seat[table.to_move] if table.phase == LAST_ROUND else None,
        "pending": _pending(box, table),
        "ravage": _ravage(box, table),
    }
    if box.marked:
        data["starting"] = [slot_name(box, *slot) for slot in _slots(box, table) if table.original[slot[0]][slot[1]]]
    if table.phase in (LAST_ROUND, FINAL_RAVAGE, OVER):
        data["reason"] = REASONS[table.reason]
    return data


def slot_name(box: Box, region: int, slot: int) -> str:
    """A token's place: `gallia.1`."""
    return f"{box.regions[region]}.{slot + 1}"


def describe_face(face: Face) -> dict[str, Any]:
    """What a token shows, as data."""
    return {"limit": face.limit, "symbols": list(face.symbols)}


def _seats(box: Box) -> tuple[str | None, ...]:
    return (*box.seats, None)  # the last place is NOBODY's


def _region(box: Box, table: Any, region: int) -> dict[str, Any]:
    return {
        "rats": _tokens(box, table.rats[region][: table.count[region]]),
        "cubes": _cubes(box, table.cubes[region]),
    }


def _cubes(box: Box, numbers: Sequence[int]) -> dict[str, int]:
    return {seat: numbers[place] for place, seat in enumerate(box.seats) if numbers[place]}


def _tokens(box: Box, kinds: Sequence[int]) -> Tokens:
    return [None if kind == HIDDEN else describe_face(box.kinds[kind].face) for kind in kinds]


def _pile(box: Box, kinds: Sequence[int], hide: bool) -> Tokens | int:
    return len(kinds) if hide else _tokens(box, kinds)


def _slots(box: Box, table: Any) -> list[tuple[int, int]]:
    return [(region, slot) for region in range(len(box.regions)) for slot in range(table.count[region])]


def _known(box: Box, table: Any) -> dict[str, list[str]]:
    known = {
        seat: [slot_name(box, *slot) for slot in _slots(box, table) if table.seen[slot[0]][slot[1]] >> place & 1]
        for place, seat in enumerate(box.seats)
    }
    return {seat: slots for seat, slots in known.items() if slots}


def _pending(box: Box, table: Any) -> dict[str, Any] | None:
    if table.question == NOTHING:
        return None
    pending: dict[str, Any] = {"ask": QUESTIONS[table.question]}
    if table.question == ASK_SPREAD:
        pending["due"] = table.due
    elif pending["ask"] in ("witch", "swap"):
        pending["first"] = slot_name(box, table.first_region, table.first_slot)
    if table.question == ASK_SWAP:
        pending["second"] = slot_name(box, table.second_region, table.second_slot)
    return pending


def _ravage(box: Box, table: Any) -> dict[str, Any] | None:
    if table.ravaged == NOWHERE:
        return None
    return {"region": box.regions[table.ravaged], "weight": table.weight}


def describe_event(box: Box, raw: tuple[int, ...], viewer: int | None) -> dict[str, Any]:
    """An event in words, without what the viewer may not know. None as viewer may know everything."""
    kind, seat, *numbers = raw
    name, rule, shape = SHAPES[kind]
    event: dict[str, Any] = {"event": name, "seat": _seats(box)[seat]}
    for meaning, number in zip(shape, numbers, strict=False):
        secret = meaning.startswith("secret ")
        meaning = meaning.removeprefix("secret ")
        event[meaning] = None if secret and viewer not in (None, seat) else _in_words(box, meaning, number)
    if rule:
        event["rule"] = "R31" if event.get("symbol") == "majority" else rule
    return event


def _in_words(box: Box, meaning: str, number: int) -> Any:
    if meaning.endswith("region"):
        return box.regions[number]
    if meaning.endswith("slot"):
        return number + 1
    lists = {"card": CARDS, "symbol": SYMBOLS, "reason": REASONS, "move": box.moves, "from_seat": _seats(box)}
    if meaning in lists:
        return lists[meaning][number]
    if meaning == "face":
        return describe_face(box.kinds[number].face)
    return bool(number) if meaning == "bites" else number
