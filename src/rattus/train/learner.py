"""Learning from rollouts, minibatch by minibatch."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from rattus.train.ppo import Rollout, SelfPlay, Stats, advantages, parts_of

EAGER = 3  # minibatches that are learned from kernel by kernel first: they compile what is recorded
STATS = 5  # sums of the losses, the entropy, the KL divergence, and the share of clipped moves


@dataclass(frozen=True)
class _Batch:
    """A rollout as the minibatches take rows from it. A recorded minibatch reads from the same memory every time."""

    rollout: Rollout
    observations: Tensor
    masks: Tensor
    moves: Tensor
    chances: Tensor
    gains: Tensor
    targets: Tensor


class Learner:
    """Proximal policy optimisation of one network.

    On a GPU one minibatch is recorded as a CUDA graph and then replayed. To launch its hundred or so kernels one by one
    takes the CPU twice as long as the GPU needs to run them.
    """

    def __init__(self, self_play: SelfPlay, model: nn.Module, optimizer: torch.optim.Optimizer) -> None:
        self.self_play, self.model, self.optimizer = self_play, model, optimizer
        device, recipe = self_play.device, self_play.recipe
        self._present = torch.arange(self_play.seats, device=device) < self_play.players.unsqueeze(1)
        self._entropy, self._totals = torch.zeros((), device=device), torch.zeros(STATS, device=device)
        self._part = torch.zeros(recipe.minibatch, dtype=torch.int64, device=device)
        self._stream = torch.cuda.Stream(device) if device.type == "cuda" else None
        self._batch: _Batch | None = None
        self._graph: torch.cuda.CUDAGraph | None = None
        self._eager = 0  # minibatches that were learned from on `_stream`
        self._is_recordable = False  # the rollouts lie in the same memory every time

    def learn(self, rollout: Rollout, entropy: float, generator: torch.Generator) -> Stats:
        """Learn from a rollout. `entropy` is the weight of the entropy in the loss."""
        recipe = self.self_play.recipe
        gains, targets = self._advantages(rollout)
        rows = rollout.trained.flatten().nonzero().squeeze(1)
        chosen = gains[rows]
        gains = (gains - chosen.mean()) / (chosen.std() + 1e-8)
        batch = self._prepared(rollout, gains, targets)
        self._entropy.fill_(entropy)
        self._totals.zero_()
        number = 0
        for _ in range(recipe.epochs):
            shuffled = rows[torch.randperm(len(rows), generator=generator, device=rows.device)]
            for part in parts_of(shuffled, recipe.minibatch):
                self._learn_part(batch, part)
                number += 1
        mine = targets[rows, 0]
        rest = mine - rollout.values[: recipe.length].flatten(0, 1)[rows, 0]
        explained = 1 - rest.var() / (mine.var() + 1e-8)
        policy_loss, value_loss, spread, kl, clipped = (self._totals / number).tolist()
        ended = int(rollout.done.sum())
        return Stats(policy_loss, value_loss, spread, kl, clipped, float(explained), ended)

    def _advantages(self, rollout: Rollout) -> tuple[Tensor, Tensor]:
        """The advantage of every move, and the return for every seat, the mover first."""
        self_play, recipe = self.self_play, self.self_play.recipe
        order = self_play.seat_order(rollout.to_move)
        own = self_play.own_order(rollout.to_move[: recipe.length])
        values = rollout.values.gather(2, order)
        gains, returns = advantages(values, rollout.to_move, rollout.rewards, rollout.done, recipe.trace)
        return gains.flatten(), returns.gather(2, own).flatten(0, 1)

    def _prepared(self, rollout: Rollout, gains: Tensor, targets: Tensor) -> _Batch:
        """The rows to learn from: in the memory of the last batch, if the rollout is too."""
        self._is_recordable = self._batch is not None and self._batch.rollout is rollout
        if self._batch is not None and self._is_recordable:
            self._batch.gains.copy_(gains)
            self._batch.targets.copy_(targets)
            return self._batch
        self._graph = None
        self._batch = _Batch(
            rollout, rollout.observations.flatten(0, 1), rollout.masks.flatten(0, 1), rollout.moves.flatten(),
            rollout.chances.flatten(), gains, targets,
        )  # fmt: skip
        return self._batch

    def _learn_part(self, batch: _Batch, part: Tensor) -> None:
        if self._stream is None or len(part) != len(self._part):
            self._step(batch, part)
            return
        self._part.copy_(part)
        if self._graph is not None:
            self._graph.replay()
            return
        # What is recorded must have run on the same stream before.
        self._stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self._stream):
            self._step(batch, self._part)
        torch.cuda.current_stream().wait_stream(self._stream)
        self._eager += 1
        if self._eager >= EAGER and self._is_recordable:
            self._graph = torch.cuda.CUDAGraph()
            self.optimizer.zero_grad(set_to_none=True)  # so that gradients get memory of the graph
            with torch.cuda.graph(self._graph, stream=self._stream):
                self._step(batch, self._part)

    def _step(self, batch: _Batch, part: Tensor) -> None:
        """Learn from these rows."""
        self_play, recipe = self.self_play, self.self_play.recipe
        games = part % self_play.number
        logits, value = self.model(self_play.inputs(batch.observations.index_select(0, part), games))
        policy_loss, value_loss, spread, *others = self_play.losses(
            logits, value, batch.masks.index_select(0, part), batch.moves[part], batch.chances[part],
            batch.gains[part], batch.targets[part], self._present[games], recipe.clip,
        )  # fmt: skip
        loss = policy_loss + recipe.value * value_loss - self._entropy * spread
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), recipe.norm)
        self.optimizer.step()
        self._totals += torch.stack((policy_loss, value_loss, spread, *others)).detach()
