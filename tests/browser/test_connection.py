"""Broken connections, killed servers, and moves that come too late."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocket, WebSocketRoute, expect

from ..server.server_process import ServerProcess
from .conftest import WebServer, Windows
from .window import Window, play, play_to_the_end, shows

NO_CONNECTION = "WebSocket connection to|ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|EMPTY_RESPONSE)"
RESTARTS = "The server is restarting. Your game is safe; back in a moment."
REMEMBER = """() => {
  window.said = []
  const note = each => window.said.push(each.textContent.trim())
  const look = () => document.querySelectorAll('[role=status]').forEach(note)
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
}"""
TWO = [{"name": "Anna"}, {"name": "Ben"}]
SHORT = {"max_turns": 2, "first": "red"}


@pytest.fixture
def mortal(tmp_path: Path, web: Path) -> Iterator[WebServer]:
    """A server that a test may kill. Request it before `windows`, so that the windows are closed first."""
    with WebServer(tmp_path, web) as running:
        yield running


def test_a_table_waits_for_the_words_of_its_game(windows: Windows, server: ServerProcess) -> None:
    """Nothing is drawn that cannot be named yet."""
    made, window, held = server.make_table("cartus", 2, chairs=TWO, start=True), windows(), []
    window.page.route("**/api/games/*/vocabulary", lambda route: held.append(route))
    window.sit(made, 1)
    window.until(lambda: held, "the vocabulary is asked for")
    expect(window.page.get_by_text("Looking for the table.")).to_be_visible()
    expect(window.prompt).to_have_count(0)
    for route in held:
        route.continue_()
    expect(window.prompt).to_be_visible()


def test_a_page_reloaded_in_mid_turn_continues(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options=SHORT, start=True)
    anna, ben = windows().sit(made, 1), windows().sit(made, 2)
    play(anna, ben, until=lambda: anna.known.view and anna.known.view["phase"] == "turn" and anna.known.legal)
    anna.move()
    anna.until(lambda: anna.known.legal, "the turn has more")
    view, legal, said = anna.known.view, anna.known.legal, anna.prompt.inner_text()
    first: list[str] = []  # what the new connection says first; the old one may still acknowledge the move

    def listen(socket: WebSocket) -> None:
        if "/api/live" in socket.url:
            socket.once("framereceived", lambda text: first.append(str(text)))

    anna.page.on("websocket", listen)
    anna.page.reload()
    anna.until(lambda: first)
    assert json.loads(first[0])["type"] == "state"
    assert (anna.known.view, anna.known.legal) == (view, legal)
    expect(anna.prompt).to_have_text(re.compile(".+"))
    assert anna.prompt.inner_text() == said
    play_to_the_end(anna, ben)


def test_a_server_that_was_killed_comes_back_and_so_does_the_page(mortal: WebServer, windows: Windows) -> None:
    chairs = [{"name": "Anna"}, {"name": "Ben"}, {"bot": "easy"}]
    made = mortal.make_table("rattus", 3, chairs=chairs, options=SHORT, start=True)
    anna, ben = (windows(url=mortal.url).sit(made, seat) for seat in (1, 2))
    anna.expected = ben.expected = [NO_CONNECTION]
    play(anna, ben, until=lambda: anna.known.moves >= 6 and anna.known.legal)
    view = anna.known.view
    mortal.kill()
    shows(anna, "Connection lost. Your game is safe; trying again.")
    expect(anna.prompt.get_by_role("button")).to_have_count(0)
    mortal.start()
    shows(anna, "Connected again.")
    expect(anna.page.get_by_text("Connection lost")).to_have_count(0)
    assert anna.known.view == view
    expect(anna.prompt.get_by_role("button").first).to_be_visible()
    ben.until(lambda: ben.page.get_by_text("Connection lost").count() == 0, "Ben is back")
    made_before = anna.known.moves
    play(anna, ben, until=lambda: anna.known.moves >= made_before + 4 and ben.known.moves >= made_before + 4)


@pytest.mark.long
def test_a_server_that_restarts_says_so(mortal: WebServer, windows: Windows) -> None:
    made = mortal.make_table("rattus", 2, chairs=TWO, start=True)
    anna = windows(url=mortal.url).sit(made)
    anna.expected = [NO_CONNECTION]
    expect(anna.board).to_be_visible()
    anna.page.evaluate(REMEMBER)
    mortal.stop()
    anna.until(lambda: RESTARTS in anna.page.evaluate("window.said"), "it is said, until the next try fails")
    mortal.start()
    shows(anna, "Connected again.")


def test_a_move_made_while_offline_is_made_once(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options=SHORT, start=True)
    line = Line()
    anna = windows()
    line.lay(anna)
    anna.sit(made)
    anna.until(lambda: anna.known.legal)
    line.is_deaf = True  # the move arrives, its answer does not
    press_until_sent(anna)
    anna.until(lambda: "update" in line.missed, "the move was made")
    line.cut()
    line.is_deaf = False
    anna.until(lambda: anna.known.moves == 1, "the move was made, and made once")
    assert len(set(moves_of(anna))) == 1


def test_a_move_that_comes_too_late_is_refused(windows: Windows, server: ServerProcess) -> None:
    """Two devices on one seat, one of which does not receive the other's move."""
    made = server.make_table("rattus", 2, chairs=TWO, options=SHORT, start=True)
    anna, again, line = windows(), windows(), Line()
    line.lay(again)
    anna.sit(made)
    again.sit(made)
    again.until(lambda: again.known.legal)
    line.is_slow = True
    anna.move()
    again.until(lambda: line.waiting, "it would know by now")
    press_until_sent(again)
    shows(again, "That came too late: the game had moved on. Have another look and choose again.")
    line.is_slow = False
    line.deliver()
    again.until(lambda: again.known.view == anna.known.view, "it knows now")
    assert again.known.moves == 1


def press_until_sent(window: Window) -> None:
    """Choose a move and send it, without waiting for the answer."""
    window.until(lambda: moves_of(window) or window.press_something(), "a move is sent")


def moves_of(window: Window) -> list[str]:
    """The moves that a window has sent, by their request ids."""
    said = map(json.loads, window.said)
    return [message["id"] for message in said if message["type"] == "move"]


class Line:
    """The connection between a window and the server, which a test can delay or break."""

    def __init__(self) -> None:
        self.is_slow = False  # updates are held back, answers are not
        self.is_deaf = False  # nothing is delivered
        self.waiting: list[str] = []
        self.missed: list[str] = []  # kinds of messages
        self._route: WebSocketRoute | None = None
        self._window: Window | None = None

    def lay(self, window: Window) -> None:
        self._window = window
        window.page.route_web_socket(re.compile("/api/live"), self._connect)

    def cut(self) -> None:
        """Break the connection; the page reconnects."""
        assert self._route is not None
        self._route.close(code=1011)

    def tick(self) -> None:
        """Send a heartbeat, although the page's clock is stopped."""
        assert self._window is not None
        if self._route is not None:
            self._route.send(json.dumps({"type": "tick", "number": self._window.known.number, "at": 0}))

    def deliver(self) -> None:
        """Deliver the updates that were held back."""
        for text in self.waiting:
            self._pass(text)
        self.waiting.clear()

    def _connect(self, route: WebSocketRoute) -> None:
        self._route = route
        far = route.connect_to_server()
        route.on_message(lambda text: (self._window.said.append(str(text)), far.send(text)))
        far.on_message(self._come)

    def _come(self, text: Any) -> None:
        kind = json.loads(text)["type"]
        if self.is_deaf:
            self.missed.append(kind)
        elif self.is_slow and kind in ("update", "state"):
            self.waiting.append(text)
        else:
            self._pass(text)

    def _pass(self, text: str) -> None:
        assert self._route is not None
        assert self._window is not None
        self._window._hear(text)
        self._route.send(text)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/t/nowhere#nothing", "No such table, or this link is too old."),
        ("/t/nowhere", "You have no seat at this table here"),
    ],
)
def test_a_link_to_an_unknown_table_says_so(windows: Windows, path: str, said: str) -> None:
    anna = windows()
    anna.go(path)
    expect(anna.page.get_by_role("alert")).to_contain_text(said)
    anna.page.get_by_role("link", name="To the home page").click()
    expect(anna.button("Play now")).to_be_visible()


def test_a_wrong_key_for_a_table_that_is_there(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("cartus", 2, chairs=TWO, start=True)
    anna = windows()
    anna.go(f"/t/{made['table']}#{made['keys']['watch'][::-1]}")
    expect(anna.page.get_by_role("alert")).to_contain_text("No such table, or this link is too old.")


def test_an_unknown_address_says_so(windows: Windows) -> None:
    anna = windows()
    anna.go("/nowhere/at/all")
    shows(anna, "This page does not exist.")


@pytest.mark.long
def test_two_windows_of_one_seat_stay_the_same(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("africanus", 2, chairs=TWO, options=SHORT, start=True)
    anna, again, ben = windows().sit(made, 1), windows().sit(made, 1), windows().sit(made, 2)
    play(anna, ben, until=lambda: anna.known.moves >= 3)
    again.until(lambda: again.known.moves == anna.known.moves)
    assert again.known.view == anna.known.view
    again.until(lambda: again.things() == anna.things(), "the same board")
