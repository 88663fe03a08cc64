"""A game at the terminal: people at some seats, the computer at the others."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from rattus.cli.computer import Computers
from rattus.cli.keyboard import Keyboard
from rattus.cli.looks import look_of
from rattus.cli.menu import Menu
from rattus.cli.orders import Stop, find_order, orders_in
from rattus.cli.palette import QUIET
from rattus.cli.scene import show_result, show_story, show_table
from rattus.cli.wording import listed, proper
from rattus.errors import shortened
from rattus.match.game import Game
from rattus.match.move import Move

PROMPT_ROWS = 2  # of the screen: the prompt, and one to spare
HINT = "Type a number or a move (Tab completes it). Also: {orders}."
WIPE = "\033[2J\033[3J\033[H"  # the screen, what has scrolled away, and back to the top


class Sitting:
    """One game with those who play it here."""

    def __init__(self, game: Game, people: Sequence[str], computers: Computers, console: Console) -> None:
        self.game = game
        self.computers = computers
        self.look = look_of(game.name)
        self.people = tuple(people)
        self.console = console
        self.keyboard = Keyboard(console)
        self.menu = Menu(())
        self.orders = orders_in(game.view(None))
        self._told: dict[str | None, int] = {seat: len(game.events_seen(None)) for seat in (None, *people)}
        self._viewer: str | None = people[0] if len(people) == 1 else None  # several take turns at the keyboard

    def play(self) -> None:
        """Go on to the end of the game, or until somebody leaves."""
        self._greet()
        try:
            while not self.game.is_over:
                self._decide()
        except Stop:
            return
        except EOFError:
            self.console.print("\nNo more input: the game stops here, unsaved.")
            return
        finally:
            self.computers.close()
        self._finish()

    # ---- what orders need

    def say(self, text: str | Text) -> None:
        """Tell the person something."""
        self.console.print(text, markup=False)

    def show(self) -> None:
        """What has happened, the table, and what is asked now."""
        self._tell()
        above = show_table(self.console, self.game, self._viewer, self.people)
        if self.game.is_over:
            return
        view, legal = self.game.view(self._viewer), self.game.legal()
        self.menu = Menu(legal, self.look.labels(view, legal))
        asked = Text(self.look.question(view, legal), style="bold")
        self.console.print(asked)
        above += len(self.console.render_lines(asked)) + PROMPT_ROWS
        self.show_menu(rows=self.console.height - above if self.console.is_terminal else None)

    def show_menu(self, only: Sequence[Move] | None = None, rows: int | None = None) -> None:
        """The legal moves, or some of them; folded if there are few rows for them."""
        self.console.print(self.menu.render(self.console.width, rows, only))

    @property
    def viewer(self) -> str | None:
        """Through whose eyes the screen is drawn."""
        return self._viewer

    # ---- inside

    def _greet(self) -> None:
        you = listed([proper(seat) for seat in self.people])
        others = listed([proper(seat) for seat in self.game.seats if seat not in self.people])
        self.say(
            f"{self.game.parts.rulebook.title} for {self.game.players}."
            + (f" You are {you}." if you else "")
            + (f" The computer plays {others} ({self._levels})." if others else "")
        )
        if self.game.seal is not None:
            self.console.print(f"Seal of the shuffle: {self.game.seal.commitment}", style=QUIET, markup=False)
        self.console.print(HINT.format(orders=", ".join(self.orders)), style=QUIET)

    @property
    def _levels(self) -> str:
        return listed(list(dict.fromkeys(player.name for player in self.computers.players.values())))

    def _decide(self) -> None:
        seat = self.game.to_move
        if seat not in self.people:
            fault = self.computers.move(self.game)
            if fault:
                self.say(fault)
            return
        if seat != self._viewer:
            self._hand_over(seat)
        self.show()
        made = len(self.game.moves)
        while len(self.game.moves) == made and not self.game.is_over:
            self._obey(self.keyboard.ask(f"{seat}> ", self._completions))

    def _obey(self, line: str) -> None:
        """An order, or a move."""
        word, _, rest = line.partition(" ")
        found, order = self.menu.find(line), find_order(word, self.orders)
        if len(found) == 1:
            self.game.play(found[0])
        elif found:
            self.say(f"{len(found)} moves begin like that:")
            self.show_menu(found)
        elif order and word:
            order.carry_out(self, rest.strip())
        elif line:
            self._refuse(line)

    def _refuse(self, line: str) -> None:
        if line.isdecimal():
            self.say(f"There is no move {line}: the numbers go from 1 to {len(self.menu.moves)}.")
            return
        meant = Menu([Move(text) for text in self.game.box.moves]).find(line)
        wrong = f"`{meant[0]}` is not possible now" if meant else f"There is no move `{line}`"
        alike = [move for move in self.menu.moves if meant and move.verb == meant[0].verb] or self.menu.moves
        self.say(f"{wrong}. Legal: {shortened([str(move) for move in alike])}")

    def _completions(self, line: str) -> list[str]:
        orders = [] if " " in line else [word for word in self.orders if word.startswith(line.lower())]
        return self.menu.completions(line) + orders

    def _tell(self) -> None:
        events = self.look.events(self.game, self._viewer)
        show_story(self.console, self.game, events[self._told[self._viewer] :])
        self._told[self._viewer] = len(events)

    def _hand_over(self, seat: str) -> None:
        """Another person takes the keyboard; what only one of them knows is wiped off the screen."""
        if self.keyboard.is_person and self._has_secrets:
            if self._viewer:
                self.keyboard.forget()
                self.console.file.write(WIPE)
            self.keyboard.ask(f"{proper(seat)} is to move. Press Enter when nobody else is looking. ")
        self._viewer = seat

    @property
    def _has_secrets(self) -> bool:
        """Whether somebody here knows what the others must not see."""
        return self.look.has_secrets(self.game.view(None), self.people)

    def _finish(self) -> None:
        self.show()
        show_result(self.console, self.game, self.people)
        if self.game.seal is not None:
            seed, salt = self.game.seal.seed, self.game.seal.salt
            self.console.print(f"The shuffle was made from the seed {seed}, salt {salt}.", style=QUIET, markup=False)
            self.console.print("A saved game proves it: rattus replay --verify FILE", style=QUIET, markup=False)
