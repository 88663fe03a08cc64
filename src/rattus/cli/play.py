"""`rattus play`: a game at the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

import rattus
from rattus.bots.levels import LEVELS
from rattus.bots.players import are_players_compiled, is_searching, make_player
from rattus.cli.arguments import (
    DEFAULT_PLAYERS,
    ComponentsOption,
    GameArgument,
    LanguageOption,
    RuleOption,
    read_language,
    read_options,
    read_seed,
)
from rattus.cli.session import Computers, TerminalSession
from rattus.cli.terminal import make_console
from rattus.cli.text import join_words
from rattus.errors import FormatError
from rattus.match.game import Game
from rattus.match.record import load_record_file
from rattus.match.seal import new_seal
from rattus.words import speak

DEFAULT_LEVEL = "normal"
EPILOG = (
    "Examples: [bold]rattus play[/] · [bold]rattus play africanus -p 6 --seat yellow --seed 7[/] · "
    "[bold]rattus play cartus -o buildings=brewery,office,hospital,castle,hut,palace[/]"
)


def play(
    game: GameArgument = "rattus",
    players: Annotated[
        int | None, typer.Option("--players", "-p", help=f"How many play; {DEFAULT_PLAYERS} if not given.")
    ] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same game.", metavar="SEED")] = None,
    seat: Annotated[list[str] | None, typer.Option(help="A person's seat; can be repeated.", metavar="SEAT")] = None,
    humans: Annotated[int | None, typer.Option(help="How many people share this keyboard.", min=0)] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            help=f"A computer player: {join_words(list(LEVELS), 'or')}, net, search:500, mcts:2s, cmd:PROGRAM or "
            "py:FILE.py:NAME; one for all, or one for each seat without a person.",
            metavar="NAME",
        ),
    ] = None,
    option: RuleOption = None,
    components: ComponentsOption = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")] = None,
    language: LanguageOption = None,
) -> None:
    """Play in the terminal, against the computer or with friends at one keyboard."""
    speak(read_language(language))
    if resume:
        given = {"--players": players, "--seed": seed, "--option": option, "--components": components}
        for name, value in given.items():
            if value is not None:
                raise FormatError(name, "comes from the saved game; leave it out with --resume")
        match = load_record_file(resume)
    else:
        seal = new_seal()
        start = seal.seed if seed is None else read_seed(seed)
        count = DEFAULT_PLAYERS if players is None else players
        match = rattus.new(game, count, start, read_options(option), components)
        if seed is None:
            match.salt, match.shuffle_key = seal.salt, seal.shuffle_key
    people = seat_people(match.seats, seat or [], humans)
    computers = seat_computers(match, people, player or [])
    TerminalSession(match, people, computers, make_console()).play()


def seat_people(seats: Sequence[str], named: Sequence[str], humans: int | None) -> list[str]:
    """The seats of the people: those named, then clockwise from the first until there are as many as asked for."""
    for name in named:
        if name not in seats:
            raise FormatError("--seat", f"must be one of {', '.join(seats)}, not {name!r}")
    people = list(dict.fromkeys(named))
    wanted = max(1, len(people)) if humans is None else humans
    if not len(people) <= wanted <= len(seats):
        raise FormatError("--humans", f"must be from {len(people)} to {len(seats)}, not {wanted}")
    first = seats.index(people[0]) if people else 0
    clockwise = [*seats[first:], *seats[:first]]
    others = [seat for seat in clockwise if seat not in people]
    return people + others[: wanted - len(people)]


def seat_computers(game: Game, people: Sequence[str], names: Sequence[str]) -> Computers:
    """The computer players: one name for all, or one for each seat in turn.

    They use compiled rules only if those are compiled already, so that nobody waits for the compiler.
    """
    seats = [seat for seat in game.seats if seat not in people]
    if len(names) not in (0, 1, len(seats)):
        raise FormatError("--player", f"one name for all, or one for each of {len(seats)} seats, not {len(names)}")
    chosen = list(names) * len(seats) if len(names) == 1 else list(names) or [DEFAULT_LEVEL] * len(seats)
    compiled = any(map(is_searching, chosen)) and are_players_compiled(game.parts.rulebook)
    return Computers({seat: make_player(name, compiled) for seat, name in zip(seats, chosen, strict=True)})
