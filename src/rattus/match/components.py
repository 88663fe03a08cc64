"""All components of a game for a reader: what is printed on them, and what of it the rulebooks show."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from typing import Any

from rattus.kernel.rulebook import Rulebook
from rattus.match.parts import shipped_parts, shipped_table

TOKENS = ("rattus_tokens.toml", "africanus_tokens.toml")
MAP, CARDS, CARTUS, PRINTED = "map.toml", "region_cards.toml", "cartus.toml", "printed.toml"


@functools.cache
def component_tables(rulebook: Rulebook) -> dict[str, Any]:
    """Tokens, borders, region cards and supply actions, as far as a game has them. It is shared: do not change it."""
    shipped_parts(rulebook)  # checks the tables
    printed = shipped_table(PRINTED)
    tables = {name: shipped_table(name) for name in rulebook.files}
    tokens = next((name for name in TOKENS if name in tables), None)
    has_map = MAP in tables
    return {
        "game": rulebook.name,
        "tokens": _tokens(tables[tokens], printed[tokens.removesuffix(".toml")]["faces"]) if tokens else [],
        "borders": _borders(rulebook, tables[MAP], printed["borders"]) if has_map else [],
        "cards": _cards(tables[CARDS]) if CARDS in tables else [],
        "supply": _supply(tables[CARTUS], printed["supply"]) if CARTUS in tables else [],
    }


def _tokens(table: Mapping[str, Any], printed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every face once, with how many tokens have it."""
    found: Counter[tuple[bool, int, tuple[str, ...]]] = Counter()
    for kind in ("starting", "ordinary"):
        found.update((kind == "starting", face["limit"], tuple(face["symbols"])) for face in table[kind])
    known = {(face["limit"], tuple(face["symbols"])) for face in printed}
    return [
        {
            "limit": limit, "symbols": list(symbols), "starting": starting, "tokens": number,
            "printed": not starting and (limit, symbols) in known,
        }
        for (starting, limit, symbols), number in found.items()
    ]  # fmt: skip


def _borders(rulebook: Rulebook, table: Mapping[str, Any], printed: list[list[str]]) -> list[dict[str, Any]]:
    tints = {tint for players in rulebook.player_counts for tint in table["use"][str(players)]}
    regions = {region for tint in tints for region in table["regions"][tint]}
    return [
        {"regions": list(border), "sea": kind == "sea", "printed": border in printed}
        for kind in ("land", "sea")
        for border in table["borders"][kind]
        if regions.issuperset(border)
    ]


def _cards(table: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [{"region": region, "symbols": list(symbols)} for region, symbols in table["cards"].items()]


def _supply(table: Mapping[str, Any], printed: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    return [
        {
            "building": name,
            "class": building["class"],
            "supply": [
                {"action": action, "printed": action in printed.get(name, ())} for action in building["supply"]
            ],
        }
        for name, building in table["building"].items()
    ]  # fmt: skip
