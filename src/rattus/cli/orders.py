"""The words other than moves that a person can type in a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rattus.cli.files import save_game
from rattus.cli.hint import hint as best_moves
from rattus.cli.rulestext import find_rules, rule_list, show_rules
from rattus.cli.scene import show_story
from rattus.cli.wording import proper
from rattus.errors import RattusError

if TYPE_CHECKING:
    from rattus.cli.sitting import Sitting


class Stop(Exception):
    """Somebody leaves the game."""


@dataclass(frozen=True)
class Order:
    """What a word does, and what `help` says about it."""

    usage: str
    meaning: str
    carry_out: Callable[[Sitting, str], None]
    about: str = ""  # the part of a view without which it means nothing


def orders_in(view: Mapping[str, Any]) -> dict[str, Order]:
    """The orders of a game."""
    return {name: order for name, order in ORDERS.items() if not order.about or order.about in view}


def find_order(word: str, orders: Mapping[str, Order]) -> Order | None:
    """The order that begins with a word, if there is one only."""
    found = [order for name, order in orders.items() if name.startswith(word.lower())]
    return orders.get(word.lower()) or (found[0] if len(found) == 1 else None)


def undo(sitting: Sitting, _: str) -> None:
    """Take back the last move of the person who asks."""
    game = sitting.game
    own = [number for number, (seat, _) in enumerate(game.moves) if seat == sitting.viewer]
    if not own:
        sitting.say("There is nothing to take back: you have not moved yet.")
    elif own[-1] < len(game.moves) - 1:
        sitting.say(f"Too late: {proper(game.moves[-1][0])} has moved since.")
    elif not game.can_undo:
        sitting.say("Your last move cannot be taken back: it has told somebody something new.")
    else:
        sitting.say(f"Taken back: {game.undo()}")


def help_on(sitting: Sitting, _: str) -> None:
    """What can be typed."""
    look = sitting.look
    sitting.say(
        f"Choose a move by its number, or type it: whole, or the beginnings of its words (`{look.example_move}`)."
    )
    for order in sitting.orders.values():
        sitting.say(f"  {order.usage:<12} {order.meaning.format(rule=look.example_rule)}")


def rules(sitting: Sitting, rest: str) -> None:
    """Show a rule, a section, or the list of all."""
    try:
        if rest:
            show_rules(sitting.console, find_rules(rest))
        else:
            sitting.console.print(rule_list(sitting.console.width))
    except RattusError as error:
        sitting.say(str(error))


def board(sitting: Sitting, _: str) -> None:
    """Draw the table again."""
    sitting.show()


def moves(sitting: Sitting, _: str) -> None:
    """List all legal moves."""
    sitting.show_menu()


def log(sitting: Sitting, _: str) -> None:
    """The story so far."""
    game = sitting.game
    show_story(sitting.console, game, sitting.look.events(game, sitting.viewer))


def hint(sitting: Sitting, _: str) -> None:
    """What a computer player would do."""
    sitting.say("Thinking ...")
    sitting.say(str(best_moves(sitting.game)))


def discards(sitting: Sitting, _: str) -> None:
    """The cards that lie face up."""
    sitting.console.print(sitting.look.discards(sitting.game.view(sitting.viewer)))


def save(sitting: Sitting, rest: str) -> None:
    """Write the record, but over another file only with consent."""
    if not rest:
        sitting.say("Where to? For example: save game.json")
        return
    try:
        path = Path(rest).expanduser()
        if path.exists() and not sitting.keyboard.agrees(f"{path} exists. Overwrite it?"):
            sitting.say("Not saved.")
            return
        save_game(sitting.game, path)
    except (OSError, ValueError, RuntimeError) as error:  # a name can be bad in all these ways
        sitting.say(f"Not saved: {error.strerror if isinstance(error, OSError) else error}.")
        return
    seats = " ".join(f"--seat {seat}" for seat in sitting.people)
    sitting.say(f"Saved. To go on later: rattus play --resume {path} {seats}")


def leave(sitting: Sitting, _: str) -> None:
    """Stop, after an offer to save."""
    if sitting.keyboard.agrees("Save the game first?"):
        save(sitting, sitting.keyboard.ask("File: "))
    raise Stop


ORDERS = {
    "help": Order("help", "this list", help_on),
    "rules": Order("rules [ID]", "a rule, such as `rules {rule}`, or the list of them", rules),
    "board": Order("board", "draw the table again", board),
    "moves": Order("moves", "list all legal moves", moves),
    "log": Order("log", "the story so far", log),
    "discards": Order("discards", "the discarded cards, which lie face up", discards, about="discards"),
    "hint": Order("hint", "the best three moves, with everybody's chances to win", hint),
    "undo": Order("undo", "take your last move back, unless it told somebody something new", undo),
    "save": Order("save FILE", "write the game to a file", save),
    "quit": Order("quit", "leave", leave),
}
