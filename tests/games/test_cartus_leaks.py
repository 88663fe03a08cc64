"""Views of Rattus Cartus contain nothing hidden, and samples use exactly what can be counted."""

import json
import random
from collections import Counter

import pytest

import rattus
from rattus.games.cartus.counting import clear_counting
from rattus.games.cartus.position_counts import miscounted

PLAYERS = [2, 3, 4, 5]
ROBBERS = {"buildings": ["farm", "marketplace", "hospital", "castle", "hut", "treasury"]}
TOWERS = {"buildings": ["farm", "office", "hospital", "watchtower", "tent", "palace"]}
CHOICES = [{}, {"buildings": "mixed"}, {"buildings": "one_each"}, ROBBERS, TOWERS]
SECRETS = ("card", "value", "move", "building_card")
TELLING = ("premium", "scored")  # events that come of hidden cards


def moments(players, seed, often=0.1):
    """A random game in which many cards are drawn, played and handed over, at some of its moments."""
    game, choice = rattus.new("cartus", players, seed, CHOICES[seed % len(CHOICES)]), random.Random(seed)
    while not game.is_over:
        moves = [str(move) for move in game.legal()]
        game.play(choice.choice([text for text in moves if is_busy(game, text)] or moves))
        if not game.is_over and choice.random() < often:
            yield game


def is_busy(game, text):
    if text.startswith("supply"):
        row = game.view(None)["row"]
        draws = [card["supply"].count("d") for card in row]
        return draws[int(text[-1]) - 1] == max(draws)
    return text == "act" or text.startswith(("play", "give"))


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_samples_and_all_that_leaves_the_engine_depend_on_the_view_alone(players, observed) -> None:
    seen = 0
    for seed in range(5):
        for game in moments(players, seed):
            for player in (*game.seats, None):
                world, other = game.resample(player, 1), game.resample(player, 2)
                again = rattus.from_position(game.view(player), seed=3)
                views = [json.dumps(each.view(player)) for each in (game, world, other, again)]
                assert len(set(views)) == 1
                sampled = [each.resample(player, 5).position() for each in (game, world, other, again)]
                assert all(position == sampled[0] for position in sampled)
                assert observed(game, player) == observed(world, player) == observed(again, player)
                seen += 1
    assert seen > 50


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_every_bound_that_is_counted_holds_in_games_and_in_samples(players) -> None:
    loose = shuffled = 0
    for seed in range(12 if players > 2 else 30):  # two players seldom need a second deck
        for game in moments(players, seed, often=0.3):
            table = game._table
            loose += any(map(any, table.loose))
            shuffled += table.shuffled
            viewer = (*game.seats, None)[seed % (players + 1)]
            for each in (game, game.resample(viewer, seed)):
                for watcher in range(players + 1):
                    assert miscounted(each.box, each._table, watcher) == []
    assert shuffled > 2
    assert loose > 3 or players == 2  # with two players there is nobody who does not see a card handed over


def test_the_check_of_the_bounds_can_fail() -> None:
    """A bound that is too tight by one card is found out, whichever it is."""
    game = next(game for game in moments(4, 3) if game._table.shuffled and game._table.deck_left)
    table, box = game._table, game.box
    top, held = table.deck[table.deck_left - 1], next(k for k in range(30) if table.hands[0][k])
    faults = {
        "deck": lambda: table.fresh[0].__setitem__(top, table.deck[: table.deck_left].count(top) - 1),
        "nuns": lambda: table.sealed[0].__setitem__(table.nuns[0], table.nuns.count(table.nuns[0]) - 1),
        "held": lambda: table.held[0].__setitem__(held, table.hands[0][held] + table.laid[0][held] + 1),
        "loose": lambda: table.loose[0].__setitem__(held, 5),
        "outside": lambda: (table.old.__setitem__(0, [0] * 30), table.newest.__setitem__(slice(5), [0] * 5)),
    }
    for name, spoil in faults.items():
        before = table.copy()
        spoil()
        assert name in miscounted(box, table, 0)
        game._table = table = before
    clear_counting(box.record, table)
    table.hands[1][31] += 1
    assert miscounted(box, table, 0) == ["most"]


def is_new(event):
    """Whether it shows a card or a token."""
    return any(event.get(name) is not None for name in SECRETS)


@pytest.mark.rules("C4", "C10", "C11", "C19", "C29")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_worlds_look_alike_until_something_new_is_seen(players) -> None:
    """The same moves in two worlds that a player cannot tell apart: every byte is the same until a card shows."""
    compared = 0
    for seed in range(60):
        game, choice = rattus.new("cartus", players, seed, CHOICES[seed % len(CHOICES)]), random.Random(seed)
        player = choice.choice((*game.seats, None))
        for _ in range(choice.randrange(150)):
            if not game.is_over:
                game.play(choice.choice(game.legal()))
        if game.is_over:
            continue
        world, known, offset = game.resample(player, seed), len(game.events), len(game.moves)
        while not game.is_over:
            both = sorted({str(move) for move in game.legal()} & {str(move) for move in world.legal()})
            if not both or game.to_move != world.to_move:
                break
            move = choice.choice(both)
            game.play(move)
            world.play(move)
            new, other = game.events_seen(player)[known:], world.events_seen(player)
            if any(event["event"] in TELLING or is_new(event) for event in new + other):
                break  # a card is seen, or what others hold or have laid begins to show
            expected = [{**event, "number": n, "after": event["after"] - offset} for n, event in enumerate(new, 1)]
            assert other == expected
            assert json.dumps(world.view(player)) == json.dumps(game.view(player))
            compared += 1
    assert compared > 60


GIFT = {
    "game": "cartus", "players": 3, "options": ROBBERS, "round": 2, "first": "red", "phase": "resolve",
    "row": [{"building": "farm", "supply": "dddd"}, {"building": "castle", "supply": "rr"}],
    "hands": {"red": [], "yellow": ["church-3", "church-3", "magic-0", "sword"], "green": ["royalty-4"]},
    "entered": [
        {"seat": "red", "building": 1, "cards": ["sword"]}, {"seat": "yellow", "building": 1, "cards": []},
        {"seat": "green", "building": 2, "cards": ["magic-1"]},
    ],
    "deck": 20,
}  # fmt: skip


def given():
    """Yellow has handed church-3 and the sword to red."""
    game = rattus.from_position(GIFT)
    game.play("give church-3")
    game.play("give sword")
    return game


@pytest.mark.rules("C19")
def test_a_card_handed_over_is_seen_by_the_two_and_stays_known_to_them() -> None:
    game = given()
    cards = {
        player: [event["card"] for event in game.events_seen(player) if event["event"] == "gave"]
        for player in ("red", "yellow", "green", None)
    }
    assert cards == {
        "red": ["church-3", "sword"], "yellow": ["church-3", "sword"], "green": [None, None], None: [None, None],
    }  # fmt: skip
    assert game.view("yellow")["counted"]["yellow"]["held"]["red"] == ["church-3", "sword"]
    assert "yellow" not in game.view("green")["counted"]
    hands = [game.resample("yellow", seed).position()["hands"]["red"] for seed in range(30)]
    assert hands == [["church-3", "sword"]] * 30
    others = {tuple(game.resample("green", seed).position()["hands"]["red"]) for seed in range(60)}
    assert len(others) > 10
    assert {hand.count("sword") for hand in others} == {0, 1}  # red or yellow has it; both are possible
    assert all(
        Counter(card for hand in game.resample("green", seed).position()["hands"].values() for card in hand)["sword"]
        == 1
        for seed in range(20)
    )


@pytest.mark.rules("C19", "C25")
def test_what_is_known_of_a_hand_goes_when_the_card_is_shown() -> None:
    game = given()
    while game.position()["phase"] != "enter":
        game.play("act" if "act" in map(str, game.legal()) else game.legal()[0])
    assert game.view("yellow")["counted"]["yellow"]["held"]["red"][:1] == ["church-3"]
    while game.to_move != "red":
        game.play("enter 1" if not game.position()["pending"] else "done")
    game.play("enter 1")
    game.play("play church-3")
    assert game.view("yellow")["counted"]["yellow"]["held"]["red"][:1] == ["church-3"]  # in hand, or laid down
    laid = {tuple(game.resample("yellow", seed).position()["entered"][-1]["cards"]) for seed in range(60)}
    assert {("church-3",)} < laid  # the one known, or another
    while game.position()["round"] == 3:
        game.play("done" if "done" in map(str, game.legal()) else game.legal()[-1])
    assert "church-3" not in game.view("yellow")["counted"]["yellow"].get("held", {}).get("red", [])


@pytest.mark.rules("C4")
def test_after_a_shuffle_the_deck_holds_only_what_was_discarded() -> None:
    """The cards that everybody saw going into the deck are all in it as long as nobody else has drawn."""
    position = {
        "game": "cartus", "players": 2, "round": 4, "first": "red", "phase": "supply",
        "row": [{"building": "farm", "supply": "dddd"}, {"building": "tent", "supply": "ddl"}],
        "hands": {"red": 3, "yellow": 30}, "nuns": 5, "deck": 0, "discards": 46,
    }  # fmt: skip
    game = rattus.from_position(position, seed=4)
    gone = Counter(game.position()["discards"])
    game.play("supply 2")
    game.play("peek 1")
    assert len(game.shuffles) == 1
    drawn = gone - Counter(game.position()["deck"])
    for seed in range(20):
        assert Counter(game.resample("red", seed).position()["deck"]) == gone - drawn
        for player in ("yellow", None):
            world = game.resample(player, seed).position()
            assert Counter(world["deck"]) < gone
            assert Counter(world["hands"]["red"]) & gone  # red has drawn two of them
    seen = {json.dumps(game.resample("yellow", seed).position()["deck"]) for seed in range(20)}
    assert len(seen) == 20


@pytest.mark.rules("C4")
def test_samples_are_fair() -> None:
    """At the start every unseen card is as likely on top of the deck, in the nun row or in another hand."""
    game = rattus.new("cartus", 3, 8)
    position = game.position()
    unseen_cards = position["deck"] + position["nuns"] + position["hands"]["yellow"] + position["hands"]["green"]
    copies = Counter(unseen_cards)
    assert copies.total() == 79
    top, nun, hand = Counter(), Counter(), Counter()
    for seed in range(4000):
        world = game.resample("red", seed).position()
        top[world["deck"][0]] += 1
        nun[world["nuns"][2]] += 1
        hand.update(world["hands"]["green"])
    for counts, number in ((top, 4000), (nun, 4000), (hand, 20_000)):
        for card, unseen in copies.items():
            mean = number * unseen / 79
            assert abs(counts[card] - mean) < 5 * mean**0.5, card


@pytest.mark.rules("C3")
def test_which_buildings_are_in_a_mixed_game_is_hidden_until_they_are_seen() -> None:
    game = rattus.new("cartus", 4, 3, {"buildings": "mixed"})
    worlds = [game.resample("red", seed).position() for seed in range(30)]
    sets = {
        json.dumps(sorted(card["building"] for card in world["buildings"] + world["replacement"])) for world in worlds
    }
    assert len(sets) > 20
    for world in worlds:
        assert world["row"] == game.position()["row"]
    known = rattus.new("cartus", 4, 3, {"buildings": "one_each"})
    chosen = known.view(None)["chosen"]
    assert len(chosen) == 6
    for seed in range(10):
        world = known.resample(None, seed).position()
        assert {card["building"] for card in world["buildings"] + world["replacement"]} <= set(chosen)


@pytest.mark.rules("C23")
def test_a_sample_keeps_to_who_is_known_to_have_the_premium_action() -> None:
    """Red is shown to have the standard action: so yellow, still hidden, played more."""
    position = {
        "game": "cartus", "players": 2, "round": 2, "first": "red", "phase": "resolve",
        "row": [{"building": "marketplace", "supply": "rr"}, {"building": "tent", "supply": "ddl"}],
        "hands": {"red": 2, "yellow": 4}, "deck": 20, "stacks": {"sword": 9},
        "entered": [
            {"seat": "red", "building": 1, "cards": ["church-0", "church-1"]},
            {"seat": "yellow", "building": 2, "cards": ["magic-0", "magic-1", "magic-2", "sword", "sword", "sword"]},
        ],
    }  # fmt: skip
    game = rattus.from_position(position)
    assert game.to_move == "red"
    assert game.view("red")["premium"] == "yellow"
    assert game.view("red")["entered"][1] == {
        "seat": "yellow", "building": 2, "cards": 6, "shown": False, "strength": None,
    }  # fmt: skip
    strengths = {game.resample("red", seed).position()["entered"][1]["strength"] for seed in range(200)}
    assert strengths == {3, 4, 5, 6}


def test_after_the_end_everything_is_shown() -> None:
    game, choice = rattus.new("cartus", 3, 3), random.Random(3)
    while not game.is_over:
        game.play(choice.choice(game.legal()))
    for player in (*game.seats, None):
        assert game.view(player) == game.position()
        assert game.resample(player, 1).position() == game.position()
    assert None not in game.view(None)["nuns"]
