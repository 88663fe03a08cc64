"""Courses: the list, a step with a wrong and a right answer, and what is kept of it."""

import pytest
from playwright.sync_api import expect

from rattus.analysis.lessons import shipped_course
from rattus.games import GAMES

from .axe import violations
from .conftest import TOUCHED, Windows

SIZES = [(390, 844), (844, 390), (1280, 800), (1920, 1080)]


def test_a_step_is_answered_by_keyboard_and_progress_is_kept(windows: Windows) -> None:
    anna = windows()
    page = anna.page
    anna.go("/")
    page.get_by_role("link", name="All courses").click()
    expect(page.get_by_role("heading", name="Cartus", exact=True)).to_be_visible()
    assert violations(page) == []
    page.get_by_role("link", name="The Knight").click()
    said = page.locator(".bubble")
    expect(said).to_contain_text("The Knight, step 1 of 3")
    expect(said).to_contain_text("Yellow feels safe in Italia")
    assert violations(page) == []
    page.locator("#region-germania").focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Not quite.")
    expect(said).to_contain_text("One step, into your own cubes")
    page.keyboard.press("u")
    expect(said).to_contain_text("Yellow feels safe in Italia")
    page.locator("#region-italia").focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Right.")
    came = page.locator(".came")
    expect(came).to_contain_text("loses 1 cube in Italia")
    assert violations(page) == []
    page.keyboard.press("n")
    expect(said).to_contain_text("step 2 of 3")
    anna.button("Show me").click()
    expect(said).to_contain_text("Four and two are six")
    page.get_by_role("link", name="All courses").click()
    expect(page.locator("article", has_text="Rattus").get_by_role("progressbar").first).to_have_attribute("value", "2")
    page.reload()
    expect(page.get_by_role("link", name="Go on", exact=True)).to_have_attribute("href", "/learn/rattus/or-light")


def test_a_step_waits_for_its_texts(windows: Windows) -> None:
    """No heading stands empty while a part of the words is on its way."""
    anna, held = windows(), []
    anna.page.route("**/words.en.first-*.js", lambda route: held.append(route))
    with anna.page.expect_response("**/courses/cartus/cards-of-its-class"):
        anna.go("/learn/cartus/cards-of-its-class")
    anna.until(lambda: held, "the texts are asked for")
    anna.page.wait_for_timeout(300)  # time for what must not happen
    expect(anna.page.locator("h2")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(anna.page.locator("h2", has_text="A round")).to_have_count(1)


def test_things_are_pointed_at_and_several_moves_are_one_answer(windows: Windows) -> None:
    anna = windows()
    anna.go("/learn/rattus/take-the-peasant")
    expect(anna.page.locator("[data-pointed]:visible")).to_have_attribute("data-card", "peasant")
    anna.go("/learn/cartus/cards-of-its-class")
    pointed = anna.page.locator("[data-pointed]")
    expect(pointed).to_contain_text("Farm")
    anna.button("Farm").first.click()
    for place in (0, 1):
        anna.page.locator(".hand button").nth(place).click()
    anna.page.locator("#prompt .primary").click()
    expect(anna.page.locator(".bubble")).to_contain_text("two influence, no rat")
    expect(pointed).to_have_count(0)


def test_on_a_phone_what_came_of_it_is_behind_a_tab_and_the_buttons_below_the_text(windows: Windows) -> None:
    anna = windows({"width": 844, "height": 390}, language="de", context=TOUCHED)
    anna.go("/learn/cartus/draw-the-sword")
    tabs = anna.page.locator("nav.tabs button")
    expect(tabs).to_have_count(1)
    anna.page.locator(".bubble .acts button").last.tap()
    expect(anna.page.locator(".verdict")).to_be_visible()
    expect(tabs).to_have_count(2)
    said, acts = anna.page.locator(".bubble .text").bounding_box(), anna.page.locator(".bubble .acts").bounding_box()
    assert said is not None
    assert acts is not None
    assert acts["y"] >= said["y"] + said["height"]
    came = anna.page.locator(".came")
    expect(came).not_to_be_visible()
    tabs.last.tap()
    expect(came).to_contain_text("Du beraubst Hildegard")
    assert violations(anna.page) == []
    anna.page.locator(".shade").tap(position={"x": 5, "y": 5})
    anna.page.locator(".bubble .acts button").first.tap()
    expect(tabs).to_have_count(1)


def test_a_step_that_is_not_there(windows: Windows) -> None:
    anna = windows()
    anna.expected.append("404")
    anna.go("/learn/rattus/none")
    expect(anna.page.get_by_role("alert")).to_contain_text("does not exist")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", SIZES)
def test_every_step_fits_and_can_be_shown(windows: Windows, game: str, size: tuple[int, int]) -> None:
    for language in ("en", "de"):
        anna = windows({"width": size[0], "height": size[1]}, language=language)
        for step in shipped_course(game).steps:
            anna.go(f"/learn/{game}/{step.id}")
            said = anna.page.locator(".bubble")
            expect(said).to_contain_text(step.ask[language])
            assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            anna.page.locator(".bubble .acts button").last.click()
            expect(said.locator(".verdict")).to_be_visible()
            assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
