"""Writes the rules that choose between the actions of the buildings: chains of conditions, which compile well."""

import inspect
from collections.abc import Iterable
from typing import Any

from rattus.games.cartus import actions, play
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


def own_rules(buildings: Iterable[Building]) -> dict[str, Rule]:
    """`legal`, `perform` and `is_evident` where buildings bring verbs and questions; nothing where none does.

    What buildings bring is asked for first, and all else by the rules of `play`, which so stay as they are.
    """
    buildings = list(buildings)
    questions = [question for building in buildings for question in building.questions]
    verbs = [verb for building in buildings for verb in building.verbs]
    if not questions:
        return {}
    asked = {question.number: f"{question.word}_moves" for question in questions}
    made = {verb.number: f"use_{verb.word}" for verb in verbs}
    legal = [(f"table.question == {number}", f"return {moves}(box, table, out)") for number, moves in asked.items()]
    perform = [
        (f"box.verb[move] == {verb.number}", f"return use_{verb.word}({_arguments(verb.use)})") for verb in verbs
    ]
    hidden = [(f"table.question == {each.number}", "return False") for each in questions if not each.is_evident]
    names: dict[str, Any] = dict.fromkeys((*asked, *made), UNBOUND)
    names |= {f"{question.word}_moves": question.moves for question in questions}
    names |= {f"use_{verb.word}": verb.use for verb in verbs}
    return {
        "legal": _chain(play.legal, legal, names),
        "perform": _chain(play.perform, perform, names),
        "is_evident": _chain(play.is_evident, hidden, names),
    }


def _arguments(use: Rule) -> str:
    """What a rule that makes a move asks for; the number is that of what the move names."""
    return ", ".join("box.number[move]" if name == "number" else name for name in inspect.signature(use).parameters)


def _chain(function: Rule, cases: Iterable[tuple[str, str]], names: dict[str, Any]) -> Rule:
    """A rule that carries out the first case that applies, or else the printed rule."""
    name, signature = function.__name__, inspect.signature(function)
    lines = [f"def {name}{signature}:"]
    for condition, result in cases:
        lines += [f"if {condition}:", f"    {result}"]
    lines.append(f"return printed_{name}({', '.join(signature.parameters)})")
    return write_rule(name, __name__, "\n    ".join(lines) + "\n", {**names, f"printed_{name}": function})
