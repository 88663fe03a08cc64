"""Neither the page nor its messages contain more than the seat or spectator may know."""

import json
import sqlite3
from contextlib import closing

import pytest

from rattus.server.tables.keys import WATCH, chair_role

from ..server.oracle import Oracle
from ..server.server_process import ServerProcess
from ..server.stored_entry import StoredEntry
from .conftest import TWO_GAMES, Windows
from .window import Window, play, play_to_the_end

TWO = [{"name": "Anna"}, {"name": "Ben"}]
EVERYTHING = """() => document.documentElement.outerHTML + document.body.innerText
  + JSON.stringify(localStorage) + JSON.stringify(sessionStorage) + JSON.stringify(history.state)"""


def journal(server: ServerProcess, table: str) -> list[StoredEntry]:
    query = "SELECT number, at, kind, seat, data FROM entries WHERE table_id = ? ORDER BY number"
    with closing(sqlite3.connect(server.database.removeprefix("sqlite:///"))) as database:
        rows = database.execute(query, [table])
        return [StoredEntry(*row, json.loads(data)) for *row, data in rows]


@pytest.mark.parametrize("game", TWO_GAMES)
def test_what_is_hidden_is_nowhere(windows: Windows, server: ServerProcess, game: str) -> None:
    options = {} if game == "cartus" else {"max_turns": 4}
    made = server.make_table(game, 2, chairs=TWO, options=options, start=True)
    anna, ben, watcher = windows().sit(made, 1), windows().sit(made, 2), windows().sit(made, None)
    seen: list[tuple[int, str]] = []

    def look() -> None:
        watcher.until(lambda: watcher.known.moves == anna.known.moves)
        seen.append((watcher.known.number, watcher.page.evaluate(EVERYTHING)))

    for moves in (1, 6, 14):
        play(anna, ben, until=lambda moves=moves: anna.known.moves >= moves or anna.is_over)
        if not anna.is_over:
            look()
    assert len(seen) > 1
    if game != "cartus":  # a whole game there takes long, and the end has no secrets
        play_to_the_end(anna, ben)
        watcher.until(lambda: watcher.is_over)
    oracle = Oracle(made["table"], journal(server, made["table"]))
    for role, window in ((WATCH, watcher), (chair_role(1), anna), (chair_role(2), ben)):
        for text in window.heard:
            oracle.check(role, json.loads(text))
    check_secrets(oracle, seen, watcher, made["keys"])
    assert not [message for message in watcher.said if json.loads(message)["type"] not in ("hello", "sync")]


def check_secrets(oracle: Oracle, seen: list[tuple[int, str]], watcher: Window, keys: dict[str, list[str]]) -> None:
    """A second check: seed, salt, keys of others and names of hidden cards are on no page."""
    seal = oracle.seals[1]
    for number, page in seen:
        game = oracle.moments[number].game
        assert game is not None
        cards = [card for hand in game.position().get("hands", {}).values() for card in hand if ":" in card]
        for secret in (seal.seed, seal.salt, keys["host"], *keys["chairs"], *cards):
            assert secret not in page
        assert seal.commitment in page or seal.commitment in "".join(watcher.heard)
