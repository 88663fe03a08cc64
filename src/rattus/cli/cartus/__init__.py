"""Rattus Cartus at the terminal."""

from collections.abc import Collection

from rattus.cli.cartus.hand import discards
from rattus.cli.cartus.labels import labels
from rattus.cli.cartus.layout import table
from rattus.cli.cartus.panel import heading
from rattus.cli.cartus.question import question
from rattus.cli.cartus.result import result
from rattus.cli.cartus.story import TELLER, events
from rattus.cli.look import Look, View


def _has_secrets(_: View, __: Collection[str]) -> bool:
    return True  # from the first deal on everybody has a hand (C4)


CARTUS = Look(
    heading=heading,
    table=table,
    question=question,
    labels=labels,
    events=events,
    teller=TELLER,
    result=result,
    discards=discards,
    has_secrets=_has_secrets,
    example_move="pl ch",
    example_rule="C23",
    lengths="rounds",
)
