"""`rattus train` and `rattus net`: learn a game by self-play; look at a network, or export it as ONNX."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import rattus
from rattus.bots.net import Network, load_network, shipped_network
from rattus.cli.arguments import AddressOption, BackendKind, BackendOption, GameArgument
from rattus.cli.terminal import ExitStatus, make_console, print_error
from rattus.cli.warm import warm_players, warm_up
from rattus.errors import FormatError
from rattus.extras import Extra, require
from rattus.match.parts import find_game
from rattus.train.recipe import Recipe, load_recipe, read_change, read_players, shipped_recipes

if TYPE_CHECKING:
    from rattus.train.ladder import Strength
    from rattus.train.ppo import Stats
    from rattus.train.trainer import Trainer

EPILOG = (
    "Examples: [bold]rattus train rattus -p 2 --recipe rattus-small[/] · "
    "[bold]rattus train cartus -p 2,3,4,5 --minutes 60 --device cuda[/] · "
    "[bold]rattus train rattus --set games=1024 --set 'layers=[256,256]'[/]"
)
COLUMNS = (
    TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f}%"), TimeElapsedColumn(),
    TimeRemainingColumn(), TextColumn("{task.fields[told]}"),
)  # fmt: skip


def train(
    game: GameArgument,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", help="How many play; several by commas make one network for all of them."),
    ] = None,
    recipe: Annotated[
        str | None,
        typer.Option(help=f"A TOML file, or one of {', '.join(shipped_recipes())}; else the one of the game's name."),
    ] = None,
    folder: Annotated[
        Path | None, typer.Option("--folder", "-f", help="The folder of the run; an unfinished run in it goes on.")
    ] = None,
    steps: Annotated[int | None, typer.Option(help="End after so many decisions.", min=1)] = None,
    minutes: Annotated[float | None, typer.Option(help="End after so many minutes.", min=0.01)] = None,
    seed: Annotated[
        int | None, typer.Option(help="The same seed gives the same run, if the device is deterministic.")
    ] = None,
    device: Annotated[str, typer.Option(help="Where the network is: cpu, cuda, or auto.")] = "auto",
    threads: Annotated[int, typer.Option(help="At most so many at once; 0: one a processor.", min=0)] = 0,
    change: Annotated[
        list[str] | None, typer.Option("--set", help="A setting that overrides the recipe's.", metavar="NAME=VALUE")
    ] = None,
    evaluate: Annotated[bool, typer.Option(help="Play against the players of the recipe's ladder.")] = True,
    backend: BackendOption = BackendKind.LOCAL,
    address: AddressOption = None,
    workers: Annotated[int, typer.Option(help="With ray: so many; 0: one a processor of the cluster.", min=0)] = 0,
) -> None:
    """Learn a game by self-play. Ctrl-C saves and stops; the same command goes on."""
    chosen = _recipe(game, recipe, players, change or [], {"steps": steps, "minutes": minutes, "seed": seed})
    place = folder or Path(f"train-{game}-{'-'.join(map(str, chosen.players))}")
    require(Extra.TRAIN, "rattus train")
    if backend == BackendKind.RAY:
        require(Extra.RAY, "rattus train --backend ray")
    if evaluate and chosen.ladder:
        require(Extra.ARENA, "the evaluation, which --no-evaluate skips,")
    from rattus.train.trainer import Cluster, Trainer  # imported late: it needs PyTorch

    cluster = Cluster(workers, address) if backend == BackendKind.RAY else None
    trainer = Trainer(chosen, place, device, threads, cluster=cluster)
    trainer.make_folder()
    console, rulebook = make_console(stderr=True), find_game(game)
    warm_up(console, rulebook, rattus.engine(game, chosen.players[0]).box)
    if evaluate and chosen.ladder:
        warm_players(console, rulebook)
    if trainer.resume():
        console.print(f"going on after {trainer.steps:,} decisions", markup=False)
    try:
        _run(trainer, evaluate)
    except KeyboardInterrupt:
        print_error(f"stopped after {trainer.steps:,} decisions; the same command goes on from here")
        raise typer.Exit(ExitStatus.INTERRUPTED) from None
    make_console().print(f"{place / 'network.npz'} after {trainer.steps:,} decisions", markup=False, soft_wrap=True)


def _recipe(game: str, name: str | None, players: str | None, changes: list[str], ends: dict[str, Any]) -> Recipe:
    find_game(game)
    recipe = load_recipe(name or game)
    if recipe.game != game:
        raise FormatError("recipe", f"it is for {recipe.game}, not for {game}")
    wanted: dict[str, Any] = {}
    for change in changes:
        wanted |= read_change(change)
    wanted |= {name: value for name, value in ends.items() if value is not None}
    if ends["minutes"] is not None and ends["steps"] is None:
        wanted["steps"] = 0  # only the limit that was asked for counts
    if ends["steps"] is not None and ends["minutes"] is None:
        wanted["minutes"] = 0.0
    if players is not None:
        wanted["players"] = read_players(players)
        wanted.setdefault("ladder_players", [])
    return recipe.changed(wanted)


def _run(trainer: Trainer, evaluate: bool) -> None:
    console = make_console(stderr=True)
    with Progress(*COLUMNS, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Learning", total=1.0, told="")

        def tell(trainer: Trainer, stats: Stats) -> None:
            speed = trainer.steps / max(trainer.elapsed, 1e-9)
            told = f"{trainer.steps / 1e6:,.1f} M, {speed:,.0f}/s, entropy {stats.entropy:.2f}"
            progress.update(task, completed=trainer.progress, told=told)
            if trainer.progress >= 1:
                progress.update(task, description="Measuring")

        def tell_strength(found: Strength) -> None:
            console.print(str(found), markup=False, soft_wrap=True)

        trainer.run(tell, tell_strength, evaluate)


# ---- networks

net = typer.Typer(no_args_is_help=True, help="Networks that play: look at one, or export it.")

Source = Annotated[
    str, typer.Argument(help="A network file, or a game for the one that is shipped.", metavar="NETWORK")
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Of those shipped, the one for so many players.")]


@net.command(epilog="Examples: [bold]rattus net show rattus[/] · [bold]rattus net show network.npz --json[/]")
def show(
    network: Source,
    players: Players = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all metadata of the file.")] = False,
) -> None:
    """Print what a network is, how it was made and how strong it is."""
    found = _find_network(network, players)
    if as_json:
        typer.echo(json.dumps(dict(found.meta), ensure_ascii=False))
        return
    console = make_console()
    for line in describe(found):
        console.print(line, markup=False, soft_wrap=True)


@net.command(epilog="Example: [bold]rattus net export rattus.onnx --network rattus[/]")
def export(
    file: Annotated[Path, typer.Argument(help="The ONNX file to write.", metavar="FILE")],
    network: Annotated[
        str, typer.Option(help="A network file, or a game for the one that is shipped.", metavar="NETWORK")
    ] = "rattus",
    players: Players = None,
) -> None:
    """Write a network as ONNX: observations in, logits of its moves and values of the seats out."""
    require(Extra.TRAIN, "rattus net export")
    found = _find_network(network, players)
    from rattus.train.onnx_file import write_onnx  # imported late: it needs ONNX

    write_onnx(found, file)
    make_console().print(f"{file}: {summarise(found)}", markup=False, soft_wrap=True)


def _find_network(name: str, players: int | None) -> Network:
    if Path(name).suffix:
        if players is not None:
            raise FormatError("--players", "is for networks that are shipped")
        return load_network(Path(name))
    counts = find_game(name).player_counts
    if players is not None and players not in counts:
        raise FormatError("--players", f"{name} is for {counts[0]} to {counts[-1]}, not {players}")
    return shipped_network(name, counts[0] if players is None else players)


def summarise(network: Network) -> str:
    """Game, players and size in one line."""
    counts = ", ".join(map(str, network.players))
    return f"{network.game} for {counts} players, {sum(array.size for array in network.weights.values()):,} weights"


def describe(network: Network) -> list[str]:
    """The metadata of a network, line by line."""
    meta = network.meta
    layers = " x ".join(map(str, meta["layers"]))
    lines = [
        summarise(network),
        f"{meta['observation']} numbers, layers of {layers}, {len(network.moves)} moves, {meta['seats']} values",
        "observation schema " + ", ".join(f"{count}: {schema}" for count, schema in meta["schema"].items()),
    ]
    if "steps" in meta:
        lines.append(
            f"learned from {meta['steps']:,} decisions in {meta['minutes']:g} minutes on {meta['device']}, "
            f"seed {meta['seed']}"
        )
    for each in meta.get("strength", []):
        reach = "" if each["low"] is None else f" ({each['low']:.0%} to {each['high']:.0%})"
        lines.append(
            f"{each['players']} players, against {each['against']}: {each['wins']:.1%}{reach} of {each['games']} games"
        )
    return lines
