"""Shuffles that can be verified: a seed is sealed before the game and opened after it."""

import hashlib
import secrets
from dataclasses import dataclass

from rattus.errors import FormatError

BYTES = 16  # of a seed and of a salt


@dataclass(frozen=True)
class Seal:
    """A seed, and a salt so that the seed cannot be guessed from the commitment.

    >>> Seal("5eed", "5a17").commitment[:16]
    'e3ae85b2942dc963'
    """

    seed: str
    salt: str

    def __post_init__(self) -> None:
        for name, text in (("seed", self.seed), ("salt", self.salt)):
            if ":" in text or not text.isprintable():  # or one commitment would do for two seeds
                raise FormatError(name, f"printable, and without a colon, not {text!r}")

    @property
    def commitment(self) -> str:
        """What is shown before the game."""
        return hashlib.sha256(f"{self.seed}:{self.salt}".encode()).hexdigest()


def new_seal() -> Seal:
    """A seal that nobody can guess."""
    return Seal(secrets.token_hex(BYTES), secrets.token_hex(BYTES))
