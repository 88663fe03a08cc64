"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import platformdirs


@dataclass(frozen=True)
class Limits:
    """Limits on what clients may ask of the server. Those without another word hold for one client address."""

    message_bytes: int = 16_384  # size of a WebSocket message
    body_bytes: int = 400_000  # size of a request body; a long record has some 100,000
    messages: float = 40.0  # per second and connection
    address_messages: float = 400.0  # per second, over all connections of an address
    requests: float = 20.0  # per second and address
    all_requests: float = 600.0  # the same; refused ones, connections and files count too
    new_tables: float = 0.5  # per second and address
    new_chairs: float = 2.0  # at open tables, per second and address: friends may share an address
    new_players: float = 0.5  # per second and address
    player_burst: float = 60.0  # seconds' worth of new players that may come at once: a school class
    new_mails: float = 1 / 120  # confirmation e-mails per second and address
    mail_burst: float = 600.0  # seconds' worth of them that may come at once
    burst: float = 5.0  # seconds' worth of each that may come at once
    bad_messages: int = 20  # before the connection is closed
    connections: int = 100  # at once from one address
    spectators: int = 100  # at once at one table
    unattended_tables: int = 5  # per maker: tables where bots play on alone and nobody watches
    open_tables: int = 3  # per player: tables that have not begun
    open_tables_from_address: int = 12  # the same, over all players of an address
    open_chairs: int = 6  # per player: chairs at open tables that have not begun
    player_pages: int = 20  # per player and process: connections of /api/me/live
    unread_messages: int = 256  # before a client that reads too slowly is disconnected
    unread_bytes: int = 1 << 19  # the same, by size
    all_unread_bytes: int = 1 << 28  # over all clients; each process gets an equal share
    unread_answers: int = 1 << 24  # bytes of HTTP answers that an address has not read yet
    all_unread_answers: int = 1 << 27  # the same, over all clients of this process
    answer_seconds: float = 120.0  # a client that reads nothing of its answer for so long is disconnected
    hello_seconds: float = 10.0  # until the first message of a WebSocket
    head_bytes: int = 16_384  # of a request: its first line and headers
    head_seconds: float = 10.0  # until the head of a request is complete
    body_seconds: float = 30.0  # until its body is
    open_connections: int = 200  # at once from one address, of any kind
    total_connections: int = 10_000  # at once in this process
    frames: float = 50.0  # per second: WebSocket frames that are not whole messages (fragments, pings)


@dataclass(frozen=True)
class MailServer:
    """The host's mail server (SMTP), and whom e-mails are from."""

    host: str
    port: int
    sender: str
    username: str | None = None
    password: str | None = None
    tls: str = "starttls"  # "starttls", "tls" from the start, or "none"


@dataclass(frozen=True)
class NoticeSettings:
    """How players are told that it is their turn. What is not set here cannot be chosen by them."""

    url: str | None = None  # of this server as its players see it: for the links in e-mails and webhooks
    contact: str | None = None  # mailto: or https:, whom push services can reach
    push: bool = True
    webhooks: bool = True
    mail: MailServer | None = None
    allows_private: bool = False  # messages may go to loopback and private networks
    delay_seconds: float = 5.0  # after a turn began: most people are there anyway


@dataclass(frozen=True)
class Settings:
    """Where the server keeps its tables, what it connects to, and its limits."""

    database: str
    redis: str | None = None
    origins: tuple[str, ...] = ()  # of browsers, beside the server's own
    bot_workers: int | None = None  # bots that think at once; None leaves one core to the server
    processes: int = 1  # that share the work on this machine
    process: int = 0  # the number of this one
    relay_path: str | None = None  # the Unix socket that connects the processes of this machine
    limits_path: str | None = None  # the file in which they count together
    limits: Limits = Limits()
    tick_seconds: float = 15.0
    idle_seconds: float = 300.0  # until an unused table is evicted from memory
    lease_seconds: float = 15.0  # until other processes take over the tables of a dead one
    web: Path | None = None  # the folder of the browser client
    open_tables: bool = True  # whether tables can be open to everybody on this server
    invitation_code: str | None = None  # what a player has to know before using open tables, or the game of the day
    daily_games: bool = True  # whether there is a game of the day
    archive_days: float | None = None  # after which an unused table is archived and removed; None: never
    archive_folder: Path | None = None  # where archived tables go
    notices: NoticeSettings = NoticeSettings()


def data_folder() -> Path:
    """Where the data of this user's rattus are kept."""
    return platformdirs.user_data_path("rattus", appauthor=False)


def sqlite_url(path: Path) -> str:
    """The address of a SQLite file."""
    return f"sqlite:///{path}"
