"""Views contain nothing hidden, and samples depend only on what a player knows."""

import json
import random
from collections import Counter

import pytest

import rattus
from rattus.games.rattus.components import Face

PLAYERS = [2, 3, 4]


def moments(players, seed, every=5):
    """Copies of a random game, taken here and there."""
    game, choice = rattus.new("rattus", players, seed), random.Random(seed)
    while not game.is_over:
        if len(game.moves) % every == 0:
            yield game.copy()
        game.play(choice.choice(game.legal()))


def tokens_of(position):
    board = [token for region in position["regions"].values() for token in region["rats"]]
    return board, position["supply"], position["removed"]


def faces_of(game):
    return Counter(json.dumps(token) for part in tokens_of(game.position()) for token in part)


@pytest.mark.rules("R6")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_is_consistent_with_the_view(players) -> None:
    for game in moments(players, 11):
        for player in (*game.seats, None):
            world = game.resample(player, 3)
            assert json.dumps(world.view(player)) == json.dumps(game.view(player))
            assert world.legal() == game.legal()
            assert faces_of(world) == faces_of(game)


@pytest.mark.rules("R6", "R8", "R9")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_respects_what_set_up_tells(players) -> None:
    """On the board since set-up lie starting tokens, removed were ordinary ones."""
    for game in moments(players, 12):
        components = game.parts.components
        position = game.resample("red", 4).position()
        for slot in position["starting"]:
            region, _, number = slot.partition(".")
            token = position["regions"][region]["rats"][int(number) - 1]
            assert Face(token["limit"], tuple(token["symbols"])) in components.starting
        for token in position["removed"]:
            assert Face(token["limit"], tuple(token["symbols"])) in components.ordinary


@pytest.mark.rules("R6")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_sample_varies_wherever_two_worlds_are_possible(players) -> None:
    for game in moments(players, 13, every=25):
        if len(game.moves) > 60:
            break
        worlds = [game.resample("red", seed).position() for seed in range(60)]
        hidden = game.view("red")
        for name, region in hidden["regions"].items():
            for slot, token in enumerate(region["rats"]):
                faces = {json.dumps(world["regions"][name]["rats"][slot]) for world in worlds}
                assert (len(faces) > 1) == (token is None), f"{name}.{slot + 1}"
        for place in range(hidden["supply"]):
            assert len({json.dumps(world["supply"][place]) for world in worlds}) > 1
        for place in range(hidden["removed"]):
            assert len({json.dumps(world["removed"][place]) for world in worlds}) > 1


@pytest.mark.rules("R6")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_true_worlds_that_look_alike_give_the_same_sample(players) -> None:
    for game in moments(players, 14):
        for player in (*game.seats, None):
            other = game.resample(player, 99)
            assert other.resample(player, 5).position() == game.resample(player, 5).position()


@pytest.mark.rules("R6")
@pytest.mark.parametrize("players", PLAYERS)
def test_no_number_that_leaves_the_engine_depends_on_what_is_hidden(players, observed) -> None:
    for game in moments(players, 15):
        for player in (*game.seats, None):
            other = game.resample(player, 7)
            assert observed(other, player) == observed(game, player)


@pytest.mark.rules("R6")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_worlds_look_alike_until_something_new_is_seen(players) -> None:
    """Play the same moves in two worlds that a player cannot tell apart: every byte is the same until a face shows."""
    compared = 0
    for seed in range(40):
        game, choice = rattus.new("rattus", players, seed), random.Random(seed)
        player = choice.choice((*game.seats, None))
        for _ in range(choice.randrange(60)):
            if not game.is_over:
                game.play(choice.choice(game.legal()))
        world = game.resample(player, seed)
        known = len(game.events)
        while not game.is_over:
            move = choice.choice(game.legal())
            game.play(move)
            world.play(move)
            new = game.events_seen(player)[known:]
            if any(event.get("face") for event in new):
                break
            assert world.events_seen(player) == [
                {**event, "number": number, "after": event["after"] - game_offset(game, world)}
                for number, event in enumerate(new, 1)
            ]
            assert json.dumps(world.view(player)) == json.dumps(game.view(player))
            assert world.legal() == game.legal()
            compared += 1
    assert compared > 60


def game_offset(game, world) -> int:
    return len(game.moves) - len(world.moves)


@pytest.mark.rules("R6", "R23")
def test_only_the_looker_learns_what_the_witch_shows() -> None:
    position = {
        "game": "rattus", "players": 3, "turn": "red", "phase": "turn", "plague": "gallia", "supply": 5, "taken": True,
        "classes": {"peasant": None, "merchant": None, "monk": None, "knight": None, "witch": "red", "king": None},
        "regions": {"italia": {"rats": [{"limit": 6, "symbols": ["all", "all"]}]}, "gallia": {"rats": 2}},
    }  # fmt: skip
    game = rattus.from_position(position)
    game.play("witch italia.1")
    looked = [event for event in game.events if event["event"] == "looked"]
    assert looked[0]["face"] == {"limit": 6, "symbols": ["all", "all"]}
    for player in ("yellow", "green", None):
        assert [e["face"] for e in game.events_seen(player) if e["event"] == "looked"] == [None]
        assert game.view(player)["regions"]["italia"]["rats"] == [None]
        assert game.view(player)["known"] == {"red": ["italia.1"]}
    assert game.view("red")["regions"]["italia"]["rats"] == [{"limit": 6, "symbols": ["all", "all"]}]


@pytest.mark.rules("R8", "R9")
def test_samples_are_fair() -> None:
    """Every starting token is as likely on a region as any other, and every ordinary one to be removed."""
    game = rattus.new("rattus", 2, 1)
    on_anglia, removed = Counter(), Counter()
    for seed in range(3000):
        position = game.resample("red", seed).position()
        on_anglia[json.dumps(position["regions"]["anglia"]["rats"][0])] += 1
        removed.update(json.dumps(token) for token in position["removed"])
    assert len(on_anglia) == 12
    assert all(abs(count - 250) < 80 for count in on_anglia.values())
    copies = Counter(json.dumps({"limit": f.limit, "symbols": list(f.symbols)}) for f in game.parts.components.ordinary)
    assert set(removed) == set(copies)
    assert all(abs(removed[face] / copies[face] - 3000 * 12 / 37) < 120 for face in copies)


def test_after_the_end_everything_is_shown() -> None:
    game, choice = rattus.new("rattus", 2, 3), random.Random(3)
    while not game.is_over:
        game.play(choice.choice(game.legal()))
    for player in (*game.seats, None):
        assert game.view(player) == game.position()
        assert game.resample(player, 1).position() == game.position()
    assert all(token is not None for part in tokens_of(game.view(None)) for token in part)


TWIN = (2, ("bourgeoisie", "chivalry"))  # there is a starting token with this face, and an ordinary one


def is_twin(token):
    return token is not None and (token["limit"], tuple(token["symbols"])) == TWIN


def with_twins(turned, seed=0):
    """A position in which one twin is turned, the starting one or the ordinary one, and the other is hidden."""
    for number in range(seed, 500):
        game, choice = rattus.new("rattus", 2, number), random.Random(number)
        for _ in range(70):
            if not game.is_over:
                game.play(choice.choice(game.legal()))
        position = game.position()
        places = [f"turned.{n}" for n, token in enumerate(position["turned"], 1) if is_twin(token)]
        supply = [f"supply.{n}" for n, token in enumerate(position["supply"], 1) if is_twin(token)]
        if len(places) == len(supply) == 1 and not game.is_over:
            others = [place for place in position["marked"] if place not in (*places, *supply)]
            return {**position, "marked": [*others, *(places if turned else supply)]}
    raise AssertionError("no such game")


@pytest.mark.rules("R6", "R8")
def test_a_mark_that_is_seen_is_in_every_view_and_a_hidden_one_in_none(observed) -> None:
    """Two tokens may differ in their mark alone: what depends on it must be in the view."""
    first, second = (rattus.from_position(with_twins(turned)) for turned in (True, False))
    for player in ("red", "yellow", None):
        assert len(first.view(player)["marked"]) == len(second.view(player)["marked"]) + 1
        assert all(place.startswith("turned.") for place in first.view(None)["marked"])
        assert observed(first, player) != observed(second, player) or player is None


@pytest.mark.rules("R6", "R8", "R9")
def test_a_position_read_back_has_the_same_tokens_of_every_kind(observed) -> None:
    for players in PLAYERS:
        for game in moments(players, 16):
            assert rattus.from_position(game.position()).box.kinds == game.box.kinds
            for player in (*game.seats, None):
                again = rattus.from_position(game.view(player), seed=1)
                assert again.box.kinds == game.box.kinds
                assert observed(again, player) == observed(game, player)
                assert again.resample(player, 2).position() == game.resample(player, 2).position()
