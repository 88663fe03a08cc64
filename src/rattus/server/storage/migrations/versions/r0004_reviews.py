"""Reviews of matches that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("asked_at", sa.Double, nullable=False),
        sa.Column("asker", sa.Text, nullable=False),
        sa.Column("lease_owner", sa.Text),
        sa.Column("leased_until", sa.Double),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("finished_at", sa.Double),
        sa.Column("data", sa.LargeBinary),
    )
    op.create_index("reviews_by_finished", "reviews", ["finished_at", "asked_at"])
