"""Self-play on a Ray cluster: workers play with the weights that they are sent, and one process learns from all of it.

Every worker has a share of the games. A batch is complete when each share has been played once. A worker that is lost
is replaced by one with new games, which plays the share that is missing: what the others have played stays, and
nothing is counted twice.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor, nn

from rattus.arena.ray_workers import connect_ray, import_ray
from rattus.envs.play import make_setting
from rattus.errors import RattusError
from rattus.kernel.engine import Engine
from rattus.train.games import BatchGames
from rattus.train.model import Model, input_size, moves_of, new_model
from rattus.train.ppo import Rollout, SelfPlay, collect, snapshot
from rattus.train.recipe import Recipe

MAX_DEATHS = 20  # workers that may be lost in a row without a share being played
CPU = torch.device("cpu")
Share = list[tuple[int, int]]  # numbers of players, and of games


class Collector:
    """Plays one share of the games, in a process of its own."""

    def __init__(self, recipe: Recipe, share: Share, seed: str) -> None:
        torch.set_num_threads(1)
        rewards = recipe.win, recipe.rank, recipe.lead
        groups = [
            BatchGames(recipe.game, players, number, *rewards, recipe.options, threads=1) for players, number in share
        ]
        for games in groups:
            games.reset(f"{seed}/{games.players}")
        moves = moves_of(recipe)
        self._self_play = SelfPlay(recipe, groups, moves, CPU)
        self._recipe, self._moves = recipe, len(moves)
        self._model = new_model(recipe, self._moves)
        self._past: Model | None = None

    def collect(self, weights: dict[str, Tensor], past: dict[str, Tensor] | None, seed: int) -> dict[str, Tensor]:
        """Continue the games with these weights, and others for opponents from the past."""
        self._model.load_state_dict(weights)
        generator = torch.Generator().manual_seed(seed)
        return vars(collect(self._self_play, self._model, self._opponent(past), generator))

    def _opponent(self, weights: dict[str, Tensor] | None) -> Model | None:
        """The network with these weights; one that does not learn may have other layers than the recipe."""
        if weights is None:
            return None
        if self._past is None:
            layers = [len(bias) for name, bias in weights.items() if re.fullmatch(r"layers\.\d+\.bias", name)]
            self._past = Model(input_size(self._recipe), layers, self._moves, max(self._recipe.players))
        self._past.load_state_dict(weights)
        return self._past

    def observations(self) -> Tensor:
        """Inputs of the network for the seats to move."""
        return self._self_play.inputs(self._self_play.observations())


class RemoteGames:
    """A placeholder for games that are played by workers."""

    def __init__(self, engine: Engine, players: int, number: int) -> None:
        self.engine, self.players, self.number = engine, players, number

    def close(self) -> None:
        """Do nothing: there is nothing to release here."""


class RaySelfPlay(SelfPlay):
    """Self-play on all workers, with the interface of `SelfPlay`."""

    def __init__(self, recipe: Recipe, workers: int, address: str | None, seed: str, device: torch.device) -> None:
        self._ray = import_ray()
        connect_ray(self._ray, workers, address)
        workers = workers or int(self._ray.cluster_resources().get("CPU", 1))
        self._shares = shares_of(recipe, workers)
        engines = {players: make_setting(recipe.game, players, recipe.options).engine for players in recipe.players}
        groups: list[Any] = [
            RemoteGames(engines[players], players, number) for share in self._shares for players, number in share
        ]
        super().__init__(recipe, groups, moves_of(recipe), device)
        self._seed = seed
        self._actor = self._ray.remote(num_cpus=1, max_restarts=0)(Collector)
        self._lives = [0] * len(self._shares)
        self._workers = [self._new_worker(place) for place in range(len(self._shares))]
        self.lost = 0  # workers that were replaced

    def _new_worker(self, place: int) -> Any:
        """Start a worker for a share; a replacement plays other games.

        A replacement asks for no CPU: the cluster may have become smaller, and every share has to be played.
        """
        self._lives[place] += 1
        cpus = 1 if self._lives[place] == 1 else 0
        seed = f"{self._seed}/{place}/{self._lives[place]}"
        return self._actor.options(num_cpus=cpus).remote(self.recipe, self._shares[place], seed)

    def sample(self) -> Tensor:
        """A sample of the network's inputs from all workers, to scale the inputs by."""
        return torch.cat(self._ask(lambda worker, _place: worker.observations.remote())).to(self.device)

    def collect(self, model: nn.Module, past: nn.Module | None, generator: torch.Generator) -> Rollout:
        """A rollout of all games."""
        seed = int(torch.randint(1 << 40, (), generator=generator, device=self.device))
        weights = {name: tensor.cpu() for name, tensor in snapshot(model).items()}
        others = None if past is None else {name: tensor.cpu() for name, tensor in snapshot(past).items()}
        sent_weights, sent_past = self._ray.put(weights), None if others is None else self._ray.put(others)
        found = self._ask(lambda worker, place: worker.collect.remote(sent_weights, sent_past, seed + place))
        names = found[0].keys()
        return Rollout(**{name: torch.cat([part[name] for part in found], 1).to(self.device) for name in names})

    def _ask(self, call: Any) -> list[Any]:
        """The answer of every worker, in order. A lost worker is replaced, and its replacement asked."""
        waiting = {call(worker, place): place for place, worker in enumerate(self._workers)}
        found: dict[int, Any] = {}
        deaths = 0
        while waiting:
            for ready in self._ray.wait(list(waiting))[0]:
                place = waiting.pop(ready)
                try:
                    found[place] = self._ray.get(ready)
                    deaths = 0
                except self._ray.exceptions.RayError as error:
                    deaths += 1
                    if deaths == MAX_DEATHS:
                        raise RattusError(f"{MAX_DEATHS} workers were lost one after the other: {error}") from error
                    self._ray.kill(self._workers[place])  # it may be only unreachable, and its resources are needed
                    self._workers[place] = self._new_worker(place)
                    self.lost += 1
                    waiting[call(self._workers[place], place)] = place
        return [found[place] for place in range(len(self._workers))]

    def close(self) -> None:
        """Leave the cluster; the workers end."""
        self._ray.shutdown()


def shares_of(recipe: Recipe, workers: int) -> list[Share]:
    """The games of a recipe in equal shares, each with all numbers of players.

    >>> shares_of(Recipe(players=(2, 3), games=10, steps=1), 2)
    [[(2, 2), (3, 3)], [(2, 2), (3, 3)]]
    """
    counts = len(recipe.players)
    edges = _edges(recipe.games, workers * counts)
    sizes = [edges[place + 1] - edges[place] for place in range(workers * counts)]
    if min(sizes) < 1:
        raise RattusError(f"{recipe.games} games are too few for {workers} workers and {counts} numbers of players")
    return [
        list(zip(recipe.players, sizes[worker * counts : (worker + 1) * counts], strict=True))
        for worker in range(workers)
    ]


def _edges(number: int, parts: int) -> Sequence[int]:
    return [number * part // parts for part in range(parts + 1)]
