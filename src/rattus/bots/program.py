"""Players that are external programs: one JSON object per line, in both directions (see docs/bots.md)."""

from __future__ import annotations

import json
import shlex

from rattus.bots.process import LineProcess
from rattus.bots.protocol import BotFault, Choice, read_answer, text_request
from rattus.match.sight import Sight

SECONDS = 10.0  # for a move
START_SECONDS = 20.0  # more for the first answer after a start: programs load networks


class ProgramPlayer:
    """A program that is asked over its standard input and output.

    It is started with the first question. If it crashes, answers too late or not in the protocol, it is killed and
    BotFault is raised; the next question starts it again.
    """

    def __init__(self, name: str, command: str, seconds: float = SECONDS, start_seconds: float = START_SECONDS) -> None:
        self.name = name
        self.seconds, self.start_seconds = seconds, start_seconds
        self._process = LineProcess(shlex.split(command))

    def choose(self, sight: Sight, seed: int | str) -> Choice:
        """The program's move. BotFault if it returns no legal one."""
        try:
            patience = self.seconds if self._process.is_running else self.seconds + self.start_seconds
            self._process.start()
            answer = self._process.ask(json.dumps(text_request(sight, self.seconds, seed)), patience)
            return Choice(read_answer(answer, sight.moves)["move"])
        except BotFault as fault:
            self.close()
            raise BotFault(f"{self.name}: {fault}") from None

    def close(self) -> None:
        """End the program."""
        self._process.end()
