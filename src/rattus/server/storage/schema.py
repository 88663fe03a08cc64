"""The tables of the database. The migrations build the same, step by step; a test compares them."""

import sqlalchemy as sa

metadata = sa.MetaData()

# Columns keep the names of the first migration; `key` is the name that the code uses.
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("made", sa.Double, nullable=False, key="created_at"),
    # When the server has to act by itself: a bot has to move, or somebody's time is up.
    sa.Column("attention", sa.Double, key="next_wakeup"),
    # The process that holds the lease on the table, and until when.
    sa.Column("keeper", sa.Text, key="lease_owner"),
    sa.Column("kept_until", sa.Double, key="leased_until"),
    sa.Index("tables_by_attention", "next_wakeup"),
    sa.Index("tables_by_keeper", "lease_owner"),
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("data", sa.Text, nullable=False),  # JSON that the database never looks into
    sqlite_with_rowid=False,  # stores the entries of a table side by side, in order
)
