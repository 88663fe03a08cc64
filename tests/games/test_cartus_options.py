"""Options of Rattus Cartus: every way of choosing the buildings (C3), and what is refused."""

from collections import Counter

import pytest

import rattus
from rattus.errors import FormatError

PAIRS = [
    ("farm", "brewery"), ("marketplace", "office"), ("monastery", "hospital"),
    ("castle", "watchtower"), ("tent", "hut"), ("palace", "treasury"),
]  # fmt: skip
FIRST_GAME = ["farm", "marketplace", "monastery", "castle", "tent", "palace"]
OTHERS = ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]
MIXTURE = {
    "farm": 1, "brewery": 4, "marketplace": 2, "office": 3, "monastery": 0, "hospital": 5,
    "castle": 5, "tent": 3, "hut": 2, "treasury": 5,
}  # fmt: skip


def in_game(position):
    """Every building card of a position."""
    cards = [*position["row"], *position["buildings"], *position["replacement"], *position["used"]]
    assert len(cards) == 30
    return Counter(card["building"] for card in cards)


def new(buildings, players=3, seed=1):
    return rattus.new("cartus", players, seed, {"buildings": buildings})


@pytest.mark.rules("C3")
def test_the_first_game_is_the_default() -> None:
    assert in_game(rattus.new("cartus", 3, 1).position()) == dict.fromkeys(FIRST_GAME, 5)
    assert rattus.new("cartus", 3, 1).options["buildings"] == "first"
    assert new("first").position() == rattus.new("cartus", 3, 1).position()
    assert new("first").position()["options"] == {}


@pytest.mark.rules("C3")
def test_one_each_chooses_one_building_a_class() -> None:
    chosen = set()
    for seed in range(40):
        copies = in_game(new("one_each", seed=seed).position())
        assert all(sorted(copies[name] for name in pair) == [0, 5] for pair in PAIRS)
        chosen.add(tuple(name for pair in PAIRS for name in pair if copies[name]))
    assert len(chosen) > 20
    assert {name for names in chosen for name in names} == {name for pair in PAIRS for name in pair}


@pytest.mark.rules("C3")
def test_mixed_chooses_five_of_the_ten_cards_of_each_class() -> None:
    found = {pair: Counter() for pair in PAIRS}
    for seed in range(60):
        copies = in_game(new("mixed", seed=seed).position())
        assert all(copies[first] + copies[second] == 5 for first, second in PAIRS)
        for pair in PAIRS:
            found[pair][copies[pair[0]]] += 1
    for numbers in found.values():
        assert {2, 3} <= set(numbers) <= set(range(6))
        assert numbers[2] + numbers[3] > 30  # five of ten at random: four times in five


@pytest.mark.rules("C3")
@pytest.mark.parametrize("names", [FIRST_GAME, OTHERS, OTHERS[::-1], [*FIRST_GAME[:3], *OTHERS[3:]]])
def test_a_list_of_six_buildings(names) -> None:
    game = new(names)
    assert in_game(game.position()) == dict.fromkeys(names, 5)
    assert game.position()["options"] == {"buildings": names}


@pytest.mark.rules("C3")
def test_a_map_of_buildings_with_their_copies() -> None:
    games = [new(MIXTURE, seed=seed) for seed in range(20)]
    for game in games:
        assert in_game(game.position()) == {name: number for name, number in MIXTURE.items() if number}
        assert game.record()["options"] == {"buildings": MIXTURE}
    farms = {card["supply"] for game in games for card in all_cards(game) if card["building"] == "farm"}
    assert len(farms) > 2  # which copy it is, is random


def all_cards(game):
    position = game.position()
    return [*position["row"], *position["buildings"], *position["replacement"]]


@pytest.mark.parametrize("buildings", ["first", "one_each", "mixed", OTHERS, MIXTURE], ids=str)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_options_come_back_from_position_view_and_record(buildings, players) -> None:
    game = new(buildings, players)
    assert rattus.from_position(game.position()).position() == game.position()
    assert rattus.from_position(game.position()).options == game.options
    for player in (*game.seats, None):
        assert rattus.from_position(game.view(player)).options == game.options
    assert rattus.load(game.record()).options == game.options


def test_a_list_that_changes_later_changes_no_game() -> None:
    names, copies = list(OTHERS), dict(MIXTURE)
    games = new(names), new(copies)
    names.append("farm")
    copies["farm"] = 7
    assert [game.options["buildings"] for game in games] == [OTHERS, MIXTURE]
    assert rattus.load(games[0].record()).position() == games[0].position()


@pytest.mark.rules("C6")
def test_the_first_player_is_random_unless_given() -> None:
    assert {rattus.new("cartus", 5, seed).position()["first"] for seed in range(60)} == {
        "red", "yellow", "green", "blue", "white",
    }  # fmt: skip
    for seed in range(5):
        game = rattus.new("cartus", 5, seed, {"first": "blue"})
        assert (game.to_move, game.position()["first"], game.position()["round"]) == ("blue", "blue", 1)
        assert game.position()["options"] == {"first": "blue"}


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"buildings": "random"}, "options.buildings"),
        ({"buildings": "First"}, "options.buildings"),
        ({"buildings": ""}, "options.buildings"),
        ({"buildings": None}, "options.buildings"),
        ({"buildings": 6}, "options.buildings"),
        ({"buildings": True}, "options.buildings"),
        ({"buildings": 1.5}, "options.buildings"),
        ({"buildings": float("nan")}, "options.buildings"),
        ({"buildings": ("farm",)}, "options.buildings"),
        ({"buildings": []}, "options.buildings"),
        ({"buildings": FIRST_GAME[:5]}, "options.buildings"),
        ({"buildings": [*FIRST_GAME, "hut"]}, "options.buildings"),
        ({"buildings": [*FIRST_GAME[:5], "farm"]}, "options.buildings"),
        ({"buildings": [*FIRST_GAME[:5], "hut"]}, "options.buildings"),
        ({"buildings": [*FIRST_GAME[:5], "cathedral"]}, "options.buildings"),
        ({"buildings": [*FIRST_GAME[:5], 7]}, "options.buildings"),
        ({"buildings": [*FIRST_GAME[:5], None]}, "options.buildings"),
        ({"buildings": [*FIRST_GAME[:5], ["palace"]]}, "options.buildings"),
        ({"buildings": {}}, "options.buildings"),
        ({"buildings": {**MIXTURE, "treasury": 4}}, "options.buildings"),
        ({"buildings": {**MIXTURE, "palace": 1}}, "options.buildings"),
        ({"buildings": {**MIXTURE, "cathedral": 5}}, "options.buildings"),
        ({"buildings": {**MIXTURE, "cathedral": 0}}, "options.buildings"),
        ({"buildings": {**MIXTURE, 7: 0}}, "options.buildings"),
        ({"buildings": {**MIXTURE, "farm": 6, "brewery": -1}}, "options.buildings.farm"),
        ({"buildings": {**MIXTURE, "brewery": -1, "farm": 6}}, "options.buildings.farm"),
        ({"buildings": {**MIXTURE, "palace": -1}}, "options.buildings.palace"),
        ({"buildings": {**MIXTURE, "farm": 1.0}}, "options.buildings.farm"),
        ({"buildings": {**MIXTURE, "farm": True}}, "options.buildings.farm"),
        ({"buildings": {**MIXTURE, "farm": "1"}}, "options.buildings.farm"),
        ({"buildings": {**MIXTURE, "farm": None}}, "options.buildings.farm"),
        ({"buildings": {**MIXTURE, "farm": 10**30}}, "options.buildings.farm"),
        ({"first": "purple"}, "options.first"),
        ({"first": "blue"}, "options.first"),
        ({"first": 0}, "options.first"),
        ({"first": []}, "options.first"),
        ({"frist": "red"}, "options.frist"),
        ({"placing": "compulsory"}, "options.placing"),
        ({"cards": "random"}, "options.cards"),
        ({7: "red"}, "options.7"),
        ("first", "options"),
        (7, "options"),
    ],
    ids=str,
)
def test_a_bad_option_is_named(options, place) -> None:
    with pytest.raises(FormatError) as error:
        rattus.new("cartus", 3, options=options)
    assert error.value.place == place
    with pytest.raises(FormatError) as error:
        rattus.from_position({"game": "cartus", "players": 3, "options": options})
    assert error.value.place == place.removesuffix(".7")  # a number names nothing: the form is wrong


@pytest.mark.parametrize("players", [0, 1, 6, -2, 10**20, "2", 2.0, 2.5, float("nan"), None, True, [3]])
def test_only_2_to_5_can_play(players) -> None:
    with pytest.raises(FormatError) as error:
        rattus.new("cartus", players)
    assert error.value.place == "players"
    with pytest.raises(FormatError) as error:
        rattus.from_position({"game": "cartus", "players": players})
    assert error.value.place == "players"
