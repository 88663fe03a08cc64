"""How much fuzz tests try: everything in `make test-long`, a quarter of it in all other runs (see conftest.py)."""

from hypothesis import settings

WHOLE = 100


def examples(number: int) -> int:
    """How many of this number of examples are drawn in this run."""
    return number * settings.default.max_examples // WHOLE
