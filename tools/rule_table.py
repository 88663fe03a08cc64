"""Which code implements, and which tests prove, each rule.

    python tools/rule_table.py [ROOT]

The rules are those of the shipped rules text. The exit status is 1 if one of them is cited nowhere in the
code of the games, or has no test.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

HEADING = re.compile(r"^- \*\*([RAC]\d+)\*\*", re.MULTILINE)
CITATION = re.compile(r"\b([RAC])(\d+)(?:-\1(\d+))?\b")
ALLOWING = {"legal", "legal_includes", "legal_verbs"}
REFUSING = {"legal", "legal_excludes", "legal_verbs"}
PLACES_SHOWN = 2

Function = ast.FunctionDef | ast.AsyncFunctionDef
Documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass
class Rule:
    places: list[str] = field(default_factory=list)
    scenarios: int = 0
    allowed: int = 0
    refused: int = 0
    tests: int = 0

    @property
    def tested(self) -> bool:
        return bool(self.scenarios or self.tests)


def main(root: Path) -> int:
    rules = gather(root)
    print(report(rules))
    faults = list(missing(rules))
    print("\n".join(faults) or f"{len(rules)} rules, all cited in the code and tested")
    return 1 if faults else 0


def gather(root: Path) -> dict[str, Rule]:
    """All rules in the order of their text, with the code and tests that cite each."""
    texts = sorted(
        path for path in (root / "src/rattus/rules").glob("*.md") if "." not in path.stem
    )  # the English ones
    rules = {name: Rule() for text in texts for name in HEADING.findall(text.read_text("utf-8"))}
    for path in sorted((root / "src/rattus/games").rglob("*.py")):
        add_places(rules, path)
    for path in sorted((root / "tests").rglob("*.py")):
        add_tests(rules, path)
    for path in sorted((root / "tests/scenarios").glob("*.yaml")):
        add_scenarios(rules, path)
    return rules


def cited(text: str) -> set[str]:
    """The rule ids in a text, including those inside ranges such as R29-R32."""
    return {
        f"{letter}{number}"
        for letter, first, last in CITATION.findall(text)
        for number in range(int(first), int(last or first) + 1)
    }


def add_places(rules: dict[str, Rule], path: Path) -> None:
    source = path.read_text("utf-8")
    tree = ast.parse(source, str(path))
    module = path.parent.name if path.name == "__init__.py" else path.stem
    for line, text in prose(source, tree):
        function = enclosing(tree, line)
        place = f"{module}.{function}" if function else module
        for name in cited(text) & rules.keys():
            if place not in rules[name].places:
                rules[name].places.append(place)


def prose(source: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The docstrings and the comments of a module, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, Documented) and (text := ast.get_docstring(node)):
            yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def enclosing(tree: ast.Module, line: int) -> str | None:
    """The innermost function around a line."""
    around = [node for node in functions(tree) if node.lineno <= line <= (node.end_lineno or node.lineno)]
    return max(around, key=lambda node: node.lineno).name if around else None


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def add_tests(rules: dict[str, Rule], path: Path) -> None:
    for function in functions(ast.parse(path.read_text("utf-8"), str(path))):
        for name in marked(function) & rules.keys():
            rules[name].tests += 1


def marked(function: Function) -> set[str]:
    """The ids that @pytest.mark.rules names on a test."""
    marks = [mark for mark in function.decorator_list if isinstance(mark, ast.Call)]
    words = [word for mark in marks if ast.unparse(mark.func) == "pytest.mark.rules" for word in mark.args]
    return cited(" ".join(ast.unparse(word) for word in words))


def add_scenarios(rules: dict[str, Rule], path: Path) -> None:
    with path.open(encoding="utf-8") as file:
        for scenario in filter(None, yaml.safe_load_all(file)):
            for name in cited(" ".join(scenario.get("rules", []))) & rules.keys():
                rules[name].scenarios += 1
                rules[name].allowed += allows(scenario)
                rules[name].refused += refuses(scenario)


def refuses(scenario: dict[str, Any]) -> bool:
    """Whether a test shows that something is not allowed."""
    return any("error" in move for move in moves(scenario)) or bool(REFUSING & scenario["expect"].keys())


def allows(scenario: dict[str, Any]) -> bool:
    """Whether a test shows that something is allowed, or its effect."""
    made = any("error" not in move for move in moves(scenario))
    return made or bool(ALLOWING & scenario["expect"].keys()) or not refuses(scenario)


def moves(scenario: dict[str, Any]) -> list[dict[str, str]]:
    return scenario.get("moves") or []


def report(rules: dict[str, Rule]) -> str:
    rows: list[tuple[str, ...]] = [("rule", "code", "scenarios", "allowed", "refused", "tests")]
    for name, rule in rules.items():
        counts = (rule.scenarios, rule.allowed, rule.refused, rule.tests)
        rows.append((name, places(rule), *map(str, counts)))
    wide = max(len(row[1]) for row in rows)
    return "\n".join(
        f"{row[0]:<4}  {row[1]:<{wide}}  {row[2]:>9}  {row[3]:>7}  {row[4]:>7}  {row[5]:>5}" for row in rows
    )


def places(rule: Rule) -> str:
    more = len(rule.places) - PLACES_SHOWN
    return ", ".join(rule.places[:PLACES_SHOWN]) + (f" +{more}" if more > 0 else "")


def missing(rules: dict[str, Rule]) -> Iterator[str]:
    """The problems, one line each."""
    if not rules:
        yield "no rules found"
    if uncited := [name for name, rule in rules.items() if not rule.places]:
        yield f"not cited in the code: {' '.join(uncited)}"
    if untested := [name for name, rule in rules.items() if not rule.tested]:
        yield f"not tested: {' '.join(untested)}"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent))
