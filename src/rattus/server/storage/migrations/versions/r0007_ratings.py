"""Ratings, statistics of players, and pages that show them."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add two columns and four tables."""
    op.add_column("players", sa.Column("page", sa.Text))
    op.create_index("players_by_page", "players", ["page"], unique=True)
    op.add_column("results", sa.Column("is_counted", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("results_uncounted", "results", ["is_counted", "at"])
    op.create_table(
        "ratings",
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
    )
    op.create_index("ratings_by_mean", "ratings", ["game", "mean"])
    op.create_table(
        "rated_matches",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.UniqueConstraint("table_id", "match"),
    )
    op.create_table(
        "rated_chairs",
        sa.Column(
            "rated_match_id", sa.Integer, sa.ForeignKey("rated_matches.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="SET NULL")),
        sa.Column("level", sa.Text),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("is_rated", sa.Boolean, nullable=False),
        sa.Column("mean_before", sa.Double, nullable=False),
        sa.Column("deviation_before", sa.Double, nullable=False),
        sa.Column("mean", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
    )
    op.create_index("rated_chairs_by_player", "rated_chairs", ["player_id", "rated_match_id"])
    op.create_table(
        "figures",
        sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )
