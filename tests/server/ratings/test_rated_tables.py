"""Rated tables on a server: what is agreed, what counts, who sees what and when."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from rattus.server.protocol.open_tables import ListedTables, Seated
from rattus.server.protocol.players import PlayerExport
from rattus.server.protocol.ratings import PlayerPage, PublicResults, RatingHistory, RatingList, TableRatings
from rattus.server.ratings.model import NEW, anchor, rate
from rattus.server.tables.keys import SERVER

from ..local_server import HostedTable, LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..somebody import Somebody
from ..wait import TIMEOUT_SECONDS

CLOCK = {"kind": "bank", "seconds": 3600}
DUEL = {"game": "rattus", "players": 2, "chairs": [{"name": "?"}], "clock": CLOCK, "rated": True}
ALONE = DUEL | {"chairs": [{"name": "?"}, {"bot": "hard"}]}


def with_server(folder: Path, visit, **settings: Any) -> None:
    async def run() -> None:
        async with LocalServer(folder, **settings) as server:
            await visit(server)

    asyncio.run(run())


async def post(somebody: Somebody, path: str, **options: Any) -> Any:
    headers = {"authorization": f"Bearer {somebody.key}"}
    return await somebody.server.http.post(f"/api{path}", headers=headers, **options)


async def opened(somebody: Somebody, table: dict[str, Any]) -> Seated:
    answer = await post(somebody, "/open/make", json={"table": table})
    assert answer.status_code == 201, answer.text
    return Seated.model_validate_json(answer.content)


async def sit(somebody: Somebody, table: str) -> Seated:
    answer = await post(somebody, f"/open/{table}/sit", json={})
    assert answer.status_code == 200, answer.text
    return Seated.model_validate_json(answer.content)


def hosted(server: LocalServer, seated: Seated) -> HostedTable:
    return HostedTable(server, {"table": seated.table, "keys": {"host": seated.host or "", "watch": "", "chairs": []}})


async def play(server: LocalServer, *chairs: Seated, moves: int = 10_000, seed: int = 1) -> None:
    """Random moves of all who sit, until the match is over or so many moves were made."""
    chance, made = random.Random(seed), [0]

    async def go(seated: Seated) -> None:
        async with RecordingClient(hosted(server, seated), seated.key) as client:
            while True:
                await client.until(lambda: client.legal or client.table["status"] == "over" or made[0] >= moves)
                if not client.legal or made[0] >= moves:
                    return
                made[0] += 1
                await client.ask("move", move=chance.choice(client.legal), after=client.moves)

    await asyncio.gather(*map(go, chairs))


async def page(somebody: Somebody) -> dict[str, Any]:
    answer = await somebody.ask("GET", "/page")
    PlayerPage.model_validate_json(answer.content, strict=True)
    return answer.json()


async def ratings_at(server: LocalServer, seated: Seated) -> list[dict[str, Any]]:
    answer = await hosted(server, seated).ask("GET", "/ratings", seated.key)
    TableRatings.model_validate_json(answer.content, strict=True)
    return answer.json()["chairs"]


async def until_rated(somebody: Somebody, matches: int = 1) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            told = await page(somebody)
            if sum(each["matches"] for each in told["ratings"]) >= matches:
                return told
            await asyncio.sleep(0.02)


async def until_counted(somebody: Somebody, matches: int = 1) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            told = await page(somebody)
            if sum(each["matches"] for each in told["figures"] if each["kind"] == "all") >= matches:
                return told
            await somebody.server.runtime._count_figures()
            await asyncio.sleep(0.02)


# ---- what is agreed


def test_a_rated_table_needs_a_clock_and_chairs_that_nobody_else_has_keys_of(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        unclocked = await opened(anna, DUEL | {"clock": None})
        told = await hosted(server, unclocked).ask("GET", "", unclocked.key)
        assert told.json()["table"]["clock"] is not None  # it has the usual one
        wrong = DUEL | {"players": None, "position": {"game": "rattus"}}
        answer = await post(anna, "/open/make", json={"table": wrong})
        assert answer.status_code == 422, answer.text
        answer = await server.http.post("/api/tables", json=DUEL)  # whoever makes it has all keys
        assert answer.status_code == 422
        assert "rated" in answer.json()["why"]

    with_server(tmp_path, visit)


def test_a_rated_table_by_a_private_link_is_for_players_alone(tmp_path) -> None:
    async def visit(server) -> None:
        anna, ben, eve = [await Somebody.new(server, name) for name in ("Anna", "Ben", "Eve")]
        made = await post(anna, "/open/make", json={"table": DUEL, "listed": False})
        assert made.status_code == 201, made.text
        first = Seated.model_validate_json(made.content)
        # It is in no list, and nobody finds it or sits down without its link.
        assert (await server.http.get("/api/open")).json()["tables"] == []
        found = await post(eve, "/open/find", json={"game": "rattus", "rated": True, "clock": CLOCK})
        assert found.json()["table"] != first.table
        for body in ({}, {"link": "x"}, {"link": first.key}, {"link": first.host}):
            refused = await post(eve, f"/open/{first.table}/sit", json=body)
            assert (refused.status_code, refused.json()["code"]) == (409, "late"), body
        # Whoever has the link sees before they sit down what is agreed, and that needs a player.
        told = (await hosted(server, first).ask("GET", "", first.watch)).json()["table"]
        assert (told["rated"], told["open"]["listed"], told["status"]) == (True, False, "open")
        nobody = await server.http.post(f"/api/open/{first.table}/sit", json={"link": first.watch})
        assert (nobody.status_code, nobody.json()["code"]) == (404, "not_found")
        # An empty chair does not begin; the host has no key of it, and nobody can name themselves there.
        assert (await hosted(server, first).ask("POST", "/start", first.host)).status_code == 409
        renewed = await hosted(server, first).ask("POST", "/chairs/2/key", first.host)
        assert renewed.status_code == 403
        answer = await post(ben, f"/open/{first.table}/sit", json={"link": first.watch})
        assert answer.status_code == 200, answer.text
        second = Seated.model_validate_json(answer.content)
        async with RecordingClient(hosted(server, first), first.key) as client:
            await client.until(lambda: client.table["status"] == "playing")
            await client.ask("leave")
        await play(server, second)
        assert (await until_rated(anna))["ratings"][0]["mean"] < NEW.as_data()["mean"]
        assert (await until_rated(ben))["ratings"][0]["mean"] > NEW.as_data()["mean"]

    with_server(tmp_path, visit)


def test_a_link_to_a_table_works_where_open_tables_are_off_or_ask_for_a_code(tmp_path) -> None:
    async def visit(server) -> None:
        anna, ben = [await Somebody.new(server, name) for name in ("Anna", "Ben")]
        assert (await post(anna, "/open/make", json={"table": DUEL})).status_code == 403
        made = (await post(anna, "/open/make", json={"table": DUEL, "listed": False})).json()
        sat = await post(ben, f"/open/{made['table']}/sit", json={"link": made["watch"]})
        assert sat.status_code == 200, sat.text
        # A link does not get anybody past the code at a table that is listed.
        await server.http.post(
            "/api/me/invitation", json={"code": "x"}, headers={"authorization": f"Bearer {anna.key}"}
        )
        listed = (await post(anna, "/open/make", json={"table": DUEL})).json()
        refused = await post(ben, f"/open/{listed['table']}/sit", json={"link": listed["watch"]})
        assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")

    with_server(tmp_path, visit, invitation_code="x")


def test_the_list_tells_that_it_is_rated_and_how_strong_they_are(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        rated = await opened(anna, DUEL | {"players": 3, "chairs": [{"name": "?"}, {"bot": "hard"}]})
        await opened(anna, DUEL | {"rated": False})
        answer = await server.http.get("/api/open", headers={"authorization": f"Bearer {bert.key}"})
        ListedTables.model_validate_json(answer.content, strict=True)
        by_id = {each["table"]: each for each in answer.json()["tables"]}
        assert by_id[rated.table]["rated"]
        assert by_id[rated.table]["ratings"] == [
            {"chair": 1, **NEW.as_data()}, {"chair": 2, **anchor("rattus", "hard").as_data()},
        ]  # fmt: skip
        (friendly,) = [each for each in by_id.values() if not each["rated"]]
        assert friendly["ratings"] == []
        # Whoever looks for a rated game finds this one, and nobody else does.
        found = await post(bert, "/open/find", json={"game": "rattus", "any_clock": True, "rated": True})
        assert found.json()["table"] == rated.table
        told = (await hosted(server, rated).ask("GET", "", rated.key)).json()["table"]
        assert (told["rated"], told["hints"], told["status"]) == (True, False, "playing")
        cleo = await Somebody.new(server, "Cleo")
        other = await post(cleo, "/open/find", json={"game": "rattus", "any_clock": True, "rated": True})
        told = (await server.http.get(f"/api/tables/{other.json()['table']}",
                                      headers={"authorization": f"Bearer {other.json()['key']}"})).json()  # fmt: skip
        assert told["table"]["rated"]
        assert told["table"]["clock"]["kind"] == "bank"

    with_server(tmp_path, visit)


def test_nobody_gets_help_or_takes_back_what_revealed_something(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        made = await opened(anna, ALONE)
        async with RecordingClient(hosted(server, made), made.key) as client:
            refused = 0
            for _ in range(12):
                await client.until(lambda: client.legal or client.table["status"] == "over")
                before = client.moves
                await client.ask("move", move=client.legal[0], after=before)
                await client.until(lambda: client.legal or client.table["status"] == "over")
                if client.undo is None:
                    answer = await client.ask("undo")
                    assert answer["code"] == "not_now", answer
                    refused += 1
                else:
                    assert client.undo == "free"
            assert refused
            assert (await client.ask("hint"))["type"] == "refused"

    with_server(tmp_path, visit)


# ---- what counts


def test_a_match_between_players_changes_both_ratings_once_it_is_over(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        hers = await opened(anna, DUEL)
        his = await sit(bert, hers.table)
        await play(server, hers, his, moves=10)
        # Nothing is told of the result before the end, to anybody.
        for player in (anna, bert):
            told = await page(player)
            assert (told["ratings"], told["figures"], told["finished"]) == ([], [], 0)
        assert [each["change"] for each in await ratings_at(server, hers)] == [None, None]
        await play(server, hers, his)
        told = {player: await until_rated(player) for player in (anna, bert)}
        outcome = (await hosted(server, hers).ask("GET", "", hers.key)).json()["table"]["outcome"]
        seats = {anna: "red", bert: "yellow"}
        ranks = [outcome["ranking"].index(seat) + 1 for seat in seats.values()]
        for (player, seat), expected in zip(seats.items(), rate([NEW, NEW], ranks), strict=True):
            (own,) = told[player]["ratings"]
            assert own == {"game": "rattus", "matches": 1, **expected.as_data()}
            (result,) = (await player.results())["results"]
            assert result["change"] == round(expected.mean - NEW.mean)
            assert (result["change"] > 0) == (seat in outcome["winners"])
            answer = await player.ask("GET", "/history?game=rattus")
            RatingHistory.model_validate_json(answer.content, strict=True)
            assert [each["mean"] for each in answer.json()["moments"]] == [round(expected.mean)]
        changes = {each["chair"]: each["change"] for each in await ratings_at(server, his)}
        assert changes[1] == -changes[2]

    with_server(tmp_path, visit)


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_no_door_tells_anything_of_a_match_that_goes_on(tmp_path, game: str, seed: int) -> None:
    """Ratings, statistics and lists are the same bytes all through a match: points would tell what is hidden in it."""

    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        shown = (await anna.ask("POST", "/page", json={"public": True})).json()["page"]
        hers = await opened(anna, DUEL | {"game": game})
        his = await sit(bert, hers.table)
        table = hosted(server, hers)

        async def doors() -> list[bytes]:
            own = ("/page", f"/history?game={game}", "/results")
            public = (f"/pages/{shown}", f"/pages/{shown}/history?game={game}", f"/pages/{shown}/results")
            answers = [
                *[await each.ask("GET", path) for each in (anna, bert) for path in own],
                *[await server.http.get(f"/api{path}") for path in (*public, f"/ratings?game={game}", "/open")],
                *[await table.ask("GET", "/ratings", each.key) for each in (hers, his)],
            ]
            assert {answer.status_code for answer in answers} == {200}
            return [answer.content for answer in answers]

        before = await doors()
        for _ in range(4):
            await play(server, hers, his, moves=9, seed=seed)
            await server.runtime.tracker._write()
            await server.runtime._count_figures()
            assert (await table.ask("GET", "", hers.key)).json()["table"]["status"] == "playing"
            assert await doors() == before
        await play(server, hers, his, seed=seed)
        for player in (anna, bert):
            await until_rated(player)
            await until_counted(player)
        unchanged = [old == new for old, new in zip(before, await doors(), strict=True)]
        assert [number for number, same in enumerate(unchanged) if same] == [9, 10]  # lists of ratings and of tables

    with_server(tmp_path, visit)


def test_a_level_is_an_anchor_and_a_friendly_match_counts_for_nothing(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        rated, friendly = await opened(anna, ALONE), await opened(anna, ALONE | {"rated": False})
        await play(server, rated)
        await play(server, friendly)
        told = await until_counted(anna, 2)
        (own,) = told["ratings"]
        won = next(each for each in (await anna.results())["results"] if each["table"] == rated.table)["won"]
        expected, _ = rate([NEW, anchor("rattus", "hard")], [1, 2] if won else [2, 1])
        assert own == {"game": "rattus", "matches": 1, **expected.as_data()}
        assert {each["change"] is None for each in (await anna.results())["results"]} == {True, False}
        (total,) = [each for each in told["figures"] if each["kind"] == "all"]
        assert (total["matches"], total["won"]) == (2, told["won"])
        assert {each["name"] for each in told["figures"] if each["kind"] == "players"} == {"2"}
        assert [each for each in told["figures"] if each["kind"] == "thing"]

    with_server(tmp_path, visit)


@pytest.mark.parametrize("way", ["resign", "leave the table", "time out"])
def test_who_leaves_is_last_whatever_the_bot_makes_of_it(tmp_path, way: str) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        hers = await opened(anna, DUEL | {"options": {"first": "yellow"}})
        his = await sit(bert, hers.table)
        async with RecordingClient(hosted(server, his), his.key) as client:
            await client.until(lambda: client.legal)
            if way == "resign":
                await client.ask("leave")
                await client.until(lambda: client.table["chairs"][1]["away"])
                await client.ask("return")  # which does not make up for it
        if way == "leave the table":
            assert (await post(bert, f"/open/{hers.table}/leave")).status_code == 200
        if way == "time out":
            server.clock.advance(3601.0)
            await server.runtime._find_work()
        await play(server, *((hers, his) if way == "resign" else (hers,)))
        (own,) = (await until_rated(bert))["ratings"]
        expected = rate([NEW, NEW], [1, 2])
        assert own == {"game": "rattus", "matches": 1, **expected[1].as_data()}
        assert (await until_rated(anna))["ratings"] == [{"game": "rattus", "matches": 1, **expected[0].as_data()}]
        (result,) = (await bert.results())["results"]
        assert (result["place"], result["won"], result["left"]) == (2, False, True)
        assert (await anna.results())["results"][0]["won"]

    with_server(tmp_path, visit, clock=ManualClock())


def test_a_table_that_the_host_of_the_server_closes_counts_only_for_those_who_had_left(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert, cleo = [await Somebody.new(server, name) for name in ("Anna", "Bert", "Cleo")]
        hers = await opened(anna, DUEL | {"players": 3})
        his, _ = await sit(bert, hers.table), await sit(cleo, hers.table)
        # No player can close it, remove it, or send another away.
        for path in ("/close", "/remove", "/chairs/2/kick"):
            assert (await hosted(server, hers).ask("POST", path, hers.host)).status_code in (403, 409)
        async with RecordingClient(hosted(server, his), his.key) as client:
            await client.ask("leave")
        live = await server.runtime.registry.get(hers.table)
        await live.submit(SERVER, lambda requests: requests.close())
        (own,) = (await until_rated(bert))["ratings"]
        assert own["mean"] < NEW.mean
        assert [(await page(player))["ratings"] for player in (anna, cleo)] == [[], []]

    with_server(tmp_path, visit)


def test_a_rematch_at_once_loses_no_result(tmp_path) -> None:
    """The next match may begin before anything was written of the last one."""

    async def visit(server) -> None:
        anna = await Somebody.new(server)
        made = await opened(anna, ALONE)
        tracker = server.runtime.tracker
        async with tracker._writing:
            await play(server, made)
            async with RecordingClient(hosted(server, made), made.key) as client:
                await client.ask("rematch")
                await client.until(lambda: client.table["match"] == 2)
        await until_rated(anna)
        assert [each["match"] for each in (await anna.results())["results"]] == [1]
        await play(server, made)
        await until_rated(anna, 2)

    with_server(tmp_path, visit)


# ---- pages


def test_a_page_is_private_until_its_player_shows_it(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        hers = await opened(anna, DUEL)
        his = await sit(bert, hers.table)
        await play(server, hers, his)
        told = await until_counted(anna)
        assert told["page"] is None
        for guess in (anna.id, anna.key, "None", "null", "-", hers.table):
            for path in ("", "/results", "/history?game=rattus"):
                assert (await server.http.get(f"/api/pages/{guess}{path}")).status_code == 404
        public = (await anna.ask("POST", "/page", json={"public": True})).json()["page"]
        answer = await server.http.get(f"/api/pages/{public}")
        PlayerPage.model_validate_json(answer.content, strict=True)
        assert answer.json() == told | {"page": public}
        results = await server.http.get(f"/api/pages/{public}/results")
        PublicResults.model_validate_json(results.content, strict=True)
        history = await server.http.get(f"/api/pages/{public}/history?game=rattus")
        assert len(history.json()["moments"]) == 1
        # Nothing in it is a key, an id, a table, or the name of anybody else.
        secrets = [anna.key, anna.id, bert.key, bert.id, "Bert", hers.table, hers.key, his.key]
        for text in (answer.text, results.text, history.text):
            assert not any(secret in text for secret in secrets)
        assert (await server.http.get("/api/pages/x/history?game=chess")).status_code == 404
        await anna.ask("POST", "/page", json={"public": False})
        assert (await server.http.get(f"/api/pages/{public}")).status_code == 404
        told = await server.http.get("/api/ratings?game=rattus")
        RatingList.model_validate_json(told.content, strict=True)
        assert told.json()["players"] == []
        assert [each["level"] for each in told.json()["levels"]] == ["easy", "normal", "hard", "best"]

    with_server(tmp_path, visit)


def test_a_wrong_key_opens_no_page(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        made = await opened(anna, ALONE)
        for key in ("x", anna.id, made.key, made.host):
            nobody = Somebody(server, "", key)
            for method, path, body in (
                ("GET", "/page", None), ("POST", "/page", {"public": True}), ("GET", "/history?game=rattus", None),
            ):  # fmt: skip
                assert (await nobody.ask(method, path, json=body)).status_code == 404
        for key in ("x", anna.key):
            assert (await hosted(server, made).ask("GET", "/ratings", key)).status_code == 404

    with_server(tmp_path, visit)


def test_everything_is_exported_and_goes_with_the_player(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        await play(server, await opened(anna, ALONE))
        await until_counted(anna)
        public = (await anna.ask("POST", "/page", json={"public": True})).json()["page"]
        answer = await anna.ask("GET", "/export")
        PlayerExport.model_validate_json(answer.content, strict=True)
        told = answer.json()
        assert told["page"] == public
        assert [each["game"] for each in told["ratings"]] == ["rattus"]
        assert [each["match"] for each in told["rated_matches"]] == [1]
        assert told["figures"]
        assert (await anna.ask("POST", "/remove")).status_code == 200
        assert (await server.http.get(f"/api/pages/{public}")).status_code == 404
        stored = await server.runtime.ratings.export(anna.id)
        assert stored == {"page": None, "ratings": [], "rated_matches": [], "figures": []}

    with_server(tmp_path, visit)


# ---- after a process has died


def test_what_a_dead_process_left_unrated_is_rated_once(tmp_path: Path) -> None:
    """A process may die between storing the last move and storing what follows from it."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
            hers = await opened(anna, DUEL)
            his = await sit(bert, hers.table)
            server.runtime.tracker._write = lambda: asyncio.sleep(0.01)
            await play(server, hers, his)
            assert (await page(anna))["ratings"] == []
        for _ in range(2):
            async with LocalServer(tmp_path) as again:
                anna.server = bert.server = again
                told = [(await until_rated(player))["ratings"] for player in (anna, bert)]
                await again.runtime._repair_games()
                assert [[each["matches"] for each in some] for some in told] == [[1], [1]]
                assert sum(some[0]["mean"] for some in told) == pytest.approx(2 * NEW.mean, abs=1)
                assert len((await anna.ask("GET", "/history?game=rattus")).json()["moments"]) == 1

    asyncio.run(visit())
