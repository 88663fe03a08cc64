"""Reads what the players can count (see `counting`) from a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rattus.errors import FormatError
from rattus.games.cartus.box import Box
from rattus.games.cartus.counting import MANY, clear_counting, unlocated
from rattus.games.cartus.sizes import DECK, KINDS, MOST_PLAYERS, NUN_ROW
from rattus.games.cartus.views import PUBLIC_ROW
from rattus.games.cartus.vocabulary import CARDS, POPULATION, SPECIALS
from rattus.kernel.validation import check_fields, read_number, read_word

NEW = "new"
BOUNDS = {"deck": "fresh", "outside": "old", "nuns": "sealed"}  # fields of a position -> fields of the table


def viewer_of(box: Box, data: Mapping[str, Any]) -> int | None:
    """The viewer if a position is a view: a seat, or -1 for a spectator; None for a whole position.

    A view holds what everybody can count and what its viewer can count.
    """
    if "counted" not in data:
        return None
    named = [seat for seat, name in enumerate(box.seats) if name in data["counted"]]
    if PUBLIC_ROW in data["counted"] and len(named) == box.players:
        return None
    if len(named) > 1 or PUBLIC_ROW not in data["counted"]:
        raise FormatError("counted", f"by {PUBLIC_ROW} and by every seat, or by {PUBLIC_ROW} and one seat")
    return named[0] if named else -1


def read_counted(box: Box, table: Any, data: Mapping[str, Any]) -> None:
    """What each watcher can count; by default all special cards were taken openly."""
    clear_counting(box.record, table)
    if "counted" not in data:
        _take_openly(box, table)
        return
    counted = data["counted"]
    check_fields(counted, {PUBLIC_ROW, NEW, *box.seats}, "counted")
    table.shuffled = int(NEW in counted)
    for name, number in counted.get(NEW, {}).items():
        seat = read_word(name, box.seats, "counted.new")
        table.newest[seat] = read_number(number, f"counted.new.{name}", 0, MANY)
    for watcher, name in enumerate((PUBLIC_ROW, *box.seats)):
        if name in counted:
            _read_row(box, table, watcher, counted[name], f"counted.{name}")


def _take_openly(box: Box, table: Any) -> None:
    for watcher in range(box.players + 1):
        for seat in range(box.players):
            if watcher != seat + 1:
                row = watcher * MOST_PLAYERS + seat
                for special in range(len(SPECIALS)):
                    kind = POPULATION + special
                    laid = 0 if table.shown[seat] else table.laid[seat][kind]
                    table.held[row][kind] = table.most[row][special] = table.hands[seat][kind] + laid


def _read_row(box: Box, table: Any, watcher: int, data: Mapping[str, Any], place: str) -> None:
    check_fields(data, {"held", "most", "loose", *(BOUNDS if table.shuffled else ())}, place)
    for name, cards in data.get("held", {}).items():
        row = _row(box, watcher, name, f"{place}.held")
        for card in _cards(cards, f"{place}.held.{name}", KINDS):
            table.held[row][card] += 1
            if card >= POPULATION:
                table.most[row][card - POPULATION] += 1
    for name, numbers in data.get("most", {}).items():
        row = _row(box, watcher, name, f"{place}.most")
        for card, number in numbers.items():
            special = SPECIALS.index(card)
            table.most[row][special] = read_number(number, f"{place}.most.{name}.{card}", 0, MANY)
    for card in _cards(data.get("loose", []), f"{place}.loose", POPULATION):
        table.loose[watcher][card] += 1
    if table.shuffled:
        for word, field in BOUNDS.items():
            getattr(table, field)[watcher] = [0] * POPULATION
            for card, number in data.get(word, {}).items():
                kind = read_word(card, CARDS[:POPULATION], f"{place}.{word}")
                getattr(table, field)[watcher][kind] = read_number(number, f"{place}.{word}.{card}", 0, DECK)


def _row(box: Box, watcher: int, name: str, place: str) -> int:
    seat = read_word(name, box.seats, place)
    if seat + 1 == watcher:
        raise FormatError(place, "players see their own cards and count those of others")
    return watcher * MOST_PLAYERS + seat


def _cards(names: list[str], place: str, kinds: int) -> list[int]:
    if len(names) > DECK:
        raise FormatError(place, f"at most {DECK} cards, not {len(names)}")
    return [read_word(name, CARDS[:kinds], place) for name in names]


def check_view_counted(box: Box, table: Any, viewer: int) -> None:
    """Check that what the viewer can count leaves room for the hidden cards."""
    watcher = viewer + 1
    place = f"counted.{(PUBLIC_ROW, *box.seats)[watcher]}"
    unknown = [number - left for number, left in zip(box.record.specials, table.stacks, strict=True)]
    for seat, name in enumerate(box.seats):
        held = _heap(table, seat) if seat == viewer else table.held[watcher * MOST_PLAYERS + seat]
        size = table.hand_size[seat] + (0 if table.shown[seat] else table.laid_size[seat])
        if sum(held) > size:
            raise FormatError(f"{place}.held", f"{sum(held)} cards of {name}, who has {size}")
        shown = table.laid[seat] if table.shown[seat] else [0] * KINDS
        for special in range(len(SPECIALS)):
            most = table.most[watcher * MOST_PLAYERS + seat][special]
            if seat != viewer and held[POPULATION + special] > most:
                raise FormatError(f"{place}.most", f"{name} is known to hold more than {most} {SPECIALS[special]}")
            unknown[special] -= held[POPULATION + special] + shown[POPULATION + special]
    for special, number in enumerate(unknown):
        if number < 0:
            raise FormatError(f"stacks.{SPECIALS[special]}", "with those in hands these are more than there are")
    for kind in range(POPULATION):
        if unlocated(box.record, table, watcher, kind) < 0:
            raise FormatError(place, f"with the cards seen there are too many of {CARDS[kind]} (C1)")


def check_counted(box: Box, table: Any) -> None:
    """Check the cards against what was counted."""
    for watcher, name in enumerate((PUBLIC_ROW, *box.seats)):
        for wrong in miscounted(box, table, watcher):
            raise FormatError(f"counted.{name}", f"`{wrong}` is not true of these cards")


def miscounted(box: Box, table: Any, watcher: int) -> list[str]:
    """The bounds of a watcher that do not hold on a table with nothing hidden."""
    others = [seat for seat in range(box.players) if seat + 1 != watcher]
    heaps = {seat: _heap(table, seat) for seat in others}
    rows = {seat: watcher * MOST_PLAYERS + seat for seat in others}
    together = [sum(heap[kind] for heap in heaps.values()) for kind in range(POPULATION)]
    known = [sum(table.held[row][kind] for row in rows.values()) for kind in range(POPULATION)]
    unseen = [table.nuns[place] for place in range(NUN_ROW) if watcher == 0 or not table.looked[watcher - 1][place]]
    deck = table.deck[: table.deck_left]
    holds = {
        "held": all(heaps[seat][kind] >= table.held[rows[seat]][kind] for seat in others for kind in range(KINDS)),
        "most": all(
            heaps[seat][POPULATION + special] <= table.most[rows[seat]][special]
            for seat in others
            for special in range(len(SPECIALS))
        ),
        "loose": all(together[kind] >= known[kind] + table.loose[watcher][kind] for kind in range(POPULATION)),
    }
    if table.shuffled:
        kinds = range(POPULATION)
        holds["deck"] = all(deck.count(kind) <= table.fresh[watcher][kind] for kind in kinds)
        bounds = [min(table.sealed[watcher][kind], table.old[watcher][kind]) for kind in kinds]
        holds["nuns"] = all(unseen.count(kind) <= bounds[kind] for kind in kinds)
        surely_new = [
            together[kind] - known[kind] - table.loose[watcher][kind] + unseen.count(kind) - table.old[watcher][kind]
            for kind in kinds
        ]
        room = sum(min(table.newest[seat], sum(heaps[seat])) for seat in others)
        holds["outside"] = sum(max(number, 0) for number in surely_new) <= room
    return [name for name, right in holds.items() if not right]


def _heap(table: Any, seat: int) -> list[int]:
    """Hand and cards laid face down."""
    laid = [0] * KINDS if table.shown[seat] else table.laid[seat]
    return [hand + down for hand, down in zip(table.hands[seat], laid, strict=True)]
