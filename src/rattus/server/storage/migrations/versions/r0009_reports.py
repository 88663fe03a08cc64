"""Reports to whoever runs the server."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add a table."""
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("chair", sa.Integer, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("player_id", sa.Text),
        sa.Column("by_chair", sa.Integer),
        sa.Column("by_address", sa.Text, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
    )
    op.create_index("reports_by_table", "reports", ["table_id", "chair"])
    op.create_index("reports_by_address", "reports", ["by_address", "at"])
