"""Rattus Cartus (2-5 players)."""

from typing import Any

from rattus.games.cartus.box import BOX, make_box
from rattus.games.cartus.components import read_components
from rattus.games.cartus.dealing import SCRATCH
from rattus.games.cartus.editions import NAMES, REVEALING_EVENTS
from rattus.games.cartus.events import SECRET_VERBS
from rattus.games.cartus.explain import explain
from rattus.games.cartus.position_cards import plan_shuffle
from rattus.games.cartus.positions import FIELDS, read_position
from rattus.games.cartus.reference import describe_vocabulary
from rattus.games.cartus.rules import RULES
from rattus.games.cartus.schema import schema
from rattus.games.cartus.sizes import FILE, NAME, PLAYER_COUNTS, TITLE
from rattus.games.cartus.table import TABLE
from rattus.games.cartus.views import (
    conclude,
    describe,
    describe_as_played,
    describe_event,
    describe_shuffle,
    expected,
    is_public,
)
from rattus.games.cartus.vocabulary import REASONS
from rattus.kernel.encoding import observation_size
from rattus.kernel.rulebook import Rulebook


def _sample_box() -> Any:
    """A box that is empty except for what the observation divides by."""
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
    names=NAMES,
    rules=RULES,
    observation=observation_size(RULES, _sample_box(), TABLE.new()),
    schema=schema,
    scratch=SCRATCH,
    reasons=REASONS,
    expected=expected,
    read_components=read_components,
    make_box=make_box,
    read_position=read_position,
    fields=FIELDS,
    describe=describe,
    describe_as_played=describe_as_played,
    describe_event=describe_event,
    is_public=is_public,
    describe_shuffle=describe_shuffle,
    plan_shuffle=plan_shuffle,
    conclude=conclude,
    explain=explain,
    vocabulary=describe_vocabulary,
    has_hands=True,
    revealing=REVEALING_EVENTS,
    secret_verbs=SECRET_VERBS,
)
