"""Proximal policy optimisation by self-play: one network plays all seats and learns from all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from rattus.bots.net import engine_moves
from rattus.kernel.engine import Engine
from rattus.train.games import Games
from rattus.train.recipe import Recipe
from rattus.train.teacher import Lessons

ALL_SEATS = -1  # no particular seat: the learner plays all of them
CLOSED = -1e9  # the logit of an illegal move: finite, so that nothing becomes NaN
LEAST_NOISE = 1e-30
TEACHER_MINIBATCH = 1024
RAREST = -80.0  # log probability below which a move adds nothing to the entropy; `exp` of less is slow


class Translator:
    """Translates between the move numbers of a network and those of the engine, for one number of players."""

    def __init__(self, moves: Sequence[str], engine: Engine, device: torch.device) -> None:
        numbers = torch.from_numpy(engine_moves(moves, engine.box)).to(device)
        self._known = numbers >= 0
        self._numbers = numbers.clamp(min=0)
        self._same = bool((numbers == numbers[0]).all())  # no move names a seat, so all seats have the same table
        first = torch.arange(len(moves), device=device)
        self._plain = self._same and len(moves) == engine.num_actions and bool((numbers[0] == first).all())

    def masks(self, masks: Tensor, to_move: Tensor) -> Tensor:
        """Convert masks over the engine's moves to masks over the network's moves."""
        if self._plain:
            return masks.bool()
        if self._same:
            return masks[:, self._numbers[0]].bool() & self._known[0]
        return masks.gather(1, self._numbers[to_move]).bool() & self._known[to_move]

    def engine_numbers(self, chosen: Tensor, to_move: Tensor) -> Tensor:
        """Convert move numbers of the network to those of the engine."""
        return self._numbers[to_move, chosen]


@dataclass
class Rollout:
    """A number of steps of many games; the axes are time, then game."""

    observations: Tensor  # int8
    masks: Tensor  # bool, over the network's moves
    moves: Tensor
    chances: Tensor  # the log probability with which the move was chosen
    to_move: Tensor
    values: Tensor  # of all seats, the observer first; one more in time than the others
    rewards: Tensor  # of all seats, in the engine's order
    done: Tensor
    trained: Tensor  # bool: a move of the learner


@dataclass(frozen=True)
class Stats:
    """Statistics of a batch."""

    policy_loss: float
    value_loss: float
    entropy: float
    kl: float  # how far the policy moved (approximate KL divergence)
    clipped: float  # share of the moves whose gradient was cut off
    explained: float  # explained variance of the returns
    games: int  # games that ended


class SelfPlay:
    """All games of a recipe as one batch: a group of games for each number of players."""

    def __init__(self, recipe: Recipe, groups: Sequence[Games], moves: Sequence[str], device: torch.device) -> None:
        self.recipe, self.groups, self.device = recipe, groups, device
        self.translators = [Translator(moves, games.engine, device) for games in groups]
        sizes = [games.number for games in groups]
        self.number, self.seats, self.moves = sum(sizes), max(recipe.players), len(moves)
        self.edges = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
        self.players = torch.cat([torch.full((games.number,), games.players, device=device) for games in groups])
        kinds = torch.cat(
            [torch.full((games.number,), recipe.players.index(games.players), device=device) for games in groups]
        )
        several = len(recipe.players) > 1
        self.counts = functional.one_hot(kinds, len(recipe.players)).to(torch.int8) if several else None
        # In the first games of every group the other seats are played by past versions of the network.
        share = 1.0 if recipe.opponent else recipe.past
        past = torch.cat([torch.arange(size, device=device) < round(share * size) for size in sizes])
        self.past_rows = past.nonzero().squeeze(1)
        self.learner = torch.full((self.number,), ALL_SEATS, device=device)
        # Fused by the compiler: fewer passes over memory.
        is_fused = device.type == "cuda"
        self.choose = torch.compile(choose, dynamic=False) if is_fused else choose
        self.losses = torch.compile(losses, dynamic=False) if is_fused else losses
        self._rollout: Rollout | None = None

    @property
    def rollout(self) -> Rollout:
        """Where the steps of a batch are kept: the same memory for all batches."""
        if self._rollout is None:
            self._rollout = _new_rollout(self)
        return self._rollout

    def collect(self, model: nn.Module, past: nn.Module | None, generator: torch.Generator) -> Rollout:
        """Play on in all games for as many decisions as the recipe says."""
        return collect(self, model, past, generator)

    def close(self) -> None:
        """Close all games."""
        for games in self.groups:
            games.close()

    def observations(self) -> Tensor:
        """Observations of the seats to move."""
        return joined([games.observations for games in self.groups])

    def inputs(self, observations: Tensor, rows: Tensor | None = None) -> Tensor:
        """The network's inputs for these observations, of all games or of those in these rows."""
        kind = torch.bfloat16 if self.device.type == "cuda" else torch.float32
        scaled = observations.to(kind) * self.recipe.scale
        if self.counts is None:
            return scaled
        return torch.cat([scaled, (self.counts if rows is None else self.counts[rows]).to(kind)], 1)

    def masks(self) -> Tensor:
        """The legal moves of all."""
        pairs = zip(self.translators, self.groups, strict=True)
        return joined([each.masks(games.masks, games.to_move) for each, games in pairs])

    def to_move(self) -> Tensor:
        """The seat to move in every game."""
        return joined([games.to_move for games in self.groups])

    def step(self, chosen: Tensor) -> None:
        """Make these moves, given by the network's numbers."""
        for place, (translator, games) in enumerate(zip(self.translators, self.groups, strict=True)):
            part = chosen[self.edges[place] : self.edges[place + 1]]
            games.step(translator.engine_numbers(part, games.to_move))

    def done(self) -> Tensor:
        """Which games ended."""
        return joined([games.done for games in self.groups])

    def rewards(self) -> Tensor:
        """The rewards of every seat."""
        parts = [functional.pad(games.rewards, (0, self.seats - games.players)) for games in self.groups]
        return joined(parts)

    def seat_order(self, to_move: Tensor) -> Tensor:
        """For every seat in the engine's order, its index counted from the seat to move."""
        seats = torch.arange(self.seats, device=self.device)
        players = self.players.unsqueeze(-1)
        return torch.where(seats < players, (seats - to_move.unsqueeze(-1)) % players, seats)

    def own_order(self, to_move: Tensor) -> Tensor:
        """For every index counted from the seat to move, the seat in the engine's order."""
        seats = torch.arange(self.seats, device=self.device)
        players = self.players.unsqueeze(-1)
        return torch.where(seats < players, (seats + to_move.unsqueeze(-1)) % players, seats)


def joined(parts: Sequence[Tensor]) -> Tensor:
    """The rows of all groups; those of a single group are not copied."""
    return parts[0] if len(parts) == 1 else torch.cat(list(parts))


def choose(logits: Tensor, masks: Tensor, noise: Tensor) -> tuple[Tensor, Tensor]:
    """Sample a legal move from its probabilities; returns it and its log probability.

    Uses the Gumbel trick, which avoids a cumulative sum: that is slow for many moves.
    """
    chances = masked(logits, masks)
    # Noise of exactly 0 would rank the only legal move after the illegal ones.
    moves = (chances - (-noise.clamp(min=LEAST_NOISE).log()).log()).argmax(1)
    return moves, chances.gather(1, moves.unsqueeze(1)).squeeze(1)


def losses(
    logits: Tensor, value: Tensor, masks: Tensor, moves: Tensor, before: Tensor, gain: Tensor, target: Tensor,
    seats: Tensor, clip: float,
) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:  # fmt: skip
    """Policy loss, value loss, entropy, approximate KL divergence, and the share of clipped moves."""
    chances = masked(logits, masks)
    change = chances.gather(1, moves.unsqueeze(1)).squeeze(1) - before
    ratio = change.exp()
    limited = ratio.clamp(1 - clip, 1 + clip)
    policy_loss = -torch.minimum(ratio * gain, limited * gain).mean()
    value_loss = ((value.float() - target).square() * seats).sum() / seats.sum()
    open_chances = chances.clamp(min=RAREST)
    spread = -(open_chances.exp() * open_chances).sum(1).mean()
    clipped = ((ratio - 1).abs() > clip).float().mean()
    return policy_loss, value_loss, spread, (ratio - 1 - change).mean(), clipped


def masked(logits: Tensor, masks: Tensor) -> Tensor:
    """Log probabilities of the legal moves."""
    return functional.log_softmax(logits.float().masked_fill(~masks, CLOSED), -1)


@torch.no_grad()
def collect(self_play: SelfPlay, model: nn.Module, past: nn.Module | None, generator: torch.Generator) -> Rollout:
    """Play on in all games for as many decisions as the recipe says."""
    length, number, device = self_play.recipe.length, self_play.number, self_play.device
    rollout = self_play.rollout
    rows = self_play.past_rows
    if past is not None and len(rows) and bool((self_play.learner[rows] == ALL_SEATS).any()):
        self_play.learner[rows] = _any_seat(self_play.players[rows], generator)
    for time in range(length):
        observations, masks, to_move = self_play.observations(), self_play.masks(), self_play.to_move()
        logits, values = model(self_play.inputs(observations))
        if past is not None and len(rows):
            theirs = past(self_play.inputs(observations[rows], rows))[0]
            is_mine = (self_play.learner[rows] == to_move[rows]).unsqueeze(1)
            logits[rows] = torch.where(is_mine, logits[rows], theirs)
        noise = torch.rand(logits.shape, generator=generator, device=device)
        moves, chances = self_play.choose(logits, masks, noise)
        rollout.observations[time], rollout.masks[time], rollout.to_move[time] = observations, masks, to_move
        rollout.moves[time], rollout.values[time] = moves, values.float()
        rollout.chances[time] = chances
        rollout.trained[time] = (self_play.learner == ALL_SEATS) | (self_play.learner == to_move)
        self_play.step(moves)
        done = self_play.done()
        rollout.done[time], rollout.rewards[time] = done, self_play.rewards()
        if past is not None and len(rows):
            self_play.learner[rows] = torch.where(
                done[rows], _any_seat(self_play.players[rows], generator), self_play.learner[rows]
            )
    rollout.values[length] = model(self_play.inputs(self_play.observations()))[1].float()
    rollout.to_move[length] = self_play.to_move()
    assert number == rollout.moves.shape[1]
    return rollout


def _any_seat(players: Tensor, generator: torch.Generator) -> Tensor:
    chance = torch.rand(players.shape, generator=generator, device=players.device)
    return torch.minimum((chance * players).long(), players - 1)


def _new_rollout(self_play: SelfPlay) -> Rollout:
    length, number, seats, device = self_play.recipe.length, self_play.number, self_play.seats, self_play.device
    size = self_play.groups[0].engine.observation_size

    def room(*shape: int, kind: torch.dtype = torch.float32) -> Tensor:
        return torch.empty(shape, dtype=kind, device=device)

    return Rollout(
        observations=room(length, number, size, kind=torch.int8),
        masks=room(length, number, self_play.moves, kind=torch.bool),
        moves=room(length, number, kind=torch.int64),
        chances=room(length, number),
        to_move=room(length + 1, number, kind=torch.int64),
        values=room(length + 1, number, seats),
        rewards=room(length, number, seats),
        done=room(length, number, kind=torch.bool),
        trained=room(length, number, kind=torch.bool),
    )


def advantages(values: Tensor, to_move: Tensor, rewards: Tensor, done: Tensor, trace: float) -> tuple[Tensor, Tensor]:
    """The advantage of every move for the seat that made it, and the return of every step for every seat.

    `values` is one longer in time. For each seat only its own decisions count as time steps; what it expects while
    another seat decides comes from the same network's values. Seats are in the engine's order.
    """
    length = len(done)
    returns = torch.empty_like(rewards)
    gains = torch.empty_like(to_move[:length], dtype=values.dtype)
    expected, gain, earned = values[length], torch.zeros_like(values[0]), torch.zeros_like(values[0])
    seats = torch.arange(values.shape[2], device=values.device)
    for time in range(length - 1, -1, -1):
        ended = done[time].unsqueeze(1)
        expected, gain = expected.masked_fill(ended, 0), gain.masked_fill(ended, 0)
        earned = torch.where(ended, rewards[time], earned)
        returns[time] = earned + expected + trace * gain
        more = returns[time] - values[time]
        mover = to_move[time].unsqueeze(1)
        gains[time] = more.gather(1, mover).squeeze(1)
        is_mine = seats == mover
        expected, gain = torch.where(is_mine, values[time], expected), torch.where(is_mine, more, gain)
        earned = earned.masked_fill(is_mine, 0)
    return gains, returns


def imitate(
    recipe: Recipe, model: nn.Module, optimizer: torch.optim.Optimizer, lessons: Lessons, device: torch.device,
    generator: torch.Generator,
) -> list[float]:  # fmt: skip
    """Learn the teachers' moves and the results of their games; returns the mean loss of each epoch."""
    kind = torch.bfloat16 if device.type == "cuda" else torch.float32
    number, found = len(lessons.observations), []
    for _ in range(recipe.teacher_epochs):
        total, shuffled = 0.0, torch.randperm(number, generator=generator, device=device).cpu()
        for rows in shuffled.split(min(recipe.minibatch, TEACHER_MINIBATCH)):
            inputs = lessons.observations[rows].to(device, kind) * recipe.scale
            if len(recipe.players) > 1:
                counts = functional.one_hot(lessons.counts[rows], len(recipe.players)).to(device, kind)
                inputs = torch.cat([inputs, counts], 1)
            logits, values = model(inputs)
            seats, masks = lessons.seats[rows].to(device), lessons.masks[rows].to(device)
            missed = (values.float() - lessons.values[rows].to(device)).square() * seats
            policy_loss = -(lessons.policies[rows].to(device) * masked(logits, masks)).sum(1).mean()
            loss = policy_loss + recipe.value * missed.sum() / seats.sum()
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), recipe.norm)
            optimizer.step()
            total += float(loss.detach()) * len(rows)
        found.append(total / number)
    return found


def parts_of(rows: Tensor, size: int) -> Sequence[Tensor]:
    """Minibatches. On a GPU the remainder is left out, so that all have the same size: code is compiled per size."""
    if rows.is_cuda and len(rows) >= size:
        return rows[: len(rows) // size * size].split(size)
    return rows.tensor_split(max(1, round(len(rows) / size)))


def snapshot(model: nn.Module) -> dict[str, Tensor]:
    """A copy of the current weights."""
    return {name: tensor.detach().clone() for name, tensor in model.state_dict().items()}
