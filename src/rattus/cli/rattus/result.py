"""How a game ended."""

from collections.abc import Collection, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.palette import coloured, player_name
from rattus.cli.rattus.diplomats import has_diplomats
from rattus.cli.rattus.hand import has_hands
from rattus.cli.rattus.panel import View, alive
from rattus.cli.wording import REASONS, counted, listed, proper
from rattus.match.outcome import Outcome

BONUS = "Bonus: the most cubes in regions of which a card is in hand (A23)"
AND_DIPLOMATS = "; the most diplomats (A24)."


def result(view: View, outcome: Outcome, people: Collection[str]) -> RenderableType:
    """The points, the ranking and why the game ended."""
    table = Table(title=_title(outcome), title_justify="left", title_style="", header_style="dim", box=None)
    table.add_column("", justify="right")
    table.add_column("player")
    for column in ("map", "palace", *(["bonus"] if has_hands(view) else []), "points"):
        table.add_column(column, justify="right")
    for place, seat in enumerate(outcome.ranking, 1):
        table.add_row(str(place), player_name(seat, people), *map(str, _numbers(view, seat, outcome.points[seat])))
    return Group(table, *map(Text, _remarks(view, outcome)))


def _remarks(view: View, outcome: Outcome) -> Iterator[str]:
    if has_hands(view):
        yield BONUS + (AND_DIPLOMATS if has_diplomats(view) else ".")
    yield f"The last round began after {counted(view['turns'], 'turn')}: {REASONS[outcome.reason]} (R34)."
    if len(set(outcome.points.values())) < len(outcome.points):
        yield "Among equals, who would have had the next turn first stands higher (R38)."


def _numbers(view: View, seat: str, points: int) -> list[int]:
    cubes = alive(view, seat)
    bonus = [points - sum(cubes)] if has_hands(view) else []
    return [*cubes, *bonus, points]


def _title(outcome: Outcome) -> Text:
    winners = listed([proper(seat) for seat in outcome.winners])
    return coloured(f"{winners} wins with {counted(outcome.points[outcome.ranking[0]], 'point')}")
