"""The kernels in Numba's simulator, in lock-step with the rules on lists. `test_cuda.py` runs it, since the simulator
has to be chosen before Numba is imported."""

import sys
from typing import Any

import numpy as np

import rattus
from rattus.envs.batch import BatchEnv
from rattus.envs.batch_cuda import CudaBatchEnv
from rattus.errors import FormatError, IllegalMove
from rattus.kernel.cuda import CudaEngine, DeviceArray
from rattus.testing import check_batch, check_environments, check_random_games

BLOCK = 4  # every CUDA thread is a Python thread
TWO_FIRST = 2  # a seed with which the first seat begins two of three games
GAMES = 6  # games: two blocks, the second not full


class Records(list[Any]):
    """Tables of which one is made equal to another by an assignment, as in an array."""

    def __init__(self, layout: Any, array: np.ndarray[Any, Any]) -> None:
        super().__init__(layout.unpack(array, place) for place in range(len(array)))
        self.layout = layout

    def __setitem__(self, place: Any, record: Any) -> None:
        super().__setitem__(place, record.copy())

    def copy_to_host(self) -> Any:
        return self.layout.pack(self)

    def copy_from(self, array: np.ndarray[Any, Any]) -> None:
        for place in range(len(array)):
            self[place] = self.layout.unpack(array, place)


class SimulatedEngine(CudaEngine):
    """Tables are lists of records: the simulator takes fields such as `base` and `round` for NumPy's own."""

    def on_device(self, array: np.ndarray[Any, Any]) -> Any:
        if array.dtype.names is None:
            return super().on_device(array)
        layouts = (self.rulebook.box_layout, self.rulebook.table_layout)
        layout = next(each for each in layouts if each.dtype == array.dtype)
        return Records(layout, array)

    def zeros(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self.on_device(np.zeros(shape, kind))

    def as_bools(self, flags: DeviceArray) -> DeviceArray:
        return super().on_device(flags.copy_to_host().astype(np.bool_))

    def rows_of(self, words: DeviceArray, size: int) -> DeviceArray:
        return super().on_device(words.copy_to_host().view(np.int8)[:, :size].copy())


def main(game: str, players: int, steps: int, random_games: int) -> None:
    """Raises an error where they differ. Whole random games take ten seconds."""
    plain = rattus.engine(game, players, compiled=False)
    simulated = SimulatedEngine(plain.rulebook, plain.box, BLOCK)
    if random_games:
        check_random_games(simulated, plain, random_games)
    check_batch(simulated, plain, GAMES, games=GAMES, steps=steps)
    batch = simulated.new_batch(2, 0)
    before = np.asarray(batch.masks).copy()
    for moves in ([0], [0.0, 0.0], None):
        try:
            batch.step(moves)
        except FormatError:
            continue
        raise AssertionError(f"{moves} were taken")
    for moves in ([-1, 0], [before[0].argmax(), 1 << 20], [1 << 32, 0], [-2, -2]):
        wrong = next(place for place, move in enumerate(moves) if not (0 <= move < plain.num_actions))
        for given in (moves, simulated.on_device(np.array(moves))):
            try:
                batch.step(given)
            except IllegalMove as error:
                assert str(error) == f"'{moves[wrong]}': not legal in game {wrong}"  # noqa: PT017
            else:
                raise AssertionError(f"{moves} were made")
    assert np.array_equal(before, batch.masks)
    check_unchecked(simulated)
    check_single_tables(simulated)
    check_env(simulated, game, players)
    seats = plain.box.seats
    for opponents in ("random", {seats[1]: "greedy", **dict.fromkeys(seats[2:], first_legal)}, first_legal):
        check_env(simulated, game, players, opponents)
    check_refused_opponents(simulated, game, players)
    print("equal")


def check_unchecked(engine: SimulatedEngine) -> None:
    """An illegal move that nobody waited for is told until a checked step or other tables end it."""
    batch = engine.new_batch(2, 0)
    tables, streams, to_move = batch.tables.copy_to_host(), batch.streams.copy_to_host(), batch.to_move.copy_to_host()
    legal = np.asarray(batch.masks).argmax(axis=1)
    for go_on in (batch.step, lambda _: batch.restore(tables, streams)):
        batch.step([legal[0], -1], check=False)
        batch.step(legal, check=False)
        assert np.array_equal(batch.to_move, to_move)
        assert batch.first_refused(legal) is None
        assert batch.first_refused([-1, -1]) == 0
        assert batch.first_refused() == 1
        try:
            go_on(legal)
        except IllegalMove as error:
            assert str(error) == "'a move': made before without a check: not legal in game 1"  # noqa: PT017
        assert batch.first_refused() is None
        assert np.array_equal(batch.to_move, to_move)
    batch.step(legal)
    assert not np.array_equal(batch.to_move, to_move)


def check_single_tables(engine: SimulatedEngine) -> None:
    """What returns nothing runs as well: copying and veiling a table."""
    tables = engine.tables(3)
    engine.begin(tables, 0, engine.stream(1), engine.move_buffer())
    engine.copy(tables, 0, 1)
    engine.see(tables, 1, 2, 0)
    first, copy, veiled = (engine.unpack(tables, place) for place in range(3))
    assert copy == first != veiled


class SimulatedEnv(CudaBatchEnv):
    """The environment with a simulated engine."""

    def __init__(self, engine: SimulatedEngine, game: str, number: int, players: int, opponents: Any = None) -> None:
        self._simulated = engine
        super().__init__(game, number, players, reward="rank", opponents=opponents)

    def _make_engine(self, *_: Any) -> SimulatedEngine:
        return self._simulated


def first_legal(seen: dict[str, Any], info: dict[str, Any]) -> Any:
    """A function as an opponent, of what both kinds of arrays have. The mover and the game count too."""
    masks = np.asarray(seen["action_mask"])
    assert np.asarray(seen["observation"]).shape[0] == len(masks)
    ahead = np.asarray(seen["observation"]).sum(axis=1) + np.asarray(info["to_move"]) + np.asarray(info["game"])
    moves = np.array([np.flatnonzero(mask)[number % mask.sum()] for mask, number in zip(masks, ahead, strict=True)])
    if not isinstance(seen["action_mask"], DeviceArray):
        return moves
    from numba import cuda

    return DeviceArray(cuda.to_device(moves))


def check_env(engine: SimulatedEngine, game: str, players: int, opponents: Any = None) -> None:
    """The environment returns the same as on the CPU, also at the end of games, and continues from a saved state.

    Tables are put in shortly before the end of a game: to get there in the simulator would take minutes.
    """
    ours = SimulatedEnv(engine, game, 3, players, opponents)
    theirs = BatchEnv(game, 3, players, reward="rank", threads=1, opponents=opponents)
    compare(ours.reset(5)[0], theirs.reset(5)[0])
    assert np.array_equal(ours.to_move, theirs.to_move)
    while not theirs.done.any():
        before = theirs.save()
        theirs.step(theirs.sample())
    theirs.restore(before)
    ours.restore(before)
    assert check_environments(ours, theirs, games=GAMES, steps=3)
    seen = {"observation": theirs.observation, "action_mask": theirs.mask}
    for name in ("rewards", "done", "to_move"):
        assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
    compare({"observation": ours.observation, "action_mask": ours.mask}, seen)
    saved, expected_saved = ours.save(), theirs.save()
    for name in expected_saved:
        assert np.array_equal(saved[name], expected_saved[name]), name
    twin = SimulatedEnv.__new__(SimulatedEnv)  # as if it were pickled
    twin._simulated = engine
    twin.__setstate__(ours.__getstate__())
    compare({"observation": twin.observation, "action_mask": twin.mask}, seen)
    assert np.array_equal(twin.sample(), theirs.sample())


def check_refused_opponents(engine: SimulatedEngine, game: str, players: int) -> None:
    """Opponents' moves are refused in the words of the CPU, and a refusal leaves nothing behind."""
    answer: Any = None

    def opponent(seen: dict[str, Any], info: dict[str, Any]) -> Any:
        return answer(seen, info)

    opponents = {engine.box.seats[0]: opponent}
    ours, theirs = SimulatedEnv(engine, game, 3, players, opponents), BatchEnv(game, 3, players, opponents=opponents)
    answers: list[Any] = [[0] * 9, None, ["settle"] * 2, *(np.full(2, move) for move in (-1, 1 << 20, 1 << 33, 0.5))]
    for wrong in answers:
        given = [wrong]
        if isinstance(wrong, np.ndarray):
            given.append(DeviceArray(engine._cuda.to_device(wrong)))
        told = set()
        for each in given:
            answer = lambda *_, each=each: each  # noqa: E731
            told |= {refusal(envs) for envs in ((ours, theirs) if each is wrong else (ours,))}
        assert len(told) == 1, told
    answer = first_legal
    compare(ours.reset(TWO_FIRST)[0], theirs.reset(TWO_FIRST)[0])


def refusal(envs: Any) -> str:
    try:
        envs.reset(TWO_FIRST)
    except (FormatError, IllegalMove) as error:
        return f"{type(error).__name__}: {error}"
    raise AssertionError("the moves were made")


def compare(seen: Any, expected: Any) -> None:
    for name, rows in expected.items():
        assert np.array_equal(seen[name], rows), name


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
