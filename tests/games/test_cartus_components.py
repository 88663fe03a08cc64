"""The component table of Rattus Cartus: what is printed, what an owner may correct, and what is refused."""

import copy
import random
import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

import rattus
from rattus.errors import FormatError
from rattus.match.parts import corrected_parts, parts_in, shipped_parts
from rattus.testing import check_decision, check_end, check_position

CARTUS = rattus.GAMES["cartus"]
FILE = "cartus.toml"
CLASSES = ["peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty"]
TEXT = resources.files("rattus").joinpath("data", FILE).read_text("utf-8")


@pytest.fixture
def table():
    return tomllib.loads(TEXT)


@pytest.mark.rules("C1")
def test_84_population_cards_14_a_class_with_0_to_4_nuns() -> None:
    position = rattus.new("cartus", 2, 1).position()
    cards = [*position["deck"], *position["nuns"], *position["hands"]["red"], *position["hands"]["yellow"]]
    assert len(cards) == 84
    assert Counter(card.partition("-")[0] for card in cards) == dict.fromkeys(CLASSES, 14)
    assert {int(card.partition("-")[2]) for card in cards} == {0, 1, 2, 3, 4}


@pytest.mark.rules("C1")
def test_jokers_and_special_cards() -> None:
    stacks = rattus.new("cartus", 5, 1).position()["stacks"]
    assert stacks == {"joker": 15, "sword": 12, "flute": 12, "pass": 12, "gold": 15}


@pytest.mark.rules("C1")
def test_12_buildings_two_a_class_five_copies_each(table) -> None:
    components = shipped_parts(CARTUS).components
    assert Counter(card.building for card in components.buildings) == dict.fromkeys(table["building"], 5)
    assert Counter(part["class"] for part in table["building"].values()) == dict.fromkeys(CLASSES, 2)
    assert len(components.buildings) == 60
    assert {letter for card in components.buildings for letter in card.supply} == set("drl")


@pytest.mark.rules("C5", "C8")
@pytest.mark.parametrize(("players", "replacement", "deck"), [(2, 10, 18), (3, 12, 16), (4, 6, 21), (5, 6, 21)])
def test_the_replacement_deck_and_what_is_left_for_the_rounds(players, replacement, deck) -> None:
    position = rattus.new("cartus", players, 3).position()
    assert (len(position["replacement"]), len(position["buildings"])) == (replacement, deck)
    assert len(position["row"]) + deck + replacement == 30


def corrected(table, changes):
    """The table with some values set, or taken out where they are None."""
    table = copy.deepcopy(table)
    for path, value in changes.items():
        *parents, last = path
        part = table
        for key in parents:
            part = part[key]
        if value is None:
            del part[last]
        else:
            part[last] = value
    return table


NUNS = ("population", "nuns")
SUPPLY = ("building", "farm", "supply")


@pytest.mark.parametrize(
    ("path", "value", "place", "words"),
    [
        (("dice",), {}, "dice", "unknown part"),
        (("population",), None, "population", "missing"),
        (("population",), 84, "population", "a map"),
        (("population", "colour"), 1, "population", "colour"),
        (NUNS, None, "population.nuns", "a map"),
        (NUNS, [4, 2, 2, 2, 4], "population.nuns", "a map"),
        (NUNS, {"0": 14}, "population.nuns", "each of 0, 1, 2, 3, 4"),
        (NUNS, {0: 4, 1: 2, 2: 2, 3: 2, 4: 4}, "population.nuns", "each of 0, 1, 2, 3, 4"),
        ((*NUNS, "5"), 0, "population.nuns", "each of 0, 1, 2, 3, 4"),
        ((*NUNS, "4"), 3, "population.nuns", "14 cards a class, not 13"),
        ((*NUNS, "4"), 5, "population.nuns", "14 cards a class, not 15"),
        ((*NUNS, "4"), -1, "population.nuns.4", "0 to 14"),
        ((*NUNS, "4"), 15, "population.nuns.4", "0 to 14"),
        ((*NUNS, "4"), 10**30, "population.nuns.4", "0 to 14"),
        ((*NUNS, "4"), 4.0, "population.nuns.4", "0 to 14"),
        ((*NUNS, "4"), True, "population.nuns.4", "0 to 14"),
        (("special",), None, "special", "missing"),
        (("special",), [12, 12], "special", "a map"),
        (("special", "gold"), None, "special", "each of joker, sword, flute, pass, gold"),
        (("special", "silver"), 3, "special", "each of joker, sword, flute, pass, gold"),
        (("special", "gold"), -1, "special.gold", "0 to 40"),
        (("special", "gold"), 41, "special.gold", "0 to 40"),
        (("special", "joker"), "many", "special.joker", "0 to 40"),
        (("victory_points",), None, "victory_points", "missing"),
        (("victory_points",), 20, "victory_points", "a map"),
        (("victory_points",), {}, "victory_points", "one to 8 values"),
        (("victory_points",), {str(value): 1 for value in range(1, 10)}, "victory_points", "one to 8 values"),
        (("victory_points",), {"many": 1}, "victory_points", "up to 99"),
        (("victory_points",), {"-1": 1}, "victory_points", "up to 99"),
        (("victory_points",), {"100": 1}, "victory_points", "up to 99"),
        (("victory_points",), {"": 1}, "victory_points", "up to 99"),
        (("victory_points",), {"²": 1}, "victory_points", "up to 99"),
        (("victory_points",), {"٣": 1}, "victory_points", "up to 99"),
        (("victory_points",), {"9" * 5000: 1}, "victory_points", "up to 99"),
        (("victory_points",), {7: 1}, "victory_points", "up to 99"),
        (("victory_points",), {"1": 6, "01": 6}, "victory_points", "each value once"),
        (("victory_points",), {"1": 40, "2": 21}, "victory_points", "at most 60"),
        (("victory_points", "2"), 61, "victory_points.2", "0 to 60"),
        (("victory_points", "2"), [], "victory_points.2", "0 to 60"),
        (("replacement",), None, "replacement", "missing"),
        (("replacement", "6"), 6, "replacement", "each of 2, 3, 4, 5"),
        (("replacement", "5"), None, "replacement", "each of 2, 3, 4, 5"),
        (("replacement", "2"), 11, "replacement.2", "10 rounds leave 10"),
        (("replacement", "3"), 10, "replacement.3", "9 rounds leave 12"),
        (("replacement", "5"), 5, "replacement.5", "8 rounds leave 6"),
        (("replacement", "4"), 31, "replacement.4", "0 to 30"),
        (("building",), None, "building", "missing"),
        (("building",), ["farm"], "building", "a map"),
        (("building", "farm"), None, "building", "each of farm"),
        (("building", "cathedral"), {"class": "church", "supply": ["rr"] * 5}, "building", "each of farm"),
        (("building", 7), {}, "building", "each of farm"),
        (("building", "farm"), "peasantry", "building.farm", "a map"),
        (("building", "farm", "price"), 3, "building.farm", "price"),
        (("building", "farm", "class"), None, "building.farm.class", "peasantry, not None"),
        (("building", "farm", "class"), "church", "building.farm.class", "peasantry, not 'church'"),
        (("building", "tent", "class"), ["magic"], "building.tent.class", "magic, not"),
        (SUPPLY, None, "building.farm.supply", "a list"),
        (SUPPLY, "rrrrr", "building.farm.supply", "a list"),
        (SUPPLY, ["rr"] * 4, "building.farm.supply", "5 supply actions, not 4"),
        (SUPPLY, ["rr"] * 6, "building.farm.supply", "5 supply actions, not 6"),
        ((*SUPPLY, 3), "", "building.farm.supply[3]", "letters d, r and l"),
        ((*SUPPLY, 3), "dx", "building.farm.supply[3]", "letters d, r and l"),
        ((*SUPPLY, 3), "D", "building.farm.supply[3]", "letters d, r and l"),
        ((*SUPPLY, 3), "d" * 9, "building.farm.supply[3]", "letters d, r and l"),
        ((*SUPPLY, 3), 4, "building.farm.supply[3]", "letters d, r and l"),
        ((*SUPPLY, 3), ["d"], "building.farm.supply[3]", "letters d, r and l"),
    ],
)
def test_a_broken_table_is_refused_with_its_place(table, path, value, place, words) -> None:
    with pytest.raises(FormatError) as error:
        corrected_parts(CARTUS, {FILE: corrected(table, {path: value})})
    assert error.value.place == f"{FILE}, {place}"
    assert words in error.value.why


def write(folder: Path, old: str, new: str) -> Path:
    assert TEXT.count(old) == 1, old
    (folder / FILE).write_text(TEXT.replace(old, new), "utf-8")
    return folder


FARM = 'class = "peasantry"\nsupply = ["dddd", "ddr", "ddl", "rr", "rl"]'


SPECIALS = "sword = 12\nflute = 12\npass = 12\ngold = 15\njoker = 15"
TOKENS = "1 = 6\n2 = 8\n3 = 6"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (FARM, 'class = "peasantry"\nsupply = ["llrrdddd", "l", "lll", "lllll", "r"]'),
        (TOKENS, "0 = 2\n7 = 1\n99 = 1"),
        (TOKENS, "5 = 0"),
        (SPECIALS, "sword = 0\nflute = 1\npass = 40\ngold = 0\njoker = 2"),
        ("{ 4 = 4, 3 = 2, 2 = 2, 1 = 2, 0 = 4 }", "{ 4 = 0, 3 = 0, 2 = 14, 1 = 0, 0 = 0 }"),
    ],
    ids=["supply actions", "token values", "no tokens", "special cards", "nuns"],
)
def test_a_corrected_table_gives_a_game_that_can_be_played(tmp_path: Path, old, new) -> None:
    folder = write(tmp_path, old, new)
    for players in (2, 5):
        game, choice = rattus.new("cartus", players, 1, {"buildings": "mixed"}, folder), random.Random(1)
        while not game.is_over:
            if choice.random() < 0.04:
                check_decision(game, choice)
            game.play(choice.choice(game.legal()))
        check_end(game)
        assert rattus.load(game.record()).position() == game.position()


def test_corrected_supply_actions_are_carried_out(tmp_path: Path) -> None:
    """Draws come first, then rats, then looks, however it is written; three looks are three questions (C10)."""
    folder = write(tmp_path, FARM, 'class = "peasantry"\nsupply = ["lrdll", "rr", "rr", "rr", "rr"]')
    game = rattus.new("cartus", 2, 1, components=folder)
    card, other = {"building": "farm", "supply": "drlll"}, {"building": "palace", "supply": "rr"}
    start = {"game": "cartus", "players": 2, "row": [card, other]}
    again = rattus.match.game.game_from(game.parts, start)
    again.play("supply 1")
    assert (again.to_move, again.position()["pending"]["due"]) == ("red", 3)
    assert (again.position()["rats"]["red"], len(again.position()["hands"]["red"])) == (9, 1)
    for place, due in ((2, 2), (5, 1)):
        again.play(f"peek {place}")
        assert again.position()["pending"] == {"ask": "peek", "place": None, "due": due, "seen": sorted({2, place})}
        check_position(again)
    again.play("peek 1")
    assert again.to_move == "yellow"
    assert again.position()["looked"]["red"] == [1, 2, 5]


def test_corrected_token_values_are_points_and_are_in_the_record(tmp_path: Path) -> None:
    game, choice = (
        rattus.new("cartus", 2, 1, components=write(tmp_path, "1 = 6\n2 = 8\n3 = 6", "50 = 20")),
        random.Random(1),
    )
    while not game.is_over:
        moves = [str(move) for move in game.legal()]
        game.play("act" if "act" in moves else choice.choice(moves))
    position = game.position()
    earned = {seat: sum(values) for seat, values in position["points"].items()}
    assert sum(earned.values()) > 0
    assert set(position["tokens"]) <= {50}
    for seat, points in game.outcome.points.items():
        assert points >= earned[seat]
    again = rattus.load(game.record())
    assert again.position() == position
    assert again.parts.components.tokens == {50: 20}
    assert again.outcome == game.outcome


def test_a_stack_that_the_owner_has_not_is_empty(tmp_path: Path) -> None:
    folder = write(tmp_path, "gold = 15", "gold = 0")
    game = rattus.new(
        "cartus", 2, 1, {"buildings": ["farm", "office", "monastery", "castle", "tent", "treasury"]}, folder
    )
    assert game.position()["stacks"]["gold"] == 0
    start = {**game.position(), "hands": {"red": ["gold"]}}
    for name in ("stream", "counted", "deck"):
        del start[name]
    with pytest.raises(FormatError, match="1 times gold; there are 0"):
        rattus.match.game.game_from(game.parts, start)


def test_a_folder_with_a_broken_table_is_named_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no component table here"):
        parts_in(CARTUS, tmp_path)
    write(tmp_path, 'class = "magic"\nsupply = ["dddd", "ddr", "ddl", "rr", "rl"]', 'class = "magic"\nsupply = []')
    with pytest.raises(FormatError) as error:
        parts_in(CARTUS, tmp_path)
    assert error.value.place == f"{tmp_path}/{FILE}, building.tent.supply"
    with pytest.raises(FormatError, match=r"no table 'map\.toml'"):
        corrected_parts(CARTUS, {"map.toml": {}})
