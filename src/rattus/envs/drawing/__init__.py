"""Pictures of a game, made only from a view, so that they cannot show hidden information."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from rattus.envs.drawing import ansi, board, cards
from rattus.envs.drawing.canvas import Canvas, to_pixels, to_svg

View = Mapping[str, Any]


class RenderMode(StrEnum):
    """How an environment shows a game; the names are Gymnasium's."""

    HUMAN = "human"  # prints
    ANSI = "ansi"  # text with ANSI colours
    SVG = "svg"
    RGB_ARRAY = "rgb_array"  # pixels


RENDER_MODES = tuple(mode.value for mode in RenderMode)
PICTURES: Mapping[str, Callable[[View], Canvas]] = {"rattus": board.draw, "africanus": board.draw, "cartus": cards.draw}


def draw(view: View, mode: str) -> Any:
    """A view in a render mode. HUMAN prints and returns None."""
    if mode == RenderMode.HUMAN:
        print(ansi.to_text(view))
        return None
    if mode == RenderMode.ANSI:
        return ansi.to_text(view)
    canvas = PICTURES[view["game"]](view)
    return to_svg(canvas) if mode == RenderMode.SVG else to_pixels(canvas)
