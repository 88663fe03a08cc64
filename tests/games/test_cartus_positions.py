"""Positions of Rattus Cartus that are read: what is left out, what may be a number, and what is refused."""

import copy
import functools
import json
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rattus
from rattus.errors import FormatError
from rattus.match.record import load_record
from rattus.testing import check_position

from ..fuzz import examples

SEATS = ("red", "yellow", "green", "blue", "white")
OPTIONS = (
    {},
    {"buildings": "mixed"},
    {"buildings": "one_each"},
    {"buildings": ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]},
    {"buildings": ["farm", "marketplace", "hospital", "watchtower", "tent", "palace"]},
)
FARM, PALACE = {"building": "farm", "supply": "ddl"}, {"building": "palace", "supply": "ddr"}
PLAIN = {"game": "cartus", "players": 3, "round": 5, "first": "green", "phase": "supply", "row": [FARM, PALACE]}


def read(**changes):
    return rattus.from_position({**PLAIN, **changes})


# ---- what is left out


def test_what_is_left_out_is_filled_in() -> None:
    position = rattus.from_position({"game": "cartus", "players": 4}).position()
    seats = SEATS[:4]
    assert (position["round"], position["phase"], position["first"]) == (1, "supply", "red")
    assert (position["to_move"], position["pending"]) == ("red", None)
    assert position["rats"] == dict.fromkeys(seats, 10)
    assert position["hands"] == position["points"] == position["looked"] == {seat: [] for seat in seats}
    assert position["influence"] == {name: [] for name in rattus.new("cartus", 4).position()["influence"]}
    assert position["stacks"] == {"joker": 15, "sword": 12, "flute": 12, "pass": 12, "gold": 15}
    assert (len(position["row"]), len(position["buildings"]), len(position["replacement"])) == (3, 21, 6)
    assert (position["used"], position["entered"], position["discards"]) == ([], [], [])
    assert (len(position["nuns"]), len(position["deck"]), len(position["tokens"])) == (5, 79, 20)
    check_cards(position)


def check_cards(position):
    """All cards are there, each as often as it is printed, and no more tokens than there are."""
    heaps = [position["nuns"], position["deck"], position["discards"], *position["hands"].values()]
    cards = Counter(card for heap in heaps for card in heap)
    cards.update(card for entry in position["entered"] for card in entry["cards"])
    population = {card: number for card, number in cards.items() if "-" in card}
    assert sum(population.values()) == 84
    for card, number in population.items():
        assert number == (4 if card[-1] in "04" else 2), card
    for name, printed in (("joker", 15), ("sword", 12), ("flute", 12), ("pass", 12), ("gold", 15)):
        assert position["stacks"][name] + cards[name] + position["lost"].get(name, 0) == printed
    buildings = [*position["row"], *position["buildings"], *position["replacement"], *position["used"]]
    assert len(buildings) == 30
    tokens = Counter(position["tokens"])
    tokens.update(value for values in position["points"].values() for value in values)
    assert tokens <= Counter({1: 6, 2: 8, 3: 6})


def test_first_is_the_agreed_first_player_where_it_is_left_out() -> None:
    game = rattus.from_position({"game": "cartus", "players": 4, "options": {"first": "blue"}})
    assert (game.position()["first"], game.to_move) == ("blue", "blue")


def test_in_supply_the_first_player_is_to_move() -> None:
    assert read().to_move == "green"
    assert read(to_move="yellow").to_move == "yellow"


def test_in_enter_the_first_in_turn_order_who_has_not_entered_is_to_move() -> None:
    assert read(phase="enter").to_move == "green"
    assert read(phase="enter", entered=[{"seat": "green", "building": 1}]).to_move == "red"
    both = [{"seat": "red", "building": 1}, {"seat": "green", "building": 1}]
    assert read(phase="enter", entered=both).to_move == "yellow"
    assert read(phase="enter", entered=both[:1], to_move="yellow").to_move == "yellow"  # green has passed


@pytest.mark.rules("C22")
def test_strength_is_counted_from_the_cards() -> None:
    cards = ["church-0", "church-0", "magic-4", "joker", "sword", "flute"]
    entry = {"seat": "green", "building": 2, "cards": cards}
    position = read(phase="enter", entered=[entry]).position()
    assert position["entered"] == [{**entry, "shown": False, "strength": 4}]
    assert read(phase="enter", entered=[{**entry, "strength": 4}]).position() == position
    check_cards(position)


def test_population_cards_named_nowhere_are_the_deck_or_with_a_deck_the_discards() -> None:
    hands = {"red": ["church-0"], "yellow": 5}
    position = read(hands=hands).position()
    assert (len(position["deck"]), position["discards"]) == (84 - 5 - 6, [])
    position = read(hands=hands, discards=["magic-4"]).position()
    assert (len(position["deck"]), position["discards"]) == (84 - 5 - 6 - 1, ["magic-4"])
    position = read(hands=hands, deck=10).position()
    assert (len(position["deck"]), len(position["discards"])) == (10, 84 - 5 - 6 - 10)
    position = read(hands=hands, deck=["royalty-4", "royalty-3"]).position()
    assert position["deck"] == ["royalty-4", "royalty-3"]
    check_cards(position)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"deck": 10, "discards": 10}, "position"),
        ({"deck": ["royalty-4"], "discards": []}, "position"),
        ({"deck": 0, "discards": 72}, "position"),
        ({"deck": 0, "discards": 75}, "position"),
        ({"used": [FARM | {"supply": "rl"}]}, "used"),
        ({"used": []}, "used"),
        ({"used": 9}, "buildings"),
    ],
)
def test_piles_that_are_given_are_exactly_that_so_no_card_may_be_missing(changes, place) -> None:
    """The population cards are 84, of which 5 are nuns and 6 in hands (73 left); 8 building cards are used."""
    with pytest.raises(FormatError) as error:
        read(hands={"red": ["church-0"], "yellow": 5}, **changes)
    assert error.value.place == place, error.value
    position = read(hands={"red": ["church-0"], "yellow": 5}, deck=0, discards=73, used=8).position()
    assert (len(position["deck"]), len(position["discards"]), len(position["used"])) == (0, 73, 8)


def test_building_cards_named_nowhere_are_used() -> None:
    position = read().position()
    assert (len(position["buildings"]), len(position["replacement"]), len(position["used"])) == (8, 12, 8)
    position = read(replacement=[PALACE | {"supply": "rr"}]).position()
    assert position["replacement"] == [{"building": "palace", "supply": "rr"}]
    assert len(position["used"]) == 30 - 2 - 8 - 1
    cards = [*position["row"], *position["buildings"], *position["replacement"], *position["used"]]
    names = ("farm", "marketplace", "monastery", "castle", "tent", "palace")
    assert Counter(card["building"] for card in cards) == dict.fromkeys(names, 5)
    assert max(Counter(json.dumps(card) for card in cards).values()) == 1  # these supply actions are all different


def test_with_one_each_what_is_seen_decides_which_buildings_are_in_the_game() -> None:
    row = [{"building": "brewery", "supply": "rl"}, {"building": "treasury", "supply": "rr"}]
    told = ["hut", "castle"]
    for seed in range(8):
        data = {**PLAIN, "row": row, "options": {"buildings": "one_each"}, "chosen": told}
        position = rattus.from_position(data, seed).position()
        cards = [*position["row"], *position["buildings"], *position["replacement"], *position["used"]]
        names = Counter(card["building"] for card in cards)
        assert set(names.values()) == {5}
        assert {"brewery", "treasury", "hut", "castle"} < set(names)
        assert set(position["chosen"]) == set(names)


def test_stacks_hold_what_is_in_no_hand_and_fewer_are_lost() -> None:
    hands = {"red": ["gold", "gold", "joker"], "yellow": ["pass"]}
    assert read(hands=hands).position()["stacks"] == {"joker": 14, "sword": 12, "flute": 12, "pass": 11, "gold": 13}
    position = read(hands=hands, stacks={"gold": 3, "sword": 0}).position()
    assert position["stacks"] == {"joker": 14, "sword": 0, "flute": 12, "pass": 11, "gold": 3}
    assert position["lost"] == {"sword": 12, "gold": 10}
    check_cards(position)
    check_position(read(hands=hands, stacks={"gold": 3, "sword": 0}))


# ---- what may be a number or null


def test_numbers_and_nulls_are_cards_not_named_elsewhere() -> None:
    rare = ["church-3", "church-3"]  # there are two of these
    for seed in range(10):
        data = {
            **PLAIN,
            "hands": {"red": rare, "yellow": 30, "green": [None, "gold", None]},
            "deck": 20,
            "discards": 25,
        }
        position = rattus.from_position(data, seed).position()
        assert position["hands"]["red"] == rare
        assert "church-3" not in [*position["hands"]["yellow"], *position["deck"], *position["discards"]]
        assert position["hands"]["green"][2] == "gold"
        assert all("-" in card for card in (*position["hands"]["yellow"], *position["hands"]["green"][:2]))
        assert (len(position["hands"]["yellow"]), len(position["deck"]), len(position["discards"])) == (30, 20, 25)
        check_cards(position)


def test_numbers_and_nulls_in_nuns_tokens_points_and_rows() -> None:
    data = {
        "nuns": ["magic-3", None, None, None, "magic-3"],
        "tokens": [3, None, None],
        "points": {"red": 2, "green": [1]},
    }
    position = read(**data, row=[None, FARM]).position()
    assert (position["nuns"][0], position["nuns"][4]) == ("magic-3", "magic-3")
    assert all(card not in (None, "magic-3") for card in position["nuns"][1:4])
    assert (position["tokens"][0], len(position["tokens"])) == (3, 3)
    assert {seat: len(values) for seat, values in position["points"].items()} == {"red": 2, "yellow": 0, "green": 1}
    assert position["row"][1] == FARM
    assert position["row"][0]["building"] in ("farm", "marketplace", "monastery", "castle", "tent", "palace")


def test_the_seed_decides_what_is_arbitrary() -> None:
    data = {**PLAIN, "hands": {"red": 5, "yellow": 5, "green": 5}}
    first, second = (rattus.from_position(data, seed).position() for seed in (1, 2))
    assert first == rattus.from_position(data, 1).position()
    for name in ("hands", "deck", "nuns", "buildings", "replacement", "used", "tokens", "stream"):
        assert first[name] != second[name], name


def test_decks_and_tokens_are_in_the_order_of_drawing() -> None:
    row = [{"building": "palace", "supply": "dddd"}, {"building": "tent", "supply": "rr"}]
    deck = ["church-0", "church-1", "magic-0", "magic-1", "royalty-0"]
    buildings = [{"building": name, "supply": "rl"} for name in ("farm", "castle", "monastery", "tent")]
    game = rattus.from_position({
        "game": "cartus", "players": 2, "round": 8, "row": row, "deck": deck, "buildings": buildings,
        "tokens": [3, 1, 2, 1],
    })  # fmt: skip
    assert game.position()["deck"] == deck
    game.play("supply 1")
    assert game.position()["hands"]["red"] == deck[:4]
    assert game.position()["deck"] == deck[4:]
    game.play("supply 2")
    for move in ("enter 1", "done", "enter 1"):  # yellow has no card to play
        game.play(move)
    game.play("act")
    assert sorted(game.position()["points"]["red"]) == [1, 3]
    assert game.position()["tokens"] == [2, 1]
    game.play("act")
    assert game.position()["points"]["yellow"] == [2]
    assert (game.position()["round"], game.position()["row"]) == (9, buildings[:2])


# ---- the middle of every question


def kind_of(game) -> str:
    """What is asked, and in which circumstances."""
    position = game.position()
    pending = position["pending"]
    if pending is None:
        return position["phase"]
    words = [pending["ask"]]
    if pending["ask"] == "peek":
        words.append("in supply" if position["phase"] == "supply" else "in tent")
        words += ["again"] * bool(pending["seen"])
    if pending["ask"] == "give":
        words.append("by " + pending["by"])
        words += ["of several"] * (len(pending.get("givers", [])) > 1)
    if pending["ask"] in ("play", "give", "discard"):
        words += ["again"] * (pending["last"] is not None)
    if pending["ask"] == "act":
        words.append("premium" if pending["premium"] else "standard")
    return " ".join(words)


KINDS = (
    "supply", "enter", "peek in supply", "peek in tent", "peek in tent again", "play", "play again", "rob",
    "give by sword", "give by sword again", "give by tower", "give by tower again", "give by tower of several",
    "give by tower of several again", "infest", "act premium", "act standard", "discard", "discard again",
)  # fmt: skip
EAGER = ("act", "play", "give", "discard", "rob", "infest", "pass")
SAMPLES = 4


@functools.cache
def moments():
    """Some games at each kind of question, with and without a shuffle behind them."""
    found = {kind: [] for kind in KINDS}
    for seed in range(200):
        choice = random.Random(seed)
        game = rattus.new("cartus", 2 + seed % 4, seed, OPTIONS[seed % 5])
        while not game.is_over:
            moves = [str(move) for move in game.legal()]
            eager = [move for move in moves if move.split()[0] in EAGER]
            game.play(choice.choice(eager if eager and choice.random() < 0.7 else moves))
            if game.is_over or choice.random() > 0.2:
                continue
            games = found[kind_of(game)]
            new = all(other.seats != game.seats for other in games)
            if len(games) < SAMPLES and (new or game.shuffles):
                games.append(game.copy())
        if all(len(games) >= SAMPLES for games in found.values()):
            return found
    raise AssertionError({kind: len(games) for kind, games in found.items()})


@pytest.mark.parametrize("kind", KINDS)
def test_a_position_in_the_middle_of_a_question_reads_back_and_goes_on_the_same(kind) -> None:
    for game in moments()[kind]:
        check_position(game)
        start = json.loads(json.dumps(game.position()))
        for move in game.legal():
            one, other = game.copy(), rattus.from_position(start)
            one.play(move)
            other.play(move)
            assert other.position() == one.position(), move
            assert other.legal() == one.legal(), move
        choice = random.Random(1)
        one, other = game.copy(), rattus.from_position(start)
        while not one.is_over:
            move = choice.choice(one.legal())
            one.play(move)
            other.play(move)
        assert other.position() == one.position()
        assert other.outcome == one.outcome


@pytest.mark.parametrize("kind", KINDS)
def test_a_view_can_be_read_and_gives_a_possible_world(kind) -> None:
    for game in moments()[kind]:
        for player in (*game.seats, None):
            view = game.view(player)
            world = rattus.from_position(json.loads(json.dumps(view)), seed=8)
            assert world.view(player) == view
            assert world.to_move == game.to_move
            if player == game.to_move:
                assert world.legal() == game.legal()
            check_position(world)


def test_a_view_read_with_other_seeds_gives_other_worlds_but_the_same_view() -> None:
    for kind in ("enter", "give by sword again", "act premium"):
        for game in moments()[kind]:
            view = game.view("red")
            worlds = [rattus.from_position(view, seed) for seed in range(6)]
            assert all(world.view("red") == view for world in worlds)
            positions = [json.dumps(world.position()) for world in worlds]
            assert len(set(positions)) == 6
            assert json.dumps(rattus.from_position(view, 3).position()) == positions[3]


def test_a_world_read_from_a_view_can_be_played_to_its_end() -> None:
    for kind in KINDS:
        game, choice = moments()[kind][0], random.Random(kind)
        play_on(rattus.from_position(game.view(choice.choice((*game.seats, None))), 5), choice)


def play_on(game, choice) -> None:
    """Play to the end, and read the position now and then."""
    moves = 0
    while not game.is_over:
        if moves % 16 == 0:
            check_position(game)
        game.play(choice.choice(game.legal()))
        moves += 1
        assert moves < 2000
    check_position(game)
    assert game.outcome.reason == "rounds"


def test_a_finished_game_can_be_read() -> None:
    game, choice = moments()["supply"][0].copy(), random.Random(1)
    play_on(game, choice)
    for player in (*game.seats, None):
        again = rattus.from_position(game.view(player))
        assert again.is_over
        assert again.outcome == game.outcome
        assert again.position() == game.position()


# ---- contradictions


def card(building, supply="ddr"):
    return {"building": building, "supply": supply}


def entry(seat, building, *cards, **more):
    return {"seat": seat, "building": building, "cards": list(cards), **more}


def shown(seat, building, *cards, **more):
    return entry(seat, building, *cards, shown=True, **more)


SMALL = [card("farm", "rr"), card("palace", "rr")]  # nothing to look at


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"game": "Cartus"}, "game"),
        ({"game": None}, "game"),
        ({"game": ["cartus"]}, "game"),
        ({"players": 1}, "players"),
        ({"players": 6}, "players"),
        ({"players": 3.0}, "players"),
        ({"players": None}, "players"),
        ({"colour": "red"}, "position"),
        ({"turn": "red"}, "position"),
        ({"options": []}, "options"),
        ({"options": None}, "options"),
        ({"options": {"buildings": "none"}}, "options.buildings"),
        ({"round": 0}, "round"),
        ({"round": 10}, "round"),
        ({"round": -1}, "round"),
        ({"round": 10**30}, "round"),
        ({"round": 1.0}, "round"),
        ({"round": float("nan")}, "round"),
        ({"round": True}, "round"),
        ({"round": None}, "round"),
        ({"phase": "tea"}, "phase"),
        ({"phase": None}, "phase"),
        ({"phase": ["supply"]}, "phase"),
        ({"phase": "over", "row": [], "round": 8, "buildings": 2}, "round"),
        ({"first": "blue"}, "first"),
        ({"first": None}, "first"),
        ({"first": 0}, "first"),
        ({"to_move": "blue"}, "to_move"),
        ({"to_move": 1}, "to_move"),
        ({"phase": "over", "round": 9, "row": [], "to_move": "red"}, "to_move"),
        ({"stream": [1, 2, 3]}, "stream"),
        ({"stream": [0, 0, 0, 0]}, "stream"),
        ({"stream": [1, 2, 3, -1]}, "stream"),
        ({"stream": [1, 2, 3, 1 << 32]}, "stream"),
        ({"stream": [1, 2, 3, None]}, "stream"),
        ({"stream": "1234"}, "stream"),
        # building cards
        ({"row": []}, "row"),
        ({"row": [FARM]}, "row"),
        ({"row": [FARM, PALACE, None]}, "row"),
        ({"row": 3}, "row"),
        ({"row": True}, "row"),
        ({"row": "farm"}, "row"),
        ({"row": ["farm", "palace"]}, "row"),
        ({"row": [FARM, card("cathedral")]}, "row"),
        ({"row": [FARM, card(7)]}, "row"),
        ({"row": [FARM, card("palace", "rrr")]}, "row"),
        ({"row": [FARM, card("palace", "x")]}, "row"),
        ({"row": [FARM, card("palace", None)]}, "row"),
        ({"row": [FARM, {"building": "palace"}]}, "row"),
        ({"row": [FARM, {**PALACE, "class": "royalty"}]}, "row"),
        ({"row": [FARM, FARM]}, "row"),
        ({"row": [FARM, card("brewery")]}, "row"),
        ({"options": {"buildings": "mixed"}, "used": [card("farm", text) for text in ("dddd", "ddr", "rr", "rl")],
          "replacement": [card("brewery", "rl")]}, "row"),
        ({"phase": "over", "round": 9}, "row"),
        ({"phase": "over", "round": 9, "row": 1}, "row"),
        ({"buildings": 7}, "buildings"),
        ({"buildings": 9}, "buildings"),
        ({"buildings": -1}, "buildings"),
        ({"buildings": 31}, "buildings"),
        ({"buildings": 10**30}, "buildings"),
        ({"buildings": []}, "buildings"),
        ({"buildings": [None] * 31}, "buildings"),
        ({"buildings": None}, "buildings"),
        ({"buildings": [FARM] * 8}, "row"),
        ({"replacement": 21}, "buildings"),
        ({"replacement": 12, "used": 9}, "buildings"),
        ({"replacement": 31}, "replacement"),
        ({"replacement": {}}, "replacement"),
        ({"replacement": [PALACE]}, "row"),
        ({"used": 9}, "buildings"),
        ({"used": [None] * 40}, "used"),
        ({"returned": 2}, "returned"),
        ({"returned": [None]}, "returned"),
        ({"returned": [card("tent", "rr")], "replacement": 0}, "returned"),
        ({"returned": [card("tent", "rr")], "replacement": [card("tent", "rr"), card("tent", "rl")]}, "returned"),
        ({"chosen": ["farm"]}, "chosen"),
        ({"options": {"buildings": "one_each"}, "chosen": "farm"}, "chosen"),
        ({"options": {"buildings": "one_each"}, "chosen": ["cathedral"]}, "chosen"),
        ({"options": {"buildings": "one_each"}, "chosen": ["brewery"]}, "chosen"),
        ({"options": {"buildings": "one_each"}, "chosen": ["hut", "tent"]}, "chosen"),
        # players
        ({"rats": {"blue": 1}}, "rats"),
        ({"rats": {"red": -1}}, "rats.red"),
        ({"rats": {"red": 10**20}}, "rats.red"),
        ({"rats": {"red": "many"}}, "rats.red"),
        ({"rats": {"red": None}}, "rats.red"),
        ({"rats": {"red": False}}, "rats.red"),
        ({"rats": 10}, "rats"),
        ({"influence": []}, "influence"),
        ({"influence": {"islam": []}}, "influence"),
        ({"influence": {"church": {"red": 4}}}, "influence.church"),
        ({"influence": {"church": ["red"]}}, "influence.church"),
        ({"influence": {"church": [["red"]]}}, "influence.church"),
        ({"influence": {"church": [["red", 4, 1]]}}, "influence.church"),
        ({"influence": {"church": [["blue", 4]]}}, "influence.church"),
        ({"influence": {"church": [["red", 0]]}}, "influence.church"),
        ({"influence": {"church": [["red", 10**20]]}}, "influence.church"),
        ({"influence": {"church": [[None, 4]]}}, "influence.church"),
        ({"influence": {"church": [["red", 4], ["red", 4]]}}, "influence.church"),
        ({"influence": {"church": [["red", 4], ["green", 5]]}}, "influence.church"),
        ({"looked": {"blue": []}}, "looked"),
        ({"looked": {"red": 3}}, "looked.red"),
        ({"looked": {"red": [0]}}, "looked.red"),
        ({"looked": {"red": [6]}}, "looked.red"),
        ({"looked": {"red": ["1"]}}, "looked.red"),
        ({"looked": [[1]]}, "looked"),
        # tokens
        ({"points": {"blue": []}}, "points"),
        ({"points": [[1]]}, "points"),
        ({"points": {"red": [4]}}, "points.red"),
        ({"points": {"red": ["3"]}}, "points.red"),
        ({"points": {"red": [1.0]}}, "points.red"),
        ({"points": {"red": [True]}}, "points.red"),
        ({"points": {"red": -1}}, "points.red"),
        ({"points": {"red": 61}}, "points.red"),
        ({"points": {"red": 21}}, "tokens"),
        ({"points": {"red": [3] * 7}}, "points"),
        ({"points": {"red": [3] * 4}, "tokens": [3] * 3}, "points"),
        ({"points": {"red": 11}, "tokens": 10}, "tokens"),
        ({"tokens": "all"}, "tokens"),
        ({"tokens": None}, "tokens"),
        ({"tokens": [0]}, "tokens"),
        # population cards and special cards
        ({"hands": []}, "hands"),
        ({"hands": {"blue": []}}, "hands"),
        ({"hands": {"red": ["islam-1"]}}, "hands.red"),
        ({"hands": {"red": ["church-5"]}}, "hands.red"),
        ({"hands": {"red": ["church"]}}, "hands.red"),
        ({"hands": {"red": [7]}}, "hands.red"),
        ({"hands": {"red": [["gold"]]}}, "hands.red"),
        ({"hands": {"red": {"gold": 1}}}, "hands.red"),
        ({"hands": {"red": -1}}, "hands.red"),
        ({"hands": {"red": 10**20}}, "hands.red"),
        ({"hands": {"red": True}}, "hands.red"),
        ({"hands": {"red": 1.0}}, "hands.red"),
        ({"hands": {"red": None}}, "hands.red"),
        ({"hands": {"red": [None] * 128}}, "hands.red"),
        ({"hands": {"red": 80}}, "position"),
        ({"hands": {"red": 40, "yellow": 40}}, "position"),
        ({"hands": {"red": ["church-3"] * 3}}, "position"),
        ({"hands": {"red": ["church-3"] * 2}, "discards": ["church-3"]}, "position"),
        ({"hands": {"red": ["sword"] * 13}}, "position"),
        ({"nuns": 4}, "nuns"),
        ({"nuns": 6}, "nuns"),
        ({"nuns": []}, "nuns"),
        ({"nuns": None}, "nuns"),
        ({"nuns": ["church-0", None, None, None, "joker"]}, "nuns"),
        ({"deck": ["joker"]}, "deck"),
        ({"deck": -1}, "deck"),
        ({"deck": 85}, "deck"),
        ({"deck": 80}, "position"),
        ({"deck": 10**20}, "deck"),
        ({"deck": "church-0"}, "deck"),
        ({"deck": [None] * 85}, "deck"),
        ({"discards": ["gold"]}, "discards"),
        ({"discards": 100}, "discards"),
        ({"discards": 10, "deck": 70}, "position"),
        ({"discards": {"church-0": 1}}, "discards"),
        ({"stacks": []}, "stacks"),
        ({"stacks": {"silver": 1}}, "stacks"),
        ({"stacks": {"church-0": 1}}, "stacks"),
        ({"stacks": {"gold": 16}}, "stacks.gold"),
        ({"stacks": {"gold": -1}}, "stacks.gold"),
        ({"stacks": {"gold": None}}, "stacks.gold"),
        ({"stacks": {"gold": 15}, "hands": {"red": ["gold"]}}, "stacks.gold"),
        ({"lost": {"gold": 16}}, "lost.gold"),
        ({"lost": {"silver": 1}}, "lost"),
        ({"lost": 1}, "lost"),
        ({"lost": {"gold": 15}, "hands": {"red": ["gold"]}}, "stacks.gold"),
        ({"lost": {}, "stacks": {"gold": 14}}, "stacks.gold"),
        # who entered
        ({"entered": {}, "phase": "enter"}, "entered"),
        ({"entered": ["red"], "phase": "enter"}, "entered[0]"),
        ({"entered": [entry("blue", 1)], "phase": "enter"}, "entered[0].seat"),
        ({"entered": [{"building": 1}], "phase": "enter"}, "entered[0].seat"),
        ({"entered": [entry("red", 0)], "phase": "enter"}, "entered[0].building"),
        ({"entered": [entry("red", 3)], "phase": "enter"}, "entered[0].building"),
        ({"entered": [{"seat": "red"}], "phase": "enter"}, "entered[0].building"),
        ({"entered": [entry("red", 1, weight=1)], "phase": "enter"}, "entered[0]"),
        ({"entered": [entry("red", 1), entry("red", 2)], "phase": "enter"}, "entered[1]"),
        ({"entered": [entry("red", 1)] * 9, "phase": "enter"}, "entered[1]"),
        ({"entered": [entry("red", 1, "pass")], "phase": "enter"}, "entered[0].cards"),
        ({"entered": [entry("red", 1, "gold")], "phase": "enter"}, "entered[0].cards"),
        ({"entered": [entry("red", 1, "x")], "phase": "enter"}, "entered[0].cards"),
        ({"entered": [{**entry("red", 1), "cards": -1}], "phase": "enter"}, "entered[0].cards"),
        ({"entered": [{**entry("red", 1), "cards": 128}], "phase": "enter"}, "entered[0].cards"),
        ({"entered": [entry("red", 1, shown=1)], "phase": "enter"}, "entered[0].shown"),
        ({"entered": [entry("red", 1, shown=None)], "phase": "enter"}, "entered[0].shown"),
        ({"entered": [shown("red", 1, None)], "phase": "enter"}, "entered[0].cards"),
        ({"entered": [entry("red", 1, strength=1)], "phase": "enter"}, "entered[0].strength"),
        ({"entered": [entry("red", 1, "sword", strength=1)], "phase": "enter"}, "entered[0].strength"),
        ({"entered": [entry("red", 1, "joker", strength=0)], "phase": "enter"}, "entered[0].strength"),
        ({"entered": [entry("red", 1, strength=-1)], "phase": "enter"}, "entered[0].strength"),
        ({"entered": [entry("red", 1, strength=10**20)], "phase": "enter"}, "entered[0].strength"),
        ({"entered": [entry("red", 1, strength=False)], "phase": "enter"}, "entered[0].strength"),
        ({"entered": [shown("red", 1)], "phase": "enter"}, "entered"),
        ({"entered": [entry("red", 1)]}, "entered"),
        ({"entered": [entry("red", 1)], "phase": "over", "round": 9, "row": []}, "entered"),
        ({"entered": [entry(seat, 1) for seat in SEATS[:3]], "phase": "enter"}, "entered"),
        ({"entered": [entry("red", 1)], "phase": "enter", "to_move": "red"}, "to_move"),
        ({"phase": "resolve"}, "entered"),
        ({"phase": "resolve", "entered": [entry("red", 1), entry("green", 1)]}, "entered"),
        ({"phase": "resolve", "entered": [shown("red", 1, "joker"), entry("green", 1), entry("yellow", 1)]}, "entered"),
        ({"phase": "resolve", "entered": [shown("red", 2), entry("green", 1), entry("yellow", 1)]}, "entered"),
        ({"phase": "resolve", "entered": [shown("red", 1, "joker"), entry("green", 2), entry("yellow", 2)]}, "entered"),
        ({"premium": "red"}, "premium"),
        # what is asked
        ({"pending": "peek"}, "pending"),
        ({"pending": []}, "pending"),
        ({"pending": {"due": 1}}, "pending.ask"),
        ({"pending": {"ask": "tea"}}, "pending.ask"),
        ({"pending": {"ask": ""}}, "pending.ask"),
        ({"pending": {"ask": ["peek"]}}, "pending.ask"),
        ({"pending": {"ask": "act", "place": 1}}, "pending"),
        ({"pending": {"ask": "play"}}, "pending"),
        ({"pending": {"ask": "peek", "due": 1}, "phase": "enter"}, "pending"),
        ({"pending": {"ask": "peek", "due": 1}, "phase": "over", "round": 9, "row": []}, "pending"),
        ({"pending": {"ask": "peek", "due": 1, "last": None}}, "pending"),
        ({"pending": {"ask": "peek", "due": 1, "place": 1}}, "pending.place"),
        ({"pending": {"ask": "peek"}}, "pending.due"),
        ({"pending": {"ask": "peek", "due": 0}}, "pending.due"),
        ({"pending": {"ask": "peek", "due": 2}}, "pending.due"),
        ({"pending": {"ask": "peek", "due": 10**20}}, "pending.due"),
        ({"pending": {"ask": "peek", "due": True}}, "pending.due"),
        ({"pending": {"ask": "peek", "due": 1}, "row": SMALL}, "pending.due"),
        ({"pending": {"ask": "peek", "due": 1}, "looked": {"green": [1, 2, 3, 4, 5]}}, "pending.due"),
        ({"pending": {"ask": "peek", "due": 1, "seen": [1]}, "looked": {"green": [1]}}, "pending.due"),
        ({"pending": {"ask": "peek", "due": 1, "seen": [1]}}, "pending.seen"),
        ({"pending": {"ask": "peek", "due": 1, "seen": [6]}}, "pending.seen"),
        ({"pending": {"ask": "peek", "due": 1, "seen": 1}}, "pending.seen"),
        ({"phase": "enter", "pending": {"ask": "play"}}, "to_move"),
        ({"phase": "enter", "pending": {"ask": "play"}, "entered": [entry("red", 1)], "to_move": "green"}, "to_move"),
        ({"phase": "enter", "pending": {"ask": "play", "place": 2}, "entered": [entry("red", 1)]}, "pending.place"),
        ({"phase": "enter", "pending": {"ask": "play", "last": "joker"}, "entered": [entry("red", 1)]}, "pending.last"),
        ({"phase": "enter", "pending": {"ask": "play", "last": "joker"},
          "entered": [entry("red", 1, "joker", "sword")]}, "pending.last"),
        ({"phase": "enter", "pending": {"ask": "play", "last": 7}, "entered": [entry("red", 1)]}, "pending.last"),
        ({"phase": "enter", "pending": {"ask": "play", "due": 1}, "entered": [entry("red", 1)]}, "pending"),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_with_its_place(changes, place) -> None:
    with pytest.raises(FormatError) as error:
        read(**changes)
    assert error.value.place == place, error.value


@pytest.mark.parametrize(
    "position", [None, [], "position", 7, {}, {"game": "cartus"}, {"players": 3}, {**PLAIN, 7: 7}, {**PLAIN, None: 7}]
)
def test_what_is_no_position_is_refused(position) -> None:
    with pytest.raises(FormatError):
        rattus.from_position(position)


def resolving(*entries, players=3, **changes):
    """A position in phase D in which all have entered."""
    buildings = ["farm", "marketplace", "hospital", "watchtower", "tent", "palace"]
    data = {
        "game": "cartus", "players": players, "round": 5, "phase": "resolve", "first": "red",
        "options": {"buildings": buildings}, "entered": list(entries),
    }  # fmt: skip
    return rattus.from_position({**data, **changes})


SWORDS = {
    "row": [card("farm", "rr"), card("watchtower", "rr")],
    "hands": {"yellow": ["church-0", "church-2", "magic-1", "joker"], "green": ["magic-0"]},
    "pending": {"ask": "give", "place": 1, "by": "sword", "to": "red", "due": 2},
    "to_move": "yellow",
}
FIGHT = (shown("red", 1, "sword", "sword"), shown("yellow", 1), shown("green", 1, "sword"))


def asked(base, **pending):
    return {
        **base,
        "pending": {name: value for name, value in {**base["pending"], **pending}.items() if value != "gone"},
    }


@pytest.mark.rules("C19")
def test_a_position_in_the_middle_of_giving_to_a_sword() -> None:
    game = resolving(*FIGHT, **SWORDS)
    assert [str(move) for move in game.legal()] == ["give church-0", "give church-2", "give magic-1"]
    assert game.position()["pending"] == {**SWORDS["pending"], "last": None, "given": 0}
    later = {**SWORDS, "hands": {**SWORDS["hands"], "red": ["church-1"]}}
    assert resolving(*FIGHT, **asked(later, due=1, last="church-1")).position()["pending"]["given"] == 1
    hands = {"yellow": SWORDS["hands"]["yellow"], "red": ["church-0", "church-0"]}
    twice = asked({**SWORDS, "hands": hands}, due=1, last="church-0", given=2)
    assert resolving(*FIGHT, **twice).position()["pending"]["given"] == 2


FLUTES = {
    "row": SWORDS["row"],
    "pending": {"ask": "infest", "place": 1},
    "to_move": "red",
    "rats": {"red": 1, "yellow": 0, "green": 0},
}
PIPING = (shown("red", 1, "flute"), shown("yellow", 1), shown("green", 1))
TOWER = {
    "row": [card("farm", "rr"), card("watchtower", "rr")],
    "hands": {"red": 1, "yellow": 5, "green": 4},
    "pending": {"ask": "give", "place": 2, "by": "tower", "to": "red", "due": 3, "givers": ["yellow", "green"]},
    "to_move": "yellow",
}
BESIEGED = (shown("yellow", 1, strength=2), shown("green", 1, strength=0), shown("red", 2))
SHARED = (shown("yellow", 2, "joker"), shown("green", 1, strength=0), shown("red", 2))


@pytest.mark.rules("C29")
def test_a_position_in_the_middle_of_giving_to_a_tower() -> None:
    yellow = ["church-0", "church-1", "church-2", "church-4", "joker"]
    hands = {"red": ["gold"], "yellow": yellow, "green": ["magic-0", "magic-1", "magic-2", "pass"]}
    game = resolving(*BESIEGED, **{**TOWER, "hands": hands})
    assert game.position()["pending"]["givers"] == ["yellow", "green"]
    for move in ("give church-0", "give church-2", "give joker"):
        assert game.to_move == "yellow"
        game.play(move)
        check_position(game)
    assert (game.to_move, game.position()["pending"]["givers"]) == ("green", ["green"])
    assert [str(move) for move in game.legal()] == ["give magic-0", "give magic-1"]
    for move in ("give magic-1", "give magic-2", "give pass"):  # the only answers, but that shows only in the hand
        assert [str(each) for each in game.legal() if move != "give magic-1"] in ([], [move])
        game.play(move)
    assert game.position()["hands"] == {
        "red": ["church-0", "church-2", "magic-1", "magic-2", "joker", "pass", "gold"],
        "yellow": ["church-1", "church-4"],
        "green": ["magic-0"],
    }
    alone = resolving(*BESIEGED, **asked(TOWER, givers="gone"))
    assert alone.position()["pending"]["givers"] == ["yellow"]


LOOKING = {
    "row": [card("tent", "rr"), card("farm", "rr")],
    "pending": {"ask": "peek", "place": 1, "due": 1, "seen": [2]},
    "looked": {"red": [2, 3]},
    "to_move": "red",
}
IN_TENT = (shown("red", 1, "joker"), shown("yellow", 1), entry("green", 2))
HEALING = {
    "row": [card("hospital", "rl"), card("farm", "rr")],
    "pending": {"ask": "discard", "place": 1, "due": 3},
    "hands": {"red": ["church-0", "joker", "gold"], "yellow": ["pass", "pass", "pass"]},
    "to_move": "red",
}
ACTING = {"row": [card("palace", "rl"), card("farm", "rr")], "pending": {"ask": "act", "place": 1}, "to_move": "red"}
DUEL = (shown("red", 1, "joker"), entry("yellow", 2))


def test_positions_in_the_middle_of_building_actions() -> None:
    assert [str(move) for move in resolving(*IN_TENT, **LOOKING).legal()] == ["peek 1", "peek 4", "peek 5"]
    assert len(resolving(*IN_TENT, **HEALING).legal()) == 4
    assert resolving(*IN_TENT, **ACTING).position()["pending"]["premium"] is True
    assert resolving(*IN_TENT, **{**ACTING, "to_move": "yellow"}).position()["pending"]["premium"] is False
    assert resolving(*DUEL, players=2, **ACTING).position()["premium"] == "red"
    for data in (LOOKING, HEALING):
        assert resolving(*DUEL, players=2, **data).position()["premium"] == "red"  # it was said when red was asked


@pytest.mark.parametrize(
    ("entries", "changes", "place"),
    [
        (FIGHT, {**SWORDS, "to_move": None}, "to_move"),
        (FIGHT, asked(SWORDS, place="gone"), "pending.place"),
        (FIGHT, asked(SWORDS, place=0), "pending.place"),
        (FIGHT, asked(SWORDS, place=3), "pending.place"),
        (FIGHT, asked(SWORDS, place=2), "entered"),
        (FIGHT, asked(SWORDS, by="gone"), "pending.by"),
        (FIGHT, asked(SWORDS, by="fear"), "pending.by"),
        (FIGHT, asked(SWORDS, by=""), "pending.by"),
        (FIGHT, asked(SWORDS, to="gone"), "pending.to"),
        (FIGHT, asked(SWORDS, to="blue"), "pending.to"),
        (FIGHT, asked(SWORDS, to="green"), "pending"),
        (FIGHT, asked(SWORDS, to="yellow"), "pending"),
        (FIGHT, {**SWORDS, "to_move": "green", "hands": {"green": 4}}, "pending"),
        (FIGHT, {**SWORDS, "to_move": "red", "hands": {"red": 4}}, "pending"),
        (FIGHT, asked(SWORDS, due="gone"), "pending.due"),
        (FIGHT, asked(SWORDS, due=0), "pending.due"),
        (FIGHT, asked(SWORDS, due=1), "pending.due"),
        (FIGHT, asked(SWORDS, due=3), "pending.due"),
        (FIGHT, asked(SWORDS, due=10**20), "pending.due"),
        (FIGHT, {**SWORDS, "hands": {}}, "pending.due"),
        (FIGHT, asked(SWORDS, given=1), "pending.given"),
        (FIGHT, asked(SWORDS, given=-1), "pending.given"),
        (FIGHT, asked(SWORDS, given="0"), "pending.given"),
        (FIGHT, asked(SWORDS, last="church-0"), "pending.due"),
        (FIGHT, asked(SWORDS, due=1, last="church-0", given=0), "pending.given"),
        (FIGHT, asked(SWORDS, due=1, last="gold", given=1), "pending.last"),
        (FIGHT, asked(SWORDS, due=1, last="flute"), "pending.last"),
        (FIGHT, asked(SWORDS, last="x"), "pending.last"),
        (FIGHT, asked(SWORDS, last=7), "pending.last"),
        (FIGHT, asked(SWORDS, premium=True), "pending"),
        (FIGHT, asked(SWORDS, ask="play"), "pending"),
        (FIGHT, {**SWORDS, "pending": {"ask": "rob", "place": 1}, "to_move": "red"}, "pending"),
        ((entry("red", 1, "sword"), *FIGHT[1:]), SWORDS, "entered"),
        ((*FIGHT[:2], shown("green", 2, "sword")), SWORDS, "entered"),
        ((shown("red", 1, "sword"), shown("yellow", 1), shown("green", 1)),
         {**SWORDS, "pending": {"ask": "rob", "place": 1}, "to_move": "yellow"}, "pending"),
        ((shown("red", 1), shown("yellow", 1), shown("green", 1)),
         {**SWORDS, "pending": {"ask": "rob", "place": 1}, "to_move": "yellow"}, "pending"),
        ((shown("red", 1), shown("yellow", 1), entry("green", 2)),
         {**SWORDS, "pending": {"ask": "rob", "place": 1}, "to_move": "green"}, "to_move"),
        (PIPING, {**FLUTES, "to_move": "green"}, "pending"),
        (PIPING, {**FLUTES, "rats": {"red": 0}}, "pending"),
        (PIPING, asked(FLUTES, due=1), "pending"),
        ((shown("red", 1, "flute"), shown("yellow", 1), entry("green", 2)), FLUTES, "pending"),
        (BESIEGED, asked(TOWER, place=1), "entered"),
        (BESIEGED, asked(TOWER, due=2), "pending.due"),
        (BESIEGED, asked(TOWER, due=4), "pending.due"),
        (BESIEGED, asked(TOWER, due=3, last="church-0"), "pending.due"),
        (BESIEGED, asked(TOWER, givers="yellow"), "pending.givers"),
        (BESIEGED, asked(TOWER, givers=["blue"]), "pending.givers"),
        (BESIEGED, asked(TOWER, givers=["green", "green"]), "pending.givers"),
        (BESIEGED, {**TOWER, "to_move": "green"}, "pending.givers"),
        (BESIEGED, {**TOWER, "hands": {"yellow": 5}}, "pending.givers"),
        (BESIEGED, asked(TOWER, to="green"), "pending.givers"),
        (BESIEGED, {**TOWER, "first": "green"}, "pending.givers"),
        (SHARED, TOWER, "pending.givers"),
        (SHARED, {**asked(TOWER, givers=["green"]), "to_move": "green"}, "pending.to"),
        (BESIEGED, {**TOWER, "round": 9}, "pending"),
        (FIGHT, asked(TOWER, place=1), "pending"),
        (IN_TENT, asked(LOOKING, due=2), "pending.due"),
        (IN_TENT, asked(LOOKING, seen=[]), "pending.due"),
        (IN_TENT, asked(LOOKING, seen=[2, 3]), "pending.due"),
        (IN_TENT, asked(LOOKING, seen=[1]), "pending.seen"),
        (IN_TENT, asked(LOOKING, place=None), "pending.place"),
        (IN_TENT, {**LOOKING, "to_move": "green"}, "to_move"),
        (IN_TENT, {**LOOKING, "to_move": "yellow", "looked": {"yellow": [2]}}, "pending.due"),
        (IN_TENT, {**LOOKING, "looked": {"red": [1, 2, 3, 4, 5]}}, "pending.due"),
        (IN_TENT, {**LOOKING, "row": ACTING["row"]}, "pending"),
        (IN_TENT, {**LOOKING, "round": 9}, "pending"),
        (IN_TENT, asked(HEALING, due=2), "pending.due"),
        (IN_TENT, asked(HEALING, due=4), "pending.due"),
        (IN_TENT, asked(HEALING, due=3, last="church-0"), "pending.due"),
        (IN_TENT, {**HEALING, "rats": {"red": 2}}, "pending.due"),
        (IN_TENT, {**HEALING, "rats": {"red": 0}}, "pending.due"),
        (IN_TENT, {**HEALING, "to_move": "yellow"}, "pending.due"),
        (IN_TENT, asked(HEALING, last="x"), "pending.last"),
        (IN_TENT, asked(HEALING, seen=[]), "pending"),
        (IN_TENT, {**HEALING, "row": ACTING["row"]}, "pending"),
        (IN_TENT, asked(ACTING, premium=False), "pending.premium"),
        (IN_TENT, asked(ACTING, premium=1), "pending.premium"),
        (IN_TENT, asked(ACTING, premium=None), "pending.premium"),
        (IN_TENT, {**ACTING, "round": 9}, "pending"),
        (IN_TENT, {**ACTING, "tokens": 0}, "pending"),
        (IN_TENT, {**ACTING, "to_move": "green"}, "to_move"),
        (IN_TENT, {**ACTING, "premium": "red"}, "premium"),
        ((shown("red", 1, "joker"), shown("yellow", 1, strength=3), entry("green", 2)), ACTING, "entered"),
        ((shown("red", 1, "joker"), shown("yellow", 1), shown("green", 2)), ACTING, "entered"),
    ],
)  # fmt: skip
def test_a_contradiction_while_buildings_are_resolved_is_refused(entries, changes, place) -> None:
    with pytest.raises(FormatError) as error:
        resolving(*entries, **changes)
    assert error.value.place == place, error.value


@pytest.mark.rules("C23")
def test_the_premium_action_of_two_players_must_be_of_who_played_more() -> None:
    assert resolving(*DUEL, players=2, **ACTING, premium="red").position()["premium"] == "red"
    for premium in ("yellow", "blue", 7):
        with pytest.raises(FormatError) as error:
            resolving(*DUEL, players=2, **ACTING, premium=premium)
        assert error.value.place == "premium"
    with pytest.raises(FormatError, match="while buildings are resolved"):
        rattus.from_position({"game": "cartus", "players": 2, "premium": "red"})


# ---- what can be counted


COUNTED = {
    **PLAIN,
    "hands": {"red": ["church-0", "joker"], "yellow": ["church-0", "sword"], "green": 3},
    "nuns": ["magic-0", "magic-0", "magic-1", "magic-1", "magic-2"],
    "looked": {"red": [1]},
    "deck": ["church-1", "church-1"],
}
SPECIALS = {"red": {"joker": 1}, "yellow": {"sword": 1}}
EVERYTHING = {f"{name}-{nuns}": 4 for name in ("church", "magic", "chivalry") for nuns in range(5)}
BOUNDS = {"deck": {"church-1": 2}, "outside": EVERYTHING, "nuns": {"magic-0": 2, "magic-1": 2, "magic-2": 1}}


def counted(shuffled=False, **rows):
    """A position with all that is counted: what everybody knows, and more or other things in some rows."""
    others = {name: {"most": {seat: most for seat, most in SPECIALS.items() if seat != name}} for name in SEATS[:3]}
    data = {"all": {"most": SPECIALS}, **others}
    if shuffled:
        data = {name: {**row, **BOUNDS} for name, row in data.items()} | {"new": dict.fromkeys(SEATS[:3], 50)}
    for name, row in rows.items():
        data[name] = {**data[name], **row} if isinstance(row, dict) and name in data and name != "new" else row
    return {name: row for name, row in data.items() if row != "gone"}


def test_what_is_counted_can_be_read_where_it_is_true() -> None:
    plain = rattus.from_position({**COUNTED, "counted": counted()})
    assert plain.position()["counted"]["all"]["most"] == SPECIALS
    check_position(plain)
    more = counted(green={"held": {"red": ["church-0", "joker"]}, "loose": ["church-0"]})
    game = rattus.from_position({**COUNTED, "counted": more})
    assert game.position()["counted"]["green"]["held"] == {"red": ["church-0", "joker"]}
    check_position(game)
    check_position(rattus.from_position({**COUNTED, "counted": counted(shuffled=True)}))
    openly = rattus.from_position(COUNTED).position()["counted"]  # left out: special cards were taken openly
    assert openly["all"] == {"held": {"red": ["joker"], "yellow": ["sword"]}}
    assert openly["red"] == {"held": {"yellow": ["sword"]}}


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ([], "counted"),
        ({}, "counted"),
        (7, "counted"),
        (counted(all="gone"), "counted"),
        (counted(red="gone"), "counted"),
        (counted(blue={}), "counted"),
        (counted(all="gone", red="gone", yellow="gone"), "counted"),
        (counted(all=7), "counted.all"),
        (counted(red={"tea": 1}), "counted.red"),
        (counted(red={"deck": {}}), "counted.red"),
        (counted(new=7), "counted.new"),
        (counted(new={"blue": 1}), "counted.new"),
        (counted(True, new={"red": -1}), "counted.new.red"),
        (counted(True, new={"red": 101}), "counted.new.red"),
        (counted(red={"held": []}), "counted.red.held"),
        (counted(red={"held": {"blue": []}}), "counted.red.held"),
        (counted(red={"held": {"red": []}}), "counted.red.held"),
        (counted(red={"held": {"yellow": 2}}), "counted.red.held.yellow"),
        (counted(red={"held": {"yellow": ["x"]}}), "counted.red.held.yellow"),
        (counted(red={"held": {"yellow": ["joker"] * 85}}), "counted.red.held.yellow"),
        (counted(red={"held": {"yellow": ["joker"]}}), "counted.red"),
        (counted(red={"held": {"yellow": ["church-0", "church-0"]}}), "counted.red"),
        (counted(red={"most": 7}), "counted.red.most"),
        (counted(red={"most": {"red": {}}}), "counted.red.most"),
        (counted(red={"most": {"yellow": 7}}), "counted.red.most.yellow"),
        (counted(red={"most": {"yellow": {"church-0": 1}}}), "counted.red.most.yellow"),
        (counted(red={"most": {"yellow": {"sword": -1}}}), "counted.red.most.yellow.sword"),
        (counted(red={"most": {"yellow": {"sword": 101}}}), "counted.red.most.yellow.sword"),
        (counted(red={"most": {"yellow": {"sword": 0}}}), "counted.red"),
        (counted(all={"most": {}}), "counted.all"),
        (counted(red={"loose": {}}), "counted.red.loose"),
        (counted(red={"loose": ["joker"]}), "counted.red.loose"),
        (counted(red={"loose": ["church-0"] * 85}), "counted.red.loose"),
        (counted(red={"loose": ["church-0"] * 2}), "counted.red"),
        (counted(red={"loose": ["church-0"], "held": {"yellow": ["church-0"]}}), "counted.red"),
        (counted(True, red={"deck": []}), "counted.red.deck"),
        (counted(True, red={"deck": {"joker": 1}}), "counted.red.deck"),
        (counted(True, red={"deck": {"church-1": 85}}), "counted.red.deck.church-1"),
        (counted(True, red={"deck": {"church-1": None}}), "counted.red.deck.church-1"),
        (counted(True, red={"deck": {"church-1": 1}}), "counted.red"),
        (counted(True, red={"nuns": {"magic-0": 1, "magic-1": 1, "magic-2": 1}}), "counted.red"),
        (counted(True, all={"nuns": {"magic-0": 1, "magic-1": 2, "magic-2": 1}}), "counted.all"),
        (counted(True, red={"outside": {**EVERYTHING, "magic-2": 0}}), "counted.red"),
        (counted(True, red={"outside": {}}), "counted.red"),
        (counted(True, red={"outside": {**EVERYTHING, "church-0": 0}}, new={}), "counted.red"),
    ],
)
def test_what_is_counted_wrongly_is_refused(given, place) -> None:
    with pytest.raises(FormatError) as error:
        rattus.from_position({**COUNTED, "hands": {**COUNTED["hands"], "green": 0}, "counted": given})
    assert error.value.place == place, error.value


# ---- views that cannot be


def a_view():
    """What yellow sees, who has looked at two nuns, laid a card down and has tokens, as others do too."""
    position = {
        "game": "cartus", "players": 3, "round": 5, "first": "red", "phase": "enter", "row": [FARM, PALACE],
        "hands": {"red": ["church-0", "sword", "gold"], "yellow": ["church-1", "joker"], "green": ["magic-0"]},
        "entered": [entry("red", 1, "church-2", "joker"), entry("yellow", 2, "magic-4")],
        "points": {"red": [3], "yellow": [2, 2]}, "looked": {"red": [1], "yellow": [2, 3]}, "deck": 20,
        "nuns": ["church-4", "church-4", "magic-3", "magic-3", "royalty-2"],
    }  # fmt: skip
    return rattus.from_position(position).view("yellow")


def changed(data, path, value):
    """The same with one part replaced, or taken out where it is "gone"."""
    data = copy.deepcopy(data)
    *parents, last = path
    part = data
    for key in parents:
        part = part[key]
    if value == "gone":
        del part[last]
    else:
        part[last] = value
    return data


def test_the_view_is_read_before_it_is_damaged() -> None:
    view = a_view()
    world = rattus.from_position(view)
    assert world.view("yellow") == view
    assert (view["nuns"], view["hands"]["red"], view["entered"][0]["cards"]) == (
        [None, "church-4", "magic-3", None, None], 3, 2,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("deck",), ["church-0"], "deck"),
        (("deck",), "gone", "deck"),
        (("deck",), True, "deck"),
        (("deck",), 85, "deck"),
        (("deck",), 19, "counted"),
        (("deck",), 21, "counted"),
        (("buildings",), [], "buildings"),
        (("replacement",), None, "replacement"),
        (("tokens",), [1], "tokens"),
        (("tokens",), 18, "tokens"),
        (("hands", "red"), ["church-0"], "hands.red"),
        (("hands", "red"), [], "hands.red"),
        (("hands", "red"), 4, "counted"),
        (("hands", "red"), 128, "hands.red"),
        (("hands", "yellow"), 2, "hands.yellow"),
        (("hands", "yellow"), "gone", "counted"),
        (("hands", "yellow"), ["church-1", None], "hands.yellow"),
        (("hands", "yellow"), ["church-1", "joker", "joker"], "stacks.joker"),
        (("hands", "yellow"), ["church-1"], "counted"),
        (("hands", "green"), "gone", "counted"),
        (("hands",), [], "hands"),
        (("points", "red"), [3], "points.red"),
        (("points", "yellow"), 2, "points.yellow"),
        (("nuns", 0), "church-4", "nuns"),
        (("nuns", 1), None, "nuns"),
        (("nuns",), 5, "nuns"),
        (("looked", "yellow"), [2, 3, 4], "nuns"),
        (("looked", "yellow"), [2], "nuns"),
        (("discards",), 55, "discards"),
        (("discards", 0), None, "discards"),
        (("discards", 0), "gone", "counted"),
        (("entered", 0, "cards"), ["church-2", "joker"], "entered[0].cards"),
        (("entered", 0, "cards"), ["church-2", None], "entered[0].cards"),
        (("entered", 0, "strength"), 2, "entered[0].strength"),
        (("entered", 1, "cards"), 1, "entered[1].cards"),
        (("entered", 1, "cards"), [None], "entered[1].cards"),
        (("entered", 1, "strength"), 2, "entered[1].strength"),
        (("stacks", "joker"), 14, "stacks.joker"),
        (("stacks", "joker"), 12, "counted"),
        (("stacks", "joker"), "gone", "stacks.joker"),
        (("stacks", "sword"), 10, "counted"),
        (("stacks", "gold"), 16, "stacks.gold"),
        (("lost",), {"gold": 15}, "stacks.gold"),
        (("counted", "all"), "gone", "counted"),
        (("counted", "red"), {}, "counted"),
        (("counted", "yellow", "held", "yellow"), ["joker"], "counted.yellow.held"),
        (("counted", "yellow", "held", "red"), ["joker"] * 6, "counted.yellow.held"),
        (("counted", "yellow", "held", "red"), ["church-1"] * 2, "counted.yellow"),
        (("counted", "yellow", "most"), {"red": {"sword": 0}}, "counted.yellow.most"),
        (("counted", "yellow", "loose"), ["church-0"] * 4, "counted.yellow"),
        (("counted", "yellow", "loose"), ["magic-3"] * 2, "counted.yellow"),
        (("counted", "all", "held", "green"), ["gold"], "counted.all"),
        (("pending",), {"ask": "play", "last": "joker"}, "to_move"),
        (("to_move",), "yellow", "to_move"),
    ],
)
def test_a_view_that_cannot_be_is_refused_with_its_place(path, value, place) -> None:
    with pytest.raises(FormatError) as error:
        rattus.from_position(changed(a_view(), path, value))
    assert error.value.place == place, error.value


@pytest.mark.parametrize(
    ("kind", "path", "value", "place"),
    [
        ("play again", ("pending", "last"), "church-0", "pending.last"),
        ("give by sword again", ("pending", "last"), "church-0", "pending.last"),
        ("discard", ("hands", "red"), [], "hands.red"),
    ],
)
def test_what_a_spectator_cannot_see_is_refused(kind, path, value, place) -> None:
    for game in moments()[kind]:
        with pytest.raises(FormatError) as error:
            rattus.from_position(changed(game.view(None), path, value))
        assert error.value.place == place, error.value


def test_after_the_end_there_are_no_views() -> None:
    game = moments()["supply"][0].copy()
    play_on(game, random.Random(2))
    view = {**game.position(), "counted": {"all": {}}, "deck": 1, "buildings": 0, "tokens": 1}
    view["replacement"] = len(view["replacement"])
    with pytest.raises(FormatError) as error:
        rattus.from_position(view)
    assert error.value.place == "counted"


# ---- records


@functools.cache
def shuffled_record():
    """A finished game in which the deck was made anew."""
    for seed in range(50):
        game, choice = rattus.new("cartus", 5, seed), random.Random(seed)
        while not game.is_over:
            moves = [str(move) for move in game.legal()]
            game.play("act" if "act" in moves else choice.choice(moves))
        if len(game.shuffles) > 1:
            return game.record()
    raise AssertionError("no game with two shuffles")


def with_shuffles(shuffles, stream=True):
    record = {**copy.deepcopy(shuffled_record()), "shuffles": shuffles}
    if not stream:
        del record["start"]["stream"]
    return record


@pytest.mark.rules("C4")
def test_a_record_is_replayed_by_its_shuffles_without_its_stream() -> None:
    whole = shuffled_record()
    again = load_record(with_shuffles(whole["shuffles"], stream=False))
    assert again.shuffles == whole["shuffles"]
    assert again.outcome.as_data() == whole["result"]
    assert again.record()["moves"] == whole["moves"]


@pytest.mark.rules("C4")
@pytest.mark.parametrize("stream", [True, False])
def test_a_wrong_shuffle_is_refused(stream) -> None:
    first, *others = shuffled_record()["shuffles"]
    other = next(name for name in first if name != first[0])
    for pile, place in (
        (first[:-1], "shuffles[0]"),
        (first[1:], "shuffles[0]"),
        ([*first, first[0]], "shuffles[0]"),
        ([other, *first[1:]], "shuffles[0]"),
        ([], "shuffles[0]"),
        (["joker", *first[1:]], "shuffles"),
        (["church-5", *first[1:]], "shuffles"),
        (first * 5, "shuffles"),
        (7, "shuffles"),
        ([7, *first[1:]], "shuffles"),
    ):
        with pytest.raises(FormatError) as error:
            load_record(with_shuffles([pile, *others], stream))
        assert error.value.place == place, error.value


@pytest.mark.rules("C4")
def test_a_permuted_shuffle_is_another_game() -> None:
    """The same cards in another order can be a deck, but not the one that these moves and this result belong to."""
    first, *others = shuffled_record()["shuffles"]
    for seed in range(5):
        pile = random.Random(seed).sample(first, len(first))
        with pytest.raises(FormatError) as error:
            load_record(with_shuffles([pile, *others]))
        assert error.value.place.startswith(("moves[", "shuffles[1]", "result")), error.value


@pytest.mark.rules("C4")
def test_too_few_or_too_many_shuffles_are_refused() -> None:
    shuffles = shuffled_record()["shuffles"]
    for found, place in (
        ([], "shuffles[0]"),
        (shuffles[:-1], f"shuffles[{len(shuffles) - 1}]"),
        ([*shuffles, ["church-0"]], f"shuffles[{len(shuffles)}]"),
        (shuffles[1:], "shuffles[0]"),
    ):
        with pytest.raises(FormatError) as error:
            load_record(with_shuffles(found))
        assert error.value.place == place, error.value


def test_a_planned_deck_that_cannot_be_leaves_the_game_as_it_was() -> None:
    game = rattus.new("cartus", 2, 1)
    before = game.position()
    with pytest.raises(FormatError, match="shuffles"):
        game.play(game.legal()[0], pile=["joker"])
    assert (game.moves, game.can_undo, game.position()) == ([], False, before)


def test_a_record_with_a_start_that_cannot_be_is_refused_with_its_place() -> None:
    record = shuffled_record()
    for path, value, place in (
        (("start", "rats", "red"), -1, "start, rats.red"),
        (("start", "hands", "red", 0), "gold", "start, position"),
        (("start", "deck"), 85, "start, deck"),
        (("start", "game"), "rattus", "start, game"),
        (("players",), 4, "players"),
        (("options",), {"buildings": "mixed"}, "players"),
        (("result", "winners"), ["nobody"], "result"),
    ):
        with pytest.raises(FormatError) as error:
            load_record(changed(record, path, value))
        assert error.value.place == place, error.value


# ---- anything


def parts_of(data, path=()):
    """Every place in nested data but the whole."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from parts_of(value, (*path, key))


WORDS = (
    *SEATS, "church-3", "royalty-0", "joker", "sword", "flute", "pass", "gold", "farm", "tent", "peek", "play", "rob",
    "give", "infest", "act", "discard", "tower", "supply", "enter", "resolve", "over", "mixed", "one_each", "all", "",
)  # fmt: skip
ODD = (
    None, True, False, 0, 1, 2, 3, 5, 7, -1, 84, 127, 128, 10**30, -(10**30), 0.0, 1.5, float("nan"), float("inf"),
    "red", "joker", "gold", "tea", [], [None], [1, 2], ["joker"], [[]], {}, {"red": 3}, {"ask": "act", "place": 1},
)  # fmt: skip


def check_read_or_refused(data, choice, chance=1.0) -> bool:
    """Either FormatError, or a game with all its cards that, by chance, is played to its end. True if it was read."""
    try:
        game = rattus.from_position(data)
    except FormatError:
        return False
    if not game.is_over:
        check_cards(game.position())
    check_position(game)
    if choice.random() < chance:
        play_on(game, choice)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_odd_values_in_a_question_are_refused_or_make_sense(kind) -> None:
    refused, choice = 0, random.Random(kind)
    for game in moments()[kind][:2]:
        for data in (game.position(), game.view(game.to_move), game.view(None)):
            paths = [("pending",), ("to_move",), ("phase",), *parts_of({"pending": data["pending"]})]
            for path in dict.fromkeys(paths):
                for value in choice.sample(ODD, 5):
                    refused += not check_read_or_refused(changed(data, path, value), choice, 0.4)
    assert refused > 25


def test_odd_values_everywhere_are_refused_or_make_sense() -> None:
    choice = random.Random(1)
    refused = read_back = 0
    for kind in ("enter", "give by sword", "discard"):
        game = moments()[kind][-1]
        for data in (game.position(), game.view("red")):
            for path in parts_of(data):
                damaged = changed(data, path, choice.choice(ODD))
                if check_read_or_refused(damaged, choice, 0.2):
                    read_back += 1
                else:
                    refused += 1
    assert refused > 1000
    assert read_back > 20


def test_anything_that_is_left_out_is_filled_in_or_missed() -> None:
    choice = random.Random(2)
    filled = 0
    for kind in KINDS:
        game = moments()[kind][0]
        for name in game.position():
            data = game.position()
            del data[name]
            filled += check_read_or_refused(data, choice, 0.2)
    assert filled > 100


JUNK = st.one_of(
    st.sampled_from(ODD), st.sampled_from(WORDS), st.booleans(), st.integers(0, 12), st.integers(-(10**20), 10**20),
    st.floats(), st.text(max_size=8), st.lists(st.sampled_from(WORDS) | st.integers(0, 5), max_size=4),
    st.dictionaries(st.sampled_from(WORDS), st.integers(0, 5) | st.lists(st.sampled_from(WORDS)), max_size=3),
)  # fmt: skip


def damage(data, part, draw) -> None:
    """Change something in a part of a position: another value, one from elsewhere, one more or less, or none."""
    *parents, last = draw(st.sampled_from([path for path in parts_of(data) if path[0] == part]))
    owner = functools.reduce(lambda found, key: found[key], parents, data)
    value = owner[last]
    way = draw(st.sampled_from(["junk", "copy", "near", "gone"]))
    if way == "gone":
        del owner[last]
    elif way == "copy":
        other = draw(st.sampled_from(list(parts_of(data))))
        owner[last] = copy.deepcopy(functools.reduce(lambda found, key: found[key], other, data))
    elif way == "near" and isinstance(value, int):
        owner[last] = value + draw(st.sampled_from([-2, -1, 1, 2]))
    elif way == "near" and isinstance(value, list) and value:
        owner[last] = [*value, draw(st.sampled_from(value))] if draw(st.booleans()) else value[1:]
    else:
        owner[last] = draw(JUNK)


@pytest.mark.slow
@given(st.sampled_from(KINDS), st.integers(0, 3), st.sampled_from(["position", "mover", "other", "nobody"]), st.data())
@settings(max_examples=examples(600), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_damaged_position_or_view_is_refused_or_makes_sense(kind, sample, whose, data) -> None:
    games = moments()[kind]
    game = games[sample % len(games)]
    other = next(seat for seat in game.seats if seat != game.to_move)
    players = {"mover": game.to_move, "other": other, "nobody": None}
    position = copy.deepcopy(game.position() if whose == "position" else game.view(players[whose]))
    for _ in range(data.draw(st.integers(1, 3))):
        damage(position, data.draw(st.sampled_from(sorted(position))), data.draw)
    check_read_or_refused(position, random.Random(sample))
