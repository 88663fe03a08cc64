"""Checks that must hold for every game. `check_game` plays random games and checks everything below.

For those who add a game, change a rule or correct a component table:

>>> from rattus.testing import check_game
>>> check_game("rattus", players=2, games=1, compiled=False)
"""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

import rattus
from rattus.errors import IllegalMove
from rattus.kernel.engine import Engine
from rattus.match.game import Game, game_from
from rattus.match.record import begin_record, load_record, replay

Players = tuple[str | None, ...]


def check_game(
    game: str,
    players: int,
    games: int = 1,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    components: Path | str | None = None,
    compiled: bool = True,
) -> None:
    """Play random games and check them. AssertionError says what is wrong.

    With `compiled` each game is also played in the compiled engine, in lock-step.
    """
    for number in range(games):
        choice = random.Random(f"{seed}/{number}")
        played = rattus.new(game, players, f"{seed}/{number}", options, components)
        engine = Engine(played.parts.rulebook, played.box) if compiled else None
        _check_play(played, choice, engine)
        _check_record(played)


def _check_play(game: Game, choice: random.Random, engine: Engine | None) -> None:
    tables = engine.pack([game._table]) if engine else None
    while not game.is_over:
        move = str(choice.choice(game.legal()))
        check_decision(game, choice)
        check_step(game, move)
        game.play(move)
        if engine:
            engine.apply(tables, 0, engine.id(move), engine.move_buffer())
            assert engine.unpack(tables, 0) == game._table, f"compiled and plain rules differ after {move}"
    check_end(game)


def check_decision(game: Game, choice: random.Random) -> None:
    """Check what must hold whenever a seat is to move."""
    check_moves(game, choice)
    check_position(game)
    everybody: Players = (*game.seats, None)
    for player in everybody:
        check_worlds(game, player, choice.randrange(1 << 30))


def check_moves(game: Game, choice: random.Random) -> None:
    """Legal moves differ, a single one is asked for only to protect a secret, and every other move is refused."""
    legal = list(game.legal_texts)
    assert game.to_move in game.seats
    assert len(set(legal)) == len(legal), f"twice the same: {legal}"
    if len(legal) == 1:
        evident = game.parts.rulebook.rules["is_evident"](game.box.record, game._table)
        assert not evident, f"asked, though everybody can see the only answer: {legal}"
    before = game.position()
    illegal = sorted(set(game.box.moves) - set(legal))
    for text in [*choice.sample(illegal, min(5, len(illegal))), "", "no such move", legal[0] + " "]:
        _check_refused(game, text, None)
    _check_refused(game, legal[0], next(seat for seat in game.seats if seat != game.to_move))
    assert game.position() == before, "a refused move changed something"


def _check_refused(game: Game, text: str, seat: str | None) -> None:
    try:
        game.play(text, seat)
    except IllegalMove:
        return
    raise AssertionError(f"{text!r} was not refused")


def check_position(game: Game) -> None:
    """A position can be written as JSON and read back, also in the middle of a move."""
    position = game.position()
    again = game_from(game.parts, json.loads(json.dumps(position)))
    assert again.position() == position, "a position read back is another one"
    assert again.legal() == game.legal(), "a position read back has other moves"


def check_worlds(game: Game, player: str | None, seed: int) -> None:
    """A sampled world looks the same to the player, and does not depend on hidden information."""
    view, legal = game.view(player), game.legal()
    world = game.resample(player, seed)
    assert world.view(player) == view, f"a sample for {player} does not look like the game"
    if player == game.to_move:  # the moves of others may depend on what they hold
        assert world.legal() == legal, f"in a sample for {player} other moves are legal"
    first, second = game.resample(player, seed + 1), world.resample(player, seed + 1)
    assert first.position() == second.position(), f"a sample for {player} depends on what is hidden"
    assert game_from(game.parts, view, seed).view(player) == view, f"the view of {player} read back is another one"


def check_step(game: Game, text: str) -> None:
    """A move that revealed nothing can be undone exactly, and a game read back continues the same."""
    after, again = game.copy(), game_from(game.parts, game.position())
    after.play(text)
    again.play(text)
    assert again.position() == after.position(), f"a position read back goes on differently after {text}"
    if after.can_undo:
        assert str(after.undo()) == text
        assert after.position() == game.position(), f"{text} is not taken back exactly"
        assert after.legal() == game.legal()
        assert after.events == game.events


def check_end(game: Game) -> None:
    """A finished game has a result, hides nothing and refuses moves."""
    outcome = game.outcome
    assert outcome is not None
    assert game.to_move is None
    assert sorted(outcome.ranking) == sorted(game.seats)
    assert set(outcome.winners) <= set(game.seats)
    assert set(outcome.points) == set(game.seats)
    assert game.view(None) == game.position(), "after the end something is hidden"
    _check_refused(game, game.box.moves[0], None)


def _check_record(game: Game) -> None:
    """A record gives the same game again, position by position."""
    record = json.loads(json.dumps(game.record()))
    assert load_record(record).position() == game.position()
    step, rest = begin_record(record), game.copy()
    positions = [step.position(), *(moment.position() for moment in replay(step, record))]
    assert rest.position() == step.position()
    assert rest.events == step.events
    record["start"].pop("stream", None)  # the shuffles of the record are enough
    assert _without_stream(load_record(record).position()) == _without_stream(game.position())
    while rest.can_undo:
        rest.undo()
        assert rest.position() == positions[len(rest.moves)]


def _without_stream(position: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in position.items() if name != "stream"}


def perft(game: Game, depth: int, compiled: bool = True) -> int:
    """Count the sequences of `depth` moves: one number that changes when a rule changes.

    >>> import rattus
    >>> perft(rattus.new("rattus", players=2, seed=1), 2, compiled=False)   # each settles on one of eight regions
    64
    """
    engine = Engine(game.parts.rulebook, game.box, compiled)
    tables = engine.pack([game._table] * (depth + 1))
    return _leaves(engine, tables, 0, depth)


def _leaves(engine: Engine, tables: Any, level: int, depth: int) -> int:
    out = engine.move_buffer()
    number = engine.legal(tables, level, out)
    if depth <= 1 or number == 0:
        return number if depth else 1
    leaves = 0
    for move in out[:number]:
        engine.copy(tables, level, level + 1)
        engine.apply(tables, level + 1, move, engine.move_buffer())
        leaves += _leaves(engine, tables, level + 1, depth - 1)
    return leaves


FIELDS = ("counts", "masks", "to_move", "done", "points", "rankings", "winners", "rewards", "observations")


def check_batch(engine: Engine, other: Engine, number: int, games: int, seed: int = 0, steps: int | None = None) -> int:
    """Play games in two engines in lock-step and compare everything that can be read after every step.

    Stops after this many games or steps, and returns how many games ended. AssertionError says what differs.
    """
    batches = [each.new_batch(number, seed) for each in (engine, other)]
    chances = [each.streams(f"{seed}/chance", number) for each in (engine, other)]
    moves = [each.numbers(number) for each in (engine, other)]
    ended = step = 0
    while ended < games and step != steps:
        for batch, chance, chosen in zip(batches, chances, moves, strict=True):
            batch.choose(chance, chosen)
            batch.step(chosen)
            batch.observe()
        for name in FIELDS:
            ours, theirs = (np.asarray(getattr(batch, name)) for batch in batches)
            assert np.array_equal(ours, theirs), f"{name} differs after step {step} with seed {seed}"
        ended += int(np.asarray(batches[1].done).sum())
        step += 1
    return ended


def check_environments(ours: Any, theirs: Any, games: int, steps: int | None = None) -> int:
    """`check_batch` for a `CudaBatchEnv` and a `BatchEnv` in the same state: all that `step` returns is compared."""
    ended = step = 0
    while ended < games and step != steps:
        moves = theirs.sample()
        assert np.array_equal(ours.sample(), moves), f"samples differ in step {step}"
        seen, rewards, done, _, info = ours.step(moves)
        expected_seen, expected_rewards, over, _, expected = theirs.step(moves)
        own = np.zeros(len(over), np.float32)
        pairs = {name: (seen[name], rows) for name, rows in expected_seen.items()}
        pairs |= {"rewards": (rewards, expected_rewards), "done": (done, over)}
        pairs |= {"to_move": (info["to_move"], expected["to_move"])}
        if over.any():
            finals = np.stack([final["observation"] for final in expected["final_obs"][over]])
            pairs["final_obs"] = (np.asarray(info["final_obs"]["observation"])[over], finals)
            for name in ("seat", "points", "rank", "won"):
                told, true = info["final_info"][name], expected["final_info"][name]
                pairs[name] = (np.asarray(told)[over], true[over])
            own[over] = expected_rewards[over, expected["final_info"]["seat"][over]]
        pairs["own_rewards"] = (ours.own_rewards, own)
        for name, (told, true) in pairs.items():
            assert np.array_equal(np.asarray(told), true), f"{name} differs after step {step}"
        ended += int(over.sum())
        step += 1
    return ended


def check_random_games(engine: Engine, other: Engine, number: int, seed: int = 0) -> None:
    """Play random games in two engines and compare the results. AssertionError says what differs."""
    ours, theirs = (each.play_each(each.streams(seed, number)) for each in (engine, other))
    for name in ("lengths", "points", "rankings", "ends"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name)), f"{name} differ with seed {seed}"
