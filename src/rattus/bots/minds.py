"""What a computer player needs to know of each game, bound to that game's rules."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from rattus.bots import lookahead, tree
from rattus.bots.cartus_mind import cartus_appraisal, cartus_reflex
from rattus.bots.rattus_mind import rattus_appraisal, rattus_reflex
from rattus.kernel.rule import Rule, bind, compiled
from rattus.kernel.rulebook import Rulebook


@dataclass(frozen=True, eq=False)
class Mind:
    """The searches of one game, on lists; `search` and `look_ahead` give them compiled too."""

    rules: Mapping[str, Rule]

    def search(self, quick: bool) -> Rule:
        """Tree search (see `tree.search`)."""
        return compiled(self.rules["search"]) if quick else self.rules["search"]

    def look_ahead(self, quick: bool) -> Rule:
        """One step ahead (see `lookahead.look_ahead`)."""
        return compiled(self.rules["look_ahead"]) if quick else self.rules["look_ahead"]


_THOUGHTS: dict[str, dict[str, Rule | bool]] = {
    "rattus": {"reflex": rattus_reflex, "appraise": rattus_appraisal},
    "africanus": {"reflex": rattus_reflex, "appraise": rattus_appraisal, "AFRICAN": True},
    "cartus": {"reflex": cartus_reflex, "appraise": cartus_appraisal},
}


@functools.cache
def mind_of(rulebook: Rulebook) -> Mind:
    """The mind for a game."""
    searches = {"search": tree.search, "look_ahead": lookahead.look_ahead}
    return Mind(bind(searches, f"{rulebook.name}_mind", {**rulebook.rules, **_THOUGHTS[rulebook.name]}))
