"""Running scenarios."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.text import Text

from rattus.cli.progress import LateProgress
from rattus.cli.wording import counted
from rattus.errors import FormatError
from rattus.match.scenario import Scenario, read_scenarios

HOLDS, FAILS, UNREADABLE = 0, 1, 2  # exit status


@dataclass
class Tally:
    """What came out so far."""

    holding: int = 0
    failing: int = 0
    unreadable: int = 0

    @property
    def status(self) -> int:
        """The exit status: what cannot be read weighs more than what fails."""
        return UNREADABLE if self.unreadable else FAILS if self.failing else HOLDS


def check_files(console: Console, paths: Sequence[Path]) -> int:
    """Run all scenarios of all files; returns the exit status."""
    tally = Tally()
    with LateProgress("Checking", len(paths)) as progress:
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
    words = [f"{counted(total, 'scenario')} in {counted(files, 'file')}"]
    if tally.failing:
        words.append(f"{tally.holding} hold, {tally.failing} fail")
    elif total:
        words.append("all hold")
    if tally.unreadable:
        words.append(f"{counted(tally.unreadable, 'file')} unreadable")
    return Text("; ".join(words), style="bold red" if tally.status else "bold green")
