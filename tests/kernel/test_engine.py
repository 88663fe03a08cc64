"""The engine: compiled and plain rules in lock-step, refusals, batches, observations."""

import random

import numpy as np
import pytest

import rattus
from rattus.errors import FormatError, IllegalMove
from rattus.kernel.warming import is_warm, warm

GAMES = [(name, players) for name, book in rattus.GAMES.items() for players in book.player_counts]


@pytest.fixture(params=GAMES, ids=lambda game: f"{game[0]}-{game[1]}")
def pair(request):
    name, players = request.param
    return rattus.engine(name, players), rattus.engine(name, players, compiled=False)


def buffers(engine, seed):
    return engine.tables(2), engine.move_buffer(), engine.stream(seed)


def check_lock_step(pair, games):
    """Compare the tables after every decision of some random games."""
    quick, plain = pair
    choice = random.Random(1)
    for seed in range(games):
        (tables, out, rng), (others, moves, words) = buffers(quick, seed), buffers(plain, seed)
        number = quick.begin(tables, 0, rng, out)
        assert plain.begin(others, 0, words, moves) == number
        while number:
            assert out[:number].tolist() == moves[:number]
            assert quick.unpack(tables, 0) == others[0]
            move = choice.choice(moves[:number])
            number = quick.apply(tables, 0, move, out)
            assert plain.apply(others, 0, move, moves) == number
        assert quick.unpack(tables, 0) == others[0]


@pytest.mark.parametrize("games", [60, pytest.param(400, marks=pytest.mark.long)])
def test_compiled_and_plain_rules_agree_after_every_decision(pair, games) -> None:
    check_lock_step(pair, games)


@pytest.mark.bounds
def test_compiled_and_plain_rules_agree_with_bounds_checked(pair) -> None:
    check_lock_step(pair, 20)


@pytest.mark.bounds
def test_whole_random_games_are_the_same_compiled_and_plain(pair) -> None:
    quick, plain = pair
    some, others = quick.play_games(50, quick.stream(5)), plain.play_games(50, plain.stream(5))
    assert some.decisions == others.decisions == sum(others.lengths)
    assert some.points.tolist() == others.points
    assert some.rankings.tolist() == others.rankings
    assert some.ends.tolist() == others.ends
    assert all(length > 0 for length in others.lengths)


@pytest.mark.bounds
def test_views_observations_and_samples_are_the_same_compiled_and_plain(pair) -> None:
    quick, plain = pair
    choice = random.Random(2)
    (tables, out, rng), (others, moves, words) = buffers(quick, 3), buffers(plain, 3)
    number = quick.begin(tables, 0, rng, out)
    plain.begin(others, 0, words, moves)
    while number:
        for seat in range(-1, quick.box.players):
            quick.see(tables, 0, 1, seat)
            plain.see(others, 0, 1, seat)
            assert quick.unpack(tables, 1) == others[1]
            quick.imagine(tables, 0, 1, seat, rng, quick.scratch())
            plain.imagine(others, 0, 1, seat, words, plain.scratch())
            assert quick.unpack(tables, 1) == others[1]
        seen, listed = quick.observation(), plain.observation()
        quick.observe(tables, 0, 0, seen)
        plain.observe(others, 0, 0, listed)
        assert seen.tolist() == np.array(listed, np.float32).tolist()
        assert np.isfinite(seen).all()
        move = choice.choice(moves[:number])
        number = quick.apply(tables, 0, move, out)
        plain.apply(others, 0, move, moves)


@pytest.mark.bounds
def test_every_other_id_is_refused_and_changes_nothing(pair) -> None:
    for engine in pair:
        tables, out, rng = buffers(engine, 4)
        choice = random.Random(4)
        number = engine.begin(tables, 0, rng, out)
        for _ in range(40):
            if not number:
                break
            legal = {int(move) for move in out[:number]}
            before = engine.unpack(tables, 0)
            for move in {-1, -7, engine.num_actions, 1 << 30, *range(engine.num_actions)} - legal:
                with pytest.raises(IllegalMove):
                    engine.apply(tables, 0, move, out)
            assert engine.unpack(tables, 0) == before
            number = engine.apply(tables, 0, choice.choice(sorted(legal)), out)


def test_the_mask_agrees_with_the_list_of_legal_moves(pair) -> None:
    for engine in pair:
        tables, out, rng = buffers(engine, 6)
        mask = engine.mask()
        number = engine.begin(tables, 0, rng, out)
        while number:
            assert engine.legal_mask(tables, 0, out, mask) == number
            assert [move for move in range(engine.num_actions) if mask[move]] == sorted(map(int, out[:number]))
            number = engine.apply(tables, 0, out[number // 2], out)
        assert engine.legal_mask(tables, 0, out, mask) == 0
        assert not any(mask)


def test_moves_convert_between_numbers_and_texts(pair) -> None:
    engine = pair[0]
    assert [engine.id(engine.text(move)) for move in range(engine.num_actions)] == list(range(engine.num_actions))


@pytest.mark.bounds
def test_a_batch_is_the_same_as_single_games(pair) -> None:
    for engine in pair:
        batch = engine.new_batch(3, 9)
        streams, tables, out = engine.streams(9, 3), engine.tables(3), engine.move_buffer()
        for t in range(3):
            engine.begin(tables, t, streams[t], out)
        choice, ended = random.Random(9), 0
        for _ in range(500):
            moves = [choice.choice([m for m in range(engine.num_actions) if batch.masks[t][m]]) for t in range(3)]
            assert [tables[t].to_move if not engine.compiled else tables["to_move"][t] for t in range(3)] == list(
                batch.to_move
            )
            batch.step(moves)
            for t in range(3):
                over = engine.apply(tables, t, moves[t], out) == 0
                assert bool(batch.done[t]) == over
                if over:
                    ended += 1
                    ranking = [int(seat) for seat in batch.rankings[t]]
                    assert sorted(ranking) == list(range(engine.box.players))
                    order = [int(batch.points[t][seat]) for seat in ranking]
                    assert order == sorted(order)[::-1] or engine.rulebook.name == "cartus"  # where the dead come last
                    engine.begin(tables, t, streams[t], out)
                assert engine.unpack(tables, t) == engine.unpack(batch.tables, t)
        assert ended > 3


def test_a_batch_with_one_illegal_move_changes_nothing(pair) -> None:
    for engine in pair:
        batch = engine.new_batch(2, 1)
        before = [engine.unpack(batch.tables, t) for t in range(2)]
        good = next(move for move in range(engine.num_actions) if batch.masks[0][move])
        for bad in (-1, engine.num_actions, engine.num_actions - 1):
            with pytest.raises(IllegalMove, match="not legal in game 1"):
                batch.step([good, bad])
        with pytest.raises(FormatError, match="2 moves, not an array"):
            batch.step([good])
        assert [engine.unpack(batch.tables, t) for t in range(2)] == before


def test_sizes_do_not_depend_on_options() -> None:
    for name, players in GAMES:
        sizes = set()
        for options in ({}, {"buildings": "mixed"} if name == "cartus" else {"phase_order": "free", "max_turns": 7}):
            engine = rattus.engine(name, players, options, compiled=False)
            sizes.add((engine.num_actions, engine.observation_size))
        assert len(sizes) == 1


@pytest.mark.parametrize("name", rattus.GAMES)
def test_warming_counts_up_to_the_end_and_is_remembered(name: str) -> None:
    engine = rattus.engine(name, 4)
    steps = []
    warm(engine.rulebook, engine.box, lambda done, total: steps.append((done, total)))
    assert steps[-1][0] == steps[-1][1] > 50
    assert is_warm(engine.rulebook)
