"""The command line: `rattus`."""

import json
import os
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import rattus
from rattus.bots.levels import LEVELS
from rattus.cli.arena import EPILOG, arena
from rattus.cli.bot import Bot
from rattus.cli.check import check_files
from rattus.cli.computer import seat_computers
from rattus.cli.export import EPILOG as EXPORT_EPILOG
from rattus.cli.export import export
from rattus.cli.files import load_game
from rattus.cli.net import app as net_app
from rattus.cli.replay import Replay, verify
from rattus.cli.rulestext import ENGLISH, LANGUAGES, all_readings, all_rules, find_readings, find_rules, show_rules
from rattus.cli.screen import complain, make_console
from rattus.cli.seating import read_options, seat_people
from rattus.cli.seeds import read_seed
from rattus.cli.serve import serve
from rattus.cli.simulate import simulate as simulate_games
from rattus.cli.sitting import Sitting
from rattus.cli.train import EPILOG as TRAIN_EPILOG
from rattus.cli.train import train
from rattus.cli.warmup import warm_players, warm_up
from rattus.cli.wording import listed
from rattus.errors import FormatError, RattusError
from rattus.kernel import cache
from rattus.match.parts import find_game
from rattus.match.seal import new_seal

BAD_INPUT, INTERRUPTED = 2, 130  # exit status
PLAYERS = 4


class Commands(TyperGroup):
    """Commands whose bad input is told in one line."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except RattusError as error:
            complain(str(error))
            raise typer.Exit(BAD_INPUT) from error
        except KeyboardInterrupt as interrupt:
            make_console(stderr=True).print()
            raise typer.Exit(INTERRUPTED) from interrupt


app = typer.Typer(cls=Commands, no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False)

GAMES = listed(list(rattus.GAMES), "or")
GameName = Annotated[str, typer.Argument(help=f"Which game: {GAMES}.", metavar="GAME")]
Seed = Annotated[str | None, typer.Option(help="The same seed gives the same game.", metavar="SEED")]
Option = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        "-o",
        help="A rule option, such as phase_order=free, cards=king,witch,… or buildings=mixed "
        "(also six names, or copies: farm:3,brewery:2,…).",
        metavar="NAME=VALUE",
    ),
]
Components = Annotated[Path | None, typer.Option(help="A folder with corrected component tables.", metavar="DIR")]


def _version(wanted: bool) -> None:
    if wanted:
        make_console().print(f"rattus {rattus.__version__}")
        raise typer.Exit


@app.callback()
def rattus_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which one.")
    ] = False,
) -> None:
    """The board games Rattus, Rattus Africanus and Rattus Cartus: play them, check them, study them."""


@app.command(
    epilog="Examples: [bold]rattus play[/] · [bold]rattus play africanus -p 6 --seat yellow --seed 7[/] · "
    "[bold]rattus play cartus -o buildings=brewery,office,hospital,castle,hut,palace[/]"
)
def play(
    game: GameName = "rattus",
    players: Annotated[int | None, typer.Option("--players", "-p", help="How many play; 4 if not given.")] = None,
    seed: Seed = None,
    seat: Annotated[list[str] | None, typer.Option(help="A person's seat; can be repeated.", metavar="SEAT")] = None,
    humans: Annotated[int | None, typer.Option(help="How many people share this keyboard.", min=0)] = None,
    player: Annotated[
        list[str] | None,
        typer.Option(
            help=f"A computer player: {listed(list(LEVELS), 'or')}, mcts:500, mcts:2s, or cmd:PROGRAM; one for all, "
            "or one for each seat without a person.",
            metavar="NAME",
        ),
    ] = None,
    option: Option = None,
    components: Components = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.", metavar="FILE")] = None,
) -> None:
    """Play in the terminal, against the computer or with friends at one keyboard."""
    if resume:
        given = {"--players": players, "--seed": seed, "--option": option, "--components": components}
        for name, value in given.items():
            if value is not None:
                raise FormatError(name, "comes from the saved game; leave it out with --resume")
        match = load_game(resume)
    else:
        seal = new_seal()
        start = seal.seed if seed is None else read_seed(seed)
        match = rattus.new(game, PLAYERS if players is None else players, start, read_options(option or []), components)
        if seed is None:
            match.salt = seal.salt
    people = seat_people(match.seats, seat or [], humans)
    computers = seat_computers(match, people, player or [])
    Sitting(match, people, computers, make_console()).play()


@app.command(epilog="Example: [bold]rattus check scenarios/*.yaml[/]")
def check(files: Annotated[list[Path], typer.Argument(help="Scenarios, as YAML.", metavar="FILE…")]) -> None:
    """Run scenarios. Exit status: 0 all hold, 1 one fails, 2 a file cannot be read."""
    raise typer.Exit(check_files(make_console(), files))


@app.command(
    epilog="Examples: [bold]rattus simulate africanus -n 100000 -p 5[/] · [bold]rattus simulate --json | jq .wins[/]"
)
def simulate(
    game: GameName = "rattus",
    number: Annotated[int, typer.Option("--number", "-n", help="How many games.", min=1)] = 10_000,
    players: Annotated[int, typer.Option("--players", "-p", help="How many play.")] = PLAYERS,
    seed: Seed = "0",
    option: Option = None,
    components: Components = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    threads: Annotated[int, typer.Option(help="At most so many at once; 0: one a processor.", min=0)] = 0,
) -> None:
    """Play many random games, fast, and summarise them."""
    engine = rattus.engine(game, players, read_options(option or []), components)
    console = make_console(stderr=True)
    warm_up(console, engine.rulebook, engine.box)
    summary = simulate_games(console, engine, number, read_seed(seed or "0"), threads or os.cpu_count() or 1)
    if as_json:
        typer.echo(json.dumps(summary.as_data()))
    else:
        make_console().print(summary.render())


@app.command(
    epilog="Examples: [bold]rattus replay game.json[/] · [bold]rattus replay game.json --all --seat red[/] · "
    "[bold]rattus replay game.json --verify[/]"
)
def replay(
    record: Annotated[Path, typer.Argument(help="A saved game.")],
    everything: Annotated[bool, typer.Option("--all", help="Print all moves, without questions.")] = False,
    seat: Annotated[str | None, typer.Option(help="Through whose eyes; a spectator's if not given.")] = None,
    verified: Annotated[
        bool, typer.Option("--verify", help="Check seed, shuffles and result. Exit status: 0 all holds, 1 it does not.")
    ] = False,
) -> None:
    """Step through a saved game, or verify it."""
    if verified:
        if everything or seat:
            raise FormatError("--verify", "shows no moves; leave --all and --seat out")
        raise typer.Exit(verify(make_console(), record))
    saved = Replay(record, seat, make_console())
    if everything:
        saved.show_all()
    else:
        saved.step_through()


@app.command(
    epilog="Examples: [bold]rattus rules cartus[/] · [bold]rattus rules A12[/] · "
    "[bold]rattus rules 'class abilities'[/] · [bold]rattus rules R22 --language nl[/] · [bold]rattus rules --ours[/]"
)
def rules(
    wanted: Annotated[str, typer.Argument(help="A game, a rule or a section.", metavar="NAME")] = "",
    language: Annotated[str, typer.Option(help=f"One of {', '.join(LANGUAGES)}.", metavar="LANGUAGE")] = ENGLISH,
    ours: Annotated[bool, typer.Option("--ours", help="What the books leave open, and what we do.")] = False,
) -> None:
    """Print the rules: of a game, one, a section, or all."""
    if ours:
        found = find_readings(wanted, language) if wanted else all_readings(language)
    else:
        found = find_rules(wanted, language) if wanted else all_rules(language)
    show_rules(make_console(), found)


app.command(epilog=EPILOG)(arena)
app.command(epilog=EXPORT_EPILOG)(export)
app.command(epilog=TRAIN_EPILOG)(train)
app.add_typer(net_app, name="net")
app.command(epilog="Examples: [bold]rattus serve[/] · [bold]rattus serve --host 0.0.0.0 --port 80[/]")(serve)


@app.command(epilog="Example: [bold]rattus bot mcts[/], then a question a line (see docs/bots.md)")
def bot(
    name: Annotated[str, typer.Argument(help="A computer player; `mcts` takes its budget from each question.")],
) -> None:
    """Answer questions of another program: one JSON object a line, on standard input and output."""
    Bot(name).serve(sys.stdin, sys.stdout)


@app.command(epilog="Examples: [bold]rattus warm[/] · [bold]rattus warm cartus[/]")
def warm(
    game: Annotated[str | None, typer.Argument(help=f"Which game: {GAMES}; all if not given.", metavar="GAME")] = None,
) -> None:
    """Compile the rules now, so that nothing has to wait for it later."""
    console = make_console()
    for rulebook in [find_game(game)] if game else rattus.GAMES.values():
        start = time.monotonic()
        box = rattus.engine(rulebook.name, rulebook.player_counts[0]).box
        needed = warm_up(make_console(stderr=True), rulebook, box) | warm_players(make_console(stderr=True), rulebook)
        took = f"compiled in {time.monotonic() - start:.1f} s" if needed else "is compiled already"
        console.print(f"{rulebook.title} {took}. The cache is in {cache.folder()}", markup=False, soft_wrap=True)
