"""`rattus simulate` and `rattus export`: play many games, and summarise them or write them to a Parquet file."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import rattus
from rattus.bots.players import KINDS
from rattus.cli.arguments import (
    DEFAULT_PLAYERS,
    ComponentsOption,
    GameArgument,
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
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.terminal import make_console
from rattus.cli.text import end_reason, plural
from rattus.cli.warm import warm_up
from rattus.envs.export import ExportJob
from rattus.envs.export import export as export_games
from rattus.envs.play import make_setting
from rattus.extras import Extra, require
from rattus.kernel.engine import Engine, RandomGames
from rattus.words import display_name

EPILOG = "Examples: [bold]rattus simulate africanus -n 100000 -p 5[/] · [bold]rattus simulate --json | jq .wins[/]"
EXPORT_EPILOG = (
    "Examples: [bold]rattus export games.parquet -n 1000[/] · "
    "[bold]rattus export cartus.parquet --game cartus -p 3 --players mcts:200,greedy --no-observations[/]"
)
EXPORT_COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
MIN_CHUNK, MAX_CHUNKS = 500, 4000  # games in a chunk; chunks


def simulate(
    game: GameArgument = "rattus",
    number: Annotated[int, typer.Option("--number", "-n", help="How many games.", min=1)] = 10_000,
    players: Annotated[int, typer.Option("--players", "-p", help="How many play.")] = DEFAULT_PLAYERS,
    seed: SeedOption = "0",
    option: RuleOption = None,
    components: ComponentsOption = None,
    as_json: JsonOption = False,
    threads: Annotated[int, typer.Option(help="At most so many at once; 0: one a processor.", min=0)] = 0,
) -> None:
    """Play many random games, fast, and summarise them."""
    engine = rattus.engine(game, players, read_options(option), components)
    console = make_console(stderr=True)
    warm_up(console, engine.rulebook, engine.box)
    summary = simulate_games(console, engine, number, read_seed(seed), threads or os.cpu_count() or 1)
    if as_json:
        typer.echo(json.dumps(summary.as_data()))
    else:
        make_console().print(summary.render())


@dataclass
class MinMeanMax:
    """The minimum, mean and maximum of some numbers."""

    least: int = np.iinfo(np.int32).max
    most: int = 0
    total: int = 0
    count: int = 0

    def add(self, numbers: Any) -> None:
        """Add more numbers."""
        self.least = min(self.least, int(numbers.min()))
        self.most = max(self.most, int(numbers.max()))
        self.total += int(numbers.sum())
        self.count += len(numbers)

    @property
    def mean(self) -> float:
        """Their mean."""
        return self.total / self.count

    def as_data(self) -> dict[str, float]:
        """For JSON."""
        return {"min": self.least, "mean": self.mean, "max": self.most}

    def __str__(self) -> str:
        return f"{self.least} / {self.mean:.1f} / {self.most}"


@dataclass
class Summary:
    """Statistics of many games."""

    engine: Engine
    seed: int | str
    games: int = 0
    decisions: int = 0
    seconds: float = 0.0
    turns: MinMeanMax = field(default_factory=MinMeanMax)
    lengths: MinMeanMax = field(default_factory=MinMeanMax)
    points: dict[str, MinMeanMax] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)  # shared wins count for each
    unwon: int = 0  # games without a winner
    ends: dict[str, int] = field(default_factory=dict)

    def add(self, games: RandomGames) -> None:
        """Add the results of more games."""
        self.games += len(games.lengths)
        self.decisions += games.decisions
        self.turns.add(games.ends[:, 0])
        self.lengths.add(games.lengths)
        winning = (
            np.arange(self.engine.box.players) < games.ends[:, 2:]
        )  # winners lead the ranking; the third end value is how many
        self.unwon += int((games.ends[:, 2] == 0).sum())
        for place, seat in enumerate(self.engine.box.seats):
            self.points.setdefault(seat, MinMeanMax()).add(games.points[:, place])
            won = ((games.rankings == place) & winning).any(axis=1)
            self.wins[seat] = self.wins.get(seat, 0) + int(won.sum())
        for number, reason in enumerate(self.engine.rulebook.reasons):
            count = int((games.ends[:, 1] == number).sum())
            if count or reason in self.ends:
                self.ends[reason] = self.ends.get(reason, 0) + count

    def as_data(self) -> dict[str, Any]:
        """For JSON. All but `wall_seconds` is the same on every run."""
        return {
            "game": self.engine.rulebook.name,
            "players": self.engine.box.players,
            "options": self.engine.box.agreed,
            "seed": self.seed,
            "games": self.games,
            "decisions": self.decisions,
            "turns_per_game": self.turns.as_data(),
            "decisions_per_game": self.lengths.as_data(),
            "points": {seat: spread.as_data() for seat, spread in self.points.items()},
            "wins": self.wins,
            "unwon": self.unwon,
            "ends": dict(sorted(self.ends.items())),
            "wall_seconds": round(self.seconds, 6),
        }

    def render(self) -> RenderableType:
        """As tables."""
        facts = Table.grid(padding=(0, 2))
        facts.add_row("games", f"{self.games:,}")
        facts.add_row("decisions", f"{self.decisions:,} ({self.decisions / max(self.seconds, 1e-9):,.0f} a second)")
        facts.add_row(
            f"{GAME_UIS[self.engine.rulebook.name].length_unit} a game", f"{self.turns}  (least / mean / most)"
        )
        facts.add_row("decisions a game", str(self.lengths))
        for reason, count in sorted(self.ends.items(), key=lambda end: -end[1]):
            facts.add_row("ended because", f"{end_reason(reason)}: {count:,} ({count / self.games:.1%})")
        if self.unwon:
            facts.add_row("won by nobody", f"{self.unwon:,} ({self.unwon / self.games:.1%})")
        return Group(facts, "", self._seats())

    def _seats(self) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
        table.add_column("seat")
        for name in ("points, mean", "least", "most", "wins", ""):
            table.add_column(name, justify="right")
        for seat, points in self.points.items():
            row = (f"{points.mean:.2f}", points.least, points.most, f"{self.wins[seat]:,}")
            table.add_row(display_name(seat), *map(str, row), f"{self.wins[seat] / self.games:.1%}")
        return table


def simulate_games(console: Console, engine: Engine, games: int, seed: int | str, threads: int) -> Summary:
    """Play random games; progress is shown on the console."""
    summary = Summary(engine, seed)
    engine.play_games(1, engine.stream(seed))  # load the compiled code before the clock starts
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=games)
        start = time.perf_counter()
        for done in play_chunks(engine, games, seed, threads):
            summary.add(done)
            progress.update(task, completed=summary.games)
        summary.seconds = time.perf_counter() - start
    return summary


def play_chunks(engine: Engine, games: int, seed: int | str, threads: int) -> Iterator[RandomGames]:
    """Play random games in chunks, several at once. Each has its own random stream, so threads change no result."""
    pool = ThreadPoolExecutor(threads)
    try:
        waiting = [
            pool.submit(engine.play_games, number, engine.stream(f"{seed}/{place}"))
            for place, number in enumerate(chunks(games))
        ]
        for done in as_completed(waiting):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def chunks(games: int) -> Iterator[int]:
    """The sizes of the chunks."""
    size = max(MIN_CHUNK, -(-games // MAX_CHUNKS))
    for start in range(0, games, size):
        yield min(size, games - start)


# ---- export


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
    job = ExportJob(setting, read_names(players), games, read_seed(seed), observations)
    console = make_console(stderr=True)
    with Progress(*EXPORT_COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=games)
        decisions = export_games(job, file, lambda: progress.advance(task))
    make_console().print(
        f"{plural(decisions, 'decision')} of {plural(games, 'game')} in {file}", markup=False, soft_wrap=True
    )
