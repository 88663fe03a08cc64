"""The table at every size: everything is on the screen, nothing is clipped, and the map keeps its height."""

import time
from typing import Any

import pytest
from playwright.sync_api import expect

from screenshots import NAMES, Evening, HostedTable, make_table

from ..server.server_process import ServerProcess
from .axe import violations
from .conftest import LONG, ONE_GAME, Windows
from .crowded import (
    FEWER_SIZES,
    SIZES,
    busiest,
    fullest,
    fullest_building,
    fullest_cartus,
    last_actions,
    look_at,
    with_sizes,
)
from .cut_off import cut_off
from .window import Window

GAMES = ("rattus", "africanus", "cartus")
SCROLLS = """() => [document.scrollingElement, document.body, ...document.querySelectorAll('#app, main')].some(
  each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)"""
# Buttons of the prompt that are not whole on the screen, or lie under something.
COVERED = """() => [...document.querySelectorAll('#prompt button')]
  .filter(each => each.checkVisibility() && getComputedStyle(each.closest('li') ?? each).clipPath === 'none')
  .filter(each => {
    const { left, top, right, bottom } = each.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5 || !each.contains(hit)
  }).map(each => each.textContent.trim())"""
# Cards, panels and buttons whose content is larger than they are.
CLIPPED = """() => [...document.querySelectorAll(`.card, .card .face, .card .does, .players li, .players .what, #prompt,
    #prompt button, .acts .btn, .bd, .bd .dl, .stacks button, .tabs button`)]
  .filter(each => each.checkVisibility() && getComputedStyle(each.closest('.onboard') ?? each).clipPath === 'none')
  .map(each => [each, each.scrollWidth - each.clientWidth, each.scrollHeight - each.clientHeight])
  .filter(([, across, down]) => across > 2 || down > 2)
  .map(([each, across, down]) => `${each.className}: ${each.textContent.trim().slice(0, 60)} ${across} ${down}`)"""
MEDALS = """() => [...document.querySelectorAll('.players .medal')].filter(each => {
  if (!each.checkVisibility()) return false
  const [inner, outer] = [each.getBoundingClientRect(), each.closest('li').getBoundingClientRect()]
  return inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom
}).length"""
BOARD = "Math.round(document.querySelector('section.board').getBoundingClientRect().height * 10) / 10"
SETTLING = 30.0  # seconds until fonts are there and the prompt has found its size; enough for a very busy machine
STAGE = {(360, 640): 28, (390, 844): 32, (844, 390): 28, (820, 1180): 36, (1280, 800): 36}


def wrong(window: Window, *looks: str) -> list[Any]:
    """What these scripts still find when the page has settled: nothing as soon as none of them finds anything."""
    end = time.monotonic() + SETTLING
    while True:
        window.page.evaluate("document.fonts.ready")
        found = [each for each in map(window.page.evaluate, looks) if each]
        if not found or time.monotonic() > end:
            return found
        window.page.wait_for_timeout(50)


@pytest.mark.parametrize(("size", "game"), with_sizes(*((game,) for game in GAMES)))
@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_all_of_it_is_on_the_screen(
    windows: Windows, evening: Evening, size: tuple[int, int], game: str, language: str
) -> None:
    window = look_at(windows, size, language=language)
    window.go(evening.playing[game].path())
    expect(window.page.locator("#prompt button").first).to_be_visible()
    assert wrong(window, SCROLLS, COVERED, CLIPPED, MEDALS) == []
    for part in ("#prompt", "section.board"):
        box = window.page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= -0.5
        assert box["x"] + box["width"] <= size[0] + 0.5
        assert box["y"] + box["height"] <= size[1] + 0.5
        assert box["height"] > 60
    if size in STAGE:
        line = window.page.locator(".stage").bounding_box()
        assert line is not None
        assert line["height"] == pytest.approx(STAGE[size], abs=1.5)


@pytest.mark.parametrize("size", FEWER_SIZES)
def test_every_region_to_choose_from_is_on_the_screen(
    windows: Windows, server: ServerProcess, size: tuple[int, int]
) -> None:
    """Seventeen regions to settle in: as buttons where there is no mouse."""
    chairs = [{"name": name} for name in NAMES]
    window = look_at(windows, size)
    window.go(
        make_table(server.url, game="africanus", players=6, chairs=chairs, options={"first": "red"}, start=True).path()
    )
    window.until(lambda: window.known.legal)
    expect(window.prompt.get_by_role("button")).to_have_count(17)
    assert wrong(window, COVERED, SCROLLS) == []
    listed = window.prompt.locator(".onboard").first.evaluate("each => getComputedStyle(each).clipPath === 'none'")
    assert listed == (size[0] < 900)


# Presses it; false when that made a move, so that nothing is asked any more.
PRESS = """async each => {
  each.click()
  await new Promise(requestAnimationFrame)
  return document.querySelector('#prompt.mine .back') !== null
}"""


def check_that_all_fits(window: Window, what: str) -> None:
    found = [*wrong(window, COVERED, CLIPPED, SCROLLING, SCROLLS), *cut_off(window.page, NAMES)]
    assert found == [], (what, found)


# Two sets of class cards that have all of them; outside make test-long one is tested, on a small phone.
CHOICES = [((360, 640), 9)]
MORE_CHOICES = [(size, seed) for size in SIZES for seed in (0, 9) if (size, seed) not in CHOICES]


@pytest.mark.parametrize(("size", "seed"), [*CHOICES, *(pytest.param(*each, marks=LONG) for each in MORE_CHOICES)])
@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_the_choices_of_every_action_are_on_the_screen(
    windows: Windows, server: ServerProcess, size: tuple[int, int], language: str, seed: int
) -> None:
    """Every region to choose from, in a first game, whose legend leaves the least room; with a way back."""
    window = look_at(windows, size, language=language)
    chairs = [{"name": name} for name in NAMES]
    actions = window.page.locator("#prompt .targets .verb")

    def sit_down() -> None:
        window.page.goto("about:blank")
        window.go(make_table(server.url, position=busiest("africanus", 6, seed), chairs=chairs, start=True).path())
        expect(actions.first).to_be_visible()

    sit_down()
    check_that_all_fits(window, "actions")
    names = actions.all_inner_texts()
    assert len(names) >= 7
    most = 0
    for number, name in enumerate(names):
        goes_on = actions.nth(number).evaluate(PRESS)
        while goes_on:
            check_that_all_fits(window, name)
            listed = window.page.locator("#prompt .targets button:not([aria-pressed=true])")
            most = max(most, listed.count())
            if window.page.locator("#prompt .acts .primary").count():
                break
            expect(window.page.locator("#prompt .back")).to_be_visible()
            goes_on = listed.last.evaluate(PRESS)
        sit_down()
    assert most >= 15


@pytest.mark.parametrize(("size", "language"), with_sizes(pytest.param("en", marks=LONG), ("nl",), ("de",)))
def test_regions_and_actions_side_by_side_are_on_the_screen(
    windows: Windows, server: ServerProcess, size: tuple[int, int], language: str
) -> None:
    """Where one card asks for a region and the others for nothing, all are offered at once: twenty buttons."""
    window = look_at(windows, size, language=language)
    chairs = [{"name": name} for name in NAMES]
    window.go(make_table(server.url, position=last_actions(6, seed=2), chairs=chairs, start=True).path())
    expect(window.page.locator("#prompt .targets button")).to_have_count(20)
    check_that_all_fits(window, "last round")


# Parts of the board of Cartus that are not whole on it, or lie under something: cards, counters, buildings, entries.
NOT_WHOLE = """() => {
  const frame = document.querySelector('section.board').getBoundingClientRect()
  const parts = document.querySelectorAll('.cartus :is(.hand .cd, .nunrow .cd, .secret .ln, .bd, .entry)')
  return [...parts].filter(each => each.checkVisibility()).filter(each => {
    const { left, top, right, bottom } = each.getBoundingClientRect()
    const hit = document.elementFromPoint(Math.min(left + 9, (left + right) / 2), (top + bottom) / 2)  // cards overlap
    return left < frame.left - 1 || right > frame.right + 1 || top < frame.top - 1 || bottom > frame.bottom + 1
      || !(each.contains(hit) || hit?.contains(each))
  }).map(each => `${each.className} ${each.textContent.trim()}`)
}"""
# Counters beside the nun row that lie on each other.
ON_EACH_OTHER = """() => {
  const boxes = [...document.querySelectorAll('.secret .nunrow, .secret .ln span, .secret .ln b')]
    .filter(each => each.checkVisibility()).map(each => [each.textContent.trim(), each.getBoundingClientRect()])
  return boxes.flatMap(([text, one], at) => boxes.slice(at + 1).filter(([, other]) => one.left < other.right - 1
    && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1)
    .map(([other]) => `${text} on ${other}`))
}"""


# Players whose piece and counts lie on each other.
ON_PIECES = """() => [...document.querySelectorAll('.players li')].filter(each => {
  const seen = [...each.querySelectorAll('.piece svg, .pair')].filter(part => part.checkVisibility())
    .map(part => part.getBoundingClientRect()).filter(({ width }) => width > 1)
  return seen.some((one, at) => seen.slice(at + 1).some(other => one.left < other.right - 1
    && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1))
}).map(each => each.textContent.trim())"""
FULL_HANDS = [(4, 24), (2, 19), (5, 13)]
CUT_NAMES = """() => [...document.querySelectorAll('.players .who b')]
  .filter(each => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"""


COMPUTERS = ("Anna", "Hildegard", "Boccaccio", "Petrarca", "Battuta", "Froissart")  # as botName in words.ts
SEEN_NAMES = """() => [...document.querySelectorAll('.players .who b')].filter(each => each.checkVisibility())
  .map(each => each.textContent)"""


@pytest.mark.parametrize(("size", "game", "players"), with_sizes(("cartus", 4), ("cartus", 5), ("africanus", 6)))
def test_everybody_has_a_name(
    windows: Windows, server: ServerProcess, size: tuple[int, int], game: str, players: int
) -> None:
    """In the row of players, and the names that the page itself gives are whole."""
    window = look_at(windows, size, language="de")
    chairs = [{"name": COMPUTERS[0]}, *[{"bot": "easy"}] * (players - 1)]
    window.go(make_table(server.url, game=game, players=players, chairs=chairs, start=True).path())
    expect(window.page.locator("#prompt")).to_be_visible()
    if size == (360, 640) and players > 4:  # there their first letters are enough
        window.page.locator(".players .who b").evaluate_all("all => all.forEach(each => each.textContent = 'Petrarca')")
    else:
        assert window.page.evaluate(SEEN_NAMES) == list(COMPUTERS[:players])
    assert wrong(window, CUT_NAMES, MEDALS, NOT_WHOLE) == []


# Words of the banner under or outside of something else.
HIDDEN_BANNER = """() => [...document.querySelectorAll('.banner :is(span, button)')].filter(each => {
  const line = document.createRange()
  line.selectNodeContents(each)
  const { left, right, top, bottom } = line.getBoundingClientRect()
  return [left + 1, (left + right) / 2, right - 1]
    .some(x => !each.contains(document.elementFromPoint(x, (top + bottom) / 2)))
}).map(each => each.textContent)"""


@pytest.mark.parametrize("size", FEWER_SIZES)
def test_nothing_lies_on_a_banner(windows: Windows, server: ServerProcess, size: tuple[int, int]) -> None:
    window = look_at(windows, size, language="de")
    chairs = [{"name": "Anna"}, {"name": "Ben"}]  # two computers would play the game to its end
    made = make_table(server.url, game="rattus", players=2, chairs=chairs, options={"first": "red"}, start=True)
    window.go(made.path())
    expect(window.page.locator("#prompt")).to_be_visible()
    made.client(1).ask("leave")
    expect(window.page.locator(".banner button")).to_be_visible()
    assert wrong(window, HIDDEN_BANNER, SCROLLS) == []
    made.leave()


@pytest.mark.parametrize(("size", "players", "cards"), with_sizes(*FULL_HANDS))
@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_a_full_hand_and_a_full_building_are_on_the_screen(
    windows: Windows, server: ServerProcess, size: tuple[int, int], language: str, players: int, cards: int
) -> None:
    """As many cards as people come to hold, tokens, and everybody in the same building."""
    window = look_at(windows, size, language=language)
    chairs = [{"name": name} for name in NAMES[:players]]
    window.go(make_table(server.url, position=fullest_cartus(players, cards), chairs=chairs, start=True).path())
    hand = window.page.locator(".hand .cd")
    expect(hand).to_have_count(cards)
    expect(window.page.locator("#prompt.mine")).to_be_visible()

    def check(what: str) -> None:
        assert wrong(window, NOT_WHOLE, ON_EACH_OTHER, ON_PIECES) == [], what
        check_that_all_fits(window, what)

    check("before")
    if players == 2:
        assert wrong(window, CUT_NAMES) == []
    window.page.locator(".bd").first.click()
    hand.first.click(position={"x": 9, "y": 12})
    window.page.mouse.move(2, 2)  # a card under the mouse lies on top
    expect(window.page.locator(".entry.ghost")).to_be_visible()
    window.page.evaluate("Promise.all(document.getAnimations().map(each => each.finished.catch(() => 0)))")
    check("chosen")


@pytest.mark.parametrize(("size", "players"), with_sizes((4,), (5,)))
@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_everybody_in_one_building_is_on_the_screen(
    windows: Windows, server: ServerProcess, size: tuple[int, int], language: str, players: int
) -> None:
    """With their influence, and the crown of the premium action on one of them."""
    window = look_at(windows, size, language=language)
    chairs = [{"name": name} for name in NAMES[:players]]
    window.go(make_table(server.url, position=fullest_building(players), chairs=chairs, start=True).path())
    expect(window.page.locator(".bd .st")).to_have_count(players)
    expect(window.page.locator(".bd .crown")).to_have_count(1)
    expect(window.page.locator("#prompt.mine")).to_be_visible()
    assert wrong(window, NOT_WHOLE, ON_EACH_OTHER, ON_PIECES) == []
    check_that_all_fits(window, "resolve")


# Names and figures of the chain of regions that are wider than their field.
TOO_WIDE = """() => [...document.querySelectorAll('.chain li')].flatMap(field => [...field.children].filter(each => {
  const line = document.createRange()
  line.selectNodeContents(each)
  return line.getBoundingClientRect().width > field.getBoundingClientRect().width
}).map(each => each.textContent))"""


@pytest.mark.parametrize("size", FEWER_SIZES)
def test_the_chain_of_the_finale_can_be_read(windows: Windows, server: ServerProcess, size: tuple[int, int]) -> None:
    """Seventeen regions, the most there are."""
    window = look_at(windows, size, language="de")
    wish = {"position": fullest("africanus", 6) | {"phase": "final_ravage", "taken": False}}
    window.go(make_table(server.url, chairs=[{"name": name} for name in NAMES], start=True, **wish).path())
    expect(window.page.locator(".chain li")).to_have_count(17)
    assert wrong(window, TOO_WIDE) == []
    check_that_all_fits(window, "finale")


@pytest.mark.parametrize("size", FEWER_SIZES)
def test_the_height_of_the_map_depends_on_the_window_alone(
    windows: Windows, server: ServerProcess, size: tuple[int, int]
) -> None:
    chairs = [{"name": "Anna"}, {"bot": "easy"}, {"bot": "easy"}]
    window = look_at(windows, size)
    window.sit(server.make_table("rattus", 3, chairs=chairs, options={"first": "red"}, start=True))
    window.until(lambda: window.known.legal and window.page.locator(".map [data-name]").count())
    heights, titles = set(), set()
    while window.known.moves < 14 and not window.is_over:
        heights.add(window.page.evaluate(BOARD))
        titles.add(window.page.locator("#prompt h1").inner_text())
        if window.known.legal:
            window.press_something()
        window.page.wait_for_timeout(15)
    assert len(titles) > 3
    assert len(heights) == 1


def test_type_grows_with_the_window(windows: Windows, evening: Evening) -> None:
    found = {}
    for size in ((1280, 800), (1920, 1080), (2560, 1440)):
        window = look_at(windows, size)
        window.go(evening.playing["rattus"].path())
        expect(window.page.locator("#prompt h1")).to_be_visible()
        expect(window.page.locator(".card .does").first).to_be_visible()
        sizes: dict[str, float] = window.page.evaluate(
            """() => Object.fromEntries(['#prompt h1', '.card .does', '#log .line', '.players b'].map(each =>
              [each, parseFloat(getComputedStyle(document.querySelector(each)).fontSize)]))"""
        )
        found[size[0]] = sizes
    for name, small in found[1280].items():
        assert found[1920][name] == pytest.approx(1.3 * small, rel=0.02)
        assert found[2560][name] == pytest.approx(1.73 * small, rel=0.03)


# How high the letters of a chart are on the screen, and those of people's initials in parts of their frame.
LETTERS = """where => Math.max(...[...document.querySelectorAll(where)].map(each => {
  const svg = each.closest('svg')
  const whole = svg.getBoundingClientRect().width < 100 ? svg.getBoundingClientRect().height : 1
  return each.getBoundingClientRect().height / whole
}))"""


def test_letters_of_drawings_grow_with_the_window(windows: Windows, evening: Evening) -> None:
    charts: list[float] = []
    initials: list[float] = []
    pages = ((evening.over["rattus"], ".chart .name", charts), (evening.lobby, "main .avatar text", initials))
    for size in ((1280, 800), (1920, 1080), (2560, 1440)):
        window = look_at(windows, size)
        for table, where, found in pages:
            window.page.goto("about:blank")
            window.go(table.path())
            expect(window.page.locator(where).first).to_be_visible()
            window.page.evaluate("document.fonts.ready")
            found.append(window.page.evaluate(LETTERS, where))
    assert charts[1:] == [pytest.approx(1.3 * charts[0], rel=0.05), pytest.approx(1.73 * charts[0], rel=0.05)]
    assert initials[1:] == [pytest.approx(initials[0], rel=0.05)] * 2, "a letter keeps to its frame"


@pytest.mark.parametrize("game", ONE_GAME)
def test_axe_finds_nothing_at_sizes_between(windows: Windows, evening: Evening, game: str) -> None:
    for size in ((844, 390), (820, 1180)):
        window = look_at(windows, size, theme="system")
        window.go(evening.playing[game].path())
        expect(window.page.locator("#prompt button").first).to_be_visible()
        assert violations(window.page) == []


@pytest.mark.parametrize("game", ["rattus", "africanus"])
@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_cards_say_what_they_do(windows: Windows, server: ServerProcess, game: str, language: str) -> None:
    players = 6 if game == "africanus" else 4
    window = look_at(windows, (1280, 800), language=language)
    chairs: list[dict[str, Any]] = [{"name": name} for name in NAMES[:players]]
    window.go(make_table(server.url, position=fullest(game, players), chairs=chairs, start=True).path())
    does = window.page.locator("aside .card .does")
    expect(does).to_have_count(8 if game == "africanus" else 6)
    assert all(len(text) > 20 for text in does.all_inner_texts())
    assert wrong(window, CLIPPED, MEDALS) == []


def test_cartus_has_words_for_phases_and_counters(windows: Windows, evening: Evening) -> None:
    window = look_at(windows, (1280, 800))
    window.go(evening.playing["cartus"].path())
    expect(window.page.locator(".steps li")).to_have_count(5)
    steps = window.page.locator(".steps li").all_inner_texts()
    for name, text in zip(("Reveal", "Supply", "Enter", "Resolve", "Clean up"), steps, strict=True):
        assert name in text.split("\n")  # beside its number, or the mark of a phase that is done
    stacks = window.page.locator(".stacks li")
    expect(stacks).to_have_count(9)
    assert all(any(letter.isalpha() for letter in text) for text in stacks.all_inner_texts())
    expect(window.page.locator(".players .word").first).to_contain_text("card")
    looks = [
        line for text in window.page.locator(".bd").all_inner_texts() for line in text.split("\n") if "look" in line
    ]
    assert looks
    assert all("nun card" in line for line in looks), looks


def test_africanus_says_why_africa_is_missing(windows: Windows, server: ServerProcess) -> None:
    for players in (4, 5):
        chairs = [{"name": name} for name in NAMES[:players]]
        window = look_at(windows, (1280, 800))
        window.go(make_table(server.url, game="africanus", players=players, chairs=chairs, start=True).path())
        expect(window.board.locator("[data-name]").first).to_be_visible()
        expect(window.board.get_by_text("Africa is in play with five or more players.")).to_have_count(int(players < 5))


# Panels, sheets and rows of the table that would have to be scrolled; the log and the chat are lists that may.
SCROLLING = """() => [...document.querySelectorAll(`.side, .side > .sheet, .side .panel, #prompt, .told, .strip,
    .legend`)]
  .filter(each => each.checkVisibility() && !each.matches('.log *, .chat *'))
  .filter(each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
  .map(each => `${each.className} ${each.scrollHeight - each.clientHeight}`)"""
TABLES = [("rattus", 4), pytest.param("africanus", 4, marks=LONG), ("africanus", 6)]
FACES = {"en": "The faces of the rats", "nl": "Wat er op de rattenfiches staat", "de": "Was auf den Ratten steht"}


def sit_at_first_game(
    windows: Windows, server: ServerProcess, size: tuple[int, int], game: str, players: int, **more: Any
) -> tuple[Window, HostedTable]:
    chairs = [{"name": name} for name in NAMES[:players]]
    table = make_table(server.url, chairs=chairs, start=True, **(more.pop("table", None) or {"game": game}))
    window = look_at(windows, size, **more)
    window.go(table.path())
    window.until(lambda: window.known.legal and window.page.locator(".map [data-name]").count())
    return window, table


@pytest.mark.parametrize(("size", "game", "players"), with_sizes(*TABLES))
@pytest.mark.parametrize("language", ["en", pytest.param("nl", marks=LONG), pytest.param("de", marks=LONG)])
def test_a_first_game_has_its_legend_and_nothing_scrolls(
    windows: Windows, server: ServerProcess, size: tuple[int, int], game: str, players: int, language: str
) -> None:
    wish = {"game": game, "players": players, "options": {"first": "red"}}
    window, _ = sit_at_first_game(windows, server, size, game, players, table=wish, language=language)
    assert wrong(window, SCROLLING, COVERED, CLIPPED) == []
    legends = window.page.get_by_role("region", name=FACES[language]).locator("visible=true")
    legend, board = legends.bounding_box(), window.page.locator("section.board").bounding_box()
    assert legend
    assert board
    assert legend["x"] >= board["x"] + board["width"] or legend["y"] >= board["y"] + board["height"]
    assert legend["y"] + legend["height"] <= size[1]
    assert all(sign in legends.inner_text() for sign in ("4", "M", "A"))
    stage = window.page.locator(".stage")  # nothing has happened yet, and it says so
    assert stage.locator(".what").locator("visible=true").inner_text()


@pytest.mark.parametrize("size", FEWER_SIZES)
def test_in_later_games_the_legend_is_one_tap_away(windows: Windows, evening: Evening, size: tuple[int, int]) -> None:
    window = look_at(windows, size, first={"rattus": "another table", "africanus": "another table"})
    for game, classes in (("rattus", ("Church", "Magic")), ("africanus", ("Church", "Islam"))):
        window.go(evening.playing[game].path())
        expect(window.page.locator("#prompt button").first).to_be_visible()
        legend = window.page.get_by_role("region", name=FACES["en"]).locator("visible=true")
        expect(legend).to_have_count(0)
        has_tabs = window.page.get_by_role("navigation").is_visible()
        window.button("Rats" if has_tabs else "What do the faces mean?", exact=True).click()
        expect(legend).to_have_count(1)
        assert all(sign in legend.inner_text() for sign in ("4", "M", "A", *classes))
        assert wrong(window, SCROLLING) == [], game


@pytest.mark.parametrize(("size", "game", "players"), with_sizes(*TABLES[:2]))
def test_the_effect_of_a_rat_is_shown_without_scrolling(
    windows: Windows, server: ServerProcess, size: tuple[int, int], game: str, players: int
) -> None:
    """The plague strikes the fullest region, where the most players are hit."""
    wish = {"position": fullest(game, players)}
    window, table = sit_at_first_game(windows, server, size, game, players, table=wish, pace="step")
    red = table.client(1)
    red.move(next(move for move in red.legal if move.split()[0] == "plague"))
    while red.legal and not red.view["ravage"] and red.view["phase"] == "plague":
        red.move(red.legal[0])
    stage = window.page.locator(".stage")
    for _ in range(60):
        if stage.get_attribute("data-kind") == "turned":
            break
        if window.page.locator(".onward").count():
            window.page.locator(".onward").click()
        window.page.wait_for_timeout(50)
    expect(stage).to_have_attribute("data-kind", "turned")
    expect(window.page.locator(".told .token").locator("visible=true").first).to_be_visible()
    assert wrong(window, SCROLLING, COVERED) == []
    table.leave()


def test_the_cards_are_a_touch_away_on_a_phone_whatever_is_asked(windows: Windows, server: ServerProcess) -> None:
    """In a first game the legend takes room: the strip of cards gives way to many choices, the tab never does."""
    chairs = [{"name": "Anna"}, {"bot": "easy"}]
    window = look_at(windows, (390, 844))
    window.sit(server.make_table("rattus", 2, chairs=chairs, options={"first": "red"}, start=True))
    tab = window.page.get_by_role("navigation").get_by_role("button", name="Cards")
    sheet = window.page.locator(".sheet.cards.open")
    choices: set[int] = set()
    while not (3 in choices and max(choices) > 6):
        expect(window.page.locator("#prompt.mine")).to_be_visible()
        listed = window.prompt.locator(".targets li").count()
        if listed < 5 and not window.prompt.locator(".acts .btn").count():
            expect(window.page.locator(".strip .card").first).to_be_visible()
            assert wrong(window, COVERED) == []
        if listed not in choices:
            tab.click()
            expect(sheet.locator(".card .does").first).to_be_visible()  # with what each does
            window.page.keyboard.press("Escape")
            expect(sheet).to_have_count(0)
        choices.add(listed)
        assert window.known.moves < 30
        window.press_something()


# Under the last panel of the side: how much is empty, and whether anything there has to be scrolled.
EMPTY = """() => {
  const side = document.querySelector('aside.side')
  const panels = [...side.querySelectorAll('.panel, .card')].filter(each => each.checkVisibility())
  const [top, bottom] = [side.getBoundingClientRect().top, side.getBoundingClientRect().bottom]
  const last = Math.max(...panels.map(each => each.getBoundingClientRect().bottom))
  return [(bottom - last) / (bottom - top), side.scrollHeight - side.clientHeight]
}"""
GUIDES = {"rattus": "A turn", "africanus": "A turn", "cartus": "A round"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1280, 800), pytest.param((1920, 1080), marks=LONG)])
@pytest.mark.parametrize("language", [pytest.param("en", marks=LONG), pytest.param("nl", marks=LONG), "de"])
def test_the_side_of_a_first_turn_says_what_a_turn_is(
    windows: Windows, size: tuple[int, int], game: str, language: str
) -> None:
    window = look_at(windows, size, language=language)
    window.go(f"/learn/{game}")
    guide = window.page.locator(".phases li")
    expect(guide).to_have_count(5 if game == "cartus" else 3)
    expect(guide.last).to_be_visible()
    window.page.evaluate("document.fonts.ready")
    if language == "en":
        expect(window.page.get_by_role("region", name=GUIDES[game])).to_be_visible()
    empty, scrolls = window.page.evaluate(EMPTY)
    assert empty < 0.12
    assert scrolls <= 0
    assert cut_off(window.page, NAMES) == []
