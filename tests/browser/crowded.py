"""The window sizes that are tested, and the fullest position that is possible."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize

import rattus

from .conftest import LONG, STILL, TOUCHED, Windows
from .window import Window

SIZES = ((360, 640), (390, 844), (844, 390), (820, 1180), (1280, 800), (1920, 1080), (2560, 1440))
# A small phone in portrait, one in landscape, and a desktop always; other sizes in make test-long.
FEWER_SIZES = [
    pytest.param(size, id=f"{size[0]}x{size[1]}", marks=[] if size in ((360, 640), (844, 390), (1280, 800)) else LONG)
    for size in SIZES
]
SEATS = ("red", "yellow", "green", "blue", "white", "orange")
CUBES = 20


def look_at(windows: Windows, size: tuple[int, int], **settings: Any) -> Window:
    """A window of a size: a touch device below 900 pixels, otherwise one with a mouse."""
    context = STILL | (TOUCHED if size[0] < 900 else {})
    return windows(ViewportSize(width=size[0], height=size[1]), context=context, **settings)


def fullest(game: str, players: int) -> dict[str, Any]:
    """Every seat and three rats in every region; pawn, caravan and diplomats in the smallest one. Red has to act."""
    position: dict[str, Any] = next(
        position
        for position in (rattus.new(game, players, seed).position() for seed in range(99))
        if game == "rattus" or "trader" in position["classes"]  # the caravan comes with the Trader
    )
    seats = SEATS[:players]
    regions = position["regions"]
    small = "mauretania" if players > 4 else "bulgaria" if players > 2 else "anglia"
    spare = CUBES - len(regions)
    for name, region in regions.items():
        while len(region["rats"]) < 3:
            last = f"supply.{len(position['supply'])}"
            region["rats"].append(position["supply"].pop())
            slot = f"{name}.{len(region['rats'])}"
            position["marked"] = [slot if each == last else each for each in position["marked"]]
        region["cubes"] = dict.fromkeys(seats, spare if name == small else 1)
        if game == "africanus" and name == small:
            region["diplomats"] = list(seats)
    position["palace"] = dict.fromkeys(seats, 1)
    if game == "africanus":
        position["palace_diplomats"] = dict.fromkeys(seats, 1)
        position["caravan"] = small
    position["classes"] = {card: seats[at % players] for at, card in enumerate(position["classes"])}
    position["known"] = {"red": [f"{name}.2" for name in list(regions)[:4]]}
    return position | {
        "phase": "turn", "turn": "red", "to_move": "red", "first": "red", "turns": 5, "plague": small, "taken": True,
    }  # fmt: skip


def busiest(game: str, players: int, seed: int) -> dict[str, Any]:
    """Red holds all cards but two, with cubes and two rats in every region, so nearly all of it can be chosen from."""
    position: dict[str, Any] = rattus.new(game, players, seed).position()
    regions = position["regions"]
    for name, region in regions.items():
        while len(region["rats"]) < 2:
            last = f"supply.{len(position['supply'])}"
            region["rats"].append(position["supply"].pop())
            slot = f"{name}.{len(region['rats'])}"
            position["marked"] = [slot if each == last else each for each in position["marked"]]
        region["cubes"] = dict.fromkeys(SEATS[:players], 1)
    *held, third, second = position["classes"]
    position["classes"] = dict.fromkeys(held, "red") | {third: "green", second: "yellow"}
    where = list(regions)[len(regions) // 2]
    return position | {
        "phase": "turn", "turn": "red", "to_move": "red", "first": "red", "turns": 5, "plague": where,
    } | ({"caravan": where} if "trader" in position["classes"] else {})  # fmt: skip
