"""The learning curve of a training run as a standalone SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from rattus.arena.plot import Scale, nice_ticks
from rattus.palette import CHARTS
from rattus.train.ladder import Strength
from rattus.train.recipe import Recipe

WIDTH, HEIGHT, LEFT, RIGHT, GAP = 720, 220, 56, 200, 62
COLOURS = [colour for name, colour in CHARTS.items() if name.startswith("line-")]
STYLE = (
    f"text{{font:13px system-ui,sans-serif;fill:{CHARTS['ink']}}}.title{{font-weight:600;font-size:15px}}"
    f".grid{{stroke:{CHARTS['grid']}}}polyline{{fill:none;stroke-width:2}}svg{{background:{CHARTS['paper']}}}"
)

Point = tuple[float, float]
Line = tuple[str, Sequence[Point]]  # its name and course


def draw_curve(recipe: Recipe, log: Sequence[dict[str, Any]], strengths: Sequence[Strength]) -> str:
    """Games won against each of the ladder, and losses and entropy, by the number of decisions."""
    panels = [_panel("Games won, %", _ladder_lines(strengths), (0.0, 100.0))] if strengths else []
    for title, names in (("Loss of the value", ("value_loss",)), ("Entropy", ("entropy",))):
        lines = [(name.replace("_", " "), [(line["steps"], line[name]) for line in log]) for name in names]
        panels.append(_panel(title, lines))
    counts = ", ".join(map(str, recipe.players))
    height = 40 + len(panels) * (HEIGHT + GAP)
    parts = [
        f'<g transform="translate(0 {40 + place * (HEIGHT + GAP)})">{panel}</g>' for place, panel in enumerate(panels)
    ]
    heading = f'<text class="title" x="{LEFT}" y="24">{escape(recipe.game)}, {counts} players</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}">'
        f"<style>{STYLE}</style>{heading}{''.join(parts)}</svg>\n"
    )


def _ladder_lines(strengths: Sequence[Strength]) -> list[Line]:
    found: dict[tuple[int, str], list[Point]] = {}
    for each in strengths:
        found.setdefault((each.players, each.against), []).append((each.steps, 100 * each.wins))
    several = len({players for players, _ in found}) > 1
    names = {key: f"{key[1]}, {key[0]} players" if several else key[1] for key in found}
    return [(names[key], points) for key, points in found.items()]


def _panel(title: str, lines: Sequence[Line], reach: tuple[float, float] | None = None) -> str:
    points = [point for _, course in lines for point in course] or [(0.0, 0.0)]
    across = nice_ticks(0, max(x for x, _ in points) or 1)
    up = nice_ticks(*(reach or (min(y for _, y in points), max(y for _, y in points))))
    right, down = Scale(across[0], across[-1], LEFT, WIDTH - RIGHT), Scale(up[0], up[-1], HEIGHT, 10)
    parts = [f'<text x="{LEFT}" y="-2">{escape(title)}</text>']
    for tick in up:
        y = down(tick)
        parts.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>')
    parts += [
        f'<text x="{right(tick):.1f}" y="{HEIGHT + 18}" text-anchor="middle">{tick / 1e6:g} M</text>' for tick in across
    ]
    for place, (name, course) in enumerate(lines):
        colour = COLOURS[place % len(COLOURS)]
        path = " ".join(f"{right(x):.1f},{down(y):.1f}" for x, y in course)
        parts.append(f'<polyline stroke="{colour}" points="{path}"/>')
        parts += [f'<circle cx="{right(x):.1f}" cy="{down(y):.1f}" r="3" fill="{colour}"/>' for x, y in course[-1:]]
        y = 18 + 18 * place
        parts.append(f'<path d="M{WIDTH - RIGHT + 14} {y - 4}h16" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 36}" y="{y}">{escape(name)}</text>')
    return "".join(parts)
