"""A process that thinks for computer players: `python -m rattus.server.bots.worker`.

It reads requests from standard input and answers on standard output, one JSON object a line and one at a time:

    {"view": {...}, "seat": "red", "legal": ["settle anglia", ...], "level": "hard", "seed": "..."}
    {"choice": {"move": "settle anglia", "simulations": 1500, "options": [...]}}

With `"reasons": true` the options are the best three moves, each with the reason for it (see `rattus.bots.hints`). To a
request that it does not understand it answers `{"error": "..."}`. `{"stop": true}` ends a running search, whose answer
then comes at once. When the input ends, because the server is gone, the process exits in the middle of anything.

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
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

from rattus.bots.hints import explained
from rattus.bots.levels import LEVELS
from rattus.bots.players import LevelPlayer, are_players_compiled, compile_players, is_searching, load_players
from rattus.bots.protocol import Choice
from rattus.bots.search import Search, SearchPlayer
from rattus.errors import FormatError, RattusError
from rattus.games import GAMES
from rattus.kernel.warming import is_warm
from rattus.match.parts import find_game, shipped_parts
from rattus.match.sight import sight_of_view

# Niceness: people's moves come first. Much more than 5 would starve a thinking bot on a busy machine.
THINKING_NICENESS, COMPILING_NICENESS = 5, 19

# Until a game is compiled it is searched on lists, a hundred times slower: `best` would take half a minute for a move,
# so such a search ends after this time with what it has found. Workers never compile, since somebody waits for them:
# another process does, and from the next request on they search at full speed.
SECONDS_ON_LISTS = 2.0

IDLE_SECONDS = 1.0  # without a request, after which compiled games are loaded


class BotWorker:
    """Answers requests, and stops when told to."""

    def __init__(self) -> None:
        self._requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._loaded: set[str] = set()
        self._lock = threading.Lock()
        self._search: Search | None = None
        self._stopped = False

    def listen(self, lines: Iterable[str]) -> None:
        """Read what the server sends, while another thread thinks."""
        for line in lines:
            message = json.loads(line)
            if "stop" in message:
                self.stop()
            else:
                self._stopped = False  # a stop was for the request before: the server sends one at a time
                self._requests.put(message)

    def stop(self) -> None:
        """End the search that runs, or is about to."""
        with self._lock:
            self._stopped = True
            if self._search is not None:
                self._search.stop()

    def serve(self, answers: TextIO) -> None:
        """Answer every request."""
        while True:
            answers.write(json.dumps(self.answer(self._next_request())) + "\n")
            answers.flush()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """A choice, or what is wrong with the request."""
        try:
            return {"choice": self._choose(request)}
        except RattusError as error:
            return {"error": str(error)}

    def _choose(self, request: dict[str, Any]) -> dict[str, Any]:
        view, level = request["view"], request["level"]
        if level not in LEVELS:  # other names of players may run programs
            raise FormatError("level", f"one of {', '.join(LEVELS)}, not {level!r}")
        parts = shipped_parts(find_game(view.get("game")))
        sight = sight_of_view(parts, view, request["seat"], request["legal"])
        quick = is_searching(level) and are_players_compiled(parts.rulebook)  # the other players are quick on lists
        player = LevelPlayer(level, quick).player_for(sight)
        if isinstance(player, SearchPlayer):
            choice = self._run_search(player.new_search(sight, request["seed"]), quick)
        else:
            choice = player.choose(sight, request["seed"])
        if not request.get("reasons"):
            return choice.as_data()
        hints = explained(sight, choice, request["seed"], is_warm(parts.rulebook))
        return {**choice.as_data(), "options": [hint.as_data() for hint in hints]}

    def _run_search(self, search: Search, quick: bool) -> Choice:
        """Search like a SearchPlayer, which cannot be stopped before it begins."""
        with self._lock:
            self._search = search
            if self._stopped:
                search.stop()
        with contextlib.nullcontext() if quick else _stopping(search, SECONDS_ON_LISTS):
            return search.run()

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


def think(requests: TextIO, answers: TextIO) -> None:
    """Answer requests as long as there is a server."""
    worker = BotWorker()
    _exit_after(functools.partial(worker.listen, requests))
    with contextlib.suppress(OSError):  # the server is gone
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


def main(arguments: list[str]) -> None:
    """Answer requests, or compile a game."""
    answers, sys.stdout = sys.stdout, sys.stderr  # nothing but answers may be printed there
    try:
        if arguments[:1] == ["warm"]:
            lower_priority(COMPILING_NICENESS)
            compile_game(sys.stdin, arguments[1])
        else:
            lower_priority(THINKING_NICENESS)
            think(sys.stdin, answers)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)  # a normal exit would wait for the thread that reads standard input


if __name__ == "__main__":
    main(sys.argv[1:])
