"""How long lists of players take with many of them: python bench/players.py [PLAYERS] [GAMES]

A database in a temporary folder gets so many players and finished games, four players a game, and 10,000 games that go
on, of which 500 are open to everybody and have not begun. Every other game is rated, every third player shows their
page; all have played the games of yesterday, and a third of them those of today. Printed, and written to
bench/results/players.md, is the processor time that the server spends on each list, of the busiest player and of
others: in the store, and for some by HTTP.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import orjson
from sqlalchemy import insert

from rattus.games import GAMES
from rattus.server.app import make_app
from rattus.server.daily.store import DailyStore, Try
from rattus.server.open_tables.store import Bounds, OpenTableStore
from rattus.server.players.store import Player, PlayerStore
from rattus.server.ratings.store import RatingStore
from rattus.server.settings import Limits, Settings
from rattus.server.storage.migrations import migrate
from rattus.server.storage.schema import (
    entries,
    figures,
    games,
    openings,
    players,
    rated_chairs,
    rated_matches,
    ratings,
    results,
    seatings,
    tables,
    tries,
)
from rattus.server.storage.store import TableStore
from rattus.server.tables.daily import day_at, day_before
from rattus.server.tables.keys import digest

PLAYERS, FINISHED, UNFINISHED, OPEN = 10_000, 50_000, 10_000, 500
NOON = 1_800_000_000.0
COLOURS = ("red", "yellow", "green", "blue")
ROUNDS = 40
OPENING = orjson.dumps({"options": {}, "hide_rats": False, "level": None, "rated": True}).decode()
KEY = "k"  # of the busiest player
KINDS = [("all", ""), *(("players", str(n)) for n in range(2, 7)), *(("order", str(n)) for n in range(1, 7)),
         *(("thing", f"card{n}") for n in range(10)), ("reign", ""), ("plague", "")]  # fmt: skip
TODAY = day_at(time.time())
PLAYED_TODAY = 3  # one player in so many
RESULTS = Path(__file__).parent / "results" / "players.md"
LIMIT_MS = 50.0
Timed = tuple[str, float, float]  # what was asked, median and 95th percentile
JOBS = ("changes for 1,000 pages", "games that fell behind")  # nobody waits for these


def rows(number: int, finished: int) -> dict[Any, list[dict[str, Any]]]:
    """Everything that is stored, by table. Player 0 sits at one table in fifty."""
    chance = random.Random(1)
    found: dict[Any, list[dict[str, Any]]] = {
        rows: []
        for rows in (
            tables, players, entries, seatings, games, openings, results, ratings, rated_matches, rated_chairs, figures,
            tries,
        )
    }  # fmt: skip
    for player in range(number):
        row = {"id": f"p{player}", "digest": f"d{player}", "name": f"Player {player}", "created_at": NOON}
        page = None if player % 3 else f"page{player}"
        found[players].append(row | {"seen_at": NOON, "page": page, **({} if player else {"digest": digest(KEY)})})
        for game in GAMES:
            known = {"mean": chance.gauss(1500, 150), "deviation": chance.uniform(30, 200), "matches": 20}
            found[ratings].append({"player_id": f"p{player}", "game": game, **known, "changed_at": NOON})
            found[figures] += [
                {"player_id": f"p{player}", "game": game, "kind": kind, "name": name, "matches": 20, "won": 7,
                 "most": 5, "data": "{}"}
                for kind, name in KINDS
            ]  # fmt: skip
        for day in [day_before(TODAY), *([] if player % PLAYED_TODAY else [TODAY])]:
            for daily in GAMES:
                own = {"table_id": f"{day} {daily} {player}", "game": daily, "player_id": f"p{player}"}
                ended = {"has_left": False, "place": chance.randint(1, 4), "points": chance.randint(0, 20)}
                found[tables].append({"id": own["table_id"], "created_at": NOON})
                found[tries].append(own | ended | {"day": day, "begun_at": NOON, "ended_at": NOON + player})
                more = {"match": 1, "chair": 1, "at": NOON, "players": 4, "seat": "red", "won": False}
                data = {"data": '{"points": 9, "seats": []}', "is_counted": day != TODAY}  # today's wait for midnight
                found[results].append(own | more | data | {"has_left": False, "place": 2})
    for game in range(finished + UNFINISHED):
        name, is_over, is_open = f"t{game}", game < finished, game >= finished + UNFINISHED - OPEN
        who = chance.sample(range(number), 4)
        if game % 50 == 0 and 0 not in who:
            who[0] = 0
        chairs = [
            {
                "chair": chair,
                "seat": colour,
                "holder": "open" if is_open and chair == len(COLOURS) else "person",
                "name": f"Player {player}",
                "level": None,
                "away": False,
            }
            for chair, (colour, player) in enumerate(zip(COLOURS, who, strict=True), 1)
        ]
        data = orjson.dumps({"game": "rattus", "match": 1, "chairs": chairs, "clock": None, "moves": 9}).decode()
        found[tables].append({"id": name, "created_at": NOON + game})
        found[entries] += [
            {"table_id": name, "number": n, "at": NOON, "kind": "chat", "chair": 1, "data": "{}"} for n in (1, 2)
        ]
        found[games].append(
            {
                "table_id": name, "number": 2, "status": "over" if is_over else "open" if is_open else "playing",
                "waits_for": None if is_over else chance.randint(1, 4), "deadline": None if game % 2 else NOON + game,
                "changed_at": NOON + game, "data": data,
            }
        )  # fmt: skip
        if is_open:
            own = {"table_id": name, "player_id": f"p{who[0]}", "chair": 1, "maker": "m", "opened_at": NOON + game}
            found[openings].append(own | {"fill_at": None, "closes_at": NOON + game + 1, "data": OPENING})
        ended = orjson.dumps({"points": 9, "seats": [{**chair, "place": 1, "points": 9} for chair in chairs]}).decode()
        for chair, (colour, player) in enumerate(zip(COLOURS, who, strict=True), 1):
            own = {"table_id": name, "chair": chair, "player_id": f"p{player}", "at": NOON + game}
            found[seatings].append(own | {"is_host": chair == 1})
            if is_over:
                more = {"match": 1, "game": "rattus", "players": 4, "seat": colour, "place": chair, "won": chair == 1}
                found[results].append(
                    own | more | {"has_left": False, "data": ended, "is_counted": game < finished - 40}
                )
                if game % 2 == 0:
                    change = {"mean_before": 1500.0, "deviation_before": 90.0, "mean": 1510.0, "deviation": 88.0}
                    who_rated = {"rated_match_id": game + 1, "chair": chair, "player_id": f"p{player}", "level": None}
                    found[rated_chairs].append(who_rated | change | {"rank": chair, "is_rated": True})
        if is_over and game % 2 == 0:
            rated = {"id": game + 1, "table_id": name, "match": 1, "game": "rattus", "at": NOON + game}
            found[rated_matches].append(rated)
    return found


async def measure(number: int, finished: int) -> bool:
    """Print how long every list takes; whether all are below the limit."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'players.sqlite'}"
        migrate(address)
        store = TableStore(address)
        players_store, open_store = PlayerStore(store), OpenTableStore(store, Bounds(3, 12, 6))
        rating_store, daily_store = RatingStore(store), DailyStore(store)
        own_try = Try("", NOON + 1, False, 3, 9)
        for table, some in rows(number, finished).items():
            for start in range(0, len(some), 20_000):
                part = some[start : start + 20_000]
                await store.write(lambda connection, table=table, part=part: connection.execute(insert(table), part))
        busy, others = Player("p0", "Player 0", NOON, NOON), [f"p{n}" for n in range(1, 1 + ROUNDS)]
        some_player = lambda turn: Player(others[turn % len(others)], "", NOON, NOON)  # noqa: E731
        asked: dict[str, Callable[[int], Awaitable[Any]]] = {
            "games of a player": lambda turn: players_store.unfinished(some_player(turn), 0, 51),
            "games of the busiest": lambda _: players_store.unfinished(busy, 0, 51),
            "results of the busiest, first page": lambda _: players_store.finished(busy.id, 0, 51),
            "results of the busiest, page 15": lambda _: players_store.finished(busy.id, 700, 51),
            "totals of the busiest": lambda _: players_store.totals(busy.id),
            "open tables, all of them": lambda _: open_store.listed(),
            "open tables that are due": lambda _: open_store.due(NOON),
            "ratings at all open tables": lambda _: ratings_at_open_tables(open_store, rating_store),
            "list of ratings, first page": lambda _: rating_store.best("rattus", 76.0, 0, 51),
            "list of ratings, page 15": lambda _: rating_store.best("rattus", 76.0, 700, 51),
            "statistics of a player": lambda _: rating_store.figures_of(busy.id),
            "history of the busiest": lambda _: rating_store.history(busy.id, "rattus", 200),
            "ratings of a player": lambda turn: rating_store.of(some_player(turn).id),
            "matches that are not counted": lambda _: rating_store.uncounted(TODAY),
            "results of the day": lambda _: daily_store.results(TODAY, "rattus", 20),
            "rank among them": lambda _: daily_store.rank(TODAY, "rattus", own_try),
            "changes for 1,000 pages": lambda _: players_store.fingerprints([f"p{n}" for n in range(1000)]),
            "games that fell behind": lambda _: players_store.outdated(),
        }
        found = [await timed(what, ask) for what, ask in asked.items()]
        await store.close()
        found += await measure_http(address)
    write(number, finished, found)
    return all(worst < LIMIT_MS for what, _, worst in found if what not in JOBS)


async def timed(what: str, ask: Callable[[int], Awaitable[Any]]) -> Timed:
    """Ask again and again: the median and the 95th percentile of the processor time, in milliseconds."""
    await ask(0)  # the first reads the file
    times = []
    for turn in range(ROUNDS):
        started = time.process_time()
        await ask(turn)
        times.append(1000 * (time.process_time() - started))
    median, worst = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{what:42} median {median:6.1f} ms   95 % {worst:6.1f} ms")
    return what, median, worst


async def ratings_at_open_tables(open_store: OpenTableStore, rating_store: RatingStore) -> None:
    """What the list of open tables adds once a second: who sits there, and how strong they are."""
    seated = await open_store.players_at([table.id for table in await open_store.listed()])
    await rating_store.of_many("rattus", sorted(set(seated.values())))


async def measure_http(address: str) -> list[Timed]:
    """The same by the whole application, without a network: routing, the limits, JSON."""
    app = make_app(Settings(database=address, bot_workers=1, limits=Limits(requests=1e6)))
    runtime = app.state.runtime  # of which only the database is needed: no bots, no repeated jobs
    runtime.is_ready = True
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://bench", headers={"authorization": f"Bearer {KEY}"}
    ) as client:

        async def get(path: str) -> None:
            answer = await client.get(path)
            assert answer.status_code == 200, answer.text

        paths = (
            "/api/me/games", "/api/me/results", "/api/me/results?first=700", "/api/open", "/api/me/page",
            "/api/me/history?game=rattus", "/api/pages/page0", "/api/pages/page0/results", "/api/ratings?game=rattus",
            "/api/ratings?game=rattus&first=700", "/api/me", "/api/me/keys", "/api/me/notices", "/api/daily",
            f"/api/daily?day={day_before(TODAY)}",
        )  # fmt: skip
        found = [await timed(f"GET {path}", lambda _, path=path: get(path)) for path in paths]
    await runtime.store.close()
    return found


def write(number: int, finished: int, found: list[Timed]) -> None:
    """Write the table."""
    lines = [
        "# Lists with many players",
        "",
        f"`python bench/players.py`: {number:,} players, {finished:,} finished games of four, every other one rated,",
        f"{UNFINISHED:,} that go on. Processor time of the server, in milliseconds; the limit is {LIMIT_MS:g} for what",
        "somebody waits for. Lines with GET are whole requests, the others are the database alone.",
        "",
        "| what | median | 95 % |",
        "| --- | --- | --- |",
        *(f"| {what}{' (a repeated job)' if what in JOBS else ''} | {median:.1f} | {worst:.1f} |"
          for what, median, worst in found),
    ]  # fmt: skip
    RESULTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    is_below = asyncio.run(measure(*(given or [PLAYERS, FINISHED])))
    print(f"all below {LIMIT_MS:g} ms" if is_below else f"not all below {LIMIT_MS:g} ms")
    sys.exit(0 if is_below else 1)
