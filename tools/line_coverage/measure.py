"""What is measured of the coverage by tests, and the report on it: python tools/line_coverage/measure.py FOLDER

Every process of the tests writes the lines that it ran to a file in the folder (see sitecustomize.py).
"""

import json
import os
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from slipcover import FileMatcher, Slipcover, merge_coverage, print_coverage

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "rattus"
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["rattus-coverage"]


class OutsideRules:
    """The modules that are measured: those without rules, whose compiled code cannot be measured.

    In processes that tests start only the modules that mainly run there: to measure all of them makes the start of a
    server half as long again, and added 0.3 % of the lines.
    """

    def __init__(self) -> None:
        self._all = FileMatcher(sources=[SOURCE], omit=SETTINGS["omit"])
        is_of_a_test = "PYTEST_CURRENT_TEST" in os.environ
        self._patterns: list[str] = SETTINGS["in-processes-of-tests"] if is_of_a_test else ["*"]

    def matches(self, filename: Path | str | None) -> bool:
        """Whether a module is measured."""
        if not self._all.matches(filename) or not any(fnmatch(str(filename), each) for each in self._patterns):
            return False
        return "\n@rule" not in Path(str(filename)).read_text("utf-8")


def new_slipcover(**settings: Any) -> Slipcover:
    """What counts the lines."""
    return Slipcover(exclude_also=SETTINGS["exclude-also"], **settings)


def report(folder: Path) -> float:
    """Print which lines no process ran. Returns the share of the lines that were, in percent."""
    measured = OutsideRules()
    found = new_slipcover(source=[str(SOURCE)], omit=SETTINGS["omit"]).get_coverage()  # modules that nobody imported
    found["files"] = {name: file for name, file in found["files"].items() if measured.matches(ROOT / name)}
    lines = {(ROOT / name).resolve(): set(file["missing_lines"]) for name, file in found["files"].items()}
    for path in folder.glob("*.json"):
        part = json.loads(path.read_text("utf-8"))
        for name, file in part["files"].items():
            file["executed_lines"] = sorted(lines[(ROOT / name).resolve()].intersection(file["executed_lines"]))
            file["missing_lines"] = []
        merge_coverage(found, part)
    print_coverage(found, skip_covered=True)
    percent: float = found["summary"]["percent_covered"]
    return percent


if __name__ == "__main__":
    share, least = report(Path(sys.argv[1])), SETTINGS["fail-under"]
    print(f"\n{share:.1f} % of the lines outside rules are run by tests; at least {least} % must be")
    sys.exit(share < least)
