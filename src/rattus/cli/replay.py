"""`rattus replay`: step through a saved game, or verify it."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from rattus.cli.arguments import LanguageOption, read_language
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.terminal import ExitStatus, Keyboard, make_console, print_error
from rattus.cli.text import parse_number
from rattus.cli.widgets import colour_seats
from rattus.errors import FormatError, NotVerified
from rattus.match.game import Game
from rattus.match.record import begin_record, load_record_file, read_record_file, verify_record
from rattus.match.record import replay as replay_moves
from rattus.words import display_name, speak, t

EPILOG = (
    "Examples: [bold]rattus replay game.json[/] · [bold]rattus replay game.json --all --seat red[/] · "
    "[bold]rattus replay game.json --verify[/]"
)
STEPS = {"": 1, "n": 1, "next": 1, "b": -1, "back": -1}


def replay(
    record: Annotated[Path, typer.Argument(help="A saved game.")],
    everything: Annotated[bool, typer.Option("--all", help="Print all moves, without questions.")] = False,
    seat: Annotated[str | None, typer.Option(help="Whose view to show; a spectator's if not given.")] = None,
    verified: Annotated[
        bool, typer.Option("--verify", help="Check seed, shuffles and result. Exit status: 0 all holds, 1 it does not.")
    ] = False,
    language: LanguageOption = None,
) -> None:
    """Step through a saved game, or verify it."""
    speak(read_language(language))
    if verified:
        if everything or seat:
            raise FormatError("--verify", "shows no moves; leave --all and --seat out")
        raise typer.Exit(verify(make_console(), record))
    saved = Replay(record, seat, make_console())
    if everything:
        saved.show_all()
    else:
        saved.step_through()


class Replay:
    """A saved game after each of its moves; number 0 is before the first move."""

    def __init__(self, path: Path, viewer: str | None, console: Console) -> None:
        self.console = console
        self.viewer = viewer
        self.moves = load_record_file(path).moves
        record = read_record_file(path)
        start = begin_record(record)
        start.view(viewer)  # fails at once for a seat that does not exist
        self.ui = GAME_UIS[start.name]
        self._games = [start.copy(), *(game.copy() for game in replay_moves(start, record))]

    def show_all(self) -> None:
        """Print the game after every move."""
        for game in self._games:
            self._show(game)

    def step_through(self) -> None:
        """Let a person step back and forth."""
        keyboard = Keyboard(self.console)
        number = 0
        self._show(self._games[number])
        while True:
            try:
                word = keyboard.ask(t("terminal.replay.prompt")).lower()
            except EOFError:
                return
            if word in ("q", "quit"):
                return
            target = self._target(word, number)
            if target is not None:
                number = target
                self._show(self._games[number])

    def _target(self, word: str, number: int) -> int | None:
        """The move number that an input means; None, after saying why, if there is none."""
        target = number + STEPS[word] if word in STEPS else parse_number(word)
        if target is None:
            self.console.print(t("terminal.replay.how"))
            return None
        if 0 <= target <= len(self.moves):
            return target
        self.console.print(t("terminal.replay.none", n=str(target), last=str(len(self.moves))))
        return None

    def _show(self, game: Game) -> None:
        number = len(game.moves)
        title = t("terminal.replay.move", n=str(number), last=str(len(self.moves)))
        title += f" · {self._last_move(game)}" if number else ""
        self.console.print(Text("\n").append_text(colour_seats(title)), style="bold")
        events = self.ui.events(game, self.viewer)
        self.ui.show_story(self.console, [event for event in events if event["after"] == number])
        self.ui.show_table(self.console, game, self.viewer, ())
        self.ui.show_result(self.console, game, ())

    def _last_move(self, game: Game) -> str:
        """The last move and its seat, as far as the viewer may know it."""
        seat, move = game.moves_seen(self.viewer)[-1]
        return f"{display_name(seat)}: {move}"


def verify(console: Console, path: Path) -> ExitStatus:
    """Check a saved game against its commitment, and print what holds, one line each."""
    record = read_record_file(path)
    try:
        verification = verify_record(record)
    except NotVerified as error:
        print_error(f"{path}, {error}")
        return ExitStatus.FAILED
    except FormatError as error:
        error.prefix_place(str(path))
        raise
    for check in verification.holds:
        console.print(f"✓ {check}", style="green")
    if verification.unchecked:
        print_error(f"{path}, {verification.unchecked}")
    return ExitStatus.FAILED if verification.unchecked else ExitStatus.OK
