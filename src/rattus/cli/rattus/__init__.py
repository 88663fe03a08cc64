"""Rattus and Rattus Africanus at the terminal."""

from collections.abc import Collection, Mapping, Sequence

from rattus.cli.look import Look, View
from rattus.cli.rattus.hand import discards, has_hands
from rattus.cli.rattus.layout import table
from rattus.cli.rattus.panel import heading
from rattus.cli.rattus.question import question
from rattus.cli.rattus.result import result
from rattus.cli.rattus.story import TELLER
from rattus.match.game import Game
from rattus.match.move import Move


def _own_words(_: View, __: Sequence[Move]) -> Mapping[Move, str]:
    """The moves themselves read well enough."""
    return {}


def _has_secrets(view: View, people: Collection[str]) -> bool:
    return has_hands(view) or any(person in view["known"] for person in people)


RATTUS = Look(
    heading=heading,
    table=table,
    question=question,
    labels=_own_words,
    events=Game.events_seen,
    teller=TELLER,
    result=result,
    discards=discards,
    has_secrets=_has_secrets,
    example_move="pl ga 2",
    example_rule="R22",
)
