"""`rattus net`: look at a network, or export it as ONNX."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rattus.bots.net import Network, load_network, shipped_network
from rattus.cli.terminal import make_console
from rattus.errors import FormatError
from rattus.extras import Extra, require
from rattus.match.parts import find_game

app = typer.Typer(no_args_is_help=True, help="Networks that play: look at one, or export it.")

Source = Annotated[
    str, typer.Argument(help="A network file, or a game for the one that is shipped.", metavar="NETWORK")
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Of those shipped, the one for so many players.")]


@app.command(epilog="Examples: [bold]rattus net show rattus[/] · [bold]rattus net show network.npz --json[/]")
def show(
    network: Source,
    players: Players = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print all metadata of the file.")] = False,
) -> None:
    """Print what a network is, how it was made and how strong it is."""
    found = _find(network, players)
    if as_json:
        typer.echo(json.dumps(dict(found.meta), ensure_ascii=False))
        return
    console = make_console()
    for line in describe(found):
        console.print(line, markup=False, soft_wrap=True)


@app.command(epilog="Example: [bold]rattus net export rattus.onnx --network rattus[/]")
def export(
    file: Annotated[Path, typer.Argument(help="The ONNX file to write.", metavar="FILE")],
    network: Annotated[
        str, typer.Option(help="A network file, or a game for the one that is shipped.", metavar="NETWORK")
    ] = "rattus",
    players: Players = None,
) -> None:
    """Write a network as ONNX: observations in, logits of its moves and values of the seats out."""
    require(Extra.TRAIN, "rattus net export")
    found = _find(network, players)
    from rattus.train.onnx_file import write_onnx  # imported late: it needs ONNX

    write_onnx(found, file)
    make_console().print(f"{file}: {summarise(found)}", markup=False, soft_wrap=True)


def _find(name: str, players: int | None) -> Network:
    if Path(name).suffix:
        if players is not None:
            raise FormatError("--players", "is for networks that are shipped")
        return load_network(Path(name))
    counts = find_game(name).player_counts
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
