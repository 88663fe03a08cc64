"""Cards on the screen: a class on its pigment, and the nuns of its cards behind it."""

from collections.abc import Sequence

from rich.text import Text

from rattus.cli.cartus.wording import groups_of
from rattus.cli.palette import PIGMENTS, band


def card_groups(cards: Sequence[str]) -> list[Text]:
    """Sorted cards, a piece of text for each class and each kind of special card."""
    return [_group(name, numbers) for name, numbers in groups_of(cards)]


def _group(name: str, numbers: str) -> Text:
    title = band(name) if name in PIGMENTS else Text(name.title(), style="bold")
    return Text().append_text(title).append(f" {numbers}" if numbers else "")
