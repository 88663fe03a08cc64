"""`rattus lessons`: check the courses, or one of your own."""

import re
from importlib import resources
from pathlib import Path
from typing import Annotated

import typer

from rattus.analysis.lessons import all_courses, check_course, load_course
from rattus.cli.terminal import ExitStatus, make_console, print_error
from rattus.cli.text import plural
from rattus.games import GAMES

EPILOG = "Examples: [bold]rattus lessons[/] · [bold]rattus lessons mine.yaml[/]"
RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\*", re.MULTILINE)


def lessons(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Courses; those of the package if none.", metavar="FILE...")
    ] = None,
) -> None:
    """Play and check every step of courses. Exit status: 0 all is well, 1 a step is not, 2 a file cannot be read."""
    courses = [load_course(path) for path in files] if files else list(all_courses())
    console, wrong = make_console(), 0
    for course in courses:
        faults = check_course(course, rule_ids())
        wrong += len(faults)
        for fault in faults:
            print_error(fault)
        chapters, steps = plural(len(course.chapters), "chapter"), plural(len(course.steps), "step")
        console.print(f"{course.title['en']}: {chapters}, {steps}, {plural(len(faults), 'fault')}")
    raise typer.Exit(ExitStatus.FAILED if wrong else ExitStatus.OK)


def rule_ids() -> frozenset[str]:
    """The ids of all rules."""
    folder = resources.files("rattus").joinpath("rules")
    texts = [folder.joinpath(f"{name}.md").read_text("utf-8") for name in GAMES]
    return frozenset(found for text in texts for found in RULE.findall(text))
