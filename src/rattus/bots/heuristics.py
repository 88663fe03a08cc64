"""What computer players know of each game, bound to that game's rules: the value of a position, a rollout policy."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass

from rattus.bots import tree
from rattus.bots.heuristics_cartus import cartus_rollout_policy, cartus_value
from rattus.bots.heuristics_rattus import rattus_rollout_policy, rattus_value
from rattus.kernel.rule import Rule, bind, compiled
from rattus.kernel.rulebook import Rulebook


@dataclass(frozen=True, eq=False)
class SearchRules:
    """The searches of one game: `rules` runs on lists, `search` and `look_ahead` are compiled on request."""

    rules: Mapping[str, Rule]

    def search(self, is_compiled: bool) -> Rule:
        """Tree search (see `tree.search`)."""
        return compiled(self.rules["search"]) if is_compiled else self.rules["search"]

    def look_ahead(self, is_compiled: bool) -> Rule:
        """Evaluation one move ahead (see `tree.look_ahead`)."""
        return compiled(self.rules["look_ahead"]) if is_compiled else self.rules["look_ahead"]


_HEURISTICS: dict[str, dict[str, Rule]] = {
    "rattus": {"rollout_policy": rattus_rollout_policy, "position_value": rattus_value},
    "africanus": {"rollout_policy": rattus_rollout_policy, "position_value": rattus_value},
    "cartus": {"rollout_policy": cartus_rollout_policy, "position_value": cartus_value},
}


@functools.cache
def search_rules(rulebook: Rulebook) -> SearchRules:
    """The searches of a game, bound to its rules and heuristics."""
    searches = {"search": tree.search, "look_ahead": tree.look_ahead}
    heuristics = bind(_HEURISTICS[rulebook.name], rulebook.name, rulebook.names)
    return SearchRules(bind(searches, f"{rulebook.name}_search", {**rulebook.rules, **heuristics}))
