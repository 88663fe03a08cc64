"""What a seat may know of a running game: nothing hidden is in it, whatever others hold, draw and play."""

import json
import random
import re
from collections import Counter

import pytest

import rattus
from rattus.errors import FormatError

GAMES = [("rattus", 2), ("rattus", 4), ("africanus", 2), ("africanus", 4), ("cartus", 2), ("cartus", 3), ("cartus", 5)]
ASTRONOMERS = {"cards": ["peasant", "merchant", "monk", "knight", "witch", "astronomer"]}
ROBBERS = {"buildings": ["farm", "marketplace", "hospital", "watchtower", "hut", "treasury"]}
OPTIONS = {"rattus": [{}], "africanus": [{}, ASTRONOMERS], "cartus": [{}, {"buildings": "mixed"}, ROBBERS]}
SEED = "a seed that is a secret"
NEWS = ("card", "value", "move", "building_card", "face", "region_card")  # what an event can show of hidden things
TELLING = ("premium", "scored", "forced", "robbed", "shuffled")  # events that come of hidden things


def moments(name, players, seed, often=0.1):
    """A random game at some of its moments, the last of them its end."""
    chance = random.Random(seed)
    game = rattus.new(name, players, f"{SEED} {seed}", OPTIONS[name][seed % len(OPTIONS[name])])
    while not game.is_over:
        if chance.random() < often:
            yield game
        game.play(busy(game.legal(), chance))
    yield game


def busy(moves, chance):
    """A move, rather one of those that name a secret card."""
    secret = [move for move in moves if move.verb in ("astronomer", "hold", "play", "give")]
    return chance.choice(secret if secret and chance.random() < 0.7 else moves)


def watchers(game):
    return (*game.seats, None)


def test_the_fields_are_those_of_a_record_with_events_and_view() -> None:
    game = rattus.new("cartus", 3, SEED, {"buildings": "mixed"})
    start = game.view("yellow")
    game.play(game.legal()[0])
    seen, record = game.record_seen("yellow"), game.record()
    assert set(seen) == {*record, "events", "view"}
    same = ("game", "rules_version", "players", "options", "moves", "result")
    assert [seen[name] for name in same] == [record[name] for name in same]
    assert (seen["seed"], seen["shuffles"], seen["start"]) == (None, [], start)
    assert (seen["events"], seen["view"]) == (game.events_seen("yellow"), game.view("yellow"))
    with pytest.raises(FormatError, match="player"):
        game.record_seen("purple")
    with pytest.raises(FormatError, match="unknown field 'events'"):
        rattus.load(seen)


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_after_the_end_it_is_the_record(name, players) -> None:
    *_, game = moments(name, players, 1)
    for player in watchers(game):
        assert game.record_seen(player) == game.record()
        assert game.moves_seen(player) == game.moves


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_no_seed_no_stream_and_no_shuffle_is_in_it(name, players) -> None:
    shuffled = 0
    for seed in range(4):
        for game in moments(name, players, seed):
            if game.is_over:
                continue
            shuffled += len(game.shuffles)
            for player in watchers(game):
                text = json.dumps(game.record_seen(player))
                assert SEED not in text
                assert '"stream"' not in text
                assert not any(json.dumps(pile) in text for pile in game.shuffles if len(pile) > 1)
    assert shuffled or name == "rattus" or players < 5


@pytest.mark.rules("A15", "C11", "C19", "C29")
@pytest.mark.parametrize(("name", "players"), GAMES[2:])
def test_a_secret_move_is_read_by_those_who_may_know_its_card(name, players) -> None:
    """Who made it, and who got the card: as the event tells that follows."""
    hidden, readers = Counter(), Counter()
    for seed in range(8):
        for game in moments(name, players, seed, often=0.04):
            if game.is_over:
                continue
            first = {}
            for event in game.events:
                first.setdefault(event["after"], event)
            for player in watchers(game):
                seen = game.moves_seen(player)
                for number, ((seat, move), (maker, shown)) in enumerate(zip(game.moves, seen, strict=True), 1):
                    assert seat == maker
                    if move.verb not in ("hold", "play", "give"):
                        assert shown == move
                        continue
                    event = first[number]
                    assert move.arguments[0] == event.get("card", event.get("region_card"))
                    knows = player in (seat, event.get("to_seat", seat))
                    assert str(shown) == (str(move) if knows else f"{move.verb} ?")
                    (readers if knows and player != seat else hidden)[move.verb] += 1
    assert (hidden["hold"] if name == "africanus" else min(hidden["play"], hidden["give"], readers["give"])) > 5


@pytest.mark.rules("A15")
@pytest.mark.parametrize("players", [2, 4])
def test_a_region_card_nobody_has_shown_is_named_nowhere(players) -> None:
    """Until discards are shuffled, a card in the pile or in another's hand was seen by its holder at most."""
    checked = 0
    for seed in range(1, 12, 2):
        for game in moments("africanus", players, seed):
            if game.is_over or game.shuffles:
                continue
            position = game.position()
            for player in watchers(game):
                others = [card for seat, hand in position["hands"].items() if seat != player for card in hand]
                named = set(re.findall(r'"?([a-z]+:[a-z?+]+)', json.dumps(game.record_seen(player))))
                drawn = {e["region_card"] for e in game.events_seen(player) if e["event"] == "drew"}
                assert not named & ({*others, *position["pile"]} - drawn)
                checked += len(others) > 0
    assert checked > 20


def answer(game, world, player, chance):
    """A move in each of two worlds, which a player cannot tell apart; None if there is none."""
    move = busy(game.legal(), chance)
    if move.verb in ("hold", "play", "give") and game.to_move != player:
        alike = [other for other in world.legal() if other.verb == move.verb]
        others = [other for other in alike if other != move] or alike
        return (move, chance.choice(others)) if others else None
    return (move, move) if move in world.legal() else None


def is_telling(event):
    return event["event"] in TELLING or any(event.get(name) is not None for name in NEWS)


@pytest.mark.slow
@pytest.mark.rules("R6", "A15", "C11", "C19")
@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_byte_is_the_same_in_two_worlds_until_something_new_is_seen(name, players) -> None:
    """Others hold other cards in the second world, and play others in secret; tokens and coming shuffles differ."""
    compared, unlike = 0, Counter()
    for seed in range(25):
        for moment in moments(name, players, seed, often=0.05):
            if moment.is_over:
                continue
            chance = random.Random(f"{seed} {len(moment.moves)}")
            player = chance.choice(watchers(moment))
            game, world = rattus.from_position(moment.position()), moment.resample(player, seed)
            while not game.is_over:
                assert json.dumps(world.record_seen(player)) == json.dumps(game.record_seen(player))
                compared += 1
                moves = answer(game, world, player, chance)
                if moves is None:
                    break
                known = game.event_count
                game.play(moves[0])
                world.play(moves[1])
                unlike[moves[0].verb] += moves[0] != moves[1]
                if any(map(is_telling, game.events_seen(player, known) + world.events_seen(player, known))):
                    break
    assert compared > 100
    assert unlike["play"] > 20 or name != "cartus"
