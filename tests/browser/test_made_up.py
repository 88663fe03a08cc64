"""A class card and a building that the client does not know: it shows them, and they can be played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from screenshots import make_table

from ..made_up.tree import environment, make_tree
from .conftest import WebServer, Windows
from .window import Window

PEOPLE = [{"name": "Anna"}, {"name": "Ben"}]
LAND = {"rats": 1, "cubes": {"red": 1, "yellow": 1}}
RATTUS: dict[str, Any] = {
    "game": "rattus",
    "players": 2,
    "first": "red",
    "phase": "turn",
    "plague": "italia",
    "taken": True,
    "regions": dict.fromkeys(("gallia", "italia", "germania"), LAND),
    "classes": {**dict.fromkeys(("peasant", "merchant", "monk", "knight", "witch", "king")), "abbot": "red"},
    "supply": 20,
}
CARTUS: dict[str, Any] = {
    "game": "cartus",
    "players": 2,
    "options": {"buildings": ["granary", "marketplace", "monastery", "castle", "tent", "palace"]},
    "round": 2,
    "first": "red",
    "phase": "resolve",
    "to_move": "red",
    "row": [{"building": "granary", "supply": "dddd"}, {"building": "castle", "supply": "rr"}],
    "entered": [
        {"seat": "red", "building": 1, "cards": ["peasantry-0"], "shown": True},
        {"seat": "yellow", "building": 2, "cards": [], "shown": False},
    ],
    "hands": {"red": 3, "yellow": 3},
    "deck": 30,
    "premium": "red",
    "pending": {"ask": "act", "place": 1, "premium": True},
}


@pytest.fixture
def anna(browser: Browser, web: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    """A window on a server that has the made-up cards; the client is as it always is."""
    tree = make_tree(tmp_path / "made_up")
    for name, value in environment(tree).items():
        monkeypatch.setenv(name, value)
    with WebServer(tmp_path / "server", web) as server:
        made = Windows(browser, server.url)
        window = made()
        yield window
        made.close()
        window.check()
    assert not server.logged_errors()


def sit(window: Window, position: dict[str, Any]) -> None:
    made = make_table(window.url, position=position, chairs=PEOPLE, start=True)
    window.sit({"table": made.table, "keys": made.keys})
    window.until(lambda: window.known.legal, "red is to move")


def test_an_unknown_card_and_an_unknown_building_are_played(anna: Window) -> None:
    sit(anna, RATTUS)
    card = anna.page.locator("aside [data-card=abbot]")
    expect(card).to_contain_text("Abbot")
    expect(card).to_contain_text("Church")
    expect(card.locator("svg").first).to_be_visible()
    card.click()
    anna.prompt.get_by_role("button", name="Gallia").press("Enter")  # with a mouse it is pressed on the map
    anna.until(lambda: set(anna.known.legal) == {"bless", "pass"}, "the card asks its question")
    anna.prompt.get_by_role("button", name="Bless", exact=True).click()
    anna.until(lambda: anna.known.view["regions"]["gallia"]["cubes"]["red"] == 3, "two cubes have come")  # type: ignore[index]
    expect(anna.page.locator("body")).to_contain_text("Blessed (Gallia)")

    anna.check()
    anna.forget()
    sit(anna, CARTUS)
    building = anna.board.locator("[data-place='1']")
    expect(building).to_contain_text("Granary")
    expect(building).to_contain_text("Peasantry")
    assert set(anna.known.legal) == {"act", "skip"}
    rats = anna.known.view["rats"]["red"]  # type: ignore[index]
    anna.prompt.locator("button.primary").click()
    anna.until(lambda: {"lock", "spare"} < set(anna.known.legal), "the building asks its question")
    expect(anna.prompt.get_by_role("button", name="Grind: ")).to_have_count(len(anna.known.legal) - 2)
    anna.prompt.get_by_role("button", name="Lock", exact=True).click()
    anna.until(lambda: anna.known.view["rats"]["red"] == rats - 1, "a rat has gone")  # type: ignore[index]
    expect(anna.page.locator("body")).to_contain_text("You: Locked")
    anna.prompt.get_by_role("button", name="Spare", exact=True).click()
    anna.until(lambda: "lock" not in anna.known.legal, "no more")


def test_an_unknown_building_is_chosen_for_a_new_game(anna: Window) -> None:
    anna.go()
    anna.page.get_by_role("group", name="Game").get_by_role("button", name="Cartus").click()
    anna.page.get_by_text("Options").click()
    anna.page.get_by_label("Buildings").select_option("own")
    group = anna.page.get_by_role("radiogroup", name="Peasantry: which building")
    expect(group.get_by_role("radio")).to_have_count(3)
    expect(group.locator("input[value=farm]")).to_be_checked()
    group.locator("input[value=granary]").check()
    anna.button("Start now").click()
    anna.until(lambda: anna.known.view, "the game begins")
    chosen = ["granary", "marketplace", "monastery", "castle", "tent", "palace"]
    assert anna.known.table["options"] == {"buildings": chosen}
