"""Pictures of a table, made of a view alone, so that nothing hidden can be on them."""

from collections.abc import Callable, Mapping
from typing import Any

from rattus.envs.drawing import board, cards, words
from rattus.envs.drawing.raster import to_pixels
from rattus.envs.drawing.sheet import Sheet
from rattus.envs.drawing.svg import to_svg

View = Mapping[str, Any]
PICTURES: Mapping[str, Callable[[View], Sheet]] = {"rattus": board.draw, "africanus": board.draw, "cartus": cards.draw}
RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def draw(view: View, mode: str) -> Any:
    """A view in a render mode: `ansi` text, `svg` text or `rgb_array` pixels; `human` prints and gives None."""
    if mode == "human":
        print(words.to_text(view))
        return None
    if mode == "ansi":
        return words.to_text(view)
    sheet = PICTURES[view["game"]](view)
    return to_svg(sheet) if mode == "svg" else to_pixels(sheet)
