"""A cover for each game, on a field of 192 by 128. Narrow screens show only its middle, from 50 to 142."""

from __future__ import annotations

import math

from hand import Drawing, moved

SCALE = 1.25
FACET = 0.42
RAT = (
    "-50,36! -64,28 -66,8 -56,-14 -38,-28 -18,-32 -4,-30! -7,-39 -1,-47 8,-45 11,-34! 22,-26 34,-14 47,0! 44,6 32,8 "
    "20,6! "
    "15,14 23,23 33,28! 30,34 17,31 6,22! 0,29 14,36 12,43! -4,43 -26,38 -36,43"
)
TAIL = "-46,34 -66,32 -80,20 -96,24 -112,34 -126,28"
CAMEL = (
    "-63,-29! -61,-38 -52,-43 -42,-46 -37,-55! -33,-48 -27,-44 -23,-34 -22,-20 -16,-10 -8,-8! 0,-20 6,-40 16,-50 "
    "28,-46 36,-28 44,-14 "
    "54,-6 59,6 62,26! 55,14! 52,28 55,58! 45,58! 41,28 34,24 10,26 -2,24 -3,58! -13,58! -16,28 -26,14 -33,-2 "
    "-37,-20! -44,-18 -54,-17 -62,-21!"
)


def rat(d: Drawing, x: float, y: float, scale: float, flip: bool = False) -> None:
    """A dark rat that runs, with a light in its eye."""
    way = -scale if flip else scale
    d.line(moved(TAIL, x, y, scale, flip), 8 * scale, ends=0.4)
    d.fill(moved(RAT, x, y, scale, flip))
    d.dot(x + 20 * way, y - 17 * scale, max(0.9, 3.6 * scale), "paper")
    d.line(moved("-36,32 -42,18 -34,2 -18,-2", x, y, scale, flip), 5 * scale, ends=0.2, colour="paper")
    d.ticks(
        [
            (x - 44 * way, y - 8 * scale, x - 30 * way, y - 20 * scale),
            (x - 4 * way, y + 4 * scale, x - 12 * way, y - 12 * scale),
        ],
        4 * scale,
        "paper",
    )


def sky(d: Drawing, bottom: float, gap: float = 6.5) -> None:
    """Lines of a sky, thinner towards the middle."""
    y = 3.0
    while y < bottom:
        d.ticks([(0, y, 30 + 14 * math.sin(y * 0.9), y + 1), (192, y + 2, 160 - 13 * math.sin(y * 0.7), y + 1)], 2.6)
        y += gap


def house(d: Drawing, x: float, y: float, w: float, h: float, roof: float) -> None:
    """A gabled house seen from the front, standing on y."""
    d.block([(x, y), (x, y - h), (x + w / 2, y - h - roof), (x + w, y - h), (x + w, y)], "paper", 2.2)
    d.fill(
        [
            (x + w * 0.36, y - h * 0.35),
            (x + w * 0.36, y - h * 0.8),
            (x + w * 0.62, y - h * 0.8),
            (x + w * 0.62, y - h * 0.35),
        ],
        "ink",
        sharp=True,
    )


def rattus() -> Drawing:
    d = Drawing("rattus", SCALE, FACET)
    sky(d, 84)
    d.disc(96, 50, 41, "tint", 2.6)
    # the scythe behind, then hood and cloak
    d.line("148,112 145,60 142,4", 5.6, ends=1)
    d.fill("145,5! 124,0 100,1 76,7 56,20 46,38! 66,22 88,14 110,12 130,14 144,18!")
    d.fill(
        "95,21! 80,26 71,38 68,52 54,62 38,76 26,104 24,118! 168,118! 164,98 154,78 138,64 122,54 119,38 110,26",
        "paper",
    )
    d.fill("95,24! 82,29 74,40 71,54 56,65 41,78 29,104 27,118! 165,118! 161,98 151,80 135,66 119,56 116,40 108,29")
    # the skull
    d.fill("95,34 83,37 77,47 79,58 85,63 86,75 90,78! 100,78! 104,75 105,63 111,58 113,47 107,37", "paper")
    for x in (88, 102):
        d.disc(x, 51, 5.4, "ink", 0, ry=6)
    d.fill("95,57 92,64 98,64", sharp=True)
    d.line("86,69 95,71 104,69", 2.2, ends=0.6)
    d.ticks([(x, 77.5, x, 66) for x in (89, 93, 97, 101)], 1.8)
    d.ticks(
        [
            (50, 104, 66, 68),
            (68, 104, 76, 74),
            (80, 104, 83, 84),
            (112, 104, 108, 84),
            (126, 104, 115, 74),
            (144, 104, 126, 68),
        ],
        3.4,
        "paper",
    )
    for y in (70, 75, 80):
        d.line([(139, y), (145, y + 1), (152, y)], 3.4, ends=0.7, colour="paper")
    # the town
    for x, w, roof in ((0, 16, 11), (30, 15, 12), (54, 17, 12), (112, 17, 13), (142, 15, 11), (174, 17, 12)):
        house(d, x, 114, w, 15, roof)
    d.block("80,114 80,98 88,90 104,90 112,98 112,114", "paper", 2.6)
    d.block("89,114 89,94 96,77 103,94 103,114", "tint", 2.8)
    d.line("96,77 96,70", 2.2, ends=1)
    d.line("93,73 99,73", 2.2, ends=1)
    d.fill("92.5,110 92.5,103 96,99 99.5,103 99.5,110", sharp=True)
    for left, top in ((16, 96), (45, 97), (131, 97), (160, 96)):
        d.block([(left, 114), (left, top), (left + 14, top), (left + 14, 114)], "paper", 2.4)
        d.block([(left - 2, top), (left + 7, top - 13), (left + 16, top)], "tint", 2.4)
        d.ticks([(left + 13, top + k, left + 6, top + k) for k in (4, 8, 12)], 1.8)
    wall = ["0,128", "0,109"]
    for i in range(12):
        wall += [f"{i * 16 + 9},109", f"{i * 16 + 9},114", f"{i * 16 + 16},114", f"{i * 16 + 16},109"]
    d.block(" ".join([*wall, "192,128"]), "paper", 2.8)
    d.ticks([(x, y, x + 7, y) for x, y in ((8, 117), (34, 116), (60, 118), (118, 117), (142, 116), (168, 118))], 1.8)
    for x, s in ((30, 0.17), (72, 0.2), (120, 0.22), (168, 0.18)):
        rat(d, x, 121, s)
    return d


def _camel(d: Drawing, x: float, y: float, s: float) -> None:
    d.form(moved(CAMEL, x, y, s), "paper", 5.4 * s)
    d.fill(moved("2,22! 12,24 8,58! -2,58! 1,40", x, y, s))
    d.fill(moved("27,22! 37,24 34,58! 24,58! 28,40", x, y, s))
    d.shade(moved("-22,-20 -16,-10 -8,-8! 2,26 -14,26 -26,10", x, y, s), 12 * s, 6 * s, 10, 3.2 * s)
    d.shade(moved("6,-40 16,-50 28,-46 36,-28 40,-20! 0,-20!", x, y, s), 16 * s, 6 * s, 10, 3.2 * s)
    d.dot(x - 42 * s, y - 37 * s, 3.2 * s)
    d.line(moved("-61,-26 -54,-26 -50,-30", x, y, s), 3 * s)
    d.line(moved("-52,-43 -48,-32 -49,-18", x, y, s), 3.6 * s, ends=0.9)
    d.line(moved("-48,-32 -38,-32 -26,-42", x, y, s), 3.4 * s, ends=0.9)
    bale = moved("-8,14! -10,-8 -4,-20! 20,-26 42,-20! 48,-6 44,16! 18,22", x, y, s)
    d.form(bale, "tint", 4.6 * s)
    d.shade(bale, 18 * s, 6 * s, 10, 3 * s)
    d.line(moved("-9,-2 19,-8 46,-2", x, y, s), 4.4 * s, ends=0.9)
    d.line(moved("18,-25 19,20", x, y, s), 4.4 * s, ends=0.9)


def _palm(d: Drawing, x: float, y: float, h: float) -> None:
    d.form(
        [(x - 3.4, y), (x - 1, y - h * 0.5), (x + 3, y - h), (x + 6, y - h), (x + 3, y - h * 0.5), (x + 3, y)],
        "paper",
        2.4,
        sharp=True,
    )
    d.ticks([(x + 4, y - h * k, x - 1, y - h * k + 1) for k in (0.15, 0.3, 0.45, 0.6, 0.75)], 2)
    top = (x + 4.5, y - h)
    for dx, dy, bend in ((-26, 8, -9), (-22, -8, -11), (-8, -18, -10), (10, -18, -10), (23, -7, -11), (26, 9, -9)):
        tip = (top[0] + dx, top[1] + dy)
        mid = (top[0] + dx * 0.5, top[1] + dy * 0.5 + bend)
        low = (top[0] + dx * 0.5, top[1] + dy * 0.5 + bend + 7)
        d.fill([top, mid, tip, low])


def africanus() -> Drawing:
    d = Drawing("africanus", SCALE, FACET)
    sky(d, 60)
    d.disc(104, 40, 27, "tint", 3)
    for i in range(15):
        a = math.pi * (1.06 + 0.88 * i / 14)
        far = 44 if i % 2 else 50
        d.ticks([(104 + 31 * math.cos(a), 40 + 31 * math.sin(a), 104 + far * math.cos(a), 40 + far * math.sin(a))], 3)
    # a white town on the edge of the desert
    d.block("2,84 2,62 12,62 12,52 34,52 34,62 46,62 46,84", "paper", 2.6)
    d.shade("12,84 12,52 34,52 34,84", 11, 4, 0, 2, sharp=True)
    d.form("12,52! 10,43 16,35 23,29! 30,35 36,43 34,52!", "tint", 2.6)
    d.line("23,29 23,23", 2, ends=1)
    d.block("40,80 40,32 49,32 49,80", "paper", 2.6)
    d.shade("40,80 40,32 49,32 49,80", 7, 4.4, 0, 2, sharp=True)
    d.form("39,32! 44.5,19 50,32!", "tint", 2.4)
    d.block("37,44 37,39 52,39 52,44", "paper", 2.2)
    for x, y in ((8, 78), (20, 72), (28, 72), (20, 62)):
        d.fill([(x - 1.8, y), (x - 1.8, y - 7), (x + 1.8, y - 7), (x + 1.8, y)], sharp=True)
    _palm(d, 172, 84, 48)
    _palm(d, 155, 82, 32)
    # dunes
    d.form("-4,132! -4,84 30,76 64,80 104,70 144,80 196,74 196,132!", "paper", 3)
    d.shade("104,70 144,80 196,74 196,90 140,92", 40, 4.4, 12, 2)
    d.form("-4,132! -4,106 40,112 90,102 140,112 196,100 196,132!", "paper", 3)
    d.shade("90,102 140,112 192,100 192,120 130,120", 40, 4.6, 12, 2.2)
    d.shade("0,106 40,112 60,108 50,122 0,122", 26, 4.6, 8, 2)
    # the caravan
    _camel(d, 156, 89, 0.4)
    _camel(d, 97, 85, 0.6)
    d.line("126,86 129,82 131,76", 1.8)
    rat(d, 34, 118, 0.2)
    rat(d, 138, 121, 0.22, flip=True)
    return d


def _on(x: float, y: float, turn: float, points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [(x + px * c - py * s, y + px * s + py * c) for px, py in points]


def cartus() -> Drawing:
    d = Drawing("cartus", SCALE, FACET)
    # a canopy with its curtains
    d.fill("0,0 192,0 192,128 0,128", "ink", sharp=True)
    d.form("30,-4! 40,30 44,60 34,96 38,132! 154,132! 158,96 148,60 152,30 162,-4!", "paper", 0)
    for i in range(12):
        x = 50 + i * 8.4
        d.ticks([(x, -2, x + (x - 96) * 0.04, 30 + 8 * math.sin(i * 2.1))], 2.4)
    for flip in (False, True):

        def at(text: str, flip: bool = flip) -> str:
            return moved(text, 192 if flip else 0, 0, 1, flip)

        d.form(at("-4,-4! 34,-4! 40,26 44,54 30,70! 22,74 10,74 -4,70!"), "tint", 3)
        d.form(at("10,74! 22,73 30,70! 36,92 38,132! -4,132! -4,100"), "tint", 3)
        for line in (
            "8,-2 12,34 12,70",
            "20,-2 28,34 24,70",
            "16,78 14,100 18,128",
            "26,76 28,100 30,128",
            "4,78 2,100 4,126",
        ):
            d.line(at(line), 3, ends=0.2)
        d.line(at("8,71 20,75 32,69"), 5, ends=0.9)
        d.ticks([(192 - x if flip else x, 77, 192 - x if flip else x, 92) for x in (24, 30)], 4)
    # cards in a fan
    for x, turn in ((70, -27), (122, 27), (96, 0)):
        card = _on(x, 62, turn, [(-18, -52), (18, -52), (18, 4), (-18, 4)])
        d.form(card, "paper", 3, sharp=True)
        d.fill(_on(x, 62, turn, [(-16, -50), (16, -50), (16, -40), (-16, -40)]), "ink", sharp=True)
    d.fill(
        _on(
            70,
            62,
            -27,
            [
                (-2, -31),
                (2, -31),
                (2, -25),
                (8, -25),
                (8, -21),
                (2, -21),
                (2, -10),
                (-2, -10),
                (-2, -21),
                (-8, -21),
                (-8, -25),
                (-2, -25),
            ],
        ),
        sharp=True,
    )
    d.fill(_on(122, 62, 27, [(-8, -30), (8, -30), (7, -18), (0, -10), (-7, -18)]), sharp=True)
    d.fill(_on(96, 62, 0, [(-9, -22), (-10, -36), (-5, -30), (0, -38), (5, -30), (10, -36), (9, -22)]), sharp=True)
    # the crown on its cushion
    cushion = "44,96! 50,88 96,84 142,88 148,96! 154,108 148,122! 96,130 44,122! 38,108"
    d.form(cushion, "paper", 3.4)
    d.shade(cushion, 40, 5, 5, 2.6)
    crown = "64,88! 54,44! 72,64! 80,38! 96,62! 112,38! 120,64! 138,44! 128,88! 96,96"
    d.form(crown, "tint", 3.8)
    d.shade(crown, 18, 4.6, 8, 2.6)
    d.form("64,88! 62,78! 96,85 130,78! 128,88! 96,96", "paper", 3)
    for x, y in ((54, 42), (80, 36), (112, 36), (138, 42)):
        d.disc(x, y, 4.4, "paper", 3)
    for x, y in ((76, 86), (96, 90), (116, 86)):
        d.dot(x, y, 2.6)
    d.fill("96,68 101,74 96,80 91,74", sharp=True)
    d.dot(79, 73, 2.2)
    d.dot(113, 73, 2.2)
    # and who comes for it
    rat(d, 98, 110, 0.46)
    return d


ALL = (rattus, africanus, cartus)
