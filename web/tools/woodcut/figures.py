"""The people of the ten class cards, each known by what they carry. Bolder than the buildings, as cards are small."""

from __future__ import annotations

import math

from hand import Drawing, Point, around

EDGE = 4.6  # of a contour


def face(d: Drawing, x: float, y: float, r: float) -> None:
    """A face seen from the front."""
    d.form(around(x, y, r * 0.84, r), "paper", EDGE)
    look(d, x, y, r)


def look(d: Drawing, x: float, y: float, r: float) -> None:
    """Brows, eyes and nose."""
    d.line([(x - r * 0.58, y - r * 0.2), (x - r * 0.34, y - r * 0.32), (x - r * 0.1, y - r * 0.2)], 2.8)
    d.line([(x + r * 0.1, y - r * 0.2), (x + r * 0.34, y - r * 0.32), (x + r * 0.58, y - r * 0.2)], 2.8)
    d.dot(x - r * 0.34, y + r * 0.02, 2)
    d.dot(x + r * 0.34, y + r * 0.02, 2)
    d.line([(x + r * 0.02, y - r * 0.08), (x - r * 0.13, y + r * 0.34), (x + r * 0.08, y + r * 0.4)], 2.4)


def wheat(d: Drawing, x: float, y: float, tx: float, ty: float) -> None:
    """A stalk from x, y to its ear at tx, ty."""
    d.line([(x, y), ((x + tx) / 2 + (tx - x) * 0.1, (y + ty) / 2), (tx, ty)], 3.2, ends=0.8)
    length = math.dist((x, y), (tx, ty))
    ux, uy = (tx - x) / length, (ty - y) / length
    for k in range(4):
        cx, cy = tx + ux * k * 5, ty + uy * k * 5
        for side in (-1, 1):
            ax, ay = cx - side * uy * 4.4 + ux * 6, cy + side * ux * 4.4 + uy * 6
            d.fill(
                [
                    (cx, cy),
                    (cx - side * uy * 4.6 + ux * 1.5, cy + side * ux * 4.6 + uy * 1.5),
                    (ax + ux * 2, ay + uy * 2),
                ],
                "ink",
                sharp=True,
            )
    d.ticks([(tx + ux * 18, ty + uy * 18, tx + ux * 28, ty + uy * 28)], 4)


def peasant() -> Drawing:
    d = Drawing("peasant")
    # the flail
    d.pole("14,126 32,16", 8, "paper", 2.2)
    d.line("32,16 25,9 17,12", 3.4, ends=0.9)
    d.form("18,8! 25,12! 13,54 4,52!", "tint", 4)
    body = "24,126! 26,102 40,90 60,85 82,90 96,102 100,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 16, 6, 20, 3.2)
    d.form("48,86! 60,98 74,86! 72,79 50,79", "paper", 3.6)
    face(d, 61, 61, 21)
    d.form("44,66! 50,73 61,71 72,73 78,66! 76,82 70,92 61,97 52,92 46,82", "ink", 0)
    d.line("55,78 61,80 67,78", 3, colour="paper", ends=0.7)
    hat = "24,42! 41,35 43,18 51,9 61,7 71,10 78,19 81,35 98,42! 82,48 61,50 40,48"
    d.form(hat, "paper", EDGE)
    d.line("42,34 61,39 81,34", 5.4, ends=0.8)
    d.shade("44,32 45,18 52,10 61,8 71,11 77,19 80,32", 17, 5, 5, 2.8)
    d.shade("58,49 60,41 82,38 95,42 82,47", 18, 4, 90, 2.2)
    # the hand with the flail, and a sheaf in the arm
    d.disc(20, 104, 8, "paper", 4)
    for tx, ty in ((95, 76), (107, 62), (119, 74)):
        wheat(d, 105, 122, tx, ty)
    d.form("90,126! 98,112 93,100! 118,99! 112,112 122,126!", "paper", 4)
    d.ticks(
        [
            (105, 101, 105, 112),
            (99, 103, 102, 112),
            (112, 102, 109, 112),
            (105, 120, 105, 127),
            (100, 120, 97, 127),
            (111, 120, 115, 127),
        ],
        3,
    )
    d.line("95,114 105,116 117,113", 5, ends=0.9)
    return d


def merchant() -> Drawing:
    d = Drawing("merchant")
    body = "2,126! 4,102 18,89 38,84 60,89 74,101 78,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 14, 6, 15, 3.2)
    d.form("24,85! 38,106 53,85! 59,91 45,126! 32,126! 18,91", "paper", 4)
    d.ticks([(38, 110, 38, 125)], 3)
    face(d, 38, 60, 21)
    d.form("21,62! 24,75 30,71 38,73 46,71 52,75 55,62! 56,79 50,91 38,98 26,91 20,79", "ink", 0)
    d.line("32,78 38,80 44,78", 3, colour="paper", ends=0.7)
    # a chaperon: a roll of cloth, and the rest of it falls to one side
    d.form("14,42! 4,46 4,66 10,78! 16,66 18,50!", "tint", 4.2)
    d.form("14,40! 12,24 24,11 42,9 56,16 64,32!", "tint", EDGE)
    d.shade("14,40! 12,24 24,11 42,9 56,16 64,32!", 16, 5, 25, 2.6)
    d.form("10,46 10,38 22,33 38,31 54,33 66,38 66,46 54,46 38,44 22,47", "paper", EDGE)
    d.ticks([(22, 34, 25, 46), (34, 32, 35, 43), (46, 32, 46, 44), (57, 35, 55, 45)], 3)
    # the scales
    d.line("100,8 100,104", 5, ends=0.9)
    d.line("78,37 100,24 124,29", 5.6, ends=0.7)
    d.disc(100, 9, 5.4, "paper", 3.8)
    d.line("80,37 70,74", 2.4, ends=1)
    d.line("80,37 90,74", 2.4, ends=1)
    d.line("121,30 114,60", 2.4, ends=1)
    d.line("121,30 127,60", 2.4, ends=1)
    d.form("66,73! 94,73! 89,84 80,87 71,84", "paper", 4)
    d.form("73,73! 75,66 80,67 84,62 89,73!", "ink", 0)
    d.form("109,59! 128,59! 126,68 119,72 112,68", "paper", 4)
    # the purse
    d.form("92,106! 96,99 89,93! 100,95! 111,93! 104,99 108,106! 120,114 118,126! 84,126! 81,114", "paper", 4.4)
    d.line("91,104 100,106 109,104", 4.8, ends=0.9)
    d.shade("92,106! 108,106! 120,114 118,126! 84,126! 81,114", 14, 5, 10, 2.8)
    return d


def monk() -> Drawing:
    d = Drawing("monk")
    body = "6,126! 10,96 22,78 42,66 86,66 106,78 118,96 122,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 20, 6, 12, 3.2)
    hood = "64,2! 48,8 35,24 29,46 31,64 44,78 64,84 84,78 97,64 99,46 93,24 80,8"
    d.form(hood, "tint", EDGE)
    d.shade(hood, 19, 5.6, 0, 3.2)
    d.line("64,4 58,12 50,20", 3)
    d.form("64,18 49,26 43,44 47,62 64,76 81,62 85,44 79,26", "ink", 0)
    d.form("64,30 53,36 50,50 54,62 64,71 74,62 78,50 75,36", "paper", 0)
    d.tone("51,27 77,27 77,41 51,41", 4, 0, 2.6)
    look(d, 64, 50, 19)
    d.line("58,64 64,65 70,63", 2.8)
    # wide sleeves, and hands that pray
    d.form("18,126! 24,104 44,96 58,106! 59,122 50,126!", "tint", 4.4)
    d.form("110,126! 104,104 84,96 70,106! 69,122 78,126!", "tint", 4.4)
    d.shade("110,126! 104,104 84,96 70,106! 69,122 78,126!", 13, 5.4, 10, 2.8)
    d.form("52,118! 54,104 61,88 64,86 67,88 74,104 76,118! 64,122", "paper", 4.2)
    d.line("64,88 64,119", 2.6, ends=0.7)
    # the rosary
    for x, y in ((44, 114), (38, 119), (34, 125.5), (84, 114), (90, 119), (94, 125.5)):
        d.disc(x, y, 3.4, "paper", 2.4)
    return d


def horse(d: Drawing) -> None:
    """The head of a horse that looks left, with its bridle."""
    neck = "6,126! 9,116 15,107! 9,110 2,106 0,98! 6,84 17,70 24,62 25,50! 32,57 43,63 55,78 64,98 69,126!"
    d.form(neck, "paper", EDGE)
    d.form("27,54! 34,49 44,55 58,70 68,92 74,126! 62,126! 58,104 50,86 40,71", "ink", 0)
    d.ticks([(59, 90, 47, 70), (65, 110, 55, 86), (67, 124, 60, 104)], 2.4, "paper")
    d.shade("36,74 50,86 58,104 62,126! 34,126! 32,100", 16, 6, 15, 3)
    d.dot(21, 81, 3)
    d.dot(5, 99, 2)
    d.line("3,104 10,102 14,97", 2.6)
    d.line("14,106 18,90 26,72 38,66", 3.4, ends=0.9)
    d.line("9,86 18,90 27,100", 3.4, ends=0.9)
    d.line("20,96 38,114 58,118", 3, ends=0.9)


def knight() -> Drawing:
    d = Drawing("knight")
    d.pole("117,126 117,24", 6.4, "paper", 2)
    d.form("117,1! 123,16 120,28! 114,28! 111,16", "paper", 3.8)
    body = "46,126! 52,102 64,90 90,90 106,100 112,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 16, 6, 10, 3.2)
    # the helm
    helm = "55,38! 59,26 77,21 95,26 99,38! 99,74! 93,86 78,93 63,86 56,74!"
    d.form(helm, "paper", EDGE)
    d.shade(helm, 14, 5, 0, 3)
    d.fill("57,47 74,49 74,55 57,54", "ink", sharp=True)
    d.fill("81,49 98,47 98,54 81,55", "ink", sharp=True)
    d.line("77.5,24 77.5,91", 4.8, ends=0.9)
    d.line("57,60 77,63 98,60", 3, ends=0.9)
    for x, y in ((64, 69), (70, 71), (66, 76), (71, 78)):
        d.dot(x, y, 1.9)
    # the plume
    d.form("75,25! 64,26 52,34 38,33! 42,20 54,7 70,2 84,7 87,23!", "tint", 4.2)
    d.ticks([(74, 19, 49, 24), (79, 12, 55, 13)], 3)
    d.disc(114, 108, 8, "paper", 4)
    horse(d)
    return d


def witch() -> Drawing:
    d = Drawing("witch")
    # steam
    d.line("20,76 12,64 22,54 14,42 22,32", 3.6)
    d.line("40,72 34,62 42,54 36,46", 3)
    body = "44,126! 50,104 62,92 88,86 108,94 120,110 124,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 20, 6, 15, 3.2)
    # hair, then the face in profile
    d.form("58,44! 84,40 106,44 112,64 108,84 116,98! 100,96 84,100! 86,80", "ink", 0)
    d.ticks([(110, 92, 102, 60), (100, 94, 96, 64), (90, 96, 90, 72)], 2.4, "paper")
    d.form(
        "62,46! 60,56 50,66 44,74! 52,75 58,74! 56,80! 60,84! 54,90 52,96! 62,99 72,96 84,86 90,70 88,46!",
        "paper",
        EDGE,
    )
    d.dot(66, 61, 2.6)
    d.line("60,55 66,53 73,56", 3)
    d.line("60,82 67,82 72,79", 2.8)
    d.dot(49, 69, 1.6)
    d.line("74,66 76,76 72,84", 2.2)
    # the hat
    cone = "54,44! 66,26 74,12 90,2 106,8 112,20! 102,15 96,22 98,34 104,46!"
    d.form(cone, "ink", 0)
    d.ticks([(92, 42, 88, 16), (84, 42, 84, 18), (76, 41, 80, 22)], 2.6, "paper")
    d.form("30,50! 44,44 62,38 84,36 106,38 122,44 127,52! 108,52 84,50 58,52", "tint", EDGE)
    d.shade("30,50! 44,44 62,38 84,36 106,38 122,44 127,52! 108,52 84,50 58,52", 34, 4, 0, 2.4)
    # the cauldron
    pot = "4,90! 2,104 8,118 20,126! 42,126! 54,118 60,104 58,90!"
    d.form(pot, "ink", 0)
    d.line("12,100 14,110 20,118", 3.4, colour="paper")
    d.form(around(31, 90, 30, 7.5), "paper", 4.4)
    for x, y, r in ((20, 88, 4), (32, 91, 5), (44, 88, 3.4), (27, 78, 3)):
        d.disc(x, y, r, "tint", 2.4)
    return d


def king() -> Drawing:
    d = Drawing("king")
    # the sceptre
    d.pole("112,126 108,30", 6.4, "paper", 2)
    d.form("108,30! 98,22 100,12 108,4! 116,12 118,22", "tint", 4)
    d.line("98,32 118,31", 4.6, ends=0.8)
    body = "6,126! 10,102 26,88 48,82 80,82 100,88 116,102 120,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 18, 6, 15, 3.2)
    # ermine
    d.form("24,96! 40,84 64,80 88,84 102,96! 94,106 64,112 34,106", "paper", EDGE)
    d.ticks([(34, 94, 32, 102), (46, 100, 45, 108), (84, 100, 85, 108), (94, 94, 96, 101)], 4.4)
    face(d, 64, 56, 22)
    beard = "44,58! 48,68 56,65 64,68 72,65 80,68 84,58! 86,76 82,94 74,108 64,118 54,108 46,94 42,76"
    d.form(beard, "paper", EDGE)
    d.ticks([(52, 98, 50, 76), (58, 108, 57, 82), (64, 114, 64, 84), (70, 108, 71, 82), (76, 98, 78, 76)], 3.2)
    d.form("50,72! 56,66 64,69 72,66 78,72! 70,75 64,73 58,75", "ink", 0)
    # hair and the crown
    d.form("42,40! 38,54 40,66 34,70 33,50 38,38", "ink", 0)
    d.form("86,40! 90,54 88,66 94,70 95,50 90,38", "ink", 0)
    crown = "38,42! 32,12! 48,26! 64,4! 80,26! 96,12! 90,42! 64,47"
    d.form(crown, "tint", EDGE)
    d.line("38,36 64,40 90,36", 3, ends=0.9)
    for x, y in ((32, 11), (64, 4), (96, 11)):
        d.disc(x, y, 4, "paper", 3)
    d.fill("64,22 70,29 64,36 58,29", "ink", sharp=True)
    d.dot(47, 33, 2.8)
    d.dot(81, 33, 2.8)
    # the hand on the sceptre, the orb
    d.disc(111, 100, 8, "paper", 4)
    d.disc(20, 112, 13, "paper", 4.4)
    d.shade(around(20, 112, 13), 12, 4.6, 0, 2.6)
    d.line("8,109 20,113 32,110", 3.4, ends=0.9)
    d.line("20,99 20,86", 4, ends=1)
    d.line("14,91 26,91", 4, ends=1)
    return d


def turban(d: Drawing, x: float, y: float, w: float, h: float) -> None:
    """A turban whose lower edge is at y."""
    d.form(
        [
            (x - w, y),
            (x - w * 1.12, y - h * 0.4),
            (x - w * 0.8, y - h * 0.85),
            (x, y - h),
            (x + w * 0.8, y - h * 0.85),
            (x + w * 1.12, y - h * 0.4),
            (x + w, y),
            (x, y + h * 0.1),
        ],
        "paper",
        EDGE,
    )
    d.line([(x - w, y - 1), (x - w * 0.3, y - h * 0.3), (x + w * 0.9, y - h * 0.74)], 3.2)
    d.line([(x - w * 1.02, y - h * 0.42), (x - w * 0.4, y - h * 0.58), (x + w * 0.4, y - h * 0.92)], 3)
    d.line([(x - w * 0.2, y), (x + w * 0.4, y - h * 0.2), (x + w * 1.06, y - h * 0.38)], 3.2)
    d.shade(
        [(x, y), (x + w * 0.2, y - h * 0.5), (x + w * 0.8, y - h * 0.85), (x + w * 1.1, y - h * 0.4), (x + w, y)],
        w * 0.5,
        4.6,
        -20,
        2.6,
    )


def astronomer() -> Drawing:
    d = Drawing("astronomer")
    body = "2,126! 6,104 18,92 40,86 62,92 74,104 78,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 16, 6, 15, 3.2)
    face(d, 40, 58, 20)
    d.form("22,60! 26,72 33,68 40,70 47,68 54,72 58,60! 58,78 52,98 40,116 28,98 22,78", "paper", EDGE)
    d.ticks([(32, 96, 30, 78), (37, 106, 36, 82), (43, 106, 44, 82), (48, 96, 50, 78)], 3)
    d.form("28,74! 34,69 40,71 46,69 52,74! 40,76", "ink", 0)
    turban(d, 40, 44, 24, 30)
    # the astrolabe
    d.disc(94, 34, 7, None, 4)
    d.block("88,46 90,38 98,38 100,46", "paper", 3.4)
    d.disc(94, 78, 32, "tint", 5)
    d.disc(94, 78, 24, "paper", 3.2)
    for i in range(24):
        a = i * math.tau / 24
        r = 30 if i % 6 else 31.5
        d.line(
            [(94 + 25 * math.cos(a), 78 + 25 * math.sin(a)), (94 + r * math.cos(a), 78 + r * math.sin(a))], 1.9, ends=1
        )
    d.disc(97, 73, 12, None, 3)
    d.line("70,78 118,78", 2.4, ends=0.9)
    d.line("94,54 94,102", 2.4, ends=0.9)
    d.line("76,96 112,60", 5.6, sharp=True, ends=0.5)
    d.dot(94, 78, 3.6)
    d.form("64,126! 70,114 84,108 92,112! 96,118 88,126!", "paper", 4.2)
    d.fill(_star(112, 18, 9), "ink", sharp=True)
    d.fill(_star(74, 14, 6), "ink", sharp=True)
    return d


def _star(x: float, y: float, r: float) -> list[Point]:
    return [
        (x + k * math.sin(i * math.pi / 4), y - k * math.cos(i * math.pi / 4))
        for i in range(8)
        for k in ((r if i % 2 == 0 else r * 0.3),)
    ]


def explorer() -> Drawing:
    d = Drawing("explorer")
    # the staff
    d.pole("14,126 20,6", 7.4, "paper", 2.2)
    d.disc(20, 8, 6, "paper", 4)
    cloak = "16,126! 22,98 38,86 58,82 82,86 98,98 104,126!"
    d.form(cloak, "tint", EDGE)
    d.shade(cloak, 18, 6, 15, 3.2)
    d.form("40,88! 58,100 76,88! 70,80 46,80", "paper", 4)
    face(d, 58, 62, 20)
    d.form("42,68! 48,76 58,74 68,76 75,68! 74,82 68,94 58,99 48,94 42,82", "ink", 0)
    d.line("52,80 58,82 64,80", 3, colour="paper", ends=0.7)
    # a wide hat, its brim turned up, with a shell
    hat = "36,36! 38,20 48,10 60,8 72,12 80,22 82,36!"
    d.form(hat, "tint", EDGE)
    d.shade(hat, 15, 5, 10, 2.8)
    brim = "14,38! 24,26 36,31 58,34 80,30 92,24 102,36! 88,46 58,49 28,47"
    d.form(brim, "paper", EDGE)
    d.shade(brim, 24, 4.4, 0, 2.4)
    d.form("58,44! 50,38 51,30 58,27 65,30 66,38", "paper", 3)
    d.ticks([(58, 42, 58, 30), (56, 41, 54, 32), (60, 41, 62, 32)], 1.8)
    d.disc(17, 96, 8.5, "paper", 4)
    # the map
    d.form("56,84! 76,90 98,82 122,88! 124,104 122,126! 98,120 76,128 54,122! 56,104", "paper", EDGE)
    d.form("64,98! 74,94 82,98 80,106 88,110 86,118 74,120 64,116! 60,106", "tint", 2.8)
    d.form("98,92! 108,90 114,96 112,104 102,104", "tint", 2.8)
    d.line("84,102 94,110 104,113", 2.6)
    d.line("106,109 114,118", 3.4, ends=0.9)
    d.line("114,109 106,118", 3.4, ends=0.9)
    d.disc(57, 112, 7, "paper", 3.8)
    return d


def trader() -> Drawing:
    d = Drawing("trader")
    camel = (
        "2,46! 3,37 13,32 24,28 29,20! 35,25! 41,19! 45,29 46,42 49,58 56,70 64,74! 72,64 78,44 86,30 94,28 102,38 "
        "108,58 118,76 "
        "125,94 124,127! 112,127! 109,114 96,117 78,117 67,114 66,127! 53,127! 51,112 41,100 35,84 31,68 28,57! "
        "20,62 10,62 3,56!"
    )
    d.form(camel, "paper", EDGE)
    d.shade("49,58 56,70 64,74! 66,113 51,112 46,90 42,70", 10, 5.4, 10, 3)
    d.ticks(
        [
            (42, 98, 52, 93),
            (38, 86, 47, 82),
            (35, 73, 43, 70),
            (65, 124, 58, 122),
            (123, 122, 116, 120),
            (124, 108, 117, 106),
        ],
        3,
    )
    d.shade("78,44 86,30 94,28 102,38 108,58! 90,60 76,56!", 17, 5, 15, 2.8)
    d.dot(32, 38, 3.2)
    d.line("25,35 32,31 38,35", 3.2)
    d.dot(8, 44, 2.2)
    d.line("4,53 13,53 20,48", 3)
    d.form("37,30 40,23 43,32", "ink", 0)
    # the bridle
    d.line("18,33 22,46 22,60", 4.2, ends=0.9)
    d.line("22,43 34,43 46,34", 3.8, ends=0.9)
    d.line("22,57 26,80 20,104 8,124", 3, ends=0.9)
    # the bale, roped over the hump
    d.line("76,58 92,52 110,60", 5, ends=0.9)
    bale = "66,102! 63,80 67,66! 92,60 114,66! 119,84 116,104! 91,110"
    d.form(bale, "tint", EDGE)
    d.shade(bale, 18, 5.6, 10, 3)
    d.line("64,84 91,79 118,84", 4.4, ends=0.9)
    d.line("90,61 92,108", 4.4, ends=0.9)
    return d


def sultan() -> Drawing:
    d = Drawing("sultan")
    # the sabre
    d.form("104,108! 108,84 118,62 118,36 106,8! 124,30 128,56 122,80 114,108!", "paper", 4.2)
    d.shade("104,108! 108,84 118,62 118,36 106,8! 124,30 128,56 122,80 114,108!", 4, 6, 0, 2.4)
    d.line("96,106 108,110 122,106", 5.4, ends=0.9)
    body = "2,126! 6,104 22,90 44,84 76,84 94,92 106,106 108,126!"
    d.form(body, "tint", EDGE)
    d.shade(body, 18, 6, 15, 3.2)
    d.form("42,86! 58,122 76,86! 84,92 68,126! 50,126! 34,92", "paper", 4)
    face(d, 58, 62, 20)
    d.form("40,64! 44,76 52,73 58,76 64,73 72,76 76,64! 76,82 68,98 58,110 48,98 40,82", "ink", 0)
    d.line("52,80 58,82 64,80", 3, colour="paper", ends=0.7)
    d.line("44,74 52,71 58,75 64,71 72,74", 2, colour="paper", ends=0.3)
    turban(d, 58, 49, 31, 36)
    d.form("58,26! 50,18 50,8 56,0! 58,4 64,0! 68,9 66,18", "tint", 3.6)
    d.line("58,6 58,24", 2.4)
    d.disc(58, 33, 6.5, "tint", 3.6)
    d.disc(110, 118, 8.5, "paper", 4.2)
    d.line("112,109 111,112", 3)
    return d


EUROPE = (peasant, merchant, monk, knight, witch, king)
AFRICA = (astronomer, explorer, trader, sultan)
ALL = EUROPE + AFRICA
