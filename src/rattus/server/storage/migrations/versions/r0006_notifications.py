"""Passkeys and devices of players, and messages that tell them that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add two columns and six tables."""
    op.add_column("keys", sa.Column("device_id", sa.Text))
    op.add_column("players", sa.Column("looked_at", sa.Double))
    op.create_table(
        "devices",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("digest", sa.Text, nullable=False, unique=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.create_index("devices_by_player", "devices", ["player_id"])
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("public_key", sa.Text, nullable=False),
        sa.Column("sign_count", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double),
    )
    op.create_index("passkeys_by_player", "passkeys", ["player_id"])
    op.create_table(
        "codes",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE")),
        sa.Column("subject", sa.Text, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("expires_at", sa.Double, nullable=False),
    )
    op.create_index("codes_by_expiry", "codes", ["expires_at"])
    op.create_index("codes_by_player", "codes", ["player_id"])
    op.create_table(
        "wishes",
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("is_confirmed", sa.Boolean, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Double, nullable=False),
    )
    op.create_index("channels_by_player", "channels", ["player_id"])
    op.create_table(
        "messages",
        sa.Column("channel_id", sa.Text, sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("created_at", sa.Double, nullable=False),
        sa.Column("due_at", sa.Double),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("sent_at", sa.Double),
    )
    op.create_index("messages_by_due", "messages", ["due_at"])
    op.create_index("messages_by_table", "messages", ["table_id"])
