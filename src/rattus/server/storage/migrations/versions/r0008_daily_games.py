"""The game of the day: who has had their try, and how it ended."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "tries",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("table_id", sa.Text, nullable=False, unique=True),
        sa.Column("begun_at", sa.Double, nullable=False),
        sa.Column("ended_at", sa.Double),
        sa.Column("has_left", sa.Boolean, nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("points", sa.Integer),
    )
    op.create_index("tries_by_place", "tries", ["day", "game", "place", "points"])
    op.create_index("tries_by_player", "tries", ["player_id"])
