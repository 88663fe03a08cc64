"""Players that are external programs: one JSON object per line, in both directions (see docs/bots.md)."""

from __future__ import annotations

import contextlib
import json
import queue
import shlex
import subprocess
import threading
from typing import Any

from rattus.bots.protocol import BotFault, Choice
from rattus.match.sight import Sight

SECONDS = 10.0  # for a move
MAX_ANSWER = 1_000_000  # characters of an answer


class ProgramPlayer:
    """A program that reads questions from its standard input and writes answers to its standard output.

    It is started with the first question. If it crashes, answers too late or not in the protocol, it is killed and
    BotFault is raised; the next question starts it again.
    """

    def __init__(self, name: str, command: str, seconds: float = SECONDS) -> None:
        self.name = name
        self.seconds = seconds
        self._command = shlex.split(command)
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str | None] = queue.Queue()

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """The program's move. BotFault if it returns no legal one."""
        try:
            answer = self._ask(request(sight, self.seconds, seed))
            return Choice(read_answer(answer, sight.moves))
        except BotFault as fault:
            self.close()
            raise BotFault(f"{self.name}: {fault}") from None

    def close(self) -> None:
        """End the program."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _close_quietly(pipe)

    def _ask(self, data: dict[str, Any]) -> str:
        process = self._process or self._start()
        try:
            assert process.stdin is not None
            process.stdin.write(json.dumps(data) + "\n")
            process.stdin.flush()
        except OSError:
            raise BotFault("it has ended") from None
        try:
            answer = self._answers.get(timeout=self.seconds)
        except queue.Empty:
            raise BotFault(f"no answer in {self.seconds:g} s") from None
        if answer is None:
            raise BotFault("it has ended")
        return answer

    def _start(self) -> subprocess.Popen[str]:
        try:
            process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
                errors="replace",
            )  # fmt: skip
        except OSError as error:
            raise BotFault(f"cannot be started: {error.strerror or error}") from None
        self._process, self._answers = process, queue.Queue()
        threading.Thread(target=_read_lines, args=(process.stdout, self._answers), daemon=True).start()
        return process


def _read_lines(pipe: Any, answers: queue.Queue[str | None]) -> None:
    """Copy lines into a queue, so that waiting for one can time out."""
    try:
        while line := pipe.readline(MAX_ANSWER):
            answers.put(line)
    except (OSError, ValueError):
        pass  # the pipe was closed meanwhile
    answers.put(None)


def _close_quietly(pipe: Any) -> None:
    with contextlib.suppress(OSError):  # buffered output cannot be flushed to a dead program
        pipe.close()


def request(sight: Sight, seconds: float, seed: int | str) -> dict[str, Any]:
    """The question to a program, as data."""
    view = sight.view
    return {
        "game": view["game"],
        "seat": sight.box.seats[sight.seat],
        "view": view,
        "legal": list(sight.moves),
        "budget": {"seconds": seconds},
        "seed": str(seed),
    }


def read_answer(text: str, legal: tuple[str, ...]) -> str:
    """The move of an answer such as `{"move": "settle gallia"}`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BotFault(f"no JSON: {text[:60]!r}") from None
    move = data.get("move") if isinstance(data, dict) else None
    if not isinstance(move, str):
        raise BotFault(f'an answer is {{"move": "..."}}, not {text[:60]!r}')
    if move not in legal:
        raise BotFault(f"illegal: {move[:60]!r}")
    return move
