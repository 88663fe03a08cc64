"""Compare the speed of the games here with that of an earlier revision, in turns, in one run.

python bench/compare.py REVISION [GAME...]

CPU time is measured, not time on the clock, so that other work on the machine matters little.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("rattus", "africanus", "cartus")
ROUNDS = 9
MEASURE = """
import sys, time, rattus
engine = rattus.engine(sys.argv[1], 4)
engine.play_games(10, engine.stream(0))
begin = time.process_time()
decisions = engine.play_games(20_000, engine.stream(1)).decisions
print(decisions / (time.process_time() - begin))
"""


def decisions_a_second(tree: Path, game: str) -> float:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    command = [sys.executable, "-c", MEASURE, game]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def compare(before: Path, revision: str, game: str) -> None:
    pairs = [(decisions_a_second(before, game), decisions_a_second(ROOT, game)) for _ in range(ROUNDS)]
    old, new = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(after / earlier for earlier, after in pairs)
    print(
        f"{game}: {revision} {old:,.0f} decisions/s, here {new:,.0f}; ratio {ratio:.3f}, the median of {ROUNDS} pairs"
    )


def main(revision: str, games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", before, revision], cwd=ROOT, check=True)
        try:
            for game in games or GAMES:
                compare(before, revision, game)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", before], cwd=ROOT, check=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("revision", help="the earlier one, as git names it")
    parser.add_argument("games", nargs="*", metavar="game", help=f"of {', '.join(GAMES)}; all if none")
    chosen = parser.parse_args()
    main(chosen.revision, chosen.games)
