"""Compiling a game ahead, with a progress bar."""

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from rattus.kernel import warming
from rattus.kernel.rulebook import Box, Rulebook

COLUMNS = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn())


def warm_up(console: Console, rulebook: Rulebook, box: Box) -> bool:
    """Compile the game unless that is done; returns whether it had to be."""
    if warming.is_warm(rulebook):
        return False
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(f"Compiling {rulebook.title} (once)", total=None)
        warming.warm(rulebook, box, lambda done, total: progress.update(task, completed=done, total=total))
    return True
