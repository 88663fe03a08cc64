"""`rattus review`: where a game was won, and by what."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.progress import MofNCompleteColumn, Progress
from rich.table import Table

from rattus.analysis.judge import EFFORTS
from rattus.analysis.review import WHOLE, kept_review, review_path, review_record, save_review
from rattus.bots.hints import Purpose
from rattus.bots.net import load_network
from rattus.cli.arguments import JsonOption, LanguageOption, SeedOption, read_language, read_seed
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.session import reason_in_words
from rattus.cli.terminal import make_console
from rattus.cli.text import join_words
from rattus.cli.warm import warm_players, warm_up
from rattus.cli.widgets import colour_seats, column_name
from rattus.errors import FormatError
from rattus.kernel.threads import processors
from rattus.match.game import Game
from rattus.match.record import load_record, read_record_file
from rattus.words import display_name, speak, t

EPILOG = (
    "Examples: [bold]rattus review game.json[/] · [bold]rattus review game.json --effort deep[/] · "
    "[bold]rattus review game.json --seat red --json[/]"
)
MANY = 600  # ten-thousandths of decisions or chance that are worth a word


def review(
    record: Annotated[Path, typer.Argument(help="A saved game.")],
    seat: Annotated[
        str | None,
        typer.Option(
            help="Use only what this seat knew, and judge its decisions only; needed if the game is not over."
        ),
    ] = None,
    effort: Annotated[str, typer.Option(help=f"How carefully: {join_words(list(EFFORTS), 'or')}.")] = "normal",
    seed: SeedOption = "0",
    network: Annotated[
        Path | None, typer.Option(help="A network in a file, in place of the shipped one.", metavar="FILE")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Where the review is kept; beside the record if not given.", metavar="FILE")
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Review it anew even if a review is kept.")] = False,
    workers: Annotated[int, typer.Option(help="How many processes; 0: as many as there are processors.", min=0)] = 0,
    as_json: JsonOption = False,
    language: LanguageOption = None,
) -> None:
    """Review a game: everybody's chances, what each decision cost, and what was luck."""
    speak(read_language(language))
    saved = read_record_file(record)
    try:
        game = load_record(saved)
    except FormatError as error:
        error.prefix_place(str(record))
        raise
    path = out or review_path(record)
    data = None if again or network else kept_review(path, game, effort, seat)
    if data is None:
        data = _reviewed(saved, game, seat, effort, read_seed(seed), network, workers)
        save_review(data, path)
    if as_json:
        typer.echo(json.dumps(data))
    else:
        show_review(make_console(), game, data)


def _reviewed(
    record: Any, game: Game, seat: str | None, effort: str, seed: int | str, network: Path | None, workers: int
) -> dict[str, Any]:
    console = make_console(stderr=True)
    warm_up(console, game.parts.rulebook, game.box)
    warm_players(console, game.parts.rulebook)
    chosen = None if network is None else load_network(network)
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Reviewing", total=None)

        def on_step(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return review_record(record, seat, effort, seed, on_step, chosen, workers or processors()).as_data()


# ---- as text


def show_review(console: Console, game: Game, data: Mapping[str, Any]) -> None:
    """Print a review."""
    decided = [decision for decision in data["decisions"] if decision["cost"]]
    title = t("terminal.review.title", game=game.parts.rulebook.title, n=len(game.moves))
    if data["viewer"]:
        title = t("terminal.review.viewer", title=title, name=display_name(data["viewer"]))
    console.rule(title, style="dim")
    console.print(_sums(data))
    console.print("\n" + t("terminal.review.moments"), style="bold")
    for number, moment in enumerate(data["moments"], 1):
        console.print(colour_seats(f"{number}  {_moment(game, data, moment)}"))
    if not data["moments"]:
        console.print(t("terminal.review.none"))
    costly = t("terminal.review.costly", n=str(len(decided)), all=str(len(data["decisions"])))
    console.print(f"\n{costly}", style="bold")
    console.print(_decisions(decided))
    console.print("\n" + t("terminal.review.how"), style="dim")


def points(amount: int, signed: bool = True) -> str:
    """An amount of chance in points: hundredths of a win."""
    return f"{100 * amount / WHOLE:{'+' if signed else ''}.1f}"


def _sums(data: Mapping[str, Any]) -> RenderableType:
    viewer = data["viewer"]
    names = [
        "player",
        "start",
        "decisions",
        "others and luck" if viewer else "luck",
        "result" if data["is_over"] else "now",
    ]
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    for number, name in enumerate([*names, ""]):
        table.add_column(column_name(name), justify="left" if number in (0, 5) else "right")
    for seat, total in data["sums"].items():
        decisions = sum(total["decisions"].values())
        cells = (points(total["start"], False), points(decisions), points(total["chance"]), points(total["end"], False))
        table.add_row(colour_seats(display_name(seat)), *cells, "" if viewer else in_words(seat, total))
    mistakes = [decision["cost"] for decision in data["decisions"]]
    lost = {
        seat: sum(decision["cost"] for decision in data["decisions"] if decision["seat"] == seat)
        for seat in data["seats"]
    }
    own = ", ".join(f"{display_name(seat)} {points(-cost)}" for seat, cost in lost.items() if viewer in (None, seat))
    return Group(table, colour_seats("\n" + t("terminal.review.own", list=own)) if mistakes else "")


def in_words(seat: str, total: Mapping[str, Any]) -> str:
    """A few words on what made the result of a seat."""
    own, luck = total["decisions"][seat], total["chance"]
    if luck <= -MANY and own > -MANY:
        return t("review.word.unlucky")
    if luck >= MANY and own > -MANY:
        return t("review.word.both")
    if own <= -MANY and luck > -MANY:
        return t("review.word.careless")
    return t("review.word.some") if own <= -MANY else ""


def _moment(game: Game, data: Mapping[str, Any], moment: Mapping[str, Any]) -> str:
    if moment["kind"] == "decision":
        decision = next(each for each in data["decisions"] if each["number"] == moment["number"])
        what = f"{_judged(decision)} {points(-decision['cost'])}"
        return t("terminal.review.move", n=str(moment["number"] + 1), what=what)
    ui = GAME_UIS[game.name]
    numbers = set(moment["events"])
    told = [event for event in ui.events(game, data["viewer"]) if event["number"] in numbers]
    story = " ".join(ui.narrator.paragraphs(told))
    name, change = display_name(moment["seat"]), points(moment["change"])
    return t("terminal.review.after", n=str(moment["number"]), what=story, name=name, points=change)


def _judged(decision: Mapping[str, Any]) -> str:
    name, played, better = display_name(decision["seat"]), decision["played"], decision["better"]
    text = t("terminal.review.plays", name=name, played=played, better=better)
    reason = decision["reason"]
    if reason is not None and reason["key"] not in (Purpose.WIN, Purpose.EVEN):
        text += " " + t("terminal.review.other", reason=reason_in_words(reason["key"], reason["values"]))
    return text


def _decisions(decided: Sequence[Mapping[str, Any]]) -> RenderableType:
    table = Table(box=None, pad_edge=False, padding=(0, 2), header_style="dim")
    for name in ("move", "player", "played", "better", "cost", "error", ""):
        table.add_column(
            column_name(name), justify="right" if name in ("move", "cost", "error") else "left", no_wrap=True
        )
    for decision in decided:
        table.add_row(
            str(decision["number"] + 1), colour_seats(display_name(decision["seat"])), decision["played"],
            decision["better"], points(-decision["cost"]), points(decision["error"], False),
            t(f"review.verdict.{decision['verdict']}"),
        )  # fmt: skip
    return table
