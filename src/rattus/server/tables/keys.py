"""Secret keys, and the roles they grant."""

import hashlib
import secrets
from dataclasses import dataclass
from enum import StrEnum

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # without lookalikes: people read table ids to each other
TABLE_ID_LENGTH = 10
KEY_BYTES = 16


class RoleKind(StrEnum):
    """What a key lets its owner do."""

    HOST = "host"
    WATCH = "watch"
    CHAIR = "seat"  # the name that is stored
    SERVER = "server"  # no key grants it: the server acting for a bot or a clock


@dataclass(frozen=True)
class Role:
    """Who somebody is at a table; `chair` is the number of the chair of `CHAIR` and `SERVER`."""

    kind: RoleKind
    chair: int | None = None


HOST = Role(RoleKind.HOST)
WATCH = Role(RoleKind.WATCH)
SERVER = Role(RoleKind.SERVER)  # acting for nobody in particular


def chair_role(number: int) -> Role:
    """The role of whoever sits on a chair."""
    return Role(RoleKind.CHAIR, number)


def server_role(number: int) -> Role:
    """The role of the server when it acts for a chair."""
    return Role(RoleKind.SERVER, number)


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_table_id() -> str:
    """An id for a table; not a secret."""
    return new_id(TABLE_ID_LENGTH)


def new_id(length: int) -> str:
    """An id of so many characters; not a secret, and not to be guessed where it is long."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def digest(key: str) -> str:
    """What is stored of a key. Keys have 128 random bits, so a slow hash would add nothing to SHA-256."""
    return hashlib.sha256(key.encode()).hexdigest()
