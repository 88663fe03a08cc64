"""Minimal clients that play at many tables at once, so that the server is what is measured.

    python bench/load_clients.py PORT GAME TABLES WARMUP SECONDS THINKING [LEVEL]

Two clients a table, or one against a bot of a level. Each waits for about THINKING seconds before a move. Prints one
JSON object, and its progress on standard error. It stops by itself.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import struct
import sys
import time
import urllib.request
from typing import Any

import orjson
import uvloop

from rattus.server.protocol.basics import PROTOCOL

HANDSHAKE = (
    b"GET /api/live?table=%s HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
TEXT, PING, PONG = 0x81, 0x89, 0x8A  # the first byte of a whole frame
# All that a client reads of a question: it decides without the view, which is most of the message.
ASKED = re.compile(rb'"legal":(\[[^\]]+\]),"moves":([0-9]+)')
NO_MASK = b"\0\0\0\0"  # clients must mask what they send; a mask of zeros changes nothing


class Load:
    """What all clients have done since the measurement began."""

    def __init__(self, thinking: float) -> None:
        self.thinking = thinking  # seconds
        self.is_measured = False
        self.latencies: list[float] = []
        self.errors = 0
        self.ended = 0


class Player(asyncio.Protocol):
    """One client on one chair: whenever it is to decide it makes a random legal move."""

    def __init__(self, load: Load, hello: dict[str, str], colour: str, seed: int) -> None:
        self.load = load
        self.hello = hello
        self.colour = colour
        self.random = random.Random(seed)
        self.buffer = b""
        self.is_open = False
        self.sent_at: dict[str, float] = {}
        self.requests = 0

    def connection_made(self, transport: Any) -> None:
        """Ask for a WebSocket."""
        self.transport = transport
        transport.write(HANDSHAKE % self.hello["table"].encode())

    def data_received(self, data: bytes) -> None:
        """Handle all complete messages received so far."""
        data = self.buffer + data
        if not self.is_open:
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.buffer = head
                return
            self.is_open = True
            self.send(self.hello)
        at = 0
        while len(data) - at >= 2:
            length, start = data[at + 1], at + 2
            if length == 126:
                length, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                length, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + length:
                break
            if data[at] == TEXT:
                self.take(data[start : start + length])
            elif data[at] == PING:  # the server disconnects clients that do not answer
                self.transport.write(bytes((PONG, 0x80 | length)) + NO_MASK + data[start : start + length])
            at = start + length
        self.buffer = data[at:]

    def connection_lost(self, _: Exception | None) -> None:
        """Fail: no connection may be lost during the measurement."""
        self.load.errors += self.load.is_measured

    def send(self, message: dict[str, Any]) -> None:
        """Send a message as a masked frame."""
        body = orjson.dumps(message)
        head = bytes((TEXT, 0x80 | len(body))) if len(body) < 126 else struct.pack(">BBH", TEXT, 0xFE, len(body))
        self.transport.write(head + NO_MASK + body)

    def take(self, text: bytes) -> None:
        """Handle a message: decide if it is this seat's turn, and note when a move was acknowledged."""
        asked = ASKED.search(text)
        if asked is not None:
            self.decide(orjson.loads(asked[1]), int(asked[2]))
            return
        if text.startswith(b'{"type":"update"') and b'"table":' not in text:
            return  # a move of another seat, and another seat is to decide
        message = orjson.loads(text)
        kind = message["type"]
        if "table" in message:
            self.talk(message["table"])
        elif kind == "done":
            sent_at = self.sent_at.pop(message["id"], None)
            if self.load.is_measured and sent_at is not None:
                self.load.latencies.append(time.perf_counter() - sent_at)
        elif kind in ("refused", "error"):
            self.load.errors += 1

    def decide(self, legal: list[str], moves: int) -> None:
        """Make a move, at once or after some thought."""
        move = self.random.choice(legal)
        if self.load.thinking:
            seconds = self.load.thinking * self.random.uniform(0.5, 1.5)  # random, or all would move at once
            asyncio.get_running_loop().call_later(seconds, self.move, move, moves)
        else:
            self.move(move, moves)

    def move(self, move: str, moves: int) -> None:
        """Send a move, and note when."""
        request = self.next_id()
        self.sent_at[request] = time.perf_counter()
        self.send({"type": "move", "id": request, "move": move, "after": moves})

    def talk(self, table: dict[str, Any]) -> None:
        """After the end, start a rematch: chair 1 asks, the other agrees."""
        asked = table["asked"]
        if asked is not None and self.colour in asked["waiting"]:
            self.send({"type": "answer", "id": self.next_id(), "yes": True})
        elif table["status"] == "over" and asked is None and self.colour == "red":
            self.load.ended += 1
            self.send({"type": "rematch", "id": self.next_id()})

    def next_id(self) -> str:
        """An id for a request."""
        self.requests += 1
        return str(self.requests)


def make_table(port: int, game: str, level: str | None) -> tuple[str, list[str]]:
    """A table for two that has begun: its id and the keys of the people's chairs."""
    other = {"name": "B"} if level is None else {"bot": level}
    wish = {"game": game, "players": 2, "chairs": [{"name": "A"}, other], "start": True}
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/tables", json.dumps(wish).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        made = json.load(answer)
    return made["table"], made["keys"]["chairs"][: 2 if level is None else 1]


async def play(
    port: int, game: str, tables: int, warmup: float, seconds: float, thinking: float, level: str | None = None
) -> dict[str, Any]:
    """Connect all clients, play, and measure."""
    loop, load = asyncio.get_running_loop(), Load(thinking)
    for seed in range(tables):
        table, keys = make_table(port, game, level)
        for key, colour in zip(keys, ("red", "yellow"), strict=False):
            player = Player(load, {"type": "hello", "protocol": PROTOCOL, "table": table, "key": key}, colour, seed)
            await loop.create_connection(lambda player=player: player, "127.0.0.1", port)  # type: ignore[misc]
    print("seated", file=sys.stderr, flush=True)
    await asyncio.sleep(warmup)
    load.is_measured, started = True, time.perf_counter()
    print("begin", file=sys.stderr, flush=True)
    await asyncio.sleep(seconds)
    load.is_measured = False
    print("end", file=sys.stderr, flush=True)
    took = time.perf_counter() - started
    times = sorted(load.latencies)
    return {
        "moves": len(times),
        "seconds": took,
        "moves_per_second": len(times) / took,
        "latency_ms": {"median": _share(times, 0.5), "p99": _share(times, 0.99), "max": _share(times, 1.0)},
        "errors": load.errors,
        "games_ended": load.ended,
    }


def _share(times: list[float], share: float) -> float:
    """A quantile of the response times, in milliseconds."""
    return round(1000 * times[min(len(times) - 1, int(share * len(times)))], 2) if times else 0.0


if __name__ == "__main__":
    port, game, tables, warmup, seconds, thinking, *level = sys.argv[1:]
    playing = play(int(port), game, int(tables), float(warmup), float(seconds), float(thinking), *level)
    print(json.dumps(uvloop.run(playing)))
