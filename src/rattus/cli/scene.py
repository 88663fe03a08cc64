"""A game on the screen: the table, the story, the result."""

from collections.abc import Collection

from rich.console import Console

from rattus.cli.looks import look_of
from rattus.cli.palette import coloured
from rattus.cli.story import Event
from rattus.match.game import Game


def show_table(console: Console, game: Game, viewer: str | None, people: Collection[str]) -> int:
    """Draw the game as a seat sees it; None is a spectator. Returns how many rows of the screen it takes."""
    look, view = look_of(game.name), game.view(viewer)
    table = look.table(game, view, people, console.width)
    console.rule(look.heading(view), style="dim")
    console.print(table)
    return 1 + len(console.render_lines(table, pad=False))


def show_story(console: Console, game: Game, events: Collection[Event]) -> None:
    """Tell what happened."""
    for paragraph in look_of(game.name).teller.paragraphs(events):
        console.print(coloured(paragraph))


def show_result(console: Console, game: Game, people: Collection[str]) -> None:
    """Tell how the game ended, if it has."""
    outcome = game.outcome
    if outcome is not None:
        console.print(look_of(game.name).result(game.view(None), outcome, people))
