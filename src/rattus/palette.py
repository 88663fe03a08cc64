"""All colours of terminal, pictures, charts, reports and browser: data/palette.json.

Colour is never the only sign of a seat.
"""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

_DATA: dict[str, Any] = json.loads(resources.files("rattus").joinpath("data", "palette.json").read_text("utf-8"))

SEATS: dict[str, dict[str, str]] = _DATA["seats"]  # `fill` and `letter` of a piece, and `name`: on any background
CLASSES: dict[str, dict[str, str]] = _DATA["classes"]  # `band` of a card, and what is `on` it
INKS: dict[str, str] = _DATA["inks"]  # of the map and of pieces
PIGMENTS: dict[str, str] = _DATA["pigments"]  # of the browser alone: the same by day and by candle-light
MARKS: dict[str, str] = _DATA["marks"]  # of plague, rats and caravan, on any background
PICTURES: dict[str, str] = _DATA["pictures"]  # of what lies below the pieces, and of tokens and cards, face down or up
CHARTS: dict[str, str] = _DATA["charts"]
THEMES: dict[str, dict[str, str]] = _DATA["themes"]  # of the browser alone: what differs by day and by candle-light
REPORTS: dict[str, dict[str, str]] = _DATA["reports"]  # of the arena's pages, light and dark
