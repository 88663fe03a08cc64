"""Players on a server of several processes: whichever process answers, it is the same list."""

import asyncio
import time
from pathlib import Path
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection, connect

from rattus.server.client import TableClient
from rattus.server.protocol.basics import PROTOCOL

from ..server_process import ServerProcess
from ..wait import TIMEOUT_SECONDS

PAGES = 4  # which go to the processes in turn
TWO = [{"name": "Anna"}, {"name": "Bert"}]


async def open_page(server: ServerProcess, key: str) -> ClientConnection:
    page = await connect(f"ws{server.url.removeprefix('http')}/api/me/live")
    await page.send(orjson.dumps({"type": "hello", "protocol": PROTOCOL, "player": key}).decode())
    return page


async def until_waiting(page: ClientConnection, number: int) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while orjson.loads(await page.recv())["waiting"] != number:
            pass


def ask(server: ServerProcess, method: str, path: str, key: str, **options: Any) -> Any:
    answer = server.ask(method, f"/api{path}", key, **options)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def test_all_processes_tell_the_same_at_once(tmp_path: Path) -> None:
    async def play(server: ServerProcess, key: str, made: dict[str, Any]) -> None:
        pages = [await open_page(server, key) for _ in range(PAGES)]
        for page in pages:
            await until_waiting(page, 1)
        async with TableClient(server.url, made["table"], made["keys"]["chairs"][0]) as anna:
            await anna.until(lambda: anna.legal)
            while anna.legal:
                await anna.move(anna.legal[0])
        for page in pages:  # those of the other process as well
            await until_waiting(page, 0)
            await page.close()

    with ServerProcess(tmp_path, None, "--processes", "2") as server:
        key = server.ask("POST", "/api/players", json={"name": "Anna"}).json()["key"]
        made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
        for _ in range(2):  # of both processes one has the table; either may be asked
            ask(server, "PUT", f"/tables/{made['table']}/player", made["keys"]["chairs"][0], json={"player": key})
        asyncio.run(play(server, key, made))
        lists = [ask(server, "GET", "/me/games", key) for _ in range(PAGES)]
        assert all(told == lists[0] for told in lists)
        assert lists[0]["games"][0]["waits_for"] == 2
        renewed = ask(server, "POST", "/me/key", key)["key"]
        for _ in range(PAGES):
            assert server.ask("GET", "/api/me", key).status_code == 404
            assert ask(server, "GET", "/me", renewed)["name"] == "Anna"
        assert not server.logged_errors()


def test_a_killed_server_loses_no_game_of_a_list(tmp_path: Path) -> None:
    async def play(server: ServerProcess, made: dict[str, Any]) -> None:
        async with TableClient(server.url, made["table"], made["keys"]["chairs"][0]) as anna:
            await anna.until(lambda: anna.legal)
            while anna.legal:
                await anna.move(anna.legal[0])

    with ServerProcess(tmp_path) as server:
        key = server.ask("POST", "/api/players", json={"name": "Anna"}).json()["key"]
        made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
        ask(server, "PUT", f"/tables/{made['table']}/player", made["keys"]["chairs"][0], json={"player": key})
        asyncio.run(play(server, made))
        server.kill()
        server.start()
        end = time.monotonic() + TIMEOUT_SECONDS
        while ask(server, "GET", "/me/games", key)["waiting"]:
            assert time.monotonic() < end
            time.sleep(0.05)
