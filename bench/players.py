"""How long lists of players take with many of them: python bench/players.py [PLAYERS] [GAMES]

A database in a temporary folder gets so many players and finished games, four players a game, and 10,000 games that go
on, of which 500 are open to everybody and have not begun. Printed is the processor time that the server spends on each
list, of the busiest player and of others, without HTTP.
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

import orjson
from sqlalchemy import insert

from rattus.server.open_tables.store import Bounds, OpenTableStore
from rattus.server.players.store import Player, PlayerStore
from rattus.server.storage.migrations import migrate
from rattus.server.storage.schema import entries, games, openings, players, results, seatings, tables
from rattus.server.storage.store import TableStore

PLAYERS, FINISHED, UNFINISHED, OPEN = 10_000, 50_000, 10_000, 500
NOON = 1_800_000_000.0
COLOURS = ("red", "yellow", "green", "blue")
ROUNDS = 40
OPENING = orjson.dumps({"options": {}, "hide_rats": False, "level": None}).decode()
LIMIT_MS = 50.0
JOBS = ("changes for 1,000 pages", "games that fell behind")  # nobody waits for these


def rows(number: int, finished: int) -> dict[Any, list[dict[str, Any]]]:
    """Everything that is stored, by table. Player 0 sits at one table in fifty."""
    chance = random.Random(1)
    found: dict[Any, list[dict[str, Any]]] = {
        rows: [] for rows in (tables, players, entries, seatings, games, openings, results)
    }
    for player in range(number):
        row = {"id": f"p{player}", "digest": f"d{player}", "name": f"Player {player}", "created_at": NOON}
        found[players].append(row | {"seen_at": NOON})
    for game in range(finished + UNFINISHED):
        name, is_over, is_open = f"t{game}", game < finished, game >= finished + UNFINISHED - OPEN
        who = chance.sample(range(number), 4)
        if game % 50 == 0 and 0 not in who:
            who[0] = 0
        seats = [
            {
                "chair": chair,
                "seat": colour,
                "holder": "person",
                "name": f"Player {player}",
                "level": None,
                "away": False,
            }
            for chair, (colour, player) in enumerate(zip(COLOURS, who, strict=True), 1)
        ]
        data = orjson.dumps({"game": "rattus", "match": 1, "seats": seats, "clock": None, "moves": 9}).decode()
        found[tables].append({"id": name, "created_at": NOON + game})
        found[entries] += [
            {"table_id": name, "number": n, "at": NOON, "kind": "chat", "seat": 1, "data": "{}"} for n in (1, 2)
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
        ended = orjson.dumps({"points": 9, "seats": [{**seat, "place": 1, "points": 9} for seat in seats]}).decode()
        for chair, (colour, player) in enumerate(zip(COLOURS, who, strict=True), 1):
            own = {"table_id": name, "chair": chair, "player_id": f"p{player}", "at": NOON + game}
            found[seatings].append(own | {"is_host": chair == 1})
            if is_over:
                more = {"match": 1, "game": "rattus", "players": 4, "seat": colour, "place": chair, "won": chair == 1}
                found[results].append(own | more | {"has_left": False, "data": ended})
    return found


async def measure(number: int, finished: int) -> bool:
    """Print how long every list takes; whether all are below the limit."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'players.sqlite'}"
        migrate(address)
        store = TableStore(address)
        players_store, open_store = PlayerStore(store), OpenTableStore(store, Bounds(3, 12, 6))
        for table, some in rows(number, finished).items():
            for start in range(0, len(some), 20_000):
                part = some[start : start + 20_000]
                await store.write(lambda connection, table=table, part=part: connection.execute(insert(table), part))
        busy, others = Player("p0", "Player 0", NOON, NOON), [f"p{n}" for n in range(1, 1 + ROUNDS)]
        some_player = lambda turn: Player(others[turn % len(others)], "", NOON, NOON)  # noqa: E731
        asked: dict[str, Callable[[int], Awaitable[Any]]] = {
            "games of a player": lambda turn: players_store.unfinished(some_player(turn), 0, 51),
            "games of the busiest": lambda _: players_store.unfinished(busy, 0, 51),
            "results of the busiest, first page": lambda _: players_store.finished(busy, 0, 51),
            "results of the busiest, page 15": lambda _: players_store.finished(busy, 700, 51),
            "totals of the busiest": lambda _: players_store.totals(busy),
            "open tables, all 500": lambda _: open_store.all(),
            "changes for 1,000 pages": lambda _: players_store.fingerprints([f"p{n}" for n in range(1000)]),
            "games that fell behind": lambda _: players_store.outdated(),
        }
        is_fast = True
        for what, ask in asked.items():
            await ask(0)  # the first reads the file
            times = []
            for turn in range(ROUNDS):
                started = time.process_time()
                await ask(turn)
                times.append(1000 * (time.process_time() - started))
            worst = statistics.quantiles(times, n=20)[-1]
            is_list = what not in JOBS
            is_fast = is_fast and (worst < LIMIT_MS or not is_list)
            print(f"{what:38} median {statistics.median(times):6.1f} ms   95 % {worst:6.1f} ms")
        await store.close()
    return is_fast


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    is_below = asyncio.run(measure(*(given or [PLAYERS, FINISHED])))
    print(f"all below {LIMIT_MS:g} ms" if is_below else f"not all below {LIMIT_MS:g} ms")
    sys.exit(0 if is_below else 1)
