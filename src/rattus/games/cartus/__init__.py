"""Rattus Cartus (2-5 players)."""

from typing import Any

from rattus.games.cartus.box import BOX, make_box
from rattus.games.cartus.components import read_components
from rattus.games.cartus.dealing import SCRATCH
from rattus.games.cartus.describe import describe, describe_event, describe_shuffle, is_public
from rattus.games.cartus.events import REVEALING, SECRET_VERBS
from rattus.games.cartus.kit import FILE, NAME, PLAYER_COUNTS, TITLE
from rattus.games.cartus.reading import FIELDS, read_position
from rattus.games.cartus.reading_cards import plan_shuffle
from rattus.games.cartus.result import conclude
from rattus.games.cartus.rules import CARTUS_RULES
from rattus.games.cartus.schema import schema
from rattus.games.cartus.table import TABLE
from rattus.games.cartus.words import REASONS
from rattus.kernel.encoding import observation_size
from rattus.kernel.rulebook import Rulebook


def _sample_box() -> Any:
    """A box in which nothing divides by zero."""
    box = BOX.new()
    box.players = box.rounds = 1
    return box


CARTUS = Rulebook(
    name=NAME,
    title=TITLE,
    player_counts=PLAYER_COUNTS,
    version=2,
    files=(FILE,),
    box_layout=BOX,
    table_layout=TABLE,
    rules=CARTUS_RULES,
    observation=observation_size(CARTUS_RULES, _sample_box(), TABLE.new()),
    schema=schema,
    scratch=SCRATCH,
    reasons=REASONS,
    read_components=read_components,
    make_box=make_box,
    read_position=read_position,
    fields=FIELDS,
    describe=describe,
    describe_event=describe_event,
    is_public=is_public,
    describe_shuffle=describe_shuffle,
    plan_shuffle=plan_shuffle,
    conclude=conclude,
    has_hands=True,
    revealing=frozenset(REVEALING),
    secret_verbs=SECRET_VERBS,
)
