"""The table of Rattus Cartus as a picture."""

from collections.abc import Mapping, Sequence
from typing import Any

from rattus.envs.drawing.canvas import Canvas, Rectangle, Style, Text
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
    phase_name,
    piece,
    seat_rows,
    size,
)
from rattus.kernel.seats import SEATS
from rattus.words import display_name, t

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
    canvas.add(Rectangle(WIDTH, 0, PANEL, HEIGHT, Style(PAPER), 0))
    y = heading(canvas, WIDTH + 28, 50, t("noun.game.cartus"), [moment(view)])
    rows = [(seat, view["to_move"] == seat, _seat_lines(view, seat)) for seat in SEATS[: view["players"]]]
    seat_rows(canvas, WIDTH + 28, y + 30, rows)
    return canvas


def moment(view: Mapping[str, Any]) -> str:
    """Round and phase."""
    return t("terminal.picture.round", n=str(view["round"]), phase=phase_name(view))


def _building(canvas: Canvas, view: Mapping[str, Any], number: int, building: Mapping[str, str]) -> None:
    x = 40 + number * 450
    canvas.add(Rectangle(x, 40, 420, 320, Style(PAPER, INK, 4), 18))
    canvas.add(
        Text(x + 24, 82, f"{number + 1}", 40, BLOOD), Text(x + 70, 82, display_name(building["building"]), 40, INK)
    )
    canvas.add(Text(x + 24, 130, _supply(building["supply"]), 26, PALE).within(380))
    here = [entry for entry in view["entered"] if entry["building"] == number + 1]
    for line, entry in enumerate(here):
        cards, strength = t("terminal.n.card", n=size(entry["cards"])), entry["strength"]
        told = cards if strength is None else t("terminal.picture.strength", cards=cards, n=str(strength))
        piece(canvas, entry["seat"], x + 46, 186 + line * 40, 17)
        canvas.add(Text(x + 76, 186 + line * 40, told, 26, INK).within(330))


def _supply(letters: str) -> str:
    what = ", ".join(t(f"cartus.supply.{letter}", n=letters.count(letter)) for letter in "drl" if letter in letters)
    return f"{t('terminal.cartus.row.supply')}: {what}"


def _track(canvas: Canvas, x: float, y: float, name: str, ladder: Sequence[tuple[str, int]]) -> None:
    wood, letter = CLASS_COLOURS[name]
    canvas.add(
        Rectangle(x, y, 230, 64, Style(wood, INK, 3), 12),
        Text(x + 115, y + 32, display_name(name), 30, letter, "middle").within(214),
    )
    step = (WIDTH - 80 - 260) / STEPS
    for number in range(STEPS):
        canvas.add(Rectangle(x + 255 + number * step, y + 8, step - 5, 48, Style(PAPER, PALE, 1), 4))
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
    canvas.add(Text(40, 1000, t("cartus.nunRow"), 30, INK))
    for number, card in enumerate(nuns):
        x = 40 + number * 130
        canvas.add(Rectangle(x, 1030, 112, 160, Style(RAT if card is None else KNOWN, INK, 4), 12))
        if card is None:
            canvas.add(Text(x + 56, 1110, "?", 56, KNOWN, "middle"))
        else:
            name, _, count = card.partition("-")
            canvas.add(Text(x + 56, 1085, display_name(name), 24, INK, "middle").within(104))
            canvas.add(Text(x + 56, 1135, count, 48, BLOOD, "middle"))


def _piles(canvas: Canvas, view: Mapping[str, Any]) -> None:
    canvas.add(Text(760, 1000, t("terminal.picture.piles"), 30, INK))
    left = {name: str(size(view[name])) for name in ("deck", "discards", "tokens", "buildings", "replacement")}
    stacks = " · ".join(f"{display_name(kind)} {number}" for kind, number in view["stacks"].items())
    lines = [
        t("terminal.cartus.deck", deck=left["deck"], discarded=left["discards"]),
        t("terminal.cartus.victory", n=left["tokens"]),
        t("terminal.cartus.buildings", deck=left["buildings"], replacement=left["replacement"]),
        stacks,
    ]
    for number, line in enumerate(lines):
        canvas.add(Text(760, 1050 + number * 42, line, 28, PALE).within(620))


def _seat_lines(view: Mapping[str, Any], seat: str) -> list[str]:
    hand, tokens = size(view["hands"][seat]), size(view["points"][seat])
    looked = len(view["looked"].get(seat, ()))
    rats = [] if view["rats"][seat] is None else [t("terminal.n.rat", n=view["rats"][seat])]
    known = t("terminal.picture.seen", n=looked)
    return [", ".join([t("terminal.n.card", n=hand), *rats]), f"{t('terminal.picture.tokens', n=tokens)}, {known}"]
