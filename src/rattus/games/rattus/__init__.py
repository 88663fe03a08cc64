"""Rattus (2-4 players), and Rattus Africanus (2-6), the larger edition of it."""

import functools
from typing import Any

from rattus.games.rattus.african_positions import plan_shuffle
from rattus.games.rattus.box import AFRICANUS_BOX, RATTUS_BOX, make_box
from rattus.games.rattus.components import read_components
from rattus.games.rattus.editions import AFRICANUS_EDITION, RATTUS_EDITION, Edition
from rattus.games.rattus.explain import explain
from rattus.games.rattus.positions import fields, read_position
from rattus.games.rattus.reference import describe_vocabulary
from rattus.games.rattus.rules import AFRICANUS_RULES, RATTUS_RULES
from rattus.games.rattus.schema import schema
from rattus.games.rattus.table import AFRICANUS_TABLE, RATTUS_TABLE
from rattus.games.rattus.veil import SCRATCH
from rattus.games.rattus.views import (
    conclude,
    describe,
    describe_as_played,
    describe_event,
    describe_shuffle,
    expected,
    is_public,
)
from rattus.games.rattus.vocabulary import REASONS
from rattus.kernel.encoding import observation_size
from rattus.kernel.layout import Layout
from rattus.kernel.rule import Rule
from rattus.kernel.rulebook import Rulebook


def _rulebook(edition: Edition, rules: dict[str, Rule], box_layout: Layout, table_layout: Layout) -> Rulebook:
    return Rulebook(
        name=edition.name,
        title=edition.title,
        player_counts=edition.player_counts,
        version=2,
        files=edition.files,
        box_layout=box_layout,
        table_layout=table_layout,
        rules=rules,
        observation=observation_size(rules, _sample_box(box_layout), table_layout.new()),
        schema=schema,
        scratch=SCRATCH,
        reasons=REASONS,
        expected=expected,
        read_components=functools.partial(read_components, edition),
        make_box=functools.partial(make_box, edition),
        read_position=functools.partial(read_position, edition),
        fields=fields(edition),
        describe=describe,
        describe_as_played=describe_as_played,
        describe_event=describe_event,
        is_public=is_public,
        describe_shuffle=describe_shuffle,
        plan_shuffle=plan_shuffle,
        conclude=conclude,
        explain=explain,
        vocabulary=functools.partial(describe_vocabulary, edition),
        has_hands=edition.african,
        revealing=edition.revealing,
        secret_verbs=edition.secret_verbs,
        names=edition.names,
    )


def _sample_box(layout: Layout) -> Any:
    """A box that is empty except for what the observation divides by."""
    record = layout.new()
    record.players = record.max_turns = 1
    return record


RATTUS = _rulebook(RATTUS_EDITION, RATTUS_RULES, RATTUS_BOX, RATTUS_TABLE)
AFRICANUS = _rulebook(AFRICANUS_EDITION, AFRICANUS_RULES, AFRICANUS_BOX, AFRICANUS_TABLE)
