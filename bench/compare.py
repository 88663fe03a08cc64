"""Compare the speed of Rattus here with that of an earlier revision, in turns, in one run.

python bench/compare.py REVISION
"""

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 9
MEASURE = """
import time, rattus
engine = rattus.engine("rattus", 4)
engine.play_games(10, engine.stream(0))
begin = time.perf_counter()
decisions = engine.play_games(20_000, engine.stream(1)).decisions
print(decisions / (time.perf_counter() - begin))
"""


def decisions_a_second(tree: Path) -> float:
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    done = subprocess.run([sys.executable, "-c", MEASURE], env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


def main(revision: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        subprocess.run(["git", "worktree", "add", "--detach", "-q", before, revision], cwd=ROOT, check=True)
        try:
            pairs = [(decisions_a_second(before), decisions_a_second(ROOT)) for _ in range(ROUNDS)]
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", before], cwd=ROOT, check=True)
    old, new = (statistics.median(side) for side in zip(*pairs, strict=True))
    ratio = statistics.median(after / earlier for earlier, after in pairs)
    print(f"{revision}: {old:,.0f} decisions/s, here: {new:,.0f} decisions/s")
    print(f"ratio {ratio:.3f}, the median of {ROUNDS} pairs")


if __name__ == "__main__":
    main(sys.argv[1])
