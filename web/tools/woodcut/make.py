"""Writes the drawings that the client shows into src/lib/art and src/games/parts: `python web/tools/woodcut/make.py`.

The files are the drawings of figures.py, buildings.py, covers.py and pieces.py. Change them there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import buildings
import covers
import figures
import pieces
from hand import Drawing

SRC = Path(__file__).resolve().parents[2] / "src"
PATH = re.compile("<path.*?/>")
NOTE = "<!-- Made by web/tools/woodcut. -->"


def sheet(drawings: Sequence[Drawing]) -> str:
    """A file of drawings, each to be used by its name."""
    groups = "\n".join(f'<g id="{each.name}">{each.svg()}</g>' for each in drawings)
    return f'<svg xmlns="http://www.w3.org/2000/svg">{NOTE}\n{groups}\n</svg>\n'


def body(drawing: Drawing) -> str:
    """A piece, as an icon is: its first layer may be given a rim, the cuts upon it have their own colour."""
    first, *rest = PATH.findall(drawing.svg().replace("var(--art-paper)", "var(--art-cut,#fbf5e6)"))
    return str(first) + (f'<g stroke="none">{"".join(rest)}</g>' if rest else "")


def files() -> dict[str, str]:
    """All files by their place in src; what has a game's name lies with the games."""
    made = {piece.name: body(piece) for piece in (draw() for draw in pieces.ALL)}
    return {
        "lib/art/figures.svg": sheet([draw() for draw in figures.EUROPE]),
        "lib/art/africans.svg": sheet([draw() for draw in figures.AFRICA]),
        "lib/art/buildings.svg": sheet([draw() for draw in buildings.ALL]),
        "games/parts/covers.svg": sheet([draw() for draw in covers.ALL]),
        "lib/art/pieces.json": json.dumps(made, indent=1) + "\n",
    }


def main() -> None:
    """Write all files."""
    for name, text in files().items():
        (SRC / name).write_text(text)


if __name__ == "__main__":
    main()
