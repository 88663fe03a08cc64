"""`rattus arena`: tournaments of computer players."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rattus.arena.estimate import Estimate
from rattus.arena.ratings import Duel
from rattus.arena.report import render
from rattus.arena.settings import Settings
from rattus.arena.standings import Standings
from rattus.arena.tournament import Backend, Tournament
from rattus.bots.players import KINDS
from rattus.cli.arguments import (
    AddressOption,
    BackendKind,
    BackendOption,
    ComponentsOption,
    GameOption,
    GamesOption,
    JsonOption,
    RuleOption,
    SeatsOption,
    SeedOption,
    read_names,
    read_options,
    read_seed,
)
from rattus.cli.terminal import ExitStatus, make_console, print_error
from rattus.cli.text import plural
from rattus.cli.widgets import plain_table
from rattus.errors import FormatError
from rattus.extras import Extra, require
from rattus.match.parts import find_game, parts_in

FEW_DEALS = 10  # with fewer, a note says that intervals are wide
EPILOG = (
    "Examples: [bold]rattus arena --game cartus -p 4 --players mcts:500,greedy,random --games 1000 --file r.jsonl[/] · "
    "[bold]rattus arena -p 4 --players mcts:500,greedy,greedy,greedy --html report.html[/]"
)
COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def arena(
    game: GameOption = "rattus",
    seats: SeatsOption = 4,
    players: Annotated[
        str,
        typer.Option(
            help=f"Who plays, by commas: {', '.join(KINDS)}. As many as seats: that line-up, and a name may come "
            "more than once. Fewer or more: all take equal turns. A name with a comma in it goes in double quotes.",
            metavar="NAME,NAME…",
        ),
    ] = "mcts:500,greedy,random",
    games: GamesOption = 100,
    seed: SeedOption = "0",
    file: Annotated[
        Path | None, typer.Option(help="Results are added to this file, and those in it are not played again.")
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write a report with plots to this file.")] = None,
    as_json: JsonOption = False,
    workers: Annotated[int, typer.Option(help="How many games at once; 0: one a processor.", min=0)] = 0,
    backend: BackendOption = BackendKind.LOCAL,
    address: AddressOption = None,
    option: RuleOption = None,
    components: ComponentsOption = None,
) -> None:
    """Let computer players play against each other, and measure them. Ctrl-C stops; the same command goes on."""
    if address is not None and backend != BackendKind.RAY:
        raise FormatError("--address", "is for --backend ray")
    require(Extra.ARENA, "rattus arena")
    if backend == BackendKind.RAY:
        require(Extra.RAY, "rattus arena --backend ray")
    settings = Settings(
        game, seats, read_names(players), read_seed(seed), read_options(option), _tables(game, components)
    )
    tournament = Tournament(settings, games, file)
    is_stopped = play_missing(
        make_console(stderr=True), tournament, Backend(workers, backend == BackendKind.RAY, address)
    )
    _report(tournament, html, as_json)
    if is_stopped:
        again = "; the same command goes on from here" if file else "; with --file they would be kept"
        print_error(f"stopped after {len(tournament.results)} of {games} games{again}")
        raise typer.Exit(ExitStatus.INTERRUPTED)


def play_missing(console: Console, tournament: Tournament, backend: Backend) -> bool:
    """Play the missing games, with a progress bar. Returns whether Ctrl-C stopped it."""
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Getting ready", total=None)
        try:
            tournament.prepare()
            done = tournament.games - tournament.missing
            progress.update(task, description="Playing", total=tournament.games, completed=done)
            with closing(tournament.play(backend)) as results:
                for _ in results:
                    progress.advance(task)
        except KeyboardInterrupt:
            return True
    return False


def render_standings(standings: Standings) -> RenderableType:
    """The standings as tables."""
    parts: list[RenderableType] = [_facts(standings), "", _table(standings)]
    if standings.duels:
        parts += ["", "How often the row ranks before the column, % (ties count half)", _duels(standings)]
    parts += [f"First fault of {player.complaint}" for player in standings.players if player.complaint]
    if standings.deals < FEW_DEALS:
        parts.append(f"Intervals are at 95 % and take a deal as one observation: they are wide under {FEW_DEALS}.")
    return Group(*parts)


def _report(tournament: Tournament, html: Path | None, as_json: bool) -> None:
    if tournament.given_up:
        print_error(f"{plural(len(tournament.given_up), 'game')} could not be played: they crashed the workers")
    if not tournament.results:
        print_error("no game was finished")
        return
    standings = tournament.standings
    if html is not None:
        _write(html, render(standings))
    if as_json:
        typer.echo(json.dumps(standings.as_data()))
    else:
        make_console().print(render_standings(standings), markup=False)


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, "utf-8")
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error.strerror}") from error


def _tables(game: str, folder: Path | None) -> dict[str, dict[str, object]]:
    if folder is None:
        return {}
    return {name: dict(table) for name, table in parts_in(find_game(game), folder).corrected.items()}


def _facts(standings: Standings) -> str:
    played = f"{len(standings.results):,} of {plural(standings.planned, 'game')}"
    deals = f"{plural(standings.deals, 'deal')}; shared wins: {standings.shared:,}, won by nobody: "
    return f"{played}, {deals}{standings.won_by_nobody:,}. Equals win {1 / standings.settings.seats:.1%}."


def _table(standings: Standings) -> RenderableType:
    heads = ("player", "rating", "± 95 %", "win rate", "wins", "rank", "points", "seats", "faults")
    table = plain_table(heads, ("player",))
    for player in standings.players:
        table.add_row(
            player.name,
            f"{player.rating.value:+.0f}",
            _margin(player.rating),
            f"{player.win_rate.value:.1%}",
            f"{player.wins:,.10g}",
            f"{player.rank.value:.2f}",
            f"{player.points.value:.1f}",
            f"{player.seats:,}",
            f"{player.faults:,}",
        )
    return table


def _margin(estimate: Estimate) -> str:
    return "?" if estimate.high is None else f"{estimate.high - estimate.value:.0f}"


def _duels(standings: Standings) -> RenderableType:
    names = [player.name for player in standings.players]
    table = plain_table(("", *names), ("",))
    for one in names:
        table.add_row(one, *(_share(standings.duels.get((one, other))) for other in names))
    return table


def _share(duel: Duel | None) -> str:
    if duel is None:
        return "·"
    share = duel.share
    if share.low is None or share.high is None:
        return f"{100 * share.value:.0f}"
    return f"{100 * share.value:.0f} ({100 * share.low:.0f} to {100 * share.high:.0f})"
