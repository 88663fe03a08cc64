"""Tables, events and results as plain data."""

import functools
from collections.abc import Sequence
from itertools import compress
from typing import Any

from rattus.games.cartus.box import Box
from rattus.games.cartus.counting import PUBLIC
from rattus.games.cartus.editions import BUILDINGS, QUESTION_WORDS, SECRET_EVENTS, SHAPES_OF_EVENTS
from rattus.games.cartus.events import SECRET_VERBS, SHUFFLED
from rattus.games.cartus.options import ONE_EACH
from rattus.games.cartus.resolving import strongest
from rattus.games.cartus.scoring import all_dead, equals, is_dead, nuns_in_row, points_for
from rattus.games.cartus.sizes import MOST_PLAYERS, NAME
from rattus.games.cartus.vocabulary import (
    ASK_ACT,
    ASK_DISCARD,
    ASK_GIVE,
    ASK_PEEK,
    ASK_PLAY,
    BY_TOWER,
    CARDS,
    CATEGORIES,
    CAUSES,
    CLASSES,
    HIDDEN,
    NONE,
    NOTHING,
    NOWHERE,
    OVER,
    PHASES,
    POPULATION,
    QUESTIONS,
    RESOLVE,
    SPECIALS,
)
from rattus.kernel import events
from rattus.kernel.events import FORCED
from rattus.kernel.rule import Rule

PUBLIC_ROW = "all"  # the name of what everybody can count


def expected(_: Box, table: Any) -> str:
    """What is to be done: the phase, which everybody sees."""
    return PHASES[table.phase]


def describe(box: Box, table: Any, viewer: int | None) -> dict[str, Any]:
    """A table as a position, or, for a viewer, a veiled table as a view: what is hidden in it is null or a number."""
    hide = viewer is not None and table.phase != OVER
    seats = box.seats
    data: dict[str, Any] = {
        "game": NAME,
        "players": box.players,
        "options": box.agreed,
        "round": table.round,
        "first": seats[table.first],
        "to_move": (*seats, None)[table.to_move],
        "phase": PHASES[table.phase],
        "row": [] if table.phase == OVER else _buildings(box, table.row[: box.record.row]),
        "buildings": _deck(_buildings, box, table.buildings, table.buildings_left, hide),
        "replacement": _deck(_buildings, box, table.replacement, table.replacement_left, hide),
        "returned": _buildings(box, table.replacement[: table.returned][::-1]),
        "used": _buildings(box, table.used[: table.used_count]),
        "influence": {name: _ladder(box, table, track) for track, name in enumerate(CLASSES)},
        "rats": dict(zip(seats, table.rats, strict=False)),
        "points": {name: _earned(box, table, seat) for seat, name in enumerate(seats)},
        "tokens": _deck(_values, box, table.tokens, table.tokens_left, hide),
        "stacks": dict(zip(SPECIALS, table.stacks, strict=True)),
        "lost": _lost(box),
        "hands": {name: cards_or_number(table.hands[seat], table.hand_size[seat]) for seat, name in enumerate(seats)},
        "nuns": [None if kind == HIDDEN else CARDS[kind] for kind in table.nuns],
        "deck": _deck(_cards, box, table.deck, table.deck_left, hide),
        "discards": card_list(table.discards),
        "looked": {name: _places(table.looked[seat]) for seat, name in enumerate(seats)},
        "entered": [_entry(box, table, entry) for entry in range(table.entered)],
        "pending": _pending(box, table),
        "counted": _counted(box, table, viewer if hide else None),
    }
    if box.players == 2:
        data["premium"] = (*seats, None)[table.premium]
    if box.options["buildings"] == ONE_EACH:
        data["chosen"] = [name for building, name in enumerate(BUILDINGS) if table.copies[building]]
    if not hide:
        data["stream"] = list(table.rng)
    return data


def describe_as_played(box: Box, table: Any, viewer: int, veil: Rule) -> dict[str, Any]:
    """A game that is over as somebody knows it who played or watched it: the nun row lies open then (C35), no more."""
    nuns = [CARDS[kind] for kind in table.nuns]
    table.phase = RESOLVE
    veil(box.record, table, viewer)
    return describe(box, table, viewer) | {"phase": PHASES[OVER], "row": [], "nuns": nuns}


def card_list(numbers: Sequence[int]) -> list[str]:
    """The cards that are counted, in the order of the card list."""
    cards: list[str] = []
    for kind in compress(range(len(numbers)), numbers):
        cards += [CARDS[kind]] * numbers[kind]
    return cards


def cards_or_number(numbers: Sequence[int], size: int) -> list[str] | int:
    """Cards by name, or how many, if they are hidden."""
    return size if numbers[0] == HIDDEN else card_list(numbers)


def _deck(describe_cards: Any, box: Box, numbers: Sequence[int], left: int, hide: bool) -> Any:
    return left if hide else describe_cards(box, numbers[:left][::-1])  # the last one is drawn first


def _buildings(box: Box, cards: Sequence[int]) -> list[dict[str, str]]:
    return [box.described[card].copy() for card in cards]


def _values(box: Box, values: Sequence[int]) -> list[int]:
    return [box.values[value] for value in values]


def _cards(_: Box, kinds: Sequence[int]) -> list[str]:
    return [CARDS[kind] for kind in kinds]


def _places(flags: Sequence[int]) -> list[int]:
    return [place + 1 for place, flag in enumerate(flags) if flag]


def _ladder(box: Box, table: Any, track: int) -> list[list[Any]]:
    ladder = table.ladder[track][: table.ladder_size[track]]
    return [[box.seats[seat], table.influence[track][seat]] for seat in ladder]


def _earned(box: Box, table: Any, seat: int) -> list[int] | int:
    earned = table.earned[seat]
    if earned[0] == HIDDEN:
        return int(table.earned_size[seat])
    return [value for value, number in zip(box.values, earned, strict=False) for _ in range(number)]


def _lost(box: Box) -> dict[str, int]:
    """Special cards that are missing, in a game that began from a position."""
    printed = box.components.specials
    return {
        name: printed[special] - box.record.specials[special]
        for special, name in enumerate(SPECIALS)
        if printed[special] != box.record.specials[special]
    }


def _entry(box: Box, table: Any, entry: int) -> dict[str, Any]:
    seat = table.entry_seat[entry]
    return {
        "seat": box.seats[seat],
        "building": table.entry_place[entry] + 1,
        "cards": cards_or_number(table.laid[seat], table.laid_size[seat]),
        "shown": bool(table.shown[seat]),
        "strength": None if table.strength[seat] == HIDDEN else table.strength[seat],
    }


def _pending(box: Box, table: Any) -> dict[str, Any] | None:
    asked = table.question
    if asked == NOTHING:
        return None
    pending: dict[str, Any] = {
        "ask": QUESTION_WORDS[asked],
        "place": None if table.place == NOWHERE else table.place + 1,
    }
    if asked in (ASK_PEEK, ASK_GIVE, ASK_DISCARD) or asked >= len(QUESTIONS):  # one of a building's own
        pending["due"] = table.due
    if asked in (ASK_PLAY, ASK_GIVE, ASK_DISCARD):
        pending["last"] = None if table.last == NONE else CARDS[table.last]
    if asked == ASK_PEEK:
        pending["seen"] = _places(table.seen)
    if asked == ASK_GIVE:
        pending |= {"by": CAUSES[table.by], "to": box.seats[table.to], "given": table.given}
    if asked == ASK_GIVE and table.by == BY_TOWER:
        order = [(table.first + step) % box.players for step in range(box.players)]
        pending["givers"] = [box.seats[seat] for seat in order if table.givers[seat]]
    if asked == ASK_ACT:
        premium = table.premium if box.players == 2 else strongest(box.record, table)
        pending["premium"] = premium == table.to_move
    return pending


def _counted(box: Box, table: Any, viewer: int | None) -> dict[str, Any]:
    """What can be counted: by everybody, and by the viewer; by every seat without a viewer."""
    names = (PUBLIC_ROW, *box.seats)
    watchers = range(len(names)) if viewer is None else sorted({PUBLIC, viewer + 1})
    counted = {names[watcher]: _row(box, table, watcher) for watcher in watchers}
    if table.shuffled:
        counted["new"] = dict(zip(box.seats, table.newest, strict=False))
    return counted


def _row(box: Box, table: Any, watcher: int) -> dict[str, Any]:
    held: dict[str, Any] = {}
    most: dict[str, Any] = {}
    for row, name in enumerate(box.seats, watcher * MOST_PLAYERS):
        known, specials = table.held[row], table.held[row][POPULATION:]
        if any(known):
            held[name] = card_list(known)
        if table.most[row] != specials:
            most[name] = _most(table.most[row], specials)
    counted = {"held": held, "most": most, "loose": card_list(table.loose[watcher])}
    counted = {name: value for name, value in counted.items() if value}
    if table.shuffled:
        for name, field in (("deck", table.fresh), ("outside", table.old), ("nuns", table.sealed)):
            counted[name] = dict(compress(zip(CARDS, field[watcher]), field[watcher]))
    return counted


def _most(most: Sequence[int], held: Sequence[int]) -> dict[str, int]:
    """Where more special cards may be held than are known."""
    return {name: number for name, number, known in zip(SPECIALS, most, held, strict=True) if number != known}


def describe_event(box: Box, raw: tuple[int, ...], viewer: int | None) -> dict[str, Any]:
    """An event as data, without what the viewer may not know. The viewer None may know everything."""
    event = events.describe_event(SHAPES_OF_EVENTS, box.seats, raw, viewer, functools.partial(_name_of, box))
    if event.get("by") == CAUSES[BY_TOWER]:
        event["rule"] = "C29"
    if raw[0] == FORCED and viewer not in (None, raw[1]) and not is_public(box, raw):
        event["move"] = None  # a card that is given, seen by the two only (C19)
    return event


def is_public(box: Box, raw: tuple[int, ...]) -> bool:
    """Whether everybody may know all of an event, so that its description is the same for all."""
    if raw[0] == FORCED:
        return box.moves[raw[2]].partition(" ")[0] not in SECRET_VERBS
    return raw[0] not in SECRET_EVENTS


def _name_of(box: Box, meaning: str, number: int) -> Any:
    if meaning == "card":
        return CARDS[number]
    if meaning == "building_card":
        return box.described[number].copy()
    if meaning.endswith("place"):
        return number + 1
    if meaning == "class":
        return CLASSES[number]
    if meaning == "by":
        return CAUSES[number]
    if meaning == "value":
        return box.values[number]
    if meaning == "move":
        return box.moves[number]
    return bool(number) if meaning == "premium" else int(number)


def describe_shuffle(_: Box, raw: tuple[int, ...]) -> list[str] | None:
    """The new deck of a shuffle, the first one to be drawn first; None for other events."""
    return [CARDS[kind] for kind in raw[3:]] if raw[0] == SHUFFLED else None


def conclude(box: Box, table: Any, points: list[int], ranking: list[int]) -> dict[str, Any]:
    """Who won, who died, and what every point is for (C31-C37)."""
    seats = box.seats
    first = [seats[seat] for seat in sorted(ranking[: equals(box.record, table, points, ranking)])]
    lost = all_dead(box.record, table)
    return {
        "winners": () if lost else tuple(first),
        "dead": tuple(name for seat, name in enumerate(seats) if is_dead(table, seat)),
        "details": {
            "consolation": first if lost else [],
            "categories": {name: _categories(box, table, seat) for seat, name in enumerate(seats)},
            "rats": dict(zip(seats, table.rats, strict=False)),
            "nuns": int(nuns_in_row(table)),
        },
    }


def _categories(box: Box, table: Any, seat: int) -> dict[str, int]:
    return {name: int(points_for(box.record, table, seat, number)) for number, name in enumerate(CATEGORIES)}
