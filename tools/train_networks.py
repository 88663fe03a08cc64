"""Train the networks of a release: all of a plan, one after the other on one GPU, in a given number of minutes.

    python tools/train_networks.py --plan shared --minutes 9 --folder build/train --out "$OUT"
    python tools/train_networks.py --plan each --only cartus --minutes 9 --folder build/train --out "$OUT"
    python tools/train_networks.py --plan each --sizes          # how large the files will be
    python tools/train_networks.py --install FOLDER_OF_ZIPS     # puts networks into the package

Every network has its own process. While one learns, the next ones are prepared: their rules and networks are compiled.
When its time is over, a network is evaluated on the CPU while the next one learns.

A run in `--folder` is resumed. Without one, training starts from the network of the same name, or of the same
game, in `--start` (the package, if not given), if its layers are those of the recipe. Results go to `--out`, one zip
per game: networks, each with its description and strength as JSON. `--minutes` covers everything, evaluation too.
"""

from __future__ import annotations

import argparse
import itertools
import json
import multiprocessing
import os
import shutil
import signal
import sys
import time
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rattus.bots.net import SHIPPED, load_network
from rattus.bots.players import compile_players
from rattus.errors import FormatError, RattusError
from rattus.match.parts import find_game
from rattus.train.recipe import Recipe, load_recipe

PLANS = Path(__file__).resolve().parent.parent / "src" / "rattus" / "train" / "plans"
LARGEST = 20_000_000  # bytes of all networks of a release
AHEAD = 2  # networks that are prepared while one learns
MEASURING = 0.12  # share of the time reserved at the end for evaluation
ENDING = 10.0  # seconds reserved where nothing is evaluated, for the last batch and for saving
RESTARTED = {"rate": 0.5, "entropy": 0.5}  # parts of the recipe's, where training starts from a network
SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class PlannedNetwork:
    """A network of a plan."""

    name: str
    recipe: Recipe
    share: float


@dataclass
class Job:
    """A process that trains one network."""

    entry: PlannedNetwork
    process: Any
    connection: Connection
    told: list[dict[str, Any]] = field(default_factory=list)

    def wait_for(self, what: str, deadline: float) -> dict[str, Any] | None:
        """Wait for a message of this kind; None if it does not come in time, or the process ends first."""
        while (left := deadline - time.monotonic()) > 0:
            found = [message for message in self.told if message["is"] == what]
            if found:
                return found[0]
            try:
                if self.connection.poll(min(left, 1.0)):
                    self.told.append(self.connection.recv())
                    print(f"{self.entry.name}: {self.told[-1]}", flush=True)
            except (EOFError, OSError):
                return None
        return None


def read_plan(name: str, only: Sequence[str], changes: Mapping[str, Any]) -> list[PlannedNetwork]:
    """The networks of a plan: all, or those whose names start with one of `only`."""
    path = PLANS / f"{name}.toml" if (PLANS / f"{name}.toml").exists() else Path(name)
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise FormatError("plan", f"{name}: {error}") from None
    entries = [
        PlannedNetwork(
            each["name"], load_recipe(each["recipe"]).changed({**each.get("change", {}), **changes}), each["share"]
        )
        for each in data["network"]
        if not only or each["name"].startswith(tuple(only))
    ]
    if not entries:
        raise FormatError("only", f"no network of {name} begins like {', '.join(only)}")
    return entries


def expected_size(recipe: Recipe) -> int:
    """The approximate file size of a recipe's network: two bytes per weight, plus metadata."""
    from rattus.train.model import input_size, moves_of

    widths, moves = [input_size(recipe), *recipe.layers], len(moves_of(recipe))
    layers = sum((before + 3) * width for before, width in itertools.pairwise(widths))
    return 2 * (layers + (widths[-1] + 1) * (moves + max(recipe.players))) + 20 * moves + 4000


def start_network(name: str, recipe: Recipe, start: Path) -> Any:
    """The network to start from: that of the same name or game, if it fits."""
    for path in (start / f"{name}.npz", start / f"{recipe.game}.npz"):
        if path.is_file():
            network = load_network(path)
            if tuple(network.meta["layers"]) == recipe.layers and set(recipe.players) <= set(network.players):
                return network
    return None


def train_one(
    entry: PlannedNetwork, folder: Path, start: Path, device: str, threads: int, workers: int, talk: Connection
) -> None:
    """The work of a process: prepare, wait for its turn, learn for the given minutes, evaluate."""
    from rattus.train.ladder import Ladder
    from rattus.train.trainer import Trainer

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent, which ends this process
    begin = time.monotonic()
    recipe = entry.recipe.changed({"steps": 0, "minutes": 600.0})  # until told how long
    network = None if (folder / entry.name / "checkpoint.pt").exists() else start_network(entry.name, recipe, start)
    trainer = Trainer(recipe, folder / entry.name, device, threads, workers)
    is_resumed = trainer.resume()
    if network is not None:
        trainer.start_from(network)
    if trainer.before["steps"]:  # also where such a run is resumed
        recipe = recipe.changed({name: getattr(recipe, name) * part for name, part in RESTARTED.items()})
        trainer.recipe = recipe
    trainer.prepare()
    origin = "its last checkpoint" if is_resumed else "random weights" if network is None else "a network"
    talk.send({"is": "ready", "from": origin, "seconds": round(time.monotonic() - begin, 1)})
    minutes = talk.recv()
    before = trainer.steps
    trainer.recipe = recipe.changed({"minutes": trainer.elapsed / 60 + minutes, "steps": entry.recipe.steps})
    trainer.run(evaluate=False)
    talk.send(
        {
            "is": "trained",
            "steps": trainer.steps - before,
            "steps_a_second": round((trainer.steps - before) / (60 * minutes)),
        }
    )
    if recipe.ladder:
        ladder = Ladder(trainer.recipe, workers)
        trainer.measure(ladder, lambda found: talk.send({"is": "strength", "found": str(found)}))
    talk.send({"is": "measured"})


def compile_for(games: Sequence[str]) -> None:
    """Compile what the players of the ladder need, while the first network learns."""
    for game in games:
        compile_players(find_game(game), lambda _done, _total: None)


def train_all(
    entries: Sequence[PlannedNetwork],
    minutes: float,
    folder: Path,
    start: Path,
    device: str,
    threads: int,
    workers: int,
) -> list[str]:
    """Train networks one after the other; returns the names of those that learned."""
    deadline = time.monotonic() + 60 * minutes
    is_measured = any(entry.recipe.ladder for entry in entries)
    last = deadline - (60 * minutes * MEASURING if is_measured else min(ENDING, 6 * minutes))
    jobs: list[Job] = []
    trained = []
    measured_games = list(dict.fromkeys(entry.recipe.game for entry in entries if entry.recipe.ladder))
    compiling = SPAWN.Process(target=compile_for, args=(measured_games,), daemon=True)
    compiling.start()

    def begin(entry: PlannedNetwork) -> None:
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=train_one, args=(entry, folder, start, device, threads, workers, theirs))
        process.start()
        theirs.close()
        jobs.append(Job(entry, process, ours))

    try:
        for place, entry in enumerate(entries):
            for later in entries[len(jobs) : place + AHEAD + 1]:
                begin(later)
            job = jobs[place]
            if job.wait_for("ready", last) is None:
                print(f"{entry.name}: not ready in time, or its process has ended", file=sys.stderr, flush=True)
                continue
            share = entry.share / sum(other.share for other in entries[place:])
            job.connection.send(max(last - time.monotonic(), 1.0) * share / 60)
            if job.wait_for("trained", deadline) is not None:
                trained.append(entry.name)
        for job in jobs:
            if job.entry.name in trained:
                job.wait_for("measured", deadline)
    finally:
        for process in (compiling, *(job.process for job in jobs)):
            process.join(1)
            if process.is_alive():
                process.terminate()
                process.join(10)
    return trained


def bundle(entries: Sequence[PlannedNetwork], folder: Path, out: Path) -> list[Path]:
    """Write one zip per game with its networks, their descriptions, recipes and curves."""
    out.mkdir(parents=True, exist_ok=True)
    written = []
    for game in dict.fromkeys(entry.recipe.game for entry in entries):
        path = out / f"{game}.zip"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry in entries:
                network = folder / entry.name / "network.npz"
                if entry.recipe.game == game and network.exists():
                    archive.write(network, f"{entry.name}.npz")
                    archive.writestr(f"{entry.name}.json", about(network))
                    for name in ("curve.svg", "log.jsonl"):
                        archive.write(folder / entry.name / name, f"{entry.name}.{name}")
        written.append(path)
    return written


def about(network: Path) -> str:
    """The metadata of a network, without its moves."""
    meta = {name: value for name, value in load_network(network).meta.items() if name != "moves"}
    return json.dumps(meta, indent=1, ensure_ascii=False) + "\n"


def install(folder: Path, into: Path = SHIPPED) -> list[str]:
    """Put the networks of zips into the package, each with its JSON; those of other names stay."""
    into.mkdir(parents=True, exist_ok=True)
    names = []
    for path in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith((".npz", ".json")) and "/" not in name:
                    with archive.open(name) as source, (into / name).open("wb") as target:
                        shutil.copyfileobj(source, target)
                    names.append(name)
    for file in into.glob("*.npz"):
        load_network(file)
    total = sum(file.stat().st_size for file in into.glob("*.npz"))
    if total > LARGEST:
        raise RattusError(f"{total:,} bytes of networks, more than {LARGEST:,}")
    return names


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, or show sizes, or install."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plan", default="shared", help="a TOML file, or one of those in src/rattus/train/plans")
    parser.add_argument("--only", action="append", default=[], help="networks whose names begin like this")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="another setting of all recipes"
    )
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--folder", type=Path, default=Path("build/train"))
    parser.add_argument("--start", type=Path, default=SHIPPED)
    parser.add_argument("--out", type=Path, default=Path("build/networks"))
    parser.add_argument("--device", default="auto")
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 1) // 4))
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 1) - 4), help="that measure")
    parser.add_argument("--sizes", action="store_true", help="only show how large the files will be")
    parser.add_argument("--install", type=Path, metavar="FOLDER", help="only put the networks of zips into the package")
    given = parser.parse_args(arguments)
    if given.install:
        names = install(given.install)
        if not names:
            parser.error(f"{given.install} holds no zips with networks")
        print("\n".join(names))
        return
    from rattus.train.recipe import read_change

    changes: dict[str, Any] = {}
    for change in given.set:
        changes |= read_change(change)
    try:
        entries = read_plan(given.plan, given.only, changes)
    except FormatError as error:
        parser.error(str(error))
    if given.sizes:
        sizes = {entry.name: expected_size(entry.recipe) for entry in entries}
        for name, size in sizes.items():
            print(f"{name:14} {size / 1e6:6.2f} MB")
        print(f"{'all':14} {sum(sizes.values()) / 1e6:6.2f} MB of {LARGEST / 1e6:g}")
        return
    begin = time.monotonic()
    trained = train_all(entries, given.minutes, given.folder, given.start, given.device, given.threads, given.workers)
    files = bundle(entries, given.folder, given.out)
    print(f"{len(trained)} of {len(entries)} networks learned in {time.monotonic() - begin:.0f} s:", *files)
    if len(trained) < len(entries):
        sys.exit(1)


if __name__ == "__main__":
    main()
