"""`rattus warm`: compile games ahead of time."""

import time
from collections.abc import Callable
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

import rattus
from rattus.bots.players import are_players_compiled, compile_players
from rattus.cli.arguments import GAME_HELP
from rattus.cli.terminal import make_console
from rattus.kernel import cache, warming
from rattus.kernel.rulebook import Box, Rulebook
from rattus.match.parts import find_game

EPILOG = "Examples: [bold]rattus warm[/] · [bold]rattus warm cartus[/]"
COLUMNS = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn())


def warm(
    game: Annotated[
        str | None, typer.Argument(help=f"{GAME_HELP.removesuffix('.')}; all if not given.", metavar="GAME")
    ] = None,
) -> None:
    """Compile the rules now, so that nothing has to wait for it later."""
    console, progress = make_console(), make_console(stderr=True)
    for rulebook in [find_game(game)] if game else rattus.GAMES.values():
        start = time.monotonic()
        box = rattus.engine(rulebook.name, rulebook.player_counts[0]).box
        needed = warm_up(progress, rulebook, box) | warm_players(progress, rulebook)
        took = f"compiled in {time.monotonic() - start:.1f} s" if needed else "is compiled already"
        console.print(f"{rulebook.title} {took}. The cache is in {cache.folder()}", markup=False, soft_wrap=True)


def warm_up(console: Console, rulebook: Rulebook, box: Box) -> bool:
    """Compile the rules of a game, unless they are in the cache. Returns whether they had to be."""
    if warming.is_warm(rulebook):
        return False
    _show_progress(console, f"Compiling {rulebook.title} (once)", lambda on_step: warming.warm(rulebook, box, on_step))
    return True


def warm_players(console: Console, rulebook: Rulebook) -> bool:
    """Compile what computer players search with, unless it is in the cache. Returns whether it had to be."""
    if are_players_compiled(rulebook):
        return False
    _show_progress(console, "Compiling its computer players (once)", lambda on_step: compile_players(rulebook, on_step))
    return True


def _show_progress(console: Console, what: str, work: Callable[[warming.OnStep], None]) -> None:
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        work(lambda done, total: progress.update(task, completed=done, total=total))
