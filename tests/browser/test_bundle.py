"""The size of what a page loads."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from screenshots import Evening

from .conftest import ONE_GAME, Windows

MOST = 300_000  # bytes that one game loads; what it is spent on is in web/README.md
MOST_CODE = 400_000  # bytes of all screens of all games, of which nobody loads all
PACKED = {".woff2", ".webp", ".png"}


def size_of(path: Path) -> int:
    """The size of a file as sent, compressed."""
    return len(path.read_bytes() if path.suffix in PACKED else gzip.compress(path.read_bytes()))


@pytest.mark.parametrize("game", ONE_GAME)
def test_one_game_loads_little(
    windows: Windows, web: Path, evening: Evening, game: str, record_property: Callable[[str, object], None]
) -> None:
    """From the home page through a game to its result."""
    window = windows()
    window.go()
    expect(window.button("Play now")).to_be_visible()
    window.go(evening.playing[game].path())
    expect(window.board).to_be_visible()
    window.go(evening.over[game].path())
    expect(window.page.get_by_role("heading", name="Points", exact=True)).to_be_visible()
    names = {urlsplit(request).path.lstrip("/") or "index.html" for request in window.requests}
    files = [web / name for name in names if (web / name).is_file()]
    size = sum(map(size_of, files))
    record_property("bytes", size)
    print(f"{size / 1000:.0f} kB in {len(files)} files")
    assert size < MOST


def test_all_code_is_small_in_every_language(web: Path, record_property: Callable[[str, object], None]) -> None:
    """With every game and rule, which are loaded when they are needed, in one language: nobody loads two."""
    files = [path for path in web.rglob("*") if path.suffix in (".html", ".js", ".css")]
    spoken = {path: found[1] for path in files if (found := re.match(r"(?:words|rules)\.(\w\w)\b", path.name))}
    assert set(spoken.values()) >= {"en", "nl", "de"}
    for language in sorted(set(spoken.values())):
        size = sum(size_of(path) for path in files if spoken.get(path, language) == language)
        record_property(language, size)
        print(f"{language}: {size / 1000:.0f} kB")
        assert size < MOST_CODE


def test_the_page_names_its_manifest_and_icons(web: Path) -> None:
    page = (web / "index.html").read_text("utf-8")
    for name in ("manifest.webmanifest", "icon.svg", "icon-192.png"):
        assert f"/{name}" in page
        assert (web / name).is_file()
    assert "<script>" not in page
