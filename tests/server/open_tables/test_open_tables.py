"""Tables that are open to everybody: who sits where, who may see them, and what happens by itself."""

import asyncio
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

import orjson
import pytest

from rattus.server.players.keys import derived_key
from rattus.server.protocol.open_tables import ListedTables, Seated
from rattus.server.tables.keys import HOST, chair_role

from ..local_server import GENEROUS, HostedTable, LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..server_process import ServerProcess
from ..somebody import Page, Somebody
from ..wait import TIMEOUT_SECONDS, eventually

TWO = {"game": "rattus", "players": 2, "chairs": [{"name": "?"}]}
THREE = {"game": "rattus", "players": 3, "chairs": [{"name": "?"}]}
MANY = replace(GENEROUS, open_tables=100, open_tables_from_address=1000, open_chairs=100)


def with_server(folder: Path, visit, **settings: Any) -> None:
    async def run() -> None:
        async with LocalServer(folder, **{"limits": MANY} | settings) as server:
            await visit(server)

    asyncio.run(run())


async def ask(somebody: Somebody, method: str, path: str, **options: Any) -> Any:
    headers = {"authorization": f"Bearer {somebody.key}"}
    return await somebody.server.http.request(method, f"/api/open{path}", headers=headers, **options)


async def opened(somebody: Somebody, table: dict[str, Any] = THREE, **more: Any) -> Seated:
    answer = await ask(somebody, "POST", "/make", json={"table": table, **more})
    assert answer.status_code == 201, answer.text
    return Seated.model_validate_json(answer.content)


async def listed(somebody: Somebody, first: int = 0) -> dict[str, Any]:
    answer = await ask(somebody, "GET", f"?first={first}")
    ListedTables.model_validate_json(answer.content, strict=True)
    return answer.json()


async def sit(somebody: Somebody, table: str, chair: int | None = None) -> Any:
    return await ask(somebody, "POST", f"/{table}/sit", json={} if chair is None else {"chair": chair})


async def seen(server: LocalServer, table: str, key: str) -> dict[str, Any]:
    answer = await server.http.get(f"/api/tables/{table}", headers={"authorization": f"Bearer {key}"})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def until_listed(somebody: Somebody, condition) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not condition(told := await listed(somebody)):
            await asyncio.sleep(0.02)
        return told


async def until_status(server: LocalServer, made: Seated, status: str) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while (told := await seen(server, made.table, made.key))["table"]["status"] != status:
            await asyncio.sleep(0.02)
        return told


def test_a_table_is_in_the_list_until_its_last_chair_is_taken(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert, cleo = [await Somebody.new(server, name) for name in ("Anna", "Bert", "Cleo")]
        made = await opened(anna, THREE | {"clock": {"kind": "bank", "seconds": 600}})
        told = await until_listed(bert, lambda told: told["tables"])
        (table,) = told["tables"]
        assert (table["table"], table["game"], table["opener"], table["fill_at"]) == (made.table, "rattus", 1, None)
        assert [seat["name"] for seat in table["chairs"]] == ["Anna", None, None]  # the player's own name
        assert table["clock"] == {"kind": "bank", "seconds": 600, "increment": 0}
        assert (await sit(bert, made.table, 3)).json() == {
            "table": made.table, "chair": 3, "key": derived_key(bert.key, made.table, chair_role(3)), "host": None,
            "watch": made.watch,
        }  # fmt: skip
        assert (await seen(server, made.table, made.key))["table"]["status"] == "open"
        assert (await sit(cleo, made.table)).json()["chair"] == 2
        told = await seen(server, made.table, made.key)
        assert told["table"]["status"] == "playing"  # it begins by itself
        assert [seat["name"] for seat in told["table"]["chairs"]] == ["Anna", "Cleo", "Bert"]
        assert not (await until_listed(bert, lambda told: not told["tables"]))["tables"]
        for player in (anna, bert, cleo):
            assert [game["table"] for game in (await player.games())["games"]] == [made.table]

    with_server(tmp_path, visit)


def test_the_list_tells_no_more_than_a_spectator_sees(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        seats = [{"name": "?"}, {"bot": "hard"}]
        cartus = {"game": "cartus", "players": 4, "chairs": seats, "hide_rats": True}
        made = await opened(anna, cartus, fill={"seconds": 60, "level": "easy"})
        await sit(bert, made.table, 3)
        table = (await seen(server, made.table, str(made.watch)))["table"]
        # The list may be a moment behind.
        is_there = lambda told: any(each["chairs"] == table["chairs"] for each in told["tables"])  # noqa: E731
        (told,) = (await until_listed(bert, is_there))["tables"]
        assert told.keys() == {
            "table", "game", "chairs", "clock", "options", "hide_rats", "opened", "opener", "fill_at", "level",
            "rated", "ratings",
        }  # fmt: skip
        assert told["ratings"] == []  # which are told where a table is rated, as was agreed
        for name in ("game", "chairs", "clock", "options", "hide_rats", "rated"):
            assert told[name] == table[name], name
        assert {"fill_at": told["fill_at"], "level": told["level"], "listed": True} == table["open"]
        assert told["chairs"][told["opener"] - 1]["name"] == "Anna"
        text = orjson.dumps(told).decode()
        secrets = [made.key, made.host, made.watch, anna.key, bert.key, anna.id, bert.id]
        assert not any(secret in text for secret in secrets)

    with_server(tmp_path, visit)


def test_whoever_sits_there_may_let_others_watch(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna, TWO)
        assert (await seen(server, made.table, str(made.watch)))["you"] == {
            "role": "watch",
            "chair": None,
            "seat": None,
        }
        his = (await sit(bert, made.table)).json()
        assert his["watch"] == made.watch
        (game,) = (await bert.until_games(lambda told: told["games"]))["games"]
        assert game["watch"] == made.watch  # on every device of his
        hosted = HostedTable(server, {"table": made.table, "keys": {"host": "", "watch": made.watch, "chairs": []}})
        async with RecordingClient(hosted, str(made.watch)) as watcher:
            await watcher.until(lambda: watcher.table["status"] == "playing")
            assert not watcher.legal
            assert (await watcher.ask("leave"))["code"] == "not_yours"

    with_server(tmp_path, visit)


def test_at_an_open_table_nobody_waits_for_ever(tmp_path) -> None:
    """Without a clock in the request it has the usual one; when somebody's time is up a computer player goes on."""

    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna, TWO | {"options": {"first": "red"}})
        found = await ask(bert, "POST", "/find", json={"game": "rattus"})
        assert found.json()["table"] == made.table  # who asks for no clock means the usual one
        clock = (await seen(server, made.table, made.key))["table"]["clock"]
        assert (clock["kind"], clock["seconds"], clock["increment"]) == ("bank", 1800, 20)
        server.clock.advance(1801)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not (await seen(server, made.table, made.key))["table"]["chairs"][0]["away"]:
                await asyncio.sleep(0.02)

    with_server(tmp_path, visit, clock=ManualClock())


def test_sitting_down_again_on_another_device_opens_the_chair_at_once(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        now, store = server.runtime.clock.now(), server.runtime.players
        phones = [(await store.add_device(player.id, "phone", now))[1] for player in (anna, bert)]
        made = await opened(anna)
        await sit(bert, made.table, 2)
        for key, chair, is_host in ((phones[0], 1, True), (phones[1], 2, False)):
            there = (await sit(Somebody(server, "", key), made.table)).json()
            assert (there["chair"], there["host"] is not None) == (chair, is_host)
            assert (await seen(server, made.table, there["key"]))["you"]["chair"] == chair
            if is_host:
                assert (await seen(server, made.table, there["host"]))["you"]["role"] == "host"

    with_server(tmp_path, visit)


def test_of_many_who_click_one_chair_one_gets_it_and_the_others_are_told(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        some = [await Somebody.new(server, f"P{n}") for n in range(12)]
        for _ in range(5):
            made = await opened(anna)
            answers = await asyncio.gather(*(sit(each, made.table, 2) for each in some))
            assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 11}
            assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"late"}
            winner = some[[answer.status_code for answer in answers].index(200)]
            chairs = (await seen(server, made.table, made.key))["table"]["chairs"]
            assert chairs[1]["name"] == f"P{some.index(winner)}"
            for each in some:
                opens = await server.http.get(
                    f"/api/tables/{made.table}",
                    headers={"authorization": f"Bearer {derived_key(each.key, made.table, chair_role(2))}"},
                )
                assert opens.status_code == (200 if each is winner else 404)

    with_server(tmp_path, visit)


def test_nobody_has_two_chairs_at_an_open_table_however_often_they_click(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna)
        answers = await asyncio.gather(*(sit(bert, made.table, 2 + n % 2) for n in range(8)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.json()["chair"] for answer in answers}) == 1
        assert (await sit(anna, made.table)).json()["chair"] == 1
        chairs = (await seen(server, made.table, made.key))["table"]["chairs"]
        assert [seat["name"] for seat in chairs].count("Bert") == 1

    with_server(tmp_path, visit)


def test_the_host_of_an_open_table_gets_no_key_of_another_chair(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna, {"game": "cartus", "players": 3, "chairs": [{"name": "?"}, {"bot": "easy"}]})
        assert made.host == derived_key(anna.key, made.table, HOST)
        his = (await sit(bert, made.table)).json()
        hosted = HostedTable(server, {"table": made.table, "keys": {"host": made.host, "watch": "", "chairs": []}})
        for path in ("/chairs/2/key", "/chairs/3/key", "/chairs/2/kick", "/chairs/3/kick"):
            assert (await hosted.ask("POST", path, made.host)).status_code == 403
        # Nobody takes a match away from the others.
        for path in ("/close", "/remove"):
            assert (await hosted.ask("POST", path, made.host)).status_code == 409
        assert (await seen(server, made.table, his["key"]))["you"]["chair"] == 3
        # The list tells no key.
        told = orjson.dumps(await listed(bert)).decode()
        assert not any(key in told for key in (made.key, made.host, his["key"], anna.key, bert.key))

    with_server(tmp_path, visit)


def test_bots_take_the_free_chairs_after_the_time_that_was_chosen(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna, fill={"seconds": 60, "level": "hard"})
        told = await seen(server, made.table, made.key)
        assert told["table"]["open"] == {"fill_at": server.clock.now() + 60, "level": "hard", "listed": True}
        assert (await sit(bert, made.table, 2)).status_code == 200
        server.clock.advance(59)
        await server.runtime.open_tables.run_due(lambda _: True)
        assert (await seen(server, made.table, made.key))["table"]["status"] == "open"
        server.clock.advance(2)
        await server.runtime.open_tables.run_due(lambda _: True)
        told = await until_status(server, made, "playing")
        assert [(seat["name"], seat["level"]) for seat in told["table"]["chairs"]] == [
            ("Anna", None), ("Bert", None), (None, "hard"),
        ]  # fmt: skip
        assert not told["table"]["hints"]  # two people play

    with_server(tmp_path, visit, clock=ManualClock())


def test_many_tables_by_link_crowd_out_nothing(tmp_path, monkeypatch) -> None:
    """More than are read at once: the list has what is listed, and the oldest are closed all the same."""
    monkeypatch.setattr("rattus.server.open_tables.store.MAX_LISTED", 2)

    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna)
        for host in (anna, anna, bert, bert, bert):
            server.clock.advance(1)
            await opened(host, listed=False)
        told = await until_listed(anna, lambda told: server.clock.advance(2) or bool(told["tables"]))
        assert [table["table"] for table in told["tables"]] == [made.table]
        server.clock.advance(3600)
        await server.runtime.open_tables.run_due(lambda _: True)
        assert (await seen(server, made.table, made.key))["table"]["closed"]

    with_server(tmp_path, visit, clock=ManualClock())


def test_a_table_that_nobody_begins_is_closed(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        live, slow = await opened(anna), await opened(anna, THREE | {"clock": {"kind": "days", "days": 2}})
        server.clock.advance(3600)
        await server.runtime.open_tables.run_due(lambda _: True)
        assert (await seen(server, live.table, live.key))["table"]["closed"]
        assert not (await seen(server, slow.table, slow.key))["table"]["closed"]
        told = await until_listed(anna, lambda told: server.clock.advance(2) or len(told["tables"]) == 1)
        assert told["tables"][0]["table"] == slow.table

    with_server(tmp_path, visit, clock=ManualClock())


def test_somebody_who_leaves_makes_room_and_the_old_key_opens_nothing(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert, cleo = [await Somebody.new(server, name) for name in ("Anna", "Bert", "Cleo")]
        made = await opened(anna)
        his = (await sit(bert, made.table, 2)).json()
        hosted = HostedTable(server, {"table": made.table, "keys": {"host": "", "watch": "", "chairs": []}})
        async with RecordingClient(hosted, his["key"]) as client:
            answer = await ask(bert, "POST", f"/{made.table}/leave")
            assert answer.json() == {"table": made.table, "closed": False}
            await eventually(lambda: client.code is not None, "whoever left is still connected")
        refused = await server.http.get(f"/api/tables/{made.table}", headers={"authorization": f"Bearer {his['key']}"})
        assert refused.status_code == 404
        assert not (await bert.games())["games"]
        assert (await sit(cleo, made.table, 2)).status_code == 200
        # The same from a list of games, which at an open table is more than to forget it.
        assert (await cleo.ask("POST", "/release", json={"table": made.table, "chair": 2})).status_code == 200
        chairs = (await seen(server, made.table, made.key))["table"]["chairs"]
        assert [seat["holder"] for seat in chairs] == ["person", "open", "open"]
        assert (await ask(anna, "POST", f"/{made.table}/leave")).json()["closed"]
        assert not (await until_listed(bert, lambda told: not told["tables"]))["tables"]
        assert (await sit(bert, made.table)).json()["code"] == "late"
        assert (await ask(cleo, "POST", f"/{made.table}/leave")).status_code == 404

    with_server(tmp_path, visit)


def test_a_removed_player_lets_nobody_wait(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna)
        playing = await opened(anna, {"game": "rattus", "players": 2, "chairs": [{"name": "?"}]})
        for table in (made, playing):
            assert (await sit(bert, table.table)).status_code == 200
        assert (await bert.ask("POST", "/remove")).status_code == 200
        assert (await seen(server, made.table, made.key))["table"]["chairs"][1]["holder"] == "open"
        assert (await seen(server, playing.table, playing.key))["table"]["chairs"][1]["away"]

    with_server(tmp_path, visit)


def test_find_me_a_game_sits_down_where_it_fits_or_opens_a_table(tmp_path) -> None:
    days, fill = {"kind": "days", "days": 1}, {"seconds": 60, "level": "easy"}

    async def visit(server) -> None:
        anna, bert, cleo, dora = [await Somebody.new(server, name) for name in ("Anna", "Bert", "Cleo", "Dora")]

        async def find(somebody: Somebody, **wish: Any) -> Seated:
            answer = await ask(somebody, "POST", "/find", json=wish)
            assert answer.status_code == 200, answer.text
            server.runtime.open_tables._listed_at = float("-inf")  # the list may be a second old
            return Seated.model_validate_json(answer.content)

        first = await find(anna, game="rattus", fill=fill)
        assert first.host is not None
        assert (await find(anna, game="rattus", fill=fill)).table == first.table  # asked twice: not two tables
        assert (await find(bert, game="cartus", fill=fill)).table != first.table
        slow = await find(bert, game="rattus", clock=days)
        assert slow.table != first.table
        found = await find(cleo, game="rattus", fill=fill)
        assert (found.table, found.host, found.chair) == (first.table, None, 2)
        # With any clock: where most people are, once the list tells so.
        await until_listed(
            dora,
            lambda told: any(
                table["table"] == first.table and sum(seat["holder"] == "person" for seat in table["chairs"]) == 2
                for table in told["tables"]
            ),
        )
        assert (await find(dora, game="rattus", any_clock=True)).table == first.table
        assert (await find(dora, game="rattus", clock=days)).table == slow.table

    with_server(tmp_path, visit)


def test_people_who_look_for_a_game_at_once_find_each_other(tmp_path) -> None:
    fill = {"seconds": 60, "level": "easy"}

    async def visit(server) -> None:
        people = [await Somebody.new(server, f"P{n}") for n in range(4)]

        async def find(who: list[Somebody], game: str) -> list[Seated]:
            answers = await asyncio.gather(
                *(ask(each, "POST", "/find", json={"game": game, "fill": fill}) for each in who)
            )
            assert [answer.status_code for answer in answers] == [200] * len(who)
            return [Seated.model_validate_json(answer.content) for answer in answers]

        # Four people at once have the four chairs of one table; one on four devices has one chair.
        found = await find(people, "rattus")
        assert len({each.table for each in found}) == 1
        assert sorted(each.chair for each in found) == [1, 2, 3, 4]
        found = await find([people[0]] * 4, "cartus")
        assert {(each.table, each.chair, each.host is not None) for each in found} == {(found[0].table, 1, True)}

    with_server(tmp_path, visit)


def test_a_full_table_whose_process_died_begins_all_the_same(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        made = await opened(anna, {"game": "rattus", "players": 2, "chairs": [{"name": "?"}]})

        async def die(_: object) -> None:
            raise RuntimeError

        server.runtime.open_tables._begin_if_full = die
        assert (await sit(bert, made.table)).status_code == 500
        del server.runtime.open_tables._begin_if_full
        assert (await seen(server, made.table, made.key))["table"]["status"] == "open"
        await until_status(server, made, "playing")

    with_server(tmp_path, visit)


# ---- bounds and doors


def test_open_tables_and_chairs_are_bounded_by_player_and_address(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert, cleo = [await Somebody.new(server, name) for name in ("Anna", "Bert", "Cleo")]
        made = [await opened(anna), await opened(anna)]
        assert (await ask(anna, "POST", "/make", json={"table": THREE})).status_code == 429
        made.append(await opened(bert))
        assert (await ask(bert, "POST", "/make", json={"table": THREE})).status_code == 429  # of the address
        assert [(await sit(cleo, each.table)).status_code for each in made] == [200, 200, 429]
        assert (await ask(anna, "POST", f"/{made[0].table}/leave")).status_code == 200
        assert (await ask(anna, "POST", "/make", json={"table": THREE})).status_code == 201

    limits = replace(GENEROUS, open_tables=2, open_tables_from_address=3, open_chairs=2)
    with_server(tmp_path, visit, limits=limits)


def test_sitting_down_has_a_looser_limit_than_opening(tmp_path) -> None:
    """Friends behind one address sit down together at a table that one of them has just opened."""
    clock = ManualClock()

    async def visit(server) -> None:
        anna, *friends = [await Somebody.new(server, f"P{n}") for n in range(5)]
        made = await opened(anna, {"game": "rattus", "players": 4, "chairs": [{"name": "?"}]})
        refused = await ask(friends[0], "POST", "/make", json={"table": THREE})
        assert refused.status_code == 429  # one table in this time
        found = await ask(friends[0], "POST", "/find", json={"game": "rattus", "any_clock": True})
        assert (found.status_code, found.json()["table"]) == (200, made.table)  # which opens none
        assert (await sit(friends[1], made.table)).status_code == 200
        refused = await sit(friends[2], made.table)
        assert (refused.status_code, refused.json()["code"]) == (429, "busy")
        assert "sit down" in refused.json()["why"]
        clock.advance(1)
        assert (await sit(friends[2], made.table)).status_code == 200
        clock.advance(1)  # all chairs are taken: it would have to open a table
        answer = await ask(friends[3], "POST", "/find", json={"game": "rattus", "any_clock": True})
        assert answer.status_code == 429

    limits = replace(GENEROUS, new_tables=0.1, new_chairs=1.0, burst=2.0)
    with_server(tmp_path, visit, clock=clock, limits=limits)


def test_lists_are_paged(tmp_path) -> None:
    async def visit(server) -> None:
        some = [await Somebody.new(server, f"P{n}") for n in range(3)]
        made = [(await opened(some[n % 3])).table for n in range(45)]
        told = await until_listed(some[0], lambda told: told["total"] == 45)
        tables, nexts = [table["table"] for table in told["tables"]], [told["next"]]
        while nexts[-1] is not None:
            told = await listed(some[0], nexts[-1])
            tables += [table["table"] for table in told["tables"]]
            nexts.append(told["next"])
        assert nexts == [20, 40, None]
        assert tables == made[::-1]

    with_server(tmp_path, visit)


def test_pages_are_told_when_the_list_changes(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        async with Page(bert) as page:
            before = (await page.hear())["open"]
            made = await opened(anna)
            while (after := (await page.hear())["open"]) == before:
                pass
            assert (await until_listed(bert, lambda told: told["tables"]))["version"] == after
            assert (await sit(bert, made.table)).status_code == 200
            while (await page.hear())["open"] == after:
                pass

    with_server(tmp_path, visit)


def test_a_change_of_the_list_asks_the_database_nothing_for_each_page(tmp_path) -> None:
    """Anybody may change the list, as often as they like, and everybody's page hears of it."""

    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        async with Page(bert) as page, Page(anna) as own:
            before = (await page.hear())["open"]
            await own.hear()
            players = server.runtime.players
            with mock.patch.object(players, "waiting", wraps=players.waiting) as waiting:
                made = await opened(anna, TWO)
                while (after := (await page.hear())["open"]) == before:
                    pass
                assert not any(call.args == (bert.id,) for call in waiting.call_args_list)
                assert (await sit(bert, made.table)).status_code == 200  # now it is a game of theirs
                while (await page.hear())["open"] == after:
                    pass
                await eventually(lambda: any(call.args == (bert.id,) for call in waiting.call_args_list))

    with_server(tmp_path, visit)


def test_pages_are_told_of_what_another_process_did_even_if_the_list_was_read_before(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")

        async def nothing() -> None:
            pass

        server.runtime.open_tables._changed = nothing  # as if another process had opened the table
        async with Page(bert) as page:
            before = (await page.hear())["open"]
            await opened(anna)
            after = (await until_listed(anna, lambda told: told["tables"]))["version"]
            assert after != before
            while (await page.hear())["open"] != after:
                pass

    with_server(tmp_path, visit)


@pytest.mark.parametrize(
    "table",
    [
        {"game": "rattus", "players": 3},
        {"game": "rattus", "players": 3, "chairs": [{"name": "A"}, {"name": "B"}]},
        {"game": "rattus", "players": 9, "chairs": [{"name": "A"}]},
        {"game": "rattus", "players": 2, "chairs": [{"name": "A"}, {"bot": "?"}]},
        {"record": {}, "chairs": [{"name": "A"}]},
        {"scenario": "x", "chairs": [{"name": "A"}]},
    ],
)
def test_what_cannot_be_an_open_table_is_refused(tmp_path, table: dict[str, Any]) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        answer = await ask(anna, "POST", "/make", json={"table": table})
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
        assert not (await listed(anna))["tables"]

    with_server(tmp_path, visit)


def test_a_host_may_switch_open_tables_off(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        assert await listed(anna) == {"access": "off", "version": 0, "total": 0, "tables": [], "next": None}
        assert (await ask(anna, "POST", "/make", json={"table": THREE})).status_code == 404
        assert (await ask(anna, "POST", "/find", json={"game": "rattus"})).status_code == 404
        assert (await sit(anna, "x")).status_code == 404

    with_server(tmp_path, visit, open_tables=False)


def test_a_host_may_ask_for_an_invitation_code(tmp_path) -> None:
    async def visit(server) -> None:
        anna, eve = await Somebody.new(server, "Anna"), await Somebody.new(server, "Eve")
        assert (await anna.ask("POST", "/invitation", json={"code": "wrong"})).status_code == 403
        assert (await anna.ask("POST", "/invitation", json={"code": "plague-1347"})).json() == {"invited": True}
        made = await opened(anna)
        assert (await until_listed(anna, lambda told: told["tables"]))["access"] == "everybody"
        anonymous = (await server.http.get("/api/open")).json()
        assert anonymous == await listed(eve) == {
            "access": "invitation", "version": 0, "total": 0, "tables": [], "next": None,
        }  # fmt: skip
        for answer in (
            await ask(eve, "POST", "/make", json={"table": THREE}),
            await ask(eve, "POST", "/find", json={"game": "rattus"}),
            await sit(eve, made.table),
        ):
            assert answer.status_code == 403
        assert b"plague-1347" not in server.file.read_bytes()

    with_server(tmp_path, visit, invitation_code="plague-1347")

    async def later(server) -> None:  # another code: everybody is asked again
        answer = await server.http.get("/api/open")
        assert answer.json()["access"] == "invitation"

    with_server(tmp_path, later, invitation_code="another-code")


def test_a_wrong_key_is_nobody(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        made = await opened(anna)
        for key in ("-", made.key, str(made.host), anna.id):
            eve = Somebody(server, "", key)
            for method, path, body in (
                ("GET", "", None), ("POST", "/make", {"table": THREE}), ("POST", "/find", {"game": "rattus"}),
                ("POST", f"/{made.table}/sit", {}), ("POST", f"/{made.table}/leave", None),
            ):  # fmt: skip
                assert (await ask(eve, method, path, json=body)).status_code == 404

    with_server(tmp_path, visit)


def listed_chairs(server: ServerProcess, key: str) -> list[dict[str, Any]]:
    """The chairs of the only table in the list; that of a process may be a second old, and older where it is busy."""
    ends_at = time.monotonic() + TIMEOUT_SECONDS
    while time.monotonic() < ends_at:
        tables: list[dict[str, Any]] = server.ask("GET", "/api/open", key).json()["tables"]
        if tables:
            return list(tables[0]["chairs"])
        time.sleep(0.1)
    raise AssertionError("the list stays empty")


def test_two_processes_seat_one_player_on_one_chair(tmp_path) -> None:
    """The requests go to both processes; the list of one has what the other has opened."""
    with ServerProcess(tmp_path, None, "--processes", "2") as server:
        keys = [server.ask("POST", "/api/players", json={"name": f"P{n}"}).json()["key"] for n in range(8)]
        made = server.ask("POST", "/api/open/make", keys[0], json={"table": THREE}).json()

        async def click() -> list[int]:
            work = [
                asyncio.to_thread(server.ask, "POST", f"/api/open/{made['table']}/sit", key, json={"chair": 2})
                for key in keys[1:]
            ]
            return [answer.status_code for answer in await asyncio.gather(*work)]

        codes = asyncio.run(click())
        assert Counter(codes) == {200: 1, 409: 6}
        shown = [listed_chairs(server, keys[0]) for _ in range(6)]
        assert {chairs[2]["holder"] for chairs in shown} == {"open"}
        winner = codes.index(200) + 1
        last = next(key for n, key in enumerate(keys[1:], 1) if n != winner)
        assert server.ask("POST", f"/api/open/{made['table']}/sit", last, json={}).json()["chair"] == 3
        assert server.ask("GET", f"/api/tables/{made['table']}", made["key"]).json()["table"]["status"] == "playing"
        assert not server.logged_errors()
