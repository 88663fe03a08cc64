"""Games on a GPU: the same rules, compiled for CUDA, on arrays in GPU memory.

    engine = rattus.engine("rattus", players=4, device="cuda")
    batch = engine.new_batch(65_536, seed=7)
    torch.from_dlpack(batch.masks)   # the same memory

The kernels are in `cuda_kernels`; each thread plays a game. Calls for single tables (`begin`, `apply`, ...) run as a
kernel of one thread: correct, and slow.
"""

from __future__ import annotations

import functools
import importlib.metadata
import operator
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.errors import FormatError, IllegalMove, RattusError
from rattus.kernel import cache
from rattus.kernel.engine import Engine, Numbers, RandomGames, as_moves, check_form
from rattus.kernel.entry_points import WIN
from rattus.kernel.rule import Rule, all_called, key_of, translated, with_names
from rattus.kernel.rulebook import Box, Rulebook
from rattus.kernel.validation import read_count, short_repr

BLOCK = 512  # threads in a block; its games are sorted together
PLAIN_BLOCK = 128  # threads in a block of a kernel that sorts nothing
MAX_BLOCKS = 528  # of a kernel that plays whole games: no GPU runs more at once
WORD = 8  # bytes
ADVANCE, BEGIN = -1, -2  # in place of a move, as in `cuda_kernels`: list the legal moves, begin a new game
DEFAULT_STREAM = 1  # its number in DLPack and in the CUDA array interface
NO_COMPILER = "device='cuda' needs NVIDIA's compiler: pip install 'rattus[cuda]'"
NO_ORDER = -1  # in DLPack, in place of a stream: whoever reads takes care of the order

# Automatic steps that a thread takes before games are sorted again. In a batch all games wait for the slowest, so a
# long chain of steps at the end of a game is not interrupted; games that are played out do not wait for each other.
MAX_STEPS = {"step_games": 16, "play_games": 1}

# Which rules of a game each kernel calls.
KERNELS = {
    "play_games": ("set_up", "legal", "perform", "proceed", "is_evident", "score", "victors", "ended"),
    "step_games": ("set_up", "legal", "perform", "proceed", "is_evident", "score", "victors", "survivors"),
    "observe_games": ("encode",),
    "tell_ends": ("encode",),
    "check_moves": (),
    "check_some_moves": (),
    "gather_games": (),
    "add_ends": (),
    "choose_moves": (),
}

# Entry points that return nothing, which Numba cannot store.
WITHOUT_RESULT = {"copy", "copy_often", "see", "imagine"}

OnStep = Callable[[int, int], None]


class NoDevice(RattusError):
    """There is no usable GPU, or its libraries are not installed."""


def find_numba_cuda() -> Any:
    """The module `numba.cuda`. Raises NoDevice, which says what is missing, if it cannot use a GPU here."""
    try:
        from numba import cuda
        from numba.cuda import core  # only the extra has it
    except ImportError as error:
        raise NoDevice("device='cuda' needs the extra `cuda`: pip install 'rattus[cuda]'") from error
    if not cuda.is_available():
        fault = cuda.cuda_error()
        if fault is None:
            raise NoDevice(NO_COMPILER)
        why = " ".join(fault.split()).partition(". ")[0].rstrip(".")
        raise NoDevice(f"device='cuda' needs an NVIDIA GPU with its driver, and none was found here: {why}")
    if not core.config.ENABLE_CUDASIM:
        _check_compiler()
        _check_driver(cuda)
    return cuda


def _check_compiler() -> None:
    """Numba loads the libraries of the compiler only when it compiles."""
    from cuda.pathfinder import DynamicLibNotFoundError, load_nvidia_dynamic_lib

    try:
        for name in ("nvvm", "nvrtc"):
            load_nvidia_dynamic_lib(name)
    except DynamicLibNotFoundError as error:
        raise NoDevice(NO_COMPILER) from error


def _check_driver(cuda: Any) -> None:
    """A driver runs what compilers of its own major version of CUDA make, and of those before it."""
    driver, compiler = cuda.cudadrv.driver.driver.get_version(), cuda.runtime.get_version()
    if driver[0] < compiler[0]:
        raise NoDevice(f"device='cuda' needs a driver for CUDA {compiler[0]}; the one here is for CUDA {driver[0]}")


# ---- rules and kernels


@functools.cache
def device_function(function: Rule) -> Any:
    """A rule compiled for the GPU, together with every rule it calls."""
    from numba import cuda

    return cuda.jit(device=True)(translated(function, device_function))


@functools.cache
def make_kernel(rulebook: Rulebook, name: str, block: int, max_moves: int) -> Any:
    """A kernel with the rules of a game, for all its player counts. It is compiled at its first launch.

    The compiled kernel is cached on disk, by its code (our part of the key) and by the type of GPU (Numba's part).
    """
    from numba import cuda

    from rattus.kernel import cuda_kernels

    sizes = {
        "OBSERVATION_WORDS": words_for(rulebook.observation),
        "BLOCK": block,
        "MAX_MOVES": max_moves,
        "MAX_STEPS": MAX_STEPS.get(name, 1),
        "SETUP_BATCH": min(cuda_kernels.SETUP_BATCH, block // 16),  # a small block may never have so many at once
    }
    rules = {each: getattr(cuda_kernels, each) for each in ("below", "reward", "sort_key")}
    rules |= {each: rulebook.rules[each] for each in KERNELS[name]}
    sort_games = with_names(cuda_kernels.sort_games, sizes)
    source = with_names(getattr(cuda_kernels, name), {**sizes, **rules, "sort_games": sort_games})
    device_rules = {each: device_function(function) for each, function in rules.items()}
    device_rules["sort_games"] = cuda.jit(device=True, inline="always")(sort_games)
    kernel = with_names(source, device_rules)
    kernel.__qualname__ = "_".join((rulebook.name, name, *map(str, sizes.values())))
    return _kept(cuda.jit(kernel), key_of(source))


def words_for(size: int) -> int:
    """How many 64-bit words hold this many bytes."""
    return -(-size // WORD)


def make_entry_kernel(entry: Rule, label: str, name: str, arguments: int) -> Any:
    """A kernel of one thread that calls an entry point and stores what it returns, if it returns anything."""
    from numba import cuda

    names = ", ".join(f"argument{number}" for number in range(arguments))
    target = "" if name in WITHOUT_RESULT else "result[0] = "
    text = f"def kernel(result, {names}):\n    {target}entry({names})\n"
    scope: dict[str, Any] = {"entry": entry, "__name__": f"rattus_cuda_{label}_{name}"}
    exec(compile(text, "<kernel>", "exec"), scope)
    source = scope["kernel"]
    kernel = with_names(source, {"entry": device_function(entry)})
    kernel.__qualname__ = f"{label}_{name}"
    return _kept(cuda.jit(kernel), key_of(source))


def _kept(kernel: Any, key: str) -> Any:
    """Let a kernel be cached on disk, for this version of numba-cuda."""
    try:
        from numba.cuda.dispatcher import CUDACache
    except ImportError:  # Numba's simulator has no cache
        return kernel
    version = importlib.metadata.version("numba-cuda")
    cache.keep(kernel, CUDACache, f"{key}-{version}")
    return kernel


@contextmanager
def compilations(rules: Iterable[Rule], on_step: OnStep) -> Iterator[None]:
    """Report how many rules have been compiled within this block, and of how many."""
    try:
        from numba.cuda.core import event
    except ImportError:  # the simulator compiles nothing
        yield
        return
    total = len(all_called(rules))
    done: set[str] = set()

    class Counter(event.Listener):  # type: ignore[misc]
        def on_start(self, started: Any) -> None:
            done.add(started.data["qualname"])
            on_step(min(len(done), total), total)

        def on_end(self, ended: Any) -> None:
            pass

    with event.install_listener("numba-cuda:run_pass", Counter()):
        yield
    on_step(total, total)


@contextmanager
def shown_on_terminal(title: str) -> Iterator[OnStep]:
    """A progress bar on the terminal or in a notebook; call what it yields at each step."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total} rules"))
    console = Console(file=sys.stderr)
    is_seen = console.is_terminal or console.is_jupyter  # elsewhere it would leave empty lines
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True, disable=not is_seen) as progress:
        task = progress.add_task(title, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


# ---- streams and arrays


class SharedStream:
    """The CUDA stream that all arrays of a batch are written on."""

    def __init__(self, given: Any = None) -> None:
        self.use(given)

    def use(self, given: Any) -> None:
        """Take another stream, without an order between the work on both."""
        from numba import cuda

        self.number = stream_number(given)
        self.stream = cuda.default_stream() if self.number == DEFAULT_STREAM else cuda.external_stream(self.number)
        self.given = given  # kept alive: CuPy destroys a stream with its last reference


def stream_number(given: Any) -> int:
    """The number of a stream: of one that is given by its number, or of one of PyTorch, CuPy, Numba or cuda.core."""
    number = given
    if hasattr(given, "__cuda_stream__"):
        number = given.__cuda_stream__()[1]
    for name in ("cuda_stream", "ptr"):  # PyTorch's and CuPy's names for its address
        number = getattr(number, name, number)
    try:
        return int(operator.index(number or 0)) or DEFAULT_STREAM
    except TypeError:
        raise FormatError("stream", f"a CUDA stream or its number, not {short_repr(given)}") from None


def let_wait(later: int, earlier: int) -> None:
    """Let a stream wait for what is queued on another by now. Both are given by their numbers."""
    if later != earlier:
        from numba import cuda

        event = cuda.event(timing=False)
        event.record(cuda.external_stream(earlier))
        event.wait(cuda.external_stream(later))


class DeviceArray:
    """An array in GPU memory that PyTorch, CuPy and JAX can share without a copy.

    `torch.from_dlpack`, `cupy.from_dlpack` and `jax.dlpack.from_dlpack` accept it, and everything that supports the
    CUDA array interface: both tell the stream that it is written on. `copy_to_host` gives a NumPy array.
    """

    def __init__(self, array: Any, shared: SharedStream | None = None) -> None:
        self.array = array  # Numba's
        self.shared = shared  # None: the default stream

    def __repr__(self) -> str:
        return f"DeviceArray(shape={self.shape}, dtype={self.dtype})"

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        return tuple(self.array.shape)

    @property
    def dtype(self) -> np.dtype[Any]:
        """Its element type."""
        kind: np.dtype[Any] = np.dtype(self.array.dtype)
        return kind

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, place: Any) -> Any:
        return self.copy_to_host()[place]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        if copy is False:
            raise ValueError("the array is on a GPU: NumPy gets a copy")
        return np.asarray(self.copy_to_host(), dtype)

    def copy_to_host(self) -> np.ndarray[Any, Any]:
        """A copy as a NumPy array, as of the work that is queued by now."""
        if self.shared is None:
            return np.asarray(self.array.copy_to_host())
        copy = self.array.copy_to_host(stream=self.shared.stream)
        self.shared.stream.synchronize()
        return np.asarray(copy)

    def copy_from(self, numbers: Any) -> None:
        """Overwrite it with a NumPy array."""
        source = np.ascontiguousarray(numbers, self.dtype)
        if self.shared is None:
            self.array.copy_to_device(source)
        else:
            self.array.copy_to_device(source, stream=self.shared.stream)
            self.shared.stream.synchronize()

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {**self.array.__cuda_array_interface__, "stream": self.stream_number}

    def __dlpack_device__(self) -> tuple[int, int]:
        return tuple(self._view().__dlpack_device__())

    def __dlpack__(
        self,
        *,
        stream: int | None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        if copy or (dl_device is not None and tuple(map(int, dl_device)) != self.__dlpack_device__()):
            raise BufferError("the array is shared on its own GPU and without a copy: copy it after that")
        if stream != NO_ORDER:
            let_wait(stream or DEFAULT_STREAM, self.stream_number)
        return self._view().__dlpack__(max_version=max_version)

    @property
    def stream_number(self) -> int:
        """The number of the stream that it is written on."""
        return DEFAULT_STREAM if self.shared is None else self.shared.number

    def _view(self) -> Any:
        from cuda.core.utils import StridedMemoryView

        return StridedMemoryView.from_cuda_array_interface(self.array, stream_ptr=NO_ORDER)


def wait_for_writers(arrays: Iterable[Any], stream: int) -> None:
    """Let a stream wait for the streams that those of these that are arrays on the GPU are written on."""
    for number in {array.stream_number for array in arrays if isinstance(array, DeviceArray)}:
        let_wait(stream, number)


def own(array: Any) -> Any:
    """The array as Numba's own type, which kernels take."""
    return array.array if isinstance(array, DeviceArray) else array


def on_host(numbers: Any) -> np.ndarray[Any, Any]:
    """An array as one of NumPy, wherever it is."""
    if isinstance(numbers, DeviceArray) or not hasattr(numbers, "__cuda_array_interface__"):
        return np.asarray(numbers)
    from numba import cuda

    return np.asarray(cuda.as_cuda_array(numbers).copy_to_host())


# ---- the engine


class CudaEngine(Engine):
    """The entry points of one game on a GPU. Tables and buffers are in its memory."""

    def __init__(self, rulebook: Rulebook, box: Box, block: int = BLOCK) -> None:
        self._cuda = find_numba_cuda()
        self.block = block
        self._kernels: dict[tuple[str, int], Any] = {}
        self._launched: set[tuple[str, int]] = set()
        super().__init__(rulebook, box, device="cuda")
        self.boxes = self.on_device(rulebook.box_layout.pack([box.record]))

    def _make_entry_points(self) -> dict[str, Rule]:
        # They take and return the same as those of the CPU.
        return {name: functools.partial(self._enter, name) for name in self.rulebook.entry_points}

    def _enter(self, name: str, *arguments: Any) -> int:
        key = (name, len(arguments))
        entry = self.rulebook.entry_points[name]
        if key not in self._kernels:
            self._kernels[key] = make_entry_kernel(entry, self.rulebook.name, name, len(arguments))
        wait_for_writers(arguments, DEFAULT_STREAM)
        result = self._cuda.to_device(np.zeros(1, np.int64))
        with self._compiling(key, [entry]):
            self._kernels[key][1, 1](result, *map(own, arguments))
        return int(result.copy_to_host()[0])

    # ---- buffers

    def on_device(self, array: np.ndarray[Any, Any]) -> DeviceArray:
        """A copy of a NumPy array on the GPU."""
        return self._filled(self._cuda.to_device(array))

    def pack(self, records: list[Any]) -> DeviceArray:
        """Tables with the contents of these records."""
        return self.on_device(self.rulebook.table_layout.pack(records))

    def tables(self, number: int) -> DeviceArray:
        """Empty tables."""
        return self.zeros((number,), self.rulebook.table_layout.dtype)

    def unpack(self, tables: DeviceArray, index: int) -> Any:
        """One table as a record on lists."""
        return self.rulebook.table_layout.unpack(tables.copy_to_host(), index)

    def stream(self, seed: int | str) -> DeviceArray:
        """A random stream."""
        return self.on_device(self._host_stream(seed))

    def streams(self, seed: int | str, number: int) -> DeviceArray:
        """Independent random streams."""
        return self.on_device(self._host_streams(seed, number))

    def _numbers(self, shape: tuple[int, ...], kind: Any) -> DeviceArray:
        return self.zeros(shape, kind)

    def zeros(self, shape: tuple[int, ...], kind: Any) -> DeviceArray:
        """A buffer of zeros of any type."""
        from numba.cuda.cudadrv import driver

        array = self._cuda.device_array(shape, kind)
        driver.device_memset(array, 0, array.alloc_size)
        return self._filled(array)

    def _filled(self, array: Any) -> DeviceArray:
        """Wait until an array is filled: its first user may be a stream that does not wait for the default stream."""
        self._cuda.default_stream().synchronize()
        return DeviceArray(array)

    def words(self, number: int) -> DeviceArray:
        """A buffer for observations, each a row of 64-bit words: see `rows_of`."""
        return self.zeros((number, words_for(self.observation_size)), np.int64)

    def rows_of(self, words: DeviceArray, size: int) -> DeviceArray:
        """A view of the first `size` bytes of every row of words."""
        return self._view(words, shape=(len(words), size), strides=(words.shape[1] * WORD, 1), typestr="|i1")

    def as_bools(self, flags: DeviceArray) -> DeviceArray:
        """A view of bytes that are 0 or 1, as booleans."""
        return self._view(flags, typestr="|b1")

    def _view(self, array: DeviceArray, **changes: Any) -> DeviceArray:
        interface = array.array.__cuda_array_interface__ | changes
        view = self._cuda.from_cuda_array_interface(interface, owner=array, sync=False)
        return DeviceArray(view, array.shared)

    # ---- many games

    def launch(self, name: str, games: int, arguments: tuple[Any, ...], stream: Any = 0) -> None:
        """Launch a kernel with a thread for every game."""
        block = self.block if "legal" in KERNELS[name] else PLAIN_BLOCK
        max_moves = 1 << self.num_actions.bit_length()  # a power of two: mostly compiled once for all player counts
        kernel, blocks = make_kernel(self.rulebook, name, block, max_moves), -(-games // block)
        rules = [self.rulebook.rules[each] for each in KERNELS[name]]
        with self._compiling((name, block), rules):
            kernel[blocks, block, stream](*map(own, arguments))

    @contextmanager
    def _compiling(self, key: tuple[str, int], rules: Iterable[Rule]) -> Iterator[None]:
        """Show the progress of the compiler when a kernel is launched for the first time."""
        if key in self._launched:
            yield
            return
        title = f"Compiling {key[0]} of {self.rulebook.title} for the GPU"
        with shown_on_terminal(title) as on_step, compilations(rules, on_step):
            yield
        self._launched.add(key)

    def play_each(self, streams: DeviceArray) -> RandomGames:
        """Play a whole random game with each of these random streams."""
        number = len(streams)
        games = RandomGames(self, number)
        threads = min(-(-number // self.block), MAX_BLOCKS) * self.block
        following, tables = self.numbers(1), self.tables(threads)
        results = (games.lengths, games.points, games.rankings, games.ends)
        wait_for_writers([streams], DEFAULT_STREAM)
        self.launch("play_games", threads, (self.boxes, tables, streams, *results, following))
        games.decisions = int(games.lengths.copy_to_host().sum(dtype=np.int64))
        return games

    def new_batch(self, number: int, seed: int | str, reward: int = WIN, stream: Any = None) -> CudaBatch:
        """Many games in parallel, on the caller's CUDA stream."""
        return CudaBatch(self, read_count(number, "number"), seed, reward, stream)


class CudaBatch:
    """`rattus.kernel.engine.Batch` on a GPU: the same fields, in GPU memory, and the same games.

    All work is queued on one CUDA stream, and only `step` with `check` waits for it, to report an illegal move.
    """

    def __init__(self, engine: CudaEngine, number: int, seed: int | str, reward: int = WIN, stream: Any = None) -> None:
        self.engine = engine
        self.number = number
        self._shared = SharedStream(stream)
        self.tables = engine.tables(number)
        self.choices = engine.zeros((number, engine.num_actions), np.int16)
        self.counts = engine.numbers(number)
        self.masks = engine.mask(number)
        self.to_move = engine.numbers(number)
        self.done = engine.zeros((number,), np.int8)
        self.points = engine.seat_numbers(number)
        self.rankings = engine.seat_numbers(number)
        self.winners = engine.numbers(number)
        self.rewards = engine.rewards(number)
        self.movers = engine.numbers(number)
        self._last = engine.tables(number)
        self.words = engine.words(number)
        self._moves = engine.numbers(number)
        self._refused = engine.on_device(np.full(1, number, np.int32))
        self.streams = engine.streams(seed, number)
        self._reward = reward
        self.adopt(*vars(self).values())
        self.restart(np.full(number, BEGIN, np.int32))

    @property
    def stream(self) -> Any:
        """The CUDA stream that all work is queued on. A new one waits for what is queued on the one before."""
        return self._shared.stream

    @stream.setter
    def stream(self, stream: Any) -> None:
        before = SharedStream(self._shared.given)  # lives until the new stream waits for it
        self._shared.use(stream)
        let_wait(self._shared.number, before.number)

    def adopt(self, *arrays: Any) -> None:
        """Write those of these that are arrays on the GPU on the batch's stream from now on, after what is queued."""
        wait_for_writers(arrays, self._shared.number)
        for array in arrays:
            if isinstance(array, DeviceArray):
                array.shared = self._shared

    @property
    def observations(self) -> DeviceArray:
        """The observations of the seats to move, as of the last call of `observe`."""
        return self.engine.rows_of(self.words, self.engine.observation_size)

    def step(self, moves: Any, check: bool = True) -> None:
        """Make a move on every table. Raises IllegalMove if one is illegal, and then changes no table.

        `moves` may be on the GPU or elsewhere. Without `check` the call does not wait for the GPU: after an illegal
        move no table changes any more, and `first_refused` reports it.
        """
        bad = self._take(moves) if check else self._take(moves, wait=False)
        if bad is not None:
            self._refused.copy_from([self.number])
            raise self._illegal(moves, bad)
        self._step()

    def restart(self, moves: Any) -> None:
        """Make moves that are known to be legal; in place of one, BEGIN begins a new game, and ADVANCE makes none."""
        if isinstance(moves, DeviceArray):
            wait_for_writers([moves], self._shared.number)
            self._moves.array.copy_to_device(moves.array, stream=self.stream)
        else:
            self._moves.copy_from(moves)
        self._step()

    def first_refused(self, moves: Any = None) -> int | None:
        """The first table with an illegal move, if there is one: of these moves, or of those made without a check."""
        before = self._first_refused()
        if moves is None:
            return before
        self._refused.copy_from([self.number])
        bad = self._take(moves)
        self._refused.copy_from([self.number if before is None else before])
        return bad

    def observe(self) -> None:
        """Write the observation of the seat to move of every table."""
        self._launch("observe_games", (self.engine.boxes, self.tables, self.to_move, self.words))

    def tell_ends(self, finals: DeviceArray, ranks: Numbers, won: Numbers, own_rewards: Numbers) -> None:
        """Write the last observations of the games that ended with the last step, of who made the last move.

        `finals` are rows of words. `ranks` and `won` have a column for each seat; `own_rewards` are those of who moved.
        """
        results = (self.movers, self.done, self.rankings, self.winners, self.rewards)
        self.adopt(finals, ranks, won, own_rewards)
        self._launch("tell_ends", (self.engine.boxes, self._last, *results, finals, ranks, won, own_rewards))

    def restore(self, tables: NDArray[Any], streams: NDArray[np.int64]) -> None:
        """Continue from these tables and random streams."""
        self._refused.copy_from([self.number])
        self.tables.copy_from(tables)
        self.streams.copy_from(streams)
        self.restart(np.full(self.number, ADVANCE, np.int32))

    def choose(self, rngs: Numbers, moves: Numbers) -> None:
        """Choose a random legal move on every table, with a random stream for each."""
        self.adopt(rngs, moves)
        self._launch("choose_moves", (self.choices, self.counts, rngs, moves))

    def _take(self, moves: Any, wait: bool = True) -> int | None:
        given = self.given(moves, self.number)
        self._launch("check_moves", (self.masks, given, self._moves, self._refused))
        return self._first_refused() if wait else None

    def given(self, moves: Any, number: int, place: str = "moves") -> Any:
        """So many moves, wherever they are, as an array that kernels on the batch's stream may read."""
        from numba import cuda

        if isinstance(moves, DeviceArray):
            check_form(moves.shape, moves.dtype, number, place)
            let_wait(self._shared.number, moves.stream_number)
            return moves.array
        if hasattr(moves, "__cuda_array_interface__"):
            form = moves.__cuda_array_interface__
            check_form(tuple(form["shape"]), np.dtype(form["typestr"]), number, place)
            if form.get("stream") is not None:  # PyTorch tells none
                let_wait(self._shared.number, form["stream"])
            return cuda.as_cuda_array(moves, sync=False)
        copy = cuda.to_device(as_moves(moves, number, place), stream=self.stream)
        self.stream.synchronize()  # until then the copy may be reading from the memory of the CPU
        return copy

    def _illegal(self, moves: Any, game: int) -> IllegalMove:
        """Why a step is refused: because of one of these moves, or of one that was made before without a check."""
        move = int(on_host(moves)[game])  # as it was given: a number that is no move may not fit into ours
        if 0 <= move < self.engine.num_actions and self.masks[game][move]:
            return IllegalMove("a move", f"made before without a check: not legal in game {game}")
        return self.engine.illegal(move, f"not legal in game {game}")

    def _first_refused(self) -> int | None:
        bad = int(self._refused[0])
        return None if bad == self.number else bad

    def _step(self) -> None:
        self.step_into(self._moves, self.done, self.rewards, self.movers)

    def step_into(self, moves: DeviceArray, done: DeviceArray, rewards: DeviceArray, movers: DeviceArray) -> None:
        """Make legal moves as `restart` does, with these arrays in place of the batch's own."""
        now = (self.choices, self.counts, self.masks, self.to_move)
        results = (done, self.points, self.rankings, self.winners, self._reward, rewards)
        games = (self.engine.boxes, self.tables, self.streams)
        self._launch("step_games", (*games, *now, moves, *results, movers, self._last, self._refused))

    def _launch(self, name: str, arguments: tuple[Any, ...]) -> None:
        self.engine.launch(name, self.number, arguments, self.stream)


class SomeGames:
    """Moves in some of the games of a batch, between two steps of all of them.

    The batch's `done` and `rewards` then tell of all games that ended since its step; `movers` are still those of the
    step. Where a game ended twice, the later end counts. In a round, call `choose` for the games that a move is made
    in, and then `step`.
    """

    def __init__(self, batch: CudaBatch) -> None:
        engine, number = batch.engine, batch.number
        self._batch = batch
        self._places = engine.numbers(number)
        self._words = engine.words(number)
        self._masks = engine.mask(number)
        self._to_move = engine.numbers(number)
        self._no_moves = engine.on_device(np.full(number, ADVANCE, np.int32))
        self._moves = engine.on_device(np.full(number, ADVANCE, np.int32))
        self._done = engine.zeros((number,), np.int8)
        self._rewards = engine.rewards(number)
        self._movers = engine.numbers(number)
        self._refused = engine.on_device(np.full(1, number, np.int32))
        self._chosen: list[tuple[NDArray[np.int32], Any]] = []
        batch.adopt(*vars(self).values())

    def begin(self) -> None:
        """Begin a round: no move is made in any game."""
        self._chosen = []
        self._moves.array.copy_to_device(self._no_moves.array, stream=self._batch.stream)
        self._refused.copy_from([self._batch.number])

    def look(self, places: NDArray[np.int32]) -> tuple[dict[str, DeviceArray], dict[str, DeviceArray]]:
        """Observations and masks of these games, a row each, and their `to_move` and `game`.

        The next call overwrites them. The observations are those of the last call of the batch's `observe`.
        """
        from rattus.kernel.cuda_kernels import LANES

        batch, number = self._batch, len(places)
        games = self._place(places)
        words, masks, to_move = (self._first(each, number) for each in (self._words, self._masks, self._to_move))
        everything = (batch.words, batch.masks, batch.to_move)
        batch.engine.launch("gather_games", number * LANES, (games, *everything, words, masks, to_move), batch.stream)
        observations = batch.engine.rows_of(words, batch.engine.observation_size)
        return {"observation": observations, "action_mask": masks}, {"to_move": to_move, "game": games}

    def choose(self, places: NDArray[np.int32], moves: Any, name: str) -> None:
        """Take a move for each of these games, to be made by `step`. FormatError at `name` if they are no numbers."""
        batch, number = self._batch, len(places)
        given = batch.given(moves, number, name)
        arguments = (self._place(places), batch.masks, given, self._moves, self._refused)
        batch.engine.launch("check_some_moves", number, arguments, batch.stream)
        self._chosen.append((places, moves))

    def step(self) -> NDArray[np.bool_]:
        """Make the moves, and return which games ended. Raises IllegalMove, and changes no game, if one is illegal."""
        batch, number = self._batch, self._batch.number
        bad = int(self._refused[0])
        if bad != number:
            raise batch.engine.illegal(self._move_in(bad), f"not legal in game {bad}")
        batch.step_into(self._moves, self._done, self._rewards, self._movers)
        batch.engine.launch("add_ends", number, (self._done, self._rewards, batch.done, batch.rewards), batch.stream)
        return self._done.copy_to_host().astype(np.bool_)

    def _place(self, places: NDArray[np.int32]) -> DeviceArray:
        games = self._first(self._places, len(places))
        games.copy_from(places)
        return games

    def _first(self, array: DeviceArray, number: int) -> DeviceArray:
        """A view of the first rows."""
        return DeviceArray(array.array[:number], array.shared)

    def _move_in(self, game: int) -> int:
        """The move that was chosen for a game, as the CPU takes it."""
        for places, moves in self._chosen:
            where = np.flatnonzero(places == game)
            if len(where):
                return int(as_moves(on_host(moves), len(places))[where[0]])
        raise AssertionError(f"no move was chosen in game {game}")
