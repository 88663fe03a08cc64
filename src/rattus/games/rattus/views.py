"""Tables, events and results as plain data."""

import functools
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import Any

from rattus.games.rattus.box import Box
from rattus.games.rattus.components import Face
from rattus.games.rattus.editions import Edition
from rattus.games.rattus.ending import score_diplomats, score_region_cards
from rattus.games.rattus.events import SHUFFLED
from rattus.games.rattus.vocabulary import (
    CATEGORIES,
    DISCARDED,
    FINAL_RAVAGE,
    HIDDEN,
    LAST_ROUND,
    NO_CARD,
    NOTHING,
    NOWHERE,
    OUT_OF_PLAY,
    OVER,
    PHASES,
    REASONS,
    TURN,
)
from rattus.kernel import events
from rattus.kernel.events import FORCED, secret_kinds
from rattus.kernel.rule import Rule

Tokens = list[dict[str, Any] | None]
Slot = tuple[str, int, int]  # where a token lies: its name, region and slot


def expected(box: Box, table: Any) -> str:
    """What is to be done: the phase, and in a turn what is left of it (R13). Everybody sees all of that."""
    if table.phase != TURN:
        return PHASES[table.phase]
    if table.placed:
        return "take" if box.record.free_order and not table.taken else "lead"
    return "place" if table.taken else "turn"


def describe(box: Box, table: Any, viewer: int | None) -> dict[str, Any]:
    """A table as a position, or, for a viewer, a veiled table as a view: what is hidden in it is null or a number."""
    hide = viewer is not None and table.phase != OVER
    seat = (*box.seats, None)  # NOBODY is -1, the last place
    slots = list(_slots(box, table))
    data = {
        "game": box.edition.name,
        "players": box.players,
        "options": box.agreed,
        "first": seat[table.first],
        "turn": seat[table.turn],
        "to_move": seat[table.to_move],
        "phase": PHASES[table.phase],
        "turns": table.turns,
        "taken": bool(table.taken),
        "placed": bool(table.placed),
        "used": list(compress(box.cards, table.used)),
        "plague": box.regions[table.pawn],
        "regions": _regions(box, table),
        "palace": describe_numbers(box, table.palace),
        "classes": {
            name: seat[table.holder[card]] for card, name in enumerate(box.cards) if table.holder[card] != OUT_OF_PLAY
        },
        "supply": _pile(box, table.supply[: table.supply_left][::-1], hide),
        "turned": _tokens(box, table.turned[: table.turned_count]),
        "removed": _pile(box, table.removed[: table.removed_count], hide),
        "known": _known(box, table, slots),
        "acting": seat[table.acting],
        "pending": _pending(box, table),
        "ravage": _ravage(box, table),
    }
    if box.edition.african:
        data |= describe_african(box, table, viewer if hide else None)
    if box.marked:
        data["marked"] = _marked(box, table, slots, hide)
        data["starting"] = [name for name, region, slot in slots if table.original[region][slot]]
    if table.phase in (LAST_ROUND, FINAL_RAVAGE, OVER):
        data["reason"] = REASONS[table.reason]
    return data


def describe_as_played(box: Box, table: Any, viewer: int, veil: Rule) -> dict[str, Any]:
    """A game that is over as somebody knows it who played or watched it: the end itself shows nothing more."""
    table.phase = FINAL_RAVAGE
    veil(box.record, table, viewer)
    return describe(box, table, viewer) | {"phase": PHASES[OVER]}


def describe_face(face: Face) -> dict[str, Any]:
    """What a token shows, as data."""
    return {"limit": face.limit, "symbols": list(face.symbols)}


def _regions(box: Box, table: Any) -> dict[str, dict[str, Any]]:
    regions: dict[str, dict[str, Any]] = {}
    for region, name in enumerate(box.regions):
        regions[name] = {
            "rats": _tokens(box, table.rats[region][: table.count[region]]),
            "cubes": describe_numbers(box, table.cubes[region]),
        }
        if box.edition.african:
            regions[name]["diplomats"] = list(compress(box.seats, table.diplomat[region]))
    return regions


def describe_numbers(box: Box, numbers: Sequence[int]) -> dict[str, int]:
    """The numbers of the seats, without zeros."""
    if not any(numbers):
        return {}
    return {seat: numbers[place] for place, seat in enumerate(box.seats) if numbers[place]}


def _tokens(box: Box, kinds: Sequence[int]) -> Tokens:
    if kinds.count(HIDDEN) == len(kinds):  # the usual case
        return [None] * len(kinds)
    return [None if kind == HIDDEN else describe_face(box.kinds[kind].face) for kind in kinds]


def _pile(box: Box, kinds: Sequence[int], hide: bool) -> Tokens | int:
    return len(kinds) if hide else _tokens(box, kinds)


def _slots(box: Box, table: Any) -> Iterator[Slot]:
    for region, names in enumerate(box.slot_names):
        for slot in range(table.count[region]):
            yield names[slot], region, slot


def _marked(box: Box, table: Any, slots: list[Slot], hide: bool) -> list[str]:
    """Starting tokens seen elsewhere than on the board since set-up: the mark is printed on the face (R8)."""
    starting = box.starting
    found = [
        name for name, region, slot in slots if starting[table.rats[region][slot]] and not table.original[region][slot]
    ]
    piles = {"turned": table.turned[: table.turned_count]}
    if not hide:
        piles |= {"supply": table.supply[: table.supply_left][::-1], "removed": table.removed[: table.removed_count]}
    for pile, kinds in piles.items():
        found += [f"{pile}.{place}" for place, kind in enumerate(kinds, 1) if starting[kind]]
    return found


def _known(box: Box, table: Any, slots: list[Slot]) -> dict[str, list[str]]:
    known: dict[str, list[str]] = {seat: [] for seat in box.seats}
    for name, region, slot in slots:
        watchers = table.seen[region][slot]
        if watchers:
            for place, seat in enumerate(box.seats):
                if watchers >> place & 1:
                    known[seat].append(name)
    return {seat: names for seat, names in known.items() if names}


def _pending(box: Box, table: Any) -> dict[str, Any] | None:
    if table.question == NOTHING:
        return None
    question = box.edition.questions[table.question - 1]
    return {"ask": question.word, **(question.describe(box, table) if question.describe is not None else {})}


def _ravage(box: Box, table: Any) -> dict[str, Any] | None:
    if table.ravaged == NOWHERE:
        return None
    ravage = {"region": box.regions[table.ravaged], "weight": table.weight}
    return ravage | describe_protection(box, table) if box.edition.african else ravage


def describe_african(box: Box, table: Any, viewer: int | None) -> dict[str, Any]:
    """The parts that only Africanus has. The random stream is in a position, and never in a view."""
    hide = viewer is not None
    data = {
        "caravan": None if table.caravan == NOWHERE else box.regions[table.caravan],
        "palace_diplomats": describe_numbers(box, table.palace_diplomats),
        "hands": {seat: _hand(box, table, place, viewer) for place, seat in enumerate(box.seats)},
        "pile": table.pile_left if hide else _card_names(box, table.pile[: table.pile_left][::-1]),
        "discards": [name for name, lies in zip(box.region_card_names, table.lies) if lies == DISCARDED],
    }
    if any(table.shuffled):
        data["shuffled"] = _shuffled(box, table)
    if not hide:
        data["stream"] = list(table.rng)
    return data


def describe_protection(box: Box, table: Any) -> dict[str, Any]:
    """The token that bites, who is asked, and the region cards laid on class cards (A11, A12)."""
    covered = {box.cards[card]: cover for card, cover in enumerate(table.cover) if cover != NO_CARD}
    return {
        "token": None if table.token == HIDDEN else describe_face(box.kinds[table.token].face),
        "asking": box.seats[table.to_move] if box.edition.question_words[table.question] == "protect" else None,
        "covered": {card: box.region_card_names[cover] for card, cover in covered.items()},
    }


def _hand(box: Box, table: Any, seat: int, viewer: int | None) -> list[str] | int:
    owners: list[int] = table.held_by[: table.held_count]
    if viewer not in (None, seat):
        return owners.count(seat)
    return [box.region_card_names[card] for card, owner in zip(table.held, owners) if owner == seat]


def _card_names(box: Box, cards: Sequence[int]) -> list[str]:
    return [box.region_card_names[card] for card in cards]


def _shuffled(box: Box, table: Any) -> dict[str, Any]:
    """Which shuffle everything hidden came from, by numbers: everybody has seen that."""
    held = list(zip(table.held_by[: table.held_count], table.held_from))
    return {
        "pile": table.shuffle,
        "cards": dict(zip(box.region_card_names, table.shuffled)),
        "hands": {name: [came for by, came in held if by == seat] for seat, name in enumerate(box.seats)},
        "drawn": list(table.drawn_from[: table.drawn_count]),
    }


def describe_event(box: Box, raw: tuple[int, ...], viewer: int | None) -> dict[str, Any]:
    """An event as data, without what the viewer may not know. The viewer None may know everything."""
    event = events.describe_event(box.edition.shapes, box.seats, raw, viewer, functools.partial(_name_of, box))
    if event.get("symbol") == "majority":
        event["rule"] = "R31"
    if raw[0] == FORCED and viewer not in (None, raw[1]) and not is_public(box, raw):
        event["move"] = None  # the move names the card that was kept (A15)
    return event


def is_public(box: Box, raw: tuple[int, ...]) -> bool:
    """Whether everybody may know all of an event, so that its description is the same for all."""
    if raw[0] == FORCED:
        return box.moves[raw[2]].partition(" ")[0] not in box.edition.secret_verbs
    return raw[0] not in _secret_kinds(box.edition)


@functools.cache
def _secret_kinds(edition: Edition) -> frozenset[int]:
    return secret_kinds(edition.shapes)


def describe_shuffle(box: Box, raw: tuple[int, ...]) -> list[str] | None:
    """The new pile of a shuffle, the first one to be drawn first; None for other events."""
    return _card_names(box, raw[3:]) if raw[0] == SHUFFLED else None


def _name_of(box: Box, meaning: str, number: int) -> Any:
    if meaning.endswith("region"):
        return box.regions[number]
    if meaning.endswith("slot"):
        return number + 1
    if meaning == "region_card":
        return box.region_card_names[number]
    if meaning == "card":
        return box.cards[number]
    if meaning == "symbol":
        return box.edition.symbols[number]
    if meaning == "reason":
        return REASONS[number]
    if meaning == "move":
        return box.moves[number]
    if meaning == "face":
        return describe_face(box.kinds[number].face)
    return bool(number) if meaning == "bites" else number


def conclude(box: Box, table: Any, points: list[int], ranking: list[int]) -> dict[str, Any]:
    """The first of the ranking has won, alone (R37, R38), and what every point is for (R37, A23, A24)."""
    details: dict[str, Any] = {"categories": _categories(box, table)}
    if box.edition.african:
        details["scoring_cards"] = {name: _scoring_cards(box, table, seat) for seat, name in enumerate(box.seats)}
    return {"winners": (box.seats[ranking[0]],), "details": details}


def _categories(box: Box, table: Any) -> dict[str, dict[str, int]]:
    cubes = [sum(row[seat] for row in table.cubes[: len(box.regions)]) for seat in range(box.players)]
    columns = [cubes, list(table.palace[: box.players])]
    if box.edition.african:
        for score in (score_region_cards, score_diplomats):
            columns.append([0] * box.players)
            score(box.record, table, columns[-1])
    return {name: dict(zip(CATEGORIES, row)) for name, row in zip(box.seats, zip(*columns))}


def _scoring_cards(box: Box, table: Any, seat: int) -> list[str]:
    """The region cards in a hand that give a point; one for each region (A23)."""
    regions: dict[int, int] = {}
    for card, owner in zip(table.held[: table.held_count], table.held_by):
        region = box.record.card_region[card]
        if owner == seat and 0 < table.cubes[region][seat] == max(table.cubes[region]):
            regions.setdefault(region, card)
    return _card_names(box, list(regions.values()))
