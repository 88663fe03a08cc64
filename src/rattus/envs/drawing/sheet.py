"""A sheet with shapes on it, before anybody decides how it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Ink:
    """How a shape is filled and outlined: colours as #rrggbb, or nothing."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 2


@dataclass(frozen=True)
class Polygon:
    """A closed or open line through points."""

    points: Sequence[Point]
    ink: Ink
    closed: bool = True


@dataclass(frozen=True)
class Circle:
    """A circle around a point."""

    x: float
    y: float
    r: float
    ink: Ink


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners."""

    x: float
    y: float
    w: float
    h: float
    ink: Ink
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


Shape = Polygon | Circle | Box | Text


@dataclass
class Sheet:
    """Shapes in the order of drawing, on a part of the plane."""

    x: float
    y: float
    width: float
    height: float
    paper: str
    scale: float = 1.0  # pixels a unit
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Put shapes on top."""
        self.shapes += shapes
