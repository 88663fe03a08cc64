"""The row of open buildings, drawn from a view."""

import re
from collections.abc import Iterator

from rich.box import ROUNDED
from rich.console import Group
from rich.table import Table
from rich.text import Text

from rattus.cli.cartus.cards import card_groups
from rattus.cli.cartus.panel import is_last_round, resolving
from rattus.cli.cartus.wording import ACTIONS, LAST_ACTION, Action, building_at, class_of, supply_in_words
from rattus.cli.flow import Flow
from rattus.cli.look import View
from rattus.cli.palette import BORDER, NUMBER, PIECES, PLAGUE, QUIET, band
from rattus.cli.piles import size_of
from rattus.cli.wording import counted, proper


def row(view: View) -> Table:
    """The open buildings beside each other: what they offer, and who is in them in the order of entry."""
    table = Table(box=ROUNDED, border_style=BORDER, expand=True)
    table.add_column("", style=QUIET)
    places = range(1, len(view["row"]) + 1)
    for place in places:
        table.add_column(_title(view, place), ratio=1)
    table.add_row("supply", *(_supply(card["supply"]) for card in view["row"]))
    table.add_row("premium", *(_action(view, place).premium for place in places))
    table.add_row("standard", *(_action(view, place).standard for place in places))
    table.add_section()
    table.add_row("entered", *(Group(*_entries(view, place)) for place in places))
    return table


def _title(view: View, place: int) -> Text:
    name = building_at(view, place)
    now = resolving(view) or place
    mark = "✓ " if place < now else "▸ " if resolving(view) == place else ""
    title = Text().append(mark, style=PLAGUE).append(f"{place} ", style=NUMBER).append(proper(name), style="bold")
    return title.append("\n").append_text(band(class_of(name)))


def _supply(supply: str) -> Flow:
    """The supply action, broken between its parts only."""
    return Flow([Text(words) for words in re.split(r"(?<=,) ", supply_in_words(supply))], gap=1)


def _action(view: View, place: int) -> Action:
    return LAST_ACTION if is_last_round(view) else ACTIONS[building_at(view, place)]


def _entries(view: View, place: int) -> Iterator[Flow]:
    is_over = place < (resolving(view) or place)
    for entry in view["entered"]:
        if entry["building"] == place:
            seat = entry["seat"]
            played = [Text("cards put away", style=QUIET)] if is_over else _played(entry)
            yield Flow(played, Text().append(seat[0].upper(), style=PIECES[seat]).append(" "), gap=1)


def _played(entry: View) -> list[Text]:
    """The cards, where the viewer may know them, or their number."""
    cards = entry["cards"]
    if isinstance(cards, int) or not cards:
        return [Text(counted(size_of(cards), "card") if cards else "no card")]
    return [*card_groups(cards), *([] if entry["shown"] else [Text("face down", style=QUIET)])]
