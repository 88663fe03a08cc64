"""The language of a page: the browser's, or the one that was chosen."""

import re

import pytest

from screenshots import PHONE, Evening

from .conftest import Windows


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


def test_only_the_texts_that_are_read_are_loaded(windows: Windows, evening: Evening) -> None:
    """Of one language, and of the one game that is played; the game of the day is on the home page."""
    window = windows(language="nl")
    window.go()
    window.button("Speel nu").wait_for()
    window.go(evening.playing["rattus"].path())
    window.page.get_by_role("region", name="Spelbord").wait_for()
    loaded = {found[1] for request in window.requests if (found := re.search(r"/(words\.\w+\.\w+)-", request))}
    parts = ("base", "daily", "rattus")
    assert loaded == {f"words.{of}.{part}" for of in ("keys", "nl") for part in parts}
