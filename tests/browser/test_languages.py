"""Every screen in English, Dutch and German."""

import re

import pytest

from screenshots import CHAT, DESKTOP, PHONE, Evening, Screen

from .conftest import ALL_SCREENS, Windows

LANGUAGES = ("en", "nl", "de")
KEY = re.compile(r"\b(cartus|common|help|home|log|noun|rattus|result|rules|table)\.[a-z]+[A-Za-z_.]*\b")
SPEAK = """language => {
  localStorage['rattus.settings'] = JSON.stringify({ ...JSON.parse(localStorage['rattus.settings']), language })
}"""
WORDS = """() => [document.title, ...[...document.querySelectorAll('#app *')].flatMap(each => [
    each.getAttribute('aria-label'), each.getAttribute('title'), each.getAttribute('placeholder'),
    ...[...each.childNodes].filter(node => node.nodeType === 3).map(node => node.textContent)])]
  .map(text => text?.trim()).filter(Boolean)"""


@pytest.mark.parametrize("screen", ALL_SCREENS)
def test_every_word_is_translated(windows: Windows, evening: Evening, screen: Screen) -> None:
    said: dict[str, list[str]] = {}
    window = windows(screen.size or DESKTOP, language="en")
    for language in LANGUAGES:
        window.go("/nowhere")  # a small page
        window.page.evaluate(SPEAK, language)
        screen.show(window.page, evening)
        assert window.page.evaluate("document.documentElement.lang") == language
        said[language] = window.page.evaluate(WORDS)
        assert not [text for text in said[language] if KEY.search(text) or re.search(r"undefined|NaN|\{[a-z]", text)]
    for one, other in (("en", "nl"), ("en", "de"), ("nl", "de")):
        sentences = {text for text in said[one] if len(re.findall(r"[^\W\d_]{2,}", text)) >= 4} - set(CHAT)
        same = sentences & set(said[other])
        assert not same


def test_the_language_is_changed_on_the_page_and_kept(windows: Windows) -> None:
    window = windows(language=None)
    window.go()
    window.button("NL").click()
    window.button("Speel nu").wait_for()
    assert window.page.evaluate("document.documentElement.lang") == "nl"
    window.page.reload()
    window.button("Speel nu").wait_for()
    window.button("Instellingen").click()
    window.button("Deutsch").click()
    window.page.get_by_role("dialog", name="Einstellungen").wait_for()


@pytest.mark.parametrize(("locale", "language"), [("nl-BE", "nl"), ("de-AT", "de"), ("fr-FR", "en")])
def test_the_first_language_is_that_of_the_browser(windows: Windows, locale: str, language: str) -> None:
    window = windows(PHONE, context={"locale": locale}, language=None)
    window.go()
    window.page.get_by_role("main").wait_for()
    assert window.page.evaluate("document.documentElement.lang") == language
