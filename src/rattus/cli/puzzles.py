"""`rattus puzzles`: make puzzles from records or self-play, check them, and solve them."""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from rattus.analysis.puzzles import (
    Puzzle,
    check_puzzle,
    load_puzzles,
    puzzle_of_the_day,
    puzzles_in_record,
    puzzles_of_self_play,
    save_puzzles,
    shipped_puzzles,
)
from rattus.analysis.review import WHOLE
from rattus.cli.arguments import GAME_HELP, LanguageOption, read_language
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.session import reason_in_words
from rattus.cli.terminal import ExitStatus, Keyboard, make_console, print_error
from rattus.cli.text import parse_number, plural
from rattus.cli.warm import warm_players, warm_up
from rattus.cli.widgets import colour_seats, column_name
from rattus.errors import FormatError
from rattus.kernel.rulebook import Rulebook
from rattus.match.game import game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.match.record import read_record_file
from rattus.words import display_name, has, speak, t

app = typer.Typer(no_args_is_help=True, help="Puzzles: moments in which one move is clearly the best.")
MAKE_EPILOG = (
    "Examples: [bold]rattus puzzles make rattus --number 20 --out mine.jsonl[/] · "
    "[bold]rattus puzzles make rattus game.json --out mine.jsonl[/]"
)
FileOption = Annotated[
    Path | None, typer.Option("--file", help="A file of puzzles; those of the package if not given.", metavar="FILE")
]


@app.command(epilog=MAKE_EPILOG)
def make(
    game: Annotated[str, typer.Argument(help=GAME_HELP, metavar="GAME")],
    records: Annotated[
        list[Path] | None, typer.Argument(help="Games to look for puzzles in; self-play if none.", metavar="RECORD...")
    ] = None,
    out: Annotated[Path, typer.Option(help="Where to; puzzles that are there stay.", metavar="FILE")] = Path(
        "puzzles.jsonl"
    ),
    number: Annotated[int, typer.Option(help="How many, from self-play.", min=1)] = 10,
    players: Annotated[str, typer.Option("--players", "-p", help="Numbers of players by commas.")] = "4,3,2",
    seed: Annotated[int, typer.Option(help="The same seed gives the same puzzles.", min=0)] = 0,
) -> None:
    """Make puzzles from records, or from games of the network against itself."""
    rulebook = find_game(game)
    console = make_console(stderr=True)
    _warm(console, rulebook)
    kept = {puzzle.id: puzzle for puzzle in load_puzzles(out)}
    before = len(kept)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Looking for puzzles", total=len(records) if records else number)
        if records:
            for path in records:
                kept |= {puzzle.id: puzzle for puzzle in puzzles_in_record(read_record_file(path), seed)}
                progress.advance(task)
        else:
            for puzzle in _from_self_play(rulebook, players, seed):
                if puzzle.id not in kept:
                    kept[puzzle.id] = puzzle
                    save_puzzles(kept.values(), out)
                    progress.advance(task)
                if len(kept) - before >= number:
                    break
    save_puzzles(kept.values(), out)
    make_console().print(f"{plural(len(kept) - before, 'new puzzle')}, {len(kept)} in {out}", soft_wrap=True)


def _from_self_play(rulebook: Rulebook, players: str, seed: int) -> Iterator[Puzzle]:
    counts = [parse_number(word.strip()) for word in players.split(",")]
    if not all(count in rulebook.player_counts for count in counts):
        known = ", ".join(map(str, rulebook.player_counts))
        raise FormatError("--players", f"some of {known}, not {players!r}")
    streams = [puzzles_of_self_play(rulebook.name, count, seed) for count in counts if count is not None]
    for stream in itertools.cycle(streams):
        yield from (puzzle for puzzle in itertools.islice(stream, 40) if puzzle is not None)


def _warm(console: Console, rulebook: Rulebook) -> None:
    box = rulebook.make_box(shipped_parts(rulebook).components, rulebook.player_counts[0], {})
    warm_up(console, rulebook, box)
    warm_players(console, rulebook)


@app.command("list")
def list_puzzles(file: FileOption = None, language: LanguageOption = None) -> None:
    """Count the puzzles by game and theme."""
    speak(read_language(language))
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    for name in ("game", "theme", "puzzles"):
        table.add_column(column_name(name), justify="right" if name == "puzzles" else "left")
    found = _puzzles(file)
    for (game, theme), count in sorted(Counter((puzzle.game, puzzle.theme) for puzzle in found).items()):
        key = f"puzzle.theme.{theme}"
        table.add_row(t(f"noun.game.{game}"), t(key) if has(key) else display_name(theme), str(count))
    table.add_row("", t("terminal.puzzle.all"), str(len(found)))
    make_console().print(table)


@app.command()
def check(
    file: FileOption = None,
    effort: Annotated[str, typer.Option(help="How carefully.")] = "normal",
) -> None:
    """Check that the solution of every puzzle is the best move. Exit status: 0 all hold, 1 one does not."""
    console, wrong = make_console(), 0
    found = _puzzles(file)
    for name in dict.fromkeys(puzzle.game for puzzle in found):
        _warm(make_console(stderr=True), find_game(name))
    for puzzle in found:
        fault = check_puzzle(puzzle, effort)
        if fault is not None:
            print_error(f"{puzzle.id}: {fault}")
            wrong += 1
    console.print(f"{len(found) - wrong} of {plural(len(found), 'puzzle')} hold")
    raise typer.Exit(ExitStatus.FAILED if wrong else ExitStatus.OK)


@app.command()
def solve(
    name: Annotated[str, typer.Argument(help="The id of a puzzle, or `today`.")] = "today",
    file: FileOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the puzzle as one JSON object.")] = False,
    language: LanguageOption = None,
) -> None:
    """Show a puzzle, ask for the move, and explain it."""
    speak(read_language(language))
    found = _puzzles(file)
    if name == "today":
        _, puzzle = puzzle_of_the_day(datetime.now(UTC).date(), found)
    else:
        puzzle = next((each for each in found if each.id == name), None) or _unknown(name)
    if as_json:
        typer.echo(json.dumps(puzzle.data))
        return
    console = make_console()
    _ask(console, puzzle)


def _unknown(name: str) -> Puzzle:
    raise FormatError("puzzle", f"there is no {name!r}")


def _ask(console: Console, puzzle: Puzzle) -> None:
    ui = GAME_UIS[puzzle.game]
    game = game_from(shipped_parts(find_game(puzzle.game)), dict(puzzle.data["view"]))
    ui.show_table(console, game, puzzle.seat, [puzzle.seat])
    console.print(colour_seats("\n" + t("terminal.puzzle.task", name=display_name(puzzle.seat))))
    for number, move in enumerate(puzzle.legal, 1):
        console.print(f"{number:3}  {move}", highlight=False)
    keyboard = Keyboard(console)
    while True:
        try:
            word = keyboard.ask(t("terminal.puzzle.ask")).strip()
        except EOFError:
            return
        if word == "?":
            break
        place = parse_number(word)
        move = puzzle.legal[place - 1] if place is not None and 0 < place <= len(puzzle.legal) else word
        if move not in puzzle.legal:
            console.print(t("terminal.puzzle.illegal"))
        elif puzzle.is_solved_by(move):
            console.print(t("terminal.puzzle.right"), style="bold green")
            break
        else:
            console.print(t("terminal.puzzle.wrong"))
    _explain(console, puzzle)


def _explain(console: Console, puzzle: Puzzle) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    table.add_column(column_name("move"))
    table.add_column(column_name("chance to win"), justify="right")
    for answer in puzzle.data["answers"]:
        table.add_row(answer["move"], f"{answer['chances'][puzzle.seat] / WHOLE:.0%}")
    console.print(table)
    reason = puzzle.data["reason"]
    why = reason_in_words(reason["key"], reason["values"])
    console.print(t("terminal.puzzle.why", reason=why), soft_wrap=True)


def _puzzles(file: Path | None) -> tuple[Puzzle, ...]:
    found = shipped_puzzles() if file is None else load_puzzles(file)
    if not found:
        raise FormatError("puzzles", "there are none" if file is None else f"none in {file}")
    return found
