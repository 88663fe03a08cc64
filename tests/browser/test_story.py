"""Around the table: each player's story at the end, invitations, whose turn it is, and hints if agreed."""

import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from screenshots import DESKTOP, GAMES, PHONE, Evening, make_table, play_out

from ..server.server_process import ServerProcess
from .axe import violations
from .conftest import LONG, STILL, TWO_GAMES, Windows
from .window import Window, shows

SIZES = [(360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080), (2560, 1440)]
PLACES = {2: "You came second", 3: "You came third", 4: "You came fourth"}
WINS = {"rattus": "You outlive the plague", "africanus": "You outlive the plague", "cartus": "You take the throne"}
TWO = [{"name": "Anna"}, {"name": "Ben"}]

# Panels with a large empty area: the highest full-width stripe without text, pictures or fields.
EMPTY = """most => {
  const isThing = each => each.matches('svg, img, input, select, textarea, button, canvas, hr') ||
    [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim())
  const isSeen = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  return [...document.querySelectorAll('.panel')].filter(isSeen).flatMap(panel => {
    const box = panel.getBoundingClientRect()
    const things = [...panel.querySelectorAll('*')]
      .filter(each => isThing(each) && isSeen(each) && !each.closest('.sr'))
      .map(each => each.getBoundingClientRect()).filter(({ width, height }) => width > 2 && height > 2)
      .sort((one, other) => one.top - other.top)
    let bottom = box.top, widest = 0
    for (const thing of things) {
      widest = Math.max(widest, thing.top - bottom)
      bottom = Math.max(bottom, thing.bottom)
    }
    widest = Math.max(widest, box.bottom - bottom)
    return widest > most ? [`${Math.round(widest)} px: ${panel.className} ${panel.innerText.slice(0, 60)}`] : []
  })
}"""
MOST_EMPTY = 64  # px


def test_the_check_for_empty_panels_can_fail(windows: Windows) -> None:
    """The check itself: an empty stripe is found, and content in it is noticed."""
    anna = windows()
    anna.go()
    anna.page.locator("main").wait_for()
    anna.page.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML('beforeend',
        '<section class="panel bad">words<div style="height: 90px"></div></section>')"""
    )
    assert [found for found in anna.page.evaluate(EMPTY, MOST_EMPTY) if "bad" in found]
    anna.page.evaluate("() => document.querySelector('.bad div').textContent = 'more'")
    anna.page.evaluate("() => document.querySelector('.bad div').style.lineHeight = '90px'")
    assert not [found for found in anna.page.evaluate(EMPTY, MOST_EMPTY) if "bad" in found]


def headline(window: Window) -> str:
    return window.page.get_by_role("heading", level=1).inner_text().replace("\n", " ")


@pytest.mark.parametrize("game", TWO_GAMES)
def test_the_result_tells_everybody_their_own_story(windows: Windows, evening: Evening, game: str) -> None:
    for seat in (1, 2, 3, 4):
        window = windows(context=STILL)
        window.go(evening.over[game].path(seat))
        expect(window.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
        outcome, colour = window.known.table["outcome"], window.known.you["seat"]
        if colour in outcome["dead"]:
            assert headline(window).startswith("You died of the plague")
        elif colour in outcome["winners"]:
            assert headline(window).startswith(WINS[game])
        else:
            assert headline(window).startswith(PLACES[outcome["ranking"].index(colour) + 1])
        said = window.page.get_by_role("main").inner_text()
        if game == "cartus":
            rats, nuns = outcome["rats"][colour], outcome["nuns"]
            against = (
                f"{'one rat' if rats == 1 else f'{rats} rats'} against {'one nun' if nuns == 1 else f'{nuns} nuns'}"
            )
            assert against in headline(window)
            shows(window, "Your rats and points")
        else:
            lost = sum(
                each["cubes"] for each in window.known.events if each["event"] == "lost" and each["seat"] == colour
            )
            assert f"{'none' if not lost else 'one' if lost == 1 else lost} lost to the plague" in headline(window)
            shows(window, "What you lost, what lived")
        for winner in outcome["winners"]:
            name = next(each["name"] for each in window.known.table["chairs"] if each["seat"] == winner)
            assert ("You win with" if winner == colour else f"{name} wins with") in said
        expect(window.page.get_by_role("heading", level=1)).to_be_focused()
        for name in ("Play again", "Share", "Record"):
            expect(window.button(name).first).to_be_visible()
        for name in ("Replay", "Home"):
            expect(window.page.get_by_role("main").get_by_role("link", name=name).first).to_be_visible()
        window.context.close()
        windows.opened.remove(window)
        window.check()


@pytest.mark.parametrize("game", TWO_GAMES)
def test_a_spectator_reads_the_winner_s_story(windows: Windows, evening: Evening, game: str) -> None:
    window = windows(context=STILL)
    window.go(evening.over[game].path(None))
    expect(window.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    outcome = window.known.table["outcome"]
    names = [each["name"] for each in window.known.table["chairs"] if each["seat"] in outcome["winners"]]
    assert all(name in headline(window) for name in names)
    assert "You" not in headline(window)
    expect(window.button("Play again")).to_have_count(0)


def test_a_loss_leads_to_its_moment(windows: Windows, evening: Evening) -> None:
    window = windows(context=STILL)
    for seat in (1, 2, 3, 4):
        window.go(evening.over["rattus"].path(seat))
        expect(window.page.get_by_role("heading", name="What you lost, what lived")).to_be_visible()
        losses = window.page.locator(".own li a")
        if losses.count():
            losses.first.click()
            window.page.wait_for_url("**/replay/**")
            expect(window.page.get_by_role("slider", name="Moment in the game")).not_to_have_value("0")
            return
    pytest.fail("nobody lost anything")


@pytest.mark.parametrize("size", [pytest.param(size, marks=[] if size[0] == 390 else LONG) for size in SIZES])
def test_no_panel_is_empty(windows: Windows, evening: Evening, size: tuple[int, int]) -> None:
    anna = windows(ViewportSize(width=size[0], height=size[1]), context=STILL)
    pages = [("/", "Set up a table"), (evening.lobby.path(), "Chat")]
    pages += [(evening.over[game].path(seat), "Points") for game in GAMES for seat in (1, 3, None)]
    for path, heading in (*pages, pages[0]):  # home once more, with tables on this device
        anna.go(path)
        expect(anna.page.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        anna.until(lambda: anna.page.evaluate("document.fonts.status === 'loaded'"), "the fonts are there")
        assert anna.page.evaluate(EMPTY, MOST_EMPTY) == [], path
        assert anna.page.evaluate("document.scrollingElement.scrollWidth") <= size[0], path


def test_a_game_continued_from_its_last_turn_has_no_empty_chart(windows: Windows, server: ServerProcess) -> None:
    played = play_out("africanus", 2, 7, max_turns=3)
    record = played.record()
    colour, last = next(iter(record["moves"][-1].items()))
    made = make_table(server.url, record=record, move=len(record["moves"]) - 1, chairs=TWO, start=True)
    made.client(list(played.seats).index(colour) + 1).move(last)
    made.leave()
    anna = windows(context=STILL)
    anna.go(made.path())
    expect(anna.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    expect(anna.page.get_by_role("heading", name="How it went")).to_have_count(0)
    anna.until(lambda: anna.page.evaluate("document.fonts.status === 'loaded'"), "the fonts are there")
    assert anna.page.evaluate(EMPTY, MOST_EMPTY) == []


# How far down the ink of the initial goes, and where the third line of the text begins.
INITIAL = """async () => {
  await document.fonts.ready
  const says = document.querySelector('.says')
  const look = getComputedStyle(says, '::first-letter')
  const pen = document.createElement('canvas').getContext('2d')
  pen.font = `${look.fontWeight} ${look.fontSize} ${look.fontFamily}`
  const ink = pen.measureText(says.textContent.trim()[0])
  const leading = parseFloat(look.lineHeight) - ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent
  const bottom = parseFloat(look.paddingTop) + leading / 2 + ink.fontBoundingBoxAscent + ink.actualBoundingBoxDescent
  return [bottom, 2 * parseFloat(getComputedStyle(says).lineHeight)]
}"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "hand"])
def test_the_initial_of_a_story_stays_above_the_third_line(
    windows: Windows, evening: Evening, size: ViewportSize
) -> None:
    """In Dutch many begin with J, which goes deepest."""
    anna = windows(size, context=STILL, language="nl")
    anna.go(evening.over["cartus"].path())
    expect(anna.page.locator(".says")).to_contain_text(re.compile("^J"))
    bottom, room = anna.page.evaluate(INITIAL)
    assert bottom <= room - 1


# ---- the lobby

SHARE = "navigator.share = data => { (window.shared ??= []).push(data); return Promise.resolve() }"
NO_SHARE = "delete Navigator.prototype.share"


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "hand"])
def test_the_lobby_invites(windows: Windows, size: ViewportSize) -> None:
    anna = windows(size, context=STILL)
    anna.context.add_init_script(SHARE)
    anna.go()
    anna.button("Play with friends").click()
    anna.button("Create the links").click()
    links = anna.page.get_by_role("region", name="Links to share")
    fields = links.get_by_role("textbox")
    expect(fields).to_have_count(5)
    names = [fields.nth(place).get_attribute("aria-label") for place in range(5)]
    chairs = ["Link for seat 2", "Link for seat 3", "Link for seat 4"]
    assert names == [*chairs, "Link for spectators", "Link for seat 1 (you)"], "one's own comes last"
    link = fields.first.input_value()
    links.get_by_role("button", name="Send: Link for seat 2").click()
    sent: list[dict[str, Any]] = anna.page.evaluate("window.shared")
    assert sent == [{"title": "rattus", "text": "Anna invites you to a game of Rattus.", "url": link}]
    code = links.get_by_role("img", name="QR code: Link for seat 3")
    expect(code).to_have_count(0)
    before = len(anna.requests)
    links.get_by_role("button", name="QR code: Link for seat 3").click()
    expect(code).to_be_visible()
    assert any("/assets/qr-" in request for request in anna.requests[before:]), "loaded when it is asked for"
    assert anna.page.evaluate("document.querySelector('figure path').getAttribute('d').length") > 3000
    assert violations(anna.page) == []
    expect(anna.page.get_by_role("region", name="What was agreed")).to_contain_text("No clock")
    anna.page.get_by_label("Say something").fill("Who else comes?")
    anna.page.keyboard.press("Enter")
    expect(anna.page.get_by_role("list", name="Chat")).to_contain_text("Who else comes?")


def test_without_a_share_dialog_the_link_is_copied(windows: Windows) -> None:
    anna = windows(context=STILL)
    anna.context.add_init_script(NO_SHARE)
    anna.go()
    anna.button("Play with friends").click()
    anna.button("Create the links").click()
    links = anna.page.get_by_role("region", name="Links to share")
    expect(links.get_by_role("button", name=re.compile("^Copy"))).to_have_count(5)
    expect(links.get_by_role("button", name=re.compile("^Send"))).to_have_count(0)


# ---- home


def test_home_says_whose_turn_it_is_and_puts_mine_first(windows: Windows, server: ServerProcess) -> None:
    anna, ben = windows(), windows(name="Ben")
    mine = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    bens = server.make_table("rattus", 2, chairs=TWO, options={"first": "yellow"}, start=True)
    for made in (mine, bens):  # the last one is the latest, and not the most urgent
        anna.sit(made, 1)
        expect(anna.board).to_be_visible()
    anna.go()
    kept = (
        anna.page.get_by_role("main")
        .get_by_role("listitem")
        .filter(has=anna.page.get_by_role("button", name=re.compile("^Forget")))
    )
    expect(kept).to_have_count(2)
    turn = anna.page.get_by_role("region", name="Your turn")
    expect(turn.get_by_role("listitem")).to_have_count(1)
    expect(kept.nth(1)).to_contain_text(re.compile("Ben.s turn"))
    expect(turn.get_by_role("img", name="one table is waiting for you")).to_be_visible()
    before = len(anna.requests)
    anna.page.wait_for_timeout(1_000)
    assert len(anna.requests) - before < 10, "it asks now and then, not all the time"
    ben.sit(bens, 2)
    ben.until(lambda: ben.known.legal)
    ben.move()  # and then it is Anna's turn there, too
    anna.page.reload()
    expect(turn.get_by_role("listitem")).to_have_count(2)
    expect(turn.get_by_role("img", name="2 tables are waiting for you")).to_be_visible()


# ---- hints


def test_between_people_there_are_no_hints(windows: Windows, server: ServerProcess) -> None:
    made = server.make_table("rattus", 2, chairs=TWO, options={"first": "red"}, start=True)
    for size in (DESKTOP, PHONE):
        anna = windows(size).sit(made, 1)
        anna.until(lambda anna=anna: anna.known.legal)
        expect(anna.prompt).to_be_visible()
        expect(anna.button("Ask for a hint")).to_have_count(0)
        expect(anna.button("Hints", exact=True)).to_have_count(0)
        expect(anna.page.get_by_role("region", name="Hints")).to_have_count(0)
        for key in ("h", "1", "2", "3"):
            anna.page.keyboard.press(key)
        anna.button(re.compile("what was agreed")).click()
        expect(anna.page.get_by_role("dialog")).to_contain_text("not at this table")
        assert not [said for said in anna.said if '"hint"' in said]


def test_hints_are_an_option_of_the_table(windows: Windows) -> None:
    anna = windows()
    anna.go()
    anna.page.get_by_text("Options").click()
    hints = anna.page.get_by_role("checkbox", name=re.compile("^Hints"))
    expect(hints).to_be_checked()  # alone against computers
    anna.button("Play with friends").click()
    expect(hints).not_to_be_checked()
    hints.check()
    anna.button("Create the links").click()
    expect(anna.page.get_by_role("region", name="What was agreed")).to_contain_text("allowed")
    assert anna.known.table["hints"] is True


def test_alone_against_computers_hints_are_available(windows: Windows) -> None:
    anna = windows()
    made = make_table(anna.url, game="rattus", players=2, chairs=[{"name": "Anna"}, {"bot": "easy"}], start=True)
    anna.go(made.path())
    expect(anna.button("Ask for a hint").first).to_be_visible()
    expect(anna.page.get_by_role("region", name="Hints")).to_be_visible()
