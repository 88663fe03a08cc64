"""The twelve buildings of Cartus, each known by its shape. Shown larger than the figures, so the knife is finer."""

from __future__ import annotations

import math

from hand import Drawing, Point, around, moved

SCALE = 2
FACET = 0.4


def arch(x: float, y: float, width: float, height: float) -> list[Point]:
    """A round-headed opening that stands on y."""
    half = width / 2
    top = y - height + half
    head = [
        (x - half * c, top - half * s)
        for c, s in ((1, 0), (0.87, 0.5), (0.5, 0.87), (0, 1), (-0.5, 0.87), (-0.87, 0.5), (-1, 0))
    ]
    return [(x - half, y), *head, (x + half, y)]


def opening(d: Drawing, x: float, y: float, width: float, height: float) -> None:
    """A dark window or door."""
    d.fill(arch(x, y, width, height), sharp=True)


def ground(d: Drawing, y: float = 117, left: float = 4, right: float = 124) -> None:
    """The earth it stands on, with a few cuts of shadow to the right."""
    d.line(f"{left},{y} {left + 30},{y - 1} {right - 40},{y + 1} {right},{y - 0.5}", 3.4)
    d.ticks([(right - 6, y + 4, right - 34, y + 4.6), (right - 22, y + 8, right - 46, y + 8.4)], 2)


def merlons(left: float, right: float, y: float, count: int, height: float = 7) -> str:
    """The top of a wall with battlements, from left to right."""
    part = (right - left) / (2 * count - 1)
    found = []
    for i in range(2 * count - 1):
        level = y - height if i % 2 == 0 else y
        found += [f"{left + i * part},{level}", f"{left + (i + 1) * part},{level}"]
    return " ".join(found)


def courses(d: Drawing, places: str) -> None:
    """Some stones of a wall."""
    for word in places.split():
        x, y, w = map(float, word.split(","))
        d.line([(x, y), (x + w, y)], 1.7, sharp=True)


def barrel(d: Drawing, x: float, y: float, r: float, h: float) -> None:
    """A barrel that stands with its middle at x on y."""
    body = (
        f"{x - r},{y}! {x - r - 3},{y - h / 2} {x - r},{y - h}! {x + r},{y - h}! {x + r + 3},{y - h / 2} {x + r},{y}!"
    )
    d.form(body, "tint", 3)
    d.shade(body, r, 4, 0, 2, span=(0.1, 0.95))
    d.form(around(x, y - h, r, r * 0.32), "paper", 2.4)
    for k in (0.3, 0.72):
        d.line(f"{x - r - 2.4},{y - h * k} {x},{y - h * k + r * 0.3} {x + r + 2.4},{y - h * k}", 2.8, ends=0.8)


def flag(d: Drawing, x: float, y: float) -> None:
    """A pennon that flies to the right from the top of a pole."""
    d.form(moved("0,0! 11,-2 22,2! 15,5.5! 22,11! 11,7 0,11!", x, y), "tint", 2.4)


def farm() -> Drawing:
    d = Drawing("farm", SCALE, FACET)
    silo = "90,117 90,44 118,44 118,117"
    d.block(silo)
    d.shade(silo, 15, 5, 0, 2.4, sharp=True)
    cap = "85,47! 104,10! 123,47! 104,51"
    d.form(cap, "tint", 3.2)
    d.shade(cap, 16, 4.6, 12, 2.3)
    d.dot(104, 9, 3)
    for x in (97, 104):
        opening(d, x, 62, 4.4, 7)
    side = "46,72 96,72 96,117 46,117"
    d.block(side)
    d.tone(side, 6, 90, 1.7)
    d.block("26,30 80,30 100,75 48,75", "tint", 3.4)
    for x in range(34, 84, 9):
        d.line([(x, 32), (x + 6, 47)], 2, ends=0.1)
        d.line([(x + 13, 58), (x + 19, 73)], 2.4, ends=0.1)
    d.block("8,117 8,72 27,31 48,72 48,117", "paper", 3.6)
    d.line("8,73 48,73", 2.4, ends=0.9)
    opening(d, 27, 63, 9, 14)
    d.form(arch(28, 117, 24, 34), "tint", 2.8, sharp=True)
    d.line("28,84 28,116", 2.4, ends=0.9)
    d.ticks([(17, 96, 24, 96), (39, 96, 32, 96), (17, 108, 24, 108), (39, 108, 32, 108)], 2.4)
    # a sheaf
    d.form("62,118! 67,104 65,98! 58,88 63,79 72,77 81,79 86,88 79,98! 77,104 82,118!", "paper", 2.8)
    d.line("64,101 72,103 80,101", 4.2, ends=0.9)
    stalks = [
        (72, 99, 72, 80),
        (69, 99, 63, 84),
        (75, 99, 82, 84),
        (72, 106, 72, 117),
        (70, 106, 66, 116),
        (75, 106, 79, 116),
    ]
    d.ticks(stalks, 2.6)
    ground(d)
    return d


def brewery() -> Drawing:
    d = Drawing("brewery", SCALE, FACET)
    d.form("86,30 80,24 84,16 92,17 94,8 104,6 110,12 120,12 122,20 112,23 106,20 102,27 96,24 92,32", "paper", 2.4)
    d.line("92,24 98,19 104,14", 1.6)
    chimney = "80,70 80,32 98,32 98,70"
    d.block(chimney)
    d.shade(chimney, 11, 4.4, 0, 2.4, sharp=True)
    d.block("77,36 77,29 101,29 101,36", "paper", 2.8)
    wall = "14,117 14,66 108,66 108,117"
    d.block(wall)
    d.block("6,68 26,30 86,30 116,68", "tint", 3.6)
    for x in range(22, 100, 10):
        d.line([(x + 2, 56), (x - 3, 66)] if x < 45 else [(x, 56), (x + 3, 66)], 2.2, ends=0.1)
    for x in range(32, 86, 10):
        d.line([(x + 1, 36), (x - 1, 47)] if x < 50 else [(x, 36), (x + 3, 47)], 2.2, ends=0.1)
    d.block("44,60 56,40 68,60", "paper", 2.8)
    opening(d, 56, 59, 7, 10)
    for x in (34, 62, 84):
        d.line([(x, 68), (x, 84)], 3, ends=1)
    d.line("15,86 107,86", 3, ends=0.9)
    d.line("34,86 15,70", 2.4, ends=0.8)
    d.line("84,86 106,70", 2.4, ends=0.8)
    opening(d, 48, 117, 20, 28)
    d.shade("86,88 106,88 106,116 86,116", 14, 4.4, 0, 2, sharp=True)
    barrel(d, 88, 119, 12, 27)
    barrel(d, 112, 120, 9, 20)
    barrel(d, 20, 120, 11, 24)
    ground(d, 119.5)
    return d


def _awning(d: Drawing, left: float, right: float, top: float, bottom: float, count: int, lean: float) -> None:
    """Stripes of cloth that hang in scallops."""
    part = (right - left) / count
    above = (right - left - 2 * lean) / count
    for i in range(count):
        a, b = left + i * part, left + (i + 1) * part
        low = [(b, bottom), (b - part * 0.25, bottom + 6), (a + part * 0.25, bottom + 6), (a, bottom)]
        stripe = [(left + lean + i * above, top), (left + lean + (i + 1) * above, top), *low]
        d.form(stripe, "tint" if i % 2 == 0 else "paper", 2.8, sharp=True)
        d.line([((stripe[0][0] + stripe[1][0]) / 2, top + 3), ((a + b) / 2, bottom)], 1.8, ends=0.1)


def marketplace() -> Drawing:
    d = Drawing("marketplace", SCALE, FACET)
    # a house of the square behind
    house = "70,60 70,26 91,6 112,26 112,60"
    d.block(house, "paper", 3)
    d.shade(house, 15, 4.6, 0, 2.3, sharp=True)
    opening(d, 83, 41, 7, 13)
    opening(d, 97, 41, 7, 13)
    opening(d, 91, 22, 6, 8)
    # the small stall
    d.fill("82,62 118,62 118,92 82,92", "ink", sharp=True)
    d.block("78,117 78,90 123,90 123,117", "paper", 3.2)
    d.shade("78,117 78,90 123,90 123,117", 24, 5, 0, 2.4, sharp=True)
    for x, y in ((91, 86), (100, 86), (109, 86), (95.5, 79), (104.5, 79)):
        d.disc(x, y, 4.6, "tint", 2)
    _awning(d, 74, 127, 46, 64, 4, 6)
    # the large stall
    d.fill("8,56 70,56 70,88 8,88", "ink", sharp=True)
    d.block("3,117 3,88 74,88 74,117", "paper", 3.6)
    d.line("4,97 73,97", 2.4, ends=0.9)
    d.shade("3,117 3,98 74,98 74,117", 30, 4.6, 0, 2.3, sharp=True)
    # bread, a jug, apples
    d.form("13,88! 14,80 21,77 28,80 29,88!", "paper", 2.2)
    d.ticks([(19, 79, 18, 86), (24, 79, 24, 86)], 2)
    d.form("36,88! 33,79 37,73 35,68 45,68 43,73 47,79 44,88!", "tint", 2.2)
    for x, y in ((55, 84), (63, 84), (59, 77)):
        d.disc(x, y, 4.4, "paper", 2)
    _awning(d, 0, 77, 30, 56, 6, 9)
    d.line("9,30 68,30", 4.4, ends=0.9)
    ground(d)
    return d


def office() -> Drawing:
    d = Drawing("office", SCALE, FACET)
    gable = "22,117 22,50 30,50 30,38 40,38 40,26 50,26 50,14 66,14 66,26 76,26 76,38 86,38 86,50 94,50 94,117"
    d.block(gable, "paper", 3.6)
    d.shade(gable, 15, 4.6, 0, 2.4, sharp=True)
    d.line("58,14 58,6", 3, ends=1)
    d.dot(58, 5, 3)
    d.disc(58, 31, 6.5, "ink", 0)
    d.line("58,25 58,37", 1.6, ends=1, colour="paper")
    d.line("52,31 64,31", 1.6, ends=1, colour="paper")
    for x in (38, 58, 78):
        d.block(f"{x - 6},66 {x - 6},47 {x + 6},47 {x + 6},66", "ink", 0)
        d.line([(x, 47), (x, 66)], 1.7, ends=1, colour="paper")
        d.line([(x - 6, 56), (x + 6, 56)], 1.7, ends=1, colour="paper")
    d.line("22,73 94,73", 3.4, ends=0.9)
    # the arched office: one sees a desk with a book
    inside = arch(46, 117, 32, 38)
    d.form(inside, "tint", 3, sharp=True)
    d.tone(arch(46, 100, 28, 19), 3.6, 0, 2.4)
    d.block("31,117 33,102 59,102 61,117", "paper", 2.6)
    d.form("37,102! 40,97 46,100! 52,97 55,102!", "paper", 2)
    opening(d, 80, 117, 16, 32)
    # the sign, with a seal
    d.line("94,78 118,78", 3.4, ends=1)
    d.line("95,90 106,79", 2.2)
    d.line("108,79 108,84", 2)
    d.block("96,84 122,84 122,112 96,112", "paper", 3)
    d.disc(109, 98, 8.5, "tint", 2.6)
    d.line("104,98 108,102 114,94", 2.4, ends=0.6)
    ground(d)
    return d


def monastery() -> Drawing:
    d = Drawing("monastery", SCALE, FACET)
    d.line("102,18 102,3", 3, ends=1)
    d.line("97,8 107,8", 3, ends=1)
    tower = "86,117 86,36 118,36 118,117"
    d.block(tower, "paper", 3.4)
    d.shade(tower, 13, 4.6, 0, 2.4, sharp=True)
    d.block("82,38 102,16 122,38", "tint", 3.2)
    d.shade("82,38 102,16 122,38", 13, 4, 0, 2, sharp=True)
    opening(d, 101, 68, 19, 25)
    d.form("95,63! 97,60 98,52 101,49 104,52 105,60 107,63!", "paper", 1.6)
    d.dot(101, 65, 2.2, "paper")
    d.line("86,74 118,74", 2.6, ends=0.9)
    # nave behind the cloister
    d.block("6,66 18,40 86,40 86,66", "tint", 3.4)
    for x in range(20, 86, 9):
        d.line([(x + 1, 43), (x - 2, 52)], 2, ends=0.1)
        d.line([(x - 2, 55), (x - 5, 64)], 2.2, ends=0.1)
    d.block("10,84 10,66 86,66 86,84", "paper", 3)
    for x in (20, 34, 48, 62, 76):
        opening(d, x, 80, 4.5, 10)
    # the cloister
    d.block("3,92 12,80 90,80 96,92", "paper", 3)
    d.tone("8,90 14,82 88,82 92,90", 5.5, 90, 1.6)
    d.block("5,117 5,92 95,92 95,117", "paper", 3.2)
    for x in (16, 33, 50, 67, 84):
        opening(d, x, 115, 12, 19)
    d.line("5,115.5 95,115.5", 2.6, ends=1)
    opening(d, 107, 117, 10, 22)
    ground(d)
    return d


def hospital() -> Drawing:
    d = Drawing("hospital", SCALE, FACET)
    d.pole("58,30 58,2", 3.6, "ink")
    d.form("59,3! 72,1 84,6 98,3! 92,12! 98,22! 84,22 72,18 59,21!", "paper", 2.6)
    d.fill("70,4 76,5 76,8.5 82,9.5 82,14.5 76,13.6 76,18 70,17 70,12.6 64,11.8 64,7 70,7.8", "tint", sharp=True)
    d.line("73,5 73,17", 1.2, ends=1)
    d.line("65,10 81,12", 1.2, ends=1)
    side = "58,74 120,74 120,117 58,117"
    d.block(side, "paper", 3.2)
    d.block("58,28 108,28 125,76 100,76", "tint", 3.4)
    for k in range(5):
        x = 66 + k * 9.5
        d.line([(x, 31), (x + 6, 43)], 2, ends=0.1)
        d.line([(x + 11, 47), (x + 17, 59)], 2.2, ends=0.1)
        if k < 3:
            d.line([(x + 21, 62), (x + 27, 75)], 2.4, ends=0.1)
    opening(d, 107, 104, 9, 20)
    d.shade("98,78 120,78 120,116 98,116", 8, 4.4, 0, 2.2, sharp=True)
    front = "10,117 10,76 58,26 100,76 100,117"
    d.block(front, "paper", 3.8)
    d.line("4,80 58,24 106,80", 5, sharp=True, ends=0.9)
    d.disc(56, 55, 10, "paper", 3)
    d.fill(
        "53.6,47 58.4,47 58.4,52.6 64,52.6 64,57.4 58.4,57.4 58.4,63 53.6,63 53.6,57.4 48,57.4 48,52.6 53.6,52.6",
        "ink",
        sharp=True,
    )
    d.line("10,78 100,78", 2.6, ends=0.9)
    for x in (25, 85):
        d.form(arch(x, 106, 15, 22), "ink", 0, sharp=True)
        d.block(f"{x - 8},110 {x - 8},103 {x + 8},103 {x + 8},110", "paper", 2.2)
        d.disc(x - 4, 102, 2.6, "paper", 1.6)
    d.form(arch(55, 117, 24, 32), "paper", 3, sharp=True)
    opening(d, 55, 117, 16, 27)
    ground(d)
    return d


def castle() -> Drawing:
    d = Drawing("castle", SCALE, FACET)
    d.line("64,24 64,4", 3, ends=1)
    flag(d, 64, 4)
    keep = f"42,80 42,36 38,36 {merlons(38, 90, 28, 4)} 90,36 86,36 86,80"
    d.block(keep, "paper", 3.4)
    d.shade("42,80 42,36 86,36 86,80", 17, 4.4, 0, 2.4, sharp=True)
    opening(d, 55, 54, 6, 13)
    opening(d, 71, 54, 6, 13)
    d.line("42,36 86,36", 2.4, ends=0.9)
    wall = f"26,117 26,72 {merlons(26, 102, 72, 5)} 102,117"
    d.block(wall, "tint", 3.2)
    courses(d, "36,80,8 50,84,9 78,82,9 88,90,7 38,96,6 84,104,8 34,110,6")
    for left, right, top in ((6, 34, 50), (94, 122, 50)):
        low, a, b = top + 8, left + 3, right - 3
        head = f"{left},{low} {merlons(left, right, top, 3)} {right},{low}"
        tower = f"{a},117 {a},{low} {head} {b},{low} {b},117"
        d.block(tower, "paper", 3.6)
        d.shade(
            f"{left + 3},117 {left + 3},{top + 9} {right - 3},{top + 9} {right - 3},117", 13, 4.6, 0, 2.5, sharp=True
        )
        d.line([(left, top + 8), (right, top + 8)], 2.4, ends=0.9)
        opening(d, (left + right) / 2 - 3, top + 30, 4.5, 14)
    d.form(arch(64, 117, 32, 36), "paper", 3.2, sharp=True)
    gate = arch(64, 117, 23, 31)
    d.fill(gate, "ink", sharp=True)
    for x in (58, 64, 70):
        d.line([(x, 90), (x, 108)], 1.5, ends=1, colour="paper")
    for y in (95, 102):
        d.line([(53, y), (75, y)], 1.5, ends=1, colour="paper")
    ground(d)
    return d


def watchtower() -> Drawing:
    d = Drawing("watchtower", SCALE, FACET)
    # the beacon
    d.form("50,24! 45,16 51,10 50,3 58,8 62,-1 67,8 73,4 74,12 81,15 76,24!", "tint", 2.8)
    d.form("56,24! 55,18 60,15 62,9 66,15 70,18 69,24!", "paper", 1.8)
    d.ticks([(40, 14, 28, 8), (38, 22, 24, 21), (86, 14, 98, 8), (88, 22, 102, 21)], 2.6)
    d.block("46,31 42,23 84,23 80,31", "ink", 0)
    d.block("58,40 58,30 68,30 68,40", "paper", 2.4)
    shaft = "44,117 48,56 78,56 82,117"
    d.block(shaft, "paper", 3.8)
    d.shade(shaft, 16, 4.6, 0, 2.6, sharp=True)
    top = f"42,58 38,48 {merlons(38, 88, 44, 4, 8)} 88,48 84,58"
    d.block(top, "paper", 3.4)
    d.shade("40,58 38,47 88,47 86,58", 22, 3.8, 0, 2.2, sharp=True)
    for x in (45, 55, 65, 75, 82):
        d.line([(x, 58), (x, 62)], 2.4, ends=1)
    opening(d, 61, 78, 6, 14)
    opening(d, 58, 98, 5, 11)
    courses(d, "50,66,7 51,84,6 49,92,5 66,90,6 48,106,7")
    # a low house and the stairs
    house = "76,117 76,96 110,96 110,117"
    d.block(house, "paper", 3)
    d.shade(house, 13, 4.4, 0, 2.2, sharp=True)
    d.block("70,98 78,80 108,80 117,98", "tint", 3.2)
    for x in range(80, 110, 8):
        d.line([(x, 84), (x + 1, 95)], 2.2, ends=0.1)
    opening(d, 89, 117, 9, 15)
    d.form("8,118! 14,108 24,110 30,103 40,108 44,117!", "paper", 2.8)
    d.shade("8,118! 14,108 24,110 30,103 40,108 44,117!", 14, 4, 30, 2)
    ground(d)
    return d


def star(x: float, y: float, r: float, points: int = 5) -> list[Point]:
    """A star."""
    return [
        (x + k * math.sin(i * math.pi / points), y - k * math.cos(i * math.pi / points))
        for i in range(2 * points)
        for k in ((r if i % 2 == 0 else r * 0.42),)
    ]


def tent() -> Drawing:
    d = Drawing("tent", SCALE, FACET)
    d.line("64,24 64,6", 3, ends=1)
    d.form("64,5! 74,3 84,8 92,6! 86,11! 90,16! 78,15 64,15!", "tint", 2.2)
    body = "14,117! 20,92 26,70! 102,70! 108,92 114,117!"
    d.form(body, "paper", 3.6)
    d.shade(body, 20, 4.4, 0, 2.3)
    d.line("30,74 24,96 22,116", 2)
    d.line("96,74 102,96 104,116", 2.2)
    # the open flap, a table and the ball within
    d.form("64,72! 56,92 44,117! 86,117! 72,92", "ink", 0)
    d.form("64,72! 52,84 34,100 30,117! 45,117! 57,92", "tint", 2.8)
    d.form("64,72! 76,84 92,100 97,117! 84,117! 71,92", "tint", 2.8)
    d.shade("64,72! 76,84 92,100 97,117! 84,117! 71,92", 9, 4.4, 20, 2)
    d.disc(64.5, 104, 6, "paper", 0)
    d.fill("54,117 56,111 73,111 75,117", "paper", sharp=True)
    # the roof with stars
    roof = (
        "64,20! 50,44 30,60 14,68! 20,77 28,70! 36,79 46,71! 55,80 64,72! "
        "73,80 82,71! 92,79 100,70! 108,77 114,68! 98,60 78,44"
    )
    d.form(roof, "paper", 3.6)
    d.shade("64,20! 50,44 30,60 14,68! 114,68! 98,60 78,44", 18, 4.2, 12, 2.3)
    d.line("64,24 60,48 46,70", 2.2)
    d.line("64,24 68,48 82,70", 2.2)
    d.fill(star(64, 56, 9), "ink", sharp=True)
    d.fill(star(42, 62, 5.5), "ink", sharp=True)
    d.fill(star(88, 62, 5.5), "ink", sharp=True)
    # ropes, the moon and stars of the night
    d.line("16,70 2,112", 2.2, ends=0.8)
    d.line("112,70 126,112", 2.2, ends=0.8)
    d.form("24,40 16,36 13,27 17,18 26,14! 21,22 22,31 30,37!", "tint", 2.4)
    d.fill(star(108, 34, 6.5, 4), "ink", sharp=True)
    d.fill(star(38, 18, 4.5, 4), "ink", sharp=True)
    d.fill(star(98, 50, 3.6, 4), "ink", sharp=True)
    ground(d)
    return d


def small_rat(d: Drawing, x: float, y: float, way: int = 1) -> None:
    """A rat that runs, way 1 to the right."""

    def at(text: str) -> str:
        return " ".join(
            f"{x + way * float(px)},{y + float(py.rstrip('!'))}{'!' if py.endswith('!') else ''}"
            for px, py in (word.split(",") for word in text.split())
        )

    d.line(at("-12,-2 -19,-7 -24,-1 -30,-4"), 2.8, ends=0.3)
    d.fill(at("-13,0! -13,-6 -7,-11 2,-11 8,-8 9,-13 14,-11 14,-7 20,-1! 14,0 11,2! 5,0 -5,0 -8,2! -12,1"))
    d.dot(x + way * 14, y - 5, 1.1, "paper")


def hut() -> Drawing:
    d = Drawing("hut", SCALE, FACET)
    wall = "22,112! 24,66! 98,66! 100,112!"
    d.form(wall, "paper", 3.4)
    d.shade(wall, 20, 4.4, 0, 2.3)
    d.form("46,112! 46,82 58,76 70,82 70,112!", "ink", 0)
    d.block("28,96 28,82 39,82 39,96", "paper", 2.4)
    d.line("33.5,82 33.5,96", 1.8, ends=1)
    d.line("28,89 39,89", 1.8, ends=1)
    roof = (
        "60,4! 50,14 36,36 18,58 6,72! 14,76! 20,72! 28,79! 36,73! 44,80! 52,74! 60,81! 68,74! 76,80! 84,73! 92,79! "
        "100,72! 107,76! "
        "116,71! 100,56 84,36 70,14"
    )
    d.form(roof, "tint", 3.8)
    straws = (
        "56,12,44,30 60,10,60,28 64,12,75,30 40,38,26,56 48,32,38,52 55,34,51,54 62,34,64,54 70,34,77,54 "
        "78,36,90,54 84,42,98,58 24,60,14,72 "
        "33,58,25,73 42,58,36,73 50,60,47,75 60,60,60,76 70,60,73,75 80,58,86,73 90,60,98,73 99,61,109,72"
    )
    for straw in straws.split():
        ax, ay, bx, by = map(float, straw.split(","))
        d.ticks([(bx, by, ax, ay)], 2.8)
    d.line("54,8 60,2 66,8", 4)
    ground(d, 112)
    # the flute, and what follows it
    d.pole("68,107 122,84", 9.4, "tint", 2.2)
    for x, y in ((84, 100.4), (92, 97), (100, 93.6), (108, 90.2)):
        d.dot(x, y, 1.9)
    d.line("114,82.5 118,91", 2.6, ends=1)
    for x in (40, 92):
        small_rat(d, x, 125)
    return d


def dome(d: Drawing, x: float, y: float, r: float, height: float) -> None:
    """An onion dome on y."""
    half = "-0.78,0! -1,-0.28 -0.72,-0.58 -0.2,-0.8 0,-1! 0.2,-0.8 0.72,-0.58 1,-0.28 0.78,0!"
    text = moved(half, x, y, r, high=height)
    d.form(text, "tint", 3)
    d.shade(text, r * 0.95, 3.8, 0, 2.2)
    d.line(f"{x - r * 0.3},{y - 1} {x - r * 0.42},{y - height * 0.35} {x - r * 0.12},{y - height * 0.72}", 1.7)
    d.line([(x, y - height), (x, y - height - 7)], 2.4, ends=1)
    d.dot(x, y - height - 7, 2.2)


def palace() -> Drawing:
    d = Drawing("palace", SCALE, FACET)
    for x in (22, 106):
        drum = f"{x - 10},80 {x - 10},52 {x + 10},52 {x + 10},80"
        d.block(drum, "paper", 2.8)
        d.shade(drum, 9, 4.4, 0, 2.2, sharp=True)
        dome(d, x, 52, 13, 27)
        opening(d, x - 1, 72, 6, 13)
    drum = "42,70 42,48 86,48 86,70"
    d.block(drum, "paper", 3)
    d.shade(drum, 14, 4.4, 0, 2.2, sharp=True)
    for x in (51, 64, 77):
        opening(d, x, 66, 6, 12)
    dome(d, 64, 48, 26, 37)
    d.block("8,80 8,70 120,70 120,80", "paper", 3)
    d.tone("9,72 119,72 119,78 9,78", 5, 90, 1.8)
    d.block("11,110 11,80 117,80 117,110", "paper", 3)
    for x in (25, 44, 84, 103):
        opening(d, x, 108, 12, 23)
    opening(d, 64, 110, 17, 28)
    for x in (15, 34, 53, 75, 94, 113):
        d.block(f"{x - 2.4},110 {x - 2.4},84 {x + 2.4},84 {x + 2.4},110", "paper", 2)
        d.line([(x - 4, 83), (x + 4, 83)], 2.6, ends=1)
    d.block("7,115 7,109 121,109 121,115", "paper", 2.6)
    d.block("2,121 2,115 126,115 126,121", "paper", 2.8)
    return d


def treasury() -> Drawing:
    d = Drawing("treasury", SCALE, FACET)
    d.form(arch(64, 118, 120, 114), "paper", 4, sharp=True)
    for i in range(9):
        a = math.pi * i / 8
        d.line(
            [(64 - 46 * math.cos(a), 66 - 46 * math.sin(a)), (64 - 59 * math.cos(a), 64 - 59 * math.sin(a))],
            2.6,
            ends=0.9,
        )
    for y in (84, 101):
        d.line([(4, y), (18, y)], 2.6, ends=0.9)
        d.line([(110, y), (124, y)], 2.6, ends=0.9)
    d.shade("110,66 123,66 123,117 110,117", 10, 4.4, 0, 2.3, sharp=True)
    d.fill(arch(64, 118, 90, 97), "ink", sharp=True)
    # bars of light fall in
    d.ticks([(58, 24, 30, 62), (64, 23, 64, 48), (70, 24, 98, 62)], 3.4, "paper")
    # an open chest, full
    d.form("30,76! 32,56 64,50 96,56 98,76!", "tint", 3.4)
    d.shade("30,76! 32,56 64,50 96,56 98,76!", 26, 4, 0, 2.2)
    for x, y in ((44, 74), (84, 74), (58, 72), (71, 72), (52, 67), (65, 65), (77, 68)):
        d.disc(x, y, 7.4, "paper", 2.6, ry=5)
    box = "28,112 25,76 103,76 100,112"
    d.block(box, "tint", 3.6)
    d.shade(box, 24, 4.4, 0, 2.4, sharp=True)
    d.line("40,77 41,111", 4.4, ends=1)
    d.line("88,77 87,111", 4.4, ends=1)
    d.line("25,84 103,84", 3, ends=1)
    d.block("56,98 55,79 73,79 72,98", "paper", 2.8)
    d.dot(64, 86, 2.8)
    d.ticks([(64, 86, 64, 95)], 4)
    for x, y in ((30, 116), (42, 117), (98, 116)):
        d.disc(x, y, 7, "paper", 2.4, ry=3.6)
    ground(d, 119.5)
    return d


ALL = (farm, brewery, marketplace, office, monastery, hospital, castle, watchtower, tent, hut, palace, treasury)
