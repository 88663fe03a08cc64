"""The report of a study: as Markdown, or as one HTML file with plots."""

from __future__ import annotations

from collections.abc import Sequence

from rattus.analysis.study import PLACES, Statistics
from rattus.arena.estimate import Estimate
from rattus.arena.plot import Row, dot_plot, histogram
from rattus.arena.report import Cell, Section, render_page
from rattus.kernel.rulebook import Rulebook

REASONS = {
    "supply": "the supply of rats was empty", "cubes": "a player had no cube left", "turns": "enough turns",
    "rounds": "the last round was over",
}  # fmt: skip
NOTES = (
    "Games of the shipped network against itself, each move drawn by its own probabilities (or more varied, where a "
    "temperature is given). What holds for it need not hold for other styles of play.",
    "Intervals are at 95 %.",
    "A seat without it: in a quarter as many games one seat may not take that card or enter that building.",
    "Once more: least squares within each game on how often each seat took each card or entered each building, errors "
    "by game. It says what goes with winning, not what causes it: who wins may have had time to take more.",
)


def percent(estimate: Estimate | None) -> str:
    """A share with its interval."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return "" if estimate is None else f"{estimate.value:.1%}"
    return f"{estimate.value:.1%} ({max(estimate.low, 0):.1%} to {min(estimate.high, 1):.1%})"


def in_points(estimate: Estimate | None) -> str:
    """A difference of shares in points, with its interval."""
    if estimate is None or estimate.low is None or estimate.high is None:
        return ""
    return f"{100 * estimate.value:+.1f} ({100 * estimate.low:+.1f} to {100 * estimate.high:+.1f})"


def as_markdown(title: str, rulebook: Rulebook, found: Sequence[Statistics], unit: str) -> str:
    """The tables of a study, and what is lopsided."""
    lines = [f"## {title}", "", "### Places, ends and length", ""]
    most = max(statistics.players for statistics in found)
    heads = ["players", "games", *(f"{name} player wins" for name in PLACES[:most]), "ends", unit, "decisions"]
    heads += ["points of the first", "lead", "shared", "won by nobody"]
    lines += _table(heads, [_summary(statistics, most) for statistics in found])
    for statistics in found:
        if statistics.things:
            noun = "Class cards" if statistics.regions else "Buildings"
            lines += ["", f"### {noun}, {statistics.players} players", ""]
            rows = [
                [
                    thing.name,
                    f"{thing.times:.1f}",
                    percent(thing.winners),
                    in_points(thing.worth),
                    percent(thing.missed),
                ]
                for thing in statistics.things
            ]
            lines += _table(
                ["", "times a game", "who had it wins", "once more goes with, points", "a seat without it wins"], rows
            )
        if statistics.regions:
            rows = [[name, f"{often:.1%}", percent(won)] for name, often, won in statistics.regions]
            lines += ["", f"### Where seats settle, {statistics.players} players", ""]
            lines += _table(["region", "how often", "who settles there wins"], rows)
    lines += ["", "### Lopsided", ""]
    told = [f"- {statistics.players} players: {each}." for statistics in found for each in statistics.lopsided]
    lines += told or [f"- Nothing in {rulebook.title} wins far more or less than its share in these games."]
    return "\n".join(lines) + "\n"


def _summary(statistics: Statistics, most: int) -> list[str]:
    places = [percent(share) for share in statistics.by_place]
    ends = ", ".join(
        f"{REASONS.get(name, name)}: {count / statistics.games:.0%}" for name, count in statistics.reasons.items()
    )
    return [
        str(statistics.players), f"{statistics.games:,}", *places, *[""] * (most - len(places)), ends,
        f"{statistics.turns.value:.1f}", f"{statistics.decisions.value:.0f}", f"{statistics.points.value:.1f}",
        f"{statistics.lead.value:.1f}", f"{statistics.shared / statistics.games:.1%}",
        f"{statistics.unwon / statistics.games:.1%}",
    ]  # fmt: skip


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(heads)} |",
        f"|{' --- |' * len(heads)}",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def as_html(title: str, found: Sequence[Statistics], unit: str) -> str:
    """A page with plots."""
    most = max(statistics.players for statistics in found)
    heads = ["players", *(f"{name} wins" for name in PLACES[:most]), unit, "decisions", "lead"]
    rows: list[list[Cell | str]] = [
        [
            str(statistics.players),
            *(_cell(share) for share in statistics.by_place),
            *[""] * (most - len(statistics.by_place)),
            f"{statistics.turns.value:.1f}",
            f"{statistics.decisions.value:.0f}",
            f"{statistics.lead.value:.1f}",
        ]
        for statistics in found
    ]
    seen = "The share of the wins by place in the turn order, with its interval, and how long games are."
    table = Section("Places and length", seen, heads=heads, rows=rows)
    plots = [section for statistics in found for section in _plots(statistics, unit)]
    told: list[list[Cell | str]] = [
        [str(statistics.players), each] for statistics in found for each in statistics.lopsided
    ]
    last = Section("Lopsided", "What wins far more or less than its share.", heads=["players", "what"], rows=told)
    facts = [f"{sum(statistics.games for statistics in found):,} games"]
    return render_page(title, facts, table, plots, last if told else None, NOTES)


def _cell(share: Estimate) -> Cell:
    return Cell(f"{share.value:.1%}", f"{share.low:.1%}", f"{share.high:.1%}")


def _plots(statistics: Statistics, unit: str) -> list[Section]:
    players, fair = f"{statistics.players} players", 1 / statistics.players
    rows = [Row(name, [share]) for name, share in zip(PLACES, statistics.by_place, strict=False)]
    plot = dot_plot("Wins by place", rows, "games won, %", "{:.1%}".format, fair)
    best = max(range(len(rows)), key=lambda place: statistics.by_place[place].value)
    seen = f"The {PLACES[best]} player wins {statistics.by_place[best].value:.0%}; dashed: {fair:.0%}, a fair share."
    found = [Section(f"Wins by place in the turn order, {players}", seen, plot)]
    if any(thing.missed for thing in statistics.things):
        rows = [Row(f"{thing.name} ({thing.times:.1f})", [thing.missed]) for thing in statistics.things if thing.missed]
        plot = dot_plot("Wins without", rows, "games won without it, % (times a game)", "{:.1%}".format, fair)
        top = max(statistics.things, key=lambda thing: thing.times)
        seen = f"Chosen most: the {top.name}, {top.times:.1f} times a game. Left of the dashed line: a seat misses it."
        found.append(Section(f"Wins of a seat that may not have it, {players}", seen, plot))
    if len(statistics.regions) > 1:
        rows = [Row(f"{name} ({often:.0%})", [won]) for name, often, won in statistics.regions if won.low is not None]
        plot = dot_plot("Settling", rows, "games won, %", "{:.0%}".format, fair)
        seen = f"Most seats settle in {statistics.regions[0][0]}: {statistics.regions[0][1]:.0%}."
        found.append(Section(f"Where to settle, {players}", seen, plot))
    plot = histogram("Game length", statistics.lengths, "decisions in a game, all seats", "games")
    seen = f"A game takes {statistics.turns.value:.1f} {unit} on average."
    found.append(Section(f"Game length, {players}", seen, plot))
    return found
