"""Compile the engines of games, without the bots: GAME ... (all if none is named).

`make test-bounds` runs it before the tests, so that their workers do not all compile the same rules.
"""

import sys

import rattus
from rattus.kernel import warming


def main(games: list[str]) -> None:
    """Compile the games that are not in the cache yet."""
    for name in games or rattus.GAMES:
        engine = rattus.engine(name, 2)
        if not warming.is_warm(engine.rulebook):
            warming.warm(engine.rulebook, engine.box, lambda _done, _all: None)


if __name__ == "__main__":
    main(sys.argv[1:])
