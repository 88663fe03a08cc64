"""The map of Rattus and Africanus as a picture."""

import functools
import json
import math
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Any

from rattus.envs.drawing.canvas import Canvas, Circle, Polygon, Rectangle, Style, Text
from rattus.envs.drawing.panel import (
    BLOOD,
    CARAVAN,
    HIGHLIGHT,
    INK,
    KNOWN,
    LAND,
    PALE,
    PAPER,
    PAWN,
    RAT,
    SEA,
    WASHES,
    heading,
    phase_name,
    piece,
    seat_rows,
    size,
)
from rattus.kernel.seats import SEATS
from rattus.words import display_name, t

PANEL = 600  # width of the panel beside the map


@functools.cache
def atlas() -> Any:
    """Coordinates of everything on the map: `map.json`."""
    return json.loads(resources.files("rattus.envs.drawing").joinpath("map.json").read_text("utf-8"))


def draw(view: Mapping[str, Any]) -> Canvas:
    """The map with everything on it, and the seats beside it."""
    names = [name for name in view["regions"] if name in atlas()["regions"]]
    x, y, width, height = _extent(names)
    canvas = Canvas(x, y, width + PANEL, height, SEA, 0.5)
    for outline in atlas()["world"]:
        canvas.add(Polygon(outline, Style(LAND)))
    for name, region in atlas()["regions"].items():
        fill = WASHES[region["wash"]] if name in names else LAND
        for outline in region["outline"]:
            canvas.add(Polygon(outline, Style(fill, INK if name in names else PALE, 3 if name in names else 1)))
    for way in atlas()["sea"]:
        if all(name in names for name in way["between"]):
            canvas.add(Polygon(way["line"], Style(None, BLOOD, 4), closed=False))
    for name in names:
        _region(canvas, view, name)
    _palace(canvas, view)
    canvas.add(Rectangle(x + width, y, PANEL, height, Style(PAPER), 0))
    _panel(canvas, view, x + width + 28, y + 50)
    return canvas


def _extent(names: list[str]) -> tuple[float, float, float, float]:
    """The part of the map that is in use with these regions."""
    views = atlas()["views"]
    x, y, width, height = views["6" if "libya" in names else "4" if "turcia" in names else "2"]
    return x, y, width, height


def _region(canvas: Canvas, view: Mapping[str, Any], name: str) -> None:
    region, place = view["regions"][name], atlas()["regions"][name]
    x, y = place["label"]
    canvas.add(Text(x, y, place["name"], 32, INK, "middle"))
    for rat, (x, y) in zip(region["rats"], place["rats"], strict=False):
        canvas.add(Circle(x, y, 20, Style(RAT if rat is None else KNOWN, INK, 3)))
        canvas.add(Text(x, y, "?" if rat is None else f"{rat['limit']}", 26, KNOWN if rat is None else INK, "middle"))
    _cubes(canvas, view, region["cubes"], place["cubes"], region.get("diplomats", ()))
    if view["plague"] == name:
        x, y = place["pawn"]
        canvas.add(Circle(x, y, 25, Style(PAWN, BLOOD, 4)), Text(x, y, "P", 32, HIGHLIGHT, "middle"))
    if view.get("caravan") == name:
        x, y = place["caravan"]
        canvas.add(Polygon([(x, y - 24), (x + 24, y + 20), (x - 24, y + 20)], Style(CARAVAN, INK, 3)))


def _cubes(canvas: Canvas, view: Mapping[str, Any], cubes: Mapping[str, int], circle: list[int], discs: Any) -> None:
    """Draw cubes on a ring, each seat at its own angle."""
    seats, (x, y, r) = _seats(view), circle
    sine = math.sin(math.pi / len(seats))
    room = r * sine / (1 + sine)
    for number, seat in enumerate(seats):
        if seat in cubes:
            turn = 2 * math.pi * number / len(seats)
            middle = x + (r - room) * math.sin(turn), y - (r - room) * math.cos(turn)
            if seat in discs:
                canvas.add(Circle(*middle, room + 4, Style(HIGHLIGHT, INK, 3)))
            piece(canvas, seat, *middle, min(room * 0.85, 24), cubes[seat])


def _palace(canvas: Canvas, view: Mapping[str, Any]) -> None:
    x, y, width, height = atlas()["palace"]["box"]
    canvas.add(Rectangle(x, y, width, height, Style(PAPER, INK, 3), 12))
    canvas.add(Text(x + width / 2, y + height - 24, t("rattus.palace"), 28, INK, "middle"))
    _cubes(canvas, view, view["palace"], atlas()["palace"]["cubes"], view.get("palace_diplomats", ()))


def _panel(canvas: Canvas, view: Mapping[str, Any], x: float, y: float) -> None:
    y = heading(canvas, x, y, t(f"noun.game.{view['game']}"), [moment(view), rats_in_words(view)])
    rows = [(seat, view["to_move"] == seat, list(_seat_lines(view, seat))) for seat in _seats(view)]
    y = seat_rows(canvas, x, y + 30, rows)
    free = [display_name(card) for card, holder in view["classes"].items() if holder is None]
    canvas.add(Text(x, y, t("terminal.rattus.beside").rstrip(": "), 30, INK))
    for number in range(0, len(free), 3):
        canvas.add(Text(x, y + 38 + number // 3 * 38, " · ".join(free[number : number + 3]), 26, PALE).within(550))


def moment(view: Mapping[str, Any]) -> str:
    """Turn and phase."""
    return t("terminal.picture.turn", n=str(view["turns"] + 1), phase=phase_name(view))


def rats_in_words(view: Mapping[str, Any]) -> str:
    """How many rats are left, and how many were turned."""
    return t("terminal.rattus.rats", supply=str(size(view["supply"])), turned=str(len(view["turned"])), unseen="")


def _seat_lines(view: Mapping[str, Any], seat: str) -> Iterator[str]:
    cubes = sum(region["cubes"].get(seat, 0) for region in view["regions"].values())
    cards = f", {t('terminal.n.card', n=size(view['hands'][seat]))}" if "hands" in view else ""
    yield t("terminal.picture.cubes", map=str(cubes), palace=str(view["palace"].get(seat, 0))) + cards
    held = [display_name(card) for card, holder in view["classes"].items() if holder == seat]
    if held:
        yield " · ".join(held)


def _seats(view: Mapping[str, Any]) -> tuple[str, ...]:
    return SEATS[: view["players"]]
