"""Texts in the language of the reader, from the files beside this one: those of the browser client, too.

How they are written is told in README.md. A program speaks one language at a time.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Mapping, Sequence
from importlib import resources

ENGLISH = "en"
LANGUAGES = (ENGLISH, "nl", "de")
PLACE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
NOUNS = ("seat", "card", "class", "building", "special")  # kinds of names; regions keep their Latin ones
SOFT_HYPHEN = "\u00ad"  # where a browser may break a word
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # of the environment, the first that is set counts

_language = ENGLISH


def speak(language: str) -> None:
    """Speak a language from now on."""
    global _language
    if language not in LANGUAGES:
        raise ValueError(f"{language!r}: one of {', '.join(LANGUAGES)}")
    _language = language


def speaking() -> str:
    """The language that is spoken."""
    return _language


def language_of(environment: Mapping[str, str]) -> str:
    """The language that an environment asks for, or English if there are no texts in it."""
    wanted = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    language = re.split(r"[_.@-]", wanted)[0].lower()
    return language if language in LANGUAGES else ENGLISH


def t(key: str, /, **values: str | int) -> str:
    """The text of a key, with its places filled in."""
    return _fill(_texts(_language)[key], values)


def say_in(language: str, key: str, /, **values: str | int) -> str:
    """The text of a key in a language, whichever is spoken; English where there are no texts in it."""
    return _fill(_texts(language if language in LANGUAGES else ENGLISH)[key], values)


def has(key: str) -> bool:
    """Whether there is a text of this key."""
    return key in _texts(_language)


def display_name(name: str) -> str:
    """A seat, region or card as a proper name: `red` as `Red`; one that there is no text for by its word."""
    key = next((f"noun.{kind}.{name}" for kind in NOUNS if has(f"noun.{kind}.{name}")), None)
    words = name.replace("_", " ").title() if key is None else t(key)
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {t(f'terminal.{last}')} {words[-1]}"


@functools.cache
def _texts(language: str) -> dict[str, str]:
    areas = json.loads(resources.files(__name__).joinpath(f"{language}.json").read_text("utf-8"))
    texts = {f"{area}.{key}": text for area, words in areas.items() for key, text in words.items()}
    return {key: text.replace(SOFT_HYPHEN, "") for key, text in texts.items()}


def _fill(text: str, values: Mapping[str, str | int]) -> str:
    def place(found: re.Match[str]) -> str:
        value, written = values[found[1]], found[2]
        if written is None:
            return str(value)
        forms = dict(form.split("=", 1) for form in written.split("|"))
        if isinstance(value, str):
            return forms.get(value, forms["other"])
        number = "zero" if value == 0 else "one" if value == 1 else "other"  # English, Dutch and German alike
        return forms.get(number, forms["other"]).replace("#", str(value))

    return PLACE.sub(place, text)
