"""Fixtures of the browser tests: one server and one browser for each worker."""

import json
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from rattus.cli.serve import web_folder
from screenshots import DESKTOP, NO_CHROMIUM, PHONE, Evening, find_chromium, launch

from ..server.server_process import ServerProcess
from .window import Window

STILL = {"reduced_motion": "reduce"}
TOUCHED = {"has_touch": True, "is_mobile": True}
LONG = pytest.mark.long
ONE_GAME = ["rattus", pytest.param("africanus", marks=LONG), pytest.param("cartus", marks=LONG)]
TWO_GAMES = ["rattus", pytest.param("africanus", marks=LONG), "cartus"]  # Africanus has the board of Rattus
SETTINGS = {"language": "en", "theme": "system", "pace": "off", "confirm": False, "name": "Anna"}

expect.set_options(timeout=60_000)  # enough for a very busy machine


class WebServer(ServerProcess):
    """A server that serves the browser client."""

    def __init__(self, folder: Path, web: Path) -> None:
        super().__init__(folder)
        self._web = web

    @property
    def words(self) -> list[str]:
        return [
            sys.executable,
            "-P",
            str(Path(__file__).with_name("serve.py")),
            str(self.port),
            self.database,
            str(self._web),
        ]


@pytest.fixture(scope="session")
def web() -> Path:
    """The folder of the built client; RATTUS_WEB names another one."""
    given = os.environ.get("RATTUS_WEB")
    folder = Path(given) if given else web_folder()
    if folder is None or not (folder / "index.html").is_file():
        pytest.skip("the browser client is not built: make setup")
    return folder


@pytest.fixture(scope="session")
def server(web: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    with WebServer(tmp_path_factory.mktemp("server"), web) as running:
        yield running
    assert not running.logged_errors()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if find_chromium() is None:
        pytest.skip(NO_CHROMIUM)
    with sync_playwright() as playwright:
        running = launch(playwright, quick=True)
        yield running
        running.close()


class Windows:
    """Opens windows, each in its own browser context, like separate devices."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self.opened: list[Window] = []

    def __call__(
        self,
        size: ViewportSize = DESKTOP,
        *,
        url: str | None = None,
        context: dict[str, Any] | None = None,
        **settings: Any,
    ) -> Window:
        # A service worker would answer requests that tests look at or change; tests of the app allow it.
        more = {"locale": "en-GB", "service_workers": "block"} | (context or {})
        made = self._browser.new_context(viewport=size, **more)
        made.set_default_timeout(120_000)
        settings = SETTINGS | settings
        text = json.dumps(json.dumps(settings))
        made.add_init_script(f"location.protocol.startsWith('http') && (localStorage['rattus.settings'] ??= {text})")
        window = Window(made, url or self._url, settings, seed=len(self.opened))
        self.opened.append(window)
        return window

    def close(self) -> None:
        """Close all of them."""
        for window in self.opened:
            window.context.close()


@pytest.fixture
def windows(browser: Browser, server: WebServer) -> Iterator[Windows]:
    """Opens windows. Afterwards it checks that they had no errors and made no requests to other hosts."""
    server.deal_anew()
    made = Windows(browser, server.url)
    yield made
    made.close()
    for window in made.opened:
        window.check()


Look = Callable[..., Window]


@pytest.fixture(scope="session")
def shared(browser: Browser, server: WebServer) -> Iterator[Look]:
    """Windows shared by many tests, one after the other: by size (desktop or phone) and language."""
    made = Windows(browser, server.url)

    @cache
    def window(size: str, language: str) -> Window:
        if size == "desk":
            return made(DESKTOP, context=STILL, language=language)
        return made(PHONE, context=STILL | TOUCHED, language=language)

    yield window
    made.close()


@pytest.fixture
def look(shared: Look, server: WebServer) -> Iterator[Look]:
    """Returns a shared window, reset: `look("desk")` for a desktop, `look("hand", "nl")` for a phone in Dutch."""
    server.deal_anew()
    used: list[Window] = []

    def window(size: str, language: str = "en") -> Window:
        used.append(shared(size, language))
        return used[-1]

    yield window
    for each in used:
        try:
            each.check()
        finally:
            each.forget()


@pytest.fixture(scope="session")
def evening(server: WebServer) -> Iterator[Evening]:
    """Tables in every state that a screen can show."""
    server.deal_anew()
    with Evening(server.url, max_turns=5) as tables:
        yield tables
