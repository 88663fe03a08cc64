"""A window of a browser, and somebody in front of it who plays with the mouse or the keyboard."""

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, WebSocket, expect

from rattus.server.client import Knowledge

# Complaints of the client that are known and wait to be mended; none should be here for long.
KNOWN = (
    "state_unsafe_mutation",  # games/rattus/tips.svelte.ts: hide() on a focusout that Svelte itself causes
    "derived_inert",  # the same: a timer of show() that fires after its element has gone
)
SECONDS = 20.0  # until something that must come has come

# What can be pressed now: of the prompt, and of the board. A filled button finishes a move, so it is the likely one.
PICK = """chance => {
  const isOpen = each => each.checkVisibility() && !each.disabled && each.getAttribute('aria-disabled') !== 'true'
  const name = each => each.getAttribute('aria-label') ?? each.textContent.trim()
  const things = (where, what) => [...document.querySelectorAll(`${where} :is(${what})`)].filter(isOpen)
  const isAside = each => /^(Step back|Read rule|Rule |Skip|Close|Map)|rats? in supply/.test(name(each))
  const prompt = things('#prompt', 'button').filter(each => !isAside(each))
  const board = things('[aria-label=Board]', 'button, [role=button]').filter(each => !isAside(each))
  const filled = prompt.filter(each => each.matches('.primary'))
  const groups = [[0.6, filled], [0.5, prompt.filter(each => !filled.includes(each))], [1, board]]
  for (const [likely, group] of [...groups, [1, prompt], [1, filled]]) {
    if (group.length && chance[0] < likely) return group[Math.floor(chance[1] * group.length)]
    chance = [chance[2], chance[1], chance[3], Math.random()]
  }
  return null
}"""


# All things on the board, by their names.
THINGS = """() => [...document.querySelectorAll('[aria-label=Board] :is(button, [role=button], [aria-label])')]
  .map(each => each.getAttribute('aria-label') ?? each.textContent.trim())"""

# The same again and again, without a mouse: for the rest of a game that was begun with one.
HURRY = f"""() => {{
  const pick = {PICK}
  const random = () => [0, 0, 0, 0].map(Math.random)
  clearInterval(window.hurry)
  window.hurry = setInterval(() => pick(random())?.dispatchEvent(new MouseEvent('click', {{ bubbles: true }})), 5)
}}"""


class Window:
    """A window that writes down all it hears, asks for and complains about."""

    def __init__(self, context: BrowserContext, url: str, seed: int = 0) -> None:
        self.context = context
        self.url = url
        self.known = Knowledge()
        self.heard: list[str] = []  # messages of the WebSocket
        self.said: list[str] = []
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.expected: list[str] = []  # complaints that are right here
        self.chance = random.Random(seed)
        context.on("request", lambda request: self.requests.append(request.url))
        context.on("console", self._note)
        context.on("weberror", lambda error: self.complaints.append(str(error.error)))
        self.page: Page = context.new_page()
        self.page.on("websocket", self._listen)

    def _note(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framereceived", self._hear)
        socket.on("framesent", lambda text: self.said.append(str(text)))

    def _hear(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.heard.append(str(text))
        self.known.take(message)

    def check(self) -> None:
        """Nothing went wrong, and nobody else was asked for anything."""
        fine = [*self.expected, *KNOWN]
        wrong = [text for text in self.complaints if not any(re.search(each, text) for each in fine)]
        assert not wrong, wrong
        own = (self.url, self.url.replace("http", "ws", 1), f"blob:{self.url}", "data:")
        strange = [request for request in self.requests if not request.startswith(own)]
        assert not strange, strange

    # ---- going somewhere

    def go(self, path: str = "/") -> None:
        """Open a page of the server."""
        self.page.goto(self.url + path)

    def sit(self, made: dict[str, Any], seat: int | None = 1) -> "Window":
        """Go to a table: to a seat, or to watch."""
        keys = made["keys"]
        self.go(f"/t/{made['table']}#{keys['watch'] if seat is None else keys['seats'][seat - 1]}")
        return self

    # ---- finding things

    def button(self, name: str | re.Pattern[str], exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    @property
    def prompt(self) -> Locator:
        return self.page.get_by_role("region", name="What is expected")

    @property
    def board(self) -> Locator:
        return self.page.get_by_role("region", name="Board")

    def until(self, is_so: Callable[[], object], what: str = "", seconds: float = SECONDS) -> None:
        """Wait until something is so, and hear meanwhile."""
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, f"not in {seconds:g} s: {what}"
            self.page.wait_for_timeout(15)

    def things(self) -> list[str]:
        """What the board says, thing by thing."""
        found: list[str] = self.page.evaluate(THINGS)
        return found

    @property
    def is_over(self) -> bool:
        return self.known.table.get("status") == "over"

    # ---- playing

    def press_something(self) -> bool:
        """Press one of the things that can be pressed. False if there is none now."""
        found = self.page.evaluate_handle(PICK, [self.chance.random() for _ in range(4)]).as_element()
        if found is None:
            return False
        try:
            found.click(timeout=1000)
        except Error:  # it has gone since, or another thing lies over it: then it is pressed without a mouse
            found.dispatch_event("click") if found.is_visible() else None
        return True

    def move(self) -> None:
        """Make one move, whatever it is."""
        moves = self.known.moves
        for _ in range(200):
            if not self.press_something():
                self.page.wait_for_timeout(10)
            if self.known.moves != moves or not self.known.legal:
                return
        raise AssertionError(f"no way to make one of {self.known.legal}; the prompt: {self.prompt.inner_text()!r}")


def play_to_the_end(*windows: Window, by_mouse: int = 12, seconds: float = 120.0) -> None:
    """Everybody makes whatever moves there are, until it is over: so many by mouse, the rest in a hurry."""
    play(*windows, until=lambda: all(window.is_over or window.known.moves >= by_mouse for window in windows))
    for window in windows:
        window.page.evaluate(HURRY)
    for window in windows:
        window.until(lambda window=window: window.is_over, "the end", seconds)
        window.page.evaluate("clearInterval(window.hurry)")


def play(*windows: Window, until: Callable[[], object], seconds: float = 60.0) -> None:
    """Everybody makes whatever moves there are, until something is so."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, f"not in {seconds:g} s; moves: {windows[0].known.moves}"
        movers = [window for window in windows if window.known.legal]
        if movers:
            movers[0].move()
        else:
            windows[0].page.wait_for_timeout(10)


def shows(window: Window, text: str | re.Pattern[str]) -> None:
    """A text stands on the page, or will in a moment."""
    expect(window.page.get_by_text(text).first).to_be_visible()
