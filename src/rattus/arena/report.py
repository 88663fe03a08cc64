"""The report: one self-contained HTML file. Needs Jinja2 (the extra `arena`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module, resources
from itertools import chain
from statistics import quantiles
from typing import Any

from rattus.arena.estimate import Estimate, Observation, mean_of, share_of
from rattus.arena.plot import Row, dot_plot, histogram, legend
from rattus.arena.ratings import Duel
from rattus.arena.result import MatchResult
from rattus.arena.standings import Standing, Standings
from rattus.extras import Extra, require
from rattus.kernel.seats import SEATS
from rattus.match.parts import find_game
from rattus.palette import REPORTS

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")
Rows = Iterable[tuple[MatchResult, int]]  # a game and a seat in it

NOTES = (
    "Every player sits in every seat, and every two in every pair of seats, equally often; every deal is played with "
    "every seating.",
    "A shared win counts as that share of a win; in a game that nobody wins, nobody gets one. Its ranking counts.",
    "Who cannot be told apart by the rules ties: the mean of the ranks for each, and half a point in the head-to-head.",
    "Ratings are Bradley-Terry on who ranks before whom: 400 points are odds of ten to one, 0 is the mean.",
    "All intervals are at 95 %, with a deal as one observation.",
    "A fault is a move that a player did not give, or not a legal one; a random one was played in its place.",
)


@dataclass(frozen=True)
class Section:
    """A heading, a sentence that says what is to be seen, and a plot with its legend or a table."""

    title: str
    seen: str
    plot: str = ""  # as SVG
    legend: str = ""
    heads: Sequence[str] = ()
    rows: Sequence[Sequence[Cell | str]] = ()


@dataclass(frozen=True)
class Cell:
    """A number in a table, with its interval if it has one."""

    value: str
    low: str = ""
    high: str = ""


def render(standings: Standings) -> str:
    """The report as text. There must be a result."""
    plots = [ratings(standings), by_seat(standings), by_turn(standings), lengths(standings)]
    if any(result.cards for result in standings.results):
        plots.append(by_card(standings))
    if any(result.categories for result in standings.results):
        plots.append(by_category(standings))
    title = f"Arena: {find_game(standings.settings.game).title}, {standings.settings.seats} seats"
    return render_page(title, _facts(standings), _standings(standings), plots, _duels(standings), NOTES)


def render_page(
    title: str,
    facts: Sequence[str],
    table: Section,
    plots: Sequence[Section],
    last: Section | None,
    notes: Sequence[str],
) -> str:
    """A page with facts, a table, plots, perhaps a last table, and notes."""
    page: str = _template().render(
        title=title, style=_style(), facts=facts, standings=table, plots=plots, duels=last, notes=notes
    )
    return page


def _template() -> Any:
    require(Extra.ARENA, "a report")
    jinja2 = import_module("jinja2")
    environment = jinja2.Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    return environment.from_string(_file("report.html.jinja"))


def _style() -> str:
    """The style sheet, and the colours of the palette for light and dark screens."""
    light, dark = (_colours(REPORTS[each]) for each in ("light", "dark"))
    day, night = f":root {{ color-scheme: light dark; {light} }}", f":root {{ {dark} }}"
    return f"{day}\n@media (prefers-color-scheme: dark) {{ {night} }}\n{_file('report.css')}"


def _colours(names: Mapping[str, str]) -> str:
    return " ".join(f"--{name}: {colour};" for name, colour in names.items())


def _file(name: str) -> str:
    return resources.files("rattus.arena").joinpath(name).read_text("utf-8")


# ---- the plots, each with a sentence that says what is to be seen


def ratings(standings: Standings) -> Section:
    """Ratings with intervals."""
    rows = [Row(player.name, [player.rating]) for player in standings.players]
    plot = dot_plot("Ratings", rows, "rating in points (400: odds of ten to one)", _signed, 0)
    return Section("Ratings", _lead(standings), plot)


def by_seat(standings: Standings) -> Section:
    """Points by seat."""
    names = SEATS[: standings.settings.seats]
    seats = {name: [(result, seat) for result in standings.results] for seat, name in enumerate(names)}
    return _points("Points by seat", "seat", seats, standings)


def by_turn(standings: Standings) -> Section:
    """Points by the player's place in the turn order."""
    seats = standings.settings.seats
    turns = {
        name: [(result, (result.first + place) % seats) for result in standings.results]
        for place, name in enumerate(PLACES[:seats])
    }
    return _points("Points by place in the turn order", "place", turns, standings)


def lengths(standings: Standings) -> Section:
    """The lengths of the games."""
    moves = [result.moves for result in standings.results]
    low, _, high = quantiles(moves, method="inclusive") if len(moves) > 1 else moves * 3
    seen = f"Half of the games took {low:.0f} to {high:.0f} moves, the shortest {min(moves)}, the longest {max(moves)}."
    return Section("Game length", seen, histogram("Game length", moves, "moves in a game, all seats", "games"))


def by_card(standings: Standings) -> Section:
    """The win rates of those who hold a class card at the end."""
    found: dict[str, dict[str, list[Observation]]] = defaultdict(lambda: defaultdict(list))
    for result in standings.results:
        for card, seat in result.cards.items():
            found[card][result.seating[seat]].append((result.deal, result.wins[seat]))
    held = {card: list(chain.from_iterable(wins.values())) for card, wins in found.items()}
    rates = {card: share_of(wins).value for card, wins in held.items()}
    cards = sorted(rates, key=lambda card: -rates[card])
    fair = 1 / standings.settings.seats
    seen = (
        f"All players together win {rates[cards[0]]:.0%} of the games when they hold the {cards[0]} at the end, "
        f"{rates[cards[-1]]:.0%} with the {cards[-1]}; dashed: {fair:.0%}, the share of one seat. Compare a player's "
        "marks with each other: who takes many cards, and who wins, is not the same for all."
    )
    names = [player.name for player in standings.players]
    rows = [
        Row(
            f"{card} ({len(held[card])})",
            [share_of(found[card][name]) if found[card][name] else None for name in names],
        )
        for card in cards
    ]
    plot = dot_plot("Win rate by class card", rows, "games won, % (games with a holder)", "{:.0%}".format, fair)
    return Section("Win rate by class card held at the end", seen, plot, legend(names))


def by_category(standings: Standings) -> Section:
    """The points of each player by category."""
    means = {
        category: [_mean(_rows(standings, player), category) for player in standings.players]
        for category in standings.results[0].categories
    }
    best = standings.players[0]
    most = max(means, key=lambda category: means[category][0].value)
    seen = f"{best.name}, rated best, has most points from {most}: {means[most][0].value:.1f} a game."
    if len(standings.players) > 1:
        other = max(means, key=lambda category: means[category][0].value - means[category][1].value)
        more = means[other][0].value - means[other][1].value
        seen += f" What it has most ahead of {standings.players[1].name} is {other}: {more:+.1f} points."
    plot = dot_plot(
        "Points by category",
        [Row(category, marks) for category, marks in means.items()],
        "points a game and seat, mean",
        _plain,
    )
    return Section("Points by category", seen, plot, legend([player.name for player in standings.players]))


def _points(title: str, noun: str, groups: dict[str, list[tuple[MatchResult, int]]], standings: Standings) -> Section:
    """Mean points of each player by where it sat."""
    names = [player.name for player in standings.players]
    rows = [Row(label, [_points_of(places, name) for name in names]) for label, places in groups.items()]
    means = {label: mean_of((result.deal, result.points[seat]) for result, seat in places)
             for label, places in groups.items()}  # fmt: skip
    best, worst = max(means, key=lambda label: means[label].value), min(means, key=lambda label: means[label].value)
    seen = (
        f"All players together have most points in the {best} {noun} ({_span(means[best])}), "
        f"fewest in the {worst} ({_span(means[worst])}): {_verdict(means[best], means[worst])}."
    )
    plot = dot_plot(title, rows, "points a game, mean", _plain)
    return Section(title, seen, plot, legend(names))


def _points_of(places: Rows, name: str) -> Estimate | None:
    found = [(result.deal, float(result.points[seat])) for result, seat in places if result.seating[seat] == name]
    return mean_of(found) if found else None


def _mean(rows: Rows, category: str) -> Estimate:
    return mean_of((result.deal, result.categories[category][seat]) for result, seat in rows)


def _signed(number: float) -> str:
    return f"{number:+.0f}" if round(number) else "0"


def _plain(number: float) -> str:
    return f"{round(number, 2):g}"


def _rows(standings: Standings, player: Standing) -> list[tuple[MatchResult, int]]:
    return [
        (result, seat)
        for result in standings.results
        for seat, name in enumerate(result.seating)
        if name == player.name
    ]


# ---- words


def _lead(standings: Standings) -> str:
    players = standings.players
    if len(players) == 1:
        return f"{players[0].name} plays alone: its rating is 0 by definition."
    best, second = players[:2]
    lead = f"{best.name} leads {second.name} by {best.rating.value - second.rating.value:.0f} points"
    duel = standings.duels.get((best.name, second.name))
    if duel is None or duel.share.low is None:
        return f"{lead}; there are too few games to say how sure that is."
    sure = "it is the better one" if duel.share.low > 0.5 else "that may still be chance"
    return f"{lead} and ranks before it {_percent(duel)} of the time: {sure}."


def _percent(duel: Duel) -> str:
    share = duel.share
    if share.low is None or share.high is None:
        return f"{share.value:.0%}"
    return f"{share.value:.0%} ({share.low:.0%} to {share.high:.0%})"


def _span(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return f"{estimate.value:.1f}"
    return f"{estimate.value:.1f}, {estimate.low:.1f} to {estimate.high:.1f}"


def _verdict(most: Estimate, fewest: Estimate) -> str:
    if most.low is None or fewest.high is None:
        return "too few games to say more"
    return "the intervals are apart" if most.low > fewest.high else "the intervals overlap, so it may be chance"


# ---- tables and text


def _facts(standings: Standings) -> list[str]:
    settings = standings.settings
    facts = [
        f"{len(standings.results):,} games", f"{standings.deals:,} deals", f"seed {settings.seed}",
        f"{standings.shared:,} with a shared win", f"{standings.won_by_nobody:,} won by nobody",
        f"{sum(player.faults for player in standings.players):,} faults",
    ]  # fmt: skip
    facts += [f"{name}: {value}" for name, value in settings.options.items()]
    if len(standings.results) < standings.planned:
        facts.insert(1, f"of {standings.planned:,} planned")
    return facts


def _standings(standings: Standings) -> Section:
    fair = 1 / standings.settings.seats
    seen = f"Best rating first. Equals would win {fair:.0%} of the games; below each number its 95 % interval."
    heads = ("player", "rating", "win rate", "wins", "mean rank", "mean points", "seats", "faults")
    rows: list[list[Cell | str]] = [
        [
            player.name,
            _cell(player.rating, "{:+.0f}"),
            _cell(player.win_rate, "{:.1%}"),
            f"{player.wins:.10g}",
            _cell(player.rank, "{:.2f}"),
            _cell(player.points, "{:.1f}"),
            f"{player.seats:,}",
            f"{player.faults:,}",
        ]
        for player in standings.players
    ]
    return Section("Standings", seen, heads=heads, rows=rows)


def _duels(standings: Standings) -> Section | None:
    if not standings.duels:
        return None
    names = [player.name for player in standings.players]
    seen = "How often the player of the row ranks before that of the column, of all times they met; ties count half."
    rows = [[one, *(_duel_cell(standings.duels.get((one, other))) for other in names)] for one in names]
    return Section("Head to head", seen, heads=["", *names], rows=rows)


def _duel_cell(duel: Duel | None) -> Cell | str:
    return "" if duel is None else _cell(duel.share, "{:.1%}")


def _cell(estimate: Estimate, form: str) -> Cell:
    value = form.format(estimate.value)
    if estimate.low is None or estimate.high is None:
        return Cell(value)
    return Cell(value, form.format(estimate.low), form.format(estimate.high))
