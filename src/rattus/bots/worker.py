"""Answers questions to computer players: `rattus bot`, and the worker processes of `rattus.bots.pool`.

A worker process, `python -m rattus.bots.worker`, reads requests from standard input and answers on standard output, one
JSON object a line and one at a time (`rattus.bots.protocol`):

    {"id": 1, "sight": {...}, "level": "hard", "seed": "...", "reasons": false, "game": "..."}
    {"move": "settle anglia", "simulations": 1500, "options": [...]}

With `"reasons": true` the options are the best three moves, each with the reason for it (see `rattus.bots.hints`). To a
request that it does not understand it answers `{"error": "..."}`. `{"stop": 1}` ends the search for that request, whose
answer then comes at once. When the input ends, because the parent is gone, the process exits in the middle of anything.

With the arguments `warm GAME` it compiles the searches of a game instead.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import queue
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from rattus.bots.hints import compared, explained, hinting_player
from rattus.bots.players import (
    LevelPlayer,
    are_players_compiled,
    compile_players,
    is_searching,
    load_players,
    make_player,
)
from rattus.bots.protocol import Budget, Choice, Player, budget_of, check_level, read_text_request
from rattus.bots.search import Search, SearchPlayer
from rattus.errors import RattusError
from rattus.games import GAMES
from rattus.kernel.warming import is_warm
from rattus.match.parts import find_game
from rattus.match.sight import Sight, read_sight

# Niceness: people's moves come first. Much more than 5 would starve a thinking bot on a busy machine.
THINKING_NICENESS, COMPILING_NICENESS = 5, 19

# Until a game is compiled it is searched on lists, a hundred times slower: `best` would take half a minute for a move,
# so such a search ends after this time with what it has found. Workers never compile, since somebody waits for them:
# another process does, and from the next request on they search at full speed.
SECONDS_ON_LISTS = 2.0

IDLE_SECONDS = 1.0  # without a request, after which compiled games are loaded

# Players who are kept with their trees: within a turn they are asked again at once.
MOST_KEPT = 16
MOST_KEPT_BYTES = 1 << 27

BUDGET_PER_REQUEST = "mcts"  # the player whose budget comes with each request
DEFAULT_BUDGET = Budget(simulations=1000)


class TextBot:
    """Answers the questions of other programs as one player, by the protocol of docs/bots.md."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._players: dict[bool, Player] = {}
        if name != BUDGET_PER_REQUEST:
            make_player(name)  # fails at once for an unknown name

    def serve(self, requests: Iterable[str], answers: TextIO) -> None:
        """Answer every line; an invalid request is answered with an error."""
        for line in requests:
            if line.strip():
                answers.write(json.dumps(self.answer(line)) + "\n")
                answers.flush()

    def answer(self, line: str) -> dict[str, Any]:
        """The answer to one request: a move with the options considered, or an error."""
        try:
            request = read_text_request(line)
            sight = read_sight(request)
            player = self._player(request, are_players_compiled(sight.parts.rulebook))
            return player.choose(sight, str(request.get("seed", 0))).as_data()
        except RattusError as error:
            return {"error": str(error)}

    def _player(self, request: dict[str, Any], compiled: bool) -> Player:
        """The player, on compiled rules or, before those are compiled, on lists."""
        if self._name == BUDGET_PER_REQUEST:
            return SearchPlayer(BUDGET_PER_REQUEST, budget_of(request) or DEFAULT_BUDGET, compiled)
        if compiled not in self._players:
            self._players[compiled] = make_player(self._name, compiled)
        return self._players[compiled]


class KeptPlayers:
    """The players of the last games that were asked about, as many as there is room for."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[object, ...], Player] = OrderedDict()  # the last one asked comes last

    def __len__(self) -> int:
        return len(self._players)

    def find(self, level: str, sight: Sight, compiled: bool, game: str) -> Player:
        """The player of a level for this seat of this game; a new one without the name of a game."""
        key = (game, sight.seat, level, compiled)
        player = self._players.pop(key, None) or LevelPlayer(level, compiled).player_for(sight)
        if game and isinstance(player, SearchPlayer):  # others remember nothing
            self._players[key] = player
        return player

    def trim(self) -> None:
        """Let those go that were not asked for longest, until the others fit."""
        while self._players and (len(self) > MOST_KEPT or self.size > MOST_KEPT_BYTES):
            self._players.popitem(last=False)

    @property
    def size(self) -> int:
        """The bytes of their trees."""
        return sum(player.size for player in self._players.values() if isinstance(player, SearchPlayer))


Answers = Callable[[dict[str, Any]], dict[str, Any] | None]  # the answer to a request; None to one of another kind


class BotWorker:
    """Answers the requests of the pool, and stops when told to. `more` answers requests other than for a move."""

    def __init__(self, more: Answers | None = None) -> None:
        self.players = KeptPlayers()
        self._more = more
        self._requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._loaded: set[str] = set()
        self._lock = threading.Lock()
        self._search: Search | None = None
        self._running: int | None = None  # the request that is answered
        self._stopped: int | None = None  # the last one that is not waited for any more

    def listen(self, lines: Iterable[str]) -> None:
        """Read what the pool sends, while another thread thinks."""
        for line in lines:
            message = json.loads(line)
            if "stop" in message:
                self.stop(message["stop"])
            else:
                self._requests.put(message)

    def stop(self, request: int) -> None:
        """End the search for a request, or keep it short if it comes later."""
        with self._lock:
            self._stopped = request
            if self._search is not None and self._running == request:
                self._search.stop()

    def serve(self, answers: TextIO) -> None:
        """Answer every request."""
        while True:
            answers.write(json.dumps(self.answer(self._next_request())) + "\n")
            answers.flush()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """A choice, or what is wrong with the request."""
        try:
            return (self._more(request) if self._more else None) or self._choose(request)
        except RattusError as error:
            return {"error": str(error)}

    def _choose(self, request: dict[str, Any]) -> dict[str, Any]:
        level, seed, sight = check_level(request["level"]), request["seed"], read_sight(request["sight"])
        rulebook = sight.parts.rulebook
        quick = is_searching(level) and are_players_compiled(rulebook)  # the other players are quick on lists
        player = self.players.find(level, sight, quick, request["game"])
        if request["reasons"]:
            player = hinting_player(player)
        if isinstance(player, SearchPlayer):
            search = player.begin(sight, seed)
            if request["reasons"]:
                search.widen()
            choice = self._run_search(request["id"], search, quick)
            if request["reasons"]:
                choice = compared(search, choice)
            self.players.trim()
        else:
            choice = player.choose(sight, seed)
        if not request["reasons"]:
            return choice.as_data()
        hints = explained(sight, choice, seed, is_warm(rulebook))
        return {**choice.as_data(), "options": [hint.as_data() for hint in hints]}

    def _run_search(self, request: int, search: Search, quick: bool) -> Choice:
        """Search like a SearchPlayer, which cannot be stopped before it begins."""
        with self._lock:
            self._search, self._running = search, request
            if self._stopped == request:
                search.stop()
        try:
            with contextlib.nullcontext() if quick else _stopping(search, SECONDS_ON_LISTS):
                return search.run()
        finally:
            with self._lock:
                self._search = self._running = None

    def _next_request(self) -> dict[str, Any]:
        """Wait for a request, and load compiled games meanwhile so that the first search is quick too."""
        while len(self._loaded) < len(GAMES):
            try:
                return self._requests.get(timeout=IDLE_SECONDS)
            except queue.Empty:
                self._load_one()
        return self._requests.get()

    def _load_one(self) -> None:
        """Load one game at a time, since no request is answered meanwhile."""
        for rulebook in GAMES.values():
            if rulebook.name not in self._loaded and are_players_compiled(rulebook):
                load_players(rulebook)
                self._loaded.add(rulebook.name)
                return


@contextlib.contextmanager
def _stopping(search: Search, seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, search.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def think(requests: TextIO, answers: TextIO, more: Answers | None = None) -> None:
    """Answer requests as long as the parent lives."""
    worker = BotWorker(more)
    _exit_after(functools.partial(worker.listen, requests))
    with contextlib.suppress(OSError):  # the parent is gone
        worker.serve(answers)


def compile_game(requests: TextIO, game: str) -> None:
    """Compile the searches of a game, so that workers search at full speed."""
    _exit_after(requests.read)
    compile_players(find_game(game), lambda _done, _total: None)


def lower_priority(niceness: int) -> None:
    """Let other processes go first."""
    os.nice(niceness)
    # Linux may schedule sessions as groups, and this process leads one: then the group's niceness counts.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(niceness), "utf-8")


def _exit_after(listening: Callable[[], object]) -> None:
    """Exit when the input ends, even in the middle of a search."""

    def listen() -> None:
        try:
            listening()
        finally:
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()


def main(arguments: list[str], more: Answers | None = None) -> None:
    """Answer requests, or compile a game. Programs that answer more than requests for moves start here too."""
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing but answers may be printed there
    try:
        if arguments[:1] == ["warm"]:
            lower_priority(COMPILING_NICENESS)
            compile_game(sys.stdin, arguments[1])
        else:
            lower_priority(THINKING_NICENESS)
            think(sys.stdin, answers, more)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)  # a normal exit would wait for the thread that reads standard input


if __name__ == "__main__":
    main(sys.argv[1:])
