"""A browser window, and helpers that play in it with the mouse or the keyboard."""

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect

from rattus.server.client import TableState

SECONDS = 120.0  # milliseconds to wait for something that must appear; enough for a very busy machine

# What can be pressed now, in the prompt and on the board. A filled button finishes a move, so it is preferred.
# With a mouse regions are pressed on the map and cards where they lie: their list is hidden.
PICK = """(chance, byMouse = false) => {
  const isShown = each => !each || getComputedStyle(each).clipPath === 'none'
  const isOpen = each => each.checkVisibility() && !each.disabled && each.getAttribute('aria-disabled') !== 'true'
    && (!byMouse || isShown(each.closest('.onboard')))
  const name = each => each.getAttribute('aria-label') ?? each.textContent.trim()
  const things = (where, what) => [...document.querySelectorAll(`${where} :is(${what})`)].filter(isOpen)
  const aside = /^(Back|Read rule|Rule |Skip|Close|Map|Palace\\.)|rats? in supply/
  const isAside = each => aside.test(name(each)) || each.closest('.watch') !== null // pace and skip
  const prompt = things('#prompt', 'button').filter(each => !isAside(each))
  const cards = things('aside', '.card')
  const board = [...things('[aria-label=Board]', 'button, [role=button]'), ...cards].filter(each => !isAside(each))
  const filled = prompt.filter(each => each.matches('.primary'))
  const groups = [[0.6, filled], [0.5, prompt.filter(each => !filled.includes(each))], [1, board]]
  for (const [likely, group] of [...groups, [1, prompt], [1, filled]]) {
    if (group.length && chance[0] < likely) return group[Math.floor(chance[1] * group.length)]
    chance = [chance[2], chance[1], chance[3], chance[4]]
  }
  return null
}"""

# The same with its name and a point where it can be clicked: regions are not rectangles, and rats lie on them.
AIM = f"""chance => {{
  const found = ({PICK})(chance, true)
  if (!found) return null
  found.scrollIntoView({{ block: 'nearest', inline: 'nearest' }})
  const {{ left, top, width, height }} = found.getBoundingClientRect()
  const steps = [8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]  // sixteenths: land is narrow in places
  const points = steps.flatMap(y => steps.map(x => [left + width * x / 16, top + height * y / 16]))
  const point = points.find(([x, y]) => found.contains(document.elementFromPoint(x, y)))
  return [found.getAttribute('aria-label') ?? found.textContent.trim(), point ?? null]
}}"""

# All things on the board, by their names.
THINGS = """() => [...document.querySelectorAll('[aria-label=Board] :is(button, [role=button], [aria-label])')]
  .map(each => each.getAttribute('aria-label') ?? each.textContent.trim())"""


WORKER_BLOCKED = "Service Worker registration blocked by Playwright"  # as most tests ask for


class Window:
    """A window that records its messages, requests and errors."""

    def __init__(self, context: BrowserContext, url: str, settings: dict[str, Any], seed: int = 0) -> None:
        self.context = context
        self.url = url
        self.settings = settings
        self.known = TableState()
        self.heard: list[str] = []  # messages of the table's WebSocket
        self.said: list[str] = []
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []  # errors that are expected in this test
        self.chance = random.Random(seed)
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", self._note)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.page: Page = context.new_page()
        self.page.on("websocket", self._listen)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning") and message.text != WORKER_BLOCKED:
            self.complaints.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        if socket.url.endswith("/api/me/live"):  # tells how many games wait, not what happens at a table
            return
        socket.on("framereceived", self._hear)
        socket.on("framesent", lambda text: self.said.append(str(text)))

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.heard.append(str(text))
        self.known.apply(message)

    def check(self) -> None:
        """Check that there were no errors and no requests to other hosts."""
        wrong = [text for text in self.complaints if not any(re.search(each, text) for each in self.expected)]
        assert not wrong, wrong
        own = (self.url, self.url.replace("http", "ws", 1), f"blob:{self.url}", "data:")
        strange = [request for request in self.requests if not request.startswith(own)]
        assert not strange, strange

    def forget(self) -> None:
        """Reset the window: clear storage, open nothing, forget all messages."""
        self.page.emulate_media(color_scheme="light")
        if self.page.url != "about:blank":
            self.page.evaluate("localStorage.clear()")
            self.page.goto("about:blank")
        self.known = TableState()
        for kept in (self.heard, self.said, self.requests, self.complaints, self.expected):
            kept.clear()

    # ---- navigation

    def go(self, path: str = "/") -> None:
        """Open a page of the server."""
        self.page.goto(self.url + path)

    def sit(self, made: dict[str, Any], seat: int | None = 1) -> "Window":
        """Go to a table: to a seat, or to watch."""
        keys = made["keys"]
        self.go(f"/t/{made['table']}#{keys['watch'] if seat is None else keys['chairs'][seat - 1]}")
        return self

    # ---- finding things

    def button(self, name: str | re.Pattern[str], exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_role("region", name="What to do")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("region", name="Board")

    def until(self, is_so: Callable[[], object], what: str = "", seconds: float = SECONDS) -> None:
        """Wait until a condition holds, receiving messages meanwhile."""
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, f"not in {seconds:g} s: {what}"
            self.page.wait_for_timeout(15)

    def things(self) -> list[str]:
        """The labels of everything on the board."""
        found: list[str] = self.page.evaluate(THINGS)
        return found

    @property
    def is_over(self) -> bool:
        return self.known.table.get("status") == "over"

    # ---- playing

    def chances(self) -> list[float]:
        return [self.chance.random() for _ in range(5)]

    def aim(self) -> tuple[float, float] | None:
        """The position of one of the things that can be pressed; None if there is none now."""
        found = self.page.evaluate(AIM, self.chances())
        if found is None:
            return None
        name, point = found
        assert point is not None, f"no mouse reaches {name!r}"
        return point[0], point[1]

    def press_something(self) -> None:
        """Press one of the things that can be pressed, if there is one."""
        point = self.aim()
        if point is not None:
            self.page.mouse.click(*point)

    def move(self) -> None:
        """Make any one move."""
        moves = self.known.moves
        end = time.monotonic() + SECONDS
        while self.known.legal:
            point = self.aim()
            if self.known.moves != moves:  # it was made before or during the search
                return
            if point is None:
                self.page.wait_for_timeout(5)
            else:
                self.page.mouse.click(*point)
            assert time.monotonic() < end, f"no way to make one of {self.known.legal}: {self.prompt.inner_text()!r}"


def play_to_the_end(*windows: Window, seconds: float = 900.0) -> None:
    """Make arbitrary moves in all windows until the game is over."""
    play(*windows, until=lambda: all(window.is_over for window in windows), seconds=seconds)


def play(*windows: Window, until: Callable[[], object], seconds: float = 600.0) -> None:
    """Make arbitrary moves in all windows until a condition holds."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, f"not in {seconds:g} s; moves: {windows[0].known.moves}"
        movers = [window for window in windows if window.known.legal]
        if movers:
            movers[0].move()
        else:
            windows[0].page.wait_for_timeout(5)


def shows(window: Window, text: str | re.Pattern[str]) -> None:
    """Expect a text to appear on the page."""
    expect(window.page.get_by_text(text).first).to_be_visible()
