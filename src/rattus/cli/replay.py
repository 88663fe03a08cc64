"""A saved game, step by step."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from rattus.cli.files import load_game, read_record_file
from rattus.cli.keyboard import Keyboard
from rattus.cli.looks import look_of
from rattus.cli.palette import coloured
from rattus.cli.scene import show_result, show_story, show_table
from rattus.cli.screen import complain
from rattus.cli.wording import number_in, proper
from rattus.errors import FormatError
from rattus.match.game import Game
from rattus.match.record import begin_record, replay
from rattus.match.verification import NotVerified, verify_record

PROMPT = "Enter: on, b: back, a move number, q: quit> "
HOLDS, FAILS = 0, 1  # exit status


class Replay:
    """The moments of a saved game; number 0 is before the first move."""

    def __init__(self, path: Path, viewer: str | None, console: Console) -> None:
        self.console = console
        self.viewer = viewer
        self.moves = load_game(path).moves
        record = read_record_file(path)
        start = begin_record(record)
        start.view(viewer)  # a seat that does not exist is found out at once
        self.look = look_of(start.name)
        self._moments = [start.copy(), *(game.copy() for game in replay(start, record))]

    def show_all(self) -> None:
        """Print every moment."""
        for game in self._moments:
            self._show(game)

    def step_through(self) -> None:
        """Let a person go from moment to moment."""
        keyboard = Keyboard(self.console)
        number = 0
        self._show(self._moments[number])
        while True:
            try:
                word = keyboard.ask(PROMPT).lower()
            except EOFError:
                return
            if word in ("q", "quit"):
                return
            target = self._target(word, number)
            if target is not None:
                number = target
                self._show(self._moments[number])

    def _target(self, word: str, number: int) -> int | None:
        """The moment that a word means; None, after saying why, if there is none."""
        steps = {"": 1, "n": 1, "next": 1, "b": -1, "back": -1}
        target = number + steps[word] if word in steps else number_in(word)
        if target is None:
            self.console.print("Enter or n goes on, b goes back, a number goes to that move, q quits.")
            return None
        if 0 <= target <= len(self.moves):
            return target
        self.console.print(f"There is no move {target}: they go from 0, the start, to {len(self.moves)}.")
        return None

    def _show(self, game: Game) -> None:
        number = len(game.moves)
        title = f"Move {number} of {len(self.moves)}" + (f" · {self._last_move(game)}" if number else "")
        self.console.print(Text("\n").append_text(coloured(title)), style="bold")
        events = self.look.events(game, self.viewer)
        show_story(self.console, game, [event for event in events if event["after"] == number])
        show_table(self.console, game, self.viewer, ())
        show_result(self.console, game, ())

    def _last_move(self, game: Game) -> str:
        """Who has done what, as far as the viewer may know it."""
        seat, move = game.moves_seen(self.viewer)[-1]
        return f"{proper(seat)}: {move}"


def verify(console: Console, path: Path) -> int:
    """Check a saved game against its commitment, and print what holds, a line each; returns the exit status."""
    record = read_record_file(path)
    try:
        verification = verify_record(record)
    except NotVerified as error:
        complain(f"{path}, {error}")
        return FAILS
    except FormatError as error:
        raise FormatError(f"{path}, {error.place}", error.why) from error
    for check in verification.holds:
        console.print(f"✓ {check}", style="green")
    if verification.unchecked:
        complain(f"{path}, {verification.unchecked}")
    return FAILS if verification.unchecked else HOLDS
