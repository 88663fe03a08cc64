"""The client for programs."""

import asyncio
from pathlib import Path

import pytest

from rattus.server import client as client_module
from rattus.server.client import TableClient, TableState
from rattus.server.errors import RequestRefused

from .in_memory_table import people
from .local_server import LocalServer
from .partition_proxy import Link, PartitionProxy
from .wait import TIMEOUT_SECONDS, eventually

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}


def test_two_clients_play_a_whole_game(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with (
                TableClient(server.url, made.id, made.chairs[0]) as anna,
                TableClient(server.url, made.id, made.chairs[1]) as bert,
            ):
                while anna.table["status"] == "playing":
                    await eventually(lambda: anna.legal or bert.legal or anna.table["status"] == "over")
                    for client in (anna, bert):
                        if client.legal:
                            await client.move(client.legal[-1])
                await bert.until(lambda: bert.number == anna.number)
                assert anna.view == bert.view  # after the end everything is shown
                assert anna.table["outcome"]["reason"]

    asyncio.run(play())


def test_refusals_are_raised(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO, hints=True)
            async with TableClient(server.url, made.id, made.chairs[0]) as anna:
                with pytest.raises(RequestRefused) as refused:
                    await anna.move("fly home")
                assert refused.value.code == "illegal"
                hint = await anna.request("hint")
                assert hint["move"] in anna.legal
                assert (await anna.request("chat", text="hi"))["type"] == "done"
                await anna.until(lambda: anna.chat)
                assert anna.chat[0]["text"] == "hi"

    asyncio.run(play())


def test_a_wrong_key_raises_at_once(tmp_path) -> None:
    async def play() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            with pytest.raises(RequestRefused) as refused:
                async with TableClient(server.url, made.id, "wrong"):
                    pytest.fail("the door is open")
            assert refused.value.code == "not_found"

    asyncio.run(play())


def test_it_reconnects_after_a_restart_of_the_server(tmp_path) -> None:
    async def play() -> None:
        server = LocalServer(tmp_path)
        async with server:
            made = await server.make(**TWO)
            anna = await TableClient(server.url, made.id, made.chairs[0], resend_seconds=0.2).__aenter__()
            legal = anna.legal
        asking = asyncio.create_task(anna.move(legal[0]))  # while nobody is there
        await asyncio.sleep(0.3)
        async with server:
            await asyncio.wait_for(asking, 120)
            await anna.until(lambda: anna.moves == 1)
            await anna.__aexit__(None, None, None)
            assert [entry.kind for entry in made.journal()] == ["made", "begun", "move"]

    asyncio.run(play())


# ---- what is known, in whatever order it comes


def message(kind: str, number: int, **fields) -> dict:
    return {"type": kind, "number": number, **fields}


def full(number: int) -> dict:
    return message(
        "state", number, you={}, table={"n": number}, view={}, legal=[], moves=0, undo=None, events=[], chat=[]
    )  # fmt: skip


def test_old_or_doubled_messages_change_nothing() -> None:
    known = TableState()
    assert known.apply(full(5))
    assert known.apply(message("update", 6, since=5, happened=[], events=[{"number": 1}], table={"n": 6}))
    assert known.apply(message("update", 6, since=5, happened=[], events=[{"number": 1}], table={"n": 6}))
    assert known.apply(full(4))
    assert (known.number, known.table, known.events) == (6, {"n": 6}, [{"number": 1}])


def test_a_gap_is_detected() -> None:
    known = TableState()
    known.apply(full(5))
    assert not known.apply(message("update", 8, since=6, happened=[]))
    assert not known.apply(message("update", 8, since=4, happened=[]))
    assert not known.apply(message("tick", 6, at=0.0))
    assert known.apply(message("tick", 5, at=0.0))
    assert (known.number, known.table) == (5, {"n": 5})


def test_fields_that_are_left_out_stay() -> None:
    known = TableState()
    known.apply({**full(1), "legal": ["a"], "moves": 3})
    known.apply(message("update", 2, since=1, happened=[{"number": 2, "kind": "chat", "text": "hi"}]))
    assert (known.legal, known.moves, known.chat) == (["a"], 3, [{"number": 2, "text": "hi"}])


def test_a_connection_that_is_silent_while_a_request_waits_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "UNANSWERED_SECONDS", 0.3)

    async def session() -> None:
        async with LocalServer(tmp_path) as server, PartitionProxy(int(server.url.rpartition(":")[2])) as proxy:
            made = await server.make(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True)
            async with TableClient(f"http://127.0.0.1:{proxy.port}", made.id, made.chairs[0], 0.05) as anna:
                before = anna._connection
                proxy.set(Link.HANGING)
                asking = asyncio.create_task(anna.request("chat", text="is anybody there?"))
                await eventually(lambda: anna._connection is not before)
                assert not asking.done()
                proxy.set(Link.WHOLE)
                assert (await asyncio.wait_for(asking, TIMEOUT_SECONDS))["type"] == "done"

    asyncio.run(session())
