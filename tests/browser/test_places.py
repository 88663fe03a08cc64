"""Pieces, counts and names on the map can all be read, in the fullest position that is possible."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from screenshots import NAMES, make_table

from ..server.server_process import ServerProcess
from .conftest import LONG, Windows
from .crowded import fullest, look_at, with_sizes

# Everything on the map with its box on the screen. The box of a text is that of its letters, not of its line; a piece
# is its shape with its number, which may be larger than the shape.
BOXES = """() => {
  const pen = document.createElement('canvas').getContext('2d')
  const plain = (of, each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect()
    return { of, left, top, right, bottom, region: each.closest('[data-of]')?.dataset.of }
  }
  const letters = each => {
    const [turn, look] = [each.getScreenCTM(), getComputedStyle(each)]
    const size = parseFloat(look.fontSize) * turn.a
    pen.font = `${look.fontWeight} ${size}px ${look.fontFamily}`
    const ink = pen.measureText(each.textContent)
    const { y } = each.getStartPositionOfChar(0).matrixTransform(turn)
    const { left, right } = each.getBoundingClientRect()
    return { left, right, size, top: y - ink.actualBoundingBoxAscent, bottom: y + ink.actualBoundingBoxDescent }
  }
  const name = each => ({ of: `name ${each.dataset.name}`, region: each.dataset.name, ...letters(each) })
  const piece = each => {
    const number = each.querySelector('text')
    const ink = letters(number)
    const shapes = [...each.querySelectorAll('path, circle')].map(shape => shape.getBoundingClientRect())
    const all = [ink, ...shapes]
    return { ...plain(`piece ${each.dataset.piece}`, each), count: number.textContent, size: ink.size,
      left: Math.min(...all.map(box => box.left)), right: Math.max(...all.map(box => box.right)),
      top: Math.min(...all.map(box => box.top)), bottom: Math.max(...all.map(box => box.bottom)) }
  }
  const rat = each => ({ ...plain(`rat ${each.dataset.rat}`, each.querySelector('circle')), region: each.dataset.of,
    ...(each.querySelector('text') ? { limit: letters(each.querySelector('text')).size } : {}) })
  const all = what => [...document.querySelectorAll(`.map ${what}`)]
  return [
    ...all('[data-piece]').map(piece),
    ...all('[data-rat]').map(rat),
    ...all('[data-figure]').map(each => plain(`figure ${each.dataset.figure}`, each)),
    ...all('[data-name]').map(name),
    ...all('.supply .chip').map(each => plain('supply', each)),
    ...all('.africa').map(each => plain('note', each)),
  ]
}"""
# The region under a point of the screen.
LANDS = """points => points.map(([x, y]) => [...document.querySelectorAll('.map path.region')].find(each => {
  const at = new DOMPoint(x, y).matrixTransform(each.getScreenCTM().inverse())
  return each.isPointInFill(at)
})?.id.replace('region-', '') ?? null)"""
# With fewer players there are fewer pieces in the same places.
PLAYERS = [
    ("africanus", 6), ("rattus", 4), pytest.param("rattus", 2, marks=LONG), pytest.param("africanus", 4, marks=LONG),
]  # fmt: skip
# The width of the widest piece in pixels, at least. On a phone touching a region says the same in words.
# The least size of letters and figures in pixels, wherever they stand on the map. Two digits share a piece.
LEAST = {"name": 11, "one": 11, "two": 10, "limit": 10}
PIECE = {(1280, 6): 21, (1280, 4): 24, (1920, 6): 28, (1920, 4): 33, (2560, 6): 38, (2560, 4): 44, (390, 4): 14}


def full_table(server: ServerProcess, game: str, players: int) -> Any:
    chairs = [{"name": name} for name in NAMES[:players]]
    return make_table(server.url, position=fullest(game, players), chairs=chairs, start=True)


@pytest.mark.parametrize(("size", "game", "players"), with_sizes(*PLAYERS))
def test_nothing_lies_on_anything_else(
    windows: Windows, server: ServerProcess, size: tuple[int, int], game: str, players: int
) -> None:
    window = look_at(windows, size)
    window.go(full_table(server, game, players).path())
    expect(window.board.locator("[data-piece]").first).to_be_visible()
    window.page.evaluate("document.fonts.ready")
    boxes = window.page.evaluate(BOXES)
    regions = {2: 8, 4: 12, 6: 17}[players]
    assert sum(box["of"].startswith("piece") for box in boxes) == players * (regions + 1)
    assert sum(box["of"].startswith("rat") for box in boxes) == 3 * regions
    assert sum(box.get("region") not in (None, "palace") for box in boxes) == len(boxes) - players - len(
        [box for box in boxes if box["of"] in ("supply", "note")]
    )
    assert sum(box["of"].startswith("name") for box in boxes) == regions
    assert sum(box["of"].startswith("figure") for box in boxes) == (2 if game == "africanus" else 1)
    assert all(box["count"].isdigit() for box in boxes if "count" in box)
    assert overlapping(boxes) == []
    field = window.page.locator(".map").bounding_box()
    assert field is not None
    assert [box["of"] for box in boxes if sticks_out(box, field)] == []
    assert on_foreign_land(window.page, boxes) == []
    widths = [box["right"] - box["left"] for box in boxes if box["of"] in ("piece blue", "piece yellow")]
    assert max(widths) >= PIECE.get((size[0], players), 10)
    assert [box for box in boxes if box.get("size", 99) < least(box) - 0.05] == []
    assert {box["limit"] for box in boxes if box.get("limit", 99) < LEAST["limit"] - 0.05} == set()
    assert any("limit" in box for box in boxes)


def least(box: dict[str, Any]) -> float:
    return LEAST["name" if "count" not in box else "one" if len(box["count"]) == 1 else "two"]


def overlapping(boxes: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Pairs of boxes that overlap by more than half a pixel."""
    return [
        (one["of"], other["of"])
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if one["left"] < other["right"] - 0.5
        and one["right"] > other["left"] + 0.5
        and one["top"] < other["bottom"] - 0.5
        and one["bottom"] > other["top"] + 0.5
    ]


def sticks_out(box: dict[str, Any], field: Any) -> bool:
    return bool(
        box["left"] < field["x"] - 0.5
        or box["top"] < field["y"] - 0.5
        or box["right"] > field["x"] + field["width"] + 0.5
        or box["bottom"] > field["y"] + field["height"] + 0.5
    )


def on_foreign_land(page: Page, boxes: list[dict[str, Any]]) -> list[str]:
    """Pieces whose centre, or an eighth of whose box, is on another region than their own."""
    found = []
    for box in boxes:
        own = box.get("region")
        if own in (None, "palace"):
            continue
        points = [
            [box["left"] + (box["right"] - box["left"]) * x / 6, box["top"] + (box["bottom"] - box["top"]) * y / 6]
            for x in range(1, 6)
            for y in range(1, 6)
        ]
        lands = page.evaluate(LANDS, points)
        foreign = [land for land in lands if land not in (None, own)]
        if len(foreign) > len(points) / 8 or lands[12] not in (None, own):
            found.append(f"{box['of']}: {foreign}")
    return found


def test_a_seat_has_its_place_whoever_else_is_there(windows: Windows, server: ServerProcess) -> None:
    places: list[list[float]] = []
    for others in (True, False):
        position = fullest("rattus", 4)
        if not others:
            position["regions"]["italia"]["cubes"] = {"blue": 1}
        window = look_at(windows, (1280, 800))
        chairs = [{"name": name} for name in NAMES[:4]]
        window.go(make_table(server.url, position=position, chairs=chairs, start=True).path())
        expect(window.board.locator("[data-piece=blue]").first).to_be_visible()
        boxes = window.page.evaluate(BOXES)
        rats = next(box for box in boxes if box["of"] == "rat italia.1")
        blue = min(
            (box for box in boxes if box["of"] == "piece blue"),
            key=lambda box: abs(box["left"] - rats["left"]) + abs(box["top"] - rats["top"]),
        )
        places.append([blue["left"], blue["top"]])
    assert places[0] == pytest.approx(places[1], abs=0.5)


def test_the_outline_of_the_chosen_region_is_drawn_after_all_land(windows: Windows, server: ServerProcess) -> None:
    chairs = [{"name": "Anna"}, {"name": "Ben"}]
    made = server.make_table("rattus", 2, chairs=chairs, options={"first": "red"}, start=True)
    anna = windows(confirm=True).sit(made)
    expect(anna.board.locator("[data-name]").first).to_be_visible()
    anna.page.keyboard.press("b")
    expect(anna.board.locator(".lines .focus")).to_have_count(1)
    is_last = """() => {
      const lands = [...document.querySelectorAll('.map path.region, .land use')]
      const line = document.querySelector('.lines .focus')
      return lands.every(land => land.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING)
    }"""
    assert anna.page.evaluate(is_last)
