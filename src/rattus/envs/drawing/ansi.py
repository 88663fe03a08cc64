"""A view as text for a terminal."""

import io
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.envs.drawing import board, cards
from rattus.envs.drawing.panel import SEAT_COLOURS, size
from rattus.kernel.seats import SEATS
from rattus.words import display_name, t

View = Mapping[str, Any]
WIDTH = 100


def to_text(view: View) -> str:
    """The view as lines of text, with ANSI colours."""
    console = Console(file=io.StringIO(), force_terminal=True, color_system="truecolor", width=WIDTH, highlight=False)
    for part in _cartus(view) if view["game"] == "cartus" else _rattus(view):
        console.print(part)
    file = console.file
    assert isinstance(file, io.StringIO)
    return file.getvalue()


def _rattus(view: View) -> Iterator[RenderableType]:
    yield f"{t('noun.game.' + view['game'])}. {board.moment(view)}"
    regions = _table("picture.column.region", "column.rats", "picture.column.cubes")
    for name, region in view["regions"].items():
        marks = (" ☠" if view["plague"] == name else "") + (" ▲" if view.get("caravan") == name else "")
        rats = " ".join("●" if rat is None else f"≥{rat['limit']}" for rat in region["rats"])
        discs = region.get("diplomats", ())
        cubes = [_piece(seat, f"{number}{'◆' * (seat in discs)}") for seat, number in region["cubes"].items()]
        regions.add_row(display_name(name) + marks, rats, Text(" ").join(cubes))
    yield regions
    seats = _table("column.player", "column.map", "column.palace", "column.class cards")
    for seat in SEATS[: view["players"]]:
        cubes = sum(region["cubes"].get(seat, 0) for region in view["regions"].values())
        held = ", ".join(display_name(card) for card, holder in view["classes"].items() if holder == seat)
        seats.add_row(_seat(view, seat), f"{cubes}", f"{view['palace'].get(seat, 0)}", held)
    yield seats
    yield board.rats_in_words(view)


def _cartus(view: View) -> Iterator[RenderableType]:
    yield f"{t('noun.game.cartus')}. {cards.moment(view)}"
    row = _table("picture.column.building", "cartus.row.supply", "cartus.row.entered")
    for number, card in enumerate(view["row"], 1):
        here = [entry for entry in view["entered"] if entry["building"] == number]
        who = [_piece(entry["seat"], f" {t('terminal.n.card', n=size(entry['cards']))}") for entry in here]
        row.add_row(f"{number} {display_name(card['building'])}", card["supply"], Text(" ").join(who))
    yield row
    tracks = _table("column.class", "column.influence")
    for name, ladder in view["influence"].items():
        tracks.add_row(display_name(name), Text(" ").join(_piece(seat, f"{influence}") for seat, influence in ladder))
    yield tracks
    seats = _table("column.player", "column.hand", "column.rats", "column.tokens")
    for seat in SEATS[: view["players"]]:
        numbers = (size(view["hands"][seat]), view["rats"][seat], size(view["points"][seat]))
        seats.add_row(_seat(view, seat), *map(str, numbers))
    yield seats
    yield t("terminal.cartus.nunRow") + " ".join("?" if card is None else _card(card) for card in view["nuns"])


def _card(card: str) -> str:
    name, _, nuns = card.partition("-")
    return f"{display_name(name)} {nuns}"


def _table(*columns: str) -> Table:
    return Table(*(t(f"terminal.{column}") for column in columns))


def _seat(view: View, seat: str) -> Text:
    return _piece(seat, "").append(
        f" {display_name(seat)}{' ▸' if view['to_move'] == seat else ''}", "default on default"
    )


def _piece(seat: str, label: str) -> Text:
    wood, letter = SEAT_COLOURS[seat]
    return Text(f"{seat[0].upper()}{label}", f"bold {letter} on {wood}")
