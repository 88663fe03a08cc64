"""A card is a file, and so is a building: made-up ones can be played without another change."""

import subprocess
import sys
from pathlib import Path

import pytest

from ..made_up.tree import environment, make_tree

GAME = """
import json, random, rattus
from rattus.games import GAMES
from rattus.match.record import load_record
from rattus.match.vocabulary import vocabulary_of
from pydantic import TypeAdapter

def check(kind, data):
    TypeAdapter(kind).validate_json(json.dumps(data), strict=True)
"""
ABBOT = f"""{GAME}
from rattus.games.rattus import models
game = rattus.new("rattus", 2, seed=1, options={{"first": "red"}})
assert "abbot" in game.view("red")["classes"]
while game.view(None)["phase"] != "turn":
    game.play(game.legal()[0])
game.play("take abbot")
regions = [move for move in map(str, game.legal()) if move.startswith("abbot ")]
assert len(regions) == len([land for land in game.view("red")["regions"].values() if land["cubes"].get("red")])
game.play(regions[0])
assert [str(move) for move in game.legal()] == ["bless", "pass"]
assert game.view("red")["pending"] == {{"ask": "bless", "chapel": regions[0].split()[1]}}
check(models.RattusView, game.view("red"))
again = rattus.from_position(game.position())
assert again.position() == game.position()
for words, cubes in (("bless", 6), ("pass", 5)):
    other = rattus.from_position(game.position())
    other.play(words)
    assert "abbot" in other.view("red")["used"]
    for event in other.events_seen("red"):
        check(models.RattusEvent, event)
    assert other.view("red")["regions"][regions[0].split()[1]]["cubes"]["red"] == cubes, other.view("red")
    assert not any(str(move).startswith("abbot") for move in other.legal())
words = vocabulary_of(GAMES["rattus"])
(mine,) = [card for card in words["cards"] if card["card"] == "abbot"]
assert (mine["kind"], mine["class"], mine["rule"]) == ("class_card", "church", "X1")
assert (mine["verbs"], mine["events"]) == (["abbot", "bless"], ["visited", "blessed"])
assert words["classes"] == ["peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty"]
assert [each["verb"] for each in words["verbs"]].count("abbot") == 1
print("played")
"""
GRANARY = f"""{GAME}
from rattus.games.cartus import models
from rattus.games.cartus.vocabulary import CARDS
names = ["granary", "marketplace", "monastery", "castle", "tent", "palace"]
game = rattus.from_position({{
    "game": "cartus", "players": 2, "options": {{"buildings": names}}, "round": 2, "first": "red", "phase": "resolve",
    "to_move": "red", "row": [{{"building": "granary", "supply": "dddd"}}, {{"building": "castle", "supply": "rr"}}],
    "entered": [{{"seat": "red", "building": 1, "cards": ["peasantry-0"], "shown": True}},
                {{"seat": "yellow", "building": 2, "cards": [], "shown": False}}],
    "hands": {{"red": 3, "yellow": 3}}, "deck": 30, "premium": "red",
    "pending": {{"ask": "act", "place": 1, "premium": True}},
}})
game.play("act")
*ground, lock, spare = map(str, game.legal())
assert (lock, spare) == ("lock", "spare")
assert ground == [f"grind {{card}}" for card in sorted(set(game.view("red")["hands"]["red"]), key=CARDS.index)]
check(models.CartusView, game.view("red"))
assert game.view("yellow")["pending"] == {{"ask": "lock", "place": 1, "due": 2}}
again = rattus.from_position(game.position())
assert again.position() == game.position()
from rattus.cli.cartus import story
assert story.question(game.view("red"), game.legal()) == "Lock?"
assert list(story.labels(game.view("red"), game.legal()).values())[-2:] == ["lock: Lock", "spare: Spare"]
for words, rats in (([ground[0], "lock"], 8), (["lock", "lock"], 8), (["lock", "spare"], 9), (["spare"], 10)):
    other = rattus.from_position(game.position())
    for word in words:
        other.play(word)
    assert other.view("yellow")["rats"]["red"] == rats
    assert not {{"grind", "lock", "spare"}} & {{move.verb for move in other.legal()}}
    told = other.events_seen("yellow")
    for event in told:
        check(models.CartusEvent, event)
    flour = [CARDS.index(word[6:]) % 5 for word in words if word.startswith("grind")]
    assert [event["flour"] for event in told if event["event"] == "ground"] == flour
    told = [event for event in told if event["event"] == "locked"]
    assert ("Red: Locked (1)" in " ".join(story.NARRATOR.paragraphs(story.events(other, "red")))) == (rats < 10)
    assert [(event["seat"], event["rats"], event["rule"]) for event in told] == [("red", 1, "X2")] * (10 - rats)
wrong = game.position()
wrong["pending"]["due"] = 3
try:
    rattus.from_position(wrong)
except rattus.errors.FormatError as error:
    assert "1 or 2 by the rules" in str(error), error
else:
    raise AssertionError("three rats at once")
words = vocabulary_of(GAMES["cartus"])
assert "lock" in words["questions"]
assert {{"verb": "lock", "arguments": [], "rule": "X2", "final": True}} in words["verbs"]
assert {{"event": "locked", "rule": "X2", "fields": ["rats"], "secret": []}} in words["events"]
print("played")
"""
WHOLE = f"""{GAME}
for name, players, options in (
    ("rattus", 3, {{}}),
    ("africanus", 2, {{"cards": ["abbot", "monk", "king", "trader", "sultan", "witch"]}}),
    ("cartus", 3, {{"buildings": ["granary", "marketplace", "monastery", "castle", "tent", "palace"]}}),
    ("cartus", 5, {{"buildings": "one_each"}}),
):
    used = set()
    for seed in range(4):
        game, chance = rattus.new(name, players, seed=seed, options=options), random.Random(seed)
        while not game.is_over:
            legal = game.legal()
            game.view(game.to_move)
            move = chance.choice(legal)
            used |= {{str(move).split()[0]}} | {{each["building"] for each in game.view(None).get("row", [])}}
            game.play(move)
        assert load_record(game.record()).outcome == game.outcome
    mine = {{"granary", "grind", "lock", "spare"}} if name == "cartus" else {{"abbot", "bless"}}
    assert options.get("buildings") == "one_each" or mine <= used, (name, used)
print("played")
"""
BOTS = f"""{GAME}
from rattus.bots.players import make_player
from rattus.envs import pettingzoo
from rattus.match.sight import sight_of
chance = random.Random(7)
for name in ("rattus", "cartus"):
    options = {{"max_turns": 4}} if name == "rattus" else {{"buildings": "mixed"}}
    game = rattus.new(name, 2, seed=3, options=options)
    players = [make_player(word, compiled=False) for word in ("random", "greedy", "mcts:8")]
    made = 0
    while not game.is_over and made < 40:
        game.play(players[made % 3].choose(sight_of(game), made).move)
        made += 1
    env = pettingzoo.env(name, players=2, options=options, compiled=False)
    env.reset(seed=5)
    while env.agents:
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        mask = observation["action_mask"]
        env.step(None if done else chance.choice([move for move in range(len(mask)) if mask[move]]))
print("played")
"""
TERMINAL = "from rattus.cli import app; app(prog_name='rattus')"
COMPILED = f"""{GAME}
for name in ("rattus", "cartus"):
    engine, lists = rattus.engine(name, 2), rattus.engine(name, 2, compiled=False)
    assert engine.play_games(20, engine.stream(1)).decisions == lists.play_games(20, lists.stream(1)).decisions
print("played")
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tree(tmp_path_factory.mktemp("made_up"))


def run(tree: Path, *words: str, said: str = "") -> str:
    command = [sys.executable, *words]
    done = subprocess.run(command, env=environment(tree), input=said, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-3000:]
    return done.stdout


@pytest.mark.parametrize(
    "program", [ABBOT, GRANARY, WHOLE, BOTS], ids=["card", "building", "whole games", "bots and environments"]
)
def test_made_up_cards_are_played(tree: Path, program: str) -> None:
    assert run(tree, "-c", program).endswith("played\n")


@pytest.mark.long
def test_made_up_cards_compile(tree: Path) -> None:
    assert run(tree, "-c", COMPILED).endswith("played\n")


def test_made_up_cards_in_the_terminal(tree: Path) -> None:
    said = "settle gallia\n" * 4 + "take abbot\nabbot gallia\nbless\nquit\ny\n"
    shown = run(tree, "-c", TERMINAL, "play", "rattus", "-p", "2", "--humans", "2", "--seed", "1", said=said)
    assert "Abbot" in shown
    assert "Blessed (Gallia)" in shown
