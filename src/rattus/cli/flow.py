"""Short pieces of text beside each other, as many on a line as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = 3  # columns between two pieces


@dataclass(frozen=True)
class Flow:
    """A label and pieces of text; none is broken that fits on a line."""

    pieces: Sequence[Text]
    label: Text = field(default_factory=Text)
    gap: int = GAP

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = self.label.copy()
        indent, is_empty = line.cell_len, True
        for piece in self.pieces:
            gap = 0 if is_empty else self.gap
            if not is_empty and line.cell_len + gap + piece.cell_len > options.max_width:
                yield line
                line, gap = Text(" " * indent), 0
            line.append(" " * gap).append_text(piece)
            is_empty = False
        yield line
