"""Seeds, and a seal by which a shuffle can be checked afterwards."""

import hashlib
import secrets

from rattus.cli.wording import number_in


def read_seed(text: str) -> int | str:
    """A seed as typed."""
    number = number_in(text)
    return text if number is None else number


def fresh_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(16)


def seal(seed: int | str) -> str:
    """A hash that gives nothing away: shown before the game, it proves afterwards that this was the seed."""
    return hashlib.sha256(f"rattus seal {seed}".encode()).hexdigest()
