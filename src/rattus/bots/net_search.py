"""Searching with a network: its weights as plain arrays for compiled rules, trees, and the player."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np

from rattus.bots import net_tree
from rattus.bots.net import Network, load_network, observe_sight, relative, shipped_network
from rattus.bots.protocol import Budget, Choice, Option
from rattus.bots.search import GrownTree, Search, SearchPlayer
from rattus.kernel.engine import Engine
from rattus.kernel.rule import Rule, bind, compiled
from rattus.kernel.rulebook import Box, Rulebook
from rattus.match.sight import Sight

CHILDREN = 24  # nodes that a simulation adds, at most as a rule
KEPT = 3  # times the room of a new tree, which a tree that is taken over may take besides
ROOM = 4_000_000  # nodes of all trees of a search, at most: 400 MB, which are full after some ten seconds
GUESS, SLOW_GUESS = 40_000, 500  # simulations per second, compiled or not, to allocate nodes for
FOLLOWED_WORLDS = 4  # worlds in which a move is tried, to see whether it led to this question
COMPARED = 5  # moves that a widened search tries in any case
LEAST_PRIOR = 0.05  # of them, however unlikely the network thinks them
HIDDEN = 3  # rows for numbers between the layers: the inputs, and two that take turns


class Weights:
    """A network for one box: plain arrays for `net_tree.ask`."""

    def __init__(self, network: Network, box: Box) -> None:
        meta, layers = network.meta, network.meta["layers"]
        inputs, size = network.weights["layer0.weight"].shape[0], meta["observation"]
        count = size + network.players.index(box.players) if len(network.players) > 1 else -1
        self.shape = np.array([inputs, size, count, len(layers), len(network.moves), meta["seats"], *layers], np.int64)
        recipe = meta.get("recipe", {})
        shares = [float(recipe.get(name, usual)) for name, usual in (("win", 1.0), ("rank", 0.0), ("lead", 0.0))]
        self.scales = np.array([meta["scale"], *shares], np.float32)
        parts = []
        for number in range(len(layers)):
            parts += [network.weights[f"layer{number}.{kind}"] for kind in ("weight", "bias", "gain", "shift")]
        for head in ("policy", "value"):
            parts += [network.weights[f"{head}.weight"].T, network.weights[f"{head}.bias"]]
        # As in the file: 16-bit floats, here as their bits, which rules can read.
        self.flat = np.concatenate([np.asarray(part, np.float16).ravel() for part in parts]).view(np.uint16)
        self.hidden = max(inputs, net_tree.LANES, *layers)
        places = network.places
        rows = [[places.get(relative(text, box.seats, seat), -1) for text in box.moves] for seat in range(box.players)]
        self.columns = np.array(rows, np.int32)


@functools.lru_cache(maxsize=16)
def weights_for(network: Network, box: Box) -> Weights:
    """The weights of a network for a box; the most recent ones are cached."""
    return Weights(network, box)


@functools.cache
def net_search_rules(rulebook: Rulebook) -> dict[str, Rule]:
    """The compiled search of a game, and the rule that moves its trees to the next question."""
    rules = {"search": net_tree.search, "transplant": net_tree.transplant}
    return bind(rules, f"{rulebook.name}_net", rulebook.rules)


class NetSearch(Search):
    """One search with a network from one sight; `before` is the search of the previous question, if it led here."""

    def __init__(
        self,
        network: Network,
        sight: Sight,
        budget: Budget,
        seed: int | str,
        compiled: bool = True,
        before: NetSearch | None = None,
    ) -> None:
        self.reused = 0  # simulations reused from the previous search
        self.chosen: str | None = None  # the move that it chose
        self.network = network
        move = None if before is None else before.move_to(sight)
        self._kept = 0 if before is None or move is None else max(grown.size for grown in before._trees)
        super().__init__(sight, budget, seed, compiled)
        if before is not None and move is not None:
            self._take_over(before, move)

    def _new_tree(self, seed: str) -> GrownTree:
        threads, simulations = self.budget.threads, self.budget.simulations
        if simulations is None:  # seconds: each thread has all of them
            rate = GUESS if self.engine.compiled else SLOW_GUESS
            simulations = threads * int(rate * (self.budget.seconds or 0))
        room = CHILDREN * (simulations // threads + 2) + 2 * len(self.sight.box.moves)
        room = min(room + min(self._kept, KEPT * room), ROOM // threads)
        return _NetTree(self.engine, self.sight, weights_for(self.network, self.sight.box), seed, room)

    def widen(self) -> None:
        """Try the most probable moves in any case: a network may be so sure of one that it would be the only one."""
        for grown in self._trees:
            assert isinstance(grown, _NetTree)
            grown.widen()

    def _take_over(self, before: NetSearch, move: int) -> None:
        """Reuse the subtree below the move that led to this question."""
        for ours, theirs in zip(self._trees, before._trees, strict=False):
            assert isinstance(ours, _NetTree)
            assert isinstance(theirs, _NetTree)
            self.reused += ours.take_over(theirs, move)

    def move_to(self, sight: Sight) -> int | None:
        """The move that led from this search's question to that one; None if something else may have.

        The move is tried in worlds that agree with what was seen: only if one of them gives exactly the current
        observation has nothing unforeseen happened in between.
        """
        if sight.box is not self.sight.box or sight.seat != self.sight.seat or self.chosen is None:
            return None
        # On lists, which takes a millisecond: compiled entry points would have to be compiled first.
        engine = Engine(sight.parts.rulebook, sight.box, compiled=False)
        move = int(sight.box.ids[self.chosen])
        tables, out, scratch = engine.pack([self.sight.table] * 2), engine.move_buffer(), engine.scratch()
        rng, row, seen = engine.stream("what follows"), engine.observation(), observe_sight(sight)
        for _ in range(FOLLOWED_WORLDS):
            engine.imagine(tables, 0, 1, sight.seat, rng, scratch)
            if engine.apply(tables, 1, move, out) <= 0:
                return None
            engine.observe(tables, 1, sight.seat, row)
            if row == seen:
                return move
        return None

    def _choice(self) -> Choice:
        """The move with the most visits over all trees; ties are broken by value."""
        seats, options = self.sight.box.seats, []
        for move in self.sight.legal:
            found = [node for grown in self._trees for node in grown.children if node.move == move]
            visits = sum(node.visits for node in found)
            if visits:
                hopes = [
                    sum(node.worth[seat] for node in found) / net_tree.WHOLE / visits for seat in range(len(seats))
                ]
                chances = dict(zip(seats, hopes, strict=True))
                options.append(Option(self.sight.box.moves[move], visits, hopes[self.sight.seat], chances))
        if not options:  # a single simulation only looked at the root
            node = max(self._trees[0].children, key=lambda node: node.prior)
            self.chosen = self.sight.box.moves[node.move]
            return Choice(self.chosen, (), 1)
        options.sort(key=lambda option: (-option.simulations, -option.worth))
        self.chosen = options[0].move
        return Choice(options[0].move, tuple(options), sum(grown.simulations for grown in self._trees))


class _NetTree(GrownTree):
    """A tree that is grown with a network."""

    def __init__(self, engine: Engine, sight: Sight, weights: Weights, seed: str, room: int) -> None:
        rules = net_search_rules(sight.parts.rulebook)
        self._transplant = compiled(rules["transplant"]) if engine.compiled else rules["transplant"]
        search = compiled(rules["search"]) if engine.compiled else rules["search"]
        super().__init__(engine, sight, search, net_tree.NODE, seed, room)
        box, verbs = sight.box, sorted(sight.parts.rulebook.secret_verbs)
        secrets = [verbs.index(text.split(" ")[0]) + 1 if text.split(" ")[0] in verbs else 0 for text in box.moves]
        trees = box.players if any(secrets) else 1  # without secret moves one tree serves all seats
        self.root, self.end = sight.seat if trees > 1 else 0, net_tree.NONE
        self.size = self._number = trees
        self._secrets = secrets
        seats = engine.box.players
        self.buffers = (
            engine.move_buffer(), engine.numbers(engine.num_actions), engine.numbers(trees, net_tree.DEEPEST + 1),
            engine.scratch(), engine.numbers(seats), engine.numbers(seats), engine.rewards(), engine.numbers(seats),
            engine.observation(), np.array(secrets, np.int32), weights.columns, weights.shape, weights.scales,
            weights.flat, np.zeros((HIDDEN, weights.hidden), np.float32), np.zeros(weights.hidden, np.int32),
            np.zeros(engine.num_actions),
            np.zeros(weights.shape[net_tree.VALUES]),
        )  # fmt: skip

    def widen(self) -> None:
        """Raise the priors of the most probable moves at the root, which the first simulation adds."""
        if not self.children:
            self.grow(1)
        places, number = [], int(self._node(self.root).child)
        while number != self.end:
            places.append(number)
            number = int(self._node(number).sibling)
        least = int(LEAST_PRIOR * net_tree.WHOLE)
        for place in sorted(places, key=lambda place: -int(self._node(place).prior))[:COMPARED]:
            prior = max(int(self._node(place).prior), least)
            if self.engine.compiled:
                self._nodes[place]["prior"] = prior
            else:
                self._nodes[place].prior = prior

    def take_over(self, before: _NetTree, move: int) -> int:
        """Start from another tree's subtree below a move; returns the number of simulations in it."""
        seen = int(net_tree.as_seen(move, before._secrets))
        roots = [before._child(tree, move if tree == before.root else seen) for tree in range(before._number)]
        if self._number != before._number or net_tree.NONE in roots:
            return 0
        array = np.array(roots, np.int32) if self.engine.compiled else roots
        self.size = int(self._transplant(before._nodes, array, self._nodes))
        return int(self._node(self.root).visits)

    def _child(self, parent: int, move: int) -> int:
        number = int(self._node(parent).child)
        while number != self.end and int(self._node(number).move) != move:
            number = int(self._node(number).sibling)
        return number


class NetSearchPlayer(SearchPlayer):
    """Tree search with a network. Without a file it uses the network that is shipped for the game.

    If it is asked again right after its own move, as within a turn, it continues with the same tree.
    """

    def __init__(
        self, name: str, budget: Budget, path: Path | None = None, compiled: bool = True, reuses: bool = True
    ) -> None:
        super().__init__(name, budget, compiled)
        self._reuses = reuses
        self._network = None if path is None else load_network(path)

    def _new_search(self, sight: Sight, seed: int | str) -> NetSearch:
        rulebook, players = sight.parts.rulebook, sight.box.players
        network = shipped_network(rulebook.name, players) if self._network is None else self._network
        network.check(rulebook, players)
        before = self._search if self._reuses and isinstance(self._search, NetSearch) else None
        return NetSearch(network, sight, self.budget, seed, self._compiled, before)


def use_net_search(sight: Sight, network: Network | None = None) -> None:
    """Call all compiled rules of the search once, with this network or the shipped one, so that they are compiled."""
    network = network or shipped_network(sight.parts.rulebook.name, sight.box.players)
    first, second = (NetSearch(network, sight, Budget(2), 0) for _ in range(2))
    first.run()
    for ours, theirs in zip(second._trees, first._trees, strict=True):
        assert isinstance(ours, _NetTree)
        assert isinstance(theirs, _NetTree)
        ours.take_over(theirs, sight.legal[0])
