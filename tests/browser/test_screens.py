"""Every screen: axe-core finds nothing wrong in either theme, and a phone held upright is enough."""

import pytest

from screenshots import DESKTOP, PHONE, Evening, Screen

from .axe import violations
from .conftest import ALL_SCREENS, Windows

WIDTH = "Math.max(document.scrollingElement.scrollWidth, document.body.scrollWidth)"
# What is smaller than a thumb. Links in running text are as high as their line; what a label holds is as large as it;
# what lies on the map is as large as the map allows, and the prompt offers the same as buttons.
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
STILL = {"reduced_motion": "reduce"}


@pytest.mark.parametrize("screen", ALL_SCREENS)
def test_on_a_desk(windows: Windows, evening: Evening, screen: Screen) -> None:
    if screen.size == PHONE:
        pytest.skip("a sheet, which there is on a phone only")
    window = windows(DESKTOP, context=STILL)
    screen.show(window.page, evening)
    assert violations(window.page) == []


@pytest.mark.parametrize("screen", ALL_SCREENS)
def test_in_a_hand(windows: Windows, evening: Evening, screen: Screen) -> None:
    """Nothing sticks out, and everything is large enough for a thumb."""
    window = windows(PHONE, context={"has_touch": True, "is_mobile": True, **STILL})
    screen.show(window.page, evening)
    assert window.page.evaluate(WIDTH) <= PHONE["width"]
    assert window.page.evaluate(SMALL, THUMB) == []
    assert violations(window.page) == []
