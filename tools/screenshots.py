"""Write pictures of all main screens: desktop and phone, in both themes.

    python tools/screenshots.py [--out docs/screenshots]

It starts its own server, plays at its tables for four people, and takes pictures with the system's Chromium
(or the one named in RATTUS_CHROMIUM). The client must be built: `make setup`.
"""

from __future__ import annotations

import argparse
import importlib
import io
import itertools
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import httpx
from playwright.sync_api import Browser, Locator, Page, Playwright, ViewportSize, expect, sync_playwright
from rich.progress import track
from websockets.sync.client import ClientConnection, connect

import rattus
from rattus.bots.players import make_player
from rattus.cli.serve import web_folder
from rattus.match.sight import sight_of
from rattus.server.client import TableState
from rattus.server.protocol.basics import PROTOCOL

FOLDER = Path(__file__).resolve().parent.parent / "docs/screenshots"
DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
GAMES = ("rattus", "africanus", "cartus")
CHAT = ("Good luck, everybody.", "Keep your rats over there, please.")
NAMES = ("Anna", "Bram", "Clara", "Dirk", "Elise", "Floris")
START_SECONDS = 60.0
# Root cannot use the sandbox; the other flags keep the browser from contacting other hosts.
CHROMIUM = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip

NO_CHROMIUM = "no Chromium: install `chromium-headless-shell` or `chromium`, or name it in RATTUS_CHROMIUM"

PLAIN_HTTP: dict[str, Any] = {
    "trust_env": False,
    "verify": False,
}  # certificates would be slow to read
_addresses = (f"10.9.{n >> 8 & 255}.{n & 255}" for n in itertools.count(1))


def find_chromium(quick: bool = False) -> str | None:
    """The one named in RATTUS_CHROMIUM, or the system's: the full one renders text better, headless is faster."""
    whole, bare = shutil.which("chromium"), shutil.which("chromium-headless-shell")
    return os.environ.get("RATTUS_CHROMIUM") or (bare or whole if quick else whole or bare)


def launch(playwright: Playwright, quick: bool = False) -> Browser:
    """Start a headless browser."""
    return playwright.chromium.launch(executable_path=find_chromium(quick), args=list(CHROMIUM), headless=True)


# ---- people at tables


class SeatClient(TableState):
    """A person at a table, connected without a browser."""

    _ids = itertools.count(1)

    def __init__(self, url: str, table: str, key: str) -> None:
        super().__init__()
        self._stay = ExitStack()
        address = f"ws{url.removeprefix('http')}/api/live"
        self._socket: ClientConnection = self._stay.enter_context(
            connect(address, max_size=1 << 24, max_queue=None, ping_interval=None)
        )
        self._say({"type": "hello", "protocol": PROTOCOL, "table": table, "key": key})
        while not self.number:
            self._hear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect."""
        self._stay.close()

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return the answer."""
        name = f"client-{next(self._ids)}"
        self._say({"type": kind, "id": name, **fields})
        while (answer := self._hear()).get("id") != name:
            pass
        return answer

    def move(self, text: str) -> None:
        """Make a legal move."""
        deadline = time.monotonic() + START_SECONDS
        while text not in self.legal:
            # The server sends something every few seconds, so waiting for a message alone would never end.
            assert time.monotonic() < deadline, f"{text} does not become legal; legal are {', '.join(self.legal)}"
            self._hear()
        assert self.ask("move", move=text, after=self.moves)["type"] == "done"

    def _say(self, message: dict[str, Any]) -> None:
        self._socket.send(json.dumps(message))

    def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=START_SECONDS))
        self.apply(message)
        return message


@dataclass
class HostedTable:
    """A table with its keys, and the clients connected to it."""

    url: str
    table: str
    keys: dict[str, Any]
    clients: dict[int, SeatClient] = field(default_factory=dict)

    def path(self, seat: int | None = 1, page: str = "t") -> str:
        """The link of a seat, or of a spectator."""
        return f"/{page}/{self.table}#{self.keys['watch'] if seat is None else self.keys['chairs'][seat - 1]}"

    def client(self, seat: int) -> SeatClient:
        """The client on a seat, connected on first use."""
        if seat not in self.clients:
            self.clients[seat] = SeatClient(self.url, self.table, self.keys["chairs"][seat - 1])
        return self.clients[seat]

    def leave(self, seat: int | None = None) -> None:
        """Disconnect one of the clients, or all."""
        for number in list(self.clients) if seat is None else [seat]:
            self.clients.pop(number).close()


def make_table(url: str, **wish: Any) -> HostedTable:
    """A new table, requested from a fresh address so that rate limits do not apply."""
    answer = httpx.post(
        f"{url}/api/tables", json=wish, headers={"x-forwarded-for": next(_addresses)}, timeout=20.0, **PLAIN_HTTP
    )
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return HostedTable(url, made["table"], made["keys"])


def play_out(game: str, players: int, seed: int, **options: Any) -> rattus.Game:
    """A whole game between computer players, from a fixed seed."""
    played = rattus.new(game, players, seed, options)
    player = make_player("greedy", compiled=False)
    for number in itertools.count():
        if played.is_over:
            return played
        played.play(player.choose(sight_of(played), f"{seed} {number}").move)
    raise AssertionError


def sit_down(url: str, played: rattus.Game, share: float) -> HostedTable:
    """A table where a game is played again, by people: up to a share of its moves, and on to a turn of Anna's."""
    record = played.record()
    names = [{"name": name} for name in NAMES[: record["players"]]]
    sitting = make_table(url, position=record["start"], chairs=names, hints=True, start=True)
    seats = list(played.seats)
    moves = [next(iter(move.items())) for move in record["moves"]]
    stop = int(len(moves) * share)
    turns = [number for number, (colour, _) in enumerate(moves) if colour == "red"]
    # The first one from there, or the last one of the game.
    stop = min((turn for turn in turns if turn >= stop), default=turns[-1]) if share < 1 else len(moves)
    for number, (colour, text) in enumerate(moves[:stop]):
        if number == 3:
            sitting.client(2).ask("chat", text=CHAT[0])
        sitting.client(seats.index(colour) + 1).move(text)
    sitting.client(len(seats)).ask("chat", text=CHAT[1])
    if 1 in sitting.clients:
        sitting.leave(1)  # free the seat for the browser
    return sitting


class Evening:
    """The tables that the screens show."""

    def __init__(self, url: str, players: int = 4, **options: Any) -> None:
        self.url = url
        self.lobby = make_table(url, game="africanus", players=4, chairs=[{"name": "Anna"}, {"bot": "hard"}, {}, {}])
        self.playing: dict[str, HostedTable] = {}
        self.over: dict[str, HostedTable] = {}
        for game in GAMES:
            short = {} if game == "cartus" else options
            played = play_out(game, players, 7, **short)
            self.playing[game] = sit_down(url, played, 0.55)
            self.over[game] = sit_down(url, played, 1.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for sitting in (*self.playing.values(), *self.over.values()):
            sitting.leave()


# ---- screens


def _nothing(_: Page) -> None:
    pass


@dataclass(frozen=True)
class Screen:
    """A screen: its address, the steps that open it, and the element that shows that it is ready."""

    name: str
    path: Callable[[Evening], str]
    ready: Callable[[Page], Locator]
    act: Callable[[Page], None] = _nothing
    size: ViewportSize | None = None  # only there
    is_main: bool = True  # worth a picture

    def show(self, page: Page, evening: Evening) -> None:
        """Open the screen."""
        page.goto(evening.url + self.path(evening))
        expect(self.ready(page)).to_be_visible()
        self.act(page)


def _main(page: Page) -> Locator:
    return page.get_by_role("main")


def _heading(page: Page) -> Locator:
    return _main(page).get_by_role("heading").first


def _board(page: Page) -> Locator:
    return page.locator("main section button, main section [role=button]").first


def _dialog(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_be_visible()


def _open_settings(page: Page) -> None:
    page.locator("header.top > button").last.click()
    _dialog(page)


def _open_keys(page: Page) -> None:
    page.keyboard.press("?")
    _dialog(page)


def _open_options(page: Page) -> None:
    page.locator("details summary").first.click()


def _open_tab(number: int) -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.locator("nav.tabs button").nth(number).click()

    return act


def _home(_: Evening) -> str:
    return "/"


def _address(path: str) -> Callable[[Evening], str]:
    return lambda _: path


def _table(game: str) -> Callable[[Evening], str]:
    return lambda evening: evening.playing[game].path()


def _end(game: str) -> Callable[[Evening], str]:
    return lambda evening: evening.over[game].path()


def _replay(game: str) -> Callable[[Evening], str]:
    return lambda evening: evening.over[game].path(page="replay")


SCREENS = [
    Screen("home", _home, _main),
    Screen("options", _home, _main, _open_options, is_main=False),
    Screen("settings", _home, _main, _open_settings),
    Screen("keys", _home, _main, _open_keys, is_main=False),
    Screen("lobby", lambda evening: evening.lobby.path(), _heading),
    *(Screen(game, _table(game), _board) for game in GAMES),
    Screen("cards", _table("rattus"), _board, _open_tab(0), PHONE),
    Screen("hints", _table("rattus"), _board, _open_tab(1), PHONE, is_main=False),
    Screen("log", _table("rattus"), _board, _open_tab(2), PHONE),
    Screen("chat", _table("rattus"), _board, _open_tab(3), PHONE, is_main=False),
    Screen("tracks", _table("cartus"), _board, _open_tab(0), PHONE),
    *(Screen(f"{game}-result", _end(game), _heading) for game in GAMES),
    *(Screen(f"{game}-replay", _replay(game), _board) for game in GAMES),
    *(Screen(f"{game}-rules", _address(f"/rules/{game}"), _heading, is_main=game == "rattus") for game in GAMES),
    *(Screen(f"{game}-first", _address(f"/learn/{game}"), _board, is_main=game != "africanus") for game in GAMES),
    Screen("spectator", lambda evening: evening.playing["cartus"].path(None), _board, is_main=False),
    Screen("old-link", lambda _: "/t/nowhere#nothing", _heading, is_main=False),
    Screen("nowhere", lambda _: "/nowhere", _heading, is_main=False),
]


# ---- pictures


@contextmanager
def served() -> Iterator[str]:
    """Run a server; yields its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = ["serve", "--port", str(port), "--database", f"sqlite:///{folder}/tables.sqlite"]
        server = subprocess.Popen([sys.executable, "-m", "rattus.cli", *words], stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + START_SECONDS
            while not _is_well(url):
                if server.poll() is not None or time.monotonic() > end:
                    raise SystemExit("the server does not start")
                time.sleep(0.1)
            yield url
        finally:
            server.terminate()
            server.wait()


def _is_well(url: str) -> bool:
    with suppress(httpx.HTTPError):
        return httpx.get(f"{url}/healthz", **PLAIN_HTTP).status_code == 200
    return False


def smaller(picture: bytes) -> bytes:
    """The same picture in 256 colours, if Pillow is installed."""
    try:
        image = importlib.import_module("PIL.Image")
    except ImportError:
        return picture
    few = image.open(io.BytesIO(picture)).convert("RGB").quantize(256, dither=image.Dither.NONE)
    out = io.BytesIO()
    few.save(out, "PNG", optimize=True)
    return min(picture, out.getvalue(), key=len)


def take_pictures(browser: Browser, evening: Evening, out: Path) -> None:
    """All main screens, in all sizes and themes."""
    sizes = {"desktop": DESKTOP, "phone": PHONE}
    themes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    wanted = [
        (screen, size, theme)
        for (size, theme) in itertools.product(sizes, themes)
        for screen in SCREENS
        if screen.is_main and screen.size in (None, sizes[size])
    ]
    contexts = {}
    for screen, size, theme in track(wanted, "Looking …"):
        if (size, theme) not in contexts:
            contexts[size, theme] = browser.new_context(
                viewport=sizes[size], color_scheme=theme, reduced_motion="reduce", locale="en-GB"
            )
        page = contexts[size, theme].new_page()
        screen.show(page, evening)
        page.evaluate("document.fonts.ready")
        page.wait_for_timeout(300)
        (out / f"{screen.name}-{size}-{theme}.png").write_bytes(smaller(page.screenshot()))
        page.close()


def main() -> None:
    """Read the command line and write the pictures."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--out", type=Path, default=FOLDER, help="the folder to write to")
    out = words.parse_args().out
    if web_folder() is None:
        raise SystemExit("the browser client is not built: make setup")
    if find_chromium() is None:
        raise SystemExit(NO_CHROMIUM)
    out.mkdir(parents=True, exist_ok=True)
    with served() as url, Evening(url) as evening, sync_playwright() as playwright:
        browser = launch(playwright)
        take_pictures(browser, evening, out)
        browser.close()
    print(f"{len(list(out.glob('*.png')))} pictures in {out}")


if __name__ == "__main__":
    main()
