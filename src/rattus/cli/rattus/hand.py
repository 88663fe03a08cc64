"""Region cards, drawn from a view: hands, pile and discards."""

from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from rattus.cli.flow import Flow
from rattus.cli.palette import QUIET, coloured
from rattus.cli.rattus.wording import card_name, protects
from rattus.cli.wording import listed, proper

View = Mapping[str, Any]


def has_hands(view: View) -> bool:
    """Whether there are region cards in this game."""
    return "hands" in view


def hands(view: View) -> Iterator[RenderableType]:
    """The hands that the viewer knows: the own one, and after the end all."""
    for seat, cards in view.get("hands", {}).items():
        if not isinstance(cards, int):
            label = coloured(f"{proper(seat)}'s hand: ")
            yield Flow([_card(view, seat, card) for card in cards] or [Text("no region card", style=QUIET)], label)


def discards(view: View) -> RenderableType:
    """The cards that lie face up."""
    if not view["discards"]:
        return Text("Nothing has been discarded yet.")
    return Flow([Text(card_name(card)) for card in view["discards"]], Text("Discarded: "))


def _card(view: View, seat: str, card: str) -> Text:
    """A card of a hand, and which class cards of the seat it could be laid on."""
    fitting = [proper(own) for own, holder in view["classes"].items() if holder == seat and protects(card, own)]
    text = Text(card_name(card))
    can_fit = fitting and view["phase"] != "over"
    return text.append(f" (fits {listed(fitting, 'or')})", style=QUIET) if can_fit else text
