"""Messages that it is somebody's turn: chosen, sent once, with nothing hidden in them, not into private networks."""

import asyncio
import random
import sqlite3
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from email import message_from_bytes
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from unittest import mock

import http_ece
import orjson
import pytest
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

from rattus.server import runtime
from rattus.server.errors import RequestRefused
from rattus.server.notices.message import Text
from rattus.server.notices.message import text_of as text_of_turn
from rattus.server.notices.notifier import HOST_BURST, MAX_AT_ONCE, MAX_MAILS_ASKED, MAX_ONE_PLAYER, MAX_STRANGE
from rattus.server.notices.outgoing import ForbiddenAddress, Outgoing, Unreachable, check_address, is_public
from rattus.server.notices.senders import is_push_service
from rattus.server.notices.store import MAX_CHANNELS, MAX_FAILURES, Channel, ChannelKind, Delivery, TurnMessage
from rattus.server.notices.wishes import QuietHours, Wishes
from rattus.server.protocol.notices import PlayerNotices
from rattus.server.protocol.players import PlayerExport
from rattus.server.settings import MailServer, NoticeSettings
from rattus.server.tables.keys import digest

from ..endpoint import Endpoint
from ..in_memory_table import people
from ..local_server import GENEROUS, HostedTable, LocalServer
from ..manual_clock import ManualClock
from ..recording_client import RecordingClient
from ..somebody import Page, Somebody
from ..wait import TIMEOUT_SECONDS, eventually

URL = "https://rattus.example.org"
HERE = NoticeSettings(url=URL, contact="mailto:host@example.org", allows_private=True, delay_seconds=5.0)
TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert"), "options": {"first": "red"}, "start": True}
DAYS = {"kind": "days", "days": 2}


@pytest.fixture(autouse=True)
def by_hand(monkeypatch) -> None:
    """Messages are sent when a test says so (`pass_time`), not beside it."""
    monkeypatch.setattr("rattus.server.runtime.SEND_SECONDS", 1e12)


def with_server(folder: Path, visit, notices: NoticeSettings = HERE, **settings: Any) -> None:
    async def run() -> None:
        async with LocalServer(folder, clock=ManualClock(), notices=notices, **settings) as server:
            await visit(server)

    asyncio.run(run())


class Browser:
    """The keys of a push subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint, self.secret = endpoint, b"0123456789abcdef"
        self._key = ec.generate_private_key(ec.SECP256R1())
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": bytes_to_base64url(point), "auth": bytes_to_base64url(self.secret)}

    @property
    def subscription(self) -> dict[str, str]:
        return {"kind": "push", "address": self.endpoint, "name": "Laptop", **self.keys}

    def read(self, body: bytes) -> dict[str, Any]:
        return orjson.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self.secret, version="aes128gcm"))


async def add(somebody: Somebody, status: int = 201, **channel: Any) -> str:
    answer = await somebody.ask("POST", "/channels", json={"name": "Here", **channel})
    assert answer.status_code == status, answer.text
    return answer.json().get("channel", "")


async def notices(somebody: Somebody) -> PlayerNotices:
    answer = await somebody.ask("GET", "/notices")
    return PlayerNotices.model_validate_json(answer.content, strict=True)


async def wish(somebody: Somebody, status: int = 200, **changes: Any) -> None:
    body = {"games": ["rattus", "cartus"], "clocks": ["none", "days"], "quiet": None, "zone": "UTC", "language": "en"}
    answer = await somebody.ask("PUT", "/notices", json=body | changes)
    assert answer.status_code == status, answer.text


async def pass_time(server: LocalServer, seconds: float = 6.0) -> None:
    """Let time pass, and what is due begin to be sent."""
    await server.runtime.tracker._write()
    server.clock.advance(seconds)
    await server.runtime.notifier.send_due()
    await asyncio.gather(*server.runtime.notifier._sending)


async def end_turn(made: HostedTable, chair: int, undo: bool = False) -> None:
    """Move until it is somebody else's turn; with `undo` take the last move back and make it again."""
    async with RecordingClient(made, made.chairs[chair - 1]) as client:
        while client.legal:
            after = client.moves
            await client.ask("move", move=client.legal[0], after=after)
            await client.until(lambda after=after: client.moves > after)
        if undo:
            await client.ask("undo")
            await client.until(lambda: client.legal)
            await client.ask("move", move=client.legal[0], after=client.moves)
            await client.until(lambda: not client.legal)


# ---- one for one turn


def test_a_push_message_is_signed_and_for_the_browser_alone(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as push:
            anna, browser = await Somebody.new(server), Browser(f"{push.url}/send/1")
            key = (await notices(anna)).push
            assert key is not None
            await add(anna, **browser.subscription)
            made = await server.make(**TWO, clock=DAYS)
            await anna.claim(made, 1)
            await pass_time(server)
            (sent,) = push.sent
            told = browser.read(sent.body)
            assert told["title"] == "Your turn: Rattus"
            assert told["body"] == "With Bert. You have 2 days left."
            assert told["path"] == f"/t/{made.id}"
            assert told["waiting"] == 1
            assert sent.headers["content-encoding"] == "aes128gcm"
            assert 0 < int(sent.headers["ttl"]) <= 86_400
            assert Vapid02.verify(sent.headers["authorization"])
            assert sent.headers["authorization"].endswith(f"k={key}")
            claims = orjson.loads(base64url_to_bytes(sent.headers["authorization"].split(".")[1]))
            assert (claims["sub"], claims["aud"]) == ("mailto:host@example.org", push.url)
            assert claims["exp"] - server.clock.now() < 86_400
            assert b"Bert" not in sent.body

    with_server(tmp_path, visit)


def test_one_for_one_turn_however_much_happens(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as hook:
            anna, bert = await Somebody.new(server), await Somebody.new(server, "Bert")
            await add(anna, kind="webhook", address=f"{hook.url}/anna")
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            await bert.claim(made, 2)
            await pass_time(server)
            assert len(hook.sent) == 1
            async with RecordingClient(made, made.chairs[1]) as client:
                await client.ask("chat", text="hurry")
            async with RecordingClient(made, made.chairs[0]) as client:
                await client.ask("move", move=client.legal[0], after=client.moves)  # the same turn goes on, or ends
            await end_turn(made, 1)
            await pass_time(server, 1000.0)
            assert len(hook.sent) == 1
            await end_turn(made, 2, undo=True)
            await pass_time(server, 1000.0)
            assert len(hook.sent) == 2  # the next turn; that its beginning was taken back makes no second message
            await end_turn(made, 1)
            await end_turn(made, 2)
            await end_turn(made, 1)  # before anything was sent
            await pass_time(server, 1000.0)
            assert len(hook.sent) == 2

    with_server(tmp_path, visit)


def test_several_processes_send_one_message(tmp_path, monkeypatch) -> None:
    """All of them look for what is due at the same time, and one has just died while sending."""
    monkeypatch.setattr(runtime, "SEND_SECONDS", 3600.0)  # only this test looks for messages

    async def visit(server) -> None:
        async with Endpoint() as hook:
            anna = await Somebody.new(server)
            for number in range(5):
                await add(anna, kind="webhook", address=f"{hook.url}/{number}")
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            await server.runtime.tracker._write()
            server.clock.advance(6.0)
            store = server.runtime.notices
            claimed = await asyncio.gather(*(store.claim_due(server.clock.now(), 100) for _ in range(8)))
            assert sorted(message.channel.address for some in claimed for message in some) == [
                f"{hook.url}/{number}" for number in range(5)
            ]
            # Whoever claimed them is dead: nobody knows whether they were sent, so nobody sends them again.
            await pass_time(server, 100_000.0)
            assert hook.sent == []

    with_server(tmp_path, visit)


def test_messages_survive_a_restart_and_a_killed_process(tmp_path) -> None:
    async def visit() -> None:
        clock = ManualClock()
        async with Endpoint() as hook:
            async with LocalServer(tmp_path, clock=clock, notices=HERE) as server:
                anna = await Somebody.new(server)
                await add(anna, kind="webhook", address=f"{hook.url}/anna")
                made = await server.make(**TWO)
                await anna.claim(made, 1)
                key = (await notices(anna)).push
            async with LocalServer(tmp_path, clock=clock, notices=HERE) as server:
                await pass_time(server)
                await hook.until(1)
                assert (await notices(Somebody(server, anna.id, anna.key))).push == key
            async with LocalServer(tmp_path, clock=clock, notices=HERE) as server:
                await pass_time(server, 5000.0)
                assert len(hook.sent) == 1

    asyncio.run(visit())


# ---- chosen


@pytest.mark.parametrize(
    ("wishes", "clock", "expected"),
    [
        ({}, None, 1),
        ({"games": ["cartus"]}, None, 0),
        ({"games": []}, None, 0),
        ({"clocks": ["days"]}, None, 0),
        ({"clocks": ["days"]}, DAYS, 1),
        ({"clocks": ["bank"]}, {"kind": "bank", "seconds": 6000, "increment": 10}, 1),
    ],
)
def test_only_what_was_asked_for_is_told(tmp_path, wishes, clock, expected) -> None:
    async def visit(server) -> None:
        async with Endpoint() as hook:
            anna = await Somebody.new(server)
            await wish(anna, **wishes)
            await add(anna, kind="webhook", address=hook.url)
            made = await server.make(**TWO, clock=clock)
            await anna.claim(made, 1)
            await pass_time(server)
            assert len(hook.sent) == expected

    with_server(tmp_path, visit)


def test_nothing_is_sent_to_whoever_has_not_asked(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        chosen = await notices(anna)
        assert chosen.channels == []
        made = await server.make(**TWO)
        await anna.claim(made, 1)
        await pass_time(server)
        with closing(sqlite3.connect(server.file)) as database:
            assert database.execute("SELECT count(*) FROM messages").fetchone() == (0,)

    with_server(tmp_path, visit)


def test_whoever_looks_at_a_page_is_not_told_elsewhere(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as hook:
            anna = await Somebody.new(server)
            await add(anna, kind="webhook", address=hook.url)
            async with Page(anna) as page:
                await page.hear()
                await page.say({"type": "sight", "visible": True})
                await eventually(lambda: server.runtime.tracker.in_sight == [anna.id])
                await server.runtime.notices.note_in_sight([anna.id], server.clock.now())
                made = await server.make(**TWO)
                await anna.claim(made, 1)
                await pass_time(server)
                assert hook.sent == []
                await page.say({"type": "sight", "visible": False})
                await eventually(lambda: server.runtime.tracker.in_sight == [])
            await pass_time(server, 60.0)  # it is still their turn, and nobody looks any more
            assert len(hook.sent) == 1

    with_server(tmp_path, visit)


def test_a_page_that_says_something_else_is_disconnected(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        for bad in ({"type": "sight"}, {"type": "sight", "visible": 1}, {"type": "x", "visible": True}, "no JSON"):
            async with Page(anna) as page:
                await page.say(bad)
                assert await page.until_closed() == 1008
        async with Page(anna) as page:
            for _ in range(25):
                await page.say({"type": "sight", "visible": False})
            assert await page.until_closed() == 1013

    with_server(tmp_path, visit)


def test_pages_that_come_into_sight_again_and_again_write_little(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        notices = server.runtime.notices
        with mock.patch.object(notices, "note_in_sight", wraps=notices.note_in_sight) as note:
            async with Page(anna) as page:
                for _ in range(10):
                    await page.say({"type": "sight", "visible": True})
                for visible in (False, True, False):  # the last one is the first that can be seen from here
                    await page.say({"type": "sight", "visible": visible})
                await eventually(lambda: note.call_count >= 2 and server.runtime.tracker.in_sight == [])
            assert note.call_count == 2

    with_server(tmp_path, visit)


def test_pages_of_one_address_say_so_much_together(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        async with Page(anna) as one, Page(anna) as other:
            for page in (one, other):
                for _ in range(10):
                    await page.say({"type": "sight", "visible": False})
            ended = [asyncio.create_task(page.until_closed()) for page in (one, other)]
            done, waiting = await asyncio.wait(ended, timeout=TIMEOUT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            assert {task.result() for task in done} == {1013}
            for task in waiting:
                task.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    limits = replace(GENEROUS, address_messages=1e-6, burst=1.2e8)  # fifteen of them, and none comes back
    with_server(tmp_path, visit, limits=limits)


def test_quiet_hours_are_those_of_the_player(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as hook:
            anna = await Somebody.new(server)  # it is 08:00 UTC on 15 January 2027: 17:00 in Tokyo
            await wish(anna, quiet={"start": "16:30", "end": "18:00"}, zone="Asia/Tokyo")
            await add(anna, kind="webhook", address=hook.url)
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            await pass_time(server)
            await pass_time(server, 3500.0)
            assert hook.sent == []
            await pass_time(server, 100.0)
            assert len(hook.sent) == 1
            bert = await Somebody.new(server, "Bert")
            for bad in ({"quiet": {"start": "25:00", "end": "07:00"}}, {"zone": "Mars/Olympus"}, {"zone": "../etc"},
                        {"language": "xx"}, {"games": ["chess"]}, {"clocks": ["hours"]}):  # fmt: skip
                await wish(bert, 422, **bad)

    with_server(tmp_path, visit)


def test_quiet_hours_end_at_their_hour_when_clocks_change() -> None:
    night = Wishes(quiet=QuietHours("22:30", "07:30"), zone="Europe/Amsterdam")
    eve = 1_774_738_800.0  # 29 March 2026, 00:00 in Amsterdam: at 02:00 it is 03:00
    assert night.quiet_until(eve) == eve + 6.5 * 3600
    assert night.quiet_until(eve - 1.5 * 3600) == eve + 6.5 * 3600
    assert night.quiet_until(eve - 1.5 * 3600 - 1) is None
    assert night.quiet_until(eve + 6.5 * 3600) is None
    day = replace(night, quiet=QuietHours("09:00", "17:00"))
    assert day.quiet_until(eve) is None
    assert day.quiet_until(eve + 9 * 3600) == eve + 16 * 3600
    never = replace(night, quiet=QuietHours("09:00", "09:00"))
    assert all(never.quiet_until(eve + hour * 1800) is None for hour in range(48))


# ---- nothing hidden


@pytest.mark.slow
@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_messages_tell_what_everybody_at_the_table_sees(tmp_path, game: str, seed: int) -> None:
    chance = random.Random(seed)

    async def visit(server) -> None:
        async with Endpoint() as hook:
            somebody = [await Somebody.new(server, name) for name in ("Anna", "Bert")]
            made = await server.make(game=game, players=2, chairs=people("Anna", "Bert"), start=True)
            for chair, player in enumerate(somebody, 1):
                await player.claim(made, chair)
                await add(player, kind="webhook", address=f"{hook.url}/{chair}")
                await wish(player, games=["rattus", "africanus", "cartus"])
            async with (
                RecordingClient(made, made.chairs[0]) as anna,
                RecordingClient(made, made.chairs[1]) as bert,
            ):
                for moves in range(1, 15):
                    if anna.table["status"] != "playing":
                        break
                    mover = anna if anna.legal else bert
                    await mover.ask("move", move=chance.choice(mover.legal), after=mover.moves)
                    for client in (anna, bert):
                        await client.until(lambda client=client, moves=moves: client.moves >= moves)
                    await pass_time(server, 120.0)
            assert len(hook.sent) > 2
            for sent in hook.sent:
                other = "Bert" if "/1 " in sent.line else "Anna"
                assert orjson.loads(sent.body) == {
                    "title": f"Your turn: {game.capitalize()}", "message": f"With {other}.",
                    "link": f"{URL}/t/{made.id}", "game": game, "table": made.id, "deadline": None,
                }  # fmt: skip

    with_server(tmp_path, visit)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (2 * 86_400 - 5, "2 days"),
        (2 * 86_400 - 3600, "47 hours"),
        (86_400 - 5, "24 hours"),
        (3600 - 5, "59 minutes"),
        (119, "one minute"),
        (0, "one minute"),
    ],
)
def test_the_time_that_is_left_is_told_closely(left: float, said: str) -> None:
    channel = Channel("c", "p", "webhook", URL, "", {}, True, 0, 0.0)
    game = {"game": "rattus", "chairs": [{"chair": 2, "holder": "person", "name": "Bert"}]}
    message = TurnMessage(channel, "t", 1, 1, 1, 0, 1000.0 + left, game, Wishes(), 1)
    assert text_of_turn(message, 1000.0).body == f"With Bert. You have {said} left."


# ---- whom it may be sent to


def test_addresses_in_private_networks_are_refused(tmp_path) -> None:
    private = ("127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
               "::1", "::", "fe80::1", "fd00::1", "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "fec0::1",
               "2002:7f00:1::", "2001:0:7f00:1::", "224.0.0.1", "ff02::1", "255.255.255.255", "240.0.0.1")  # fmt: skip
    for address in private:
        assert not is_public(address), address
        with pytest.raises(RequestRefused):
            check_address(f"http://{f'[{address}]' if ':' in address else address}/", allows_private=False)
    for host in ("127.1", "2130706433", "0", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.000.000.001",
                 "127.0.0.1.", "LOCALHOST", "localhost.", "x.localhost.", "x.internal.", "127.0.0.1%00"):  # fmt: skip
        with pytest.raises(RequestRefused):
            check_address(f"http://{host}/", allows_private=False)
    for host in ("example.org", "example.org.", "1.1.1.1", "1and1.example", "0x.example.org", "7.example.org"):
        check_address(f"http://{host}/", allows_private=False)
    assert is_public("93.184.216.34")
    assert is_public("2606:4700:4700::1111")
    bad = ("ftp://example.org/", "http://", "http:///x", "example.org", "https://user:pass@example.org/",
           "http://a b/", "http://localhost/", "http://x.localhost/", "http://example.org:22/", "http://example.org:25/",
           "http://[::1", "https://exämple.org/", "https://example.org/" + "x" * 1000,
           "javascript:alert(1)")  # fmt: skip

    async def visit(server) -> None:
        anna = await Somebody.new(server)
        for address in bad:
            await add(anna, 422, kind="webhook", address=address)
        for address in private:
            literal = f"[{address}]" if ":" in address else address
            await add(anna, 422, kind="webhook", address=f"http://{literal}/")
            await add(anna, 422, kind="ntfy", address=f"http://{literal}/topic")
            await add(anna, 422, **Browser(f"https://{literal}/").subscription)
        await add(anna, 422, **Browser("http://example.org/").subscription)  # push services have TLS
        await add(anna, 422, kind="push", address="https://example.org/")
        await add(anna, 422, kind="push", address="https://example.org/", p256dh="x", auth="y")
        assert (await notices(anna)).channels == []

    with_server(tmp_path, visit, replace(HERE, allows_private=False))


def test_a_name_that_leads_into_a_private_network_is_not_connected_to(monkeypatch) -> None:
    """The name is resolved once, and what was resolved is what is connected to."""

    async def visit() -> None:
        async with Endpoint() as inside:
            asked = []

            def resolve(host, port, *_: Any, **__: Any) -> list[Any]:
                asked.append(host)
                # The first answer is public, the second one would not be.
                address = "127.0.0.1" if host == "rebind.example.org" and len(asked) > 1 else answers[host]
                return [(2, 1, 6, "", (address, port))]

            answers = {"inside.example.org": "127.0.0.1", "rebind.example.org": "192.0.2.1"}
            monkeypatch.setattr("socket.getaddrinfo", resolve)
            outgoing = Outgoing()
            with pytest.raises(ForbiddenAddress):
                await outgoing.post(f"http://inside.example.org:{inside.port}/", b"x", {})
            for literal in ("127.0.0.1", "[::ffff:127.0.0.1]", "localhost"):
                with pytest.raises(ForbiddenAddress):
                    await outgoing.post(f"http://{literal}:{inside.port}/", b"x", {})
            await outgoing.close()
            asked.clear()
            connected = []

            async def refuse(*_: Any, addr_infos: Any = None, **__: Any) -> Any:
                connected.append(addr_infos[0][4][0])
                raise OSError("no route")

            is_it = "rattus.server.notices.outgoing.is_public"
            monkeypatch.setattr(is_it, lambda address: str(ip_address(address)) == "192.0.2.1")
            monkeypatch.setattr("aiohttp.connector.aiohappyeyeballs.start_connection", refuse)
            outgoing = Outgoing()
            with pytest.raises(Unreachable):
                await outgoing.post(f"http://rebind.example.org:{inside.port}/", b"x", {})
            assert (asked, connected) == (["rebind.example.org"], ["192.0.2.1"])
            await outgoing.close()
            assert inside.connections == 0

    asyncio.run(visit())


def test_redirects_are_not_followed_and_answers_not_read(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as inside, Endpoint(302) as hook:
            hook.more = f"Location: {inside.url}/secret\r\n".encode()
            anna = await Somebody.new(server)
            await add(anna, kind="webhook", address=hook.url)
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            await pass_time(server)
            await pass_time(server, 5000.0)
            assert (len(hook.sent), inside.connections) == (1, 0)

    with_server(tmp_path, visit)


# ---- failures


def test_a_failure_is_tried_again_a_few_times(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint(201, 503, 429) as hook, Endpoint(500) as broken, Endpoint(201, None) as unsure:
            anna = await Somebody.new(server)
            for endpoint in (hook, broken, unsure):
                await add(anna, kind="webhook", address=endpoint.url)
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            for _ in range(10):
                await pass_time(server, 601.0)
            assert len(hook.sent) == 3  # until it arrived
            assert len(broken.sent) == 4  # and no more
            assert len(unsure.sent) == 1  # it may have arrived

    with_server(tmp_path, visit)


@pytest.mark.parametrize("status", [404, 410])
def test_what_is_gone_is_dropped(tmp_path, status: int) -> None:
    async def visit(server) -> None:
        async with Endpoint(status) as push:
            anna = await Somebody.new(server)
            await add(anna, **Browser(push.url).subscription)
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            await pass_time(server)
            assert len(push.sent) == 1
            assert (await notices(anna)).channels == []

    with_server(tmp_path, visit)


def test_what_fails_again_and_again_is_left_alone_until_it_is_set_anew(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint(400) as hook:
            anna = await Somebody.new(server)
            channel = await add(anna, kind="webhook", address=hook.url)
            for _ in range(MAX_FAILURES + 2):
                made = await server.make(**TWO)
                await anna.claim(made, 1)
                await pass_time(server, 300.0)
            assert len(hook.sent) == MAX_FAILURES
            assert (await notices(anna)).channels[0]["stuck"]
            assert await add(anna, kind="webhook", address=hook.url) == channel
            assert not (await notices(anna)).channels[0]["stuck"]

    with_server(tmp_path, visit)


def test_moves_do_not_wait_for_an_endpoint_that_hangs(tmp_path) -> None:
    async def visit(server) -> None:
        writers: list[asyncio.StreamWriter] = []
        listener = await asyncio.start_server(lambda _, writer: writers.append(writer), "127.0.0.1", 0)
        anna = await Somebody.new(server)
        port = listener.sockets[0].getsockname()[1]
        for number in range(MAX_CHANNELS):
            await add(anna, kind="webhook", address=f"http://127.0.0.1:{port}/{number}")
        made = await server.make(**TWO)
        await anna.claim(made, 1)
        await server.runtime.tracker._write()
        server.clock.advance(6.0)
        await server.runtime.notifier.send_due()
        await eventually(lambda: len(writers) == MAX_ONE_PLAYER == len(server.runtime.notifier._sending))
        await end_turn(made, 1)
        assert len(server.runtime.notifier._sending) == MAX_ONE_PLAYER
        for writer in writers:
            writer.close()
            await writer.wait_closed()
        await asyncio.gather(*server.runtime.notifier._sending)
        listener.close()

    with_server(tmp_path, visit)


def test_messages_of_others_do_not_wait_for_endpoints_that_hang(tmp_path) -> None:
    """Of as many players as like: hosts that they have named never take all that can be sent at once."""

    async def visit(server) -> None:
        notifier, text = server.runtime.notifier, Text("Your turn", "", "/", "rattus", "t", None, 1)
        hanging, answered = asyncio.Event(), asyncio.Event()

        async def hang(*_: object) -> Delivery:
            hanging.set()
            await answered.wait()
            return Delivery.SENT

        def channel(player: int, kind: ChannelKind, address: str) -> Channel:
            return Channel("c", f"player {player}", kind, address, "", {}, True, 0, 0.0)

        with mock.patch.object(notifier._hooks, "send", hang), mock.patch.object(notifier._push, "send", hang):
            tasks = [
                asyncio.create_task(
                    notifier._send(channel(n // 8, ChannelKind.WEBHOOK, f"https://{n}.example.org/"), text)
                )
                for n in range(80)
            ]
            await hanging.wait()
            await asyncio.wait(tasks, timeout=0.1)
            assert sum(not task.done() for task in tasks) == MAX_STRANGE < MAX_AT_ONCE
            push = channel(99, ChannelKind.PUSH, "https://fcm.googleapis.com/fcm/send/1")
            pushed = asyncio.create_task(notifier._send(push, text))
            await asyncio.wait([pushed], timeout=0.1)
            assert not pushed.done()  # it is being sent
            answered.set()
            assert await pushed is Delivery.SENT
            outcomes = [await task for task in tasks]
        assert outcomes.count(Delivery.SENT) == MAX_STRANGE
        for first in range(0, 80, 8):
            assert outcomes[first : first + 8].count(Delivery.SENT) <= MAX_ONE_PLAYER
        assert not notifier._strange

    with_server(tmp_path, visit)


def test_what_one_player_lets_wait_delays_nobody(tmp_path) -> None:
    """Somebody with many games and hosts that never answer, all of it due before the message of another."""

    async def visit(server) -> None:
        async with Endpoint() as hook:
            eve, anna = await Somebody.new(server, "Eve"), await Somebody.new(server)
            for number in range(MAX_CHANNELS):
                await add(eve, kind="webhook", address=f"https://eve.example.org/{number}")
            await add(anna, kind="webhook", address=f"{hook.url}/anna")
            answered, send = asyncio.Event(), server.runtime.notifier._hooks.send

            async def hang_for_eve(channel: Channel, text: Text) -> Delivery:
                if channel.player == anna.id:
                    return await send(channel, text)
                await answered.wait()
                return Delivery.SENT

            for somebody in (*[eve] * 5, anna):
                made = await server.make(**TWO)
                await somebody.claim(made, 1)
                server.clock.advance(1.0)
            await server.runtime.tracker._write()
            server.clock.advance(6.0)
            with mock.patch.object(server.runtime.notifier._hooks, "send", hang_for_eve):
                await server.runtime.notifier.send_due()  # one look
                await eventually(lambda: hook.sent)
                answered.set()
                await asyncio.gather(*server.runtime.notifier._sending)

    with_server(tmp_path, visit)


def test_turns_that_have_passed_leave_nothing_waiting(tmp_path) -> None:
    """Who plays fast and is told in many places would fill the list of what is due faster than it is sent."""

    async def visit(server) -> None:
        eve = await Somebody.new(server, "Eve")
        for number in range(MAX_CHANNELS):
            await add(eve, kind="webhook", address=f"https://eve.example.org/{number}")
        made = await server.make(**TWO)
        for chair in (1, 2):
            await eve.claim(made, chair)
        for chair in (1, 2, 1, 2, 1):
            await end_turn(made, chair)
            server.clock.advance(1.0)
            await server.runtime.tracker._write()
        with closing(sqlite3.connect(server.file)) as database:
            (waiting,) = database.execute("SELECT count(*) FROM messages WHERE due_at IS NOT NULL").fetchone()
        assert 0 < waiting <= 2 * MAX_CHANNELS  # of this turn, and at most of the one before

    with_server(tmp_path, visit)


@pytest.mark.parametrize("kind", ["push", "webhook"])
def test_many_players_cannot_aim_at_one_host(tmp_path, kind: str) -> None:
    async def visit(server) -> None:
        async with Endpoint() as endpoint:
            anna = await Somebody.new(server)
            address = f"{endpoint.url}/send/1"
            channel = Browser(address).subscription if kind == "push" else {"kind": kind, "address": address}
            await add(anna, **channel)
            notifier = server.runtime.notifier
            (stored,) = await notifier.store.channels(anna.id)
            text = Text("Your turn", "", "/", "rattus", "t", None, 1)
            outcomes = [await notifier._send(stored, text) for _ in range(int(HOST_BURST) + 5)]
            assert outcomes == [Delivery.SENT] * int(HOST_BURST) + [Delivery.LATER] * 5
            assert len(endpoint.sent) == HOST_BURST

    with_server(tmp_path, visit)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("fcm.googleapis.com", True),
        ("updates.push.services.mozilla.com", True),
        ("web.push.apple.com", True),
        ("wns2-par02p.notify.windows.com", True),
        ("fcm.googleapis.com.example.org", False),
        ("notpush.apple.com", False),
        ("example.org", False),
    ],
)
def test_services_of_browsers_are_known(host: str, expected: bool) -> None:
    assert is_push_service(host) is expected


def test_channels_are_bounded_also_at_once(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        bodies = [{"kind": "webhook", "address": f"http://127.0.0.1/{n}", "name": "x"} for n in range(MAX_CHANNELS + 4)]
        answers = await asyncio.gather(*(anna.ask("POST", "/channels", json=body) for body in bodies))
        assert sorted(answer.status_code for answer in answers) == [201] * MAX_CHANNELS + [409] * 4

    with_server(tmp_path, visit)


# ---- ntfy


def test_ntfy_gets_its_own_format(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as ntfy:
            anna = await Somebody.new(server)
            await wish(anna, language="de")
            await add(anna, kind="ntfy", address=f"{ntfy.url}/annas_games-2?auth=QmVy")
            for wrong in ("/", "/two%20words", "/" + 65 * "a", "/Änne", "/?a=b"):
                await add(anna, 422, kind="ntfy", address=ntfy.url + wrong)
            made = await server.make(game="rattus", players=2, chairs=people("Anna", "Änne"), options={"first": "red"},
                                     start=True)  # fmt: skip
            await anna.claim(made, 1)
            await pass_time(server)
            (sent,) = ntfy.sent
            assert sent.line == "POST /?auth=QmVy HTTP/1.1"
            assert orjson.loads(sent.body) == {
                "topic": "annas_games-2", "title": "Du bist dran: Rattus", "message": "Mit Änne.",
                "click": f"{URL}/t/{made.id}",
            }  # fmt: skip

    with_server(tmp_path, visit)


# ---- e-mail


class Mailbox:
    """Receives e-mails."""

    def __init__(self) -> None:
        self.mails: list[Any] = []
        self.answers: list[str] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        if self.answers:
            return self.answers.pop(0)
        self.mails.append((envelope.rcpt_tos, message_from_bytes(envelope.content)))
        return "250 OK"


@asynccontextmanager
async def mail_server():
    box = Mailbox()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(box, enable_SMTPUTF8=True), "127.0.0.1", 0)
    try:
        port = server.sockets[0].getsockname()[1]
        yield box, MailServer("127.0.0.1", port, "rattus@example.org", tls="none")
    finally:
        server.close()


def text_of(mail: Any) -> str:
    return mail.get_payload(decode=True).decode()


def test_an_address_is_confirmed_before_anything_is_sent(tmp_path) -> None:
    async def run() -> None:
        async with mail_server() as (box, mail):
            notices_ = replace(HERE, mail=mail)
            async with LocalServer(tmp_path, clock=ManualClock(), notices=notices_) as server:
                anna = await Somebody.new(server, "Eve <buy>")
                await wish(anna, language="nl")
                await add(anna, kind="mail", address="anna@example.org")
                await eventually(lambda: box.mails)
                (to, first) = box.mails.pop()
                assert to == ["anna@example.org"]
                assert "Eve" not in first.as_string()  # a stranger may have chosen the name
                assert "Iemand" in text_of(first)
                made = await server.make(**TWO)
                await anna.claim(made, 1)
                await pass_time(server)
                assert box.mails == []
                code = text_of(first).split("#confirm.")[1].split()[0]
                for wrong, status in ((code + "x", 404), (code, 200), (code, 404)):
                    answer = await server.http.post("/api/mail/confirm", json={"code": wrong})
                    assert answer.status_code == status
                await end_turn(made, 1)
                await end_turn(made, 2)
                await pass_time(server)
                await eventually(lambda: box.mails)
                (to, turn) = box.mails.pop()
                assert f"{URL}/t/{made.id}" in text_of(turn)
                assert turn["from"] == "rattus@example.org"
                assert "Jij bent aan zet" in str(turn["subject"])
                assert not any(secret in turn.as_string() for secret in (*made.secrets, anna.key, digest(anna.key)))
                # The link in it ends them, without coming in.
                channel, code = text_of(turn).split("#stop.")[1].split()[0].split(".")
                assert f"#stop.{channel}.{code}" in turn["list-unsubscribe"]
                bad = await server.http.post("/api/mail/stop", json={"channel": channel, "code": code + "x"})
                assert (bad.status_code, len((await notices(anna)).channels)) == (404, 1)
                for _ in range(2):
                    good = await server.http.post("/api/mail/stop", json={"channel": channel, "code": code})
                    assert good.json() == {"sends": False}
                assert (await notices(anna)).channels == []

    asyncio.run(run())


def test_strangers_are_not_flooded_with_requests_for_consent(tmp_path) -> None:
    async def run() -> None:
        async with mail_server() as (box, mail):
            notices_ = replace(HERE, mail=mail)
            async with LocalServer(tmp_path, clock=ManualClock(), notices=notices_) as server:
                statuses = []
                for number in range(6):  # a new player each time, who is removed afterwards
                    anna = await Somebody.new(server, f"P{number}")
                    body = {"kind": "mail", "address": "Victim@example.org", "name": "x"}
                    statuses.append((await anna.ask("POST", "/channels", json=body)).status_code)
                    await anna.ask("POST", "/remove")
                    server.clock.advance(1000.0)
                assert statuses == [201] * 3 + [429] * 3
                anna = await Somebody.new(server)
                for number in range(8):
                    body = {"kind": "mail", "address": f"a{number}@example.org", "name": "x"}
                    statuses.append((await anna.ask("POST", "/channels", json=body)).status_code)
                assert statuses[6:] == [201] * 5 + [429] * 3  # by the address of whoever asks
                await eventually(lambda: len(box.mails) == 8)
                bad = ("x", "a@b", "a b@example.org", "a@example.org\nbcc: b@example.org", "<a@example.org>",
                       "a,b@example.org", "ä@example.org", "a@exa_mple.org", '"a"@example.org')  # fmt: skip
                for address in bad:
                    await add(anna, 422, kind="mail", address=address)

    asyncio.run(run())


def test_one_address_cannot_use_up_the_mails_of_a_day(tmp_path) -> None:
    async def run() -> None:
        async with mail_server() as (_, mail):  # noqa: SIM117  # the second needs the first
            async with LocalServer(tmp_path, clock=ManualClock(), notices=replace(HERE, mail=mail)) as server:
                statuses, anna = [], await Somebody.new(server)
                for number in range(MAX_MAILS_ASKED + 2):
                    channel = {"kind": "mail", "address": f"a{number}@example.org", "name": "x"}
                    answer = await anna.ask("POST", "/channels", json=channel)
                    statuses.append(answer.status_code)
                    await anna.ask("POST", "/channels/remove", json={"channel": answer.json().get("channel", "")})
                    for known in (await notices(anna)).channels:
                        await anna.ask("POST", "/channels/remove", json={"channel": known["channel"]})
                    server.clock.advance(200.0)
                assert statuses == [201] * MAX_MAILS_ASKED + [429] * 2

    asyncio.run(run())


def test_a_mail_server_that_refuses_for_now_is_asked_again(tmp_path) -> None:
    async def run() -> None:
        async with mail_server() as (box, mail):
            notices_ = replace(HERE, mail=mail)
            async with LocalServer(tmp_path, clock=ManualClock(), notices=notices_) as server:
                sender = server.runtime.notifier._mail
                outcomes = []
                for answer in ("451 later", "554 no", None):
                    box.answers = [] if answer is None else [answer]
                    outcomes.append(await sender.send("a@example.org", "Title", "Text"))
                assert outcomes == [Delivery.FAILED, Delivery.LOST, Delivery.SENT]
        assert await sender.send("a@example.org", "Title", "Text") is Delivery.FAILED  # nobody listens any more

    asyncio.run(run())


# ---- doors


def test_what_the_host_has_switched_off_cannot_be_chosen(tmp_path) -> None:
    async def visit(server) -> None:
        anna = await Somebody.new(server)
        told = await notices(anna)
        assert (told.push, told.mail, told.webhooks) == (None, False, False)
        await add(anna, 409, kind="webhook", address="https://example.org/")
        await add(anna, 409, kind="ntfy", address="https://example.org/topic")
        await add(anna, 409, kind="mail", address="a@example.org")
        await add(anna, 409, **Browser("https://example.org/").subscription)

    with_server(tmp_path, visit, NoticeSettings(url=URL, push=False, webhooks=False))


def test_a_wrong_key_learns_and_changes_nothing(tmp_path) -> None:
    async def visit(server) -> None:
        anna, eve = await Somebody.new(server), await Somebody.new(server, "Eve")
        made = await server.make(**TWO)
        channel = await add(anna, kind="webhook", address="http://127.0.0.1:1/")
        told = set()
        for key in ("-", digest(anna.key), anna.id, made.host, made.chairs[0]):
            nobody = Somebody(server, "", key)
            wishes = (await notices(anna)).wishes.model_dump()
            new = {"kind": "webhook", "address": "http://127.0.0.1:1/", "name": "x"}
            for method, path, body in (
                ("GET", "/notices", None), ("PUT", "/notices", wishes), ("POST", "/channels", new),
                ("POST", "/channels/remove", {"channel": channel}), ("GET", "/keys", None),
                ("POST", "/passkeys/remove", {"passkey": "x"}), ("POST", "/devices/remove", {"device": "x"}),
                ("POST", "/link/close", {"name": "x"}),
            ):  # fmt: skip
                answer = await nobody.ask(method, path, json=body)
                assert answer.status_code == 404, (method, path)
                told.add(answer.text)
        assert len(told) == 1
        assert (await eve.ask("POST", "/channels/remove", json={"channel": channel})).status_code == 404
        assert [each["channel"] for each in (await notices(anna)).channels] == [channel]

    with_server(tmp_path, visit)


def test_channels_are_exported_and_removed_with_the_player(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as hook:
            anna, browser = await Somebody.new(server), Browser(f"{hook.url}/push")
            await add(anna, kind="webhook", address=hook.url)
            await add(anna, **browser.subscription)
            await wish(anna, quiet={"start": "22:00", "end": "07:00"})
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            await pass_time(server)
            exported = await anna.ask("GET", "/export")
            told = PlayerExport.model_validate_json(exported.content, strict=True)
            assert {each["address"] for each in told.channels} == {hook.url, f"{hook.url}/push"}
            assert told.wishes.quiet is not None
            assert [each["sent"] is not None for each in told.messages] == [True, True]
            assert browser.keys["auth"] not in exported.text
            await anna.ask("POST", "/remove")
            with closing(sqlite3.connect(server.file)) as database:
                for table in ("channels", "wishes", "messages", "devices", "passkeys", "codes"):
                    assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,), table

    with_server(tmp_path, visit)


def test_a_browser_belongs_to_whoever_subscribed_last(tmp_path) -> None:
    """Two players of one browser have the same subscription: the first one is not told there any more."""

    async def visit(server) -> None:
        anna, bert = await Somebody.new(server), await Somebody.new(server, "Bert")
        browser = Browser("https://push.example.org/1")
        await add(anna, **browser.subscription)
        await add(bert, **browser.subscription)
        assert ((await notices(anna)).channels, len((await notices(bert)).channels)) == ([], 1)

    with_server(tmp_path, visit)


def test_a_chair_that_was_lost_is_told_nothing_more(tmp_path) -> None:
    async def visit(server) -> None:
        async with Endpoint() as hook:
            anna = await Somebody.new(server)
            await add(anna, kind="webhook", address=hook.url)
            made = await server.make(**TWO)
            await anna.claim(made, 1)
            await server.runtime.tracker._write()
            await made.ask("POST", "/chairs/1/key", made.host)
            await pass_time(server)
            assert hook.sent == []

    with_server(tmp_path, visit)
