"""What all pictures have beside the board: where the game stands, and a row for each seat."""

from collections.abc import Sequence
from typing import Any

from rattus.envs.drawing.colours import INK, PALE, SEATS
from rattus.envs.drawing.sheet import Box, Ink, Sheet, Text

LINE = 38


def size(pile: Any) -> int:
    """How many there are in a hand or a pile, of which a view has all or only the number."""
    return pile if isinstance(pile, int) else len(pile)


def piece(sheet: Sheet, seat: str, x: float, y: float, half: float, number: int | None = None) -> None:
    """A cube of a seat around a point: its letter, and a number."""
    wood, letter = SEATS[seat]
    label = seat[0].upper() + ("" if number is None else str(number))
    sheet.add(
        Box(x - half, y - half, 2 * half, 2 * half, Ink(wood, INK, 2), half / 3),
        Text(x, y, label, half * (1.3 if len(label) == 1 else 1.05 if len(label) == 2 else 0.8), letter, "middle"),
    )


def heading(sheet: Sheet, x: float, y: float, title: str, lines: Sequence[str]) -> float:
    """A title and lines under it; returns where the next thing can stand."""
    sheet.add(Text(x, y, title, 44, INK))
    for number, line in enumerate(lines):
        sheet.add(Text(x, y + 48 + number * LINE, line, 28, PALE))
    return y + 48 + len(lines) * LINE


def seat_rows(sheet: Sheet, x: float, y: float, rows: Sequence[tuple[str, bool, Sequence[str]]]) -> float:
    """A seat with its lines, one under the other; a mark for who is to move. Returns where the next can stand."""
    for seat, is_to_move, lines in rows:
        if is_to_move:
            sheet.add(Box(x - 12, y - 30, 566, LINE * (len(lines) + 1) + 14, Ink("#ffffff", INK, 2), 10))
        piece(sheet, seat, x + 18, y, 20)
        sheet.add(Text(x + 52, y, seat.title() + (" is to move" if is_to_move else ""), 30, INK))
        for number, line in enumerate(lines, 1):
            sheet.add(Text(x + 52, y + number * LINE, line, 26, PALE))
        y += LINE * (len(lines) + 1) + 22
    return y
