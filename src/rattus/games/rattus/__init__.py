"""Rattus (2-4 players)."""

from rattus.games.rattus.box import BOX, Box
from rattus.games.rattus.components import FILES, PLAYER_COUNTS, read_components
from rattus.games.rattus.describe import describe, describe_event
from rattus.games.rattus.ending import ended, score
from rattus.games.rattus.events import REVEALING
from rattus.games.rattus.observation import OBSERVATION, encode
from rattus.games.rattus.play import advance, legal, perform
from rattus.games.rattus.reading import FIELDS, read_position
from rattus.games.rattus.setup import set_up
from rattus.games.rattus.table import TABLE
from rattus.games.rattus.veil import SCRATCH, resample, veil
from rattus.games.rattus.words import REASONS
from rattus.kernel.rulebook import Rulebook

RATTUS = Rulebook(
    name="rattus",
    title="Rattus",
    player_counts=PLAYER_COUNTS,
    version=1,
    files=FILES,
    box_layout=BOX,
    table_layout=TABLE,
    rules={
        "set_up": set_up,
        "legal": legal,
        "perform": perform,
        "advance": advance,
        "veil": veil,
        "resample": resample,
        "encode": encode,
        "score": score,
        "ended": ended,
    },
    observation=OBSERVATION,
    scratch=SCRATCH,
    reasons=REASONS,
    read_components=read_components,
    make_box=Box,
    read_position=read_position,
    fields=FIELDS,
    describe=describe,
    describe_event=describe_event,
    revealing=frozenset(REVEALING),
)
