"""The table of Rattus Cartus as a picture."""

from collections.abc import Mapping, Sequence
from typing import Any

from rattus.envs.drawing.canvas import Box, Canvas, Style, Text
from rattus.envs.drawing.panel import (
    BLOOD,
    CLASS_COLOURS,
    INK,
    KNOWN,
    PALE,
    PAPER,
    RAT,
    TABLE,
    heading,
    piece,
    seat_rows,
    size,
)
from rattus.kernel.seats import SEATS

WIDTH, PANEL, HEIGHT = 1400, 600, 1250
STEPS = 21  # drawn of each influence track


def draw(view: Mapping[str, Any]) -> Canvas:
    """The open buildings, the tracks and the nun row, and the seats beside them."""
    canvas = Canvas(0, 0, WIDTH + PANEL, HEIGHT, TABLE, 0.5)
    for number, building in enumerate(view["row"]):
        _building(canvas, view, number, building)
    for number, (name, ladder) in enumerate(view["influence"].items()):
        _track(canvas, 40, 420 + number * 92, name, ladder)
    _nuns(canvas, view["nuns"])
    _piles(canvas, view)
    canvas.add(Box(WIDTH, 0, PANEL, HEIGHT, Style(PAPER), 0))
    y = heading(canvas, WIDTH + 28, 50, "Rattus Cartus", [f"Round {view['round']}, {view['phase']}"])
    rows = [(seat, view["to_move"] == seat, _seat_lines(view, seat)) for seat in SEATS[: view["players"]]]
    seat_rows(canvas, WIDTH + 28, y + 30, rows)
    return canvas


def _building(canvas: Canvas, view: Mapping[str, Any], number: int, building: Mapping[str, str]) -> None:
    x = 40 + number * 450
    canvas.add(Box(x, 40, 420, 320, Style(PAPER, INK, 4), 18))
    canvas.add(Text(x + 24, 82, f"{number + 1}", 40, BLOOD), Text(x + 70, 82, building["building"].title(), 40, INK))
    canvas.add(Text(x + 24, 130, f"supply: {_supply(building['supply'])}", 26, PALE))
    here = [entry for entry in view["entered"] if entry["building"] == number + 1]
    for line, entry in enumerate(here):
        strength = "" if entry["strength"] is None else f", strength {entry['strength']}"
        piece(canvas, entry["seat"], x + 46, 186 + line * 40, 17)
        canvas.add(Text(x + 76, 186 + line * 40, f"{size(entry['cards'])} cards{strength}", 26, INK))


def _supply(letters: str) -> str:
    words = {"d": "draw", "r": "discard rats", "l": "look"}
    return ", ".join(f"{word} {letters.count(letter)}" for letter, word in words.items() if letter in letters)


def _track(canvas: Canvas, x: float, y: float, name: str, ladder: Sequence[tuple[str, int]]) -> None:
    wood, letter = CLASS_COLOURS[name]
    canvas.add(Box(x, y, 230, 64, Style(wood, INK, 3), 12), Text(x + 115, y + 32, name.title(), 30, letter, "middle"))
    step = (WIDTH - 80 - 260) / STEPS
    for number in range(STEPS):
        canvas.add(Box(x + 255 + number * step, y + 8, step - 5, 48, Style(PAPER, PALE, 1), 4))
    for influence, seats in _by_influence(ladder).items():
        middle = x + 253 + (min(influence, STEPS - 1) + 0.5) * step
        if len(seats) == 1:
            piece(canvas, seats[0], middle, y + 32, 19, influence)
            continue
        top = y + 32 - (len(seats) - 1) // 2 * 12.5
        for place, seat in enumerate(seats):
            piece(canvas, seat, middle - 12 + place % 2 * 25, top + place // 2 * 25, 12, influence)


def _by_influence(ladder: Sequence[tuple[str, int]]) -> dict[int, list[str]]:
    seats: dict[int, list[str]] = {}
    for seat, influence in ladder:
        seats.setdefault(influence, []).append(seat)
    return seats


def _nuns(canvas: Canvas, nuns: Sequence[str | None]) -> None:
    canvas.add(Text(40, 1000, "Nun row", 30, INK))
    for number, card in enumerate(nuns):
        x = 40 + number * 130
        canvas.add(Box(x, 1030, 112, 160, Style(RAT if card is None else KNOWN, INK, 4), 12))
        if card is None:
            canvas.add(Text(x + 56, 1110, "?", 56, KNOWN, "middle"))
        else:
            name, _, count = card.partition("-")
            canvas.add(Text(x + 56, 1085, name[:7].title(), 24, INK, "middle"))
            canvas.add(Text(x + 56, 1135, count, 48, BLOOD, "middle"))


def _piles(canvas: Canvas, view: Mapping[str, Any]) -> None:
    canvas.add(Text(760, 1000, "Piles", 30, INK))
    lines = [f"{size(view['deck'])} population cards, {size(view['discards'])} discarded"]
    lines += [f"{size(view['tokens'])} victory point tokens", f"{size(view['buildings'])} buildings to come"]
    lines += [" · ".join(f"{number} {kind}" for kind, number in view["stacks"].items())]
    for number, line in enumerate(lines):
        canvas.add(Text(760, 1050 + number * 42, line, 28, PALE))


def _seat_lines(view: Mapping[str, Any], seat: str) -> list[str]:
    hand, tokens = size(view["hands"][seat]), size(view["points"][seat])
    looked = len(view["looked"].get(seat, ()))
    return [f"{hand} cards, {view['rats'][seat]} rats", f"{tokens} tokens, {looked} nuns seen"]
