"""Writes the kinds of events into src/fixtures/shapes.json, for the tests: `python web/tools/shapes.py`."""

import json
from pathlib import Path

from rattus.games.cartus.events import SHAPES as CARTUS
from rattus.games.rattus.events import SHAPES as RATTUS

FILE = Path(__file__).resolve().parent.parent / "src" / "fixtures" / "shapes.json"


def main() -> None:
    """Write the file: game -> kind of event -> what it tells."""
    found = {
        game: {name: list(fields) for name, _, fields in shapes.values()}
        for game, shapes in (("rattus", RATTUS), ("cartus", CARTUS))
    }
    lines = (f" {json.dumps(game)}: {json.dumps(kinds)}" for game, kinds in found.items())
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
