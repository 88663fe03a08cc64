"""A process that thinks for computer players: `python -m rattus.server.bots.worker`.

It is asked on its standard input and answers on its standard output, one JSON object a line and one question at a time:

    {"view": {...}, "seat": "red", "legal": ["settle anglia", ...], "level": "hard", "seed": "..."}
    {"choice": {"move": "settle anglia", "simulations": 1500, "options": [...]}}

or `{"error": "..."}` to a question that cannot be understood. `{"stop": true}` ends a search that is running: its
answer comes at once. When the input ends, because there is no server any more, the process ends too, whatever it does.

With the arguments `warm GAME` it answers nothing, but compiles the searches of a game.
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

from rattus.bots.levels import LEVELS
from rattus.bots.players import LevelPlayer, are_players_compiled, compile_players, is_searching, load_players
from rattus.bots.protocol import Choice
from rattus.bots.search import Search, SearchPlayer
from rattus.errors import FormatError, RattusError
from rattus.games import GAMES
from rattus.match.parts import find_game, shipped_parts
from rattus.match.sight import sight_of_view

THINKING, COMPILING = 5, 19  # how far we stand back behind people's moves; much further, and a busy machine starves us

# Until a game is compiled it is searched on lists, a hundred times slower: `best` would take half a minute for a move.
# So such a search ends after these seconds with what it has found. Who thinks never compiles, since somebody waits:
# another process does, and from the first question after that on the search runs at full speed.
SECONDS_ON_LISTS = 2.0

IDLE = 1.0  # seconds without a question after which the time is used to load what is compiled


class Thinker:
    """Answers questions, and stops when told to."""

    def __init__(self) -> None:
        self._questions: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._loaded: set[str] = set()
        self._lock = threading.Lock()
        self._search: Search | None = None
        self._stopped = False

    def listen(self, lines: Iterable[str]) -> None:
        """Take what the server says, while another thread thinks."""
        for line in lines:
            message = json.loads(line)
            if "stop" in message:
                self.stop()
            else:
                self._stopped = False  # what was to stop was the question before: the server asks one at a time
                self._questions.put(message)

    def stop(self) -> None:
        """Let the search that runs, or is about to, end now."""
        with self._lock:
            self._stopped = True
            if self._search is not None:
                self._search.stop()

    def serve(self, answers: TextIO) -> None:
        """Answer every question."""
        while True:
            answers.write(json.dumps(self.answer(self._next_question())) + "\n")
            answers.flush()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """A choice, or what is wrong with the question."""
        try:
            return {"choice": self._choose(question).as_data()}
        except RattusError as error:
            return {"error": str(error)}

    def _choose(self, question: dict[str, Any]) -> Choice:
        view, level = question["view"], question["level"]
        if level not in LEVELS:  # other names could be programs
            raise FormatError("level", f"one of {', '.join(LEVELS)}, not {level!r}")
        parts = shipped_parts(find_game(view.get("game")))
        sight = sight_of_view(parts, view, question["seat"], question["legal"])
        quick = is_searching(level) and are_players_compiled(parts.rulebook)  # for the others lists are quick enough
        player = LevelPlayer(level, quick).player_for(sight)
        if isinstance(player, SearchPlayer):
            return self._find(player.new_search(sight, question["seed"]), quick)
        return player.choose(sight, question["seed"])

    def _find(self, search: Search, quick: bool) -> Choice:
        """As a SearchPlayer does, but it can also be stopped before it begins."""
        with self._lock:
            self._search = search
            if self._stopped:
                search.stop()
        with contextlib.nullcontext() if quick else _stopping(search, SECONDS_ON_LISTS):
            return search.run()

    def _next_question(self) -> dict[str, Any]:
        """Wait for a question. When none comes for a while, load compiled games: the first search is quick then too."""
        while len(self._loaded) < len(GAMES):
            try:
                return self._questions.get(timeout=IDLE)
            except queue.Empty:
                self._load_one()
        return self._questions.get()

    def _load_one(self) -> None:
        """One game at a time, since nobody is answered meanwhile."""
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


def think(questions: TextIO, answers: TextIO) -> None:
    """Answer questions as long as there is a server."""
    thinker = Thinker()
    _end_after(functools.partial(thinker.listen, questions))
    with contextlib.suppress(OSError):  # the server has gone
        thinker.serve(answers)


def warm(questions: TextIO, game: str) -> None:
    """Compile the searches of a game, so that the next questions are answered at full speed."""
    _end_after(questions.read)
    compile_players(find_game(game), lambda _done, _total: None)


def stand_back(places: int) -> None:
    """Let others go first."""
    os.nice(places)
    # A process in a session of its own, as we are, competes with the others as a group where Linux groups them, and
    # then it is the group that has to stand back.
    with contextlib.suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(places), "utf-8")


def _end_after(listening: Callable[[], object]) -> None:
    """End this process when the server has nothing more to say, even in the middle of a search."""

    def listen() -> None:
        try:
            listening()
        finally:
            os._exit(0)

    threading.Thread(target=listen, daemon=True).start()


def main(arguments: list[str]) -> None:
    """Think, or compile."""
    answers, sys.stdout = sys.stdout, sys.stderr  # whatever else is printed is no answer
    try:
        if arguments[:1] == ["warm"]:
            stand_back(COMPILING)
            warm(sys.stdin, arguments[1])
        else:
            stand_back(THINKING)
            think(sys.stdin, answers)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)  # an ordinary end trips over the thread that reads the standard input


if __name__ == "__main__":
    main(sys.argv[1:])
