"""Company at a table: quick phrases, pointing at the board, not hearing somebody, and reporting them."""

import re

from playwright.sync_api import expect

from screenshots import PHONE

from .axe import violations
from .conftest import TOUCHED, WebServer, Windows

TWO = [{"name": "Anna"}, {"name": "Ben"}]
# A mark is there for some seconds only, which a busy machine may miss: the page notes what it has shown.
NOTE = """self.pointed = []
new MutationObserver(() => {
  const ring = document.querySelector('.ring')
  if (ring) self.pointed.push(document.body.textContent)
}).observe(document.body, { childList: true, subtree: true, characterData: true })"""


def test_phrases_marks_and_what_to_do_about_somebody(windows: Windows, server: WebServer) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    anna, ben = (
        windows(name="Anna").sit(made, 1),
        windows(PHONE, context=TOUCHED, name="Ben", language="de").sit(made, 2),
    )
    for window in (anna, ben):
        expect(window.page.locator("#region-gallia")).to_be_visible()
    # A phrase: said in English, read in German.
    anna.button("Quick phrases").click()
    anna.button("Well played.").click()
    expect(anna.page.get_by_text("Well played.").first).to_be_visible()
    ben.until(lambda: ben.known.chat, "the line came")
    ben.button("Chat").click()
    said = ben.page.get_by_role("listitem").filter(has_text="Gut gespielt.")
    expect(said).to_be_visible()
    assert not violations(ben.page)
    # Ben points at Gallia: both see it for a while, and it is not his choice of a move.
    for window in (anna, ben):
        window.page.evaluate(NOTE)
    ben.button("Auf etwas zeigen").click()
    expect(ben.page.get_by_role("status").filter(has_text="Tippe an, worauf alle schauen sollen.")).to_be_visible()
    ben.page.locator("#region-gallia").focus()
    ben.page.keyboard.press("Enter")
    for window, who in ((anna, "Ben points at Gallia"), (ben, "Ben zeigt auf Gallia")):
        window.until(
            lambda window=window, who=who: window.page.evaluate(
                "(who) => self.pointed.some((text) => text.includes(who))", who
            ),
            f"it shows that {who}",
        )
    expect(anna.page.locator(".ring")).to_have_count(0)  # after some seconds
    assert len(ben.known.chat) == 1  # nothing was stored of it
    # Ben does not want to hear Anna any more, and reports her.
    ben.button("Chat").click()
    ben.button("Über Anna").first.click()
    ben.button("Ausblenden, was Anna sagt").click()
    ben.button("Anna dem Betreiber melden").click()
    assert not violations(ben.page)
    ben.page.get_by_role("dialog").get_by_role("button", name="Melden", exact=True).click()
    expect(ben.page.get_by_text("Gemeldet. Danke.")).to_be_visible()
    expect(said).to_have_count(0)
    expect(ben.page.get_by_text(re.compile("Auf diesem Gerät ausgeblendet: .*Anna"))).to_be_visible()


def test_it_says_so_if_pointing_cannot_be_loaded(windows: Windows, server: WebServer) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    anna = windows(name="Anna").sit(made, 1)
    expect(anna.page.locator("#region-gallia")).to_be_visible()
    anna.page.route("**/PointedAt-*.js", lambda route: route.abort())
    anna.expected.append("PointedAt")
    anna.expected.append("Failed to load resource")
    anna.button("Point at something").click()
    expect(anna.page.get_by_text("The server is not answering. Try again in a moment.")).to_be_visible()
    anna.page.unroute("**/PointedAt-*.js")
    anna.button("Point at something").click()
    expect(anna.page.get_by_role("status").filter(has_text="look at")).to_be_visible()


def test_somebody_who_says_nothing_can_be_reported_and_the_host_lets_a_computer_play_for_them(
    windows: Windows, server: WebServer
) -> None:
    """A table without a clock does not wait for ever for somebody who has gone."""
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "yellow"}, start=True)
    anna, ben = windows(name="Anna"), windows(PHONE, context=TOUCHED, name="Ben", language="nl")
    kept = {"table": made["table"], "game": "rattus", "key": made["keys"]["chairs"][0], "keys": made["keys"],
            "seats": 2, "status": "playing", "watching": False, "at": 0}  # fmt: skip
    anna.go()
    anna.page.evaluate("(kept) => localStorage.setItem('rattus.tables', JSON.stringify([kept]))", kept)
    anna.sit(made, 1)
    ben.sit(made, 2)
    expect(ben.page.locator("#region-gallia")).to_be_visible()
    # He is no host: nothing of that for him, but he can report her, though she has not said a word.
    ben.button("Chat").click()
    ben.button("Snelle zinnen").click()
    expect(ben.button("Over Anna")).to_be_visible()
    assert not violations(ben.page)
    ben.button("Over Anna").click()
    expect(ben.button("Anna melden bij de beheerder")).to_be_visible()
    expect(ben.button(re.compile("^De computer laten spelen"))).to_have_count(0)
    ben.go()  # and is gone
    anna.button("Quick phrases").click()
    anna.button("About Ben").click()
    anna.button("Let a computer play for Ben").click()
    assert not violations(anna.page)
    anna.button("Let it play").click()
    link = anna.page.get_by_role("dialog").get_by_role("textbox", name="Link for seat 2").input_value()
    assert made["keys"]["chairs"][1] not in link
    anna.page.keyboard.press("Escape")
    anna.until(lambda: anna.known.legal, "the computer has moved, and it is my turn")
    # The old link opens nothing, the new one the seat, which can be taken back.
    ben.expected.append("404")
    ben.page.goto(link)
    expect(ben.page.locator("#region-gallia")).to_be_visible()
    ben.until(lambda: ben.known.table.get("chairs"), "the table is there")
    assert [chair["away"] for chair in ben.known.table["chairs"]] == [False, True]
