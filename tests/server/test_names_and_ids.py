"""Names that nobody can see are refused, and an id stands for one request."""

import asyncio

import pytest

from .in_memory_table import people
from .local_server import LocalServer
from .recording_client import RecordingClient

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}
INVISIBLE = [
    "\u200b",
    "\u3164",
    "\u2800\u2800",
    "\u00ad",
    "\u115f\u1160",
    "\uffa0",
    "\u0301",
    "\ufeff",
    "\u2060 \u200d",
]
VISIBLE = ["Anna", "张", "ל", "🐀", "7", "a\u0301", "-", "👩\u200d🌾"]


@pytest.mark.parametrize("name", INVISIBLE)
def test_names_without_visible_characters_are_refused(tmp_path, name) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            request = {"game": "rattus", "players": 2, "chairs": [{"name": name}]}
            assert (await server.http.post("/api/tables", json=request)).status_code == 422
            made = await server.make(game="rattus", players=2)
            assert (await made.ask("PATCH", "/chairs/1", made.chairs[0], json={"name": name})).status_code == 422
            for visible in VISIBLE:
                answer = await made.ask("PATCH", "/chairs/1", made.chairs[0], json={"name": visible})
                assert answer.status_code == 200, visible

    asyncio.run(visit())


def test_an_id_that_was_used_for_another_request_is_refused(tmp_path) -> None:
    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna, RecordingClient(made, made.chairs[1]) as bert:
                first = await anna.ask("chat", id="x", text="hello")
                assert first["type"] == "done"
                again = await anna.ask("chat", id="x", text="hello")
                assert (again["type"], again["number"]) == ("done", first["number"])
                move = anna.legal[0]
                for kind, fields in (("chat", {"text": "other"}), ("move", {"move": move, "after": 0}), ("leave", {})):
                    refused = await anna.ask(kind, id="x", **fields)
                    assert (refused["type"], refused["code"]) == ("refused", "malformed")
                assert (await bert.ask("chat", id="x", text="my own id"))["type"] == "done"
                done = await anna.ask("move", id="m", move=move, after=0)
                assert (await anna.ask("move", id="m", move=move, after=0))["number"] == done["number"]
                undo = await anna.ask("undo", id="u")
                assert (await anna.ask("undo", id="u"))["number"] == undo["number"]
                assert (await anna.ask("rematch", id="u"))["code"] == "malformed"
        async with LocalServer(tmp_path) as server:  # from the journal alone
            made.server = server
            async with RecordingClient(made, made.chairs[0]) as anna:
                assert (await anna.ask("move", id="m", move=move, after=0))["number"] == done["number"]
                assert (await anna.ask("chat", id="m", text="no"))["code"] == "malformed"

    asyncio.run(visit())


def test_what_was_refused_is_not_carried_out_when_it_is_sent_again(tmp_path) -> None:
    """A client without an answer sends again. Told that it was refused, it must not see it carried out after all."""

    async def visit() -> None:
        async with LocalServer(tmp_path) as server:
            made = await server.make(**TWO)
            async with RecordingClient(made, made.chairs[0]) as anna:
                refused = await anna.ask("undo", id="u")
                assert (refused["type"], refused["code"]) == ("refused", "not_now")
                assert (await anna.move())["type"] == "done"  # now there is something to undo
                again = await anna.ask("undo", id="u")
                assert {**again, "id": refused["id"]} == refused
                assert (await anna.ask("undo", id="another"))["type"] == "done"

    asyncio.run(visit())
