"""Writes the rules that choose between the actions of the buildings: chains of conditions, which compile well."""

from collections.abc import Iterable
from typing import Any

from rattus.games.cartus import actions
from rattus.games.cartus.buildings.building import Building
from rattus.kernel.rule import UNBOUND, Rule, write_rule


def write_dispatch(buildings: Iterable[Building]) -> dict[Rule, Rule]:
    """The rules that take the place of those without a body in `actions`."""
    buildings = list(buildings)
    return {
        actions.matters: _write("matters", "box, table, seat, building, premium", buildings, "return False"),
        actions.act: _write("act", "box, table, seat, building, premium, log", buildings, "return None"),
    }


def _write(name: str, parameters: str, buildings: list[Building], otherwise: str) -> Rule:
    arguments = parameters.replace(" building,", "")
    lines = [f"def {name}({parameters}):"]
    names: dict[str, Any] = {}
    for building in buildings:
        function = f"{building.name}_{name}"
        lines += [f"if building == {building.number}:", f"    return {function}({arguments})"]
        names |= {function: getattr(building, name), building.number: UNBOUND}
    return write_rule(name, __name__, "\n    ".join([*lines, otherwise]) + "\n", names)
