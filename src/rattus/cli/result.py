"""How a game ended."""

from collections.abc import Collection

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rattus.cli.diplomats import has_diplomats
from rattus.cli.hand import has_hands
from rattus.cli.palette import coloured, player_name
from rattus.cli.panel import View, alive
from rattus.cli.wording import REASONS, counted, listed, proper
from rattus.match.game import Game
from rattus.match.outcome import Outcome

BONUS = "Bonus: the most cubes in regions of which a card is in hand (A23)"
AND_DIPLOMATS = "; the most diplomats (A24)."


def show_result(console: Console, game: Game, people: Collection[str]) -> None:
    """The points, the ranking and why the game ended."""
    outcome, view = game.outcome, game.view(None)
    if outcome is None:
        return
    table = Table(title=_title(outcome), title_justify="left", title_style="", header_style="dim", box=None)
    table.add_column("", justify="right")
    table.add_column("player")
    for column in ("map", "palace", *(["bonus"] if has_hands(view) else []), "points"):
        table.add_column(column, justify="right")
    for place, seat in enumerate(outcome.ranking, 1):
        table.add_row(str(place), player_name(seat, people), *map(str, _numbers(view, seat, outcome.points[seat])))
    console.print(table)
    if has_hands(view):
        console.print(BONUS + (AND_DIPLOMATS if has_diplomats(view) else "."))
    console.print(f"The last round began after {counted(view['turns'], 'turn')}: {REASONS[outcome.reason]} (R34).")
    if len(set(outcome.points.values())) < len(outcome.points):
        console.print("Among equals, who would have had the next turn first stands higher (R38).")


def _numbers(view: View, seat: str, points: int) -> list[int]:
    cubes = alive(view, seat)
    bonus = [points - sum(cubes)] if has_hands(view) else []
    return [*cubes, *bonus, points]


def _title(outcome: Outcome) -> Text:
    winners = listed([proper(seat) for seat in outcome.winners])
    return coloured(f"{winners} wins with {counted(outcome.points[outcome.ranking[0]], 'point')}")
