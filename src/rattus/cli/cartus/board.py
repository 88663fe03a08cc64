"""The table of Rattus Cartus: open buildings, hands, nun row, and the panels around them."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from rich.box import ROUNDED
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.cartus.panel import facts, is_last_round, players, resolving, tracks
from rattus.cli.cartus.vocabulary import (
    Action,
    Phase,
    action_of,
    building_at,
    cards_in_words,
    class_of,
    group_cards,
    last_action,
    quantity,
    split_card,
    supply_in_words,
)
from rattus.cli.text import join_words, plural
from rattus.cli.widgets import (
    BORDER,
    CLASS_STYLES,
    DIM,
    KNOWN,
    NUMBER,
    PLAGUE,
    SEAT_STYLES,
    Flow,
    View,
    class_badge,
    colour_seats,
    size_of,
)
from rattus.match.game import Game
from rattus.words import display_name, t

PUBLIC = "all"  # the key of what everybody can count
SIDE = 51  # columns that players and tracks need beside the buildings
BUILDINGS = 84  # columns that the buildings need; with more room the others are shown beside them, not below
ROOMY = 92  # columns in which tracks and players fit beside each other at full width
GAP = 3


def row(view: View) -> Table:
    """The open buildings: what they offer, and who has entered them, in order."""
    table = Table(box=ROUNDED, border_style=BORDER, expand=True)
    table.add_column("", style=DIM)
    places = range(1, len(view["row"]) + 1)
    for place in places:
        table.add_column(_title(view, place), ratio=1)
    table.add_row(t("terminal.cartus.row.supply"), *(_supply(card["supply"]) for card in view["row"]))
    table.add_row(t("terminal.cartus.row.premium"), *(_action(view, place).premium for place in places))
    table.add_row(t("terminal.cartus.row.standard"), *(_action(view, place).standard for place in places))
    table.add_section()
    table.add_row(t("terminal.cartus.row.entered"), *(Group(*_entries(view, place)) for place in places))
    return table


def _title(view: View, place: int) -> Text:
    name = building_at(view, place)
    now = resolving(view) or place
    mark = "✓ " if place < now else "▸ " if resolving(view) == place else ""
    title = Text().append(mark, style=PLAGUE).append(f"{place} ", style=NUMBER).append(display_name(name), style="bold")
    return title.append("\n").append_text(class_badge(class_of(name)))


def _supply(supply: str) -> Flow:
    """The supply action, wrapped between its parts."""
    return Flow([Text(words) for words in re.split(r"(?<=,) ", supply_in_words(supply))], gap=1)


def _action(view: View, place: int) -> Action:
    return last_action() if is_last_round(view) else action_of(building_at(view, place))


def _entries(view: View, place: int) -> Iterator[Flow]:
    is_over = place < (resolving(view) or place)
    for entry in view["entered"]:
        if entry["building"] == place:
            seat = entry["seat"]
            played = [Text(t("terminal.cartus.putAway"), style=DIM)] if is_over else _played(entry)
            yield Flow(played, Text().append(seat[0].upper(), style=SEAT_STYLES[seat]).append(" "), gap=1)


def _played(entry: View) -> list[Text]:
    """The cards played, or their number if the viewer may not know them."""
    cards = entry["cards"]
    if isinstance(cards, int) or not cards:
        return [Text(plural(size_of(cards), "card") if cards else t("terminal.cartus.noCard"))]
    return [*card_groups(cards), *([] if entry["shown"] else [Text(t("terminal.cartus.faceDown"), style=DIM)])]


def card_groups(cards: Sequence[str]) -> list[Text]:
    """Sorted cards, one text for each class and each kind of special card."""
    return [_group(name, numbers) for name, numbers in group_cards(cards)]


def _group(name: str, numbers: str) -> Text:
    title = class_badge(name) if name in CLASS_STYLES else Text(display_name(name), style="bold")
    return Text().append_text(title).append(f" {numbers}" if numbers else "")


def hands(view: View) -> Iterator[RenderableType]:
    """The hands and tokens that the viewer knows: their own, and all after the end."""
    for seat, cards in view["hands"].items():
        if not isinstance(cards, int):
            nothing = Text(t("terminal.nothing"), style=DIM)
            label = colour_seats(t("terminal.handOf", name=display_name(seat)))
            yield Flow(card_groups(cards) or [nothing], label)
            if view["points"][seat]:
                yield _tokens(seat, view["points"][seat])


def nun_row(view: View) -> Flow:
    """The five cards as far as the viewer has seen them, and how many nuns are on those (C35)."""
    known = [card for card in view["nuns"] if card is not None]
    total = sum(int(split_card(card)[1]) for card in known)
    pieces = [_nun_card(place, card) for place, card in enumerate(view["nuns"], 1)]
    if known:
        on_cards = t("terminal.cartus.onCards", nuns=quantity(total, "nun"), cards=plural(len(known), "card"))
        pieces.append(Text(on_cards, style=KNOWN))
    return Flow(pieces, Text(t("terminal.cartus.nunRow")))


def known_cards(view: View) -> Iterator[Flow]:
    """What the viewer can deduce about the cards of others, if anything."""
    watcher = next((seat for seat in view["hands"] if seat in view["counted"]), PUBLIC)
    row = view["counted"][watcher]
    seats = [seat for seat in view["hands"] if seat in row.get("held", {}) or seat in row.get("most", {})]
    pieces = [
        colour_seats(
            f"{display_name(seat)}: {_holding(row.get('held', {}).get(seat, ()), row.get('most', {}).get(seat, {}))}"
        )
        for seat in seats
    ]
    if row.get("loose"):
        pieces.append(Text(t("terminal.cartus.somebody", cards=cards_in_words(row["loose"]))))
    if pieces and view["phase"] != Phase.OVER:
        yield Flow(pieces, Text(t("terminal.cartus.known")))


def has_secrets(_: View, __: Collection[str]) -> bool:
    """Whether somebody knows what others must not see: from the first deal on everybody has a hand (C4)."""
    return True


def discards(view: View) -> RenderableType:
    """The discarded cards, which lie face up."""
    if not view["discards"]:
        return Text(t("terminal.cartus.noDiscards"))
    return Flow(card_groups(view["discards"]), Text(t("terminal.discarded")))


def _tokens(seat: str, values: Sequence[int]) -> Text:
    each = " ".join(map(str, values))
    points = plural(sum(values), "point")
    return colour_seats(t("terminal.cartus.tokensOf", name=display_name(seat), each=each, points=points))


def _nun_card(place: int, card: str | None) -> Text:
    text = Text(f"{place}: ")
    if card is None:
        return text.append("?", style=DIM)
    name, nuns = split_card(card)
    return text.append_text(class_badge(name)).append(f" {nuns}", style=KNOWN)


def _holding(held: Sequence[str], most: Mapping[str, int]) -> str:
    """Cards that are certainly in a hand, and special cards that may be."""
    sure = [cards_in_words(held)] if held else []
    return join_words(
        [*sure, *(t("terminal.cartus.atMost", cards=quantity(number, name)) for name, number in most.items())]
    )


def table(_: Game, view: View, people: Collection[str], width: int) -> RenderableType:
    """The whole table for a screen of this width."""
    if width < BUILDINGS + SIDE:
        is_tight = width < ROOMY
        beside = Table.grid(padding=(0, GAP))
        beside.add_row(tracks(view, is_tight), players(view, people, is_tight))
        return Group(*_row(view), beside, *_cards(view))
    grid = Table.grid(padding=(0, GAP))
    grid.add_column(ratio=1)
    grid.add_column(width=SIDE - GAP)
    grid.add_row(Group(*_row(view), *_cards(view)), Group(players(view, people, False), "", tracks(view, False)))
    return grid


def _row(view: View) -> Iterator[RenderableType]:
    if view["row"]:
        yield row(view)


def _cards(view: View) -> Iterator[RenderableType]:
    yield from hands(view)
    yield nun_row(view)
    yield from known_cards(view)
    yield facts(view)
