# ruff: noqa: E402  # without PyTorch nothing of rattus.train can be imported
"""The parts of PPO, compared with slow and simple implementations."""

import random

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch")

import rattus
from rattus.bots.net import NO_MOVE, common_moves, engine_moves, relative
from rattus.envs.play import GameEnd
from rattus.envs.rewards import REWARDS, rewards_for
from rattus.train.games import BatchGames, win_rewards
from rattus.train.learner import Learner
from rattus.train.model import moves_of, new_model
from rattus.train.ppo import ALL_SEATS, SelfPlay, Translator, advantages, choose, collect
from rattus.train.recipe import Recipe

CPU = torch.device("cpu")


def boxes(name, counts):
    return [rattus.engine(name, count, compiled=False).box for count in counts]


@pytest.mark.parametrize("name", rattus.GAMES)
def test_every_move_of_every_number_of_players_has_one_place_in_a_network(name) -> None:
    found = boxes(name, rattus.GAMES[name].player_counts)
    moves = common_moves(found)
    for box in found:
        table = engine_moves(moves, box)
        for seat in range(box.players):
            numbers = table[seat][table[seat] != NO_MOVE]
            assert sorted(numbers) == list(range(len(box.moves)))
            for place, number in enumerate(table[seat]):
                assert number == NO_MOVE or relative(box.moves[number], box.seats, seat) == moves[place]


def test_moves_that_name_seats_turn_with_the_seat() -> None:
    box = boxes("cartus", [4])[0]
    moves = common_moves([box])
    table = engine_moves(moves, box)
    named = [box.moves[table[seat][moves.index("rob +1")]] for seat in range(4)]
    assert named == ["rob yellow", "rob green", "rob blue", "rob red"]


@pytest.mark.parametrize(("name", "counts"), [("rattus", (2, 4)), ("cartus", (2, 4)), ("rattus", (2,))])
def test_masks_and_moves_are_translated_there_and_back(name, counts) -> None:
    moves = common_moves(boxes(name, counts))
    for count in counts:
        engine = rattus.engine(name, count, compiled=False)
        translator = Translator(moves, engine, CPU)
        chance = np.random.default_rng(count)
        masks = torch.from_numpy((chance.random((40, engine.num_actions)) < 0.1).astype(np.int8))
        to_move = torch.from_numpy(chance.integers(0, count, 40))
        theirs = translator.masks(masks, to_move)
        assert (theirs.sum(1) == masks.sum(1)).all()
        for row in range(40):
            places = theirs[row].nonzero().squeeze(1)
            numbers = translator.engine_numbers(places, to_move[row].expand_as(places))
            assert sorted(numbers.tolist()) == masks[row].nonzero().squeeze(1).tolist()


def test_rewards_for_winning_are_those_of_the_environments() -> None:
    chance = random.Random(3)
    for players in (2, 3, 5):
        rankings = [chance.sample(range(players), players) for _ in range(20)]
        winners = [chance.randrange(players + 1) for _ in range(20)]
        done = torch.tensor([chance.random() < 0.7 for _ in range(20)])
        found = win_rewards(torch.tensor(rankings), torch.tensor(winners), done)
        for row in range(20):
            result = GameEnd([0] * players, rankings[row], winners[row], players)
            expected = rewards_for(REWARDS["win"], result) if done[row] else [0.0] * players
            assert found[row].tolist() == pytest.approx(expected)


def test_rewards_are_mixed_as_asked_for() -> None:
    found = {}
    for win, rank in ((1.0, 0.0), (0.0, 1.0), (0.4, 0.6)):
        games = BatchGames("rattus", 3, 40, win, rank, threads=2)
        games.reset(4)
        rewards = []
        for _ in range(60):
            games.step(games.masks.argmax(1))
            rewards.append(games.rewards.clone())
        games.close()
        found[win] = torch.stack(rewards)
    assert set(found[1.0].unique().tolist()) >= {-1.0, 0.0, 1.0}
    assert not torch.equal(found[1.0], found[0.0])
    assert torch.allclose(found[0.4], 0.4 * found[1.0] + 0.6 * found[0.0])


def plain_advantages(values, to_move, rewards, done, trace, game, seat):
    """By the definition: for one seat of one game, move by move; also the seat's expected return at each step."""
    length = len(done)

    def onward(time):
        """The return after this step: rewards, and then the trace at the seat's next decision."""
        earned = 0.0
        for later in range(time, length):
            if later > time and to_move[later][game] == seat:
                return earned + values[later][game][seat] + trace * (onward(later) - values[later][game][seat])
            if done[later][game]:
                return earned + float(rewards[later][game][seat])
        return earned + values[length][game][seat]

    return [onward(time) for time in range(length)]


def test_advantages_follow_each_seat_s_own_decisions() -> None:
    torch.manual_seed(1)
    length, games, seats = 12, 5, 3
    values = torch.rand(length + 1, games, seats, dtype=torch.float64) * 2 - 1
    to_move = torch.randint(0, seats, (length + 1, games))
    done = torch.rand(length, games) < 0.15
    rewards = torch.rand(length, games, seats, dtype=torch.float64) * done.unsqueeze(2)
    gains, returns = advantages(values, to_move, rewards, done, 0.9)
    for game in range(games):
        for seat in range(seats):
            expected = plain_advantages(values, to_move, rewards, done, 0.9, game, seat)
            assert returns[:, game, seat].tolist() == pytest.approx([float(each) for each in expected])
    mine = to_move[:length].unsqueeze(2)
    assert torch.allclose(gains, (returns - values[:length]).gather(2, mine).squeeze(2))


@pytest.fixture
def self_play():
    recipe = Recipe(game="rattus", players=(2, 3), layers=(16,), games=48, length=24, minibatch=256, past=0.5, steps=1)
    groups = [BatchGames("rattus", count, 24, threads=2) for count in recipe.players]
    for games in groups:
        games.reset(f"test/{games.players}")
    yield SelfPlay(recipe, groups, moves_of(recipe), CPU)
    for games in groups:
        games.close()


def test_seats_turn_to_the_mover_and_back(self_play) -> None:
    to_move = self_play.to_move()
    numbers = torch.arange(self_play.seats).expand(self_play.number, -1)
    there = numbers.gather(1, self_play.own_order(to_move))
    assert (there[:, 0] == to_move).all()
    assert (there.gather(1, self_play.seat_order(to_move)) == numbers).all()
    assert (there[:24, 2] == 2).all()  # the seat that a game of two does not have


def test_starts_of_games_are_staggered(self_play) -> None:
    turns = torch.cat([games.observations.float().sum(1) for games in self_play.groups])
    assert len(turns.unique()) > 8


def test_a_rollout_is_what_was_played(self_play) -> None:
    generator = torch.Generator().manual_seed(2)
    model, past = (new_model(self_play.recipe, self_play.moves) for _ in range(2))
    rollout = collect(self_play, model, past, generator)
    chosen = rollout.masks.gather(2, rollout.moves.unsqueeze(2))
    assert chosen.all()  # only legal moves
    assert (rollout.chances <= 0).all()
    assert (rollout.rewards[~rollout.done] == 0).all()
    learner = self_play.learner
    past_games = torch.zeros(self_play.number, dtype=torch.bool)
    past_games[self_play.past_rows] = True
    assert past_games.sum() == 24
    assert (learner[~past_games] == ALL_SEATS).all()
    assert (learner[past_games] >= 0).all()
    assert rollout.trained[:, ~past_games].all()
    share = rollout.trained[:, past_games].float().mean()
    assert 0.2 < share < 0.7  # one of two or of three
    before = [parameter.clone() for parameter in model.parameters()]
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    stats = Learner(self_play, model, optimizer).learn(rollout, 0.01, generator)
    assert any(not torch.equal(*pair) for pair in zip(before, model.parameters(), strict=True))
    assert stats.games == int(rollout.done.sum())
    assert stats.entropy > 0


def test_the_same_seed_plays_the_same_with_any_number_of_threads() -> None:
    found = []
    for threads in (1, 3):
        games = BatchGames("rattus", 2, 40, threads=threads)
        games.reset(9)
        for _ in range(30):
            games.step(games.masks.argmax(1))
        found.append((games.observations.clone(), games.masks.clone(), games.to_move.clone()))
        games.close()
    assert all(torch.equal(*pair) for pair in zip(*found, strict=True))


def test_the_only_legal_move_is_chosen_whatever_the_noise() -> None:
    masks = torch.tensor([[False, True, False]] * 2)
    noise = torch.tensor([[0.5, 0.0, 0.5], [0.0, 0.0, 0.0]])
    moves, chances = choose(torch.zeros(2, 3), masks, noise)
    assert moves.tolist() == [1, 1]
    assert chances.tolist() == [0.0, 0.0]
