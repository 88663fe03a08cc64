"""Every screen in three languages: no accessibility violations in either theme, and it fits a phone in portrait."""

import itertools
import re

import pytest

from screenshots import CHAT, GAMES, PHONE, SCREENS, Evening, Screen

from .axe import violations
from .conftest import LONG, Look
from .window import Window

WIDTH = "Math.max(document.scrollingElement.scrollWidth, document.body.scrollWidth)"
# Touch targets that are too small. Left out: links in running text, which are as high as their line; inputs inside a
# label, which is the target; and parts of the map, which the prompt offers as buttons too.
SMALL = """least => {
  const label = 'input:is([type=checkbox], [type=radio], [type=file])'
  const isInline = each => getComputedStyle(each).display.startsWith('inline')
  const isInText = each => each.matches('a.rule') || each.matches('a:not(.btn)') && isInline(each)
  const boxOf = each => (each.matches(label) && each.closest('label') || each).getBoundingClientRect()
  const isSeen = each => each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  return [...document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=button]')]
    .filter(each => isSeen(each) && !isInText(each) && !each.closest('svg, .sr') && !each.matches('.skip, .shade'))
    .filter(each => !document.querySelector('dialog[open]') || each.closest('dialog'))
    .map(each => [each, boxOf(each)])
    .filter(([, box]) => box.width && (box.width < least - 0.5 || box.height < least - 0.5))
    .map(([each, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${each.outerHTML.slice(0, 120)}`)
}"""
THUMB = 40
LANGUAGES = ("en", "nl", "de")
KEY = re.compile(
    r"\b(about|board|cartus|common|help|home|log|noun|rattus|result|rules|setup|stage|story|table)\.[a-z]+[A-Za-z_.]*\b"
)
WORDS = """() => [document.title, ...[...document.querySelectorAll('#app *:not(code)')].flatMap(each => [
    each.getAttribute('aria-label'), each.getAttribute('title'), each.getAttribute('placeholder'),
    ...[...each.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent)])]
  .map(text => text?.trim()).filter(Boolean)"""
# Apart from its board, Africanus uses the same components as Rattus; replays, rules and courses have a frame for all.
LATER = ("rattus-replay", "cartus-rules", "rattus-first")
MOST_SCREENS = [
    pytest.param(
        screen, id=screen.name, marks=LONG if screen.name.startswith("africanus-") or screen.name in LATER else []
    )
    for screen in SCREENS
]
# The screens that are also tested in German on a phone and in Dutch outside make test-long.
SPOKEN = ("home", "lobby", *GAMES, "rattus-result", "cartus-result", "rattus-rules")


@pytest.mark.parametrize("screen", MOST_SCREENS)
def test_every_screen(look: Look, evening: Evening, screen: Screen) -> None:
    """English on a desktop; the main screens also in German, whose words are longest, on a phone, and in Dutch."""
    desk = look(size_of(screen), "en")
    said = {"en": words(desk, screen, evening)}
    assert violations(desk.page) == []
    if screen.name in SPOKEN:
        hand = look("hand", "de")
        said["de"] = words(hand, screen, evening)
        fits(hand)
        said["nl"] = words(look(size_of(screen), "nl"), screen, evening)
    check_translations(said)


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_every_screen_in_every_language(look: Look, evening: Evening, screen: Screen) -> None:
    check_translations({language: words(look(size_of(screen), language), screen, evening) for language in LANGUAGES})


@pytest.mark.parametrize(
    "screen",
    [pytest.param(each, id=each.name, marks=[] if each.name in ("rattus", "cartus") else LONG) for each in SCREENS],
)
def test_every_screen_fits_a_phone(look: Look, evening: Evening, screen: Screen) -> None:
    hand = look("hand")
    screen.show(hand.page, evening)
    fits(hand)
    assert violations(hand.page) == []


def size_of(screen: Screen) -> str:
    return "hand" if screen.size == PHONE else "desk"


def words(window: Window, screen: Screen, evening: Evening) -> set[str]:
    """All texts of a screen; fails on message keys and unfilled placeholders."""
    screen.show(window.page, evening)
    assert window.page.evaluate("document.documentElement.lang") == window.settings["language"]
    found: list[str] = window.page.evaluate(WORDS)
    assert not [text for text in found if KEY.search(text) or re.search(r"undefined|NaN|\{[a-z]", text)]
    return set(found)


def check_translations(said: dict[str, set[str]]) -> None:
    """No sentence is the same in two languages."""
    for one, other in itertools.combinations(said, 2):
        sentences = {text for text in said[one] if len(re.findall(r"[^\W\d_]{2,}", text)) >= 4} - set(CHAT)
        assert not sentences & said[other]


def fits(window: Window) -> None:
    """Nothing overflows the screen, and every touch target is large enough."""
    assert window.page.evaluate(WIDTH) <= PHONE["width"]
    assert window.page.evaluate(SMALL, THUMB) == []
