"""What is in the database. The migrations make the same, step by step; a test compares them."""

from sqlalchemy import Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("made", Double, nullable=False),
    # When somebody has to look after the table: a bot has to move, or a time is up.
    Column("attention", Double),
    # The process that looks after it, and until when.
    Column("keeper", Text),
    Column("kept_until", Double),
    Index("tables_by_attention", "attention"),
    Index("tables_by_keeper", "keeper"),
)

keys = Table(
    "keys",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("table_id", Text, ForeignKey("tables.id"), nullable=False),
    Column("role", Text, nullable=False),
    Column("seat", Integer),
)

entries = Table(
    "entries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer),
    Column("data", Text, nullable=False),  # JSON, never looked into by the database
    sqlite_with_rowid=False,  # a table's entries lie side by side, in their order
)
