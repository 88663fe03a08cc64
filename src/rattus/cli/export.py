"""`rattus export`: games as a Parquet file for machine learning."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from rattus.bots.players import KINDS
from rattus.cli.arguments import (
    GameOption,
    GamesOption,
    RuleOption,
    SeatsOption,
    SeedOption,
    read_names,
    read_options,
    read_seed,
)
from rattus.cli.terminal import make_console
from rattus.cli.text import plural
from rattus.envs.export import Order
from rattus.envs.export import export as export_games
from rattus.envs.play import make_setting
from rattus.extras import Extra, require

EPILOG = (
    "Examples: [bold]rattus export games.parquet -n 1000[/] · "
    "[bold]rattus export cartus.parquet --game cartus -p 3 --players mcts:200,greedy --no-observations[/]"
)
COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def export(
    file: Annotated[Path, typer.Argument(help="The Parquet file to write.", metavar="FILE")],
    game: GameOption = "rattus",
    seats: SeatsOption = 4,
    players: Annotated[
        str,
        typer.Option(help=f"Who plays, by commas: {', '.join(KINDS)}. They take turns in the seats.", metavar="NAMES"),
    ] = "greedy",
    games: GamesOption = 100,
    seed: SeedOption = "0",
    option: RuleOption = None,
    observations: Annotated[bool, typer.Option(help="Also write what a seat sees as numbers.")] = True,
) -> None:
    """Play games and write every decision to a Parquet file: view, legal moves, move, outcome."""
    require(Extra.PARQUET, "rattus export")
    setting = make_setting(game, seats, read_options(option))
    order = Order(setting, read_names(players), games, read_seed(seed), observations)
    console = make_console(stderr=True)
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=games)
        decisions = export_games(order, file, lambda: progress.advance(task))
    make_console().print(
        f"{plural(decisions, 'decision')} of {plural(games, 'game')} in {file}", markup=False, soft_wrap=True
    )
