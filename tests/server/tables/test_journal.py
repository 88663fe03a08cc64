"""The journal: rows of every version that was ever stored can be read, and new ones are written as they are here."""

from typing import get_args

import orjson
import pytest

from rattus.server.errors import JournalError
from rattus.server.tables.journal import (
    ChairChanged,
    ChairHolder,
    Change,
    ChatSent,
    ClockResumed,
    EntryKind,
    EntryRow,
    JournalEntry,
    LeaveReason,
    MatchBegun,
    MovePlayed,
    MovesUndone,
    PersonLeft,
    PersonReturned,
    ProposalAnswered,
    ProposalKind,
    ProposalMade,
    RecordOpened,
    TableClosed,
    TableMade,
    TableSettings,
    entry_from_row,
    entry_to_row,
)
from rattus.server.tables.table import Table

CLOCK = {"kind": "bank", "seconds": 600.0, "increment": 10.0}

# Rows as today's server stores them, byte for byte; number and time are left out.
CURRENT = [
    (
        ("made", None, '{"game":"cartus","options":{"buildings":"mixed"},"chairs":[{"name":"Anna"},{"bot":"hard"},{}],'
         '"clock":{"kind":"bank","seconds":600.0,"increment":10.0},"sitter":"normal","hide_rats":true,"hints":null}'),
        TableMade(
            TableSettings("cartus", {"buildings": "mixed"}, CLOCK, "normal", True, None),
            [{"name": "Anna"}, {"bot": "hard"}, {}],
        ),
        None,
    ),
    (
        ("made", None, '{"game":"rattus","options":{},"chairs":[{},{}],"clock":null,"sitter":"easy","hide_rats":false,'
         '"hints":true,"position":{"game":"rattus","players":2}}'),
        TableMade(TableSettings("rattus", {}, None, "easy", position={"game": "rattus", "players": 2}), [{}, {}]),
        None,
    ),
    (("chair", 2, '{"name":"Bért"}'), ChairChanged(name="Bért"), None),
    (("chair", 3, '{"holder":"bot","level":"hard"}'), ChairChanged(holder=ChairHolder.BOT, level="hard"), None),
    (("chair", 3, '{"holder":"closed"}'), ChairChanged(holder=ChairHolder.CLOSED), None),
    (
        ("begun", None, '{"seed":"5eed","salt":"5a17","start":{"game":"rattus"},"rules_version":2}'),
        MatchBegun({"game": "rattus"}, "5eed", "5a17", 2),
        None,
    ),
    (
        ("begun", None, '{"seed":null,"salt":null,"start":{"game":"rattus"},"rules_version":2}'),
        MatchBegun({"game": "rattus"}, None, None, 2),
        None,
    ),
    (
        ("begun", None, '{"seed":"5eed","salt":"5a17","start":{"game":"rattus"},"rules_version":2,'
         '"shuffle_key":"5eed:5a17/shuffles"}'),
        MatchBegun({"game": "rattus"}, "5eed", "5a17", 2, "5eed:5a17/shuffles"),
        None,
    ),
    (("begun", None, '{"record":{"game":"rattus","moves":[]}}'), RecordOpened({"game": "rattus", "moves": []}), None),
    (("move", 1, '{"move":"settle gallia","id":"a-1"}'), MovePlayed("settle gallia"), "a-1"),
    (("move", 2, '{"move":"pass"}'), MovePlayed("pass"), None),
    (
        ("move", 2, '{"move":"pass","fault":"the bot failed; this move was made at random"}'),
        MovePlayed("pass", "the bot failed; this move was made at random"),
        None,
    ),
    (("undone", 1, '{"to":12,"id":"u"}'), MovesUndone(12), "u"),
    (("undone", 1, '{"to":0}'), MovesUndone(0), None),
    (("asked", 1, '{"what":"undo","to":3,"id":"q"}'), ProposalMade(ProposalKind.UNDO, 3), "q"),
    (("asked", 2, '{"what":"rematch","id":"r"}'), ProposalMade(ProposalKind.REMATCH), "r"),
    (("answered", 2, '{"yes":true,"id":"y"}'), ProposalAnswered(True), "y"),
    (("answered", 2, '{"yes":false,"id":"n"}'), ProposalAnswered(False), "n"),
    (("left", 1, '{"why":"gave_up","id":"l"}'), PersonLeft(LeaveReason.GAVE_UP), "l"),
    (("left", 1, '{"why":"clock"}'), PersonLeft(LeaveReason.CLOCK), None),
    (("returned", 1, '{"id":"b"}'), PersonReturned(), "b"),
    (("resumed", None, '{"seconds":11.5}'), ClockResumed(11.5), None),
    (("closed", None, "{}"), TableClosed(), None),
    (("left", 2, '{"why":"removed"}'), PersonLeft(LeaveReason.REMOVED), None),
    (("chat", 1, '{"text":"je pense 🐀","id":"c"}'), ChatSent("je pense 🐀"), "c"),
]  # fmt: skip

# Rows of earlier versions, which knew fewer fields and called chairs seats.
OLDER = [
    (
        ("made", None, '{"game":"rattus","options":{},"seats":[{"name":"Anna"},{}],"clock":null,"sitter":"normal"}'),
        TableMade(TableSettings("rattus", {}, None, "normal", hide_rats=False, hints=True), [{"name": "Anna"}, {}]),
    ),
    (
        ("begun", None, '{"seed":"5eed","salt":"5a17","start":{"game":"rattus"}}'),
        MatchBegun({"game": "rattus"}, "5eed", "5a17", rules_version=1),
    ),
    (("seat", 2, '{"name":"Bért"}'), ChairChanged(name="Bért")),
    (("seat", 3, '{"holder":"bot","level":"hard"}'), ChairChanged(holder=ChairHolder.BOT, level="hard")),
]


@pytest.mark.parametrize(("row", "change", "request_id"), CURRENT)
def test_every_kind_of_row_is_read_and_written_byte_for_byte(row, change, request_id) -> None:
    stored = EntryRow(7, 1_763_200_000.5, *row)
    entry = entry_from_row(stored)
    assert entry == JournalEntry(7, 1_763_200_000.5, row[1], change, request_id)
    assert entry_to_row(entry) == stored


@pytest.mark.parametrize(("row", "change"), OLDER)
def test_rows_of_earlier_versions_are_read_with_what_was_true_then(row, change) -> None:
    assert entry_from_row(EntryRow(1, 0.0, *row)) == JournalEntry(1, 0.0, row[1], change)


def test_no_kind_and_no_dataclass_is_left_out_above() -> None:
    assert {row[0] for row, _, _ in CURRENT} == {kind.value for kind in EntryKind}
    assert {type(change) for _, change, _ in CURRENT} == set(get_args(Change))


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("flown", "{}"),
        ("move", "{}"),
        ("move", "[]"),
        ("move", "null"),
        ("move", "not JSON"),
        ("left", '{"why":"bored"}'),
        ("asked", '{"what":"tea"}'),
        ("chair", '{"holder":"cat"}'),
        ("begun", '{"seed":"5eed"}'),
    ],
)
def test_a_row_that_cannot_be_understood_is_an_error_that_names_it(kind: str, data: str) -> None:
    with pytest.raises(JournalError, match="entry 7 cannot be read"):
        entry_from_row(EntryRow(7, 0.0, kind, 1, data))


@pytest.mark.parametrize(
    ("kind", "chair", "data", "why"),
    [
        ("move", 1, {"move": "pass"}, "before the first match"),
        ("undone", 1, {"to": 0}, "before the first match"),
        ("answered", 1, {"yes": True}, "answers no proposal"),
        ("chat", None, {"text": "hi"}, "has no chair None"),
        ("chat", 9, {"text": "hi"}, "has no chair 9"),
    ],
)
def test_an_entry_that_does_not_follow_is_an_error_and_not_a_crash(kind, chair, data, why) -> None:
    table = Table("t")
    table.apply(entry_from_row(EntryRow(1, 0.0, *OLDER[0][0])))
    entry = entry_from_row(EntryRow(2, 0.0, kind, chair, orjson.dumps(data).decode()))
    with pytest.raises(JournalError, match=why):
        table.apply(entry)


def test_a_table_without_entries_has_no_settings() -> None:
    with pytest.raises(JournalError, match="no entries"):
        _ = Table("t").settings
