"""Colours, and what every picture shows beside the board: the state of the game and one row per seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from rattus.envs.drawing.canvas import Canvas, Rectangle, Style, Text
from rattus.palette import CLASSES, INKS, MARKS, PICTURES, SEATS
from rattus.words import display_name, has, t

TABLE, PAPER, HIGHLIGHT, LAND = (PICTURES[name] for name in ("table", "paper", "highlight", "land"))
SEA, INK, PALE, BLOOD = (INKS[name] for name in ("map-sea", "map-ink", "map-ink-pale", "map-route"))
PAWN, CARAVAN = INKS["piece-line"], MARKS["caravan"]
WASHES = [PICTURES[f"wash-{number}"] for number in range(4)]  # of regions; neighbours differ
RAT, KNOWN = PICTURES["back"], PICTURES["face"]
# Colours of a piece and of its letter, of a band and of what is on it.
SEAT_COLOURS = {seat: (colours["fill"], colours["letter"]) for seat, colours in SEATS.items()}
CLASS_COLOURS = {name: (colours["band"], colours["on"]) for name, colours in CLASSES.items()}


LINE = 38


def size(pile: Any) -> int:
    """How many things are in a hand or pile, which a view gives as a list or, where they are hidden, as a number."""
    return pile if isinstance(pile, int) else len(pile)


def piece(canvas: Canvas, seat: str, x: float, y: float, half: float, number: int | None = None) -> None:
    """Draw a cube of a seat around a point, with its letter and a number."""
    wood, letter = SEAT_COLOURS[seat]
    label = seat[0].upper() + ("" if number is None else str(number))
    canvas.add(
        Rectangle(x - half, y - half, 2 * half, 2 * half, Style(wood, INK, 2), half / 3),
        Text(x, y, label, half * (1.3 if len(label) == 1 else 1.05 if len(label) == 2 else 0.8), letter, "middle"),
    )


def phase_name(view: Mapping[str, Any]) -> str:
    """What a game has come to, in words."""
    key = f"phase.{view['phase']}"
    return t(f"terminal.picture.{key}" if has(f"terminal.picture.{key}") else f"terminal.cartus.{key}")


def heading(canvas: Canvas, x: float, y: float, title: str, lines: Sequence[str]) -> float:
    """Draw a title and lines below it. Returns where the next thing can be drawn."""
    canvas.add(Text(x, y, title, 44, INK))
    for number, line in enumerate(lines):
        canvas.add(Text(x, y + 48 + number * LINE, line, 28, PALE).within(550))
    return y + 48 + len(lines) * LINE


def seat_rows(canvas: Canvas, x: float, y: float, rows: Sequence[tuple[str, bool, Sequence[str]]]) -> float:
    """Draw one row per seat with its lines, the seat to move marked. Returns where the next thing can be drawn."""
    for seat, is_to_move, lines in rows:
        if is_to_move:
            canvas.add(Rectangle(x - 12, y - 30, 566, LINE * (len(lines) + 1) + 14, Style(HIGHLIGHT, INK, 2), 10))
        piece(canvas, seat, x + 18, y, 20)
        name = display_name(seat)
        canvas.add(Text(x + 52, y, t("terminal.picture.toMove", name=name) if is_to_move else name, 30, INK))
        for number, line in enumerate(lines, 1):
            canvas.add(Text(x + 52, y + number * LINE, line, 26, PALE).within(490))
        y += LINE * (len(lines) + 1) + 22
    return y
