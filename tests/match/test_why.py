"""Every event that a log tells names the rule behind it."""

import random

import pytest

import rattus
from rattus.games import GAMES
from rattus.match.vocabulary import rule_ids

SILENT = {"forced"}  # precedes the events of a move that was made without asking
ALL = {rule for game in GAMES for rule in rule_ids(game)}


@pytest.mark.parametrize(("name", "players"), [("rattus", 4), ("africanus", 6), ("cartus", 3)])
def test_every_event_names_a_rule_that_exists(name, players, seed):
    game = rattus.new(name, players=players, seed=seed)
    choice = random.Random(seed)
    while game.to_move:
        game.play(choice.choice(game.legal_texts))
    assert {event["event"] for event in game.events if event.get("rule") not in ALL} <= SILENT
