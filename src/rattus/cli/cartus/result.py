"""How a game ended."""

from collections.abc import Collection, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.cartus.wording import parts_of
from rattus.cli.look import View
from rattus.cli.palette import PLAGUE, QUIET, band, coloured, player_name
from rattus.cli.wording import counted, listed, proper
from rattus.games.cartus.vocabulary import CLASSES
from rattus.match.outcome import Outcome

CATEGORIES = {
    "hand": "most cards in hand",
    "swords": "most swords",
    "flutes": "most flutes",
    "passes": "most passes",
    "gold": "golds",
    "tokens": "victory tokens",
}


def result(view: View, outcome: Outcome, people: Collection[str]) -> RenderableType:
    """The points by what they are for, rats against nuns, and who has won."""
    table = Table(box=None, header_style="")
    table.add_column("points for", header_style=QUIET)
    for seat in outcome.ranking:
        table.add_column(_name(seat, people), justify="right")
    for category in _categories(outcome):
        label = band(category) if category in CLASSES else CATEGORIES[category]
        table.add_row(label, *_row(outcome, category))
    table.add_row(Text("points", style="bold"), *(Text(str(outcome.points[seat]), "bold") for seat in outcome.ranking))
    table.add_row("rats", *(_rats(outcome, seat) for seat in outcome.ranking))
    return Group(_title(outcome), table, *map(coloured, _remarks(view, outcome)))


def _title(outcome: Outcome) -> Text:
    winners = [proper(seat) for seat in outcome.winners]
    if not winners:
        return coloured("All have died of the plague: nobody wins")
    points = counted(outcome.points[outcome.ranking[0]], "point")
    return coloured(f"{listed(winners)} {'share the win' if len(winners) > 1 else 'wins'} with {points}")


def _name(seat: str, people: Collection[str]) -> Text:
    """The name in two lines, so that five have room beside each other."""
    return Text("\n").join(player_name(seat, people).split(" "))


def _categories(outcome: Outcome) -> list[str]:
    """The tracks, and all else that somebody has points for."""
    earned = outcome.details["categories"].values()
    return [*CLASSES, *(name for name in CATEGORIES if any(points[name] for points in earned))]


def _row(outcome: Outcome, category: str) -> Iterator[Text]:
    for seat in outcome.ranking:
        points = outcome.details["categories"][seat][category]
        yield Text(str(points)) if points else Text("·", style=QUIET)


def _rats(outcome: Outcome, seat: str) -> Text:
    rats = str(outcome.details["rats"][seat])
    return Text(f"☠ {rats}", style=PLAGUE) if seat in outcome.dead else Text(rats)


def _remarks(view: View, outcome: Outcome) -> Iterator[str]:
    details, points = outcome.details, outcome.points
    row = " + ".join(parts_of(card)[1] for card in view["nuns"])
    nuns = counted(details["nuns"], "nun")
    yield f"The nun row: {row} = {nuns}. Who has more rats dies, ☠ (C35)."
    for seat in _better_dead(outcome):
        had = f"{proper(seat)} had {counted(points[seat], 'point')}"
        yield f"{had}, but {counted(details['rats'][seat], 'rat')} against {nuns}."
    if details["consolation"]:
        yield f"The best of those with the fewest rats: {listed(list(map(proper, details['consolation'])))} (C37)."
    alive = [points[seat] for seat in outcome.ranking if seat not in outcome.dead]
    if len(set(alive)) < len(alive):
        yield "Among equals, who has fewer rats stands higher (C36)."


def _better_dead(outcome: Outcome) -> list[str]:
    """Who would have won, had there been more nuns or fewer rats."""
    best = max((outcome.points[seat] for seat in outcome.winners), default=None)
    return [seat for seat in outcome.dead if best is not None and outcome.points[seat] > best]
