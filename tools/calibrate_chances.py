"""Fit how the values of the shipped networks become chances to win (rattus.bots.chances), and write the file.

To be run again whenever a network is replaced:

    python tools/calibrate_chances.py --games 1500
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rattus.analysis.active_tables import ActiveTables
from rattus.analysis.batch_net import Ints, network_for
from rattus.analysis.self_play import play_all
from rattus.bots.chances import FILE, Calibration, chances_of, worth_of
from rattus.bots.net import Floats, has_network
from rattus.envs.play import make_setting
from rattus.games import GAMES

POWERS = np.arange(0.5, 3.01, 0.05)


@dataclass(frozen=True)
class Fitted:
    """The calibration that explains the results best, and the mean log loss with its power and with a power of 1."""

    power: float
    somebody: tuple[float, float] | None
    loss: float
    plain_loss: float


def fitted(game: str, players: int, games: int, seed: int) -> Fitted:
    """Fit a game with a number of players."""
    engine = make_setting(game, players, {}).engine
    rows: list[tuple[Ints, Floats]] = []

    def keep(tables: ActiveTables, values: Floats, _moves: Ints) -> None:
        rows.append((tables.active, values))

    ended = play_all(engine, network_for(game, engine.box), games, seed, keep)
    values = np.concatenate([row for _, row in rows])
    results = ended.shares[np.concatenate([places for places, _ in rows])]
    won = results.sum(axis=1) > 0  # a game that nobody wins says nothing about who would have

    def loss(power: float) -> float:
        chances = chances_of(values[won], Calibration(power))
        return float(-(results[won] * np.log(chances)).sum(axis=1).mean())

    best = min(POWERS.tolist(), key=loss)
    somebody = None if won.all() else fitted_curve(worth_of(values).sum(axis=1), won)
    return Fitted(round(best, 2), somebody, loss(best), loss(1.0))


def fitted_curve(sums: NDArray[np.float64], won: NDArray[np.bool_]) -> tuple[float, float]:
    """The logistic curve for the chance that somebody wins, by Newton's method. It is right on average."""
    columns, found = np.stack([np.ones_like(sums), sums], axis=1), np.zeros(2)
    for _ in range(50):
        chances = 1 / (1 + np.exp(-columns @ found))
        slope = columns.T @ (won - chances)
        bend = columns.T @ (columns * (chances * (1 - chances))[:, None])
        found += np.linalg.solve(bend, slope)
    return round(float(found[0]), 3), round(float(found[1]), 3)


def main() -> None:
    """Fit all games and numbers of players that a network is shipped for."""
    parser = argparse.ArgumentParser(prog="calibrate_chances.py", description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    powers: dict[str, Any] = {}
    somebody: dict[str, Any] = {}
    for name, rulebook in GAMES.items():
        for players in rulebook.player_counts:
            if has_network(rulebook, players):
                found = fitted(name, players, given.games, given.seed)
                powers.setdefault(name, {})[str(players)] = found.power
                if found.somebody is not None:
                    somebody.setdefault(name, {})[str(players)] = list(found.somebody)
                losses = f"log loss {found.loss:.4f} (with power 1: {found.plain_loss:.4f})"
                print(f"{name}, {players} players: power {found.power}, {losses}, somebody wins {found.somebody}")
    made = datetime.now(UTC).date().isoformat()
    data = {"made": made, "games": given.games, "powers": powers, "somebody": somebody}
    FILE.write_text(json.dumps(data, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
