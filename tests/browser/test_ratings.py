"""A rated game, from the table to the player's page, which is private until its player shows it."""

import asyncio
import random
import re
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import expect

from rattus.server.client import TableClient
from screenshots import PHONE

from .axe import violations
from .conftest import TOUCHED, WebServer, Windows

CLOCK = {"kind": "bank", "seconds": 3600}
DUEL = {"game": "rattus", "players": 2, "chairs": [{"name": "?"}], "clock": CLOCK, "rated": True}


def play_rated(server: WebServer, keys: list[str]) -> None:
    """Two players open a rated table and play it to its end with random moves."""

    def ask(path: str, key: str, body: dict[str, object]) -> dict[str, str]:
        answer = server.ask("POST", f"/api/open{path}", key, json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    hers = ask("/make", keys[0], {"table": DUEL})
    his = ask(f"/{hers['table']}/sit", keys[1], {})
    chance = random.Random(1)

    async def go(key: str) -> None:
        async with TableClient(server.url, hers["table"], key) as client:
            while True:
                await client.until(lambda: client.legal or client.table["status"] == "over")
                if not client.legal:
                    return
                await client.move(chance.choice(client.legal))

    async def both() -> None:
        async with asyncio.timeout(300):
            await asyncio.gather(go(hers["key"]), go(his["key"]))

    with ThreadPoolExecutor(1) as thread:  # Playwright has an event loop in this one
        thread.submit(lambda: asyncio.run(both())).result()


def test_a_rated_game_and_the_page_that_shows_it(windows: Windows, server: WebServer) -> None:
    anna, stranger = windows(), windows(PHONE, context=TOUCHED, name="", language="de")
    keys = [server.ask("POST", "/api/players", json={"name": name}).json()["key"] for name in ("Anna", "Bert")]
    play_rated(server, keys)
    anna.go("/")
    anna.page.goto(f"{anna.url}/me#{keys[0]}")
    expect(anna.page.get_by_role("heading", name="Anna")).to_be_visible()
    rating = anna.page.get_by_role("button", name=re.compile(r"^Rattus \d{4} ± \d+ one rated game ?provisional"))
    expect(rating).to_be_visible()
    expect(anna.page.get_by_role("img", name=re.compile("^Rating in Rattus over"))).to_be_visible()
    expect(anna.page.get_by_role("heading", name="with the card taken")).to_be_visible()
    expect(anna.page.get_by_title(re.compile(r"^rating [+\u2212]\d+$"))).to_be_visible()
    expect(anna.page.get_by_text("Worst plague")).to_be_visible()
    assert not violations(anna.page)
    # Private, until it is shown; by keyboard.
    assert anna.page.get_by_role("textbox", name="The link of this page").count() == 0
    anna.page.get_by_role("button", name="Public").focus()
    anna.page.keyboard.press("Enter")
    link = anna.page.get_by_role("textbox", name="The link of this page").input_value()
    assert keys[0] not in link
    stranger.page.goto(link)
    expect(stranger.page.get_by_role("heading", name="Anna")).to_be_visible()
    expect(stranger.page.get_by_role("heading", name="nach genommener Karte")).to_be_visible()
    assert "Bert" not in stranger.page.content()
    assert not violations(stranger.page)
    assert stranger.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    stranger.page.get_by_role("link", name="Alle Wertungen").click()
    expect(stranger.page.get_by_text("Computer: mittel")).to_be_visible()
    assert not violations(stranger.page)
    anna.page.get_by_role("button", name="Only me").click()
    expect(anna.page.get_by_role("textbox", name="The link of this page")).to_have_count(0)
    stranger.expected.append("404")
    stranger.page.goto(link)
    expect(stranger.page.get_by_text("oder sie ist nicht öffentlich")).to_be_visible()
