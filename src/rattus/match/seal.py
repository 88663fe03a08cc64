"""Verifiable shuffles: a commitment to the seed is shown before the game, seed and salt after it."""

import hashlib
import secrets
from dataclasses import dataclass

from rattus.errors import FormatError

BYTES = 16  # of a seed and of a salt


@dataclass(frozen=True)
class Seal:
    """A seed, and a salt that keeps the seed from being guessed from the commitment.

    >>> Seal("5eed", "5a17").commitment[:16]
    'e3ae85b2942dc963'
    """

    seed: str
    salt: str

    def __post_init__(self) -> None:
        for name, text in (("seed", self.seed), ("salt", self.salt)):
            if ":" in text or not text.isprintable():  # else two pairs could have the same commitment
                raise FormatError(name, f"must be printable and without a colon, not {text!r}")

    @property
    def commitment(self) -> str:
        """The hash that is shown before the game."""
        return hashlib.sha256(f"{self.seed}:{self.salt}".encode()).hexdigest()

    @property
    def shuffle_key(self) -> str:
        """What later shuffles are keyed by: nobody can compute it from cards, however many of them are seen."""
        return f"{self.seed}:{self.salt}/shuffles"


def new_seal() -> Seal:
    """A seal with a random seed and salt."""
    return Seal(secrets.token_hex(BYTES), secrets.token_hex(BYTES))
