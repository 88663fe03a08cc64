"""Who made a table, who is banned, what was done by people who run the server, and notes of the server itself."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add a column and three tables."""
    op.add_column("tables", sa.Column("maker", sa.Text))
    op.create_table(
        "bans",
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("why", sa.Text, nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("table_id", sa.Text),
        sa.Column("detail", sa.Text, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
