"""The rules as shipped with the package."""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from rattus.cli.palette import NUMBER
from rattus.errors import FormatError

RULE = re.compile(r"- \*\*([A-Z]\d+)\*\* (.*)")
MARKED = re.compile(r"\*\*(?P<bold>.+?)\*\*|`(?P<code>.+?)`")


@dataclass(frozen=True)
class Rule:
    """One rule: its id, its text, and the section it stands in."""

    id: str
    text: str
    section: str


@functools.cache
def all_rules() -> tuple[Rule, ...]:
    """Every rule of every game that is shipped, in order."""
    files = sorted(resources.files("rattus").joinpath("rules").iterdir(), key=lambda file: file.name)
    texts = [file.read_text("utf-8") for file in files if file.name.endswith(".md")]
    return tuple(rule for text in texts for rule in read_rules(text))


def read_rules(text: str) -> list[Rule]:
    """The rules in a text: `- **R15** Phase 2: …` under `## A turn`."""
    rules, section = [], ""
    for line in text.splitlines():
        found = RULE.fullmatch(line)
        if found:
            rules.append(Rule(found[1], found[2], section))
        elif line.startswith("## "):
            section = line.removeprefix("## ")
    return rules


def find_rules(wanted: str) -> list[Rule]:
    """The rule of this id, or those of the section that begins so. FormatError names near ones."""
    word = wanted.strip().casefold()
    found = [rule for rule in all_rules() if rule.id.casefold() == word]
    found = found or [rule for rule in all_rules() if rule.section.casefold().startswith(word)]
    if not found:
        raise FormatError(wanted, f"no such rule or section; near it: {', '.join(_near(wanted))}")
    return found


def show_rules(console: Console, rules: Sequence[Rule]) -> None:
    """Print rules under the headings of their sections."""
    section = ""
    for rule in rules:
        if rule.section != section:
            section = rule.section
            console.print(Text(section, style="bold underline"))
        text = Text(f"{rule.id:<4}", style=NUMBER).append_text(styled(rule.text))
        console.print(Padding(text, (0, 0, 0, 2)))


def rule_list(width: int) -> Text:
    """All rules, the beginning of each."""
    lines = [Text(f"  {rule.id:<4}", style=NUMBER).append_text(styled(rule.text)) for rule in all_rules()]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n").join(lines)


def styled(markdown: str) -> Text:
    """A line of Markdown as text with styles."""
    text, end = Text(), 0
    for found in MARKED.finditer(markdown):
        text.append(markdown[end : found.start()])
        text.append(found["bold"] or found["code"], style="bold" if found["bold"] else "cyan")
        end = found.end()
    return text.append(markdown[end:])


def _near(wanted: str) -> list[str]:
    ids = [rule.id for rule in all_rules()]
    sections = list(dict.fromkeys(rule.section for rule in all_rules()))
    near = difflib.get_close_matches(wanted.upper(), ids, 4, 0.3)
    lower = {section.casefold(): section for section in sections}
    return near + [lower[word] for word in difflib.get_close_matches(wanted.casefold(), lower, 3)] or ids[:1] + ids[-1:]
