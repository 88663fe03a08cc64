"""A whole training run: from a recipe to a network, with checkpoints, evaluation, a log and a curve."""

from __future__ import annotations

import json
import os
import platform
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch import nn

import rattus
from rattus.bots.net import Network, load_network, save_network, shipped_network
from rattus.errors import FormatError
from rattus.kernel.cuda import NoDevice
from rattus.train.curve import draw_curve
from rattus.train.games import BatchGames, CudaGames, Games
from rattus.train.ladder import Ladder, Strength
from rattus.train.learner import Learner
from rattus.train.model import Model, adopt, describe, input_size, moves_of, new_model, weights_of
from rattus.train.ppo import SelfPlay, Stats, imitate, snapshot
from rattus.train.recipe import Recipe, read_recipe
from rattus.train.teacher import load_lessons

RECIPE, CHECKPOINT, NETWORK, LOG, STRENGTH, CURVE = (
    "recipe.toml", "checkpoint.pt", "network.npz", "log.jsonl", "strength.jsonl", "curve.svg",
)  # fmt: skip
MEASURED = "ladder-{}.npz"  # the network after so many steps, while it is measured
CHECKPOINT_SECONDS = 60.0
LOG_SECONDS = 5.0  # between two lines of the log

MakeGames = Callable[[Recipe, int, int, torch.device, int], Games]  # recipe, players, number, device, threads


def make_games(recipe: Recipe, players: int, number: int, device: torch.device, threads: int) -> Games:
    """Games on the network's GPU, if rules can be compiled for it; otherwise on this machine's processors."""
    rewards = recipe.win, recipe.rank, recipe.lead
    if device.type == "cuda":
        try:
            return CudaGames(recipe.game, players, number, *rewards, recipe.options, device)
        except NoDevice as missing:
            warnings.warn(f"the games are played on the CPU: {missing}", stacklevel=2)
    return BatchGames(recipe.game, players, number, *rewards, recipe.options, device, threads)


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster to play the games on: by its address, or one on this machine. 0 workers: one per CPU."""

    workers: int = 0
    address: str | None = None


class Trainer:
    """One run in one folder. `run` continues from the last checkpoint in the folder, if there is one."""

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        device: str = "auto",
        threads: int = 0,
        ladder_workers: int = 0,
        make_games: MakeGames = make_games,
        cluster: Cluster | None = None,
    ) -> None:
        self.recipe, self.folder = recipe, folder
        self.device = find_device(device)
        self.threads = threads or os.cpu_count() or 1
        self.ladder_workers = ladder_workers or max(1, self.threads // 4)
        self.moves = moves_of(recipe)
        self.steps, self.batches, self.seconds, self.runs = 0, 0, 0.0, 0
        self.strengths: list[Strength] = []
        self.log: list[dict[str, Any]] = []
        self._make_games = make_games
        self._cluster = cluster
        self._past: list[dict[str, torch.Tensor]] = []
        self.before: dict[str, float] = {"steps": 0, "minutes": 0.0}  # of the network that it started from
        self._is_new = True  # its weights are random: neither of a network nor of a checkpoint
        self._opponent = self._frozen_opponent()
        self._past_model: Model | None = None
        self._self_play: SelfPlay | None = None
        self._learner: Learner | None = None
        torch.manual_seed(recipe.seed)
        self.model = new_model(recipe, len(self.moves)).to(self.device)
        fused = self.device.type == "cuda"
        # The same network, compiled: on a GPU its layers are fused.
        self._fused: nn.Module = torch.compile(self.model, dynamic=False) if fused else self.model
        rate = torch.tensor(recipe.rate, device=self.device) if fused else recipe.rate
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), rate, eps=1e-5, weight_decay=recipe.decay, fused=fused, capturable=fused
        )
        self._generator = torch.Generator(self.device).manual_seed(recipe.seed)
        self._began = self._saved = self._logged = 0.0

    # ---- the run

    @property
    def progress(self) -> float:
        """How much of the run is done, from 0 to 1."""
        shares = [0.0]
        if self.recipe.steps:
            shares.append(self.steps / self.recipe.steps)
        if self.recipe.minutes:
            shares.append(self.elapsed / 60 / self.recipe.minutes)
        return min(1.0, max(shares))

    @property
    def elapsed(self) -> float:
        """Seconds of learning, including those before the last checkpoint."""
        return self.seconds + (time.monotonic() - self._began if self._began else 0.0)

    def run(
        self,
        on_batch: Callable[[Trainer, Stats], None] = lambda _trainer, _stats: None,
        on_strength: Callable[[Strength], None] = lambda _strength: None,
        evaluate: bool = True,
    ) -> None:
        """Learn until the recipe's end; Ctrl-C saves first. `on_batch` and `on_strength` report progress."""
        self.make_folder()
        (self.folder / RECIPE).write_text(self.recipe.as_toml(), "utf-8")
        for left in self.folder.glob(MEASURED.format("*")):  # by a run that was stopped while it was measured
            left.unlink()
        torch.set_num_threads(self.threads)
        torch.set_float32_matmul_precision("high")
        is_measured = self.progress >= 1 and any(each.steps == self.steps for each in self.strengths)
        has_ladder = evaluate and self.recipe.ladder and not is_measured
        ladder = Ladder(self.recipe, self.ladder_workers) if has_ladder else None
        self_play, self._self_play = self._self_play or self.new_self_play(), None
        measured = self.elapsed
        self._began = self._saved = self._logged = time.monotonic()
        try:
            while self.progress < 1:
                on_batch(self, self.learn_batch(self_play))
                if ladder is not None:
                    self._note(ladder, on_strength)
                    due = self.recipe.ladder_minutes and self.elapsed - measured >= 60 * self.recipe.ladder_minutes
                    if due and not ladder.is_busy and self.progress < 1:  # the last one comes after the run
                        measured = self.elapsed
                        ladder.add(self._write_network(MEASURED.format(self.steps)), self.steps)
                if time.monotonic() - self._saved > CHECKPOINT_SECONDS:
                    self.save()
            self.seconds, self._began = self.elapsed, 0.0
            self.save()
            if ladder is not None:
                self.measure(ladder, on_strength)
        finally:
            self.seconds, self._began = self.elapsed, 0.0
            self.save()
            self_play.close()

    def make_folder(self) -> None:
        """Make the folder of the run, if it is not there. FormatError if that is not possible."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FormatError("folder", f"{self.folder} cannot be made: {error.strerror}") from None

    def measure(self, ladder: Ladder, on_strength: Callable[[Strength], None]) -> None:
        """Evaluate the current network, wait for all evaluations, and save."""
        ladder.add(self._write_network(MEASURED.format(self.steps)), self.steps)
        ladder.close()
        self._note(ladder, on_strength)
        self.save()

    def new_self_play(self) -> SelfPlay:
        """Make and start the games to learn from."""
        if self._cluster is not None:
            return self._new_ray_self_play(self._cluster)
        recipe, counts = self.recipe, len(self.recipe.players)
        sizes = [recipe.games * (place + 1) // counts - recipe.games * place // counts for place in range(counts)]
        if min(sizes) < 1:
            raise FormatError("games", f"at least one for each of {counts} numbers of players")
        groups = [
            self._make_games(recipe, players, size, self.device, self.threads)
            for players, size in zip(recipe.players, sizes, strict=True)
        ]
        for games in groups:
            games.reset(f"{recipe.seed}/{self.runs}/{games.players}")
        self.runs += 1
        self_play = SelfPlay(recipe, groups, self.moves, self.device)
        self._scale_inputs(self_play.inputs(self_play.observations()))
        return self_play

    def _new_ray_self_play(self, cluster: Cluster) -> SelfPlay:
        """Make and start games on a cluster."""
        from rattus.train.ray_self_play import RaySelfPlay  # Ray is an extra

        seed = f"{self.recipe.seed}/{self.runs}"
        self_play = RaySelfPlay(self.recipe, cluster.workers, cluster.address, seed, self.device)
        self.runs += 1
        self._scale_inputs(self_play.sample())
        return self_play

    def _scale_inputs(self, inputs: torch.Tensor) -> None:
        """Before learning starts: scale inputs by a sample, and imitate teachers if there are any."""
        if self.batches:
            return
        if self._is_new:
            self.model.calm(inputs)
        else:
            self.model.calm_again(inputs)
        if self.recipe.teacher and self._is_new:
            self._imitate()

    def prepare(self) -> None:
        """Start the games and learn one batch, which compiles rules and network. `run` continues from here."""
        self.make_folder()
        self._self_play = self.new_self_play()
        self.learn_batch(self._self_play)

    def start_from(self, network: Network) -> None:
        """Start with the weights of a network instead of random ones; its steps and minutes count as ours."""
        adopt(self.model, self.recipe, self.moves, network)
        self.before = {name: network.meta.get(name, 0) for name in self.before}
        self._is_new = False

    def _imitate(self) -> None:
        """Imitate the teachers' moves, and learn the results of their games as values."""
        paths = sorted(Path(self.recipe.teacher).glob("*.npz"))
        lessons = load_lessons(paths, self.recipe, self.moves)
        imitate(self.recipe, self.model, self.optimizer, lessons, self.device, self._generator)

    def learn_batch(self, self_play: SelfPlay) -> Stats:
        """Play one batch, and learn from it."""
        recipe = self.recipe
        done = self.progress
        for group in self.optimizer.param_groups:
            rate = recipe.rate + (recipe.last_rate - recipe.rate) * done
            if isinstance(group["lr"], torch.Tensor):
                group["lr"].fill_(rate)  # a recorded minibatch reads it from this memory
            else:
                group["lr"] = rate
        playing = self._fused if self._cluster is None else self.model  # workers compile nothing
        rollout = self_play.collect(playing, self._past_opponent(), self._generator)
        entropy = recipe.entropy + (recipe.last_entropy - recipe.entropy) * done
        stats = self._learner_of(self_play).learn(rollout, entropy, self._generator)
        self.steps += self_play.number * recipe.length
        self.batches += 1
        if recipe.past and not recipe.opponent and self.batches % recipe.past_every == 0:
            # Keep snapshots of all ages: the newest stays, one of the others is dropped in turn.
            self._past.append(snapshot(self.model))
            if len(self._past) > recipe.past_kept:
                del self._past[self.batches // recipe.past_every % (len(self._past) - 1)]
        if time.monotonic() - self._logged > LOG_SECONDS or not self.log or self.progress >= 1:
            self._logged = time.monotonic()
            line = {"steps": self.steps, "seconds": round(self.elapsed, 2), **asdict(stats)}
            self.log.append(line)
            self._append(LOG, line)
        return stats

    def _learner_of(self, self_play: SelfPlay) -> Learner:
        if self._learner is None or self._learner.self_play is not self_play:
            self._learner = Learner(self_play, self._fused, self.optimizer)
        return self._learner

    def _frozen_opponent(self) -> Model | None:
        """The fixed network to learn against, if any: the win rate shows how exploitable it is."""
        name, recipe = self.recipe.opponent, self.recipe
        if not name:
            return None
        network = shipped_network(recipe.game, recipe.players[0]) if name == "shipped" else load_network(Path(name))
        model = Model(input_size(recipe), network.meta["layers"], len(self.moves), max(recipe.players))
        adopt(model, replace(recipe, layers=tuple(network.meta["layers"]), opponent=""), self.moves, network)
        return model.to(self.device)

    def _past_opponent(self) -> Model | None:
        """An earlier snapshot of the network, another one for every batch."""
        if self._opponent is not None:
            return self._opponent
        if not self._past:
            return None
        if self._past_model is None:  # made once: initialising a model is slow
            self._past_model = new_model(self.recipe, len(self.moves)).to(self.device)
        model = self._past_model
        choice = torch.randint(len(self._past), (), generator=self._generator, device=self.device)
        model.load_state_dict(self._past[int(choice)])
        return model

    # ---- checkpoints

    def save(self) -> None:
        """Write checkpoint, network and curve."""
        self._saved = time.monotonic()
        try:
            self._write_network(NETWORK)  # first, so that the last checkpoint stays
        except FormatError as error:
            why = f"{error}: the run has diverged, and its last checkpoint is kept; a lower `rate` or `norm` may help"
            raise FormatError("train", why) from None
        state = {
            "model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "past": self._past,
            "generator": self._generator.get_state(), "steps": self.steps, "batches": self.batches,
            "seconds": self.elapsed, "runs": self.runs, "before": self.before,
        }  # fmt: skip
        draft = self.folder / f"{CHECKPOINT}.part"
        torch.save(state, draft)
        draft.replace(self.folder / CHECKPOINT)
        (self.folder / CURVE).write_text(draw_curve(self.recipe, self.log, self.strengths), "utf-8")

    def resume(self) -> bool:
        """Load the checkpoint in the folder; returns whether there is one. Games are started anew."""
        path = self.folder / CHECKPOINT
        if not path.exists():
            return False
        try:
            before = read_recipe((self.folder / RECIPE).read_text("utf-8"))
            state = torch.load(path, map_location=self.device, weights_only=True)
        except FormatError:
            raise
        except Exception as error:  # of a damaged file PyTorch raises many kinds
            why = f"the run in {self.folder} cannot go on: {CHECKPOINT} or {RECIPE} is missing or damaged"
            raise FormatError("folder", f"{why}; without {CHECKPOINT} it begins anew") from error
        for name in ("game", "players", "layers", "scale", "options"):
            if getattr(before, name) != getattr(self.recipe, name):
                raise FormatError(name, f"the run in {self.folder} has {getattr(before, name)}")
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self._past = state["past"]
        self._generator.set_state(state["generator"].cpu())
        self.steps, self.batches, self.seconds = state["steps"], state["batches"], state["seconds"]
        self.runs = state["runs"]
        self.before = state.get("before", self.before)
        self._is_new = False
        self.log = self._lines_so_far(LOG)
        self.strengths = [Strength(**line) for line in self._lines_so_far(STRENGTH)]
        return True

    def _lines_so_far(self, name: str) -> list[dict[str, Any]]:
        """The lines of a log up to the checkpoint; those of a killed run that are later are removed, and come again."""
        path, kept = self.folder / name, []
        for text in path.read_text("utf-8").splitlines() if path.exists() else []:
            try:
                line = json.loads(text)
                is_kept = line["steps"] <= self.steps
            except (ValueError, KeyError, TypeError):  # killed in the middle of a line
                continue
            if is_kept:
                kept.append(line)
        path.write_text("".join(json.dumps(line) + "\n" for line in kept), "utf-8")
        return kept

    def _write_network(self, name: str) -> Path:
        path = self.folder / name
        latest = max((each.steps for each in self.strengths), default=0)
        facts = {
            "steps": self.steps + self.before["steps"],
            "minutes": round(self.elapsed / 60 + self.before["minutes"], 2), "seed": self.recipe.seed,
            "device": device_name(self.device), "rattus": rattus.__version__, "torch": torch.__version__,
            "strength": [each.as_data() for each in self.strengths if each.steps == latest],
        }  # fmt: skip
        save_network(path, describe(self.recipe, self.moves, facts), weights_of(self.model))
        return path

    def _note(self, ladder: Ladder, on_strength: Callable[[Strength], None]) -> None:
        """Collect the evaluations that finished meanwhile."""
        while not ladder.results.empty():
            found = ladder.results.get()
            if isinstance(found, Exception):
                warnings.warn(f"an evaluation is missing: {found}", stacklevel=2)
                continue
            self.strengths.append(found)
            self._append(STRENGTH, found.as_data())
            on_strength(found)

    def _append(self, name: str, line: dict[str, Any]) -> None:
        with (self.folder / name).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def find_device(name: str) -> torch.device:
    """The device with this name: `cpu`, `cuda`, or `auto` for the GPU if PyTorch finds one. FormatError otherwise."""
    if name not in ("auto", "cpu", "cuda"):
        hint = ": of several GPUs, CUDA_VISIBLE_DEVICES chooses one" if name.startswith("cuda:") else ""
        raise FormatError("device", f"auto, cpu or cuda, not {name!r}{hint}")
    has_gpu = torch.cuda.is_available()
    if name == "cuda" and not has_gpu:
        why = "finds no NVIDIA GPU here" if torch.backends.cuda.is_built() else "was built without CUDA"
        raise FormatError("device", f"this PyTorch {why}")
    return torch.device("cuda" if has_gpu and name != "cpu" else "cpu")


def device_name(device: torch.device) -> str:
    """The name of the device, for people."""
    if device.type == "cuda":
        return str(torch.cuda.get_device_name(device))
    return f"{os.cpu_count()} processors ({platform.machine()})"
