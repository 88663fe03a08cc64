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
from rattus.testing import check_batch, check_random_games

BLOCK = 4  # every CUDA thread is a Python thread
GAMES = 6  # games: two blocks, the second not full


class Records(list[Any]):
    """Tables of which one is made equal to another by an assignment, as in an array."""

    def __setitem__(self, place: Any, record: Any) -> None:
        super().__setitem__(place, record.copy())

    def copy_to_host(self) -> Any:
        return [record.copy() for record in self]

    def copy_from(self, records: Any) -> None:
        for place, record in enumerate(records):
            self[place] = record


class SimulatedEngine(CudaEngine):
    """Tables are lists of records: the simulator takes fields such as `base` and `round` for NumPy's own."""

    def on_device(self, array: np.ndarray[Any, Any]) -> Any:
        if array.dtype.names is None:
            return super().on_device(array)
        layouts = (self.rulebook.box_layout, self.rulebook.table_layout)
        layout = next(each for each in layouts if each.dtype == array.dtype)
        return Records(layout.unpack(array, place) for place in range(len(array)))

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
    check_env(simulated, game, players)
    print("equal")


class SimulatedEnv(CudaBatchEnv):
    """The environment with a simulated engine."""

    def __init__(self, engine: SimulatedEngine, game: str, number: int, players: int) -> None:
        self._simulated = engine
        super().__init__(game, number, players, reward="rank")

    def _make_engine(self, *_: Any) -> SimulatedEngine:
        return self._simulated


def check_env(engine: SimulatedEngine, game: str, players: int) -> None:
    """The environment returns the same as on the CPU, also at the end of games, and continues from a saved state.

    Tables are put in shortly before the end of a game: to get there in the simulator would take minutes.
    """
    ours, theirs = SimulatedEnv(engine, game, 3, players), BatchEnv(game, 3, players, reward="rank", threads=1)
    ours.reset(5), theirs.reset(5)
    while not theirs.done.any():
        before = theirs.save()
        theirs.step(theirs.sample())
    theirs.restore(before)
    layout = engine.rulebook.table_layout
    ours.restore({**before, "tables": [layout.unpack(before["tables"], place) for place in range(3)]})
    for _ in range(3):
        moves = theirs.sample()
        assert np.array_equal(ours.sample(), moves)
        seen, rewards, done, _, info = ours.step(moves)
        expected = theirs.step(moves)
        compare(seen, expected[0])
        compare({"observation": ours.observation, "action_mask": ours.mask}, expected[0])
        for name in ("rewards", "done", "to_move"):
            assert np.array_equal(getattr(ours, name), getattr(theirs, name)), name
        assert np.array_equal(rewards, expected[1])
        assert np.array_equal(done, expected[2])
        assert np.array_equal(info["to_move"], expected[4]["to_move"])
        for game_over in np.flatnonzero(expected[2]):
            final = expected[4]["final_obs"][game_over]["observation"]
            assert np.array_equal(np.asarray(info["final_obs"]["observation"])[game_over], final)
            for name in ("seat", "points", "rank", "won"):
                told = expected[4]["final_info"][name][game_over]
                assert np.array_equal(np.asarray(info["final_info"][name])[game_over], told), name
    twin = SimulatedEnv.__new__(SimulatedEnv)  # as if it were pickled
    twin._simulated = engine
    twin.__setstate__(ours.__getstate__())
    compare({"observation": twin.observation, "action_mask": twin.mask}, expected[0])
    assert np.array_equal(twin.sample(), theirs.sample())


def compare(seen: Any, expected: Any) -> None:
    for name, rows in expected.items():
        assert np.array_equal(seen[name], rows), name


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
