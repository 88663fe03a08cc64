"""`rattus check`: run scenarios."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from rattus.cli.terminal import DelayedProgress, ExitStatus, make_console
from rattus.cli.text import plural
from rattus.errors import FormatError
from rattus.match.scenario import Scenario, read_scenarios

EPILOG = "Example: [bold]rattus check scenarios/*.yaml[/]"


@dataclass
class Tally:
    """How many scenarios hold or fail, and how many files cannot be read."""

    holding: int = 0
    failing: int = 0
    unreadable: int = 0

    @property
    def status(self) -> ExitStatus:
        """An unreadable file counts for more than a failing scenario."""
        if self.unreadable:
            return ExitStatus.BAD_INPUT
        return ExitStatus.FAILED if self.failing else ExitStatus.OK


def check(files: Annotated[list[Path], typer.Argument(help="Scenarios, as YAML.", metavar="FILE…")]) -> None:
    """Run scenarios. Exit status: 0 all hold, 1 one fails, 2 a file cannot be read."""
    raise typer.Exit(check_files(make_console(), files))


def check_files(console: Console, paths: Sequence[Path]) -> ExitStatus:
    """Run all scenarios of all files and print what fails."""
    tally = Tally()
    with DelayedProgress("Checking", len(paths)) as progress:
        for path in paths:
            scenarios = _read(console, path, tally)
            progress.advance(more=len(scenarios))
            for number, scenario in enumerate(scenarios, 1):
                _check(console, scenario, f"{path}, scenario {number}", tally)
                progress.advance()
    console.print(_summary(tally, len(paths)))
    return tally.status


def _read(console: Console, path: Path, tally: Tally) -> list[Scenario]:
    try:
        return read_scenarios(path)
    except FormatError as error:
        tally.unreadable += 1
        console.print(Text("unreadable ", style="bold red").append(str(error), style=""), soft_wrap=True)
        return []


def _check(console: Console, scenario: Scenario, place: str, tally: Tally) -> None:
    failures = scenario.check()
    if not failures:
        tally.holding += 1
        return
    tally.failing += 1
    console.print(Text("fails ", style="bold red").append(scenario.name, style="bold").append(f" ({place})"))
    for failure in failures:
        console.print(f"  {failure}", markup=False, soft_wrap=True)


def _summary(tally: Tally, files: int) -> Text:
    total = tally.holding + tally.failing
    words = [f"{plural(total, 'scenario')} in {plural(files, 'file')}"]
    if tally.failing:
        words.append(f"{tally.holding} hold, {tally.failing} fail")
    elif total:
        words.append("all hold")
    if tally.unreadable:
        words.append(f"{plural(tally.unreadable, 'file')} unreadable")
    return Text("; ".join(words), style="bold red" if tally.status else "bold green")
