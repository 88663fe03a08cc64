"""Finds where pieces lie on the map and writes src/games/rattus/places.json: `python web/tools/places.py`.

Every region has places of its own for the cells of all seats, three rats, its name, the pawn and the caravan, so that
nothing ever lies on anything else ("Crowding" of the design). They are searched at some stretches of the map. A place
is its middle in units of the map before it is stretched: stretched more, things only move apart, so that the places
for one stretch serve all stretches above it. Takes about an hour.
"""

import json
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

SRC = Path(__file__).resolve().parent.parent / "src"
MAP = json.loads((SRC / "assets/map.json").read_text())
FILE = SRC / "games/rattus/places.json"

SEATS = (2, 3, 4, 6)  # five have the cells of six
STRETCHES = {False: (0.8, 0.87, 1.0), True: (0.8, 0.87, 1.0, 1.15)}  # by whether the map is small
# Six on a phone have the least room: there every bit of height is made use of.
CROWDED = (0.8, 0.85, 0.94, 1.0, 1.1, 1.25)
# The width of a piece that is tried first: as the land is low, not as it is wide. On a small map pieces are larger.
CELL = {2: 62.0, 3: 60.0, 4: 57.0, 6: 54.0}
CELL_SMALL = {2: 68.0, 3: 66.0, 4: 64.0, 6: 56.0}
SHRINK = (1.0, 0.97, 0.92, 0.9, 0.87, 0.82)  # until all have room
GRIDS = {2: [(2, 1), (1, 2)], 3: [(3, 1), (1, 3)], 4: [(2, 2), (4, 1), (1, 4)], 6: [(3, 2), (2, 3), (6, 1)]}
# In widths of a piece. The client has the same figures (places.ts), and a test that nothing overlaps.
HIGH, RAT, PILL = 38 / 34, 0.86, 0.08
PAWN = {False: (0.83, 1.25), True: (0.78, 1.16)}
CARAVAN = {False: (1.08, 1.0), True: (1.0, 0.92)}
NAME = {False: 0.69, True: 0.75}
LEAST_NAME = 47.0  # on a small map, in units: eleven pixels of a map that is 360 wide

RASTER = 2  # units of the map in one dot
STEP = 4
TRIES = 70  # at each size, until nothing is wrong

Box = tuple[float, float, float, float]  # left, top, right, bottom
Grid = NDArray[np.int32]
Floats = NDArray[np.float64]


def polygons(d: str) -> list[list[tuple[float, float]]]:
    """The outlines of a path that has M, l, q and z only."""
    found: list[list[tuple[float, float]]] = []
    now: list[tuple[float, float]] = []
    words = re.findall(r"[Mlqz]|-?\d*\.?\d+(?:e-?\d+)?", d)
    x = y = 0.0
    place, verb = 0, ""
    while place < len(words):
        if words[place] in "Mlqz":
            verb = words[place]
            place += 1
            if verb == "z":
                found.append(now)
                now = []
        elif verb == "M":
            x, y = map(float, words[place : place + 2])
            now = [(x, y)]
            place += 2
        elif verb == "l":
            x, y = x + float(words[place]), y + float(words[place + 1])
            now.append((x, y))
            place += 2
        else:
            a, b, c, d2 = map(float, words[place : place + 4])
            for u in (0.25, 0.5, 0.75, 1):
                now.append((x + 2 * u * (1 - u) * a + u * u * c, y + 2 * u * (1 - u) * b + u * u * d2))
            x, y = x + c, y + d2
            place += 4
    return [each for each in [*found, now] if len(each) > 2]


OUTLINES = {region: polygons(each["d"]) for region, each in MAP["regions"].items()}
WORLD = polygons(MAP["world"])


def in_use(seats: int) -> list[str]:
    """The regions that so many play with."""
    return [region for region, each in MAP["regions"].items() if each["tint"] in MAP["views"][str(seats)]["tints"]]


@dataclass(frozen=True)
class Sizes:
    """What has to find a place, in units of the map as it is stretched."""

    seats: int
    stretch: float
    small: bool
    shrink: float = 1.0

    @property
    def cell(self) -> float:
        if self.small:
            return CELL_SMALL[self.seats] * (min(1, self.stretch) + max(0, self.stretch - 1) / 3) * self.shrink
        return CELL[self.seats] * min(1, self.stretch) * self.shrink

    @property
    def gap(self) -> float:
        return 4.4 if self.small else 2.8  # at least a pixel

    def cells(self) -> list[tuple[float, float]]:
        gap = self.gap / 2
        return [
            (columns * self.cell + (columns - 1) * gap, rows * self.cell * HIGH + (rows - 1) * gap)
            for columns, rows in GRIDS[self.seats]
        ]

    def rats(self) -> list[tuple[float, float]]:
        rat, gap, pill = self.cell * RAT, self.gap / 2, 2 * self.cell * PILL
        one, two, three = (n * rat + (n - 1) * gap + pill for n in (1, 2, 3))
        return [(three, one), (one, three), (two, two)]

    @property
    def name_size(self) -> float:
        return max(self.cell * NAME[self.small], LEAST_NAME if self.small else 0)

    def name(self, region: str) -> tuple[float, float]:
        size = self.name_size
        if self.small:
            return size * 2.16, size * 0.8
        return size * (MAP["regions"][region]["label"]["w"] / 34 + 0.12), size * 0.95

    def figure(self, shapes: dict[bool, tuple[float, float]]) -> tuple[float, float]:
        return shapes[self.small][0] * self.cell, shapes[self.small][1] * self.cell


class Search:
    """Places for everything in every region, by trial: the smallest region first, and what costs least first."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        k = sizes.stretch
        left, top, across, down = MAP["frame"]
        x, y, w, h = MAP["views"][str(sizes.seats)]["box"]
        self.box = (
            max(x, left) + 5,
            max(y, top) * k + 5,
            min(x + w, left + across) - 5,
            min(y + h, top + down) * k - 5,
        )
        self.shape = (int(1250 * k / RASTER), 1600 // RASTER)
        self.used = in_use(sizes.seats)
        own = {region: self.drawn(OUTLINES[region]) for region in self.used}
        out = self.drawn(WORLD)
        for region in OUTLINES.keys() - own.keys():
            out |= self.drawn(OUTLINES[region])
        land = out.copy()
        for each in own.values():
            land |= each
        self.own = {region: summed(each) for region, each in own.items()}
        self.out, self.land = summed(out), summed(land)
        self.middle = {region: np.argwhere(each).mean(0)[::-1] * RASTER for region, each in own.items()}
        self.reach: dict[str, Box] = {}
        for region, each in own.items():
            ys, xs = np.nonzero(each)
            found = (xs.min(), ys.min(), xs.max(), ys.max())
            self.reach[region] = tuple(float(v * RASTER + (-110 if i < 2 else 110)) for i, v in enumerate(found))  # type: ignore[assignment]
        self.order = sorted(self.used, key=lambda region: int(own[region].sum()))
        palace, shrunk = MAP["palace"], min(1.0, k)
        px, py = palace["x"] - 6, palace["y"] * k - 10
        right, low = palace["x"] + palace["w"] * shrunk + 6, palace["y"] * k + palace["h"] * shrunk + 6
        self.kept: list[Box] = [(px, py, right, low), (right, py, right + sizes.cell * 3.3, py + sizes.cell * 1.6)]

    def drawn(self, outlines: list[list[tuple[float, float]]]) -> Grid:
        picture = Image.new("L", self.shape[::-1])
        pen = ImageDraw.Draw(picture)
        for each in outlines:
            pen.polygon([(x / RASTER, y * self.sizes.stretch / RASTER) for x, y in each], fill=1)
        return np.array(picture, dtype=np.int32)

    def share(self, sums: Grid, x: Floats, y: Floats, w: float, h: float) -> Floats:
        """How much of a box lies on what was summed."""
        high, wide = self.shape
        x0, x1 = (np.clip((v / RASTER).astype(int), 0, wide) for v in (x, x + w))
        y0, y1 = (np.clip((v / RASTER).astype(int), 0, high) for v in (y, y + h))
        area = np.maximum(1, (x1 - x0) * (y1 - y0))
        return np.asarray((sums[y1, x1] - sums[y0, x1] - sums[y1, x0] + sums[y0, x0]) / area)

    def run(self, chance: np.random.Generator, noise: float) -> tuple[float, dict[str, list[float]]]:
        """One try: what it costs, and region -> middles and forms of cells, rats, name, pawn, caravan."""
        sizes, k = self.sizes, self.sizes.stretch
        self.mine: dict[str, list[Box]] = {region: [] for region in self.order}
        found: dict[str, list[float]] = {region: [] for region in self.order}
        total = 0.0
        wet = 4.0 if sizes.small and sizes.seats < 5 else 1.0 if sizes.seats < 5 else 0.55

        def put(region: str, *how: Any) -> tuple[float, float, int]:
            nonlocal total
            cost, x, y, form = self.put(region, chance, noise, *how)
            total += cost
            return x, y, form

        def cells(region: str) -> None:
            drift = chance.normal(0, 16, 2)
            start = self.middle[region] + drift
            if chance.random() < 0.5:
                spot = MAP["regions"][region]["cubes"]
                start = np.array((spot["x"], spot["y"] * k))
            found[region] += put(region, sizes.cells(), start, 0.08, wet)

        def rats(region: str) -> None:
            found[region] += put(region, sizes.rats(), found[region][:2], 0.06, wet)

        def name(region: str) -> None:
            label = MAP["regions"][region]["label"]
            near = ((found[region][0] + label["x"]) / 2, (found[region][1] + label["y"] * k) / 2)
            found[region] += put(region, [sizes.name(region)], near, 0.10, 0.35)[:2]

        def figures(region: str) -> None:
            for shape in (PAWN, CARAVAN):
                found[region] += put(region, [sizes.figure(shape)], found[region][:2], 0.06, 0.55, 16)[:2]

        steps = (cells, rats, name, figures)
        tilt = chance.normal(0, noise, len(self.order))
        order = [self.order[at] for at in np.argsort(np.arange(len(self.order)) + 4 * tilt)]
        if chance.random() < 0.5:  # all of a region, then the next
            for region in order:
                for step in steps:
                    step(region)
        else:  # all cells, then all rats, and so on
            for step in steps:
                for region in order:
                    step(region)
        return total, found

    def put(
        self, region: str, chance: np.random.Generator, noise: float, forms: list[tuple[float, float]],
        near: tuple[float, float], far: float, sea: float, rim: float = 0,
    ) -> tuple[float, float, float, int]:  # fmt: skip
        """The cheapest free place: its cost, its middle and its form."""
        best: tuple[float, float, float, int] = (1e9, 0, 0, 0)
        left, top, right, bottom = self.reach[region]
        taken = [(box, self.sizes.cell * 0.22) for box in self.kept]
        for other, boxes in self.mine.items():
            taken += [(box, self.sizes.gap if other == region else self.sizes.cell * 0.22) for box in boxes]
        for form, (w, h) in enumerate(forms):
            across = np.arange(max(self.box[0], left), min(self.box[2], right) - w, STEP)
            down = np.arange(max(self.box[1], top), min(self.box[3], bottom) - h, STEP)
            if not len(across) or not len(down):
                continue
            grid_x, grid_y = np.meshgrid(across, down)
            x, y = grid_x.ravel(), grid_y.ravel()
            own = self.share(self.own[region], x, y, w, h)
            land, out = (self.share(sums, x, y, w, h) for sums in (self.land, self.out))
            foreign, wet = np.clip(land - own - out, 0, 1), np.clip(1 - land, 0, 1)
            cost = (foreign * 30 + out * 1.6 + wet * sea) * w * h / 240
            cost += far * np.hypot(x + w / 2 - near[0], y + h / 2 - near[1]) / 2 + form * 1.5
            cost += (foreign > 0.02) * 30 + (foreign > 0.06) * 150 + (own < 0.02) * 6
            if rim:
                cost += np.abs(own - 0.8) * rim + (own < 0.4) * 60 + (own < 0.3) * 200
            if noise:
                cost = cost * (1 + noise * chance.random(len(cost)))
            for (a, b, c, d), pad in taken:
                cost[(x < c + pad) & (x + w > a - pad) & (y < d + pad) & (y + h > b - pad)] = 1e6
            at = int(cost.argmin())
            if cost[at] < best[0]:
                best = (float(cost[at]), float(x[at]) + w / 2, float(y[at]) + h / 2, form)
        _, x0, y0, form = best
        w, h = forms[form]
        self.mine[region].append((x0 - w / 2, y0 - h / 2, x0 + w / 2, y0 + h / 2))
        return best


def summed(mask: Grid) -> Grid:
    return np.pad(mask.cumsum(0).cumsum(1), ((1, 0), (1, 0))).astype(np.int32)


def boxes(sizes: Sizes, places: dict[str, list[int]]) -> list[tuple[str, Box]]:
    """All that lies there, at the stretch it was found for."""
    found = []
    for region, (x, y, grid, rx, ry, form, nx, ny, px, py, vx, vy) in places.items():
        things = [
            (x, y, *sizes.cells()[grid]), (rx, ry, *sizes.rats()[form]), (nx, ny, *sizes.name(region)),
            (px, py, *sizes.figure(PAWN)), (vx, vy, *sizes.figure(CARAVAN)),
        ]  # fmt: skip
        for a, b, w, h in things:
            middle = b * sizes.stretch
            found.append((region, (a - w / 2, middle - h / 2, a + w / 2, middle + h / 2)))
    return found


def overlaps(sizes: Sizes, places: dict[str, list[int]]) -> list[str]:
    """Which regions have things that lie on each other."""
    all_of_them = boxes(sizes, places)
    return [
        f"{one} and {other}"
        for number, (one, a) in enumerate(all_of_them)
        for other, b in all_of_them[:number]
        if a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]
    ]


def faults(search: Search, places: dict[str, list[int]]) -> list[str]:
    """What lies too far off its own land, or on a neighbour's."""
    found = []
    for number, (region, (left, top, right, bottom)) in enumerate(boxes(search.sizes, places)):
        x, y, w, h = np.array([left]), np.array([top]), right - left, bottom - top
        own, land, out = (
            float(search.share(sums, x, y, w, h)[0]) for sums in (search.own[region], search.land, search.out)
        )
        thing = ("cells", "rats", "name", "pawn", "caravan")[number % 5]
        if own < {"name": 0, "rats": 0.15}.get(thing, 0.28) or land - own - out > 0.05:
            found.append(f"{region} {thing}: {own:.2f} own, {land - own - out:.2f} foreign")
    return found


def rounded(row: list[float], stretch: float) -> list[int]:
    """In units of the map before it is stretched; coordinates are even, so that they fit two letters."""
    found = []
    for at, number in enumerate(row):
        plain = number / stretch if at in (1, 4, 7, 9, 11) else number
        found.append(round(plain) if at in (2, 5) else 2 * round(plain / 2))
    return found


def written(row: list[int]) -> str:
    """A row as text: ten halved coordinates in two digits of base 36 each, then grid and form."""
    x, y, grid, rx, ry, form, *rest = row
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    pairs = (digits[number // 72] + digits[number // 2 % 36] for number in (x, y, rx, ry, *rest))
    return "".join(pairs) + f"{grid}{form}"


def find(sizes: Sizes) -> tuple[Sizes, list[str], dict[str, list[int]]]:
    """The best of many tries, with the largest pieces that have room."""
    found = []
    for shrink in SHRINK:
        search, chance = Search(replace(sizes, shrink=shrink)), np.random.default_rng(2)
        for turn in range(TRIES):
            cost, best = search.run(chance, chance.random() * 0.5 if turn else 0)
            places = {region: rounded(best[region], sizes.stretch) for region in search.used}
            wrong, clash = faults(search, places), overlaps(search.sizes, places)
            found.append((1000 * len(clash) + len(wrong), cost, search.sizes, [*wrong, *clash], places))
            if not wrong and not clash:
                break
        if not wrong and not clash:
            break
    _, _, final, wrong, places = min(found, key=lambda each: each[:2])
    print(final, *wrong, sep="\n  ", file=sys.stderr, flush=True)
    return final, wrong, places


def main() -> None:
    """Search at every stretch, on two processors, and write what was found."""
    wanted = [
        Sizes(seats, stretch, small)
        for small, each in STRETCHES.items()
        for seats in SEATS
        for stretch in (CROWDED if small and seats > 4 else each)
    ]
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(find, wanted))
    rows = []
    for sizes, _, places in found:
        if overlaps(sizes, places):
            sys.exit(f"no room: {sizes}")
        head = json.dumps(
            {
                "seats": sizes.seats,
                "small": sizes.small,
                "k": sizes.stretch,
                "cell": round(sizes.cell, 1),
                "name": round(sizes.name_size, 1),
            },
            separators=(",", ":"),
        )
        regions = ",".join(f'"{region}":"{written(each)}"' for region, each in places.items())
        rows.append(f' {head[:-1]},"regions":{{{regions}}}}}')
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n")


if __name__ == "__main__":
    main()
