"""Measure how fast computer players search, beside OpenSpiel's, in the same run.

    python bench/search.py [NETWORK.npz...]

A simulation is complete: sample the hidden part, descend the tree, and play to the end of the game, or ask the network.
With networks (the shipped ones, or files), it also measures the gain from reusing a tree within a turn.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from run import Row, at_least, at_most, show, write

import rattus
from rattus.bots.net import SHIPPED, load_network, shipped_network
from rattus.bots.net_search import NetSearch, NetSearchPlayer, use_net_search
from rattus.bots.protocol import Budget
from rattus.bots.search import Search
from rattus.match.sight import Sight, sight_of

ROUNDS = 5
SIMULATIONS = 20_000
SECONDS = 0.5
OPEN_SPIEL_SIMULATIONS = 200
REUSE_SIMULATIONS, REUSE_GAMES = 200, 60


def midway(name: str, players: int) -> Sight:
    """What the seat to move sees in the middle of a random game."""
    length = len(_played(name, players, None).moves)
    return sight_of(_played(name, players, length // 2))


def _played(name: str, players: int, moves: int | None) -> rattus.Game:
    game, choice = rattus.new(name, players, 1), random.Random(1)
    while not game.is_over and (moves is None or len(game.moves) < moves or len(game.legal()) < 4):
        game.play(choice.choice(game.legal()))
    return game


def rate(run: Callable[[], int]) -> float:
    """Simulations a second."""
    begin = time.perf_counter()
    done = run()
    return done / (time.perf_counter() - begin)


def searching(sight: Sight, threads: int) -> Callable[[], int]:
    budget = Budget(SIMULATIONS * threads, None, threads)
    return lambda: Search(sight, budget, 1).run().simulations


def searching_with_network(sight: Sight) -> Callable[[], int]:
    network = shipped_network(sight.parts.rulebook.name, sight.box.players)
    return lambda: NetSearch(network, sight, Budget(SIMULATIONS), 1).run().simulations


def open_spiel(name: str) -> Callable[[], int] | None:
    """OpenSpiel's ISMCTSBot from the middle of a random game, with random rollouts."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, choice = pyspiel.load_game(name), random.Random(1)
    lengths = _open_spiel_lengths(game, choice)
    state = game.new_initial_state()
    for _ in range(lengths // 2):
        state.apply_action(_any_action(state, choice))
    while state.is_chance_node():
        state.apply_action(_any_action(state, choice))
    bot = pyspiel.ISMCTSBot(
        1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, OPEN_SPIEL_SIMULATIONS, -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
    )  # fmt: skip

    def run() -> int:
        bot.step(state)
        return OPEN_SPIEL_SIMULATIONS

    return run


def _open_spiel_lengths(game: object, choice: random.Random) -> int:
    state, length = game.new_initial_state(), 0  # type: ignore[attr-defined]
    while not state.is_terminal():
        state.apply_action(_any_action(state, choice))
        length += 1
    return length


def _any_action(state: object, choice: random.Random) -> int:
    if state.is_chance_node():  # type: ignore[attr-defined]
        actions, chances = zip(*state.chance_outcomes(), strict=True)  # type: ignore[attr-defined]
        return int(choice.choices(actions, chances)[0])
    return int(choice.choice(state.legal_actions()))  # type: ignore[attr-defined]


def measure(progress: Progress) -> list[Row]:
    names = list(rattus.GAMES)
    task = progress.add_task("measuring", total=len(names) * ROUNDS + ROUNDS)
    others = {name: open_spiel(name) for name in ("gin_rummy", "hearts")}
    theirs = {name: statistics.median(rate(run) for _ in range(ROUNDS)) for name, run in others.items() if run}
    progress.advance(task, ROUNDS)
    rows = [
        Row(f"OpenSpiel's ISMCTSBot on {n}, one thread", "", f"{r:,.0f} simulations/s", None) for n, r in theirs.items()
    ]
    for name in names:
        sight = midway(name, 2)
        searching(sight, 2)()  # compiles
        searching_with_network(sight)()
        one, two, asked = [], [], []
        for _ in range(ROUNDS):
            one.append(rate(searching(sight, 1)))
            two.append(rate(searching(sight, 2)))
            asked.append(rate(searching_with_network(sight)))
            progress.advance(task)
        speed = statistics.median(one)
        rows.append(Row(f"{name}, one thread", "", f"{speed:,.0f} simulations/s", None))
        if "gin_rummy" in theirs:
            rows.append(at_least(f"{name} against ISMCTSBot on gin_rummy", 10, speed / theirs["gin_rummy"]))
        rows.append(at_least(f"{name}, two threads against one", 1.7, statistics.median(two) / speed))
        with_network = statistics.median(asked)
        rows.append(Row(f"{name}, with its network, one thread", "", f"{with_network:,.0f} simulations/s", None))
        rows.append(Row(f"{name}, with its network beside playouts", "", f"{with_network / speed:.2f} times", None))
        rows.append(at_most(f"{name}, a budget of half a second is missed by", 10, 100 * most_missed(sight), "%"))
    return rows


def most_missed(sight: Sight) -> float:
    """The largest relative deviation from a budget in seconds."""
    missed = []
    for seed in range(ROUNDS):
        begin = time.perf_counter()
        Search(sight, Budget(seconds=SECONDS), seed).run()
        missed.append(abs(time.perf_counter() - begin - SECONDS) / SECONDS)
    return max(missed)


def reuse(path: Path) -> list[Row]:
    """The share of a search that is reused from the previous question, and whether that makes it stronger."""
    network = load_network(path)
    game, players = network.game, network.players[0]
    name, budget = f"search:{REUSE_SIMULATIONS}", Budget(REUSE_SIMULATIONS)
    used = made = won = 0.0
    use_net_search(sight_of(rattus.new(game, players, 0)), network)  # compiles
    seconds = {True: 0.0, False: 0.0}
    for number in range(REUSE_GAMES):
        match = rattus.new(game, players, f"reuse/{number // players}")
        ours = match.seats[number % players]
        bots = {seat: NetSearchPlayer(name, budget, path, reuses=seat == ours) for seat in match.seats}
        while not match.is_over:
            seat = match.to_move or ""
            begin = time.perf_counter()
            choice = bots[seat].choose(sight_of(match), f"{number}/{len(match.moves)}")
            seconds[seat == ours] += time.perf_counter() - begin
            search = bots[seat]._search
            if seat == ours and isinstance(search, NetSearch):
                used, made = used + search.reused, made + choice.simulations
            match.play(choice.move)
        assert match.outcome is not None
        won += (ours in match.outcome.winners) / max(len(match.outcome.winners), 1)
    share, fair = used / max(used + made, 1), 1 / players
    error = 1.96 * (fair * (1 - fair) / REUSE_GAMES) ** 0.5
    what = f"{game}, {players} players, {name}"
    return [
        Row(f"{what}: visits that are re-used", "", f"{share:.0%}", None),
        at_least(f"{what}: games won by who re-uses ({REUSE_GAMES}; fair {fair:.0%} +- {error:.0%})",
                 round(fair - error, 2), won / REUSE_GAMES, ""),
        Row(f"{what}: time of who re-uses beside the others'", "",
            f"{seconds[True] * (players - 1) / max(seconds[False], 1e-9):.2f} times", None),
    ]  # fmt: skip


def networks() -> list[Path]:
    """The networks named, or the shipped ones."""
    return [Path(name) for name in sys.argv[1:]] or sorted(SHIPPED.glob("*.npz"))


def main() -> None:
    with Progress(console=Console(stderr=True)) as progress:
        rows = measure(progress)
    for path in networks():
        rows += reuse(path)
    title = "Speed of search (2 players, from the middle of a game)"
    show(rows, title, Console())
    write(rows, title, "search")


if __name__ == "__main__":
    main()
