"""Games that were played once and must go the same way for ever (of one rules version)."""

import json
from pathlib import Path

import pytest

from make_golden import GAMES, OPTIONS, SHUFFLED, digest
from rattus.match.record import load_record, read_record

FOLDER = Path(__file__).resolve().parent.parent / "golden"
RECORDS = sorted(FOLDER.glob("*.jsonl"))
DIGESTS = json.loads((FOLDER / "digests.json").read_text("utf-8"))


def test_there_is_one_for_each_end_and_number_of_players() -> None:
    names = {f"{name}-{players}-{reason}" for name, players in GAMES for reason in OPTIONS} | {SHUFFLED}
    assert {path.stem for path in RECORDS} == names == set(DIGESTS)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_goes_as_it_went(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    game = load_record(record)
    assert game.outcome.as_data() == record["result"]
    assert path.stem in (SHUFFLED, f"{game.name}-{game.players}-{game.outcome.reason}")
    assert (path.stem == SHUFFLED) == bool(game.shuffles)
    assert digest(record) == DIGESTS[path.stem]
