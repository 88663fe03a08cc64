"""Properties of every game of Rattus Cartus, checked on many random ones."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rattus
from rattus.games.cartus.vocabulary import CARDS
from rattus.testing import check_game

PLAYERS = [2, 3, 4, 5]
ROUNDS = {2: 10, 3: 9, 4: 8, 5: 8}
ROW = {2: 2, 3: 2, 4: 3, 5: 3}
REPLACEMENT = {2: 10, 3: 12, 4: 6, 5: 6}
CLASSES = ("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty")
PAIRS = {
    "peasantry": ("farm", "brewery"), "bourgeoisie": ("marketplace", "office"), "church": ("monastery", "hospital"),
    "chivalry": ("castle", "watchtower"), "magic": ("tent", "hut"), "royalty": ("palace", "treasury"),
}  # fmt: skip
OTHERS = ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]
COPIES = {
    "farm": 3, "brewery": 2, "marketplace": 1, "office": 4, "hospital": 5, "castle": 1, "watchtower": 4, "tent": 2,
    "hut": 3, "palace": 2, "treasury": 3,
}  # fmt: skip
CHOICES = ["first", "one_each", "mixed", OTHERS, ["farm", "office", "monastery", "castle", "hut", "treasury"], COPIES]
SPECIALS = {"joker": 15, "sword": 12, "flute": 12, "pass": 12, "gold": 15}
POPULATION = Counter(
    {f"{name}-{nuns}": copies for name in CLASSES for nuns, copies in enumerate((4, 2, 2, 2, 4))}
)  # C1


def in_hands_and_buildings(position):
    hands = [card for hand in position["hands"].values() for card in hand]
    return hands + [card for entry in position["entered"] for card in entry["cards"]]


def building_cards(position):
    return position["row"] + position["buildings"] + position["replacement"] + position["used"]


def check_invariants(game, nuns) -> None:
    """Cards, tokens and building cards are conserved; the nun row never changes; nobody acts out of turn."""
    position, players = game.position(), game.players
    held = Counter(in_hands_and_buildings(position))
    population = held + Counter(position["deck"] + position["discards"] + position["nuns"])
    assert {card: number for card, number in population.items() if card not in SPECIALS} == POPULATION
    assert {card: held[card] + number for card, number in position["stacks"].items()} == SPECIALS
    values = Counter(position["tokens"]) + Counter(v for earned in position["points"].values() for v in earned)
    assert values == {1: 6, 2: 8, 3: 6}
    assert position["nuns"] == nuns
    assert min(position["rats"].values()) >= 0
    assert len(building_cards(position)) == 30
    assert len(position["buildings"]) == (ROUNDS[players] - position["round"]) * ROW[players]
    assert len(position["replacement"]) == REPLACEMENT[players]
    assert (position["buildings"] == []) == (position["round"] == ROUNDS[players])
    assert len(position["row"]) == (0 if game.is_over else ROW[players])
    if position["row"]:
        assert len({card["building"] for card in position["row"]}) > 1
    check_ladders(position)
    check_turn(game, position)


def check_ladders(position) -> None:
    for ladder in position["influence"].values():
        numbers = [number for _, number in ladder]
        assert numbers == sorted(numbers, reverse=True)
        assert all(number > 0 for number in numbers)
        assert len({seat for seat, _ in ladder}) == len(ladder)


def check_turn(game, position) -> None:
    entered = [entry["seat"] for entry in position["entered"]]
    assert len(set(entered)) == len(entered)
    assert all(1 <= entry["building"] <= ROW[game.players] for entry in position["entered"])
    if position["phase"] == "supply":
        assert not entered
    if position["phase"] == "enter" and position["pending"]:
        assert entered[-1] == game.to_move
    elif position["phase"] == "enter":
        assert game.to_move not in entered
    if position["phase"] == "resolve":
        assert len(entered) == game.players


def check_buildings(game, choice) -> None:
    """C3: five a class are in the game, of the buildings agreed on."""
    copies = Counter(card["building"] for card in building_cards(game.position()))
    for pair in PAIRS.values():
        assert sum(copies[name] for name in pair) == 5
        assert choice in ("mixed", COPIES) or 5 in (copies[name] for name in pair)
    if isinstance(choice, list):
        assert copies == dict.fromkeys(choice, 5)
    if isinstance(choice, dict):
        assert copies == choice
    texts = Counter((card["building"], card["supply"]) for card in building_cards(game.position()))
    assert texts <= Counter((card.building, card.supply) for card in game.parts.components.buildings)


def points_of(game):
    """The points of a finished game by category, counted independently from the table."""
    position = game.position()
    points = {seat: dict.fromkeys((*CLASSES, "hand", "swords", "flutes", "passes", "gold", "tokens"), 0)
              for seat in game.seats}  # fmt: skip
    for name, ladder in position["influence"].items():
        for (seat, _), prize in zip(ladder, (10, 5, 2), strict=False):
            points[seat][name] = prize
    there = {card["building"] for card in building_cards(position)}
    needs = {"hand": None, "swords": "castle", "flutes": "hut", "passes": "office", "gold": "treasury"}
    for category, building in needs.items():
        if building is None or building in there:
            share_out(game, position, points, category)
    for seat, earned in position["points"].items():
        points[seat]["tokens"] = sum(earned)
    return points


def share_out(game, position, points, category) -> None:
    kind = {"swords": "sword", "flutes": "flute", "passes": "pass", "gold": "gold"}.get(category)
    numbers = {
        seat: sum(card == kind if kind else card == "joker" or card not in SPECIALS for card in hand)
        for seat, hand in position["hands"].items()
    }
    ranks = sorted({number for number in numbers.values() if number}, reverse=True)
    groups = [[seat for seat in game.seats if numbers[seat] == rank] for rank in ranks[:2]]
    if not groups:
        return
    first = groups[0]
    whole = {True: (6, 9), False: (2, len(first))}[category == "gold"][len(first) > 1]
    for seat in first:
        points[seat][category] = whole // len(first)
    if category == "gold" and len(groups) == 2 and len(first) == 1 and game.players > 2:
        for seat in groups[1]:
            points[seat][category] = 3 // len(groups[1])


@pytest.mark.rules("C1", "C3", "C4", "C5", "C8", "C9", "C17", "C31", "C32", "C33", "C34", "C35")
@given(
    st.sampled_from(PLAYERS), st.sampled_from(CHOICES), st.integers(0, 2**64), st.randoms(use_true_random=False)
)  # fmt: skip
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_is_lost_or_made_in_a_random_game(players, buildings, seed, choice) -> None:
    game = rattus.new("cartus", players, seed, {"buildings": buildings})
    nuns = game.position()["nuns"]
    check_buildings(game, buildings)
    while not game.is_over:
        check_invariants(game, nuns)
        game.play(choice.choice(game.legal()))
    check_invariants(game, nuns)
    outcome, position = game.outcome, game.position()
    assert outcome.details["categories"] == points_of(game)
    assert outcome.points == {seat: sum(points.values()) for seat, points in points_of(game).items()}
    assert outcome.details["rats"] == position["rats"]
    assert outcome.details["nuns"] == sum(int(card[-1]) for card in nuns)
    assert set(outcome.dead) == {seat for seat in game.seats if position["rats"][seat] > outcome.details["nuns"]}
    assert bool(outcome.winners) == (len(outcome.dead) < players) == (not outcome.details["consolation"])
    assert position["round"] == ROUNDS[players]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "buildings"), [(2, "mixed"), (3, OTHERS)], ids=str)
def test_the_general_checks_hold(players, buildings) -> None:
    check_game("cartus", players, games=1, seed=players, options={"buildings": buildings})


@pytest.mark.long
@pytest.mark.parametrize("buildings", CHOICES, ids=str)
@pytest.mark.parametrize("players", PLAYERS)
def test_the_general_checks_hold_in_many_games(players, buildings) -> None:
    check_game("cartus", players, games=10, seed=100 + players, options={"buildings": buildings})


def checked(engine):
    """Check the invariants on all tables of a crowd."""
    seats, rows = engine.box.players, ROW[engine.box.players]
    copies = np.array([POPULATION[card] for card in CARDS[:30]])

    def check(tables) -> None:
        cards = tables["hands"].sum(axis=1) + tables["laid"].sum(axis=1)
        population = cards[:, :30] + tables["discards"]
        places = np.arange(84) < tables["deck_left"][:, None]
        for kind in range(30):
            in_deck = ((tables["deck"] == kind) & places).sum(axis=1)
            in_row = (tables["nuns"] == kind).sum(axis=1)
            assert (population[:, kind] + in_deck + in_row == copies[kind]).all()
        assert (cards[:, 30:] + tables["stacks"] == list(SPECIALS.values())).all()
        assert (tables["hands"].sum(axis=2) == tables["hand_size"]).all()
        assert (tables["laid"].sum(axis=2) == tables["laid_size"]).all()
        assert (tables["hands"] >= 0).all()
        assert (tables["earned"].sum(axis=(1, 2)) + tables["tokens_left"] == 20).all()
        assert (tables["rats"] >= 0).all()
        assert (tables["ladder_size"] == (tables["influence"] > 0).sum(axis=2)).all()
        assert (tables["buildings_left"] == (ROUNDS[seats] - tables["round"]) * rows).all()
        assert (tables["used_count"] == (tables["round"] - 1) * rows).all()
        assert (tables["replacement_left"] == REPLACEMENT[seats]).all()
        assert ((tables["to_move"] >= 0) & (tables["to_move"] < seats)).all()
        for bound in ("held", "loose", "most", "fresh", "old", "sealed"):
            assert (tables[bound] >= 0).all()

    return check


@pytest.mark.rules("C1", "C2", "C4", "C7", "C8", "C9")
@pytest.mark.parametrize(("players", "buildings"), [(2, OTHERS), (3, "mixed"), (4, "mixed"), (5, OTHERS)], ids=str)
def test_invariants_hold_in_hundreds_of_games(players, buildings, play_crowd) -> None:
    engine = rattus.engine("cartus", players, {"buildings": buildings})
    play_crowd(engine, 128, 200, checked(engine))


@pytest.mark.long
@pytest.mark.parametrize("buildings", CHOICES, ids=str)
@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_hold_in_ten_thousand_games(players, buildings, play_crowd) -> None:
    engine = rattus.engine("cartus", players, {"buildings": buildings})
    play_crowd(engine, 1024, 10_000, checked(engine))
