"""The pool of bot workers: its queue, its processes, and how both fail."""

import asyncio
import contextlib
import dataclasses
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import rattus
from rattus.bots import pool as pool_module
from rattus.bots import worker as worker_program
from rattus.bots.hints import Purpose
from rattus.bots.players import LevelPlayer, are_players_compiled, is_searching, make_player
from rattus.bots.pool import FIRST_BACKOFF, MAX_BACKOFF, BotPool, PoolBusy
from rattus.bots.protocol import BotFault, Budget, ThinkRequest
from rattus.bots.search import FEW
from rattus.bots.worker import THINKING_NICENESS, BotWorker
from rattus.errors import FormatError
from rattus.kernel import cache
from rattus.kernel.threads import THREAD_SETTINGS
from rattus.match.sight import pack_sight, sight_of

TIMEOUT_SECONDS = 60  # seconds after which a test has failed

# A worker that logs its input and does what the seed says.
PUPPET = """
import json, pathlib, sys
here = pathlib.Path(sys.argv[0]).parent
if sys.argv[1:]:
    (here / "compiled").open("a").write(" ".join(sys.argv[1:]) + "\\n")
    sys.exit()
heard = (here / "heard").open("a")
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    message = json.loads(line)
    act = message.get("seed", "stop")
    if act == "die":
        sys.exit(3)
    if act == "nonsense":
        print("hello", flush=True)
    elif act == "endless":
        print("x" * 3_000_000, flush=True)
    elif act == "cheat":
        print('{"move": "fly home"}', flush=True)
    elif act == "stop":
        print('{"move": "stopped"}', flush=True)
    elif act == "hang" or act == "hang once" and not (here / "hung").exists():
        (here / "hung").touch()
    else:
        print(json.dumps({"move": message["sight"]["legal"][0], "seed": act}), flush=True)
"""


class NoTime:
    """A clock whose waits are written down, and over at once."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture
def puppet(tmp_path):
    """A worker program that does what the seed says."""
    path = tmp_path / "puppet.py"
    path.write_text(PUPPET, "utf-8")
    return sys.executable, str(path)


def heard(puppet) -> list[dict]:
    return [json.loads(line) for line in Path(puppet[1]).with_name("heard").read_text("utf-8").splitlines()]


def seeds_heard(puppet) -> list[str]:
    return [message.get("seed", "stop") for message in heard(puppet)]


def midway(name="rattus", players=4, moves=40):
    game, choice = rattus.new(name, players, 1), random.Random(1)
    for _ in range(moves):
        game.play(choice.choice(game.legal()))
    return game


def think_request(game, level="normal", seed="7") -> ThinkRequest:
    return ThinkRequest(sight_of(game), level, seed)


def as_heard(request, number=1) -> dict:
    """A request as a worker reads it."""
    return json.loads(json.dumps({"id": number, **request.as_data()}))


ASKED = think_request(midway())


def act(seed: str) -> ThinkRequest:
    return dataclasses.replace(ASKED, seed=seed)


def run(test, *arguments, **settings):
    """Run a test with a pool that is closed in the end."""

    async def with_pool():
        pool = BotPool(*arguments, **{"compiles": False, "sleep": NoTime().sleep, **settings})
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await pool.start()
            try:
                return await test(pool)
            finally:
                await pool.close()

    return asyncio.run(with_pool())


async def until(condition) -> None:
    while not condition():
        await asyncio.sleep(0.01)


def pid_of(pool, number=-1):
    return pool._workers[number].pid


# ---- the worker program


@pytest.mark.parametrize("name", rattus.GAMES)
def test_answers_are_those_of_the_same_player_in_this_process(name) -> None:
    game, warm = midway(name), are_players_compiled(rattus.GAMES[name])
    levels = ("easy", "normal", "hard") if warm else ("easy", "normal")

    async def ask(pool):
        answers = [await pool.think(think_request(game, level)) for level in levels]
        return answers, os.getpriority(os.PRIO_PROCESS, pid_of(pool))

    answers, priority = run(ask, 1)
    for level, answer in zip(levels, answers, strict=True):
        assert answer["move"] in map(str, game.legal())
        player = make_player(level, warm and is_searching(level))
        assert answer == player.choose(sight_of(game), "7").as_data()
    assert priority == min(19, os.getpriority(os.PRIO_PROCESS, 0) + THINKING_NICENESS)


@pytest.fixture
def not_compiled(monkeypatch):
    """Nothing is compiled."""
    monkeypatch.setattr(worker_program, "are_players_compiled", lambda _: False)


@pytest.fixture
def cold(monkeypatch, not_compiled, tmp_path):  # noqa: ARG001
    """Nothing is compiled, and there are no networks."""
    monkeypatch.setattr("rattus.bots.net.SHIPPED", tmp_path)


@pytest.mark.usefixtures("not_compiled")
@pytest.mark.parametrize("name", rattus.GAMES)
def test_before_anything_is_compiled_the_network_answers_at_once(name) -> None:
    choice = BotWorker().answer(as_heard(think_request(midway(name), "best")))
    assert choice == make_player("net").choose(sight_of(midway(name)), "7").as_data()


@pytest.mark.parametrize("name", rattus.GAMES)
def test_a_hint_says_what_the_best_moves_are_for(name) -> None:
    request = dataclasses.replace(think_request(midway(name), "normal"), reasons=True)
    choice = BotWorker().answer(as_heard(request))
    assert 1 <= len(choice["options"]) <= 3
    assert {option["reason"]["key"] for option in choice["options"]} <= set(Purpose)


@pytest.mark.usefixtures("not_compiled")
def test_before_anything_is_compiled_a_hint_comes_from_a_short_search(monkeypatch) -> None:
    monkeypatch.setattr("rattus.bots.hints.ON_LISTS", Budget(40))
    choice = BotWorker().answer(as_heard(dataclasses.replace(think_request(midway(), "best"), reasons=True)))
    assert choice["simulations"] == 40
    assert choice["move"] == choice["options"][0]["move"]
    assert len({tuple(option["chances"].values()) for option in choice["options"]}) > 1


@pytest.mark.usefixtures("cold")
@pytest.mark.parametrize("name", rattus.GAMES)
def test_an_uncompiled_search_ends_in_time(name, monkeypatch) -> None:
    monkeypatch.setattr(worker_program, "SECONDS_ON_LISTS", 0.1)
    choice = BotWorker().answer(as_heard(think_request(midway(name), "best")))
    assert choice["move"] in map(str, midway(name).legal())
    assert 0 < choice["simulations"] < 12_000


@pytest.mark.usefixtures("cold")
def test_a_search_can_be_stopped_before_it_begins(monkeypatch) -> None:
    monkeypatch.setattr(worker_program, "SECONDS_ON_LISTS", 3600.0)
    worker = BotWorker()
    worker.stop(1)
    assert worker.answer(as_heard(think_request(midway(), "best")))["simulations"] == FEW


@pytest.mark.usefixtures("cold")
def test_a_search_can_be_stopped_while_it_runs(monkeypatch) -> None:
    monkeypatch.setattr(worker_program, "SECONDS_ON_LISTS", 3600.0)
    worker = BotWorker()
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(worker.answer, as_heard(think_request(midway(), "best")))
        while worker._search is None and not answer.done():
            time.sleep(0.001)
        worker.stop(1)
        assert 0 < answer.result(TIMEOUT_SECONDS)["simulations"] < 12_000


@pytest.mark.usefixtures("cold")
def test_a_stop_that_comes_late_does_not_stop_the_next_request(monkeypatch) -> None:
    monkeypatch.setattr(worker_program, "SECONDS_ON_LISTS", 0.3)
    worker = BotWorker()
    worker.listen([json.dumps(as_heard(think_request(midway("cartus"), "hard"), 2)), '{"stop": 1}'])
    assert worker.answer(worker._next_request())["simulations"] > FEW


def test_compiled_games_are_loaded_while_the_worker_is_idle(monkeypatch) -> None:
    loaded = []
    monkeypatch.setattr(worker_program, "IDLE_SECONDS", 0.001)
    monkeypatch.setattr(worker_program, "are_players_compiled", lambda rulebook: rulebook.name != "cartus")

    def load(rulebook) -> None:
        loaded.append(rulebook.name)
        if len(loaded) == 2:
            worker.listen(['{"seed": "1"}'])

    monkeypatch.setattr(worker_program, "load_players", load)
    worker = BotWorker()
    assert worker._next_request() == {"seed": "1"}
    assert loaded == ["rattus", "africanus"]


def is_reused(worker) -> bool:
    """Whether the player that was asked last began with a tree of the question before."""
    return next(reversed(worker.players._players.values()))._search.reused > 0


def asked_within_a_turn(worker, name, game_id) -> Iterator[bool]:
    """Play as one computer player whose searches are small; after each question, whether its tree was reused."""
    game = rattus.new(name, 2, 4)
    while not game.is_over:
        request = dataclasses.replace(think_request(game, "best", str(len(game.moves))), game=game_id)
        game.play(worker.answer(as_heard(request))["move"])
        yield is_reused(worker)


@pytest.fixture
def small_search(monkeypatch):
    """`best` searches with few simulations, on lists."""
    usual = LevelPlayer.player_for

    def player_for(level, sight):
        return make_player("search:12", compiled=False) if level.name == "best" else usual(level, sight)

    monkeypatch.setattr(LevelPlayer, "player_for", player_for)


@pytest.mark.usefixtures("small_search")
@pytest.mark.parametrize("name", rattus.GAMES)
def test_a_player_who_is_asked_again_within_a_turn_goes_on_with_its_tree(name) -> None:
    assert any(itertools.islice(asked_within_a_turn(BotWorker(), name, "table/1"), 60))


@pytest.mark.usefixtures("small_search")
def test_players_are_kept_by_game_and_seat_as_far_as_there_is_room(monkeypatch) -> None:
    worker, game = BotWorker(), rattus.new("rattus", 2, 4)
    for number in range(worker_program.MOST_KEPT + 3):
        worker.answer(as_heard(dataclasses.replace(think_request(game, "best"), game=f"table{number}/1")))
    assert len(worker.players) == worker_program.MOST_KEPT
    assert 0 < worker.players.size <= worker_program.MOST_KEPT_BYTES
    kept = [game for game, *_ in worker.players._players]
    assert kept == [f"table{number}/1" for number in range(3, worker_program.MOST_KEPT + 3)]
    monkeypatch.setattr(worker_program, "MOST_KEPT_BYTES", worker.players.size // 4)
    worker.answer(as_heard(dataclasses.replace(think_request(game, "best"), game="table3/1")))
    assert 1 <= len(worker.players) <= 4
    assert next(reversed(worker.players._players))[0] == "table3/1"
    for level in ("easy", "best"):  # without the name of a game, and players without a tree
        worker.answer(as_heard(think_request(game, level)))
    worker.answer(as_heard(dataclasses.replace(think_request(game, "easy"), game="table4/1")))
    assert next(reversed(worker.players._players))[0] == "table3/1"


def test_the_same_worker_is_asked_again_about_the_same_game(puppet) -> None:
    async def ask(pool):
        hang = pool.think(act("hang"))  # so that a second worker is needed
        await pool.think(dataclasses.replace(act("1"), game="a"))
        hang.cancel()
        await until(lambda: pool.thinking == 0)
        first = next(worker for worker in pool._workers if worker.game == "a")
        for game in ("b", "a", "b", "a"):
            await pool.think(dataclasses.replace(act("1"), game=game))
        assert first.game == "a"
        assert sorted(worker.game for worker in pool._workers) == ["a", "b"]

    run(ask, 2, program=puppet)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"level": "cmd:touch broken"}, "level: one of easy, normal, hard, best"),
        ({"game": "chess"}, "game: must be one of"),
        ({"rules_version": 999}, "rules_version: this game was played by version 999 of the rules"),
        ({"components": "0" * 64}, "components: the table was packed with other components"),
        ({"legal": ["fly home"]}, "legal: no move"),
        ({"legal": []}, "legal: must be the legal moves"),
        ({"seat": "purple"}, "seat: must be one of red"),
        ({"table": "AAAA"}, "table: must have"),
        ({"table": "?"}, "table: must be base64"),
    ],
)
def test_a_malformed_request_gets_an_error(change, words) -> None:
    request = as_heard(ASKED)
    (request if "level" in change else request["sight"]).update(change)
    assert words in BotWorker().answer(request)["error"]


@pytest.mark.parametrize("level", ["cmd:touch broken", "random", "mcts:10", ""])
def test_only_known_levels_can_be_requested(level) -> None:
    with pytest.raises(FormatError, match="level: one of easy, normal, hard, best"):
        think_request(midway(), level)


# ---- the queue


def test_a_worker_receives_what_its_seat_sees_and_nothing_else(puppet) -> None:
    game = midway("cartus")

    async def ask(pool):
        await pool.think(think_request(game))

    run(ask, 1, program=puppet)
    world = game.resample(game.to_move, 1)  # which differs in what the seat cannot know
    assert world.position() != game.position()
    asked = {
        "id": 1,
        "sight": pack_sight(sight_of(world)),
        "level": "normal",
        "seed": "7",
        "reasons": False,
        "game": "",
    }
    assert heard(puppet) == [asked]


def test_moves_go_before_hints_and_otherwise_first_come_first_served(puppet) -> None:
    async def ask(pool):
        first = pool.think(act("hang"))
        asked = [pool.think(act(seed), urgent=seed.startswith("move")) for seed in ("hint 1", "move 1", "hint 2")]
        asked.append(pool.think(act("move 2")))
        assert (pool.waiting, pool.thinking) == (4, 1)
        first.cancel()
        await asyncio.gather(*asked)
        assert (pool.waiting, pool.thinking) == (0, 0)

    run(ask, 1, program=puppet)
    seeds = [seed for seed in seeds_heard(puppet) if seed not in ("hang", "stop")]
    assert seeds == ["move 1", "move 2", "hint 1", "hint 2"]


def test_a_full_queue_refuses_requests_and_hints_leave_room_for_moves(puppet) -> None:
    async def ask(pool):
        pool.think(act("hang"))
        for _ in range(2):
            pool.think(act("1"), urgent=False)
        with pytest.raises(PoolBusy, match="2 requests are waiting"):
            pool.think(act("1"), urgent=False)
        for _ in range(2):
            pool.think(act("1"))
        with pytest.raises(PoolBusy):
            pool.think(act("1"))
        assert pool.waiting == 4

    run(ask, 1, 2, program=puppet)


def test_a_waiting_request_can_be_cancelled(puppet) -> None:
    async def ask(pool):
        first, second, third = (pool.think(act(seed)) for seed in ("hang", "2", "3"))
        second.cancel()
        await asyncio.sleep(0)
        assert pool.waiting == 1
        first.cancel()
        assert (await third)["seed"] == "3"

    run(ask, 1, program=puppet)
    assert "2" not in seeds_heard(puppet)


def test_a_running_request_can_be_cancelled(puppet) -> None:
    async def ask(pool):
        pid = pid_of(pool)
        task = asyncio.create_task(_await(pool.think(act("hang"))))
        await until(lambda: Path(puppet[1]).with_name("hung").exists())
        task.cancel()  # cancelling the task cancels the request
        assert (await pool.think(act("2")))["seed"] == "2"  # and not the answer to the cancelled request
        assert pid_of(pool) == pid

    run(ask, 1, program=puppet)
    assert seeds_heard(puppet) == ["hang", "stop", "2"]


async def _await(future):
    return await future


def test_cancelling_stops_a_running_search(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("RATTUS_CACHE", str(tmp_path))

    async def ask(pool):
        await pool.think(think_request(midway()))
        pid = pid_of(pool)
        search = pool.think(think_request(midway(), "best"))
        await asyncio.sleep(0.1)
        search.cancel()
        await until(lambda: pool.thinking == 0)
        assert (await pool.think(think_request(midway())))["move"] in ASKED.legal
        assert pid_of(pool) == pid

    run(ask, 1)


def test_workers_are_started_when_they_are_needed(puppet) -> None:
    async def ask(pool):
        for seed in "123":
            await pool.think(act(seed))
        assert [pid_of(pool, number) is not None for number in range(3)] == [False, False, True]
        pool.think(act("hang"))
        assert (await pool.think(act("4")))["seed"] == "4"
        assert [pid_of(pool, number) is not None for number in range(3)] == [False, True, True]

    run(ask, 3, program=puppet)


def test_closing_cancels_requests_and_ends_the_workers(puppet) -> None:
    async def ask(pool):
        asked = [pool.think(act("hang")), pool.think(act("2"))]
        await until(lambda: Path(puppet[1]).with_name("hung").exists())
        pid = pid_of(pool)
        await pool.close()
        assert all(future.cancelled() for future in asked)
        assert (pool.waiting, pool.thinking) == (0, 0)
        assert not is_running(pid)
        with pytest.raises(PoolBusy, match="shutting down"):
            pool.think(act("3"))

    run(ask, 1, program=puppet)


# ---- workers that fail


def test_a_killed_worker_is_replaced_and_its_request_repeated(puppet) -> None:
    async def ask(pool):
        pid = pid_of(pool)
        future = pool.think(act("hang once"))
        await until(lambda: Path(puppet[1]).with_name("hung").exists())
        os.kill(pid, signal.SIGKILL)
        assert (await future)["seed"] == "hang once"
        assert pid_of(pool) != pid

    run(ask, 1, program=puppet)
    assert seeds_heard(puppet) == ["hang once", "hang once"]


def test_a_worker_that_died_idle_is_replaced_without_delay(puppet) -> None:
    async def ask(pool):
        await pool.think(act("1"))
        os.kill(pid_of(pool), signal.SIGKILL)
        await until(lambda: not pool._workers[0].is_running)
        assert (await pool.think(act("2")))["seed"] == "2"
        assert pool._sleep.__self__.waits == []

    run(ask, 1, program=puppet)


@pytest.mark.parametrize(
    ("seed", "words", "times"),
    [
        ("hang", "no answer in 2 s", 2),
        ("die", "it has ended", 2),
        ("nonsense", "its answer is unreadable", 2),
        ("endless", "its answer is unreadable", 2),
        ("cheat", "illegal: 'fly home'", 1),
    ],
)
def test_a_second_failure_is_a_bot_fault_and_other_requests_are_answered(puppet, seed, words, times) -> None:
    async def ask(pool):
        future, other = pool.think(act(seed)), pool.think(act("2"))
        with pytest.raises(BotFault, match=words):
            await future
        assert (await other)["seed"] == "2"

    run(ask, 1, program=puppet, answer_seconds=2.0 if seed == "hang" else TIMEOUT_SECONDS)
    assert seeds_heard(puppet) == [seed] * times + ["2"]


class _Chess(ThinkRequest):
    def as_data(self):
        return {**super().as_data(), "sight": {**pack_sight(self.sight), "game": "chess"}}


def test_an_error_of_the_worker_reaches_the_caller() -> None:
    async def ask(pool):
        with pytest.raises(BotFault, match="game: must be one of"):
            await pool.think(_Chess(ASKED.sight, "normal", "7"))

    run(ask, 1)


@pytest.mark.parametrize("program", [("./no-such-program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_a_worker_that_cannot_start_is_retried_with_backoff(program) -> None:
    async def ask(pool):
        for _ in range(5):
            with pytest.raises(BotFault, match="a worker"):
                await pool.think(act("1"))
        return pool._sleep.__self__.waits

    waits = run(ask, 1, program=program)
    assert waits[:4] == [FIRST_BACKOFF, 2 * FIRST_BACKOFF, 4 * FIRST_BACKOFF, 8 * FIRST_BACKOFF]
    assert max(waits) == MAX_BACKOFF
    assert len(waits) <= 10


# ---- compiling


def test_games_are_compiled_in_processes_of_their_own(puppet, monkeypatch) -> None:
    monkeypatch.setattr(pool_module, "are_players_compiled", lambda rulebook: rulebook.name == "africanus")
    compiled = Path(puppet[1]).with_name("compiled")

    async def ask(pool):
        await pool.think(act("1"))  # while the games are being compiled
        await until(lambda: compiled.exists() and len(compiled.read_text("utf-8").splitlines()) == 2)

    run(ask, 1, program=puppet, compiles=True)
    assert compiled.read_text("utf-8").splitlines() == ["warm rattus", "warm cartus"]


def test_a_failed_compilation_is_logged_and_harmless(monkeypatch, caplog) -> None:
    monkeypatch.setattr(pool_module, "are_players_compiled", lambda _: False)
    program = (sys.executable, "-c", "raise SystemExit(3)")
    run(lambda _: until(lambda: len(caplog.records) == 3), 1, program=program, compiles=True)
    for rulebook in rattus.GAMES.values():
        assert f"bots stay slow in {rulebook.title}: the compiler has failed" in caplog.text


def test_workers_share_a_temporary_cache(monkeypatch, tmp_path) -> None:
    one_thread = dict.fromkeys(THREAD_SETTINGS, "1")
    assert pool_module._environment() == {**one_thread, **os.environ}
    monkeypatch.setattr(cache, "_writable_root", lambda: (tmp_path, True))
    assert pool_module._environment() == {**one_thread, **os.environ, "RATTUS_CACHE": str(tmp_path)}


# ---- the end of the server

SERVER = """
import asyncio, json, signal, sys
from rattus.bots.pool import BotPool
from rattus.bots.protocol import ThinkRequest
from rattus.match.sight import read_sight

asked = json.loads(sys.stdin.readline())
think_request = lambda level: ThinkRequest(read_sight(asked["sight"]), level, "7")

async def serve():
    interrupted = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, interrupted.set)
    pool = BotPool(1)
    await pool.start()
    await pool.think(think_request("normal"))
    print(pool._workers[0].pid, flush=True)
    await interrupted.wait()
    await pool.think(think_request("normal"))
    print(pool._workers[0].pid, flush=True)
    search = pool.think(think_request("best"))
    await asyncio.sleep(0.2)
    print("searching", flush=True)
    await asyncio.sleep(3600)

asyncio.run(serve())
"""


def test_workers_ignore_ctrl_c_and_end_with_the_server(tmp_path) -> None:
    environment = {**os.environ, "RATTUS_CACHE": str(tmp_path)}  # nothing is compiled: one searches, one compiles
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
        start_new_session=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdin is not None
            assert server.stdout is not None
            server.stdin.write(json.dumps(ASKED.as_data()) + "\n")
            server.stdin.flush()
            pid = int(server.stdout.readline())
            os.killpg(server.pid, signal.SIGINT)
            assert int(server.stdout.readline()) == pid
            assert server.stdout.readline() == "searching\n"
            children = children_of(server.pid)
            assert len(children) == 2
            assert pid in children
        finally:
            server.kill()
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while any(is_running(child) for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def children_of(parent: int) -> set[int]:
    found = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return {pid for pid in found if _status(pid)[1:2] == [str(parent)]}


def is_running(pid: int) -> bool:
    """Whether a process is alive and not a zombie."""
    return _status(pid)[:1] not in ([], ["Z"])


def _status(pid: int) -> list[str]:
    """State, parent, and so on."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return []
