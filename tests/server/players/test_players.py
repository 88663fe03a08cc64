"""Players on every device: their keys, their chairs, their games, and everything that can be asked of them."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from rattus.server.players.keys import derived_key
from rattus.server.protocol.basics import PROTOCOL
from rattus.server.protocol.players import PlayerExport, PlayerSeen
from rattus.server.tables.keys import chair_role, digest

from ..in_memory_table import people
from ..local_server import GENEROUS, HostedTable, LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..somebody import Page, Somebody

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}
ALONE = {"game": "rattus", "players": 2, "chairs": [{"name": "Anna"}, {"bot": "easy"}], "start": True}


def with_server(folder: Path, visit, **settings: Any) -> None:
    async def run() -> None:
        async with LocalServer(folder, **settings) as server:
            await visit(server)

    asyncio.run(run())


async def play_to_the_end(made: HostedTable, *chairs: int) -> None:
    """People on these chairs make the first legal move until the match is over."""

    async def play(client: RecordingClient) -> None:
        while True:
            await client.until(lambda: client.legal or client.table["status"] == "over")
            if not client.legal:
                return
            await client.ask("move", move=client.legal[0], after=client.moves)

    clients = [RecordingClient(made, made.chairs[chair - 1]) for chair in chairs]
    for client in clients:
        await client.__aenter__()
    await asyncio.gather(*map(play, clients))
    for client in clients:
        await client.__aexit__()


# ---- who somebody is


def test_a_player_has_a_name_and_a_key_that_is_stored_as_a_hash(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        seen = PlayerSeen.model_validate_json((await anna.ask("GET")).content)
        assert (seen.player, seen.name, seen.waiting, seen.finished, seen.won) == (anna.id, "Anna", 0, 0, 0)
        stored = server.file.read_bytes() + server.file.with_name(server.file.name + "-wal").read_bytes()
        assert anna.key.encode() not in stored
        assert digest(anna.key).encode() in stored
        renamed = await anna.ask("POST", "/name", json={"name": " Änne "})
        assert renamed.json()["name"] == "Änne"
        for name in ("", " ", "x" * 25, "a\u202eb", "a\nb"):
            assert (await anna.ask("POST", "/name", json={"name": name})).status_code == 422

    with_server(tmp_path, visit)


def test_a_wrong_key_is_nobody_at_every_door(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna = await Somebody.new(server)
        doors = [("GET", ""), ("POST", "/name"), ("POST", "/key"), ("POST", "/remove"), ("GET", "/games"),
                 ("GET", "/results"), ("GET", "/export"), ("POST", "/release")]  # fmt: skip
        told = set()
        # A player's key opens no table, and a table's key is no player.
        for key in ("-", "x", digest(anna.key), anna.id, made.host, made.chairs[0], made.watch):
            for method, path in doors:
                bodies = {"/name": {"name": "Eve"}, "/release": {"table": made.id, "chair": 1}}
                answer = await Somebody(server, "", key).ask(method, path, json=bodies.get(path))
                assert answer.status_code == 404, (method, path)
                told.add(answer.text)
            answer = await made.ask("PUT", "/player", made.chairs[0], json={"player": key})
            assert answer.status_code == 404
        assert len(told) == 1
        assert (await made.ask("GET", "", anna.key)).status_code == 404
        assert (await anna.ask("GET")).json()["name"] == "Anna"

    with_server(tmp_path, visit)


def test_players_are_limited_by_address(tmp_path) -> None:
    async def visit(server) -> None:
        answers = [(await server.http.post("/api/players", json={"name": "A"})).status_code for _ in range(5)]
        assert answers == [201, 201, 429, 429, 429]
        server.clock.advance(2.0)
        assert (await server.http.post("/api/players", json={"name": "A"})).status_code == 201

    with_server(tmp_path, visit, clock=ManualClock(), limits=replace(GENEROUS, new_players=0.5, player_burst=5.0))


# ---- chairs


def test_a_chair_is_the_players_own_on_another_device(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        assert await anna.claim(made, 1, made.host)
        assert await bert.claim(made, 2)
        (mine,) = (await anna.games())["games"]
        assert (mine["table"], mine["chair"], mine["game"], mine["status"]) == (made.id, 1, "rattus", "playing")
        assert [seat["name"] for seat in mine["chairs"]] == ["Anna", "Bert"]
        assert mine["waits_for"] == 1
        told = (await made.ask("GET", "", mine["key"])).json()
        assert told["you"] == {"role": "chair", "chair": 1, "seat": "red"}
        assert (await made.ask("GET", "", mine["host"])).json()["you"]["role"] == "host"
        (his,) = (await bert.games())["games"]
        assert his["host"] is None
        assert (await made.ask("GET", "", his["key"])).json()["you"]["chair"] == 2
        # Nothing in a list is a key that others have, and no key is in the database.
        secrets = {*made.secrets, anna.key, bert.key}
        assert not any(secret in orjson.dumps(mine).decode() for secret in secrets)
        stored = server.file.read_bytes() + server.file.with_name(server.file.name + "-wal").read_bytes()
        assert not any(key.encode() in stored for key in (mine["key"], mine["host"], his["key"]))
        # The links that were given out still work.
        for key in (*made.chairs, made.host, made.watch):
            assert (await made.ask("GET", "", key)).status_code == 200

    with_server(tmp_path, visit)


def test_a_chair_stays_with_whoever_claimed_it_first(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        some = [await Somebody.new(server, f"P{n}") for n in range(8)]
        answers = await asyncio.gather(*(each.claim(made, 1) for each in some))
        assert answers.count(True) == 1
        listed = [len((await each.games())["games"]) for each in some]
        assert listed == [int(answer) for answer in answers]
        winner = some[answers.index(True)]
        for each in some:
            opens = (await made.ask("GET", "", derived_key(each.key, made.id, chair_role(1)))).status_code
            assert opens == (200 if each is winner else 404)
        # Once it is left it is free again, and the key that followed from the player's opens nothing.
        assert (await winner.ask("POST", "/release", json={"table": made.id, "chair": 1})).status_code == 200
        assert (await winner.ask("POST", "/release", json={"table": made.id, "chair": 1})).status_code == 404
        assert (await made.ask("GET", "", derived_key(winner.key, made.id, chair_role(1)))).status_code == 404
        assert await some[answers.index(False)].claim(made, 1)

    with_server(tmp_path, visit)


def test_only_a_chair_with_a_person_can_be_claimed(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        made = await server.make(game="rattus", players=3, chairs=[{"name": "Anna"}, {"bot": "easy"}, {}])
        for key, status in ((made.host, 403), (made.watch, 403), (made.chairs[1], 409), (made.chairs[2], 409)):
            assert (await made.ask("PUT", "/player", key, json={"player": anna.key})).status_code == status
        wrong = {"player": anna.key, "host": made.watch}
        assert (await made.ask("PUT", "/player", made.chairs[0], json=wrong)).status_code == 403
        other = await server.make(**TWO)
        wrong["host"] = other.host
        assert (await made.ask("PUT", "/player", made.chairs[0], json=wrong)).status_code == 404
        assert (await anna.games())["games"] == []

    with_server(tmp_path, visit)


def test_who_was_kicked_does_not_come_back_as_a_player(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna = await Somebody.new(server)
        await anna.claim(made, 1)
        key = (await anna.games())["games"][0]["key"]
        async with RecordingClient(made, key) as client:
            renewed = (await made.ask("POST", "/chairs/1/kick", made.host)).json()["key"]
            await client.until(lambda: client.code is not None)
        assert (await anna.games())["games"] == []
        for old in (key, made.chairs[0]):
            assert (await made.ask("GET", "", old)).status_code == 404
            claimed = await made.ask("PUT", "/player", old, json={"player": anna.key})
            assert claimed.status_code == 404
        assert (await made.ask("GET", "", renewed)).status_code == 200

    with_server(tmp_path, visit)


def test_a_key_that_is_renewed_while_it_claims_a_chair_claims_nothing(tmp_path) -> None:
    """The table was opened with the old key; before the chair is stored, the host takes it away."""

    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna = await Somebody.new(server)
        find = server.runtime.players.find

        async def slowly(key: str):
            await made.ask("POST", "/chairs/1/key", made.host)
            return await find(key)

        server.runtime.players.find = slowly
        answer = await made.ask("PUT", "/player", made.chairs[0], json={"player": anna.key})
        server.runtime.players.find = find
        assert answer.status_code == 404
        assert (await anna.games())["games"] == []
        assert (await made.ask("GET", "", derived_key(anna.key, made.id, chair_role(1)))).status_code == 404

    with_server(tmp_path, visit)


# ---- another key, an export, no more


def test_a_renewed_key_shuts_out_whoever_had_the_old_one(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna = await Somebody.new(server)
        await anna.claim(made, 1, made.host)
        (before,) = (await anna.games())["games"]
        thief = Somebody(server, anna.id, anna.key)
        async with RecordingClient(made, before["key"]) as client, RecordingClient(made, made.chairs[0]) as own:
            async with Page(thief) as page:
                await page.until_waiting(1)
                anna.key = (await anna.ask("POST", "/key")).json()["key"]
                assert await page.until_closed() == 1008
            await client.until(lambda: client.code is not None)
            assert client.code == 1008
            assert own.code is None  # the link of the chair is somebody else's business
        for method, path in (("GET", ""), ("GET", "/games"), ("POST", "/key"), ("POST", "/remove")):
            assert (await thief.ask(method, path)).status_code == 404
        (after,) = (await anna.games())["games"]
        for role, old, new in (("chair", before["key"], after["key"]), ("host", before["host"], after["host"])):
            assert (await made.ask("GET", "", old)).status_code == 404
            assert (await made.ask("GET", "", new)).json()["you"]["role"] == role
        assert (await made.ask("GET", "", made.chairs[0])).status_code == 200

    with_server(tmp_path, visit)


def test_of_two_renewals_at_once_one_counts(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna = await Somebody.new(server)
        await anna.claim(made, 1)
        answers = await asyncio.gather(*(anna.ask("POST", "/key") for _ in range(6)))
        assert sorted(answer.status_code for answer in answers) == [200, 404, 404, 404, 404, 404]
        anna.key = next(answer.json()["key"] for answer in answers if answer.status_code == 200)
        (game,) = (await anna.games())["games"]
        assert (await made.ask("GET", "", game["key"])).status_code == 200

    with_server(tmp_path, visit)


def test_a_player_takes_everything_along_and_is_removed(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        await anna.claim(made, 1, made.host)
        await bert.claim(made, 2)
        async with RecordingClient(made, made.chairs[0]) as one, RecordingClient(made, made.chairs[1]) as other:
            await one.ask("chat", text="said by Anna")
            await other.ask("chat", text="said by Bert")
        answer = await anna.ask("GET", "/export")
        PlayerExport.model_validate_json(answer.content, strict=True)
        told = answer.json()
        assert (told["name"], [chair["table"] for chair in told["chairs"]]) == ("Anna", [made.id])
        assert "said by Anna" in answer.text
        assert "said by Bert" not in answer.text
        assert "start" not in answer.text  # of the deal, which is nobody's
        (game,) = (await anna.games())["games"]
        async with RecordingClient(made, game["key"]) as client:
            assert (await anna.ask("POST", "/remove")).json() == {"player": anna.id}
            await client.until(lambda: client.code is not None)
        assert (await anna.ask("GET")).status_code == 404
        for key in (game["key"], game["host"]):
            assert (await made.ask("GET", "", key)).status_code == 404
        assert (await made.ask("GET", "", made.chairs[0])).status_code == 200
        assert len((await bert.games())["games"]) == 1
        with closing(sqlite3.connect(server.file)) as database:
            for table in ("players", "seatings", "results", "keys"):
                column = "id" if table == "players" else "player_id"
                (found,) = database.execute(f"SELECT count(*) FROM {table} WHERE {column} = ?", [anna.id]).fetchone()
                assert found == 0, table

    with_server(tmp_path, visit)


def test_a_long_export_comes_in_pieces(tmp_path) -> None:
    """At once it would be more than one address may leave unread, and everybody would wait while it is written."""

    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna = await Somebody.new(server)
        await anna.claim(made, 1)
        said = [orjson.dumps({"text": f"{number} {'x' * 500}"}).decode() for number in range(5_000)]
        with closing(sqlite3.connect(server.file, timeout=60)) as database, database:
            database.executemany(
                "INSERT INTO entries (table_id, number, at, kind, seat, data) VALUES (?, ?, 1.0, 'chat', ?, ?)",
                [(made.id, 1_000 + number, 1 + number % 2, text) for number, text in enumerate(said)],
            )
        answer = await anna.ask("GET", "/export")
        assert answer.status_code == 200
        assert len(answer.content) > 4 * server.settings.limits.unread_answers
        PlayerExport.model_validate_json(answer.content, strict=True)
        done = [each for each in answer.json()["entries"] if each["number"] >= 1_000]
        assert [each["data"] for each in done] == [orjson.loads(text) for text in said[::2]]

    with_server(tmp_path, visit, limits=replace(GENEROUS, unread_answers=250_000), proxies="")


def test_what_older_versions_stored_of_games_is_told_in_the_words_of_today(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(game="rattus", players=2, chairs=[{}, {}])
        anna = await Somebody.new(server, "Anna")
        sat = await made.ask("PATCH", "/chairs/1", made.chairs[0], json={"name": "Anna"})
        assert sat.status_code == 200
        await anna.claim(made, 1)
        (told,) = (await anna.games())["games"]
        done = (await anna.ask("GET", "/export")).json()["entries"]
        assert [(each["kind"], each["chair"]) for each in done] == [("chair", 1)]
        with closing(sqlite3.connect(server.file, timeout=60)) as database, database:
            database.execute("UPDATE entries SET kind = 'seat' WHERE kind = 'chair'")
            old = (
                '{"game":"rattus","match":0,"seats":[{"chair":1,"seat":"red","holder":"person","name":"Anna",'
                '"level":null,"away":false},{"chair":2,"seat":"yellow","holder":"open","name":null,"level":null,'
                '"away":false}],"clock":null,"moves":0,"turn":null}'
            )
            assert database.execute("UPDATE games SET data = ?", [old]).rowcount == 1
        assert (await anna.games())["games"] == [told]
        assert (await anna.ask("GET", "/export")).json()["entries"] == done

    with_server(tmp_path, visit)


def test_players_who_never_sat_down_are_removed_after_a_while(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        idle, sits = await Somebody.new(server), await Somebody.new(server)
        await sits.claim(made, 1)
        await server.runtime._remove_unused_players()
        assert (await idle.ask("GET")).status_code == 200
        server.clock.advance(31 * 86_400.0)
        await server.runtime._remove_unused_players()
        assert (await idle.ask("GET")).status_code == 404
        assert (await sits.ask("GET")).status_code == 200

    with_server(tmp_path, visit, clock=ManualClock())


def test_more_players_than_are_removed_at_once_are_removed(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("rattus.server.runtime.MAX_ARCHIVED", 2)

    async def visit(server) -> None:
        idle = [await Somebody.new(server) for _ in range(5)]
        server.clock.advance(31 * 86_400.0)
        await server.runtime._remove_unused_players()
        assert {(await each.ask("GET")).status_code for each in idle} == {404}

    with_server(tmp_path, visit, clock=ManualClock())


def test_a_player_has_so_many_games_that_are_not_over(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("rattus.server.players.store.MAX_GAMES", 2)

    async def visit(server) -> None:
        anna, other = await Somebody.new(server), await Somebody.new(server)
        made = [await server.make(**TWO) for _ in range(3)]
        for each in made[:2]:
            await anna.claim(each, 1)
        refused = await made[2].ask("PUT", "/player", made[2].chairs[0], json={"player": anna.key})
        assert (refused.status_code, refused.json()["code"]) == (429, "busy")
        opened = await server.http.post(
            "/api/open/make",
            json={"table": {"game": "rattus", "players": 2, "chairs": [{"name": "A"}, {}]}},
            headers={"authorization": f"Bearer {anna.key}"},
        )
        assert (opened.status_code, opened.json()["code"]) == (429, "busy")
        await anna.claim(made[1], 2)  # where they sit already
        await other.claim(made[2], 1)
        assert (await anna.ask("POST", "/release", json={"table": made[0].id, "chair": 1})).status_code == 200
        await anna.claim(made[2], 2)
        assert len((await anna.games())["games"]) == 3  # two tables

    with_server(tmp_path, visit)


# ---- games


def test_the_list_has_what_waits_first_by_the_time_that_is_left(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        days = lambda number: {"kind": "days", "days": number}  # noqa: E731
        wishes = {
            "slow": {**TWO, "clock": days(3)},
            "fast": {**TWO, "clock": days(1)},
            "free": TWO,
            "theirs": {**TWO, "options": {"first": "yellow"}, "clock": days(1)},
            "open": {"game": "rattus", "players": 2, "chairs": people("Anna")},
        }
        made = {}
        for name, wish in wishes.items():
            made[name] = await server.make(**wish)
            server.clock.advance(1.0)
        for table in made.values():
            await anna.claim(table, 1)
        told = await anna.games()
        names = {table.id: name for name, table in made.items()}
        assert [names[game["table"]] for game in told["games"]] == ["fast", "slow", "free", "open", "theirs"]
        assert told["waiting"] == 3
        fast, theirs = told["games"][0], told["games"][4]
        assert fast["deadline"] == pytest.approx(made_at(server, made["fast"]) + 86_400)
        assert (theirs["waits_for"], theirs["status"]) == (2, "playing")

    with_server(tmp_path, visit, clock=ManualClock())


def made_at(server: LocalServer, made: HostedTable) -> float:
    return server.journal(made.id)[0].at


def test_the_list_follows_the_game_until_its_result(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        await anna.claim(made, 1)
        await bert.claim(made, 2)
        async with Page(anna) as page, Page(bert) as other:
            await page.until_waiting(1)
            await other.until_waiting(0)
            async with RecordingClient(made, made.chairs[0]) as client:
                while client.legal:
                    await client.ask("move", move=client.legal[0], after=client.moves)
            await page.until_waiting(0)
            await other.until_waiting(1)
        assert (await anna.games())["games"][0]["waits_for"] == 2
        await play_to_the_end(made, 1, 2)
        await anna.until_games(lambda told: not told["games"])
        outcome = (await made.ask("GET", "", made.watch)).json()["table"]["outcome"]
        for player, seat in ((anna, "red"), (bert, "yellow")):
            (result,) = (await player.results())["results"]
            assert result["won"] == (seat in outcome["winners"])
            assert result["points"] == outcome["points"][seat]
            assert result["place"] == (1 if result["won"] else outcome["ranking"].index(seat) + 1)
            assert {each["seat"]: each["points"] for each in result["seats"]} == outcome["points"]
            assert (await made.ask("GET", "/record", result["key"])).json()["result"] is not None
            seen = (await player.ask("GET")).json()
            assert (seen["waiting"], seen["finished"], seen["won"]) == (0, 1, int(result["won"]))

    with_server(tmp_path, visit)


def test_a_rematch_is_in_the_list_and_the_first_match_among_the_results(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**ALONE)
        anna = await Somebody.new(server)
        await anna.claim(made, 1)
        for match in (1, 2):
            await play_to_the_end(made, 1)
            await anna.until_games(lambda told: not told["games"])
            assert [each["match"] for each in (await anna.results())["results"]] == list(range(match, 0, -1))
            if match == 1:
                async with RecordingClient(made, made.chairs[0]) as client:
                    await client.ask("rematch")
                await anna.until_games(lambda told: told["games"] and told["games"][0]["match"] == 2)

    with_server(tmp_path, visit)


def test_who_has_left_is_told_so_in_the_result(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**ALONE)
        anna = await Somebody.new(server)
        await anna.claim(made, 1)
        async with RecordingClient(made, made.chairs[0]) as client:
            await client.ask("leave")
            await client.until(lambda: client.table["status"] == "over")
        await anna.until_games(lambda told: not told["games"])
        (result,) = (await anna.results())["results"]
        assert result["left"]

    with_server(tmp_path, visit)


def test_lists_are_paged(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        tables = [await server.make(game="rattus", players=2, chairs=people("Anna")) for _ in range(53)]
        for made in tables:
            await anna.claim(made, 1)
        first = await anna.games()
        assert (len(first["games"]), first["next"]) == (50, 50)
        second = await anna.games(first["next"])
        assert (len(second["games"]), second["next"]) == (3, None)
        assert {game["table"] for game in first["games"] + second["games"]} == {made.id for made in tables}
        for wrong in (-1, 10**9, "x"):
            assert (await anna.ask("GET", f"/games?first={wrong}")).status_code == 422

    with_server(tmp_path, visit)


def test_a_table_that_is_closed_or_removed_leaves_the_list_and_results_stay(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        over, closed, removed = [await server.make(**ALONE), await server.make(**TWO), await server.make(**TWO)]
        for made in (over, closed, removed):
            await anna.claim(made, 1)
        await play_to_the_end(over, 1)
        await anna.until_games(lambda told: len(told["games"]) == 2)
        await closed.ask("POST", "/close", closed.host)
        await removed.ask("POST", "/remove", removed.host)
        await anna.until_games(lambda told: not told["games"])
        await over.ask("POST", "/remove", over.host)
        (result,) = (await anna.results())["results"]
        assert (result["table"], result["key"]) == (over.id, None)

    with_server(tmp_path, visit)


def test_a_list_that_fell_behind_is_repaired(tmp_path) -> None:
    """A process may die between storing a move and storing what lists tell of it."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            anna = await Somebody.new(server)
            await anna.claim(made, 1)
            server.runtime.tracker._write = lambda: asyncio.sleep(0.01)
            async with RecordingClient(made, made.chairs[0]) as client:
                while client.legal:
                    await client.ask("move", move=client.legal[0], after=client.moves)
            assert (await anna.games())["waiting"] == 1  # as it was
        async with LocalServer(tmp_path) as again:
            anna.server = again
            await anna.until_games(lambda told: told["waiting"] == 0)

    asyncio.run(visit())


# ---- pages that listen


def test_a_page_must_say_who_it_is(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        url = f"ws{server.url.removeprefix('http')}/api/me/live"
        hello = {"type": "hello", "protocol": PROTOCOL, "player": anna.key}
        for message, code in (
            ({**hello, "player": "x"}, "not_found"),
            ({**hello, "protocol": 1}, "outdated"),
            ({**hello, "table": "t"}, "malformed"),
            ({"type": "sync"}, "malformed"),
        ):
            async with connect(url) as socket:
                await socket.send(orjson.dumps(message).decode())
                assert orjson.loads(await socket.recv())["code"] == code
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
                assert closed.value.rcvd.code == 1008
        async with Page(anna) as page:
            await page.until_waiting(0)
            await page._socket.send("more")
            assert await page.until_closed() == 1008

    with_server(tmp_path, visit)


def test_a_player_has_so_many_pages(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        async with Page(anna) as one, Page(anna) as other:
            await one.until_waiting(0)
            await other.until_waiting(0)
            async with Page(anna) as third:
                assert await third.until_closed() == 1013
        assert server.runtime.tracker.watching.total() in (0, 1, 2)

    with_server(tmp_path, visit, limits=replace(GENEROUS, player_pages=2))


def test_a_foreign_page_may_not_listen(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        url = f"ws{server.url.removeprefix('http')}/api/me/live"
        with pytest.raises(Exception, match="403"):
            await connect(url, origin="https://elsewhere.example")
        assert (await anna.ask("GET")).status_code == 200

    with_server(tmp_path, visit)
