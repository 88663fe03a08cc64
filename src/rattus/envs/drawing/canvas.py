"""Shapes on a canvas, written as SVG or painted as pixels."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from xml.sax.saxutils import escape, quoteattr

import numpy as np

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
SPELLED = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
LETTER = 0.52  # the width of most letters, of their size


@dataclass(frozen=True)
class Style:
    """Fill and outline of a shape: colours as #rrggbb, or None."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 2


@dataclass(frozen=True)
class Polygon:
    """A closed or open line through points."""

    points: Sequence[Point]
    style: Style
    closed: bool = True


@dataclass(frozen=True)
class Circle:
    """A circle around a point."""

    x: float
    y: float
    r: float
    style: Style


@dataclass(frozen=True)
class Rectangle:
    """A rectangle with round corners."""

    x: float
    y: float
    w: float
    h: float
    style: Style
    r: float = 6


@dataclass(frozen=True)
class Text:
    """A line of text; y is its middle."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Anchor = "start"

    def within(self, width: float) -> Text:
        """The same, smaller where it would be wider."""
        return replace(self, size=min(self.size, width / (LETTER * len(self.text)))) if self.text else self


Shape = Polygon | Circle | Rectangle | Text


@dataclass
class Canvas:
    """Shapes in drawing order, on a rectangle of the plane."""

    x: float
    y: float
    width: float
    height: float
    background: str
    scale: float = 1.0  # pixels per unit
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Add shapes on top."""
        self.shapes += shapes


def to_svg(canvas: Canvas) -> str:
    """The canvas as the text of an SVG file."""
    size = f'width="{canvas.width * canvas.scale:g}" height="{canvas.height * canvas.scale:g}"'
    box = f"{canvas.x:g} {canvas.y:g} {canvas.width:g} {canvas.height:g}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size} font-family="sans-serif">'
    background = Rectangle(canvas.x, canvas.y, canvas.width, canvas.height, Style(canvas.background), 0)
    return "\n".join([head, *(_element(shape) for shape in [background, *canvas.shapes]), "</svg>\n"])


def _element(shape: Shape) -> str:
    if isinstance(shape, Polygon):
        tag = "polygon" if shape.closed else "polyline"
        points = " ".join(f"{x:g},{y:g}" for x, y in shape.points)
        return f'<{tag} points="{points}" {_style_attributes(shape.style)}/>'
    if isinstance(shape, Circle):
        return f'<circle cx="{shape.x:g}" cy="{shape.y:g}" r="{shape.r:g}" {_style_attributes(shape.style)}/>'
    if isinstance(shape, Rectangle):
        place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.w:g}" height="{shape.h:g}" rx="{shape.r:g}"'
        return f"<rect {place} {_style_attributes(shape.style)}/>"
    place = f'x="{shape.x:g}" y="{shape.y:g}" font-size="{shape.size:g}" fill={quoteattr(shape.colour)}'
    return f'<text {place} text-anchor="{shape.anchor}" dominant-baseline="central">{escape(shape.text)}</text>'


def _style_attributes(style: Style) -> str:
    return f'fill="{style.fill or "none"}" stroke="{style.stroke or "none"}" stroke-width="{style.width:g}"'


SUPERSAMPLING = 2  # painted this many times larger and then reduced, which smooths edges
ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def to_pixels(canvas: Canvas) -> np.ndarray[Any, Any]:
    """The canvas as an array of height, width and 3 colours."""
    return np.array(_Painter(canvas).paint())


class _Painter:
    def __init__(self, canvas: Canvas) -> None:
        from PIL import Image, ImageDraw  # imported late: only pixels need Pillow

        self._sheet = canvas
        self._zoom = canvas.scale * SUPERSAMPLING
        size = round(canvas.width * canvas.scale) * SUPERSAMPLING, round(canvas.height * canvas.scale) * SUPERSAMPLING
        self._image = Image.new("RGB", size, canvas.background)
        self._pen = ImageDraw.Draw(self._image)

    def paint(self) -> Any:
        for shape in self._sheet.shapes:
            self._shape(shape)
        return self._image.reduce(SUPERSAMPLING)

    def _shape(self, shape: Shape) -> None:
        if isinstance(shape, Polygon):
            self._polygon(shape)
        elif isinstance(shape, Circle):
            box = self._box(shape.x - shape.r, shape.y - shape.r, 2 * shape.r, 2 * shape.r)
            self._pen.ellipse(box, shape.style.fill, shape.style.stroke, self._width(shape.style.width))
        elif isinstance(shape, Rectangle):
            box = self._box(shape.x, shape.y, shape.w, shape.h)
            width = self._width(shape.style.width)
            self._pen.rounded_rectangle(box, shape.r * self._zoom, shape.style.fill, shape.style.stroke, width)
        else:
            place = self._point((shape.x, shape.y))
            self._pen.text(
                place, _plain(shape.text), shape.colour, _font(shape.size * self._zoom), ANCHORS[shape.anchor]
            )

    def _polygon(self, shape: Polygon) -> None:
        points = [self._point(point) for point in shape.points]
        if shape.closed and shape.style.fill:
            self._pen.polygon(points, shape.style.fill)
        if shape.style.stroke:
            line = [*points, points[0]] if shape.closed else points
            self._pen.line(line, shape.style.stroke, self._width(shape.style.width), "curve")

    def _point(self, point: Point) -> Point:
        return (point[0] - self._sheet.x) * self._zoom, (point[1] - self._sheet.y) * self._zoom

    def _box(self, x: float, y: float, w: float, h: float) -> tuple[Point, Point]:
        return self._point((x, y)), self._point((x + w, y + h))

    def _width(self, width: float) -> int:
        return max(1, round(width * self._zoom))


def _plain(text: str) -> str:
    """Text in the letters that the font has: `Gruen`, `een`."""
    spelled = unicodedata.normalize("NFC", text).translate(SPELLED)
    return "".join(letter for letter in unicodedata.normalize("NFD", spelled) if not unicodedata.combining(letter))


def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)
