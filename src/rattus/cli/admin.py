"""`rattus admin`: what the people who run a server can do to its tables, keys and visitors."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from rattus.cli.terminal import make_console
from rattus.errors import RattusError
from rattus.extras import Extra, require
from rattus.server.settings import data_folder, sqlite_url

if TYPE_CHECKING:  # slow to import, which other commands should not pay for
    from rattus.server.administrator import Administrator

T = TypeVar("T")
app = typer.Typer(no_args_is_help=True, help="Look after a server: its tables, keys and visitors. It may be running.")

Database = Annotated[
    str | None,
    typer.Option(help="The database of the server: sqlite:///PATH or postgresql://…", show_default="your data folder"),
]
TableId = Annotated[str, typer.Argument(help="The id of a table.", metavar="TABLE")]
Chair = Annotated[int, typer.Argument(help="The number of a chair, from 1 on.", min=1, max=6, metavar="CHAIR")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


@app.command("list", epilog="Example: [bold]rattus admin list --limit 20[/]")
def list_tables(
    limit: Annotated[int, typer.Option(help="So many, the newest first.", min=1, max=10_000)] = 50,
    maker: Annotated[str | None, typer.Option(help="Only those of this maker.")] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List tables: when they were made and last used, their entries, and who made them (a hash of the address)."""
    rows = _run(database, lambda admin: admin.acts.tables(limit, maker))
    for row in rows:
        times = f"{_date(row.made_at)}  {_date(row.last_at)}"
        _print(asdict(row), f"{row.id}  {times}  {row.entries:6}  {row.maker or '-'}", as_json)


@app.command(epilog="Example: [bold]rattus admin show k3v9tq7xwe[/]")
def show(table: TableId, database: Database = None) -> None:
    """Show a table as JSON: chairs, names, status and chat. Hidden information is not shown."""
    typer.echo(json.dumps(_run(database, lambda admin: admin.show(table)), ensure_ascii=False, indent=1))


@app.command(epilog="Example: [bold]rattus admin close k3v9tq7xwe[/]")
def close(table: TableId, database: Database = None) -> None:
    """Close a table: nothing happens there any more, and everybody there sees it."""
    _run(database, lambda admin: admin.close(table))
    _say(f"{table} is closed")


@app.command(epilog="Example: [bold]rattus admin remove k3v9tq7xwe[/]")
def remove(
    table: TableId,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    database: Database = None,
) -> None:
    """Remove a table with everything that is stored of it."""
    if not yes:
        typer.confirm(f"Remove {table} with its journal and keys? That cannot be undone.", abort=True)
    _run(database, lambda admin: admin.acts.remove(table, time.time()))
    _say(f"{table} is removed")


@app.command(epilog="Example: [bold]rattus admin rate-again[/]")
def rate_again(database: Database = None) -> None:
    """Make all ratings anew from the stored results, after an update that rates in another way."""
    number = _run(database, lambda admin: admin.rate_again())
    _say(f"{number} rated matches")


@app.command(epilog="Example: [bold]rattus admin renew-key k3v9tq7xwe 2[/]")
def renew_key(table: TableId, chair: Chair, database: Database = None) -> None:
    """Give a chair another key and print it; the old one opens nothing any more."""
    _tell_key(table, chair, _run(database, lambda admin: admin.renew_key(table, chair)))


@app.command(epilog="Example: [bold]rattus admin kick k3v9tq7xwe 2[/]")
def kick(table: TableId, chair: Chair, database: Database = None) -> None:
    """Remove whoever has a chair: a bot plays on, and the chair gets another key, which is printed."""
    _tell_key(table, chair, _run(database, lambda admin: admin.kick(table, chair)))


@app.command(epilog="Examples: [bold]rattus admin ban 192.0.2.7[/] · [bold]rattus admin ban --table k3v9tq7xwe[/]")
def ban(
    address: Annotated[str | None, typer.Argument(help="An address; IPv6: its /64.", metavar="ADDRESS")] = None,
    table: Annotated[str | None, typer.Option(help="Whoever made this table.")] = None,
    why: Annotated[str, typer.Option(help="For the audit log.")] = "",
    database: Database = None,
) -> None:
    """Shut an address out: it can make, open and watch nothing."""
    _say(f"banned: {_run(database, lambda admin: admin.ban(address, table, why))}")


@app.command(epilog="Example: [bold]rattus admin unban 192.0.2.7[/]")
def unban(
    address: Annotated[str, typer.Argument(help="An address, or its hash from `bans`.", metavar="ADDRESS")],
    database: Database = None,
) -> None:
    """Let an address in again."""
    _say(f"no longer banned: {_run(database, lambda admin: admin.unban(address))}")


@app.command()
def bans(as_json: AsJson = False, database: Database = None) -> None:
    """List who is shut out, by the hashes of their addresses."""
    for each in _run(database, lambda admin: admin.acts.bans()):
        _print(asdict(each), f"{each.address}  {_date(each.at)}  {each.why}", as_json)


@app.command(epilog="Examples: [bold]rattus admin reports[/] · [bold]rattus admin reports --dismiss 7[/]")
def reports(
    limit: Annotated[int, typer.Option(help="So many, the newest first.", min=1, max=5_000)] = 50,
    dismiss: Annotated[int | None, typer.Option(help="Remove the report with this number.", min=1)] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List what people at tables have reported, with the last lines of the chat."""
    if dismiss is not None:
        if not _run(database, lambda admin: admin.dismiss_report(dismiss)):
            raise RattusError(f"there is no report {dismiss}")
        _say(f"report {dismiss} is dismissed")
        return
    for row in _run(database, lambda admin: admin.reports.list(limit)):
        by = "a spectator" if row["by_chair"] is None else f"chair {row['by_chair']}"
        who = f"{row['name']!r} (chair {row['chair']}, player {row['player_id'] or '-'})"
        what = f"{row['why']}: {who}, by {by} from {row['by_address']}"
        text = f"{row['id']:6}  {_date(row['at'])}  {row['table_id']}  {what}"
        said = [f"        {line['chair']}: {line['text']!r}" for line in row["lines"]]
        _print(row, "\n".join([text, *([f"        {row['text']!r}"] if row["text"] else []), *said]), as_json)


@app.command("log")
def audit_log(
    after: Annotated[int | None, typer.Option(help="Those that follow this number.", min=0)] = None,
    limit: Annotated[int, typer.Option(help="So many, without --after the newest.", min=1, max=100_000)] = 1000,
    who: Annotated[str, typer.Option(help="Only what these did: `admin`, `host` (of a table) or `player`.")] = "",
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Print the audit log, the newest last: who did what to which table, and when."""
    rows = _run(
        database,
        lambda admin: admin.acts.newest(limit, who) if after is None else admin.acts.log(after, limit),
    )
    for row in rows if after is None else [row for row in rows if row.who.startswith(who)]:
        text = f"{row.id:6}  {_date(row.at)}  {row.who}  {row.action}  {row.table or '-'}  {row.detail}"
        _print(asdict(row), text, as_json)


def _run(database: str | None, act: Callable[[Administrator], Awaitable[T]]) -> T:
    require(Extra.SERVER, "rattus admin")
    if database is not None and database.startswith("postgres"):
        require(Extra.POSTGRES, "a PostgreSQL database")
    from rattus.server.administrator import Administrator

    async def run() -> T:
        async with Administrator(database or sqlite_url(data_folder() / "tables.sqlite")) as administrator:
            return await act(administrator)

    return asyncio.run(run())


def _tell_key(table: str, chair: int, key: str) -> None:
    _say(f"the new key of chair {chair}: {key}")
    _say(f"as a link: /t/{table}#{key}")


def _print(data: dict[str, Any], text: str, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False))
    else:
        _say(text)


def _say(text: str) -> None:
    make_console().print(text, markup=False, highlight=False, soft_wrap=True)


def _date(at: float) -> str:
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):
        raise RattusError(f"no time: {at}") from None
