"""What lies beside the map, drawn from a view: players, class cards, palace, stocks, tokens."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.palette import NAMES, PIECES, QUIET, coloured, player_name
from rattus.cli.wording import REASONS, counted, proper, token_name

View = Mapping[str, Any]

CUBES = 20  # of each player (R2)
NUMBERS = ("map", "palace", "stock")
COLUMNS = ("", "player", *NUMBERS)
STEPS = (("taken", "1 take a card"), ("placed", "2 place cubes"), ("", "3 move the plague"))


def heading(view: View) -> Text:
    """Whose turn it is, and how far it has got."""
    turn, phase = proper(view["turn"]), view["phase"]
    if phase == "settle":
        return coloured(f"Set-up · {turn} goes first · {proper(view['to_move'])} settles")
    if phase == "last_round":
        return coloured(f"Last round: {REASONS[view['reason']]} · {proper(view['acting'])} acts")
    if phase == "final_ravage":
        return Text("The plague ravages every region")
    if phase == "over":
        return Text(f"Over after {counted(view['turns'], 'turn')}")
    steps = "  ".join(f"{words} ✓" if view.get(flag) else words for flag, words in STEPS)
    return coloured(f"Turn {view['turns'] + 1} · {turn} · {steps}")


def panel(view: View, people: Collection[str]) -> RenderableType:
    """The players, each with cubes and class cards, and what lies in the middle: to stand under the map."""
    table = _table(*COLUMNS, "class cards")
    for seat in _seats(view):
        table.add_row(*_player_row(view, seat, people), _cards(view, seat))
    table.add_row("", Text("beside the board", style=QUIET), "", "", "", _cards(view, None))
    return Group(table, _tokens(view), *_looks(view))


def side_panel(view: View, people: Collection[str]) -> RenderableType:
    """The same, to stand beside the map: players and class cards under each other."""
    players, cards = _table(*COLUMNS), _table("class card", "held by")
    for seat in _seats(view):
        players.add_row(*_player_row(view, seat, people))
    for card, holder in view["classes"].items():
        used = " (used)" if card in view["used"] else ""
        cards.add_row(proper(card), coloured(proper(holder) + used) if holder else Text("nobody", style=QUIET))
    return Group(players, "", cards, "", _tokens(view), *_looks(view))


def alive(view: View, seat: str) -> tuple[int, int]:
    """How many cubes a seat has in regions and in the palace."""
    on_map = sum(region["cubes"].get(seat, 0) for region in view["regions"].values())
    return on_map, view["palace"].get(seat, 0)


def _seats(view: View) -> list[str]:
    return list(NAMES)[: view["players"]]


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style=QUIET)
    for column in columns:
        table.add_column(column, justify="right" if column in NUMBERS else "left")
    return table


def _player_row(view: View, seat: str, people: Collection[str]) -> tuple[Text | str, ...]:
    on_map, in_palace = alive(view, seat)
    name = Text("▸ " if view["to_move"] == seat else "").append_text(player_name(seat, people))
    numbers = (on_map, in_palace, CUBES - on_map - in_palace)
    return Text(seat[0].upper(), style=PIECES[seat]), name, *map(str, numbers)


def _cards(view: View, holder: str | None) -> Text:
    names = [
        proper(card) + (" (used)" if card in view["used"] else "")
        for card, seat in view["classes"].items()
        if seat == holder
    ]
    return Text(" · ".join(names) or "-")


def _tokens(view: View) -> Text:
    supply, turned, removed = (_number(view[pile]) for pile in ("supply", "turned", "removed"))
    unseen = f" · {removed} left the game unseen" if removed else ""
    return Text(f"Rats: {supply} in the supply · {turned} turned{unseen}", style=QUIET)


def _number(pile: Any) -> int:
    return pile if isinstance(pile, int) else len(pile)


def _looks(view: View) -> Iterator[Text]:
    for seat, slots in view["known"].items():
        yield coloured(f"{proper(seat)} has seen {', '.join(token_name(slot) for slot in slots)}")
