"""The commands other than moves that a person can type in a game."""

from pathlib import Path

from rattus.bots.hints import hints_for
from rattus.cli.rules import find_rules, rule_list, show_rules
from rattus.cli.session import Command, Quit, TerminalSession
from rattus.cli.text import display_name
from rattus.errors import RattusError
from rattus.match.record import save_record_file
from rattus.match.sight import sight_of


def show_help(session: TerminalSession, _: str) -> None:
    """List what can be typed."""
    ui = session.ui
    session.say(
        f"Choose a move by its number, or type it: whole, or the beginnings of its words (`{ui.example_move}`)."
    )
    for command in session.commands.values():
        session.say(f"  {command.usage:<12} {command.help.format(rule=ui.example_rule)}")


def rules(session: TerminalSession, rest: str) -> None:
    """Show a rule, a section, or the list of all rules."""
    try:
        if rest:
            show_rules(session.console, find_rules(rest))
        else:
            session.console.print(rule_list(session.console.width))
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
    session.say("Thinking ...")
    session.say("\n".join(map(str, hints_for(sight_of(session.game), f"{session.game.seed}/hint"))))


def undo(session: TerminalSession, _: str) -> None:
    """Take back the last move of the person who asks."""
    game = session.game
    own = [number for number, (seat, _) in enumerate(game.moves) if seat == session.viewer]
    if not own:
        session.say("There is nothing to take back: you have not moved yet.")
    elif own[-1] < len(game.moves) - 1:
        session.say(f"Too late: {display_name(game.moves[-1][0])} has moved since.")
    elif not game.can_undo:
        session.say("Your last move cannot be taken back: it has told somebody something new.")
    else:
        session.say(f"Taken back: {game.undo()}")


def save(session: TerminalSession, rest: str) -> None:
    """Write the record; another file is overwritten only after a yes."""
    if not rest:
        session.say("Where to? For example: save game.json")
        return
    try:
        path = Path(rest).expanduser()
        if path.exists() and not session.keyboard.confirm(f"{path} exists. Overwrite it?"):
            session.say("Not saved.")
            return
        save_record_file(session.game, path)
    except (OSError, ValueError, RuntimeError) as error:  # a file name can be invalid in all these ways
        session.say(f"Not saved: {error.strerror if isinstance(error, OSError) else error}.")
        return
    seats = " ".join(f"--seat {seat}" for seat in session.people)
    session.say(f"Saved. To go on later: rattus play --resume {path} {seats}")


def leave(session: TerminalSession, _: str) -> None:
    """Stop, after an offer to save."""
    if session.keyboard.confirm("Save the game first?"):
        save(session, session.keyboard.ask("File: "))
    raise Quit


COMMANDS = {
    "help": Command("help", "this list", show_help),
    "rules": Command("rules [ID]", "a rule, such as `rules {rule}`, or the list of them", rules),
    "board": Command("board", "draw the table again", board),
    "moves": Command("moves", "list all legal moves", moves),
    "log": Command("log", "the story so far", log),
    "discards": Command("discards", "the discarded cards, which lie face up", discards, needs="discards"),
    "hint": Command("hint", "the best three moves, with everybody's chances to win", hint),
    "undo": Command("undo", "take your last move back, unless it told somebody something new", undo),
    "save": Command("save FILE", "write the game to a file", save),
    "quit": Command("quit", "leave", leave),
}
