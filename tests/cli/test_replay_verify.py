"""`rattus replay --verify`: what holds is ticked, what does not is named."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import rattus
from rattus.match.record import read_record
from rattus.match.seal import Seal

Run = Callable[..., Result]
Record = dict[str, Any]

GOLDEN = Path(__file__).parent.parent / "golden"
TICKS = [
    "✓ the commitment is that of seed and salt",
    "✓ the seed gives this start",
    "✓ moves and shuffles give this result",
]


@pytest.fixture
def record() -> Record:
    record = read_record((GOLDEN / "africanus-2-shuffled.jsonl").read_text("utf-8"))
    seed = str(record["seed"])
    return {**record, "seed": seed, "salt": "5a17", "commitment": Seal(seed, "5a17").commitment}


@pytest.fixture
def verify(run: Run) -> Callable[[Record], Result]:
    def verify(record: Record) -> Result:
        Path("game.json").write_text(json.dumps(record))
        return run("replay", "--verify", "game.json")

    return verify


def test_a_good_record(verify: Callable[[Record], Result], record: Record) -> None:
    result = verify(record)
    assert (result.exit_code, result.stdout.splitlines(), result.stderr) == (0, TICKS, "")


def change_start(record: Record) -> None:
    supply = record["start"]["supply"]
    other = next(n for n, token in enumerate(supply) if token != supply[0])
    supply[0], supply[other] = supply[other], supply[0]


def change_move(record: Record) -> None:
    game = rattus.new(record["game"], record["players"], record["seed"], record["options"])
    (seat,) = record["moves"][0]
    record["moves"][0][seat] = next(str(move) for move in game.legal() if str(move) != record["moves"][0][seat])


def change_shuffle(record: Record) -> None:
    pile = record["shuffles"][0]
    pile[0], pile[1] = pile[1], pile[0]


def forget_seal(record: Record) -> None:
    del record["salt"], record["commitment"]


def keep_running(record: Record) -> None:
    del record["moves"][20:], record["shuffles"][:], record["salt"]
    record.update(seed=None, result=None)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda record: record.update(seed="77"), "commitment: it does not hold that the commitment is that of seed"),
        (lambda record: record.update(salt="77"), "commitment: it does not hold that the commitment is that of seed"),
        (change_start, "start: it does not hold that the seed gives this start"),
        (change_move, "it does not hold that moves and shuffles give this result"),
        (change_shuffle, "shuffles[0]: it does not hold that moves and shuffles give this result: the seed gives"),
        (forget_seal, "commitment: there is none"),
        (keep_running, "salt: there is none: seed and salt are shown after the end"),
    ],
)
def test_what_does_not_hold(verify: Callable[[Record], Result], record: Record, change: Any, words: str) -> None:
    change(record)
    result = verify(record)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.startswith("error: game.json, ")
    assert words in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_running_game_whose_seal_is_open(verify: Callable[[Record], Result], record: Record) -> None:
    result = verify({**record, "moves": record["moves"][:20], "shuffles": [], "result": None})
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        *TICKS[:2],
        "✓ moves and shuffles are right so far; the game is not over",
    ]


def test_other_rules(verify: Callable[[Record], Result], record: Record) -> None:
    result = verify({**record, "rules_version": 1})
    assert (result.exit_code, result.stdout.splitlines()) == (1, TICKS[:1])
    assert "version 1 of the rules" in result.stderr


def test_what_cannot_be_read(run: Run, verify: Callable[[Record], Result], record: Record) -> None:
    assert run("replay", "--verify", "nowhere.json").exit_code == 2
    result = verify({**record, "moves": 7})
    assert (result.exit_code, result.stderr) == (2, "error: game.json, moves: a list\n")
    for more in (["--all"], ["--seat", "red"]):
        result = run("replay", "--verify", "game.json", *more)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "leave --all and --seat out" in result.stderr
