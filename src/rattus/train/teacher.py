"""Games of a teacher: what a network imitates before it learns by self-play.

A teacher is any computer player; one that searches also reports how often it tried each move, which says more than the
move alone. Games are stored as moves and visits; observations are recomputed by replaying them.

    python -m rattus.train.teacher cartus 2 mcts:2000 --minutes 5 --folder lessons
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from rattus.bots.net import engine_moves
from rattus.bots.players import compile_players, make_player
from rattus.envs.play import Play, Setting, make_setting
from rattus.envs.rewards import rewards_for
from rattus.errors import FormatError, RattusError
from rattus.games import GAMES
from rattus.kernel import entry_points
from rattus.kernel.random import below, draw, stream
from rattus.match.parts import find_game
from rattus.train.recipe import Recipe, read_players

DETOURS = 0.05  # share of random moves, so that lessons also show how to recover from mistakes
META = "meta"


@dataclass(frozen=True)
class Lesson:
    """A game: moves by the engine's numbers, and for each decision how often each legal move was tried, in order."""

    seed: str
    moves: list[int]
    visits: list[list[int]]


def teach(setting: Setting, teacher: str, seed: str) -> Lesson:
    """Have a teacher play all seats of a game."""
    play, player, chance = Play(setting), make_player(teacher, setting.compiled), stream(f"{seed}/detours")
    moves: list[int] = []
    visits: list[list[int]] = []
    play.begin(seed)
    while not play.is_over:
        choice = player.choose(play.sight(play.to_move), f"{seed}/{len(moves)}")
        ids, legal = play.setting.engine.box.ids, play.legal
        tried = {ids[option.move]: option.simulations for option in choice.options} or {ids[choice.move]: 1}
        if len(set(tried.values())) == 1:
            tried = {ids[choice.move]: 1}  # equal visits contain no information: `greedy` tries each move equally often
        visits.append([tried.get(move, 0) for move in legal])
        is_detour = draw(chance) < DETOURS * (1 << 32)
        moves.append(legal[below(chance, len(legal))] if is_detour else ids[choice.move])
        play.apply(moves[-1])
    player.close()
    return Lesson(seed, moves, visits)


def save_lessons(path: Path, about: dict[str, Any], lessons: Sequence[Lesson]) -> None:
    """Write games, atomically."""
    meta = {**about, "seeds": [lesson.seed for lesson in lessons]}
    flat = [count for lesson in lessons for row in lesson.visits for count in row]
    draft = path.with_suffix(".part")
    with draft.open("wb") as file:
        np.savez_compressed(
            file,
            meta=np.frombuffer(json.dumps(meta).encode(), np.uint8),
            lengths=np.array([len(lesson.moves) for lesson in lessons], np.int32),
            moves=np.array([move for lesson in lessons for move in lesson.moves], np.int16),
            visits=np.array(flat, np.uint32),
        )
    draft.replace(path)


@dataclass
class Lessons:
    """Decisions of teachers as tensors, one row each."""

    observations: Tensor  # int8
    counts: Tensor  # which of the recipe's numbers of players it is
    masks: Tensor  # bool, over the network's moves
    policies: Tensor  # the share of the visits of each of the network's moves
    values: Tensor  # the reward of every seat, the observer first
    seats: Tensor  # bool: the seats in the game


def load_lessons(paths: Sequence[Path], recipe: Recipe, moves: Sequence[str]) -> Lessons:
    """Read games and replay them, for the network of a recipe. Files of other numbers of players are left out."""
    rows: list[tuple[Any, ...]] = []
    for path in paths:
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                meta = json.loads(arrays[META].tobytes())
                parts = arrays["lengths"], arrays["moves"], arrays["visits"]
        except Exception as error:  # of a damaged file NumPy, zipfile and zlib raise a dozen kinds
            raise FormatError("teacher", f"{path} holds no lessons") from error
        if meta["game"] == recipe.game and meta["players"] in recipe.players:
            rows += _replayed(recipe, moves, meta, *parts)
    if not rows:
        raise FormatError("teacher", f"no games of {recipe.game} for {recipe.players} players in {len(paths)} files")
    columns = [np.stack(column) for column in zip(*rows, strict=True)]
    observations, counts, masks, policies, values, seats = (torch.from_numpy(column) for column in columns)
    return Lessons(observations, counts, masks, policies, values, seats)


def _replayed(
    recipe: Recipe, moves: Sequence[str], meta: dict[str, Any], lengths: NDArray[Any], made: NDArray[Any],
    visits: NDArray[Any],
) -> Iterator[tuple[Any, ...]]:  # fmt: skip
    players = meta["players"]
    setting = make_setting(recipe.game, players, recipe.options)
    places = _network_places(moves, setting)
    play, most, move, visit = Play(setting), max(recipe.players), 0, 0
    for seed, length in zip(meta["seeds"], lengths.tolist(), strict=True):
        play.begin(seed)
        found = []
        for _ in range(length):
            seat, legal = play.to_move, play.legal
            mask, policy = np.zeros(len(moves), np.bool_), np.zeros(len(moves), np.float32)
            columns = places[seat][legal]
            mask[columns] = True
            policy[columns] = visits[visit : visit + len(legal)]
            found.append((play.observe(seat), seat, mask, policy / policy.sum()))
            play.apply(int(made[move]))
            move, visit = move + 1, visit + len(legal)
        if not play.is_over:
            raise FormatError("teacher", f"a game of {meta['teacher']} was played by other rules")
        worth = mixed_rewards(recipe, play)
        for row, seat, mask, policy in found:
            values = np.zeros(most, np.float32)
            values[:players] = np.roll(worth, -seat)
            yield row, recipe.players.index(players), mask, policy, values, np.arange(most) < players


def _network_places(moves: Sequence[str], setting: Setting) -> NDArray[np.int64]:
    """For every seat and every move of the engine, its index among the network's moves."""
    numbers = engine_moves(moves, setting.engine.box)
    places = np.zeros((setting.players, setting.engine.num_actions), np.int64)
    for seat in range(setting.players):
        known = numbers[seat] >= 0
        places[seat, numbers[seat][known]] = np.flatnonzero(known)
    return places


def mixed_rewards(recipe: Recipe, play: Play) -> NDArray[np.float32]:
    """The reward of each seat for a finished game, by the recipe's weights."""
    parts = ((recipe.win, entry_points.WIN), (recipe.rank, entry_points.RANK), (recipe.lead, entry_points.LEAD))
    worth = sum(share * np.array(rewards_for(kind, play.result), np.float32) for share, kind in parts if share)
    return np.asarray(worth, np.float32)


# ---- making lessons on all processors


def _work(game: str, players: int, teacher: str, end: float, seed: str, path: str) -> int:
    lessons: list[Lesson] = []
    setting, begun = make_setting(game, players, {}), time.time()
    while not lessons or time.time() + (time.time() - begun) / len(lessons) < end:
        lessons.append(teach(setting, teacher, f"{seed}/{len(lessons)}"))
    save_lessons(Path(path), {"game": game, "players": players, "teacher": teacher}, lessons)
    return sum(len(lesson.moves) for lesson in lessons)


def make_lessons(
    game: str, counts: Sequence[int], teacher: str, minutes: float, folder: Path, workers: int, seed: str = "0"
) -> int:
    """Have teachers play for a number of minutes, each in its own process; returns the number of decisions."""
    end = time.time() + 60 * minutes
    compile_players(find_game(game), lambda _done, _total: None)
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        (game, counts[worker % len(counts)], teacher, end, f"{seed}/{worker}", str(folder / f"{game}-{worker}.npz"))
        for worker in range(max(workers, len(counts)))  # at least one for each number of players
    ]
    with multiprocessing.get_context("spawn").Pool(len(jobs)) as pool:
        return sum(pool.starmap(_work, jobs))


def main(arguments: Sequence[str] | None = None) -> None:
    """Make games of a teacher from the command line."""
    parser = argparse.ArgumentParser(prog="python -m rattus.train.teacher", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("players", help="numbers of players by commas")
    parser.add_argument("teacher", help="a computer player by name")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--folder", type=Path, default=Path("lessons"))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", default="0")
    given = parser.parse_args(arguments)
    try:
        counts = read_players(given.players)
        for players in counts:
            make_setting(given.game, players, {}, compiled=False)
        make_player(given.teacher, compiled=False).close()
        made = make_lessons(given.game, counts, given.teacher, given.minutes, given.folder, given.workers, given.seed)
    except RattusError as error:
        parser.error(str(error))
    print(f"{made:,} decisions of {given.teacher} in {given.folder}")


if __name__ == "__main__":
    main()
