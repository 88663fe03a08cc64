"""Recorded games must replay the same for as long as the rules version stays the same."""

import json
from pathlib import Path

import pytest

from make_golden import digest, golden_kinds
from rattus.match.record import load_record, read_record

FOLDER = Path(__file__).resolve().parent.parent / "golden"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
KINDS = golden_kinds()
DIGESTS = json.loads((FOLDER / "digests.json").read_text("utf-8"))


def test_there_is_one_of_each_kind() -> None:
    assert {path.stem for path in RECORDS} == set(KINDS) == set(DIGESTS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_replays_the_same(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    game = load_record(record)
    result = game.outcome.as_data()
    assert {name: result[name] for name in record["result"]} == record["result"]  # newer results explain more
    assert {seat: sum(points.values()) for seat, points in result["categories"].items()} == result["points"]
    name, players, options, wanted = KINDS[path.stem]
    assert (game.name, game.players, game.box.agreed) == (name, players, options)
    assert wanted(game)
    assert digest(record) == DIGESTS[path.stem]
