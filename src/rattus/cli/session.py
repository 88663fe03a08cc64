"""A game at the terminal: people at some seats, computer players at the others, and the commands one can type."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from rattus.bots.hints import Hint, hints_for
from rattus.bots.players import RandomPlayer
from rattus.bots.protocol import BotFault, Player, legal_choice
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.menu import Menu
from rattus.cli.refusals import some_of, why_not
from rattus.cli.rules import find_rules, rule_list, show_rules
from rattus.cli.terminal import Keyboard
from rattus.cli.text import join_words
from rattus.cli.widgets import DIM
from rattus.errors import RattusError
from rattus.match.game import Game
from rattus.match.move import Move
from rattus.match.record import save_record_file
from rattus.match.sight import sight_of
from rattus.words import display_name, speaking, t

PROMPT_ROWS = 2  # screen rows for the prompt, and one to spare
CLEAR_SCREEN = "\033[2J\033[3J\033[H"  # the screen, the scrollback, and the cursor to the top


class Quit(Exception):
    """A person leaves the game."""


@dataclass(frozen=True)
class Command:
    """A word other than a move that a person can type in a game."""

    usage: str
    run: Callable[[TerminalSession, str], None]  # the session, and what was typed after the word
    needs: str = ""  # the key of a view without which the command makes no sense


class Computers:
    """The computer players of the seats without a person."""

    def __init__(self, players: Mapping[str, Player]) -> None:
        self.players = players

    def move(self, game: Game) -> str:
        """Make the move of the seat to move. Returns what went wrong with its player, if anything did.

        The choice depends on the seed and the number of moves made, so a resumed game goes on the same.
        """
        sight, seed = sight_of(game), f"{game.seed}/computer/{len(game.moves)}"
        try:
            game.play(legal_choice(self.players[game.to_move or ""], sight, seed).move)
        except BotFault as fault:
            game.play(RandomPlayer().choose(sight, seed).move)
            return t("terminal.fault", fault=str(fault))
        return ""

    def close(self) -> None:
        """Release what the players hold, such as the processes of other programs."""
        for player in self.players.values():
            player.close()


class TerminalSession:
    """One game with the people at this keyboard."""

    def __init__(
        self,
        game: Game,
        people: Sequence[str],
        computers: Computers,
        console: Console,
    ) -> None:
        public = game.view(None)
        self.game = game
        self.computers = computers
        self.ui = GAME_UIS[game.name]
        self.people = tuple(people)
        self.console = console
        self.keyboard = Keyboard(console)
        self.menu = Menu(())
        self.commands = {name: command for name, command in COMMANDS.items() if command.needs in ("", *public)}
        self._events_told: dict[str | None, int] = {seat: len(game.events_seen(None)) for seat in (None, *people)}
        self._viewer: str | None = people[0] if len(people) == 1 else None  # several share the keyboard

    def play(self) -> None:
        """Play to the end of the game, or until a person quits."""
        self._introduce()
        try:
            while not self.game.is_over:
                self._next_move()
        except Quit:
            return
        except EOFError:
            self.console.print("\n" + t("terminal.noInput"))
            return
        finally:
            self.computers.close()
        self._finish()

    # ---- what commands use

    @property
    def viewer(self) -> str | None:
        """The seat whose view is on the screen."""
        return self._viewer

    def say(self, text: str | Text) -> None:
        """Print a message."""
        self.console.print(text, markup=False)

    def show(self) -> None:
        """Print what has happened, the table, the question and the legal moves."""
        self._tell_new_events()
        rows = self.ui.show_table(self.console, self.game, self._viewer, self.people)
        if self.game.is_over:
            return
        view, legal = self.game.view(self._viewer), self.game.legal()
        self.menu = Menu(legal, self.ui.labels(view, legal))
        question = Text(self.ui.question(view, legal), style="bold")
        self.console.print(question)
        rows += len(self.console.render_lines(question)) + PROMPT_ROWS
        self.show_menu(rows=self.console.height - rows if self.console.is_terminal else None)

    def show_menu(self, only: Sequence[Move] | None = None, rows: int | None = None) -> None:
        """Print the legal moves, or some of them; folded if there are few rows for them."""
        self.console.print(self.menu.render(self.console.width, rows, only))

    # ---- inside

    def _introduce(self) -> None:
        you = join_words([display_name(seat) for seat in self.people])
        others = join_words([display_name(seat) for seat in self.game.seats if seat not in self.people])
        levels = join_words(list(dict.fromkeys(player.name for player in self.computers.players.values())))
        self.say(
            t("terminal.intro.game", title=self.game.parts.rulebook.title, n=str(self.game.players))
            + (t("terminal.intro.you", you=you) if you else "")
            + (t("terminal.intro.computer", others=others, levels=levels) if others else "")
        )
        if self.game.seal is not None:
            seal = t("terminal.intro.seal", seal=self.game.seal.commitment)
            self.console.print(seal, style=DIM, markup=False)
        self.console.print(t("terminal.intro.how", commands=", ".join(self.commands)), style=DIM)

    def _next_move(self) -> None:
        seat = self.game.to_move
        if seat not in self.people:
            fault = self.computers.move(self.game)
            if fault:
                self.say(fault)
            return
        if seat != self._viewer:
            self._hand_over_keyboard(seat)
        self.show()
        moves_before = len(self.game.moves)
        while len(self.game.moves) == moves_before and not self.game.is_over:
            self._handle(self.keyboard.ask(f"{display_name(seat).lower()}> ", self._completions))

    def _handle(self, line: str) -> None:
        """Carry out a move or a command; moves win where both match."""
        word, _, rest = line.partition(" ")
        found, command = self.menu.find(line), self._find_command(word)
        if len(found) == 1:
            self.game.play(found[0])
        elif found:
            self.say(t("terminal.several", n=str(len(found))))
            self.show_menu(found)
        elif command and word:
            command.run(self, rest.strip())
        elif line:
            self._explain_refusal(line)

    def _find_command(self, word: str) -> Command | None:
        """The command of this name, or the only one that begins like this."""
        found = [command for name, command in self.commands.items() if name.startswith(word.lower())]
        return self.commands.get(word.lower()) or (found[0] if len(found) == 1 else None)

    def _explain_refusal(self, line: str) -> None:
        if line.isdecimal():
            self.say(t("terminal.noNumber", line=line, n=str(len(self.menu.moves))))
            return
        meant = Menu([Move(text) for text in self.game.box.moves]).find(line)
        wrong = t("terminal.notNow", move=str(meant[0])) if meant else t("terminal.noMove", line=line)
        why = why_not(self.game, self.game.to_move or "", meant[0]) if meant else ""
        alike = [move for move in self.menu.moves if meant and move.verb == meant[0].verb] or self.menu.moves
        wrong = f"{wrong}. {why.removesuffix('.')}" if why else wrong
        self.say(t("terminal.legal", wrong=wrong, moves=some_of([str(move) for move in alike])))

    def _completions(self, line: str) -> list[str]:
        commands = [] if " " in line else [name for name in self.commands if name.startswith(line.lower())]
        return self.menu.completions(line) + commands

    def _tell_new_events(self) -> None:
        events = self.ui.events(self.game, self._viewer)
        self.ui.show_story(self.console, events[self._events_told[self._viewer] :])
        self._events_told[self._viewer] = len(events)

    def _hand_over_keyboard(self, seat: str) -> None:
        """Clear what only the last person may see before another person sits down."""
        if self.keyboard.is_interactive and self.ui.has_secrets(self.game.view(None), self.people):
            if self._viewer:
                self.keyboard.clear_history()
                self.console.file.write(CLEAR_SCREEN)
            self.keyboard.ask(t("terminal.handOver", name=display_name(seat)))
        self._viewer = seat

    def _finish(self) -> None:
        self.show()
        self.ui.show_result(self.console, self.game, self.people)
        if self.game.seal is not None:
            seed, salt = self.game.seal.seed, self.game.seal.salt
            told = t("terminal.seed", seed=str(seed), salt=str(salt))
            self.console.print(told, style=DIM, markup=False)
            self.console.print(t("terminal.proof"), style=DIM, markup=False)


# ---- commands


def show_help(session: TerminalSession, _: str) -> None:
    """List what can be typed."""
    ui = session.ui
    session.say(t("terminal.help.how", example=ui.example_move))
    for name, command in session.commands.items():
        session.say(f"  {command.usage:<12} {t(f'terminal.help.{name}', rule=ui.example_rule)}")


def rules(session: TerminalSession, rest: str) -> None:
    """Show a rule, a section, or the list of all rules."""
    try:
        if rest:
            show_rules(session.console, find_rules(rest, speaking()))
        else:
            session.console.print(rule_list(session.console.width, speaking()))
    except RattusError as error:
        session.say(str(error))


def board(session: TerminalSession, _: str) -> None:
    """Draw the table again."""
    session.show()


def moves(session: TerminalSession, _: str) -> None:
    """List all legal moves."""
    session.show_menu()


def log(session: TerminalSession, _: str) -> None:
    """Tell the story so far."""
    session.ui.show_story(session.console, session.ui.events(session.game, session.viewer))


def discards(session: TerminalSession, _: str) -> None:
    """Show the discarded cards, which lie face up."""
    session.console.print(session.ui.discards(session.game.view(session.viewer)))


def hint(session: TerminalSession, _: str) -> None:
    """Show the best moves for the seat to move, from what that seat sees, a line each, with chances and reasons."""
    session.say(t("terminal.thinking"))
    session.say("\n".join(map(hint_line, hints_for(sight_of(session.game), f"{session.game.seed}/hint"))))


def hint_line(hint: Hint) -> str:
    """A move, everybody's chances to win with it, and what it is for."""
    chances = ", ".join(f"{display_name(seat)} {_percent(chance)}" for seat, chance in hint.option.chances.items())
    told = reason_in_words(hint.reason.purpose, hint.reason.values)
    return f"{hint.option.move}: {chances}. {told}" if chances else f"{hint.option.move}: {told}"


def reason_in_words(purpose: str, values: Mapping[str, Any]) -> str:
    """What a move is for, as a sentence."""
    return t(
        f"help.hint.why.{purpose}",
        chance=_percent(float(values.get("chance", 0))),
        other=_percent(float(values.get("other", 0))),
        points=f"{float(values.get('points', 0)):.1f}".replace(".", t("terminal.point")),
        name=display_name(str(values.get("seat", ""))),
    )


def _percent(chance: float) -> str:
    return t("terminal.percent", n=round(100 * chance))


def undo(session: TerminalSession, _: str) -> None:
    """Take back the last move of the person who asks."""
    game = session.game
    own = [number for number, (seat, _) in enumerate(game.moves) if seat == session.viewer]
    if not own:
        session.say(t("terminal.undo.none"))
    elif own[-1] < len(game.moves) - 1:
        session.say(t("terminal.undo.late", name=display_name(game.moves[-1][0])))
    elif not game.can_undo:
        session.say(t("terminal.undo.told"))
    else:
        session.say(t("terminal.undo.done", move=str(game.undo())))


def save(session: TerminalSession, rest: str) -> None:
    """Write the record; another file is overwritten only after a yes."""
    if not rest:
        session.say(t("terminal.save.where"))
        return
    try:
        path = Path(rest).expanduser()
        if path.exists() and not session.keyboard.confirm(t("terminal.save.exists", path=str(path))):
            session.say(t("terminal.save.not"))
            return
        save_record_file(session.game, path)
    except (OSError, ValueError, RuntimeError) as error:  # a file name can be invalid in all these ways
        why = error.strerror if isinstance(error, OSError) else error
        session.say(t("terminal.save.failed", why=str(why)))
        return
    seats = " ".join(f"--seat {seat}" for seat in session.people)
    session.say(t("terminal.save.done", path=str(path), seats=seats))


def leave(session: TerminalSession, _: str) -> None:
    """Stop, after an offer to save."""
    if session.keyboard.confirm(t("terminal.save.first")):
        save(session, session.keyboard.ask(t("terminal.save.file")))
    raise Quit


COMMANDS = {
    "help": Command("help", show_help),
    "rules": Command("rules [ID]", rules),
    "board": Command("board", board),
    "moves": Command("moves", moves),
    "log": Command("log", log),
    "discards": Command("discards", discards, needs="discards"),
    "hint": Command("hint", hint),
    "undo": Command("undo", undo),
    "save": Command("save FILE", save),
    "quit": Command("quit", leave),
}
