"""Passkeys, devices with keys of their own, and the link that can be closed."""

import asyncio
from pathlib import Path
from typing import Any

import cbor2
import httpx
import pytest

from rattus.server.players.keys import derived_key
from rattus.server.players.store import MAX_DEVICES
from rattus.server.protocol.players import PlayerExport, PlayerKeys
from rattus.server.tables.keys import chair_role, digest

from ..in_memory_table import people
from ..local_server import LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..soft_passkey import SoftPasskey
from ..somebody import Page, Somebody

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}


def with_server(folder: Path, visit, **settings: Any) -> None:
    async def run() -> None:
        async with LocalServer(folder, **settings) as server:
            await visit(server)

    asyncio.run(run())


async def add(somebody: Somebody, passkey: SoftPasskey, name: str = "Laptop") -> httpx.Response:
    options = await ask(somebody, "/passkeys/options")
    credential = passkey.made(options.json()["options"], somebody.server.url)
    return await ask(somebody, "/passkeys", {"credential": credential, "name": name})


async def ask(somebody: Somebody, path: str, body: Any = None, origin: str | None = None) -> httpx.Response:
    """A request of a page of this server, or of another one."""
    headers = {"authorization": f"Bearer {somebody.key}", "origin": origin or somebody.server.url}
    return await somebody.server.http.post(f"/api/me{path}", headers=headers, json=body)


async def options_for(server: LocalServer) -> dict[str, Any]:
    answer = await server.http.post("/api/passkeys/options", headers={"origin": server.url})
    assert answer.status_code == 200, answer.text
    return answer.json()["options"]


async def try_in(server: LocalServer, credential: dict[str, Any], name: str = "Phone") -> httpx.Response:
    body = {"credential": credential, "name": name}
    return await server.http.post("/api/passkeys/sign-in", headers={"origin": server.url}, json=body)


async def come_in(server: LocalServer, passkey: SoftPasskey, name: str = "Phone") -> Somebody:
    answer = await try_in(server, passkey.used(await options_for(server), server.url), name)
    assert answer.status_code == 200, answer.text
    return Somebody(server, answer.json()["player"], answer.json()["key"])


async def keys_of(somebody: Somebody) -> PlayerKeys:
    answer = await somebody.ask("GET", "/keys")
    assert answer.status_code == 200, answer.text
    return PlayerKeys.model_validate_json(answer.content, strict=True)


def test_a_passkey_brings_the_player_to_another_device(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna = await Somebody.new(server)
        await anna.claim(made, 1, made.host)
        passkey = SoftPasskey()
        assert (await add(anna, passkey)).json() == {"passkey": passkey.name}
        phone = await come_in(server, passkey)
        assert (phone.id, phone.key != anna.key) == (anna.id, True)
        # Both devices open the table, each with a key that follows from its own.
        opened = set()
        for device in (anna, phone):
            (game,) = (await device.games())["games"]
            assert (await made.ask("GET", "", game["key"])).json()["you"]["chair"] == 1
            assert (await made.ask("GET", "", game["host"])).json()["you"]["role"] == "host"
            opened.add(game["key"])
        assert len(opened) == 2
        known = await keys_of(phone)
        assert (known.link, [each["name"] for each in known.devices]) == (True, ["Phone"])
        assert known.device == known.devices[0]["device"]
        assert [(each["name"], each["used"] is not None) for each in known.passkeys] == [("Laptop", True)]
        assert (await keys_of(anna)).device is None
        stored = server.file.read_bytes() + server.file.with_name(server.file.name + "-wal").read_bytes()
        assert not any(key.encode() in stored for key in (anna.key, phone.key, *opened))
        assert digest(phone.key).encode() in stored

    with_server(tmp_path, visit)


def test_chairs_taken_on_one_device_open_on_the_others(tmp_path) -> None:
    async def visit(server) -> None:
        anna, passkey = await Somebody.new(server), SoftPasskey()
        await add(anna, passkey)
        phone = await come_in(server, passkey)
        for device, other in ((anna, phone), (phone, anna)):
            made = await server.make(**TWO)
            await device.claim(made, 1)
            game = next(each for each in (await other.games())["games"] if each["table"] == made.id)
            assert (await made.ask("GET", "", game["key"])).status_code == 200
            # Once the host has taken the chair away, no device opens it, and no list gives the keys back.
            await made.ask("POST", "/chairs/1/key", made.host)
            await asyncio.gather(anna.games(), phone.games())
            for somebody in (anna, phone):
                key = derived_key(somebody.key, made.id, chair_role(1))
                assert (await made.ask("GET", "", key)).status_code == 404

    with_server(tmp_path, visit)


def test_the_link_can_be_closed_once_there_is_a_passkey(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna, passkey = await Somebody.new(server), SoftPasskey()
        await anna.claim(made, 1)
        (before,) = (await anna.games())["games"]
        assert (await ask(anna, "/link/close", {"name": "Laptop"})).status_code == 409
        await add(anna, passkey)
        phone = await come_in(server, passkey)
        async with RecordingClient(made, before["key"]) as client, Page(anna) as page:
            await page.hear()
            closed = await ask(anna, "/link/close", {"name": "Laptop"})
            assert closed.status_code == 200
            await client.until(lambda: client.code is not None)  # it came with a key that is no longer good
            assert await page.until_closed() == 1008
        laptop = Somebody(server, anna.id, closed.json()["key"])
        assert (await anna.ask("GET")).status_code == 404
        assert (await made.ask("GET", "", before["key"])).status_code == 404
        for device in (laptop, phone):
            (game,) = (await device.games())["games"]
            assert (await made.ask("GET", "", game["key"])).status_code == 200
            known = await keys_of(device)
            assert (known.link, sorted(each["name"] for each in known.devices)) == (False, ["Laptop", "Phone"])
        # The last passkey is then the only way in.
        refused = await ask(laptop, "/passkeys/remove", {"passkey": passkey.name})
        assert refused.status_code == 409
        # A new link opens it again; all other devices are signed out.
        renewed = Somebody(server, anna.id, (await laptop.ask("POST", "/key")).json()["key"])
        assert (await keys_of(renewed)).link
        for old in (anna, laptop, phone):
            assert (await old.ask("GET")).status_code == 404
        removed = await ask(renewed, "/passkeys/remove", {"passkey": passkey.name})
        assert removed.json()["passkeys"] == []
        assert (await try_in(server, passkey.used(await options_for(server), server.url))).status_code == 404

    with_server(tmp_path, visit)


def test_a_device_is_signed_out_alone(tmp_path) -> None:
    async def visit(server) -> None:
        made = await server.make(**TWO)
        anna, passkey = await Somebody.new(server), SoftPasskey()
        await anna.claim(made, 1)
        await add(anna, passkey)
        phone, tablet = await come_in(server, passkey), await come_in(server, passkey, "Tablet")
        (game,) = (await phone.games())["games"]
        device = (await keys_of(phone)).device
        async with RecordingClient(made, game["key"]) as client, Page(phone) as page, Page(tablet) as other:
            await asyncio.gather(page.hear(), other.hear())
            assert (await ask(anna, "/devices/remove", {"device": device})).status_code == 200
            await client.until(lambda: client.code is not None)
            assert await page.until_closed() == 1008
            assert (await phone.ask("GET")).status_code == 404
            assert (await made.ask("GET", "", game["key"])).status_code == 404
            await anna.claim(made, 1)
            await other.until_waiting(1)  # it goes on listening
        assert (await tablet.ask("GET")).status_code == 200
        stranger = await Somebody.new(server, "Eve")
        device = (await keys_of(tablet)).device
        assert (await ask(stranger, "/devices/remove", {"device": device})).status_code == 404
        assert (await ask(stranger, "/passkeys/remove", {"passkey": passkey.name})).status_code == 404

    with_server(tmp_path, visit)


def test_answers_that_are_no_proof_let_nobody_in(tmp_path) -> None:
    clock = ManualClock()

    async def visit(server) -> None:
        anna, eve, passkey = await Somebody.new(server), await Somebody.new(server, "Eve"), SoftPasskey()
        assert (await add(anna, passkey)).status_code == 201
        # A challenge is good once, for one purpose and one player, and for a while; the site is this one.
        answered = passkey.used(await options_for(server), server.url)
        assert (await try_in(server, answered)).status_code == 200
        assert (await try_in(server, answered)).status_code == 409
        late = passkey.used(await options_for(server), server.url)
        clock.advance(301.0)
        assert (await try_in(server, late)).status_code == 409
        foreign = passkey.used(await options_for(server), "https://evil.example")
        assert (await try_in(server, foreign)).status_code == 404
        for_evil = SoftPasskey("evil.example")
        for_evil.id, for_evil._key = passkey.id, passkey._key
        assert (await try_in(server, for_evil.used(await options_for(server), server.url))).status_code == 404
        unknown = SoftPasskey()
        assert (await try_in(server, unknown.used(await options_for(server), server.url))).status_code == 404
        forged = SoftPasskey()
        forged.id = passkey.id  # with another secret
        assert (await try_in(server, forged.used(await options_for(server), server.url))).status_code == 404
        copied = passkey.used(await options_for(server), server.url)
        passkey.count = 1  # a counter that goes back: somebody has a copy
        again = passkey.used(await options_for(server), server.url)
        assert (await try_in(server, copied)).status_code == 200
        assert (await try_in(server, again)).status_code == 404
        # The challenge for adding one is the player's, and the answer to it cannot be used by another.
        options = (await ask(anna, "/passkeys/options")).json()["options"]
        theirs = SoftPasskey().made(options, server.url)
        assert (await ask(eve, "/passkeys", {"credential": theirs, "name": "x"})).status_code == 409
        assert (await add(eve, passkey)).status_code == 409  # it is somebody's already
        for rubbish in ({}, {"id": 1}, {"response": {"clientDataJSON": "e30"}}, {"response": []}):
            assert (await try_in(server, rubbish)).status_code == 422
            answer = await ask(anna, "/passkeys", {"credential": rubbish, "name": "x"})
            assert answer.status_code == 422
        refused = await ask(anna, "/passkeys/options", origin="https://evil.example")
        assert refused.status_code == 403
        assert (await anna.ask("POST", "/passkeys/options")).status_code == 403  # not a page at all

    with_server(tmp_path, visit, clock=clock)


def test_devices_and_passkeys_are_exported_and_removed(tmp_path) -> None:
    async def visit(server) -> None:
        anna, passkey = await Somebody.new(server), SoftPasskey()
        await add(anna, passkey)
        phone = await come_in(server, passkey)
        exported = await anna.ask("GET", "/export")
        told = PlayerExport.model_validate_json(exported.content, strict=True)
        assert [each["name"] for each in told.devices] == ["Phone"]
        assert [each["passkey"] for each in told.passkeys] == [passkey.name]
        assert not any(digest(key) in exported.text for key in (anna.key, phone.key))
        await anna.ask("POST", "/remove")
        assert (await phone.ask("GET")).status_code == 404
        assert (await try_in(server, passkey.used(await options_for(server), server.url))).status_code == 404

    with_server(tmp_path, visit)


def test_devices_are_bounded_also_at_once(tmp_path) -> None:
    async def visit(server) -> None:
        anna, passkey = await Somebody.new(server), SoftPasskey()
        await add(anna, passkey)
        players = server.runtime.players
        tries = await asyncio.gather(
            *(players.add_device(anna.id, f"D{n}", 0.0) for n in range(MAX_DEVICES + 5)), return_exceptions=True
        )
        assert sum(isinstance(each, Exception) for each in tries) == 5
        assert len((await keys_of(anna)).devices) == MAX_DEVICES

    with_server(tmp_path, visit)


def test_a_link_that_is_renewed_and_closed_at_once_is_one_of_both(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        await add(anna, SoftPasskey())
        answers = await asyncio.gather(
            anna.ask("POST", "/key"), ask(anna, "/link/close", {"name": "A"}), ask(anna, "/link/close", {"name": "B"})
        )
        assert sorted(answer.status_code for answer in answers) == [200, 404, 404]
        (key,) = (answer.json()["key"] for answer in answers if answer.status_code == 200)
        assert (await Somebody(server, anna.id, key).ask("GET")).status_code == 200

    with_server(tmp_path, visit)


@pytest.mark.parametrize(
    "public", ["x", [], 5, None, {}, {1: 2}, {1: 2, 3: -7, -1: 1, -2: 5, -3: "y"}, {1: 3, 3: -257}]
)
def test_a_passkey_of_another_form_is_refused(tmp_path, public) -> None:
    async def visit(server) -> None:
        anna, passkey = await Somebody.new(server), SoftPasskey()
        passkey.public = cbor2.dumps(public)
        answer = await add(anna, passkey)
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text
        assert (await keys_of(anna)).passkeys == []

    with_server(tmp_path, visit)


def test_a_passkey_is_bounded(tmp_path) -> None:
    async def visit(server) -> None:
        anna, passkey = await Somebody.new(server), SoftPasskey()
        for size, status in ((1023, 201), (1024, 422), (20_000, 422), (40_000, 422)):
            passkey.id = bytes([size % 251]) * size
            assert (await add(anna, passkey)).status_code == status, size
        passkey.id, usual = b"short", cbor2.loads(passkey.public)
        passkey.public = cbor2.dumps({**usual, 99: bytes(5000)})
        assert (await add(anna, passkey)).status_code == 422
        (known,) = (await keys_of(anna)).passkeys  # and it can be named
        assert (await ask(anna, "/passkeys/remove", {"passkey": known["passkey"]})).status_code == 200

    with_server(tmp_path, visit)


def test_an_answer_of_another_form_is_refused(tmp_path) -> None:
    async def visit(server) -> None:
        anna, passkey = await Somebody.new(server), SoftPasskey()
        assert (await add(anna, passkey)).status_code == 201
        for name in ("authenticatorData", "signature", "rawId"):
            for odd in ("", "x", 5, None, [], {}, "AAAA"):
                used = passkey.used(await options_for(server), server.url)
                if name in used:
                    used[name] = odd
                else:
                    used["response"][name] = odd
                assert (await try_in(server, used)).status_code in (404, 422), (name, odd)

    with_server(tmp_path, visit)
