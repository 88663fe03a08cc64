"""Arguments that several commands share, and how their texts are read."""

import csv
import itertools
import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from rattus.bots.levels import Attention
from rattus.cli.text import join_words, parse_number
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.words import LANGUAGES, language_of

GAME_HELP = f"Which game: {join_words(list(GAMES), 'or')}."
DEFAULT_PLAYERS = 4


class BackendKind(StrEnum):
    """Where the games of a tournament or a training run are played."""

    LOCAL = "local"
    RAY = "ray"


GameArgument = Annotated[str, typer.Argument(help=GAME_HELP, metavar="GAME")]
GameOption = Annotated[str, typer.Option(help=GAME_HELP)]
SeatsOption = Annotated[int, typer.Option("--seats", "-p", help="How many sit at a table.")]
GamesOption = Annotated[int, typer.Option("--games", "-n", help="How many games.", min=1)]
SeedOption = Annotated[str, typer.Option(help="The same seed gives the same games.", metavar="SEED")]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="A rule option, such as phase_order=free, cards=king,witch,… or buildings=mixed "
        "(also six names, or copies: farm:3,brewery:2,…).",
        metavar="NAME=VALUE",
    ),
]
ComponentsOption = Annotated[Path | None, typer.Option(help="A folder with corrected component tables.", metavar="DIR")]
BackendOption = Annotated[BackendKind, typer.Option(help="Play on this machine, or on a Ray cluster.")]
AddressOption = Annotated[
    str | None, typer.Option(help="The address of the Ray cluster; if not given, one on this machine.")
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        help=f"The language: {', '.join(LANGUAGES)}; if not given, that of the environment.", metavar="LANGUAGE"
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]


def read_language(language: str | None) -> str:
    """The language that was asked for, or that of the environment (LC_ALL, LC_MESSAGES, LANG)."""
    if language is None:
        return language_of(os.environ)
    if language not in LANGUAGES:
        raise FormatError("--language", f"must be one of {', '.join(LANGUAGES)}, not {language!r}")
    return language


def read_seed(text: str) -> int | str:
    """A seed: a number, or any other text."""
    return _number_or_text(text)


def read_names(text: str) -> tuple[str, ...]:
    """Names separated by commas; a name in double quotes may contain commas."""
    try:
        parts = next(csv.reader([text], skipinitialspace=True), [])
    except csv.Error as error:
        raise FormatError("players", f"names by commas in one line: {error}") from None
    names = tuple(name.strip() for name in parts if name.strip())
    for place, name in enumerate(names[1:], 1):
        if _is_rest(name):
            rest = itertools.takewhile(_is_rest, names[place:])
            whole = ",".join([names[place - 1], *rest])
            raise FormatError("players", f"""put a name that contains commas in double quotes: '"{whole}"'""")
    return names


def _is_rest(name: str) -> bool:
    """Whether it was cut off the name before it: no player's name begins like that."""
    return name[0].isdecimal() or name in (Attention.FORGETFUL, Attention.SHORTSIGHTED)


def read_options(texts: Sequence[str] | None) -> dict[str, Any]:
    """`name=value` texts as rule options; `name=one,two` is a list, `name=one:3,two:2` a map."""
    options: dict[str, Any] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise FormatError("--option", f"must be name=value, not {text!r}")
        options[name] = _value(value)
    return options


def _value(text: str) -> Any:
    if ":" in text:
        pairs = [pair.partition(":") for pair in text.split(",")]
        return {name.strip(): _number_or_text(value.strip()) for name, _, value in pairs}
    return [word.strip() for word in text.split(",")] if "," in text else _number_or_text(text)


def _number_or_text(text: str) -> int | str:
    number = parse_number(text)
    return text if number is None else number
