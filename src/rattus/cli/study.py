"""`rattus study`: statistics of a game itself, from games of strong players."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.progress import MofNCompleteColumn, Progress

from rattus.analysis.study import Statistics
from rattus.analysis.study import study as study_game
from rattus.analysis.study_report import as_html, as_markdown
from rattus.bots.net import load_network
from rattus.cli.arguments import ComponentsOption, GameArgument, GamesOption, JsonOption, RuleOption, read_options
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.terminal import make_console
from rattus.cli.text import parse_number
from rattus.cli.warm import warm_up
from rattus.errors import FormatError
from rattus.extras import Extra, require
from rattus.match.parts import find_game, parts_in, shipped_parts

EPILOG = (
    "Examples: [bold]rattus study rattus[/] · "
    "[bold]rattus study cartus -p 2,4 -o buildings=mixed --html report.html[/] · "
    "[bold]rattus study rattus --components my_tables[/]"
)


def study(
    game: GameArgument,
    players: Annotated[
        str | None, typer.Option("--players", "-p", help="Numbers of players by commas; all if not given.")
    ] = None,
    games: GamesOption = 2000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.", min=0)] = 0,
    option: RuleOption = None,
    components: ComponentsOption = None,
    network: Annotated[
        Path | None, typer.Option(help="A network in a file, in place of the shipped one.", metavar="FILE")
    ] = None,
    temperature: Annotated[
        float, typer.Option(help="Above 1: more varied play, so that rare cards are seen more often.", min=0.1)
    ] = 1.0,
    html: Annotated[Path | None, typer.Option(help="Also write a page with plots.", metavar="FILE")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Also write the tables as Markdown.", metavar="FILE")] = None,
    as_json: JsonOption = False,
) -> None:
    """Measure a game: advantage by place, worth of cards and buildings, how games end, length."""
    if html is not None:
        require(Extra.ARENA, "a report")
    rulebook = find_game(game)
    parts = shipped_parts(rulebook) if components is None else parts_in(rulebook, components)
    options = read_options(option)
    counts = _player_counts(players, rulebook.player_counts)
    chosen = None if network is None else load_network(network)
    console = make_console(stderr=True)
    warm_up(console, rulebook, rulebook.make_box(parts.components, counts[0], options))
    found: list[Statistics] = []
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=None)
        for number, count in enumerate(counts):

            def on_step(done: int, total: int, number: int = number) -> None:
                progress.update(task, completed=number * total + done, total=len(counts) * total)

            found.append(study_game(parts, count, options, games, seed, chosen, temperature, on_step))
    title, unit = _title(rulebook.title, options, temperature), GAME_UIS[game].length_unit
    text = as_markdown(title, rulebook, found, unit)
    if html is not None:
        html.write_text(as_html(title, found, unit), "utf-8")
    if markdown is not None:
        markdown.write_text(text, "utf-8")
    if as_json:
        typer.echo(json.dumps([statistics.as_data() for statistics in found]))
    else:
        make_console().print(Markdown(text))


def _title(game: str, options: dict[str, object], temperature: float) -> str:
    parts = [game, *(f"{name}: {value}" for name, value in options.items())]
    return ", ".join([*parts, f"temperature {temperature:g}"] if temperature != 1 else parts)


def _player_counts(text: str | None, known: tuple[int, ...]) -> tuple[int, ...]:
    if text is None:
        return known
    numbers = [parse_number(word.strip()) for word in text.split(",")]
    for number in numbers:
        if number not in known:
            raise FormatError("--players", f"some of {', '.join(map(str, known))}, not {text!r}")
    return tuple(number for number in numbers if number is not None)
