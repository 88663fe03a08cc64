"""Arrays, streams and environments on a GPU that is made up: what is asked of a driver, by the libraries themselves.

`test_cuda.py` runs it, with `made_up_driver.c` as the driver. No kernel is run: each is noted with its stream.
"""

import ctypes
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np

import rattus
from rattus.envs.batch_cuda import CudaBatchEnv
from rattus.errors import IllegalMove
from rattus.kernel.cuda import CudaEngine, DeviceArray

LOG = Path(os.environ["MADE_UP_LOG"])
STREAM, OTHER = 7, 9
GAMES = 3


def main() -> None:
    CudaEngine.launch = launch  # type: ignore[method-assign]
    engine: Any = rattus.engine("rattus", 2, device="cuda")
    batch = engine.new_batch(GAMES, 1, stream=STREAM)
    assert told()[-3:] == [f"write on {STREAM}", f"wait for {STREAM}", f"step_games on {STREAM}"]
    check_moves(engine, batch)
    check_sharing(batch)
    batch.stream = OTHER
    batch.observe()
    assert told() == [f"event on {STREAM}", f"{OTHER} waits for it", f"observe_games on {OTHER}"]
    engine.unpack(batch.tables, 0)
    assert told() == [f"read on {OTHER}", f"wait for {OTHER}"]
    engine.play_each(batch.streams)
    assert told()[-4:] == [f"event on {OTHER}", "1 waits for it", "play_games on 0", "read"]
    check_environment()
    check_opponents()
    print("fine")


def launch(_: CudaEngine, name: str, games: int, arguments: tuple[Any, ...], stream: Any = 0) -> None:  # noqa: ARG001
    with LOG.open("a") as file:
        file.write(f"{name} on {int(getattr(stream, 'handle', stream))}\n")


def told() -> list[str]:
    """What was done since this was asked last."""
    lines = LOG.read_text().splitlines()
    LOG.write_text("")
    return lines


def check_moves(engine: Any, batch: Any) -> None:
    """Moves are read in the order of their stream, wherever they are."""
    steps = [f"check_moves on {STREAM}", f"read on {STREAM}", f"wait for {STREAM}", f"step_games on {STREAM}"]
    batch.step([0] * GAMES)
    assert told() == [f"write on {STREAM}", f"wait for {STREAM}", *steps]
    moves = engine.numbers(GAMES)
    told()
    batch.step(moves)
    assert told() == ["event on 1", f"{STREAM} waits for it", *steps]
    batch.choose(engine.streams("chance", GAMES), moves)  # from now on they are of the batch's stream
    told()
    batch.step(moves)
    assert told() == steps
    batch.step(moves, check=False)
    assert told() == [steps[0], steps[-1]]
    batch._refused.copy_from([1])
    moves.copy_from([5, 6, 7])
    try:
        batch.step(moves)
    except IllegalMove as error:
        assert str(error) == f"{engine.text(6)!r}: not legal in game 1"  # noqa: PT017
    else:
        raise AssertionError("the move was made")
    told()


def check_sharing(batch: Any) -> None:
    """What DLPack and the CUDA array interface tell is the batch's own memory, whoever asks on whichever stream."""
    for array in (batch.masks, batch.observations, batch.rewards, batch.to_move, batch.engine.as_bools(batch.done)):
        form = array.__cuda_array_interface__
        assert (form["stream"], form["shape"], form["typestr"]) == (STREAM, array.shape, array.dtype.str)
        for asked in ({"stream": OTHER}, {"stream": OTHER, "max_version": (1, 0), "copy": None}):  # as JAX, as PyTorch
            shared = DLTensor.of(array.__dlpack__(**asked))
            assert told() == [f"event on {STREAM}", f"{OTHER} waits for it"]
            assert (shared.data, shared.device, shared.device_id) == (form["data"][0], 2, 0)
            size = array.dtype.itemsize
            assert shared.bits == 8 * size
            assert shared.code == {"i": 0, "f": 2, "b": 6}[array.dtype.kind]
            assert tuple(shared.shape[: shared.ndim]) == array.shape
            strides = array.array.strides
            assert not shared.strides or [size * each for each in shared.strides[: shared.ndim]] == list(strides)
    assert not told()


class DLTensor(ctypes.Structure):
    """A tensor as DLPack lays it out."""

    _fields_ = [
        ("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64), ("capsule", ctypes.py_object),
    ]  # fmt: skip
    HEAD = 32  # bytes before it if there is a version: version, context, deleter, flags

    @classmethod
    def of(cls, capsule: Any) -> "DLTensor":
        name = b"dltensor_versioned" if "versioned" in repr(capsule) else b"dltensor"
        get = ctypes.pythonapi.PyCapsule_GetPointer
        get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        place = get(capsule, name) + (cls.HEAD if b"_" in name else 0)
        shared = cls()
        ctypes.memmove(ctypes.byref(shared), place, cls.capsule.offset)
        shared.capsule = capsule  # as long as it lives, so does the memory
        return shared


def check_environment() -> None:
    """An environment is saved, restored and pickled with the numbers that its arrays have."""
    env = CudaBatchEnv("rattus", GAMES, 2, stream=STREAM)
    env.reset(5)
    env.step(env.sample())
    saved = env.save()
    saved["chance"] = saved["chance"] + 1
    env.restore(saved)
    twin = pickle.loads(pickle.dumps(env))
    assert np.array_equal(twin._chance, saved["chance"])
    env.step(env.sample())  # the batch takes the arrays over
    told()
    _, rewards, done, _, info = env.step(env.sample(), check=False)
    kernels = ("choose_moves", "check_moves", "step_games", "observe_games", "tell_ends")
    assert told() == [f"{name} on {STREAM}" for name in kernels]
    for array in (rewards, done, info["final_obs"]["observation"], *info["final_info"].values()):
        assert isinstance(array, DeviceArray)
        assert array.stream_number == STREAM


class Enough(Exception):
    """Ends a round of opponents' moves: where no kernel runs, the same seat would be asked for ever."""


def check_opponents() -> None:
    """A function is asked about the rows of its games, one below the other, in the order of the batch's stream."""

    def opponent(seen: dict[str, Any], info: dict[str, Any]) -> Any:
        lines = ("observe_games", "write", "wait for", "gather_games")
        assert told()[-4:] == [f"{line} {STREAM}" if "wait" in line else f"{line} on {STREAM}" for line in lines]
        for array in (*seen.values(), *info.values()):
            assert array.stream_number == STREAM
            assert DLTensor.of(array.__dlpack__(stream=STREAM)).shape[0] == len(array) == 2
        assert seen["action_mask"].array.is_c_contiguous()
        assert np.asarray(info["game"]).tolist() == [1, 2]
        raise Enough

    # Nothing is set up, so seat 0 is to move in every game. It is the learner's in game 0.
    env = CudaBatchEnv("rattus", GAMES, 3, stream=STREAM, opponents=opponent)
    for begin in (lambda: env.reset(5), lambda: env.step([0] * GAMES)):
        try:
            begin()
        except Enough:
            env._is_interrupted = False  # the next call goes on as if the opponent had answered
            continue
        raise AssertionError("the opponent was not asked")


if __name__ == "__main__":
    main()
