"""What the tests in the browser share: one server and one browser for each worker."""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from rattus.cli.serve import web_folder
from screenshots import DESKTOP, SCREENS, Evening, find_chromium, launch

from ..server.process import ServerProcess
from .window import Window

# What is shown for Africanus beside its board is made of the same parts as for Rattus.
ALL_SCREENS = [
    pytest.param(screen, id=screen.name, marks=[pytest.mark.long] if screen.name.startswith("africanus-") else [])
    for screen in SCREENS
]
SETTINGS = {"language": "en", "theme": "system", "motion": "off", "confirm": False, "name": "Anna"}

expect.set_options(timeout=10_000)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser without a graphics card is slow: too slow, so far, for the minutes that `make test` may take."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.long)


class WebServer(ServerProcess):
    """A server that hands out the browser client."""

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
    assert not running.troubles()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if find_chromium() is None:
        pytest.skip("no Chromium: install `chromium`, or name it in RATTUS_CHROMIUM")
    with sync_playwright() as playwright:
        running = launch(playwright)
        yield running
        running.close()


class Windows:
    """Opens windows, each like a device of its own."""

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
        made = self._browser.new_context(viewport=size, **({"locale": "en-GB"} | (context or {})))
        text = json.dumps(json.dumps(SETTINGS | settings))
        made.add_init_script(f"location.protocol.startsWith('http') && (localStorage['rattus.settings'] ??= {text})")
        window = Window(made, url or self._url, seed=len(self.opened))
        self.opened.append(window)
        return window


@pytest.fixture
def windows(browser: Browser, server: WebServer) -> Iterator[Windows]:
    """A maker of windows. Afterwards all of them are looked at: no errors, and no request to anybody else."""
    made = Windows(browser, server.url)
    yield made
    for window in made.opened:
        window.context.close()
    for window in made.opened:
        window.check()


@pytest.fixture(scope="session")
def evening(server: WebServer) -> Iterator[Evening]:
    """Tables at all moments that a screen can show."""
    with Evening(server.url, max_turns=5) as tables:
        yield tables
