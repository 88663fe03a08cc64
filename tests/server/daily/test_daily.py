"""The game of the day: the same for everybody, one try each, and nothing of it told before the day is over."""

import asyncio
import random
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
import pytest

from rattus.bots.protocol import ThinkRequest
from rattus.server.players.keys import derived_key
from rattus.server.protocol.daily import DailyGamesAnswer
from rattus.server.tables.daily import LEVELS, bot_seed, daily_seal, day_at, day_before, end_of
from rattus.server.tables.keys import chair_role
from rattus.server.tables.table import Table

from ..local_server import GENEROUS, HostedTable, InstantBots, LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..server_process import ServerProcess, journal
from ..somebody import Somebody
from ..wait import TIMEOUT_SECONDS

NOON = datetime(2026, 11, 18, 12, tzinfo=UTC).timestamp()
DAY = "2026-11-18"


def with_server(folder: Path, visit, clock: ManualClock | None = None, **settings: Any) -> None:
    async def run() -> None:
        async with LocalServer(folder, clock or ManualClock(NOON), **settings) as server:
            await visit(server)

    asyncio.run(run())


async def ask(somebody: Somebody, method: str, path: str = "", **options: Any) -> Any:
    headers = {"authorization": f"Bearer {somebody.key}"}
    return await somebody.server.http.request(method, f"/api/daily{path}", headers=headers, **options)


async def told(somebody: Somebody | LocalServer, day: str | None = None) -> dict[str, Any]:
    path = "" if day is None else f"?day={day}"
    is_player = isinstance(somebody, Somebody)
    answer = await ask(somebody, "GET", path) if is_player else await somebody.http.get(f"/api/daily{path}")
    assert answer.status_code == 200, answer.text
    DailyGamesAnswer.model_validate_json(answer.content, strict=True)
    return answer.json()


async def rattus(somebody: Somebody | LocalServer, day: str | None = None) -> dict[str, Any]:
    return next(game for game in (await told(somebody, day))["games"] if game["game"] == "rattus")


async def begun(somebody: Somebody, game: str = "rattus") -> dict[str, Any]:
    answer = await ask(somebody, "POST", f"/{game}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def hosted(server: LocalServer, seated: dict[str, Any]) -> HostedTable:
    return HostedTable(server, {"table": seated["table"], "keys": {"host": "", "watch": "", "chairs": [seated["key"]]}})


async def play(
    server: LocalServer, seated: dict[str, Any], chance: random.Random, moves: int = 10_000
) -> RecordingClient:
    """Play a try to its end, or for some moves."""
    async with RecordingClient(hosted(server, seated), seated["key"]) as client:
        for _ in range(moves):
            await client.until(lambda: client.legal or client.table["status"] == "over")
            if not client.legal:
                break
            assert (await client.move(chance.choice(client.legal)))["type"] == "done"
    return client


async def until_ended(somebody: Somebody) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not (found := await rattus(somebody))["yours"]["ended"]:
            await asyncio.sleep(0.01)
        return found


def table_of(server: LocalServer, table: str) -> Table:
    return Table.from_journal(table, [entry.parsed() for entry in server.journal(table)])


def test_days_are_those_of_utc() -> None:
    assert day_at(NOON) == DAY == day_at(end_of(DAY) - 0.001)
    assert day_at(end_of(DAY)) == "2026-11-19"
    assert day_before("2026-03-01") == "2026-02-28"


def test_the_deal_follows_from_secret_game_and_day() -> None:
    seals = {
        daily_seal(secret, game, day)
        for secret in (b"one", b"two")
        for game in ("rattus", "cartus")
        for day in (DAY, day_before(DAY))
    }
    assert len(seals) == 8
    assert daily_seal(b"one", "rattus", DAY) == daily_seal(b"one", "rattus", DAY)
    assert len({text for seal in seals for text in (seal.seed, seal.salt)}) == 16
    assert all(len(seal.seed) == 32 for seal in seals)


def test_everybody_gets_the_same_deal_and_the_same_computer_players(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        for game in ("rattus", "africanus", "cartus"):
            tables = [table_of(server, (await begun(each, game))["table"]) for each in (anna, bert)]
            assert tables[0].start == tables[1].start
            assert tables[0].seal == tables[1].seal
            assert tables[0].shuffle_key == tables[1].shuffle_key
            assert bot_seed(tables[0]) == bot_seed(tables[1]) is not None
            assert [seat.level for seat in tables[0].chairs] == [None, *LEVELS]
            assert tables[0].game.to_move == "red"
            assert [seat.name for table in tables for seat in table.chairs if seat.name] == ["Anna", "Bert"]
        assert len({table_of(server, game["table"]).seal for game in (await anna.games())["games"]}) == 3

    with_server(tmp_path, visit)


class SeededBots(InstantBots):
    """Bots that answer by their seed alone, as those of the levels do."""

    def think(self, request: ThinkRequest, urgent: bool = True, **more: object) -> asyncio.Future[dict[str, Any]]:
        self._chance = random.Random(request.seed)
        return super().think(request, urgent, **more)


@pytest.mark.parametrize("game", ["africanus", "cartus"])
def test_two_who_play_the_same_moves_have_the_same_game(tmp_path, game: str, seed: int) -> None:
    """Deal, later shuffles and computer players are the same: nothing is left to a table's own luck."""

    async def visit(server) -> None:
        journals = []
        for name in ("Anna", "Bert"):
            seated = await begun(await Somebody.new(server, name), game)
            await play(server, seated, random.Random(seed))
            journals.append([entry.data for entry in server.journal(seated["table"]) if entry.kind == "move"])
        own = [[{**move, "id": ""} for move in moves] for moves in journals]
        assert own[0] == own[1]
        assert not any(request.game for request in server.bot_pool.requests)  # no tree is kept from another table

    with_server(tmp_path, visit, bot_pool=SeededBots())


def test_there_is_one_try_however_often_and_fast_one_clicks(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        answers = await asyncio.gather(*(begun(anna) for _ in range(12)))
        assert len({answer["table"] for answer in answers}) == 1
        assert answers[0]["key"] == derived_key(anna.key, answers[0]["table"], chair_role(1))
        assert (await begun(bert))["table"] != answers[0]["table"]
        assert len((await anna.games())["games"]) == 1
        assert (await rattus(server))["played"] == 2

    with_server(tmp_path, visit)


def test_there_is_no_undo_no_hint_no_rematch_and_no_way_back(tmp_path, seed: int) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        seated = await begun(anna)
        await play(server, seated, random.Random(seed), moves=3)
        async with RecordingClient(hosted(server, seated), seated["key"]) as client:
            await client.until(lambda: client.legal)
            assert client.undo is None
            assert client.table["daily"] == DAY
            assert not client.table["hints"]
            for kind in ("undo", "hint", "rematch"):
                assert (await client.ask(kind))["code"] == "not_now", kind
            assert (await client.ask("leave"))["type"] == "done"
            assert (await client.ask("return"))["code"] == "not_now"
        found = await until_ended(anna)  # the computer plays on to the end
        assert found["yours"]["left"]
        assert not found["told"]  # or players made to leave at once would see how it went for others
        assert (found["yours"]["place"], found["rank"], found["results"]) == (None, None, [])
        assert (await begun(anna))["table"] == seated["table"]  # it was the try

    with_server(tmp_path, visit)


def test_coming_back_to_a_try_is_no_new_table(tmp_path) -> None:
    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        seated = await begun(anna)
        assert (await ask(bert, "POST", "/rattus")).status_code == 429
        assert (await begun(anna))["table"] == seated["table"]

    with_server(tmp_path, visit, limits=replace(GENEROUS, new_tables=1e-9, burst=1))


def test_whoever_takes_it_from_their_list_has_had_the_try(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        seated = await begun(anna)
        answer = await anna.ask("POST", "/release", json={"table": seated["table"], "chair": 1})
        assert answer.status_code == 200
        assert (await rattus(anna))["yours"]["left"]
        answer = await ask(anna, "POST", "/rattus")
        assert (answer.status_code, answer.json()["code"]) == (409, "not_now")

    with_server(tmp_path, visit)


def test_results_are_told_to_those_who_have_finished_and_to_all_after_midnight(tmp_path, seed: int) -> None:
    clock = ManualClock(NOON)

    async def visit(server) -> None:
        anna, bert, cleo = [await Somebody.new(server, name) for name in ("Anna", "Bert", "Cleo")]
        for n, player in enumerate((anna, bert)):
            await play(server, await begun(player), random.Random(seed + n))
            await until_ended(player)
        assert (await begun(cleo))["chair"] == 1  # she plays still
        for nobody_yet in (cleo, server):
            found = await rattus(nobody_yet)
            assert (found["told"], found["results"], found["rank"], found["played"]) == (False, [], None, 3)
        mine = await rattus(anna)
        assert Counter(each["name"] for each in mine["results"]) == {"Anna": 1, "Bert": 1}
        assert [each["name"] for each in mine["results"] if each["yours"]] == ["Anna"]
        assert mine["results"] == sorted(mine["results"], key=lambda each: (each["place"], -each["points"]))
        assert mine["results"][mine["rank"] - 1]["yours"]
        assert mine["best"] is None

        clock.advance(end_of(DAY) - clock.now())
        today = await told(cleo)
        assert (today["day"], today["today"]) == ("2026-11-19", "2026-11-19")
        assert all(not game["played"] and game["yours"] is None for game in today["games"])
        for anybody in (cleo, server):
            yesterday = await rattus(anybody, DAY)
            assert [each["name"] for each in yesterday["results"]] == [each["name"] for each in mine["results"]]
        assert (await ask(cleo, "GET", "?day=2026-11-20")).status_code == 404
        assert (await ask(cleo, "GET", "?day=2026-11-31")).status_code == 422
        assert (await ask(cleo, "GET", "?day=0001-01-01")).status_code == 404  # before the first game of the day
        # Another day, another game.
        assert table_of(server, (await begun(anna))["table"]).settings.daily == "2026-11-19"
        assert (await rattus(anna))["played"] == 1

    with_server(tmp_path, visit, clock)


def test_what_is_finished_after_midnight_does_not_count(tmp_path, seed: int) -> None:
    clock = ManualClock(end_of(DAY) - 60)

    async def visit(server) -> None:
        anna = await Somebody.new(server)
        seated = await begun(anna)
        await play(server, seated, random.Random(seed), moves=2)
        clock.advance(60)
        client = await play(server, seated, random.Random(seed))  # it may be played on
        assert client.table["status"] == "over"
        await anna.until_games(lambda told: not told["games"])
        found = await rattus(anna, DAY)
        assert found["results"] == []
        assert (found["yours"]["ended"], found["yours"]["place"]) == (False, None)

    with_server(tmp_path, visit, clock)


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_nothing_of_todays_deal_is_told_before_midnight(tmp_path, game: str, seed: int) -> None:
    """Neither seed nor salt nor what stayed hidden, to nobody: the player learns what playing shows, and no more."""
    clock = ManualClock(NOON)

    async def visit(server) -> None:
        anna = await Somebody.new(server)
        seated = await begun(anna, game)
        client = await play(server, seated, random.Random(seed))
        await anna.until_games(lambda told: not told["games"])
        made, table = hosted(server, seated), table_of(server, seated["table"])
        secrets = [table.seal.seed, table.seal.salt, server.runtime._secret.hex()]
        async with RecordingClient(made, seated["key"]) as again:
            state = again.messages[0]
            refused = await again.ask("explain", thing="gallia")
        assert refused["code"] == "not_now"
        assert state["view"] == table.game.view("red", keep_hidden=True) != table.game.view("red")
        assert state["table"]["outcome"]
        record = (await made.ask("GET", "/record", seated["key"])).json()
        assert record == orjson.loads(orjson.dumps(table.game.record_seen("red", keep_hidden=True)))
        moments = (
            await made.ask("GET", f"/moments?first={len(table.moves) - 1}&last={len(table.moves)}", seated["key"])
        ).json()
        assert moments["moments"][-1]["view"] == state["view"]
        for method, path, body, status in (
            ("GET", "/moments?everything=true", None, 403),
            ("GET", "/review", None, 409),
            ("POST", "/review", None, 409),
            ("POST", "/what-if", {"at": 3, "line": []}, 409),
        ):
            answer = await made.ask(method, path, seated["key"], json=body)
            assert answer.status_code == status, path
            secrets_told = [secret for secret in secrets if secret in answer.text]
            assert not secrets_told
        answers = [
            *client.heard, *again.heard, str(record), str(moments), str(await told(anna)), str(await told(server)),
            str(await anna.games()), str(await anna.results()), (await anna.ask("GET", "/export")).text,
        ]  # fmt: skip
        assert not any(secret in text for secret in secrets for text in answers)
        # No other key opens it, that of nobody's player least of all.
        assert (await made.ask("GET", "/record", server.runtime.watch_key(seated["table"]))).status_code == 404

        clock.advance(end_of(DAY) - clock.now())
        whole = (await made.ask("GET", "/record", seated["key"])).json()
        assert (whole["seed"], whole["salt"]) == (table.seal.seed, table.seal.salt)
        assert (await made.ask("GET", "/moments?everything=true", seated["key"])).status_code == 200
        assert (await made.ask("POST", "/what-if", seated["key"], json={"at": 3, "line": []})).status_code == 200

    with_server(tmp_path, visit, clock)


@pytest.mark.parametrize("game", ["rattus", "cartus"])
def test_a_public_page_tells_nothing_of_todays_game_before_midnight(tmp_path, game: str, seed: int) -> None:
    """Neither points nor worst plague: somebody who has still to play could look at the page of one who has."""
    clock = ManualClock(NOON)

    async def visit(server) -> None:
        anna = await Somebody.new(server)
        page = (await anna.ask("POST", "/page", json={"public": True})).json()["page"]

        async def seen() -> tuple[dict[str, Any], list[dict[str, Any]]]:
            await server.runtime._count_figures()
            found = [await server.http.get(f"/api/pages/{page}{more}") for more in ("", "/results")]
            assert [answer.status_code for answer in found] == [200, 200]
            return found[0].json(), found[1].json()["results"]

        before = await seen()
        await play(server, await begun(anna, game), random.Random(seed))
        await anna.until_games(lambda told: not told["games"])
        (own,) = (await anna.results())["results"]
        assert await seen() == before
        clock.advance(end_of(DAY) - clock.now())
        after, results = await seen()
        assert (after["finished"], after["won"]) == (1, own["won"])
        assert {each["kind"] for each in after["figures"]} >= {"all", "players", "order"}
        assert [(each["points"], each["place"]) for each in results] == [(own["points"], own["place"])]

    with_server(tmp_path, visit, clock)


def test_yesterdays_best_game_can_be_watched_by_everybody(tmp_path, seed: int) -> None:
    clock = ManualClock(NOON)

    async def visit(server) -> None:
        anna, bert = await Somebody.new(server, "Anna"), await Somebody.new(server, "Bert")
        for n, player in enumerate((anna, bert)):
            await play(server, await begun(player), random.Random(seed + n))
            await until_ended(player)
        first = (await rattus(anna))["results"][0]
        assert (await rattus(anna))["best"] is None
        clock.advance(86_400)
        best = (await rattus(server))["best"]
        assert (best["name"], best["points"], best["day"]) == (first["name"], first["points"], DAY)
        watched = HostedTable(
            server, {"table": best["table"], "keys": {"host": "", "watch": best["key"], "chairs": []}}
        )
        moments = await watched.ask("GET", "/moments?everything=true", best["key"])
        assert moments.status_code == 200
        assert (await watched.ask("GET", "", best["key"])).json()["you"]["role"] == "watch"
        clock.advance(86_400)
        assert (await rattus(server))["best"] is None  # nobody played in between

    with_server(tmp_path, visit, clock)


def test_another_device_of_the_same_player_goes_on(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        seated = await begun(anna)
        _, key = await server.runtime.players.add_device(anna.id, "phone", server.clock.now())
        phone = Somebody(server, anna.id, key)
        there = await begun(phone)
        assert there["table"] == seated["table"]
        answer = await server.http.get(
            f"/api/tables/{there['table']}", headers={"authorization": f"Bearer {there['key']}"}
        )
        assert answer.json()["you"]["chair"] == 1

    with_server(tmp_path, visit)


def test_a_host_may_switch_it_off_or_ask_for_an_invitation(tmp_path) -> None:
    async def off(server) -> None:
        anna = await Somebody.new(server)
        found = await told(anna)
        assert (found["on"], found["games"]) == (False, [])
        assert (await ask(anna, "POST", "/rattus")).status_code == 404

    with_server(tmp_path, off, daily_games=False)

    async def asks(server) -> None:
        anna = await Somebody.new(server)
        assert (await server.http.get("/api/daily")).status_code == 403
        assert (await ask(anna, "POST", "/rattus")).status_code == 403
        await anna.ask("POST", "/invitation", json={"code": "plague-1347"})
        assert (await begun(anna))["chair"] == 1

    with_server(tmp_path, asks, invitation_code="plague-1347")


def test_no_such_game_and_no_such_player(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        assert (await ask(anna, "POST", "/chess")).status_code == 404
        assert (await ask(Somebody(server, "", "-"), "POST", "/rattus")).status_code == 404
        assert (await ask(Somebody(server, "", "-"), "GET")).status_code == 404

    with_server(tmp_path, visit)


def test_old_tries_are_forgotten(tmp_path) -> None:
    clock = ManualClock(NOON)

    async def visit(server) -> None:
        anna = await Somebody.new(server)
        await begun(anna)
        clock.advance(63 * 86_400)
        await begun(anna)
        await server.runtime.daily.remove_old()
        assert (await rattus(anna, DAY))["played"] == 0
        assert (await rattus(anna))["played"] == 1

    with_server(tmp_path, visit, clock)


def test_a_killed_server_keeps_the_try_and_the_deal(tmp_path) -> None:
    """Two processes, killed in the middle: the same player has the same try, another one the same deal."""
    with ServerProcess(tmp_path, None, "--processes", "2") as server:
        anna, bert = [
            server.ask("POST", "/api/players", json={"name": name}).json()["key"] for name in ("Anna", "Bert")
        ]

        async def click() -> set[str]:
            work = [asyncio.to_thread(server.ask, "POST", "/api/daily/rattus", anna) for _ in range(6)]
            return {answer.json()["table"] for answer in await asyncio.gather(*work)}

        (table,) = asyncio.run(click())
        day = server.ask("GET", "/api/daily").json()["today"]
        server.kill()
        server.start()
        if server.ask("GET", "/api/daily").json()["today"] != day:
            pytest.skip("midnight came in between")
        assert server.ask("POST", "/api/daily/rattus", anna).json()["table"] == table
        other = server.ask("POST", "/api/daily/rattus", bert).json()["table"]
        starts = [journal(server.database, each)[1][3]["start"] for each in (table, other)]
        assert starts[0] == starts[1]
        assert not server.logged_errors()
