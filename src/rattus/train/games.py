"""Batches of games as tensors: the interface between rules and learner."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

import rattus
from rattus.envs.play import make_setting
from rattus.errors import IllegalMove
from rattus.kernel import entry_points
from rattus.kernel.cuda import BEGIN
from rattus.kernel.engine import Batch, Engine

STAGGERED_BY = 64  # games played to estimate the mean length, by which starts are staggered
CHUNK = 512  # games that a thread steps at a time, about: smaller chunks have more overhead
CHUNKS = 16  # at least, so that starts are well staggered, whatever the number of threads


class Games(Protocol):
    """A batch of games; one that ends restarts in the same step.

    The tensors lie on `device` and are valid until the next step, which may overwrite them. An implementation that
    keeps its games on the GPU can take the place of `BatchGames`.
    """

    engine: Engine  # defines the numbers of the moves
    players: int
    number: int
    device: torch.device
    observations: Tensor  # int8, number x observation: what the seat to move can know
    masks: Tensor  # int8, number x moves: 1 for the legal ones
    to_move: Tensor  # int64, number
    done: Tensor  # bool, number: the game ended with the last step
    rewards: Tensor  # float32, number x players, seats in the engine's order: 0 unless the game ended

    def reset(self, seed: int | str, stagger: bool = True) -> None:
        """Start all games; if staggered, each at another point in the middle of a game."""

    def step(self, moves: Tensor) -> None:
        """Make a legal move, by the engine's number, in every game."""

    def close(self) -> None:
        """Release threads and memory."""


class BatchGames:
    """Games of the compiled engine, stepped on all processors."""

    def __init__(
        self,
        game: str,
        players: int,
        number: int,
        win: float = 1.0,
        rank: float = 0.0,
        lead: float = 0.0,
        options: Mapping[str, Any] | None = None,
        device: torch.device | str = "cpu",
        threads: int = 0,
    ) -> None:
        self.engine = make_setting(game, players, options).engine
        self.players, self.number = players, number
        self.device = torch.device(device)
        self._win, self._other = win, rank or lead
        self._kind = entry_points.LEAD if lead else entry_points.RANK
        chunks = min(number, max(CHUNKS, number // CHUNK))
        self._edges = [number * chunk // chunks for chunk in range(chunks + 1)]
        self._pool = ThreadPoolExecutor(threads or os.cpu_count() or 1)
        self._batches: list[Batch] = []
        engine = self.engine
        self._host = {
            "observations": self._room((number, engine.observation_size), torch.int8),
            "masks": self._room((number, engine.num_actions), torch.int8),
            "to_move": self._room((number,), torch.int32),
            "done": self._room((number,), torch.int32),
            "rewards": self._room((number, players), torch.float32),
            "rankings": self._room((number, players), torch.int32),
            "winners": self._room((number,), torch.int32),
        }
        self._arrays = {name: tensor.numpy() for name, tensor in self._host.items()}

    def _room(self, shape: tuple[int, ...], kind: torch.dtype) -> Tensor:
        return torch.zeros(shape, dtype=kind, pin_memory=self.device.type == "cuda")

    def reset(self, seed: int | str, stagger: bool = True) -> None:
        """Start all games; if staggered, after random moves, another number of them in each chunk."""
        number = len(self._edges) - 1
        mean = self._mean_length(seed) if stagger else 0
        places = list(range(number))

        def begin(place: int) -> Batch:
            size = self._edges[place + 1] - self._edges[place]
            batch = Batch(self.engine, size, f"{seed}/{place}", self._kind)
            chance, moves = self.engine.streams(f"{seed}/{place}/chance", size), self.engine.numbers(size)
            for _ in range(round(mean * place / number)):
                batch.choose(chance, moves)
                batch.step(moves)
            batch.observe()
            return batch

        self._batches = list(self._pool.map(begin, places))
        for place in places:
            self._fetch(place)
        self._publish()

    def _mean_length(self, seed: int | str) -> float:
        games = self.engine.play_games(64, self.engine.stream(f"{seed}/lengths"))
        return float(np.mean(games.lengths))

    def step(self, moves: Tensor) -> None:
        """Make a legal move in every game."""
        chosen = moves.to("cpu", torch.int32).numpy()

        def step(place: int) -> None:
            batch = self._batches[place]
            batch.step(chosen[self._edges[place] : self._edges[place + 1]])
            batch.observe()
            self._fetch(place)

        list(self._pool.map(step, range(len(self._batches))))
        self._publish()

    def _fetch(self, place: int) -> None:
        """Copy the arrays of a chunk to its rows of the tensors."""
        batch, part = self._batches[place], slice(self._edges[place], self._edges[place + 1])
        for name, array in self._arrays.items():
            array[part] = getattr(batch, name)

    def _publish(self) -> None:
        def there(name: str) -> Tensor:
            return self._host[name].to(self.device, non_blocking=True)

        self.observations, self.masks = there("observations"), there("masks")
        self.to_move, self.done = there("to_move").long(), there("done").bool()
        by_win = win_rewards(there("rankings").long(), there("winners"), self.done)
        self.rewards = self._win * by_win + self._other * there("rewards")
        if self.device.type == "cuda":
            torch.cuda.current_stream(self.device).synchronize()  # wait: the next step overwrites the source

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()


class CudaGames:
    """Games that are played on the network's GPU, without copies to the CPU."""

    def __init__(
        self,
        game: str,
        players: int,
        number: int,
        win: float = 1.0,
        rank: float = 0.0,
        lead: float = 0.0,
        options: Mapping[str, Any] | None = None,
        device: torch.device | str = "cuda",
    ) -> None:
        self.engine = rattus.engine(game, players, options, device="cuda")
        self.players, self.number = players, number
        self.device = torch.device(device)
        self._win, self._other = win, rank or lead
        self._kind = entry_points.LEAD if lead else entry_points.RANK

    def reset(self, seed: int | str, stagger: bool = True) -> None:
        """Start all games; if staggered, each after another number of random moves."""
        self._batch = batch = self.engine.new_batch(self.number, seed, self._kind)
        if stagger:
            chance, moves = self.engine.streams(f"{seed}/chance", self.number), self.engine.numbers(self.number)
            games = self.engine.play_each(self.engine.streams(f"{seed}/lengths", STAGGERED_BY))
            length = max(1, round(games.decisions / STAGGERED_BY))
            place, picked = torch.arange(self.number, device=self.device) % length, torch.from_dlpack(moves)
            for step in range(length):
                batch.choose(chance, moves)
                picked[place == step] = BEGIN
                batch.restart(moves)
        batch.observe()
        names = ("observations", "masks", "to_move", "done", "rewards", "rankings", "winners")
        self._there = {name: torch.from_dlpack(getattr(batch, name)) for name in names}
        self._publish()

    def step(self, moves: Tensor) -> None:
        """Make a legal move in every game."""
        self._batch.step(moves, check=False)
        self._batch.observe()
        self._publish()

    def _publish(self) -> None:
        there = self._there
        self.observations, self.masks = there["observations"], there["masks"]
        self.to_move, self.done = there["to_move"].long(), there["done"].bool()
        by_win = win_rewards(there["rankings"].long(), there["winners"], self.done)
        self.rewards = self._win * by_win + self._other * there["rewards"]

    def close(self) -> None:
        """Raise IllegalMove if a move was illegal: steps do not wait for the GPU to check."""
        bad = self._batch.first_refused()
        if bad is not None:
            raise IllegalMove("a move", f"not legal in game {bad}")


def win_rewards(rankings: Tensor, winners: Tensor, done: Tensor) -> Tensor:
    """The `win` reward of each seat in the games that ended; 0 in the others.

    1 for winning alone, -1 for not winning, in between for a shared win.
    """
    places = torch.arange(rankings.shape[1], device=rankings.device).expand_as(rankings)
    number = winners.unsqueeze(1)
    by_place = torch.where(places < number, 2.0 / number.clamp(min=1) - 1, -1.0) * done.unsqueeze(1)
    # A game that has never ended has no ranking: it would be all zeros, which is seat 0.
    seats = torch.where(done.unsqueeze(1), rankings, places)
    return torch.zeros_like(by_place).scatter(1, seats, by_place)
