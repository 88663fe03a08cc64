"""What a viewer knows of cards and tokens: hands, nun row, cards of others; and the discards."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from rattus.cli.cartus.cards import card_groups
from rattus.cli.cartus.wording import cards_in_words, parts_of, several
from rattus.cli.flow import Flow
from rattus.cli.look import View
from rattus.cli.palette import QUIET, SEEN, band, coloured
from rattus.cli.wording import counted, listed, proper

PUBLIC = "all"  # what everybody can count
NOTHING = Text("nothing", style=QUIET)


def hands(view: View) -> Iterator[RenderableType]:
    """The hands and tokens that the viewer knows: the own ones, and after the end all."""
    for seat, cards in view["hands"].items():
        if not isinstance(cards, int):
            yield Flow(card_groups(cards) or [NOTHING], coloured(f"{proper(seat)}'s hand: "))
            if view["points"][seat]:
                yield _tokens(seat, view["points"][seat])


def nun_row(view: View) -> Flow:
    """The five cards, as far as the viewer has seen them, and the nuns on those (C35)."""
    known = [card for card in view["nuns"] if card is not None]
    total = sum(int(parts_of(card)[1]) for card in known)
    pieces = [_nun_card(place, card) for place, card in enumerate(view["nuns"], 1)]
    if known:
        pieces.append(Text(f"{several(total, 'nun')} on {counted(len(known), 'card')}", style=SEEN))
    return Flow(pieces, Text("Nun row: "))


def known_cards(view: View) -> Iterator[Flow]:
    """What the viewer can tell of the cards of others, if anything."""
    watcher = next((seat for seat in view["hands"] if seat in view["counted"]), PUBLIC)
    row = view["counted"][watcher]
    seats = [seat for seat in view["hands"] if seat in row.get("held", {}) or seat in row.get("most", {})]
    pieces = [
        coloured(f"{proper(seat)}: {_holding(row.get('held', {}).get(seat, ()), row.get('most', {}).get(seat, {}))}")
        for seat in seats
    ]
    if row.get("loose"):
        pieces.append(Text(f"somebody: {cards_in_words(row['loose'])}"))
    if pieces and view["phase"] != "over":
        yield Flow(pieces, Text("Known to be held: "))


def discards(view: View) -> RenderableType:
    """The cards that lie face up."""
    if not view["discards"]:
        return Text("Nothing lies on the discards now.")
    return Flow(card_groups(view["discards"]), Text("Discarded: "))


def _tokens(seat: str, values: Sequence[int]) -> Text:
    each = " ".join(map(str, values))
    return coloured(f"{proper(seat)}'s victory tokens: {each} ({counted(sum(values), 'point')})")


def _nun_card(place: int, card: str | None) -> Text:
    text = Text(f"{place}: ")
    if card is None:
        return text.append("?", style=QUIET)
    name, nuns = parts_of(card)
    return text.append_text(band(name)).append(f" {nuns}", style=SEEN)


def _holding(held: Sequence[str], most: Mapping[str, int]) -> str:
    """Cards that are surely in a hand, and special cards that may be."""
    sure = [cards_in_words(held)] if held else []
    return listed([*sure, *(f"at most {several(number, name)}" for name, number in most.items())])
