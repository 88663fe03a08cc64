"""A page that is older than its server, and what the server has to tell when something fails."""

import json
import re
from collections.abc import Callable

from playwright.sync_api import Route, WebSocketRoute, expect

from rattus.server.protocol.basics import PROTOCOL, PROTOCOL_HEADER

from ..server.server_process import ServerProcess
from .conftest import Windows
from .window import Window, shows

TWO = [{"name": "Anna"}, {"name": "Ben"}]
OUTDATED = "This page is out of date: the server has a newer version. Reloading it now."


def change_messages(
    window: Window,
    sent: Callable[[str], str] = lambda text: text,
    received: Callable[[str], str] = lambda text: text,
) -> None:
    """Change what a window sends to the server and receives from it."""

    def connect(route: WebSocketRoute) -> None:
        far = route.connect_to_server()
        route.on_message(lambda text: far.send(sent(str(text))))
        far.on_message(lambda text: (window._hear(text), route.send(received(str(text)))))

    window.page.route_web_socket(re.compile("/api/live"), connect)


def test_an_old_page_says_so_and_loads_the_new_one(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    anna, greetings = windows(), []

    def as_of_old(text: str) -> str:
        message = json.loads(text)
        if message["type"] == "hello":
            greetings.append(message["protocol"])
            if len(greetings) == 1:
                del message["protocol"]
        return json.dumps(message)

    change_messages(anna, sent=as_of_old)
    anna.sit(made)
    anna.page.evaluate("sessionStorage.clear()")
    shows(anna, OUTDATED)
    expect(anna.button("Reload")).to_be_visible()
    anna.until(lambda: anna.known.legal, "the page was loaded again, by itself")
    expect(anna.prompt).to_have_text(re.compile(".+"))
    assert greetings == [PROTOCOL, PROTOCOL]


def test_a_page_that_stays_old_does_not_load_for_ever(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, start=True)
    anna, greetings = windows(), []

    def as_of_old(text: str) -> str:
        greetings.append(text)
        return json.dumps({**json.loads(text), "protocol": 1})

    change_messages(anna, sent=as_of_old)
    anna.sit(made)
    anna.page.evaluate("sessionStorage.clear()")
    anna.until(lambda: len(greetings) == 2, "it was loaded again")
    shows(anna, OUTDATED)
    anna.page.wait_for_timeout(4000)
    assert len(greetings) == 2
    anna.button("Reload").click()
    anna.until(lambda: len(greetings) == 3, "the reader can try")


def test_a_request_of_an_old_page_says_so_too(windows: Windows) -> None:
    anna = windows()

    def as_of_old(route: Route) -> None:
        route.continue_(headers={**route.request.headers, PROTOCOL_HEADER.lower(): "1"})

    anna.expected = ["426"]
    anna.page.route("**/api/tables", as_of_old)
    anna.go()
    anna.page.evaluate("sessionStorage.clear()")
    anna.button("Play now").click()
    shows(anna, OUTDATED)
    anna.page.unroute("**/api/tables")


def test_trouble_of_the_server_reaches_the_player(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    anna = windows()

    def fails(text: str) -> str:
        message = json.loads(text)
        if message["type"] != "done":
            return text
        return json.dumps({"type": "refused", "id": message["id"], "code": "trouble", "why": "storage: disk full"})

    change_messages(anna, received=fails)
    anna.sit(made)
    anna.until(lambda: anna.known.legal)
    anna.until(lambda: anna.known.moves or anna.press_something(), "a move is sent")
    shows(anna, "The server could not save that. Your game is safe; try again in a moment.")


def test_a_bot_that_failed_is_told_of(windows: Windows, server: ServerProcess) -> None:
    chairs = [{"name": "Anna"}, {"bot": "easy"}]
    made = server.make_table("rattus", 2, chairs=chairs, options={"first": "yellow"})
    anna = windows()

    def fails(text: str) -> str:
        message = json.loads(text)
        for happened in message.get("happened", []):
            if happened["kind"] == "move" and happened["seat"] == "yellow":
                happened["fault"] = "the process died"
        return json.dumps(message)

    change_messages(anna, received=fails)
    anna.sit(made)
    anna.until(lambda: anna.known.number)
    server.ask("POST", f"/api/tables/{made['table']}/start", made["keys"]["host"])
    anna.until(lambda: anna.known.legal or anna.known.moves > 1, "the bot has moved")
    anna.until(lambda: "could not decide, so a random move was made" in anna.page.inner_text("body"), "it is told")
