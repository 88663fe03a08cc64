"""The rules on a GPU: in Numba's simulator, compiled as far as that goes without one, and for real where there is one.

What needs a GPU and is slow (100,000 games of every kind in lock-step) is `tools/check_gpu.py`.
"""

import importlib
import os
import pickle
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rattus
from rattus.envs.batch import BatchEnv
from rattus.envs.batch_cuda import CudaBatchEnv
from rattus.errors import FormatError
from rattus.kernel import cache
from rattus.kernel.cuda import (
    KERNELS,
    WITHOUT_RESULT,
    CudaBatch,
    CudaEngine,
    DeviceArray,
    NoDevice,
    SharedStream,
    compilations,
    device_function,
    let_wait,
    make_entry_kernel,
    make_kernel,
    wait_for_writers,
)
from rattus.testing import check_batch, check_environments, check_random_games

SIMULATOR = Path(__file__).with_name("cuda_simulator.py")
MADE_UP_GPU, DRIVER = Path(__file__).with_name("made_up_gpu.py"), Path(__file__).with_name("made_up_driver.c")
HOPPER = (9, 0)
has_gpu = False
try:
    from numba import cuda, types
    from numba.cuda import dispatcher
    from numba.cuda.np.numpy_support import from_dtype

    has_numba_cuda = True
    has_gpu = cuda.is_available()
except ImportError:
    has_numba_cuda = False

needs_numba_cuda = pytest.mark.skipif(not has_numba_cuda, reason="the extra `cuda` is not installed")
needs_gpu = pytest.mark.skipif(not has_gpu, reason="there is no GPU")
# Africanus is Rattus with more cards, and for a GPU one game is compiled like another: the rest is in make test-long.
LONG = pytest.mark.long
# Players, steps of a batch, whole games: outside make test-long the start and the end of games are played.
CASES = [
    ("rattus", 2, 8, 0),
    *(pytest.param(*each, 3, marks=LONG) for each in [("rattus", 2, 8), ("africanus", 3, 12), ("cartus", 3, 6)]),
]
SLOWEST = {"step_games", "play_games"}  # they take most of the time to compile: outside make test-long the others
COMPILED = [("rattus", False), *(pytest.param(game, True, marks=LONG) for game in rattus.GAMES)]


@needs_numba_cuda
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "players", "steps", "games"), CASES)
def test_kernels_play_as_the_rules_on_lists_do(game: str, players: int, steps: int, games: int) -> None:
    command = [sys.executable, str(SIMULATOR), game, *map(str, (players, steps, games))]
    done = subprocess.run(
        command, env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}, capture_output=True, text=True, timeout=800
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip() == "equal"


class Steps:
    """Notes how far the compiler was each time that it told."""

    def __init__(self) -> None:
        self.done: list[int] = []

    def __call__(self, done: int, total: int) -> None:
        assert done <= total
        self.done.append(done)


class WithoutGpu(CudaEngine):
    """An engine whose kernels are compiled and never launched."""

    def on_device(self, array: np.ndarray[Any, Any]) -> Any:
        return array


@pytest.mark.slow
@needs_numba_cuda
@pytest.mark.timeout(900)
@pytest.mark.parametrize(("game", "with_slowest"), COMPILED)
def test_kernels_compile_to_machine_code_of_a_gpu(
    game: str, with_slowest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: SimpleNamespace(compute_capability=HOPPER))
    monkeypatch.setattr(cuda, "is_available", lambda: True)
    monkeypatch.setattr(type(cuda.cudadrv.driver.driver), "get_version", lambda _: cuda.runtime.get_version())
    plain = rattus.engine(game, 4, compiled=False)
    engine = WithoutGpu(plain.rulebook, plain.box)
    try:
        for name, signature in signatures_of(engine).items():
            if name in SLOWEST and not with_slowest:
                continue
            if name not in KERNELS:
                kernel = make_entry_kernel(engine.rulebook.entry_points[name], game, name, len(signature) - 1)
            else:
                kernel = make_kernel(engine.rulebook, name, engine.block, 512)
            told = Steps()
            with compilations([engine.rulebook.rules[each] for each in KERNELS.get(name, ())], told):
                code, _ = cuda.compile(kernel.py_func, signature, device=False, abi="numba", cc=HOPPER)
            assert told.done == sorted(told.done)
            if name == "step_games":  # the first, which compiles nearly all rules: progress is shown
                assert len(set(told.done)) > 20
            else:
                assert set(told.done)
            assert re.search(rf"\.entry \w*{game}_{name}", code)
            assert ".target sm_90" in code
    finally:
        # Compiled for a GPU that is not here: do not leave them in the caches of this process.
        device_function.cache_clear()
        make_kernel.cache_clear()


class MadeUpKernel:
    """A stand-in for a compiled kernel, with what the cache needs."""

    codegen = SimpleNamespace(magic_tuple=lambda: ("a kind of GPU",))

    def _reduce_states(self) -> dict[str, str]:
        return {"code": "compiled"}


@needs_numba_cuda
def test_kernels_are_cached_by_what_they_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(dispatcher._Kernel, "_rebuild", lambda **states: states)
    context = SimpleNamespace(refresh=lambda: None, codegen=lambda: MadeUpKernel.codegen)
    other_gpu = SimpleNamespace(
        refresh=lambda: None, codegen=lambda: SimpleNamespace(magic_tuple=lambda: ("another kind of GPU",))
    )

    def kept(entry: Any, name: str) -> Any:
        kernel = make_entry_kernel(entry, "rattus", name, 3)
        assert isinstance(kernel._cache, dispatcher.CUDACache)  # otherwise Numba cannot load it
        return kernel._cache

    entry_points = rattus.GAMES["rattus"].entry_points
    kept(entry_points["copy"], "copy").save_overload((types.int64,), MadeUpKernel())
    assert kept(entry_points["copy"], "copy").load_overload((types.int64,), context) == {"code": "compiled"}
    assert kept(entry_points["copy"], "copy").load_overload((types.int64,), other_gpu) is None
    assert kept(entry_points["mask_all"], "copy").load_overload((types.int64,), context) is None
    assert kept(entry_points["copy"], "copy").load_overload((types.int32,), context) is None
    device_function.cache_clear()


def signatures_of(engine: CudaEngine) -> dict[str, tuple[Any, ...]]:
    """What the kernels are called with, and entry points: those that return nothing, and `begin` for all others."""
    box, table = (
        types.Array(from_dtype(layout.dtype), 1, "C")
        for layout in (engine.rulebook.box_layout, engine.rulebook.table_layout)
    )
    byte, short, number, word = types.int8, types.int16, types.int32, types.int64
    row, rows = {}, {}
    for kind in (byte, short, number, word, types.float32):
        row[kind], rows[kind] = types.Array(kind, 1, "C"), types.Array(kind, 2, "C")
    now = (rows[short], row[number], rows[byte], row[number])
    results = (row[byte], rows[number], rows[number], row[number], word, rows[types.float32])
    return {
        "step_games": (box, table, rows[word], *now, row[number], *results, row[number], table, row[number]),
        "observe_games": (box, table, row[number], rows[word]),
        "tell_ends": (
            box,
            table,
            row[number],
            row[byte],
            rows[number],
            row[number],
            rows[types.float32],
            rows[word],
            rows[number],
            rows[byte],
            row[types.float32],
        ),
        "check_moves": (rows[byte], row[word], row[number], row[number]),
        "check_some_moves": (row[number], rows[byte], row[word], row[number], row[number]),
        "gather_games": (row[number], rows[word], rows[byte], row[number], rows[word], rows[byte], row[number]),
        "add_ends": (row[byte], rows[types.float32], row[byte], rows[types.float32]),
        "choose_moves": (rows[short], row[number], rows[word], row[number]),
        "play_games": (box, table, rows[word], row[number], rows[number], rows[number], rows[number], row[number]),
        "begin": (row[word], box, word, table, word, row[word], row[number]),
        "copy": (row[word], table, word, word),
        "copy_often": (row[word], table, word, word, word),
        "see": (row[word], box, word, table, word, word, word),
        "imagine": (row[word], box, word, table, word, word, word, row[word], row[number]),
    }


@needs_numba_cuda
def test_every_kernel_is_compiled_by_a_test() -> None:
    plain = rattus.engine("rattus", 2, compiled=False)
    assert set(signatures_of(plain)) == {*KERNELS, *WITHOUT_RESULT, "begin"}


@pytest.fixture(scope="session")
def made_up_driver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a driver for CUDA in it, without a GPU."""
    if has_gpu:
        pytest.skip("where there is a GPU, its own driver is loaded")
    compiler = shutil.which("cc") or pytest.skip("needs a compiler for C")
    folder: Path = tmp_path_factory.mktemp("driver")
    command = [compiler, "-shared", "-fPIC", "-w", "-o", str(folder / "libcuda.so.1"), str(DRIVER), "-ldl"]
    subprocess.run(command, check=True, timeout=60)
    return folder


def run_with_driver(driver: Path, folder: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the made-up driver."""
    log = folder / "log"
    log.touch()
    found = {**os.environ, "LD_LIBRARY_PATH": str(driver), "MADE_UP_LOG": str(log), **settings}
    return subprocess.run([sys.executable, *arguments], env=found, capture_output=True, text=True, timeout=300)


@needs_numba_cuda
@pytest.mark.skipif(sys.platform != "linux", reason="the driver is made up for Linux")
def test_streams_arrays_and_environments_work_with_a_driver(made_up_driver: Path, tmp_path: Path) -> None:
    done = run_with_driver(made_up_driver, tmp_path, str(MADE_UP_GPU))
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip() == "fine"


@needs_numba_cuda
@pytest.mark.skipif(sys.platform != "linux", reason="the driver is made up for Linux")
@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"MADE_UP_INIT": "100"}, "and none was found here: Call to cuInit results in CUDA_ERROR_NO_DEVICE"),
        ({"MADE_UP_VERSION": "12080"}, "needs a driver for CUDA 13; the one here is for CUDA 12"),
    ],
)
def test_an_unusable_gpu_is_named(made_up_driver: Path, tmp_path: Path, settings: dict[str, str], why: str) -> None:
    done = run_with_driver(
        made_up_driver, tmp_path, "-c", "import rattus; rattus.engine('rattus', 2, device='cuda')", **settings
    )
    assert "NoDevice" in done.stderr
    assert why in done.stderr


class MadeUpArray:
    """A stand-in for an array of Numba, which notes the stream of every copy."""

    def __init__(self, log: list[str]) -> None:
        self.log, self.shape, self.dtype = log, (2,), np.dtype(np.int32)
        self.__cuda_array_interface__ = {"shape": (2,), "typestr": "<i4", "data": (64, False), "version": 3}

    def copy_to_host(self, stream: Any = "default") -> np.ndarray[Any, Any]:
        self.log.append(f"read on {stream}")
        return np.array([3, 4], np.int32)

    def copy_to_device(self, source: Any, stream: Any = "default") -> None:
        self.log.append(f"write {source.tolist()} on {stream}")


@pytest.fixture
def stream_log(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is done on which stream, without a GPU."""
    log: list[str] = []

    class Stream:
        def __init__(self, number: int) -> None:
            self.number = number

        def __str__(self) -> str:
            return str(self.number)

        def synchronize(self) -> None:
            log.append(f"wait for {self}")

    class Event:
        def __init__(self, timing: bool) -> None:
            assert not timing

        def record(self, stream: Stream) -> None:
            log.append(f"event on {stream}")

        def wait(self, stream: Stream) -> None:
            log.append(f"{stream} waits for it")

    monkeypatch.setattr(cuda, "default_stream", lambda: Stream(1))
    monkeypatch.setattr(cuda, "external_stream", Stream)
    monkeypatch.setattr(cuda, "event", Event)
    return log


@needs_numba_cuda
def test_an_array_is_copied_in_the_order_of_its_stream(stream_log: list[str]) -> None:
    array = DeviceArray(MadeUpArray(stream_log))
    assert np.asarray(array).tolist() == [3, 4]
    array.shared = SharedStream(7)
    assert array[1] == 4
    array.copy_from([5, 6])
    assert stream_log == ["read on default", "read on 7", "wait for 7", "write [5, 6] on 7", "wait for 7"]


@needs_numba_cuda
def test_readers_wait_for_the_stream_that_an_array_is_written_on(
    stream_log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(DeviceArray, "_view", lambda _: SimpleNamespace(__dlpack__=lambda max_version: max_version))
    monkeypatch.setattr(DeviceArray, "__dlpack_device__", lambda _: (2, 0))
    array = DeviceArray(MadeUpArray(stream_log), SharedStream(7))
    assert array.__cuda_array_interface__["stream"] == 7
    for reader in (7, -1):  # the same stream; whoever cares for the order
        array.__dlpack__(stream=reader)
    assert not stream_log
    assert array.__dlpack__(stream=9, max_version=(1, 0), dl_device=(2, 0), copy=False) == (1, 0)
    assert stream_log == ["event on 7", "9 waits for it"]
    array.__dlpack__()
    assert stream_log[2:] == ["event on 7", "1 waits for it"]
    for refused in ({"copy": True}, {"dl_device": (1, 0)}):
        with pytest.raises(BufferError, match="without a copy"):
            array.__dlpack__(**refused)
    assert len(stream_log) == 4


@needs_numba_cuda
@pytest.mark.usefixtures("stream_log")
@pytest.mark.parametrize(
    ("given", "number"),
    [
        (None, 1),
        (0, 1),
        (np.int64(7), 7),
        (SimpleNamespace(cuda_stream=7), 7),  # PyTorch
        (SimpleNamespace(ptr=0), 1),  # CuPy
        (SimpleNamespace(__cuda_stream__=lambda: (0, 7)), 7),
    ],
)
def test_a_stream_may_come_from_any_library(given: Any, number: int) -> None:
    shared = SharedStream(given)
    assert (shared.number, str(shared.stream)) == (number, str(number))


@needs_numba_cuda
@pytest.mark.usefixtures("stream_log")
@pytest.mark.parametrize("given", ["7", 1.5, [7], object()])
def test_what_is_no_stream_is_refused(given: Any) -> None:
    with pytest.raises(FormatError, match="stream: a CUDA stream or its number, not"):
        SharedStream(given)


@needs_numba_cuda
def test_one_stream_waits_for_another_only_if_they_differ(stream_log: list[str]) -> None:
    let_wait(7, 7)
    assert not stream_log
    let_wait(9, 7)
    assert stream_log == ["event on 7", "9 waits for it"]


@needs_numba_cuda
def test_a_batch_lets_its_new_stream_wait_before_it_drops_the_old_one(stream_log: list[str]) -> None:
    class Given:
        """As CuPy's: it is destroyed with its last reference."""

        ptr = 7

        def __del__(self) -> None:
            stream_log.append("7 is destroyed")

    batch = CudaBatch.__new__(CudaBatch)
    batch._shared = SharedStream(Given())
    batch.stream = 9
    assert stream_log == ["event on 7", "9 waits for it", "7 is destroyed"]


@needs_numba_cuda
def test_a_stream_waits_for_all_that_write_what_it_reads(stream_log: list[str]) -> None:
    first, second, own = (DeviceArray(MadeUpArray(stream_log), SharedStream(number)) for number in (7, 9, 1))
    wait_for_writers([first, own, 5, second, first], 1)
    assert sorted(stream_log) == ["1 waits for it", "1 waits for it", "event on 7", "event on 9"]


@needs_numba_cuda
def test_arrays_that_a_batch_takes_over_are_written_after_what_is_queued(stream_log: list[str]) -> None:
    batch = made_up_batch(7)
    array = DeviceArray(MadeUpArray(stream_log), SharedStream(9))
    batch.adopt(array, "no array")
    batch.adopt(array)
    assert stream_log == ["event on 9", "7 waits for it"]
    assert array.stream_number == 7


@needs_numba_cuda
def test_moves_are_copied_from_the_cpu_before_their_memory_may_be_freed(
    stream_log: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda, "to_device", lambda moves, stream: stream_log.append(f"copy {moves} on {stream}"))
    made_up_batch(7).given([3, 4], 2)
    assert stream_log == ["copy [3 4] on 7", "wait for 7"]


def made_up_batch(stream: int) -> CudaBatch:
    """Two games on a stream, without a GPU."""
    batch = CudaBatch.__new__(CudaBatch)
    batch.number, batch._shared = 2, SharedStream(stream)
    return batch


def test_an_unknown_device_is_refused() -> None:
    with pytest.raises(FormatError, match="device: cpu or cuda, not 'tpu'"):
        rattus.engine("rattus", 2, device="tpu")


def test_list_mode_is_refused_on_a_gpu() -> None:
    with pytest.raises(FormatError, match="on lists on the CPU only"):
        rattus.engine("rattus", 2, compiled=False, device="cuda")


@needs_numba_cuda
@pytest.mark.skipif(has_gpu, reason="there is a GPU")
def test_a_missing_gpu_is_reported() -> None:
    with pytest.raises(NoDevice, match=r"needs an NVIDIA GPU with its driver, and none was found here: \w"):
        rattus.engine("rattus", 2, device="cuda")


@needs_numba_cuda
def test_an_old_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: True)
    monkeypatch.setattr(type(cuda.cudadrv.driver.driver), "get_version", lambda _: (12, 8))
    with pytest.raises(NoDevice, match=r"needs a driver for CUDA 13; the one here is for CUDA 12"):
        rattus.engine("rattus", 2, device="cuda")


@needs_numba_cuda
def test_a_missing_compiler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    monkeypatch.setattr(cuda, "cuda_error", lambda: None)
    with pytest.raises(NoDevice, match=r"NVIDIA's compiler: pip install 'rattus\[cuda\]'"):
        rattus.engine("rattus", 2, device="cuda")


@needs_numba_cuda
@pytest.mark.parametrize("missing", ["nvvm", "nvrtc"])
def test_a_missing_library_of_the_compiler_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pathfinder = importlib.import_module("cuda.pathfinder")

    def load(name: str) -> None:
        if name == missing:
            raise pathfinder.DynamicLibNotFoundError(name)

    monkeypatch.setattr(cuda, "is_available", lambda: True)
    monkeypatch.setattr(pathfinder, "load_nvidia_dynamic_lib", load)
    with pytest.raises(NoDevice, match=r"NVIDIA's compiler: pip install 'rattus\[cuda\]'"):
        rattus.engine("rattus", 2, device="cuda")


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba.cuda.core", None)
    monkeypatch.setitem(sys.modules, "numba.cuda", None)
    with pytest.raises(NoDevice, match=r"pip install 'rattus\[cuda\]'"):
        rattus.engine("rattus", 2, device="cuda")


@needs_gpu
@pytest.mark.filterwarnings("default")  # a batch of 700 games is too small to fill a GPU, and Numba says so
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", rattus.GAMES)
def test_a_gpu_plays_the_same_games(game: str) -> None:
    gpu, cpu = rattus.engine(game, 4, device="cuda"), rattus.engine(game, 4)
    assert check_batch(gpu, cpu, 700, games=1000) >= 1000
    check_random_games(gpu, cpu, 700)


@needs_gpu
@pytest.mark.filterwarnings("default")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("library", ["torch", "cupy", "jax"])
def test_another_library_reads_and_chooses_on_the_gpu(library: str) -> None:
    """PyTorch and CuPy read the memory of the batch itself; JAX copies it, as docs/learning.md tells."""
    given: Any = pytest.importorskip(library)
    gpu, cpu = (rattus.engine("rattus", 2, device=device).new_batch(64, seed=3) for device in ("cuda", "cpu"))
    for _ in range(60):
        if library == "jax":
            cuda.synchronize()
            shared = importlib.import_module("jax.dlpack").from_dlpack(gpu.masks)
            masks = given.numpy.array(shared, copy=True)
            moves = given.block_until_ready(masks.argmax(1))
        elif library == "torch":
            masks = given.from_dlpack(gpu.masks)
            moves = masks.to(given.int32).argmax(1)
        else:
            masks = given.from_dlpack(gpu.masks)
            moves = masks.argmax(1)
        if library != "jax":
            assert masks.__cuda_array_interface__["data"][0] == gpu.masks.__cuda_array_interface__["data"][0]
        gpu.step(moves)
        cpu.step(np.asarray(cpu.masks).argmax(1))
        cuda.synchronize()
        assert np.array_equal(np.asarray(gpu.masks), np.asarray(cpu.masks))


def chosen_by_torch(seen: dict[str, Any], info: dict[str, Any]) -> Any:
    """A function as an opponent: a legal move that depends on everything, without leaving the device."""
    torch = importlib.import_module("torch")
    observations, masks = (torch.from_dlpack(seen[name]).long() for name in ("observation", "action_mask"))
    to_move, games = (torch.from_dlpack(info[name]).long() for name in ("to_move", "game"))
    place = (observations.sum(1) + 3 * to_move + games) % masks.sum(1)
    return ((masks.cumsum(1) == place[:, None] + 1).int() * masks.int()).argmax(1)


@needs_gpu
@pytest.mark.filterwarnings("default")
@pytest.mark.timeout(900)
@pytest.mark.parametrize("game", rattus.GAMES)
@pytest.mark.parametrize("kind", ["names", "functions", "both"])
def test_opponents_on_a_gpu_play_as_on_the_cpu(game: str, kind: str) -> None:
    if not pytest.importorskip("torch").cuda.is_available():
        pytest.skip("this build of PyTorch is for CPUs")
    seats = rattus.engine(game, 3).box.seats
    both = {seats[1]: "greedy", seats[2]: chosen_by_torch}
    opponents: Any = {"names": "random", "functions": chosen_by_torch, "both": both}[kind]
    number = 2000 if kind == "functions" else 40
    gpu = CudaBatchEnv(game, number, 3, reward="rank", opponents=opponents)
    cpu = BatchEnv(game, number, 3, reward="rank", opponents=opponents)
    gpu.reset(7), cpu.reset(7)
    assert check_environments(gpu, cpu, games=2 * number) >= 2 * number
    twin = pickle.loads(pickle.dumps(gpu))
    cpu.restore(gpu.save())
    check_environments(twin, cpu, games=number, steps=20)
    for envs in (gpu, twin, cpu):
        envs.close()
