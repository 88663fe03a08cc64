"""Which game looks how."""

from rattus.cli.cartus import CARTUS
from rattus.cli.look import Look
from rattus.cli.rattus import RATTUS

LOOKS = {"rattus": RATTUS, "africanus": RATTUS, "cartus": CARTUS}


def look_of(game: str) -> Look:
    """The look of the game of this name."""
    return LOOKS[game]
