"""A player's own key, and the keys to tables that follow from it."""

from __future__ import annotations

import hashlib
import hmac
from base64 import urlsafe_b64encode

from rattus.server.tables.keys import KEY_BYTES, WATCH, Role, RoleKind, new_id

PLAYER_ID_LENGTH = 12


def new_player_id() -> str:
    """An id for a player, or for a device or channel of one; not a secret."""
    return new_id(PLAYER_ID_LENGTH)


def watch_key(secret: bytes, table_id: str) -> str:
    """The key with which anybody may watch a table where nobody gives out keys. It follows from the server's secret."""
    return derived_key(f"server {secret.hex()}", table_id, WATCH)


def derived_key(player_key: str, table_id: str, role: Role) -> str:
    """The key with which a player takes a role at a table on any device.

    A link with it may be shown in the address bar and shared by mistake: it opens this table and nothing else.
    """
    place = f"chair {role.chair}" if role.kind is RoleKind.CHAIR else role.kind.value
    mac = hmac.digest(player_key.encode(), f"{table_id} {place}".encode(), hashlib.sha256)
    return urlsafe_b64encode(mac[:KEY_BYTES]).rstrip(b"=").decode()
