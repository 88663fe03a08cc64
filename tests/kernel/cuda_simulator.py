"""The kernels in Numba's simulator, in lock-step with the rules on lists. `test_cuda.py` runs it, since the simulator
has to be chosen before Numba is imported."""

import sys
from typing import Any

import numpy as np

import rattus
from rattus.kernel.cuda import CudaEngine, DeviceArray
from rattus.testing import check_batch, check_random_games

BLOCK = 4  # every thread is one of Python's
GAMES = 6  # on two blocks, the second not full


class SimulatedEngine(CudaEngine):
    """Tables are lists of records: the simulator takes fields such as `base` and `round` for NumPy's own."""

    def on_device(self, array: np.ndarray[Any, Any]) -> Any:
        if array.dtype.names is None:
            return super().on_device(array)
        layouts = (self.rulebook.box_layout, self.rulebook.table_layout)
        layout = next(each for each in layouts if each.dtype == array.dtype)
        return [layout.unpack(array, place) for place in range(len(array))]

    def _numbers(self, shape: tuple[int, ...], kind: Any) -> Any:
        return self.on_device(np.zeros(shape, kind))

    def rows_of(self, words: DeviceArray, size: int) -> DeviceArray:
        return super().on_device(words.copy_to_host().view(np.int8)[:, :size].copy())


def main(game: str, players: int, steps: int) -> None:
    plain = rattus.engine(game, players, compiled=False)
    simulated = SimulatedEngine(plain.rulebook, plain.box, BLOCK)
    check_random_games(simulated, plain, 1)
    check_batch(simulated, plain, GAMES, games=GAMES, steps=steps)
    batch = simulated.new_batch(2, 0)
    before = np.asarray(batch.masks).copy()
    for moves in ([-1, 0], [0, 1 << 20], [-2, -2]):
        try:
            batch.step(moves)
        except IndexError as error:
            assert "is not legal on table" in str(error)  # noqa: PT017
        else:
            raise AssertionError(f"{moves} were made")
    assert np.array_equal(before, batch.masks)
    print("equal")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
