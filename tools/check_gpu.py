"""Play games on the GPU and on the CPU in lock-step, for every game and number of players, and compare all of a batch.

Final observations are those of environments, which tests/kernel/test_cuda.py compares.

python tools/check_gpu.py [--games 100000] [--game rattus] [--players 4]
"""

import argparse
import time

import rattus
from rattus.errors import RattusError
from rattus.match.parts import find_game
from rattus.testing import check_batch, check_random_games

AT_ONCE = 8192


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=100_000, help="of each game and number of players, at least")
    parser.add_argument("--game", choices=rattus.GAMES, help="one game only")
    parser.add_argument("--players", type=int, help="one number of players only")
    arguments = parser.parse_args()
    for game in [arguments.game] if arguments.game else rattus.GAMES:
        for players in [arguments.players] if arguments.players else find_game(game).player_counts:
            begin = time.monotonic()
            try:
                gpu, cpu = rattus.engine(game, players, device="cuda"), rattus.engine(game, players)
            except RattusError as error:
                raise SystemExit(str(error)) from None
            games = check_batch(gpu, cpu, min(AT_ONCE, arguments.games), arguments.games, seed=players)
            check_random_games(gpu, cpu, 1000, seed=players)
            print(f"{game}, {players} players: {games:,} games equal, {time.monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
