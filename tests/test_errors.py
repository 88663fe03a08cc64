"""One tree of errors, and IllegalMove at every door through which a move can come."""

import copy
import importlib
import json
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rattus
from rattus import errors
from rattus.cli import app
from rattus.envs.play import Play, make_setting
from rattus.errors import FormatError, IllegalMove, MalformedMove, RattusError
from rattus.match.game import Game
from rattus.match.record import load_record, read_record, write_lines
from rattus.match.scenario import game_of_scenario
from rattus.match.sight import sight_of

ILLEGAL, UNKNOWN = "place gallia 2", "fly home"  # a move of the game that is not legal at set-up; no move at all
GAME = ("rattus", 2, 7)
# A bug of the server, which is no fault of the input; and how a command ends a session at the terminal.
OUTSIDE_THE_TREE = {"BrokenInvariant", "Quit"}


def new() -> Game:
    return rattus.new(*GAME, options={"first": "red"})


def list_engine() -> tuple[Any, Any, Any]:
    engine = rattus.engine("rattus", 2, {"first": "red"}, compiled=False)
    tables, out = engine.tables(1), engine.move_buffer()
    engine.begin(tables, 0, engine.stream(7), out)
    return engine, tables, out


def by_engine(text: str) -> None:
    engine, tables, out = list_engine()
    engine.apply(tables, 0, engine.id(text), out)


def by_batch(text: str) -> None:
    engine, _, _ = list_engine()
    engine.new_batch(2, 1).step([engine.id(text)] * 2)


def by_environment(text: str) -> None:
    play = Play(make_setting("rattus", 2, {"first": "red"}, compiled=False))
    play.begin(7)
    play.apply(play.setting.engine.id(text))


def by_pettingzoo(text: str) -> None:
    pettingzoo = pytest.importorskip("rattus.envs.pettingzoo", reason="needs PettingZoo")
    env = pettingzoo.env("rattus", players=2, options={"first": "red"}, compiled=False)
    env.reset(seed=7)
    env.step(env.unwrapped.play.setting.engine.id(text))


def by_openspiel(text: str) -> None:
    openspiel = pytest.importorskip("rattus.envs.openspiel", reason="needs OpenSpiel")
    pyspiel = importlib.import_module("pyspiel")
    assert openspiel
    state = pyspiel.load_game("rattus", {"players": 2, "compiled": False}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    moves = state.play.setting.engine
    before = state.moves
    try:
        state._apply_action(moves.id(text))
    finally:
        assert state.moves == before


def record_with(text: str) -> dict[str, Any]:
    game = new()
    game.play("settle gallia")
    record = copy.deepcopy(game.record())
    record["moves"][0] = {"red": text}
    return record


def by_record(text: str) -> None:
    load_record(record_with(text))


def by_record_as_lines(text: str) -> None:
    rattus.load(json.dumps(read_record(write_lines(record_with(text)))))


def by_scenario(text: str) -> None:
    game_of_scenario(
        f"{{setup: {{game: rattus, players: 2, options: {{first: red}}}}, moves: [red: {text}], expect: {{}}}}"
    )


DOORS: list[Callable[[str], None]] = [
    lambda text: new().play(text),
    lambda text: new().check(text),
    by_engine,
    by_batch,
    by_environment,
    by_pettingzoo,
    by_openspiel,
    by_record,
    by_record_as_lines,
    by_scenario,
]


@pytest.mark.parametrize("text", [ILLEGAL, UNKNOWN])
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__.strip("<>"))
def test_an_illegal_move_raises_illegal_move_at_every_door(door: Callable[[str], None], text: str) -> None:
    with pytest.raises(IllegalMove) as error:
        door(text)
    assert error.value.move == text
    assert text in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("move", [-1, -7, 1 << 30])
def test_a_number_that_is_no_move_is_malformed(move: int) -> None:
    engine, tables, out = list_engine()
    with pytest.raises(MalformedMove, match=str(move)):
        engine.apply(tables, 0, move, out)
    with pytest.raises(MalformedMove, match=str(move)):
        engine.new_batch(1, 1).step([move])


def test_other_ways_a_move_cannot_be_made() -> None:
    game = new()
    with pytest.raises(IllegalMove, match="red is to move, not yellow"):
        game.play("settle gallia", "yellow")
    with pytest.raises(IllegalMove, match="there is none"):
        game.undo()
    while not game.is_over:
        game.play(game.legal()[0])
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play("settle gallia")
    with pytest.raises(IllegalMove, match="the game is over"):
        sight_of(game)


@pytest.mark.parametrize("text", [ILLEGAL, UNKNOWN])
def test_where_in_a_record_an_illegal_move_is(tmp_path: Path, text: str) -> None:
    with pytest.raises(FormatError) as error:
        by_record(text)
    assert error.value.place == "moves[0]"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record_with(text)))
    done = CliRunner().invoke(app, ["replay", str(file), "--all"])
    assert done.exit_code == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: {file}, moves[0]: '{text}': ")


def test_all_errors_are_of_one_tree() -> None:
    for module in pkgutil.walk_packages(rattus.__path__, "rattus."):
        if module.name.endswith(("__main__", "migrations.env")):
            continue
        try:
            found = vars(importlib.import_module(module.name))
        except ModuleNotFoundError:  # an extra that is not installed
            continue
        for name, value in found.items():
            if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == module.name:
                assert issubclass(value, RattusError) or name in OUTSIDE_THE_TREE, f"{module.name}.{name}"


def test_errors_are_told_in_one_sentence() -> None:
    missing = errors.MissingExtra("server", "rattus serve", ["fastapi", "uvicorn", "orjson"])
    assert str(missing) == "rattus serve needs fastapi, uvicorn and orjson: pip install 'rattus[server]'"
    assert str(errors.MissingExtra("ray", "it", ["ray"])) == "it needs ray: pip install 'rattus[ray]'"
    error = FormatError("moves[3]", "not legal")
    error.prefix_place("game.json")
    assert (error.place, str(error)) == ("game.json, moves[3]", "game.json, moves[3]: not legal")
