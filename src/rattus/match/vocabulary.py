"""The vocabulary of a game: all words and numbers that a program needs to show it, and the ids of its rules."""

from __future__ import annotations

import functools
import re
from importlib import resources
from typing import Any

from rattus.kernel.rulebook import Rulebook
from rattus.match.parts import shipped_parts

RULE = re.compile(r"^- \*\*([A-Z]\d+)\*\* ", re.MULTILINE)


@functools.cache
def vocabulary_of(rulebook: Rulebook) -> dict[str, Any]:
    """Cards, classes, verbs with their arguments, events, limits and rule ids. It is shared: do not change it."""
    return {
        "game": rulebook.name,
        "title": rulebook.title,
        "rules_version": rulebook.version,
        "players": list(rulebook.player_counts),
        **rulebook.vocabulary(shipped_parts(rulebook).components),
        "rules": rule_ids(rulebook.name),
    }


@functools.cache
def rules_of_verbs(rulebook: Rulebook) -> dict[str, str]:
    """The rule behind each verb."""
    return {verb["verb"]: verb["rule"] for verb in vocabulary_of(rulebook)["verbs"]}


def rule_ids(game: str) -> list[str]:
    """The ids of the rules that a game's own rules have, in their order."""
    text = resources.files("rattus").joinpath("rules", f"{game}.md").read_text("utf-8")
    return RULE.findall(text)
