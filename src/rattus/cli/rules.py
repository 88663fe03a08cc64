"""`rattus rules`: the rules as shipped with the package."""

from __future__ import annotations

import difflib
import functools
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from rattus.cli.arguments import LanguageOption, read_language
from rattus.cli.terminal import make_console
from rattus.cli.widgets import NUMBER
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.words import ENGLISH, LANGUAGES, speak, t

EPILOG = (
    "Examples: [bold]rattus rules cartus[/] · [bold]rattus rules A12[/] · "
    "[bold]rattus rules 'class abilities'[/] · [bold]rattus rules R22 --language nl[/] · [bold]rattus rules --ours[/]"
)
RULE = re.compile(r"- \*\*([A-Z]\d+)\*\* (.*)")
TITLE = re.compile(r"# ([^(]*[^( ]).*")
MARKS = {
    "nl": {"choice": "onze lezing", "edition": "per uitgave"},
    "de": {"choice": "unsere Lesart", "edition": "je nach Ausgabe"},
}
MARKUP = re.compile(r"\*\*(?P<bold>.+?)\*\*|`(?P<code>.+?)`")


@dataclass(frozen=True)
class Rule:
    """One rule, with its section and its game."""

    id: str
    text: str
    section: str
    game: str


def rules(
    wanted: Annotated[str, typer.Argument(help="A game, a rule or a section.", metavar="NAME")] = "",
    language: LanguageOption = None,
    ours: Annotated[bool, typer.Option("--ours", help="What the books leave open, and what we do.")] = False,
) -> None:
    """Print the rules: of a game, one, a section, or all."""
    spoken = read_language(language)
    speak(spoken)
    if ours:
        found = find_readings(wanted, spoken) if wanted else all_readings(spoken)
    else:
        found = find_rules(wanted, spoken) if wanted else all_rules(spoken)
    show_rules(make_console(), found)


@functools.cache
def all_rules(language: str = ENGLISH) -> tuple[Rule, ...]:
    """Every rule of every game, in order."""
    return tuple(rule for game in GAMES for rule in rules_of(game, language))


def rules_of(game: str, language: str = ENGLISH) -> list[Rule]:
    """The rules of one game, in order."""
    text = _text(f"{game}.md" if language == ENGLISH else f"{game}.{_checked(language)}.md")
    for mark, word in MARKS.get(language, {}).items():
        text = text.replace(f"**[{mark}]**", f"**[{word}]**")
    return read_rules(text)


@functools.cache
def all_readings(language: str = ENGLISH) -> tuple[Rule, ...]:
    """What the books say and what we do, for every rule where they are silent or editions differ."""
    return tuple(read_rules(_text(f"readings.{_checked(language)}.md")))


def _checked(language: str) -> str:
    if language not in LANGUAGES:
        raise FormatError(language, f"no such language; the rules are available in {', '.join(LANGUAGES)}")
    return language


def _text(name: str) -> str:
    return resources.files("rattus").joinpath("rules", name).read_text("utf-8")


def read_rules(text: str) -> list[Rule]:
    """The rules in a text: `- **R15** Phase 2: …` under `## A turn`."""
    rules, section, game = [], "", ""
    for line in text.splitlines():
        found, title = RULE.fullmatch(line), TITLE.fullmatch(line)
        if found:
            rules.append(Rule(found[1], found[2], section, game))
        elif title:
            game = title[1]
        elif line.startswith("## "):
            section = line.removeprefix("## ")
    return rules


def find_rules(wanted: str, language: str = ENGLISH) -> list[Rule]:
    """The rules of a game, the rule with an id, or the rules of the sections that begin like this.

    FormatError suggests similar ones.
    """
    word = wanted.strip().casefold()
    if word in GAMES:
        return rules_of(word, language)
    return _found(wanted, all_rules(language))


def find_readings(wanted: str, language: str = ENGLISH) -> list[Rule]:
    """Our reading of the rules of a game, or of the rule with an id. FormatError suggests similar ones."""
    readings = all_readings(language)
    word = wanted.strip().casefold()
    if word in GAMES:
        ids = {rule.id for rule in rules_of(word, language)}
        return [reading for reading in readings if reading.id in ids]
    known = {rule.id.casefold() for rule in all_rules(language)}
    if word in known - {reading.id.casefold() for reading in readings}:
        raise FormatError(wanted.strip(), t("terminal.noReading"))
    return _found(wanted, readings)


def _found(wanted: str, rules: Sequence[Rule]) -> list[Rule]:
    word = wanted.strip().casefold()
    found = [rule for rule in rules if rule.id.casefold() == word]
    found = found or [rule for rule in rules if rule.section.casefold().startswith(word)]
    if not found:
        raise FormatError(wanted, t("terminal.noRule", rules=", ".join(_similar(wanted, rules))))
    return found


def show_rules(console: Console, rules: Sequence[Rule]) -> None:
    """Print rules under the headings of their games and sections."""
    for (game, section), some in itertools.groupby(rules, lambda rule: (rule.game, rule.section)):
        console.print(Text(f"{game}: {section}", style="bold underline"))
        for rule in some:
            console.print(Padding(_line(rule), (0, 0, 0, 2)))


def rule_list(width: int, language: str = ENGLISH) -> Text:
    """All rules, each cut to one line."""
    lines = []
    for game, some in itertools.groupby(all_rules(language), lambda rule: rule.game):
        lines += [Text(game, style="bold underline"), *(Text("  ").append_text(_line(rule)) for rule in some)]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return Text("\n").join(lines)


def _line(rule: Rule) -> Text:
    return Text(f"{rule.id:<4}", style=NUMBER).append_text(styled(rule.text))


def styled(markdown: str) -> Text:
    """A line of Markdown as text with styles."""
    text, end = Text(), 0
    for found in MARKUP.finditer(markdown):
        text.append(markdown[end : found.start()])
        text.append(found["bold"] or found["code"], style="bold" if found["bold"] else "cyan")
        end = found.end()
    return text.append(markdown[end:])


def _similar(wanted: str, rules: Sequence[Rule]) -> list[str]:
    ids = [rule.id for rule in rules]
    ids_found = difflib.get_close_matches(wanted.upper(), ids, 4, 0.3)
    lower = {name.casefold(): name for name in (*GAMES, *(rule.section for rule in rules))}
    return (
        ids_found + [lower[word] for word in difflib.get_close_matches(wanted.casefold(), lower, 3)]
        or ids[:1] + ids[-1:]
    )
