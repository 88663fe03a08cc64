"""Tables that are open to everybody, and who was invited to them."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add a column to the players, and a table."""
    op.add_column("players", sa.Column("invitation", sa.Text))
    op.create_table(
        "openings",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("chair", sa.Integer, nullable=False),
        sa.Column("maker", sa.Text, nullable=False),
        sa.Column("opened_at", sa.Double, nullable=False),
        sa.Column("fill_at", sa.Double),
        sa.Column("closes_at", sa.Double, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("openings_by_player", "openings", ["player_id"])
    op.create_index("openings_by_maker", "openings", ["maker"])
