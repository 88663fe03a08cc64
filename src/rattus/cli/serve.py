"""`rattus serve`: the server of tables for the browser."""

from __future__ import annotations

import os
import socket
import webbrowser
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit

import typer

from rattus.cli.terminal import make_console
from rattus.errors import RattusError
from rattus.extras import Extra, require
from rattus.server.logging import set_up_logging
from rattus.server.settings import MailServer, NoticeSettings, Settings, data_folder, sqlite_url

BACKLOG = 2048  # connections waiting to be accepted
EPILOG = "Examples: [bold]rattus serve[/] · [bold]rattus serve --host 0.0.0.0 --port 80[/]"
SHORTEST_CODE = 8  # characters of an invitation code
LEVELS = ("debug", "info", "warning", "error")

Database = Annotated[
    str | None,
    typer.Option(
        help="Where the tables are kept: sqlite:///PATH or postgresql://USER@HOST/NAME.",
        show_default="your data folder",
    ),
]


def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to listen at; 0 for any that is free.", min=0, max=65535)] = 8000,
    database: Database = None,
    redis: Annotated[
        str | None, typer.Option(help="redis://HOST: several servers share one PostgreSQL database.")
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another origin whose pages may connect, such as https://example.org.")
    ] = None,
    processes: Annotated[
        int, typer.Option(help="Processes on this machine that share the work, at most one a core.", min=1, max=64)
    ] = 1,
    bots: Annotated[
        int | None, typer.Option(help="How many bots think at once.", min=1, show_default="cores but one")
    ] = None,
    proxies: Annotated[
        str, typer.Option(help="Addresses of proxies whose word on the client's address is believed.")
    ] = "127.0.0.1",
    archive_days: Annotated[
        float | None,
        typer.Option(help="Archive and remove tables unused for so many days.", min=1, show_default="never"),
    ] = None,
    archive_to: Annotated[
        Path | None, typer.Option(help="The folder for archived tables.", show_default="`archive` in your data folder")
    ] = None,
    open_tables: Annotated[
        bool, typer.Option(help="Let players open tables to everybody on this server, and find each other.")
    ] = True,
    invitation_code: Annotated[
        str | None,
        typer.Option(
            help="What players have to know before they use open tables.",
            show_default="nothing",
            envvar="RATTUS_INVITATION_CODE",
        ),
    ] = None,
    daily_games: Annotated[
        bool, typer.Option(help="Offer a game of the day: the same deal for everybody, one try, a table of results.")
    ] = True,
    url: Annotated[
        str | None,
        typer.Option(
            help="The address of this server as players see it, https://example.org: for links in messages.",
            envvar="RATTUS_URL",
            show_default="of this machine",
        ),
    ] = None,
    contact: Annotated[
        str | None,
        typer.Option(help="Whom push services may write to: mailto:you@example.org.", envvar="RATTUS_CONTACT"),
    ] = None,
    smtp: Annotated[
        str | None,
        typer.Option(
            help="The mail server: smtp://USER:PASSWORD@HOST (STARTTLS), or smtps:// for TLS from the start.",
            envvar="RATTUS_SMTP",
            show_default="no e-mails",
        ),
    ] = None,
    mail_from: Annotated[
        str | None, typer.Option(help="Whom e-mails are from: rattus@example.org.", envvar="RATTUS_MAIL_FROM")
    ] = None,
    push: Annotated[bool, typer.Option(help="Let players be told by their browsers (Web Push).")] = True,
    webhooks: Annotated[bool, typer.Option(help="Let players be told by webhooks and ntfy.")] = True,
    private_webhooks: Annotated[
        bool, typer.Option("--private-webhooks", help="Let webhooks lead to this machine and private networks.")
    ] = False,
    log_level: Annotated[str, typer.Option(help=f"One of {', '.join(LEVELS)}.")] = "warning",
    browser: Annotated[bool, typer.Option("--browser", help="Open the page in a browser.")] = False,
) -> None:
    """Run the table server: play in the browser, alone or with others."""
    require(Extra.SERVER, "rattus serve")
    if database is not None and database.startswith("postgres"):
        require(Extra.POSTGRES, "a PostgreSQL database")
    if redis is not None:
        require(Extra.REDIS, "--redis")
    if log_level not in LEVELS:
        raise RattusError(f"--log-level: must be one of {', '.join(LEVELS)}, not {log_level!r}")
    if redis is not None and (database is None or not database.startswith("postgres")):
        raise RattusError("--redis: several servers need a database in common: --database postgresql://…")
    if processes > 1 and not hasattr(socket, "send_fds"):
        raise RattusError("--processes: this system cannot pass connections between processes")
    if invitation_code is not None and len(invitation_code) < SHORTEST_CODE:
        raise RattusError(f"--invitation-code: use at least {SHORTEST_CODE} characters, so that it cannot be guessed")
    settings = Settings(
        database=database or sqlite_url(data_folder() / "tables.sqlite"),
        redis=redis,
        origins=tuple(origin or ()),
        web=web_folder(),
        bot_workers=bots,
        processes=processes,
        open_tables=open_tables,
        invitation_code=invitation_code,
        daily_games=daily_games,
        archive_days=archive_days,
        archive_folder=archive_to or data_folder() / "archive",
    )
    notices = NoticeSettings(
        _read_url(url), contact, push, webhooks, mail_server_from(smtp, mail_from), allows_private=private_webhooks
    )
    if notices.mail is not None and url is None:
        raise RattusError("--smtp: e-mails have links in them; tell the address of this server with --url")
    set_up_logging(log_level)
    from rattus.server.run import prepare, run_server  # slow to import, which other commands should not pay for

    with _listen(host, port) as listener:
        address = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{listener.getsockname()[1]}"
        if notices.url is None and host == "127.0.0.1":
            notices = replace(notices, url=address)
        settings = replace(settings, notices=notices)
        prepare(settings)
        _greet(address, settings)
        if browser:
            webbrowser.open(address)
        if not run_server(settings, listener, proxies):
            raise RattusError("the server could not start; the reason is above")


def _greet(address: str, settings: Settings) -> None:
    from rattus.server.uvicorn_server import is_sigint_ignored

    console = make_console(stderr=True)
    end = f"`kill {os.getpid()}`" if is_sigint_ignored() else "Ctrl-C"
    console.print(f"rattus is at {address}; {end} stops it, and no move is lost.", highlight=False)
    if settings.web is None:
        console.print("The browser client is not built; `make setup` does it. The API works without.", highlight=False)


def web_folder() -> Path | None:
    """The folder of the built browser client, if there is one."""
    folder = Path(str(resources.files("rattus"))) / "web"
    return folder if (folder / "index.html").is_file() else None


def _read_url(url: str | None) -> str | None:
    if url is None:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/") or parts.query:
        raise RattusError(f"--url: an address such as https://example.org, not {url!r}")
    return url.rstrip("/")


def mail_server_from(url: str | None, sender: str | None) -> MailServer | None:
    """The mail server that a URL names: smtp:// (STARTTLS), smtps:// (TLS), or smtp+plain:// (neither)."""
    if url is None:
        return None
    known = {"smtp": ("starttls", 587), "smtps": ("tls", 465), "smtp+plain": ("none", 25)}
    try:
        parts = urlsplit(url)
        tls, port = known[parts.scheme]
        host, port = parts.hostname, parts.port or port
    except (KeyError, ValueError):
        raise RattusError("--smtp: smtp://USER:PASSWORD@HOST:PORT, smtps://… or smtp+plain://…") from None
    if not host or sender is None:
        raise RattusError("--smtp: name a host, and whom e-mails are from with --mail-from")
    username, password = (None if word is None else unquote(word) for word in (parts.username, parts.password))
    return MailServer(host, port, sender, username, password, tls)


def _listen(host: str, port: int) -> socket.socket:
    """Bind the port first, so that a port in use is reported before anything is set up."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With IPPROTO_TCP named, asyncio turns off Nagle's algorithm, which delays small messages by 40 ms.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # early connections, such as the browser's, wait
    except OSError as error:
        listener.close()
        raise RattusError(f"cannot listen at {host}:{port}: {error.strerror}; choose another with --port") from None
    return listener
