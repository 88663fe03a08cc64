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
    # A keyed hash of the address that it was made from, for fair shares and bans.
    sa.Column("maker", sa.Text),
    sa.Index("tables_by_attention", "next_wakeup"),
    sa.Index("tables_by_keeper", "lease_owner"),
)

keys = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, key="chair"),
    # The player whose own key this one was derived from; null for the keys that were given out when the table was made.
    sa.Column("player_id", sa.Text),
    # The device whose own key it was; null if it was the player's link.
    sa.Column("device_id", sa.Text),
    sa.Index("keys_by_player", "player_id"),
    sa.Index("keys_by_table", "table_id"),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, key="chair"),
    sa.Column("data", sa.Text, nullable=False),  # JSON that the database never looks into
    sqlite_with_rowid=False,  # stores the entries of a table side by side, in order
)

bans = sa.Table(
    "bans",
    metadata,
    sa.Column("address", sa.Text, primary_key=True),  # keyed hash of an address, as in `tables.maker`
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("why", sa.Text, nullable=False),
)

# What the people who run the server, and makers of tables, have done. Servers follow it by the numbers of its rows.
audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("action", sa.Text, nullable=False),
    sa.Column("table_id", sa.Text),  # no foreign key: a table may be removed, and what was done to it stays
    sa.Column("detail", sa.Text, nullable=False),
)

notes = sa.Table(
    "notes",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),  # of the key in the player's link; none's once closed
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),
    sa.Column("invitation", sa.Text),  # digest of the invitation code that the player has given last
    sa.Column("looked_at", sa.Double),  # when a page of theirs was last in sight
    sa.Column("page", sa.Text),  # the id of the page that shows them to everybody; null: nothing does
    sa.Index("players_by_seen", "seen_at"),
    sa.Index("players_by_page", "page", unique=True),
)

# Devices that came in by a passkey: each has a key of its own, beside the one in the player's link.
devices = sa.Table(
    "devices",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("digest", sa.Text, nullable=False, unique=True),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),
    sa.Index("devices_by_player", "player_id"),
)

passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),  # of the credential
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("public_key", sa.Text, nullable=False),
    sa.Column("sign_count", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("used_at", sa.Double),
    sa.Index("passkeys_by_player", "player_id"),
)

# Secrets that are good once: challenges of passkeys, and the links in e-mails.
codes = sa.Table(
    "codes",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE")),
    sa.Column("subject", sa.Text, nullable=False),  # what it is for: the channel of an e-mail address
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("expires_at", sa.Double, nullable=False),
    sa.Index("codes_by_expiry", "expires_at"),
    sa.Index("codes_by_player", "player_id"),
)

# What a player wants to be told of, and when.
wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("data", sa.Text, nullable=False),  # JSON
)

# Where a player is told that it is their turn.
channels = sa.Table(
    "channels",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON: the keys of a push subscription
    sa.Column("is_confirmed", sa.Boolean, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),  # messages in a row that did not arrive
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Index("channels_by_player", "player_id"),
)

# Messages about turns: one row for each channel and turn, so that nobody is told twice. `due_at` is null while a
# message is being sent and afterwards: after a crash nobody knows whether it was sent, and it is not sent again.
messages = sa.Table(
    "messages",
    metadata,
    sa.Column("channel_id", sa.Text, sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("due_at", sa.Double),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("sent_at", sa.Double),  # when it was last tried
    sa.Index("messages_by_due", "due_at"),
    sa.Index("messages_by_table", "table_id"),
)

# The chairs that belong to players. They go with the table, and with the player.
seatings = sa.Table(
    "seatings",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("is_host", sa.Boolean, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Index("seatings_by_player", "player_id", "table_id", "chair"),
)

# What lists of games tell of a table where a player sits, after so many entries of its journal: all of it public there.
games = sa.Table(
    "games",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("waits_for", sa.Integer),  # the chair of the person who has to decide
    sa.Column("deadline", sa.Double),
    sa.Column("changed_at", sa.Double, nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
    sa.Index("games_by_status", "status"),
    sa.Index(
        "games_at_a_glance", "table_id", "status", "waits_for", "number"
    ),  # counting needs no rows, which are long
)

# Tables that are open to everybody, until their match begins. What they are like is in `games` and in their journals.
openings = sa.Table(
    "openings",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("chair", sa.Integer, nullable=False),
    sa.Column("maker", sa.Text, nullable=False),  # as in `tables.maker`
    sa.Column("opened_at", sa.Double, nullable=False),
    sa.Column("fill_at", sa.Double),
    sa.Column("closes_at", sa.Double, nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
    sa.Index("openings_by_player", "player_id"),
    sa.Index("openings_by_maker", "maker"),
)

# How matches ended for players. A host who removes a table does not remove what others have won there.
results = sa.Table(
    "results",
    metadata,
    sa.Column("table_id", sa.Text, primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("seat", sa.Text, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("has_left", sa.Boolean, nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON
    sa.Column("is_counted", sa.Boolean, nullable=False, server_default=sa.false()),  # whether it is in `figures`
    sa.Index("results_by_player", "player_id", "at"),
    sa.Index("results_won", "player_id", "won"),
    sa.Index("results_uncounted", "is_counted", "at"),
)

# The rating of a player in a game, as the rated matches have made it.
ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("changed_at", sa.Double, nullable=False),
    sa.Index("ratings_by_mean", "game", "mean"),
)

# The rated matches, each once: whoever adds the row carries out what it means for ratings, in the same transaction.
rated_matches = sa.Table(
    "rated_matches",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),  # the order in which they were rated
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("match", sa.Integer, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.UniqueConstraint("table_id", "match"),
)

# Who took part in a rated match, with the rating before and after it: everything that rating them again would need.
# A player who was removed is nobody here; a level of computer players is fixed.
rated_chairs = sa.Table(
    "rated_chairs",
    metadata,
    sa.Column("rated_match_id", sa.Integer, sa.ForeignKey("rated_matches.id"), primary_key=True, autoincrement=False),
    sa.Column("chair", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="SET NULL")),
    sa.Column("level", sa.Text),
    sa.Column("rank", sa.Integer, nullable=False),
    sa.Column("is_rated", sa.Boolean, nullable=False),
    sa.Column("mean_before", sa.Double, nullable=False),
    sa.Column("deviation_before", sa.Double, nullable=False),
    sa.Column("mean", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Index("rated_chairs_by_player", "player_id", "rated_match_id"),
)

# What the finished matches of a player add up to, so that nobody has to read them all: see `ratings.figures`.
figures = sa.Table(
    "figures",
    metadata,
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("matches", sa.Integer, nullable=False),
    sa.Column("won", sa.Integer, nullable=False),
    sa.Column("most", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),  # JSON: what the most was
)

# Reviews of matches that are over: those that are made, and those that are asked for and wait. They go with the table.
reviews = sa.Table(
    "reviews",
    metadata,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("match", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("asked_at", sa.Double, nullable=False),
    sa.Column("asker", sa.Text, nullable=False),  # keyed hash of an address, as in `tables.maker`
    # The process that makes it, and until when that counts.
    sa.Column("lease_owner", sa.Text),
    sa.Column("leased_until", sa.Double),
    # How many decisions are judged, of how many.
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("finished_at", sa.Double),
    sa.Column("data", sa.LargeBinary),  # JSON, compressed; null if it could not be made
    sa.Index("reviews_by_finished", "finished_at", "asked_at"),
)

# The tries at the games of the day: one for each player, game and day. `table_id` has no foreign key: a table may be
# archived, and the try stays used. `place` and `points` are there once it has ended before the day was over.
tries = sa.Table(
    "tries",
    metadata,
    sa.Column("day", sa.Text, primary_key=True),  # UTC, as in 2026-11-18
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("player_id", sa.Text, sa.ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("table_id", sa.Text, nullable=False, unique=True),
    sa.Column("begun_at", sa.Double, nullable=False),
    sa.Column("ended_at", sa.Double),
    sa.Column("has_left", sa.Boolean, nullable=False),
    sa.Column("place", sa.Integer),  # null of whoever has left
    sa.Column("points", sa.Integer),
    sa.Index("tries_by_place", "day", "game", "place", "points"),
    sa.Index("tries_by_player", "player_id"),
)

# What people at tables have reported to whoever runs the server. No foreign keys: it stays when the table is removed.
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("chair", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("player_id", sa.Text),  # whose own the chair is
    sa.Column("by_chair", sa.Integer),  # null: a spectator
    sa.Column("by_address", sa.Text, nullable=False),  # keyed hash, as in `tables.maker`
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("lines", sa.Text, nullable=False),  # JSON: the last lines of the chat
    sa.Index("reports_by_table", "table_id", "chair"),
    sa.Index("reports_by_address", "by_address", "at"),
)
