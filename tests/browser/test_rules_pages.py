"""The rules in the app, explanations of the parts, and the guided first turn."""

import re

import pytest
from playwright.sync_api import expect

from rattus.analysis.puzzles import shipped_puzzles
from screenshots import PHONE, Evening

from .axe import violations
from .conftest import LONG, ONE_GAME, Look, Windows

FIRST = {"rattus": "R1", "africanus": "A1", "cartus": "C1"}


@pytest.mark.parametrize(
    ("game", "language"),
    [
        # Each game and each language once; rules.test.ts reads all of them.
        ("rattus", "en"), ("africanus", "nl"), ("cartus", "de"),
        *(pytest.param("rattus", language, marks=LONG) for language in ("nl", "de")),
        *(pytest.param("africanus", language, marks=LONG) for language in ("en", "de")),
        *(pytest.param("cartus", language, marks=LONG) for language in ("en", "nl")),
    ],
)  # fmt: skip
def test_the_rules_are_readable_in_every_language(look: Look, game: str, language: str) -> None:
    window = look("desk", language)
    window.go(f"/rules/{game}#{FIRST[game]}")
    rule = window.page.locator(f"[id='{FIRST[game]}']")
    expect(rule).to_be_visible()
    assert len(rule.inner_text()) > 20
    assert window.page.locator("article li[id]").count() > 20


def test_rules_are_searched(windows: Windows) -> None:
    window = windows()
    window.go("/rules/rattus")
    search = window.page.get_by_role("searchbox")
    search.fill("R22")
    expect(window.page.locator("[id=R22]")).to_be_visible()
    search.fill("no such words anywhere")
    expect(window.page.get_by_role("status").filter(has_text="No rule mentions that.")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "game", "rule", "heading"),
    [
        ("en", "rattus", "R9", "Our reading"),
        ("nl", "africanus", "A14", "Onze uitleg"),
        ("de", "cartus", "C21", "Unsere Lesart"),
    ],
)
def test_a_mark_leads_to_our_reading_and_back(look: Look, language: str, game: str, rule: str, heading: str) -> None:
    window = look("hand", language)
    window.go(f"/rules/{game}#{rule}")
    window.page.locator(f"[id='{rule}'] a.mark").first.click()
    reading = window.page.locator(f"#our-{rule}")
    expect(reading).to_be_focused()
    expect(reading).to_be_in_viewport()
    assert reading.locator("p").count() == 2
    expect(window.page.get_by_role("region", name=heading)).to_be_visible()
    reading.get_by_role("link").first.click()
    expect(window.page.locator(f"[id='{rule}']")).to_be_focused()


@pytest.mark.parametrize(("late", "what"), [("courses", "button[aria-label^=Example]"), ("components", "table")])
def test_what_comes_late_does_not_move_what_is_read(windows: Windows, late: str, what: str) -> None:
    window, held = windows(PHONE), []
    window.page.route(re.compile(f"/api/.*{late}$"), lambda route: held.append(route))
    window.go("/rules/rattus#our-R9")
    reading = window.page.locator("#our-R9")
    expect(reading).to_be_focused()
    window.until(lambda: held, f"the {late} are asked for")
    expect(window.page.locator(what)).to_have_count(0)
    for route in held:
        route.continue_()
    expect(window.page.locator(what).first).to_be_attached()
    expect(reading).to_be_in_viewport()
    window.page.mouse.wheel(0, -3000)  # whoever moves on is not brought back
    expect(reading).not_to_be_in_viewport()


def test_our_reading_is_searched(windows: Windows) -> None:
    window = windows()
    window.go("/rules/rattus")
    window.page.get_by_role("searchbox").fill("youngest")
    expect(window.page.locator("#our-R11")).to_be_visible()
    assert window.page.locator("[id^=our-R]").count() == 1


@pytest.mark.parametrize("path", ["/", "/rules/cartus"])
@pytest.mark.parametrize(
    ("language", "fans", "own"),
    [
        ("en", "unofficial fan implementation", "Do you own the box?"),
        ("nl", "onofficiële fanversie", "Heb je het spel in huis?"),
        ("de", "inoffizielle Fan-Umsetzung", "Hast du das Spiel zu Hause?"),
    ],
)
def test_pages_say_whose_games_these_are(look: Look, path: str, language: str, fans: str, own: str) -> None:
    window = look("hand", language)
    window.go(path)
    foot = window.page.locator("footer").last
    expect(foot).to_contain_text(fans)
    expect(foot).to_contain_text(re.compile(r"Åse \w+ Henrik Berg"))
    expect(foot).to_contain_text("White Goblin Games")
    expect(foot.get_by_role("heading", name=own)).to_be_visible()
    expect(foot).to_contain_text("rattus play --components my-tables")
    assert window.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
def test_every_question_names_its_rule(windows: Windows, evening: Evening) -> None:
    window = windows()
    window.go(evening.playing["rattus"].path())
    link = window.prompt.get_by_role("link", name=re.compile("^Read rule"))
    rule = link.inner_text()
    link.click()
    dialog = window.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"Why? Rule {rule}")
    dialog.get_by_role("link", name="Open in the rules").click()
    window.page.wait_for_url(f"**/rules/rattus#{rule}")


def test_a_rule_has_a_worked_example_and_the_page_has_the_tables(windows: Windows) -> None:
    window = windows()
    window.go("/rules/rattus")
    window.button("Example for rule R27").click()
    example = window.page.locator("#R27 .example")
    expect(example.locator("figure")).to_have_count(3)
    expect(example.locator("figure .map svg.pieces")).to_have_count(3)
    expect(example.locator("figcaption").nth(1)).to_contain_text("The move.")
    expect(example.locator("figure").nth(1).locator("use.chosen")).to_have_count(1)
    expect(example.locator(".came .token")).to_have_count(2)
    expect(example.locator(".came")).to_contain_text("limit 3")
    expect(example).to_contain_text("Both rats went to the others")
    tokens = window.page.locator("#tokens")
    expect(tokens.locator(".token").first).to_be_visible()
    expect(tokens.locator(".mark")).to_have_count(2)
    expect(window.page.locator("#borders tbody tr")).to_have_count(12)
    assert violations(window.page) == []
    example.get_by_role("link", name="Try it yourself").click()
    expect(window.page.locator(".bubble")).to_contain_text("Lead the plague, step 1 of 2")


def test_why_tells_the_sentence_without_leaving_the_game(windows: Windows) -> None:
    window = windows()
    window.go("/learn/rattus/two-steps")
    window.page.locator("#region-italia").focus()
    window.page.keyboard.press("Enter")
    came = window.page.locator(".came")
    came.get_by_role("link", name="Read rule R31").click()
    dialog = window.page.get_by_role("dialog")
    expect(dialog).to_contain_text("first every M")
    assert violations(window.page) == []
    window.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # a wish that is refused: the toast names its rule, and the rule is a link
    window.go("/learn/cartus/supply")
    window.page.locator(".hand button").first.click(force=True)
    window.page.locator(".toast").get_by_role("link").click()
    expect(window.page.get_by_role("dialog")).to_contain_text("Why? Rule C11")


def test_why_is_told_in_courses_and_puzzles_too(windows: Windows) -> None:
    """They are at no table: the server is told the position."""
    window = windows()
    window.go("/learn/rattus/place-as-many")
    region = window.page.locator("#region-polonia")
    with window.page.expect_response("**/api/explain"):
        region.focus()
        window.page.keyboard.press("Enter")
    tip = window.page.get_by_role("tooltip")
    expect(tip).to_contain_text("R15")
    expect(tip).to_contain_text("R25")
    puzzle = next(each for each in shipped_puzzles() if each.game == "cartus" and each.theme == "stopping")
    window.go(f"/puzzles/{puzzle.id}")
    window.page.locator("button.bd").first.click(force=True)
    window.page.locator(".toast").get_by_role("link").click()
    expect(window.page.get_by_role("dialog")).to_contain_text("Why? Rule C")


# Whether the arrow of a step, where it has one, points at what the step is about: up, or right at the prompt.
POINTS = """() => {
  const [bubble, arrow] = ['.bubble', '.bubble .arrow'].map(each => document.querySelector(each))
  const { look } = bubble.dataset
  if (!arrow.checkVisibility()) return [look, null]
  const what = document.querySelector({ side: 'aside.side', prompt: '#prompt' }[look] ?? 'section.board')
  const [at, box] = [arrow, what].map(each => each.getBoundingClientRect())
  const [x, y] = [(at.left + at.right) / 2, (at.top + at.bottom) / 2]
  const isAbove = box.bottom <= y && box.left < x && x < box.right
  return [look, look === 'prompt' ? box.left >= x && box.top < y && y < box.bottom : isAbove]
}"""


@pytest.mark.parametrize("game", ONE_GAME)
def test_a_first_turn_can_be_gone_through(windows: Windows, game: str) -> None:
    window = windows()
    window.go(f"/learn/{game}")
    lesson = window.page.get_by_role("region", name="Your first turn")
    expect(lesson).to_be_visible()
    seen, points = set(), set()
    for _ in range(60):
        seen.add(lesson.locator("p").nth(1).inner_text())
        points.add(tuple(window.page.evaluate(POINTS)))
        way = lesson.get_by_role("button", name=re.compile("^(Next|Show me)$"))
        if not way.count():
            break
        way.click()
        window.page.wait_for_timeout(20)
    assert len(seen) > 3
    assert points >= {("board", True), ("side", True)}
    assert not [what for what, is_right in points if is_right is False]
    lesson.get_by_role("button", name="Play now").click()
    expect(window.prompt).to_be_visible()


def test_a_first_turn_can_be_left(windows: Windows) -> None:
    window = windows()
    window.go("/learn/rattus")
    window.page.get_by_role("link", name="Leave").click()
    expect(window.button("Play now")).to_be_visible()
