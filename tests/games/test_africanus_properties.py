"""Properties of every game of Rattus Africanus, checked on many random ones."""

import json
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rattus
from rattus.errors import FormatError
from rattus.testing import check_game

PLAYERS = [2, 3, 4, 5, 6]
CARDS = ["peasant", "merchant", "monk", "knight", "witch", "king", "astronomer", "explorer", "trader", "sultan"]
ISLAM = ["astronomer", "explorer", "trader", "sultan", "witch", "king", "knight", "merchant"]


def region_cards(position):
    """Every region card, wherever it is."""
    cards = [card for hand in position["hands"].values() for card in hand]
    cards += position["pile"] + position["discards"]
    if position["pending"] and "cards" in position["pending"]:
        cards += position["pending"]["cards"]
    if position["ravage"]:
        cards += position["ravage"]["covered"].values()
    return cards


def check_invariants(game) -> None:
    position = game.position()
    regions = position["regions"]
    assert Counter(region_cards(position)) == Counter(card.name for card in game.box.region_cards)
    discs = sum(len(region["diplomats"]) for region in regions.values()) + sum(position["palace_diplomats"].values())
    assert discs + game._table.discs == 15
    for region in regions.values():
        assert len(set(region["diplomats"])) == len(region["diplomats"])
        assert set(region["diplomats"]) <= set(region["cubes"])
        assert len(region["rats"]) <= 3
    for seat, number in position["palace_diplomats"].items():
        assert number <= position["palace"][seat]
    for number, seat in enumerate(game.seats):
        cubes = sum(region["cubes"].get(seat, 0) for region in regions.values()) + position["palace"].get(seat, 0)
        assert cubes + game._table.stock[number] == 20
    tokens = [token for region in regions.values() for token in region["rats"]]
    assert len(tokens + position["supply"] + position["turned"] + position["removed"]) == 65
    started = position["phase"] not in ("settle", "caravan")
    assert (position["caravan"] in regions) == (started and "trader" in position["classes"])
    assert len(position["classes"]) == (6 if game.players < 5 else 8)


def points_of(game):
    """The points of a finished game, counted independently from the table."""
    position, points = game.position(), {}
    regions = position["regions"]
    diplomats = Counter(seat for region in regions.values() for seat in region["diplomats"])
    diplomats.update(position["palace_diplomats"])
    for seat in game.seats:
        points[seat] = sum(region["cubes"].get(seat, 0) for region in regions.values())
        points[seat] += position["palace"].get(seat, 0)
        for name in {card.partition(":")[0] for card in position["hands"][seat]}:
            cubes = regions[name]["cubes"]
            points[seat] += bool(cubes.get(seat)) and cubes[seat] == max(cubes.values())
    for rank, number in enumerate(sorted(set(diplomats.values()), reverse=True)[:2]):
        tied = [seat for seat in game.seats if diplomats[seat] == number]
        if rank == 0:
            whole = 4 if len(tied) == 1 or game.players == 2 else 6
            leaders = len(tied)
        elif leaders > 1 or game.players == 2:
            break
        else:
            whole = 2
        for seat in tied:
            points[seat] += whole // len(tied)
    return points


@pytest.mark.rules("A6", "A10", "A18", "A23", "A24")
@given(
    st.sampled_from(PLAYERS), st.permutations(CARDS), st.booleans(), st.integers(0, 2**64),
    st.randoms(use_true_random=False),
)  # fmt: skip
@settings(deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_is_lost_or_made_in_a_random_game(players, cards, free, seed, choice) -> None:
    options = {"cards": cards[: 6 if players < 5 else 8], "phase_order": "free" if free else "fixed"}
    game = rattus.new("africanus", players, seed, options)
    assert set(game.position()["classes"]) == set(options["cards"])
    while not game.is_over:
        check_invariants(game)
        game.play(choice.choice(game.legal()))
    check_invariants(game)
    assert game.outcome.points == points_of(game)


# The largest table has everything that smaller ones have, and the smallest the fewest regions.
@pytest.mark.slow
@pytest.mark.parametrize("players", [2, *(pytest.param(each, marks=pytest.mark.long) for each in (3, 4, 5)), 6])
def test_the_general_checks_hold(players) -> None:
    options = {"cards": ISLAM[: 6 if players < 5 else 8], "placing": "compulsory"}
    check_game("africanus", players, games=1, seed=players, options=options)


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", [{}, {"phase_order": "free"}, {"max_turns": 12}], ids=str)
def test_the_general_checks_hold_in_many_games(players, options) -> None:
    check_game("africanus", players, games=10, seed=100 + players, options=options)


def checked(engine):
    """Check the invariants on all tables of a crowd."""
    seats, in_use = slice(engine.box.players), int(engine.boxes["region_cards"][0])

    def check(tables) -> None:
        rows = np.arange(len(tables))[:, None]
        cubes = tables["cubes"].sum(axis=1)[:, seats] + tables["palace"][:, seats] + tables["stock"][:, seats]
        assert (cubes == 20).all()
        assert (tables["stock"][:, seats] >= 0).all()
        assert (tables["diplomat"] <= tables["cubes"]).all()
        assert (
            tables["diplomat"].sum(axis=(1, 2)) + tables["palace_diplomats"].sum(axis=1) + tables["discs"] == 15
        ).all()
        tokens = tables["count"].sum(axis=1) + tables["supply_left"] + tables["turned_count"] + tables["removed_count"]
        assert (tokens == 65).all()
        lies = tables["lies"][:, :in_use]
        for value, count in ((0, "pile_left"), (1, "held_count"), (2, "drawn_count")):
            assert ((lies == value).sum(axis=1) == tables[count]).all()
        assert ((lies == 3).sum(axis=1) == (tables["cover"] >= 0).sum(axis=1)).all()
        held = np.arange(tables["held"].shape[1]) < tables["held_count"][:, None]
        assert (tables["lies"][rows, tables["held"]] == 1)[held].all()
        assert (tables["shuffled"][rows, tables["held"]] == tables["held_from"])[held].all()

    return check


@pytest.mark.rules("A6", "A10", "A18")
@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_hold_in_hundreds_of_games(players, play_crowd) -> None:
    engine = rattus.engine("africanus", players)
    play_crowd(engine, 128, 200, checked(engine))


@pytest.mark.long
@pytest.mark.parametrize("players", PLAYERS)
def test_invariants_hold_in_ten_thousand_games(players, play_crowd) -> None:
    engine = rattus.engine("africanus", players)
    play_crowd(engine, 1024, 10_000, checked(engine))


def drawing_game(players, seed):
    """A game in which many region cards are drawn."""
    options = {"cards": ISLAM[: 6 if players < 5 else 8]}
    return rattus.new("africanus", players, seed, options), random.Random(seed)


def prefer_cards(game, choice):
    """A move that uses the region cards, if there is one."""
    moves = [str(move) for move in game.legal()]
    wanted = [text for text in moves if text.split()[0] in ("astronomer", "explorer") or "take astronomer" in text]
    return choice.choice(wanted or moves)


@pytest.mark.rules("A6", "A15", "A16")
@pytest.mark.parametrize("players", PLAYERS)
def test_samples_respect_what_can_be_counted(players) -> None:
    """A card that was not in the last shuffle can only be in a hand that was drawn before it."""
    shuffles = 0
    for seed in range(6):
        game, choice = drawing_game(players, seed)
        while not game.is_over:
            game.play(prefer_cards(game, choice))
            if not game.shuffles or game.is_over or choice.random() > 0.1:
                continue
            shuffles += 1
            viewer = choice.choice(game.seats)
            counted = game.view(viewer)["shuffled"]
            for sample in range(3):
                position = game.resample(viewer, sample).position()
                assert all(counted["cards"][card] == counted["pile"] for card in position["pile"])
                for seat, hand in position["hands"].items():
                    assert [counted["cards"][card] for card in hand] == counted["hands"][seat]
    assert shuffles > 3


@pytest.mark.rules("A6")
def test_a_sample_varies_hands_pile_and_coming_shuffles() -> None:
    game = rattus.new("africanus", 3, 4)
    worlds = [game.resample("red", seed).position() for seed in range(40)]
    hands = game.position()["hands"]
    assert all(world["hands"]["red"] == hands["red"] for world in worlds)
    for seat in ("yellow", "green"):
        for place in range(3):
            assert len({world["hands"][seat][place] for world in worlds}) > 5
    assert len({world["pile"][0] for world in worlds}) > 5
    assert len({json.dumps(world["stream"]) for world in worlds}) == 40
    assert "stream" not in game.view("red")


@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_read_back_is_as_good_as_the_game(players) -> None:
    """Everything that a seat gets depends on its view alone: from the view it comes out the same."""
    game, choice = drawing_game(players, players)
    while not game.is_over:
        game.play(prefer_cards(game, choice))
        if choice.random() > 0.05 or game.is_over:
            continue
        for player in (*game.seats, None):
            again = rattus.from_position(game.view(player), seed=1)
            assert again.box.kinds == game.box.kinds
            assert again.resample(player, 2).position() == game.resample(player, 2).position()


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_no_number_that_leaves_the_engine_depends_on_what_is_hidden(players) -> None:
    for seed in range(3):
        game, choice = drawing_game(players, seed)
        engine = rattus.Engine(game.parts.rulebook, game.box, compiled=False)
        while not game.is_over:
            game.play(prefer_cards(game, choice))
            if choice.random() > 0.1 or game.is_over:
                continue
            for seat, player in enumerate(game.seats):
                seen = []
                for world in (game, game.resample(player, 1), game.resample(player, 2)):
                    tables, out = engine.pack([world._table] * 2), engine.observation()
                    engine.see(tables, 0, 1, seat)
                    engine.observe(tables, 0, seat, out)
                    seen.append((engine.unpack(tables, 1), out, json.dumps(world.view(player))))
                assert seen[0] == seen[1] == seen[2]


PLAIN = {
    "game": "africanus", "players": 2, "turn": "red", "phase": "turn", "plague": "germania", "supply": 10, "pile": 5,
    "classes": dict.fromkeys(["astronomer", "explorer", "trader", "sultan", "witch", "king"], "red"),
    "regions": {"gallia": {"cubes": {"red": 2, "yellow": 1}}}, "caravan": "gallia",
    "hands": {"red": ["anglia:?"], "yellow": 2},
}  # fmt: skip
FACE = {"limit": 1, "symbols": ["islam"]}


def read(**changes):
    return rattus.from_position({**PLAIN, **changes})


def test_what_is_left_out_or_a_number_is_filled_in() -> None:
    position = read().position()
    assert (len(position["hands"]["yellow"]), len(position["pile"]), position["discards"]) == (2, 5, [])
    assert len(set(region_cards(position))) == 8
    assert len(read(discards=4).position()["discards"]) == 4
    plain = rattus.from_position({**PLAIN, "classes": dict.fromkeys(CARDS[:6]), "caravan": None})
    assert list(plain.position()["classes"]) == CARDS[:6]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"players": 7}, "players"),
        ({"hands": {"red": ["anglia:?"], "yellow": ["anglia:?"]}}, "hands.yellow"),
        ({"hands": {"red": ["atlantis:?"]}}, "hands.red"),
        ({"hands": {"red": ["libya:peasantry+islam"]}}, "hands.red"),
        ({"hands": {"red": [7]}}, "hands.red"),
        ({"hands": {"green": []}}, "hands"),
        ({"hands": {"red": 52}}, "hands.red"),
        ({"hands": []}, "hands"),
        ({"pile": 30}, "position"),
        ({"pile": -1}, "pile"),
        ({"pile": 10**30}, "pile"),
        ({"discards": 40}, "discards"),
        ({"discards": ["anglia:?"]}, "discards"),
        ({"caravan": "libya"}, "caravan"),
        ({"caravan": "gallia", "classes": {"monk": None}}, "caravan"),
        ({"phase": "settle", "regions": {}}, "caravan"),
        ({"phase": "caravan", "caravan": None, "classes": {"monk": None}}, "phase"),
        ({"options": {"cards": CARDS[:6]}}, "classes"),
        ({"options": {"cards": CARDS}}, "options.cards"),
        ({"options": {"cards": ["monk"] * 6}}, "options.cards"),
        ({"options": {"cards": [*CARDS[:5], "bishop"]}}, "options.cards"),
        ({"options": {"three_player_removal": 8}}, "options.three_player_removal"),
        ({"regions": {"gallia": {"diplomats": ["red"]}}}, "regions.gallia.diplomats"),
        ({"regions": {"gallia": {"diplomats": ["red", "red"], "cubes": {"red": 2}}}}, "regions.gallia.diplomats"),
        ({"regions": {"libya": {}}}, "regions"),
        ({"palace_diplomats": {"red": 1}}, "palace_diplomats.red"),
        ({"stream": [1, 2, 3]}, "stream"),
        ({"stream": [1, 2, 3, -1]}, "stream"),
        ({"shuffled": {"pile": 60}}, "shuffled.pile"),
        ({"shuffled": {"pile": 1}}, "position"),
        ({"shuffled": {"hands": {"red": [0, 0]}}}, "shuffled.hands"),
        ({"shuffled": {"cards": {"anglia:?": 1}}}, "shuffled"),
        ({"shuffled": {"tea": 1}}, "shuffled"),
        ({"pending": {"ask": "hold", "cards": ["gallia:chivalry+islam"]}}, "pending"),
        ({"pending": {"ask": "hold", "cards": []}, "used": ["astronomer"]}, "pending.cards"),
        ({"pending": {"ask": "hold", "cards": 4}, "used": ["astronomer"]}, "pending.cards"),
        ({"pending": {"ask": "explore", "cards": 2}}, "pending"),
        ({"pending": {"ask": "grow", "queue": [["red", "gallia"]]}}, "pending"),
        ({"pending": {"ask": "grow", "queue": []}, "used": ["trader"]}, "pending.queue"),
        ({"pending": {"ask": "grow", "queue": [["red", "italia"]]}, "used": ["trader"]}, "pending.queue"),
        (
            {"pending": {"ask": "grow", "queue": [["yellow", "gallia"], ["red", "gallia"]]}, "used": ["trader"]},
            "pending.queue",
        ),
        ({"shuffled": {"hands": {"green": []}}}, "shuffled.hands"),
        ({"stream": [0, 0, 0, 0]}, "stream"),
        ({"pending": {"ask": "grow", "queue": [["red"]]}, "used": ["trader"]}, "pending.queue"),
        ({"pending": {"ask": "grow", "queue": [["red", "libya"]]}, "used": ["trader"]}, "pending.queue"),
        ({"pending": {"ask": "protect"}}, "pending"),
        ({"phase": "plague", "pending": {"ask": "protect"}}, "ravage"),
        ({"phase": "final_ravage", "pending": {"ask": "ravage"}}, "pending"),
        (
            {"phase": "plague", "plague": "gallia", "ravage": {"region": "gallia", "token": FACE, "asking": "red"}},
            "ravage.token",
        ),
        (
            {"phase": "plague", "plague": "gallia", "ravage": {"region": "gallia", "asking": "red"}},
            "ravage.asking",
        ),
        (
            {
                "phase": "plague",
                "plague": "gallia",
                "ravage": {"region": "gallia", "covered": {"king": "scandia:magic+islam"}},
            },
            "ravage.covered.king",
        ),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_with_its_place(changes, place) -> None:
    with pytest.raises(FormatError) as error:
        read(**changes)
    assert error.value.place == place, error.value


def protecting(**changes):
    """Yellow is asked to protect the King."""
    ravage = {"region": "gallia", "weight": 0, "token": {"limit": 2, "symbols": ["royalty"]}, "asking": "yellow"}
    position = {
        "phase": "plague",
        "plague": "gallia",
        "classes": PLAIN["classes"] | {"king": "yellow"},
        "turned": [{"limit": 2, "symbols": ["royalty"]}],
        "pending": {"ask": "protect"},
    }
    return read(**{**position, "ravage": {**ravage, **changes.pop("ravage", {})}, **changes})


@pytest.mark.rules("A12")
def test_a_position_in_the_middle_of_protecting() -> None:
    assert "accept" in map(str, protecting().legal())
    assert protecting().to_move == "yellow"
    for place, changes in {
        "ravage.asking": {"ravage": {"asking": "red"}},
        "ravage.token": {"pending": None},
        "pending": {"hands": {"red": 2, "yellow": 0}},
    }.items():
        with pytest.raises(FormatError) as error:
            protecting(**changes)
        assert error.value.place == place
    high = {"limit": 6, "symbols": ["royalty"]}
    with pytest.raises(FormatError, match="does not bite"):
        protecting(turned=[high], ravage={"token": high})


def test_a_planned_pile_that_cannot_be_leaves_the_game_as_it_was() -> None:
    game = rattus.new("africanus", 2, 1)
    with pytest.raises(FormatError, match="shuffles"):
        game.play(game.legal()[0], pile=["atlantis:?"])
    assert (game.moves, game.can_undo) == ([], False)
