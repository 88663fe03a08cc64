"""`python -m rattus.train RECIPE FOLDER [NAME=VALUE…]`: `rattus train` with nothing but PyTorch and NumPy."""

import sys
import time
from pathlib import Path

from rattus.train.ladder import Strength
from rattus.train.ppo import Stats
from rattus.train.recipe import load_recipe, read_change
from rattus.train.trainer import Trainer

SECONDS = 10.0  # between two lines


def main(arguments: list[str]) -> None:
    """Train, and print a line of progress now and then."""
    name, folder, *changes = arguments
    recipe = load_recipe(name)
    for change in changes:
        recipe = recipe.changed(read_change(change))
    trainer = Trainer(recipe, Path(folder))
    trainer.resume()
    told = time.monotonic() - SECONDS

    def tell(trainer: Trainer, stats: Stats) -> None:
        nonlocal told
        if time.monotonic() - told >= SECONDS:
            told = time.monotonic()
            speed = trainer.steps / max(trainer.elapsed, 1e-9)
            print(f"{trainer.elapsed:6.0f} s {trainer.steps / 1e6:8.2f} M {speed:9.0f}/s {stats}", flush=True)

    def tell_strength(found: Strength) -> None:
        print(found, flush=True)

    trainer.run(tell, tell_strength)


if __name__ == "__main__":
    main(sys.argv[1:])
