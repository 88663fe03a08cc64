"""Secret keys, and what they open."""

import hashlib
import secrets
from dataclasses import dataclass

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike: people read table ids to each other
ID_LENGTH = 10
KEY_BYTES = 16


@dataclass(frozen=True)
class Role:
    """Who somebody is at a table: `host`, `watch`, or `seat` and its number."""

    kind: str
    seat: int | None = None

    def as_data(self, colour: str | None) -> dict[str, object]:
        """As it is told to the client."""
        return {"role": self.kind, "seat": self.seat, "colour": colour}


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_table_id() -> str:
    """A name for a table; no secret."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def digest(key: str) -> str:
    """What is stored of a key. It has 128 random bits, so nothing slower than SHA-256 is needed."""
    return hashlib.sha256(key.encode()).hexdigest()
