"""Which model of ratings foretells games best, and how strong the levels are. Writes bench/results/ratings.md.

    nice -n 15 python bench/ratings.py play rattus 300    # so many games each of two, three and four players, a core
    python bench/ratings.py write                         # compares the models, and writes the tables

People are computer players here: of each kind several, which a model has to tell apart by nothing but their results,
one game after the other, as a server does. Before each game the model says for every pair who ranks before whom; the
log-loss of that is compared. One player of each level is an anchor, as on a server: its rating is fixed and known.
Half of the games are played with kinds of very different strength.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

from openskill.models import (
    BradleyTerryFull,
    BradleyTerryPart,
    PlackettLuce,
    ThurstoneMostellerFull,
    ThurstoneMostellerPart,
)

from rattus.arena.match_runner import MatchRunner
from rattus.arena.ratings import UNIT, rate
from rattus.arena.result import MatchResult
from rattus.arena.schedule import Fixture
from rattus.arena.settings import Settings
from rattus.bots.levels import LEVELS
from rattus.server.ratings.model import ANCHOR_DEVIATION, ANCHORS, DRIFT, FIRST_DEVIATION, FIRST_MEAN, NOISE, SURE

RESULTS = Path(__file__).parent / "results"
DATA, TABLE, STRENGTH = RESULTS / "ratings.json", RESULTS / "ratings.md", RESULTS / "strength.json"
GAMES = ("rattus", "africanus", "cartus")
KINDS = ("random", "greedy", "easy", "normal", "hard", "net")
COMMON = ("easy", "normal", "hard", "net")  # those who meet in half of the games, beside all
CLONES = 5  # players of each kind
MODELS = (PlackettLuce, BradleyTerryFull, BradleyTerryPart, ThurstoneMostellerFull, ThurstoneMostellerPart)
ELO = 32.0
Game = tuple[Sequence[str], Sequence[float]]  # who played, and their ranks


def play(game: str, number: int) -> list[dict[str, Any]]:
    """Games of two, three and four players, in random seatings."""
    found = []
    for seats in (2, 3, 4):
        runner = MatchRunner(Settings(game, seats, KINDS, f"ratings/{game}"))
        for deal in range(number):
            chance = random.Random(f"{game}/{seats}/{deal}")
            seating = tuple(chance.choices(KINDS if deal % 2 else COMMON, k=seats))
            result = runner.play(Fixture(deal, deal, seating))
            clones = [f"{kind} {chance.randrange(CLONES)}" for kind in seating]
            found.append({"who": clones, "ranks": [int(rank) if rank == int(rank) else rank for rank in result.ranks]})
        runner.close()
        print(game, seats, flush=True)
    return found


def kind_of(clone: str) -> str:
    """What a player really is."""
    return clone.rpartition(" ")[0]


def in_order(games: Sequence[dict[str, Any]]) -> list[Game]:
    """The games in the order in which they are rated, and without those where somebody would meet himself."""
    mixed = [(game["who"], game["ranks"]) for game in games if len(set(game["who"])) == len(game["who"])]
    random.Random(1).shuffle(mixed)
    return mixed


# ---- models


def is_anchor(clone: str) -> bool:
    """Whether a player is one of the fixed levels."""
    return clone.endswith(" 0") and kind_of(clone) in LEVELS


def openskill(
    model: Any, truth: dict[str, float]
) -> tuple[Callable[[Game], None], Callable[[str, str], float], dict[str, Any]]:
    """What a model does with a game, the chance of one before another, and the ratings."""
    ratings: dict[str, Any] = defaultdict(model.rating)
    for kind in LEVELS:
        if kind in truth:
            ratings[f"{kind} 0"] = model.rating(mu=truth[kind], sigma=ANCHOR_DEVIATION)
    is_normal = isinstance(model, ThurstoneMostellerFull | ThurstoneMostellerPart)

    def learn(game: Game) -> None:
        who, ranks = game
        rated = model.rate([[ratings[name]] for name in who], ranks=list(ranks))
        for name, team in zip(who, rated, strict=True):
            if not is_anchor(name):
                ratings[name] = team[0]

    def chance(one: str, other: str) -> float:
        spread = math.sqrt(ratings[one].sigma ** 2 + ratings[other].sigma ** 2 + 2 * model.beta**2)
        lead = (ratings[one].mu - ratings[other].mu) / spread
        return 0.5 * math.erfc(-lead / math.sqrt(2)) if is_normal else 1 / (1 + math.exp(-lead))

    return learn, chance, ratings


def elo() -> tuple[Callable[[Game], None], Callable[[str, str], float], dict[str, Any]]:
    """Elo by pairs: what there was before ratings had a deviation."""
    ratings: dict[str, float] = defaultdict(lambda: FIRST_MEAN)

    def chance(one: str, other: str) -> float:
        return 1 / (1 + math.exp((ratings[other] - ratings[one]) / UNIT))

    def learn(game: Game) -> None:
        who, ranks = game
        change: Counter[str] = Counter()
        for one, other in combinations(range(len(who)), 2):
            score = 0.5 if ranks[one] == ranks[other] else float(ranks[one] < ranks[other])
            step = ELO * (score - chance(who[one], who[other])) / (len(who) - 1)
            change[who[one]] += step
            change[who[other]] -= step
        for name, step in change.items():
            ratings[name] += step

    return learn, chance, {}


def foretell(games: Sequence[Game], learn: Callable[[Game], None], chance: Callable[[str, str], float]) -> float:
    """The mean log-loss of who ranks before whom, each game foretold before it is learned."""
    losses = []
    for who, ranks in games:
        for one, other in combinations(range(len(who)), 2):
            if ranks[one] == ranks[other]:
                continue
            first, second = (one, other) if ranks[one] < ranks[other] else (other, one)
            losses.append(-math.log(max(1e-9, chance(who[first], who[second]))))
        learn((who, ranks))
    return sum(losses) / len(losses)


# ---- what comes out


def strengths(games: Sequence[dict[str, Any]]) -> dict[str, float]:
    """The strength of each kind in all games together, by the arena's ratings; `normal` is 1500."""
    results = [
        MatchResult(
            number, number, tuple(map(kind_of, game["who"])), 0, nothing, tuple(game["ranks"]), nothing, 0, "", nothing,
            nothing, {}, {},
        )
        for number, game in enumerate(games)
        for nothing in [(0,) * len(game["who"])]
    ]  # fmt: skip
    found = {name: estimate.value for name, estimate in rate(results, KINDS).items()}
    return {name: FIRST_MEAN + value - found["normal"] for name, value in found.items()}


def anchors(game: str, measured: dict[str, float]) -> dict[str, float]:
    """The ratings of the levels. `best` is too slow to be played here: it is known by its contest against `net`."""
    series = json.loads(STRENGTH.read_text())["contests"][f"net-{game}"]["series"].values()
    share = sum(each["games"] * each["wins"]["value"] for each in series) / sum(each["games"] for each in series)
    known = measured | {"best": measured["net"] + UNIT * math.log(share / (1 - share))}
    return {level: round(known[level], -1) for level in LEVELS}


def meaning(game: str) -> dict[str, str]:
    """Which players the levels are now."""
    return {name: level.with_network[game] for name, level in LEVELS.items()}


def honesty(games: Sequence[Game], truth: dict[str, float], model: Any) -> float:
    """The share of players whose true strength lies in the margin that is shown, at the end.

    Without those who play at random: nobody plays a thousand points below everybody else.
    """
    learn, _, ratings = openskill(model, truth)
    for game in games:
        learn(game)
    people = {name: each for name, each in ratings.items() if not is_anchor(name) and kind_of(name) != "random"}
    inside = [abs(each.mu - truth[kind_of(name)]) <= SURE * each.sigma for name, each in people.items()]
    return sum(inside) / len(inside)


def make(model: Any, noise: float = NOISE, drift: float = DRIFT) -> Any:
    """A model on our scale."""
    return model(mu=FIRST_MEAN, sigma=FIRST_DEVIATION, beta=noise, tau=drift)


def write() -> None:
    """Compare the models on all games that were played, and write the tables."""
    data = json.loads(DATA.read_text())
    ordered = {game: in_order(data[game]) for game in GAMES if game in data}
    truth = {game: strengths(data[game]) for game in ordered}
    names = [model.__name__ for model in MODELS]
    lines = [
        "# Ratings",
        "",
        f"`python bench/ratings.py`: {len(KINDS)} kinds of computer players, {CLONES} of each, rated game by game.",
        "Log-loss of who ranks before whom, foretold before each game: lower is better, 0.693 is a guess. In brackets",
        "the share of players, but for those who play at random, whose strength in all games together lies in the 95 %",
        "margin that would be shown. One player of each level is an anchor with a fixed rating.",
        "",
        f"| game | games | guess | Elo by pairs | {' | '.join(names)} |",
        f"| --- | --- | --- | --- |{' --- |' * len(names)}",
    ]
    totals: Counter[str] = Counter()
    for game, games in ordered.items():
        row = [game, str(len(games)), f"{math.log(2):.3f}", f"{foretell(games, *elo()[:2]):.4f}"]
        for model in MODELS:
            loss = foretell(games, *openskill(make(model), truth[game])[:2])
            totals[model.__name__] += loss
            row.append(f"{loss:.4f} ({honesty(games, truth[game], make(model)):.0%})")
        lines.append(f"| {' | '.join(row)} |")
    best = min(totals, key=lambda name: totals[name])
    lines += ["", f"The best over all games: {best}.", "", "## Its constants", ""]
    lines += ["Log-loss (share inside the margin) over all games. `noise` is the spread of one game, in points;",
              "`drift` is what is added to a deviation before each game.", "",
              "| noise | drift 0 | drift 4 | drift 8 | drift 12 | drift 20 |",
              "| --- | --- | --- | --- | --- | --- |"]  # fmt: skip
    chosen = next(model for model in MODELS if model.__name__ == best)
    for factor in (0.7, 1.0, 1.4, 2.0, 2.8):
        cells = []
        for drift in (0.0, 4.0, 8.0, 12.0, 20.0):
            loss = sum(
                foretell(games, *openskill(make(chosen, NOISE * factor, drift), truth[game])[:2])
                for game, games in ordered.items()
            )
            sure = sum(
                honesty(games, truth[game], make(chosen, NOISE * factor, drift)) for game, games in ordered.items()
            )
            cells.append(f"{loss / len(ordered):.4f} ({sure / len(ordered):.0%})")
        lines.append(f"| {NOISE * factor:.0f} | {' | '.join(cells)} |")
    lines += ["", "## The levels", "", "Bradley-Terry over all games, `normal` at 1500; `best` by its contest against",
              "`net` ([strength.md](strength.md)).", "",
              f"| game | {' | '.join(KINDS)} | best | as anchors |",
              f"| --- |{' --- |' * (len(KINDS) + 2)}"]  # fmt: skip
    notes = []
    for game in ordered:
        levels = anchors(game, truth[game])
        row = [game, *(f"{truth[game][kind]:.0f}" for kind in KINDS), f"{levels['best']:.0f}",
               ", ".join(f"{level} {value:.0f}" for level, value in levels.items())]  # fmt: skip
        lines.append(f"| {' | '.join(row)} |")
        changed = [name for name, player in meaning(game).items() if data["levels"][game][name] != player]
        if changed:
            notes.append(f"The games of {game} were played before {' and '.join(changed)} became other players.")
        if levels != ANCHORS[game]:
            print(f"{game}: model.py has {dict(ANCHORS[game])}")
    lines += ["", *notes] if notes else []
    TABLE.write_text("\n".join(lines) + "\n")
    print(TABLE.read_text())


def main() -> None:
    """Play, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["play", "write"])
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("games", nargs="?", type=int, default=300)
    given = parser.parse_args()
    if given.what == "write":
        write()
        return
    started = time.process_time()
    found = play(given.game, given.games)
    data = json.loads(DATA.read_text()) if DATA.exists() else {}
    played = data.get("levels", {}) | {given.game: meaning(given.game)}
    DATA.write_text(json.dumps(data | {given.game: found, "levels": played}, separators=(",", ":")) + "\n")
    print(f"{time.process_time() - started:.0f} s of processor time")


if __name__ == "__main__":
    main()
