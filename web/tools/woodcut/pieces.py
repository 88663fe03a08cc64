"""Small drawings in black and white on the grid of 512 that icons have: the pieces on the map."""

from __future__ import annotations

from hand import Drawing


def plague() -> Drawing:
    d = Drawing("plague", scale=4)
    # the scythe
    d.line("101,10 104,60 108,122", 7, ends=1)
    d.fill("106,14! 92,4 72,0 50,3 30,14 18,32! 36,21 54,15 74,15 92,20 106,27!")
    # hood and cloak
    d.fill(
        "56,18! 42,26 34,42 32,58 20,78 12,100 8,122! 90,122! 88,100 84,84 100,78 112,84! 112,68 98,64 84,62 82,46 "
        "74,28"
    )
    # the skull
    d.fill("57,34 47,39 44,50 48,58 52,60 52,68! 64,68! 64,60 68,58 71,50 67,39", "paper")
    d.dot(52.5, 50, 4.2)
    d.dot(63.5, 50, 4.2)
    d.fill("58,55 55.5,60 60.5,60", sharp=True)
    # folds and fingers
    d.ticks([(30, 118, 40, 76), (46, 118, 50, 82), (62, 118, 60, 84), (77, 118, 72, 78)], 4.6, "paper")
    d.fill("100,66 110,68 110,74 101,73", "paper", sharp=True)
    d.fill("101,76 111,77 111,82 103,82", "paper", sharp=True)
    return d


def caravan() -> Drawing:
    d = Drawing("caravan", scale=4)
    d.fill(
        "1,35! 3,26 12,21 22,18 27,9! 31,16 37,20 41,30 42,44 48,54 56,56! 64,44 70,24 80,14 92,18 100,36 108,50 "
        "118,58 123,70 126,90! "
        "119,78! 116,92 119,122! 107,122! 105,92 98,86 74,88 62,86 61,122! 49,122! 48,90 38,78 31,62 27,44! 20,46 "
        "10,47 2,43!"
    )
    # the other legs
    d.fill("66,84! 76,86 73,122! 63,122! 65,104", "ink")
    d.fill("90,84! 100,86 101,102 97,122! 87,122! 91,104", "ink")
    d.fill("17,26 21,23 25,26 21,28", "paper", sharp=True)
    d.line("2,38 9,39 14,36", 2.4, ends=0.5, colour="paper")
    # the bale
    d.fill("57,76! 54,57 60,45! 84,38 106,45! 112,59 108,77! 82,83", "paper")
    d.fill("61,71! 59,58 64,50! 84,44 102,50! 107,59 104,72! 82,77")
    d.line("57,62 83,57 109,62", 4.4, ends=1, colour="paper")
    d.line("82,42 83,80", 4.4, ends=1, colour="paper")
    return d


def rat() -> Drawing:
    d = Drawing("rat", scale=4)
    # a tail that goes round behind
    d.line("34,108 14,106 3,88 5,62 18,42 34,34 44,24 42,12 32,8", 6.4, ends=0.4)
    d.fill(
        "30,112! 16,104 14,84 24,62 42,48 62,44 76,46! 73,37 79,29 88,31 91,42! 102,50 114,62 127,76! 124,82 112,84 "
        "100,82! "
        "95,90 103,99 113,104! 110,110 97,107 86,98! 80,105 94,112 92,119! 76,119 54,114 44,119"
    )
    d.dot(100, 59, 3.2, "cut")
    d.line("80,44 81,38 86,36", 3.6, colour="cut")
    d.line("118,79 108,77 102,74", 2.6, ends=0.3, colour="cut")
    d.line("44,108 38,94 46,78 62,74", 4.6, ends=0.2, colour="cut")
    d.ticks([(34, 68, 48, 57), (26, 80, 37, 68), (52, 58, 64, 52), (84, 80, 76, 66), (76, 88, 68, 74)], 3.4, "cut")
    return d


ALL = (plague, caravan, rat)
