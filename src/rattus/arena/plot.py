"""Plots as SVG text, for the report."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from rattus.arena.estimate import Estimate

WIDTH = 380  # of the drawing; it is scaled to the page, and letters must stay readable on a phone
LETTER = 7.2  # the width of one, about
LABEL_LETTERS = 18  # letters of a label
STEP = 15  # from mark to mark within a row
GAP = 11  # between rows
TOP, FOOT = 8, 42
SERIES = 6  # colours in the style sheet
BARS = 24  # of a histogram, at most
# Marks differ in shape too, for those who cannot tell the colours apart.
SHAPES = (
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    "M-4.5-4.5h9v9h-9z",
    "M0-6l6 6-6 6-6-6z",
    "M0-5.5l5.5 10h-11z",
    "M0 5.5l5.5-10h-11z",
)

Form = Callable[[float], str]


@dataclass(frozen=True)
class Row:
    """A row of a dot plot: a mark for each series."""

    label: str
    marks: Sequence[Estimate | None]


@dataclass(frozen=True)
class Scale:
    """Maps values to horizontal coordinates."""

    low: float
    high: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        return self.left + (value - self.low) / (self.high - self.low) * (self.right - self.left)


def dot_plot(title: str, rows: Sequence[Row], axis: str, form: Form, reference: float | None = None) -> str:
    """Marks with intervals, a row for each label. With one series the numbers stand beside them."""
    series = max(len(row.marks) for row in rows)
    left = 10 + LETTER * max(len(shortened(row.label)) for row in rows)
    right = WIDTH - (12 if series > 1 else 20 + LETTER * max(len(form(_value(row))) for row in rows))
    ticks = nice_ticks(*_reach(rows, reference))
    scale = Scale(ticks[0], ticks[-1], left, right)
    height = TOP + len(rows) * (series * STEP + GAP)
    parts = [_axis(scale, ticks, height, axis, form)]
    if reference is not None:
        parts.append(f'<path class="reference" d="M{scale(reference):.1f} {TOP}V{height}"/>')
    for number, row in enumerate(rows):
        top = TOP + number * (series * STEP + GAP) + GAP / 2
        parts.append(_text(left - 8, top + series * STEP / 2, shortened(row.label), "end", row.label))
        for place, estimate in enumerate(row.marks):
            if estimate is not None:
                parts.append(_mark(scale, estimate, top + (place + 0.5) * STEP, place, f"{row.label}: ", form))
        if series == 1 and row.marks[0] is not None:
            parts.append(_text(WIDTH - 4, top + STEP / 2, form(row.marks[0].value), "end"))
    return _svg(title, height + FOOT, parts)


def histogram(title: str, numbers: Sequence[int], axis: str, up: str) -> str:
    """A histogram of the values."""
    width = max(1, math.ceil((max(numbers) - min(numbers) + 1) / BARS))
    counts = Counter(number // width for number in numbers)
    ticks = nice_ticks(min(counts) * width, (max(counts) + 1) * width)
    heights = nice_ticks(0, max(counts.values()))
    left, height = 22 + LETTER * len(f"{heights[-1]:,.0f}"), 200
    scale, rise = Scale(ticks[0], ticks[-1], left, WIDTH - 12), Scale(0, heights[-1], height, TOP)
    parts = [_axis(scale, ticks, height, axis, "{:,.0f}".format)]
    for tick in heights:
        parts.append(f'<path class="grid" d="M{left:.1f} {rise(tick):.1f}H{WIDTH - 12}"/>')
        parts.append(_text(left - 6, rise(tick), f"{tick:,.0f}", "end"))
    turned = f"translate(11 {height / 2})rotate(-90)"
    parts.append(f'<text class="axis" text-anchor="middle" transform="{turned}">{up}</text>')
    for place, count in sorted(counts.items()):
        begin, end = scale(place * width), scale((place + 1) * width)
        parts.append(
            f'<rect class="s0" x="{begin + 0.5:.1f}" y="{rise(count):.1f}" width="{max(end - begin - 1, 0.5):.1f}"'
            f' height="{height - rise(count):.1f}"><title>{_span(place * width, width)}: {count}</title></rect>'
        )
    return _svg(title, height + FOOT, parts)


def legend(names: Sequence[str]) -> str:
    """A legend: the mark of each series and its name."""
    items = [
        f'<li><svg viewBox="-8 -8 16 16" aria-hidden="true">{_shape(place)}</svg>{escape(name)}</li>'
        for place, name in enumerate(names)
    ]
    return f'<ul class="legend">{"".join(items)}</ul>'


def nice_ticks(low: float, high: float, about: int = 5) -> list[float]:
    """Round numbers from `low` or less to `high` or more."""
    reach = high - low or abs(high) or 1.0
    size = 10.0 ** math.floor(math.log10(reach / about))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor * about >= reach)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, max(last, first + 1) + 1)]


def shortened(label: str) -> str:
    """The label, cut to the length that fits."""
    return label if len(label) <= LABEL_LETTERS else f"{label[: LABEL_LETTERS - 1]}…"


def _reach(rows: Sequence[Row], reference: float | None) -> tuple[float, float]:
    marks = [mark for row in rows for mark in row.marks if mark is not None]
    numbers = [number for mark in marks for number in (mark.value, mark.low, mark.high) if number is not None]
    numbers += [] if reference is None else [reference]
    return min(numbers), max(numbers)


def _value(row: Row) -> float:
    mark = row.marks[0]
    return 0.0 if mark is None else mark.value


def _axis(scale: Scale, ticks: Sequence[float], height: float, label: str, form: Form) -> str:
    parts = []
    for tick in ticks:
        parts.append(f'<path class="grid" d="M{scale(tick):.1f} {TOP}V{height}"/>')
        parts.append(_text(scale(tick), height + 11, form(tick), "middle"))
    middle = (scale.left + scale.right) / 2
    return "".join(parts) + f'<text class="axis" x="{middle:.1f}" y="{height + 34}" text-anchor="middle">{label}</text>'


def _mark(scale: Scale, estimate: Estimate, y: float, series: int, label: str, form: Form) -> str:
    told = f"{label}{form(estimate.value)}"
    line = ""
    if estimate.low is not None and estimate.high is not None:
        told += f" ({form(estimate.low)} to {form(estimate.high)})"
        line = (
            f'<path class="interval s{series % SERIES}" d="M{scale(estimate.low):.1f} {y:.1f}'
            f'H{scale(estimate.high):.1f}"/>'
        )
    spot = f'<g transform="translate({scale(estimate.value):.1f} {y:.1f})">{_shape(series)}</g>'
    return f"<g><title>{escape(told)}</title>{line}{spot}</g>"


def _shape(series: int) -> str:
    return f'<path class="mark s{series % SERIES}" d="{SHAPES[series % len(SHAPES)]}"/>'


def _span(first: int, width: int) -> str:
    return str(first) if width == 1 else f"{first} to {first + width - 1}"


def _text(x: float, y: float, words: str, anchor: str, whole: str = "") -> str:
    told = f"<title>{escape(whole)}</title>" if whole != words and whole else ""
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}">{escape(words)}{told}</text>'


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="plot" role="img" aria-label="{escape(title)}" viewBox="0 0 {WIDTH} {height:.0f}">'
        f"{''.join(parts)}</svg>"
    )
