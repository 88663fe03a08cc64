"""The table server without the game: FastAPI on uvicorn that only relays messages.

    python bench/bare_server.py PORT

It has no rules, checks no moves and stores nothing. Every move is answered with as many messages as the table server
sends, of the same size: this shows the limit of machine, framework and clients.
"""

import socket
import sys
from itertools import count

import orjson
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from rattus.server.settings import Settings
from rattus.server.uvicorn_server import make_config

VIEW = "." * 1_600  # bytes: with it an update is about as long as those of Rattus are on average
LEGAL = ["pass", "end"]

app = FastAPI()
names = count(1)
tables: dict[str, list[WebSocket]] = {}


@app.get("/healthz")
async def healthz() -> dict[str, str]:
    """Answer that the server is up."""
    return {}


@app.post("/api/tables")
async def make() -> dict[str, object]:
    """Make a table for two."""
    name = str(next(names))
    tables[name] = []
    return {"table": name, "keys": {"chairs": ["first", "second"]}}


@app.websocket("/api/live")
async def live(websocket: WebSocket) -> None:
    """Serve one client at one table. The players move alternately."""
    await websocket.accept()
    table = tables[orjson.loads(await websocket.receive_text())["table"]]
    table.append(websocket)
    if len(table) == 2:
        await table[0].send_text(update(0, LEGAL))
    try:
        while True:
            message = orjson.loads(await websocket.receive_text())
            number = message["after"] + 1
            for player in table:
                await player.send_text(update(number, [] if player is websocket else LEGAL))
            await websocket.send_text(orjson.dumps({"type": "done", "id": message["id"], "number": number}).decode())
    except WebSocketDisconnect:
        return


def update(number: int, legal: list[str]) -> str:
    """The message to a client after a move."""
    return orjson.dumps({"type": "update", "view": VIEW, "legal": legal, "moves": number}).decode()


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
    uvicorn.Server(make_config(app, Settings(database="none"))).run(sockets=[listener])
