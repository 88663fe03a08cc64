"""Compiling a game ahead, with a progress bar."""

from collections.abc import Callable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from rattus.bots.players import are_players_compiled, compile_players
from rattus.kernel import warming
from rattus.kernel.rulebook import Box, Rulebook

COLUMNS = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn())


def warm_up(console: Console, rulebook: Rulebook, box: Box) -> bool:
    """Compile the game unless that is done; returns whether it had to be."""
    if warming.is_warm(rulebook):
        return False
    _show(console, f"Compiling {rulebook.title} (once)", lambda on_step: warming.warm(rulebook, box, on_step))
    return True


def warm_players(console: Console, rulebook: Rulebook) -> bool:
    """Compile what computer players think with, unless that is done; returns whether it had to be."""
    if are_players_compiled(rulebook):
        return False
    _show(console, "Compiling its computer players (once)", lambda on_step: compile_players(rulebook, on_step))
    return True


def _show(console: Console, what: str, work: Callable[[warming.OnStep], None]) -> None:
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        work(lambda done, total: progress.update(task, completed=done, total=total))
