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


def with_sizes(*others: Any) -> list[Any]:
    """Every size with each of the others, tuples or parameters of pytest.

    Outside make test-long each size and each of the others that is not long occurs, but not every pair of them.
    """
    sizes = [size for size in FEWER_SIZES if not size.marks]
    rest = [each if hasattr(each, "marks") else pytest.param(*each) for each in others]
    usual = [each for each in rest if not each.marks]
    turns = range(max(len(sizes), len(usual)))
    always = [(sizes[turn % len(sizes)], usual[turn % len(usual)]) for turn in turns]
    return [
        pytest.param(*size.values, *each.values, marks=[] if (size, each) in always else LONG)
        for size in FEWER_SIZES
        for each in rest
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


def last_actions(players: int, seed: int) -> dict[str, Any]:
    """Red may end in Africanus with the Peasant in any region, with one of two cards that draw, or by passing."""
    position = busiest("africanus", players, seed)
    drawing = {"peasant", "astronomer", "explorer"}
    assert drawing <= set(position["classes"]), "another seed has them all"
    position["classes"] = {card: "red" if card in drawing else "yellow" for card in position["classes"]}
    return position | {"phase": "last_round", "turn": "orange", "acting": "red", "reason": "cubes"}


def fullest_cartus(players: int, cards: int) -> dict[str, Any]:
    """The others are in one building with the longest name; red, the last to enter, holds many cards and tokens.

    Everybody has two digits of cards and of rats.
    """
    played = next(
        game
        for game in (rattus.new("cartus", players, seed, {"buildings": "mixed"}) for seed in range(999))
        if game.position()["first"] == "yellow"
        and game.position()["row"][0]["building"] == "hut"
        and "hospital" in [each["building"] for each in game.position()["row"]]
    )
    while played.position()["phase"] == "supply" or played.to_move != "red":
        wanted = ("enter 1", "play ", "done", "supply 1", "peek ")
        played.play(next(move for start in wanted for move in played.legal_texts if move.startswith(start)))
    position: dict[str, Any] = played.position()
    hand, stacks = position["hands"]["red"], position["stacks"]
    for special in ("joker", "sword", "flute", "pass", "gold"):
        hand.append(special)
        stacks[special] -= 1
    while len(hand) < cards:
        hand.append(position["deck"].pop())
    for others in position["hands"].values():
        while len(others) < 10:
            others.append(position["deck"].pop())
    position["rats"] = dict.fromkeys(position["rats"], 12)
    position["points"] = {"red": [position["tokens"].pop() for _ in range(5)]}
    position["looked"]["red"] = [1, 2, 3]
    del position["counted"]  # what is known of hands that were smaller
    return position


def fullest_building(players: int) -> dict[str, Any]:
    """Everybody is in the building of `fullest_cartus`, its cards lie open, and red is asked whom to rob."""
    played = rattus.from_position(fullest_cartus(players, 13))
    while played.position()["phase"] == "enter":
        played.play(
            next(
                move for start in ("enter 1", "play ", "done") for move in played.legal_texts if move.startswith(start)
            )
        )
    assert played.legal_texts[0].startswith("rob ")
    position: dict[str, Any] = played.position()
    return position
