"""A sheet as pixels."""

from __future__ import annotations

from typing import Any

import numpy as np

from rattus.envs.drawing.sheet import Box, Circle, Point, Polygon, Shape, Sheet

FINE = 2  # drawn so many times larger, then made smaller: that smooths the edges
ANCHORS = {"start": "lm", "middle": "mm", "end": "rm"}


def to_pixels(sheet: Sheet) -> np.ndarray[Any, Any]:
    """An array of height, width and red, green, blue."""
    return np.array(_Easel(sheet).paint())


class _Easel:
    def __init__(self, sheet: Sheet) -> None:
        from PIL import Image, ImageDraw  # here, since only pixels need it

        self._sheet = sheet
        self._zoom = sheet.scale * FINE
        size = round(sheet.width * sheet.scale) * FINE, round(sheet.height * sheet.scale) * FINE
        self._image = Image.new("RGB", size, sheet.paper)
        self._pen = ImageDraw.Draw(self._image)

    def paint(self) -> Any:
        for shape in self._sheet.shapes:
            self._shape(shape)
        return self._image.reduce(FINE)

    def _shape(self, shape: Shape) -> None:
        if isinstance(shape, Polygon):
            self._polygon(shape)
        elif isinstance(shape, Circle):
            box = self._box(shape.x - shape.r, shape.y - shape.r, 2 * shape.r, 2 * shape.r)
            self._pen.ellipse(box, shape.ink.fill, shape.ink.stroke, self._width(shape.ink.width))
        elif isinstance(shape, Box):
            box = self._box(shape.x, shape.y, shape.w, shape.h)
            width = self._width(shape.ink.width)
            self._pen.rounded_rectangle(box, shape.r * self._zoom, shape.ink.fill, shape.ink.stroke, width)
        else:
            place = self._point((shape.x, shape.y))
            self._pen.text(place, shape.text, shape.colour, _font(shape.size * self._zoom), ANCHORS[shape.anchor])

    def _polygon(self, shape: Polygon) -> None:
        points = [self._point(point) for point in shape.points]
        if shape.closed and shape.ink.fill:
            self._pen.polygon(points, shape.ink.fill)
        if shape.ink.stroke:
            line = [*points, points[0]] if shape.closed else points
            self._pen.line(line, shape.ink.stroke, self._width(shape.ink.width), "curve")

    def _point(self, point: Point) -> Point:
        return (point[0] - self._sheet.x) * self._zoom, (point[1] - self._sheet.y) * self._zoom

    def _box(self, x: float, y: float, w: float, h: float) -> tuple[Point, Point]:
        return self._point((x, y)), self._point((x + w, y + h))

    def _width(self, width: float) -> int:
        return max(1, round(width * self._zoom))


def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)
