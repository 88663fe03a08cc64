"""The schema of the games as text.

    python -m rattus.envs.schema cartus 3       # every number and every action of Rattus Cartus with three players
    python -m rattus.envs.schema docs/learning.md   # rewrites the tables in this document

As data it is `rattus.engine("cartus", 3).schema()`.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rattus.envs.play import make_setting
from rattus.errors import RattusError
from rattus.games import GAMES
from rattus.kernel.schema import Actions, Field, Schema

BEGIN, END = "<!-- schema of {}: written by rattus.envs.schema -->", "<!-- end of the schema of {} -->"


def tables_in(schema: Schema) -> str:
    """The schema as two Markdown tables."""
    numbers = ["| name | first | numbers | range | what | rule |", "| --- | --- | --- | --- | --- | --- |"]
    numbers += [_field(field) for field in schema.observation]
    actions = ["| action | first | number | what | rule |", "| --- | --- | --- | --- | --- |"]
    actions += [_actions(kind) for kind in schema.actions]
    size = sum(field.size for field in schema.observation)
    return "\n".join(
        [
            f"The {size:,} numbers of an observation:", "", *numbers, "",
            f"The {len(schema.moves):,} actions with {schema.players} players:", "", *actions,
        ]
    )  # fmt: skip


def _field(field: Field) -> str:
    pattern = "/".join([field.name, *(axis.name.upper() for axis in field.axes)])
    shape = " x ".join(str(len(axis.labels)) for axis in field.axes) or "1"
    strides = f", {' and '.join(f'+{stride}' for stride in field.strides)} each" if is_spread(field) else ""
    cells = (f"`{pattern}`", f"{field.first}{strides}", shape, f"{field.low}-{field.high}", field.what, field.rules)
    return f"| {' | '.join(cells)} |"


def is_spread(field: Field) -> bool:
    """Whether there are other numbers between those of this field."""
    return bool(field.strides) and field.strides[0] * len(field.axes[0].labels) != field.size


def _actions(kind: Actions) -> str:
    return f"| `{kind.verb}` | {kind.first} | {kind.size} | {kind.what} | {kind.rules} |"


def document(text: str) -> str:
    """The document with its tables rewritten; only tables whose markers it contains."""
    for name, rulebook in GAMES.items():
        before, begin, rest = text.partition(BEGIN.format(name))
        _, end, after = rest.partition(END.format(name))
        if begin and end:
            engine = make_setting(name, max(rulebook.player_counts), {}, compiled=False).engine
            text = f"{before}{begin}\n\n{tables_in(engine.schema())}\n\n{end}{after}"
    return text


def every_name(schema: Schema) -> str:
    """Every number and every action, one line each."""
    numbers = zip(schema.names(), schema.ranges(), strict=True)
    lines = [f"{place}\t{name}\t{low}..{high}" for place, (name, (low, high)) in enumerate(numbers)]
    return "\n".join([*lines, "", *(f"{move}\t{text}" for move, text in enumerate(schema.moves))])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a schema, or rewrite the tables in a document."""
    parser = argparse.ArgumentParser(
        prog="python -m rattus.envs.schema",
        usage="%(prog)s GAME PLAYERS, or %(prog)s DOCUMENT",
        description="Print every number and every action of a game, or rewrite the tables in a document.",
    )
    parser.add_argument("given", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args(arguments).given
    try:
        if len(given) == 2:
            players = int(given[1]) if given[1].isdecimal() else given[1]
            print(every_name(make_setting(given[0], players, {}, compiled=False).engine.schema()), flush=True)
        else:
            for path in map(Path, given):
                path.write_text(document(path.read_text(encoding="utf-8")), encoding="utf-8")
    except (RattusError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # whoever reads has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return
        parser.error(str(error))


if __name__ == "__main__":
    main()
