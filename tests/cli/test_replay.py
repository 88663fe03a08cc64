import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import rattus
from rattus.cli.rattus.vocabulary import card_in_words, card_name
from rattus.match.game import Game
from rattus.match.record import read_record, save_record_file
from rattus.match.seal import Seal

Run = Callable[..., Result]

CARDS = ["peasant", "merchant", "monk", "knight", "witch", "astronomer"]


@pytest.fixture
def saved(tmp_path: Path, advanced: Callable[..., Game]) -> Path:
    path = tmp_path / "game.json"
    save_record_file(advanced(3, 10_000), path)
    return path


def test_all_moves_are_printed(run: Run, saved: Path) -> None:
    moves = json.loads(saved.read_text())["moves"]
    result = run("replay", saved, "--all")
    assert result.exit_code == 0
    for number, move in enumerate(moves, 1):
        [(seat, text)] = move.items()
        assert f"Move {number} of {len(moves)} · {seat.title()}: {text}\n" in result.stdout
    assert result.stdout.count("Anglia") >= len(moves)
    assert " wins with " in result.stdout


@pytest.mark.slow
def test_a_spectator_sees_no_faces_before_the_end(run: Run, saved: Path) -> None:
    before_the_end = run("replay", saved, "--all").stdout.rpartition("Move ")[0]
    assert "◉" not in before_the_end
    assert any("◉" in run("replay", saved, "--all", "--seat", seat).stdout for seat in ("red", "yellow", "green"))


def test_stepping(run: Run, saved: Path) -> None:
    result = run("replay", saved, lines=["", "n", "b", "7", "x", "99999", "b", "b", "q", "5"])
    titles = [line.split(" of ")[0] for line in result.stdout.splitlines() if line.startswith("Move ")]
    assert titles == ["Move 0", "Move 1", "Move 2", "Move 1", "Move 7", "Move 6", "Move 5"]
    assert "There is no move 99999" in result.stdout
    assert "q quits" in result.stdout
    assert result.exit_code == 0


@pytest.mark.rules("A15")
def test_what_others_keep_is_hidden(run: Run, tmp_path: Path) -> None:
    game = rattus.new("africanus", 2, 3, {"cards": CARDS, "first": "red"})
    for move in ("settle gallia", "settle italia", "settle italia", "settle gallia", "take astronomer", "astronomer"):
        game.play(move)
    kept = game.legal()[0]
    game.play(kept)
    save_record_file(game, tmp_path / "running.json")
    titles = {
        seat: [line for line in run("replay", "running.json", "--all", *seat).stdout.splitlines() if " of 7 · " in line]
        for seat in ((), ("--seat", "red"), ("--seat", "yellow"))
    }
    assert titles["--seat", "red"][-1] == f"Move 7 of 7 · Red: {kept}"
    assert titles["--seat", "yellow"][-1] == titles[()][-1] == "Move 7 of 7 · Red: hold ?"
    assert titles[()][:-1] == titles["--seat", "red"][:-1]
    shown = run("replay", "running.json", "--all", "--seat", "yellow").stdout
    assert card_in_words(kept.arguments[0]) not in shown
    assert card_name(kept.arguments[0]) not in shown
    assert "draws 3 region cards" in shown
    assert "Yellow's hand: " in shown
    assert "Red's hand: " not in shown


@pytest.mark.rules("C11")
def test_what_others_play_is_hidden(run: Run, tmp_path: Path) -> None:
    game = rattus.new("cartus", 2, 3, {"first": "red"})
    while game.view(None)["phase"] == "supply":
        game.play(game.legal()[0])
    game.play("enter 1")
    card = game.legal()[0].arguments[0]
    game.play(f"play {card}")
    save_record_file(game, tmp_path / "running.json")
    titles = {
        seat: run("replay", "running.json", "--all", *seat).stdout.rpartition("Move ")[2].splitlines()
        for seat in ((), ("--seat", "red"), ("--seat", "yellow"))
    }
    number = len(game.moves)
    assert titles["--seat", "red"][0] == f"{number} of {number} · Red: play {card}"
    assert titles["--seat", "yellow"][0] == titles[()][0] == f"{number} of {number} · Red: play ?"
    assert "Red lays " in titles["--seat", "red"][1]
    assert not any("Red lays " in line for line in titles["--seat", "yellow"])


@pytest.mark.slow
def test_a_whole_game_of_cartus(run: Run, tmp_path: Path, advanced: Callable[..., Game]) -> None:
    game = advanced(2, 10_000, name="cartus")
    save_record_file(game, tmp_path / "cartus.json")
    shown = run("replay", "cartus.json", "--all", "--seat", "yellow").stdout
    assert shown.count("Nun row: ") == len(game.moves) + 1
    before, _, last = shown.rpartition("Move ")
    assert "Red's hand" not in before
    assert before.count("Yellow's hand: ") == len(game.moves)
    assert "Red's hand: " in last
    assert "The game is over." in " ".join(last.split())
    stepped = run("replay", "cartus.json", lines=["", "b", str(len(game.moves)), "q"])
    assert stepped.exit_code == 0
    assert "Move 1 of " in stepped.stdout


@pytest.mark.slow
def test_after_the_end_nothing_is_hidden(run: Run, tmp_path: Path, advanced: Callable[..., Game]) -> None:
    game = advanced(6, 10_000, name="africanus")
    save_record_file(game, tmp_path / "africanus.json")
    last = run("replay", "africanus.json", "--all").stdout.rpartition("Move ")[2]
    assert f" · {game.moves[-1][0].title()}: {game.moves[-1][1]}" in last
    for seat in game.seats:
        assert f"{seat.title()}'s hand: " in last


def test_no_more_input(run: Run, saved: Path) -> None:
    assert run("replay", saved, lines=[""]).exit_code == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "it is empty"),
        (b"{", "not valid JSON"),
        (b"[]", "an object"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b"[" * 100_000, "nested"),
        (b'{"game": "rattus", "rules_version": 1}', "is the file cut off?"),
        (b'{"game": "rattus", "rules_version": 99, "players": 2, "start": {}, "moves": []}', "Update rattus"),
        (b'{"game": "rattus", "rules_version": 1, "players": 2, "start": {}, "moves": []}', "version 1 of the rules"),
        (b'{"game": "chess", "rules_version": 1, "players": 2, "start": {}, "moves": []}', "one of rattus"),
    ],
)
def test_broken_records(run: Run, text: bytes, why: str) -> None:
    Path("broken.json").write_bytes(text)
    for command in (["replay", "broken.json"], ["play", "--resume", "broken.json"]):
        result = run(*command)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: broken.json")
        assert why in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_cut_off_record(run: Run, saved: Path) -> None:
    text = saved.read_text()
    for length in range(0, len(text) - 2, len(text) // 20):
        saved.write_text(text[:length])
        assert run("replay", saved, "--all").exit_code == 2


def test_unknown_seat_and_missing_file(run: Run, saved: Path) -> None:
    assert run("replay", saved, "--seat", "purple").exit_code == 2
    assert run("replay", "nowhere.json").exit_code == 2


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
    assert (result.exit_code, result.stderr) == (2, "error: game.json, moves: must be a list\n")
    for more in (["--all"], ["--seat", "red"]):
        result = run("replay", "--verify", "game.json", *more)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "leave --all and --seat out" in result.stderr
