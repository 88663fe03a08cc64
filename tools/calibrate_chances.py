"""Fit how the values of the shipped networks become chances to win (rattus.analysis.chances), and write the file.

To be run again whenever a network is replaced:

    python tools/calibrate_chances.py --games 1500
"""

from __future__ import annotations

import argparse
import json
from datetime import UTC, datetime
from typing import Any

import numpy as np

from rattus.analysis.active_tables import ActiveTables
from rattus.analysis.batch_net import Ints, network_for
from rattus.analysis.chances import FILE, chances_of
from rattus.analysis.self_play import play_all
from rattus.bots.net import Floats, has_network
from rattus.envs.play import make_setting
from rattus.games import GAMES

POWERS = np.arange(0.5, 3.01, 0.05)


def fitted_power(game: str, players: int, games: int, seed: int) -> tuple[float, float, float]:
    """The power that explains the results best, and the mean log loss with it and with a power of 1."""
    engine = make_setting(game, players, {}).engine
    rows: list[tuple[Ints, Floats]] = []

    def keep(tables: ActiveTables, values: Floats, _moves: Ints) -> None:
        rows.append((tables.active, values))

    ended = play_all(engine, network_for(game, engine.box), games, seed, keep)
    values = np.concatenate([row for _, row in rows])
    results = ended.shares[np.concatenate([places for places, _ in rows])]
    won = results.sum(axis=1) > 0  # a game that nobody wins says nothing about who would have

    def loss(power: float) -> float:
        return float(-(results[won] * np.log(chances_of(values[won], power))).sum(axis=1).mean())

    best = min(POWERS.tolist(), key=loss)
    return round(best, 2), loss(best), loss(1.0)


def main() -> None:
    """Fit all games and numbers of players that a network is shipped for."""
    parser = argparse.ArgumentParser(prog="calibrate_chances.py", description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    powers: dict[str, Any] = {}
    for name, rulebook in GAMES.items():
        for players in rulebook.player_counts:
            if has_network(rulebook, players):
                power, fitted, plain = fitted_power(name, players, given.games, given.seed)
                powers.setdefault(name, {})[str(players)] = power
                print(f"{name}, {players} players: power {power}, log loss {fitted:.4f} (with power 1: {plain:.4f})")
    made = datetime.now(UTC).date().isoformat()
    FILE.write_text(json.dumps({"made": made, "games": given.games, "powers": powers}, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
