"""`rattus check`: run scenarios. `rattus lessons`: check the courses, or one of your own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from rattus.analysis.lessons import all_courses, check_course, load_course
from rattus.cli.terminal import DelayedProgress, ExitStatus, make_console, print_error
from rattus.cli.text import plural
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.match.scenario import Scenario, read_scenarios
from rattus.match.vocabulary import rule_ids

EPILOG = "Example: [bold]rattus check scenarios/*.yaml[/]"
LESSONS_EPILOG = "Examples: [bold]rattus lessons[/] · [bold]rattus lessons mine.yaml[/]"


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


def lessons(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Courses; those of the package if none.", metavar="FILE...")
    ] = None,
) -> None:
    """Play and check every step of courses. Exit status: 0 all is well, 1 a step is not, 2 a file cannot be read."""
    courses = [load_course(path) for path in files] if files else list(all_courses())
    rules = frozenset(rule for game in GAMES for rule in rule_ids(game))
    console, wrong = make_console(), 0
    for course in courses:
        faults = check_course(course, rules)
        wrong += len(faults)
        for fault in faults:
            print_error(fault)
        chapters, steps = plural(len(course.chapters), "chapter"), plural(len(course.steps), "step")
        console.print(f"{course.title['en']}: {chapters}, {steps}, {plural(len(faults), 'fault')}")
    raise typer.Exit(ExitStatus.FAILED if wrong else ExitStatus.OK)
