"""Whether a question is asked does not reveal what is in a hand.

Two worlds differ in one card that only its holder can know. The same moves in both give everybody else the same bytes
(views, events and their numbers, moves of the record, whose move it is) until a card that differs is shown.
"""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

import rattus
from rattus.games.cartus.position_counts import miscounted
from rattus.games.cartus.vocabulary import POPULATION
from rattus.games.rattus.sizes import DRAWN_CARDS
from rattus.games.rattus.vocabulary import IN_HAND, IN_PILE
from rattus.match.game import Game

SPECTATOR = -1
TOWERS = {"buildings": ["farm", "office", "hospital", "watchtower", "hut", "treasury"]}
ISLAM = {"cards": ["peasant", "knight", "astronomer", "explorer", "trader", "sultan"]}
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("rattus", 2, {}),
    ("rattus", 4, {}),
    ("africanus", 2, {}),
    ("africanus", 4, ISLAM),
    ("africanus", 6, {}),
    ("cartus", 2, TOWERS),
    ("cartus", 3, TOWERS),
    ("cartus", 4, {}),
    ("cartus", 5, TOWERS),
]


# ---- two worlds


def exchange(game: Game, table: Any, seat: int, choice: random.Random) -> Any:
    """The same table with one card of a seat's hand exchanged for one that is hidden from all; None if impossible."""
    other = table.copy()
    exchanges = {"cartus": exchange_population_card, "africanus": exchange_region_card, "rattus": exchange_token}
    return other if exchanges[game.name](other, seat, choice) else None


def exchange_population_card(table: Any, seat: int, choice: random.Random) -> bool:
    own = [kind for kind in range(POPULATION) if table.hands[seat][kind]]
    if not own or not table.deck_left:
        return False
    kind, place = choice.choice(own), choice.randrange(table.deck_left)
    drawn = table.deck[place]
    table.hands[seat][kind] -= 1
    table.hands[seat][drawn] += 1
    table.deck[place] = kind
    return bool(drawn != kind)


def exchange_region_card(table: Any, seat: int, choice: random.Random) -> bool:
    own = [place for place in range(table.held_count) if table.held_by[place] == seat]
    pairs = [
        (place, other)
        for place in own
        for other in range(table.pile_left - DRAWN_CARDS)  # not one that the Explorer might show next
        if table.shuffled[table.pile[other]] == table.shuffled[table.held[place]]
    ]
    if not pairs:
        return False
    place, other = choice.choice(pairs)
    table.held[place], table.pile[other] = table.pile[other], table.held[place]
    table.lies[table.held[place]], table.lies[table.pile[other]] = IN_HAND, IN_PILE
    return True


def exchange_token(table: Any, seat: int, choice: random.Random) -> bool:
    """In Rattus nobody has a hand; what only one can know is the face of a token that the Witch has shown."""
    places = [
        (region, slot)
        for region, count in enumerate(table.count)
        for slot in range(count)
        if table.seen[region][slot] == 1 << seat and not table.original[region][slot]
    ]
    if not places or not table.supply_left:
        return False
    (region, slot), other = choice.choice(places), choice.randrange(table.supply_left)
    kind, drawn = table.rats[region][slot], table.supply[other]
    table.rats[region][slot], table.supply[other] = drawn, kind
    return bool(kind != drawn)


# ---- bytes


@dataclass
class Pair:
    """A game and the same one with another card in a hand; both go on with the same moves."""

    game: Game
    world: Game
    seat: str
    moves: int = 0
    compared: int = 0  # events
    asked_alone: Counter[str] = field(default_factory=Counter)

    def play(self, choice: random.Random) -> bool:
        """Make a move that is possible in both; False where there is none, or a card that differs has been shown."""
        both = sorted(set(self.game.legal_texts) & set(self.world.legal_texts))
        assert both or self.game.to_move == self.seat, (
            "the moves of another player depend on a hand that they do not see"
        )
        if not both:
            return False
        if len(self.game.legal_texts) == 1:
            self.asked_alone[self.game.legal_texts[0]] += 1
        move = choice.choice(both)
        self.game.play(move)
        self.world.play(move)
        self.moves += 1
        return not self.differ()

    def differ(self) -> bool:
        """Whether somebody else can tell the two apart."""
        found = {player: self.differs(player) for player in (*self.others, None)}
        self.compared = self.game.event_count
        return any(found.values())

    @property
    def others(self) -> list[str]:
        return [seat for seat in self.game.seats if seat != self.seat]

    def differs(self, player: str | None) -> bool:
        """Whether a player can tell the two apart: only by a card or a token that is shown."""
        new = [world.events_seen(player, self.compared) for world in (self.game, self.world)]
        for one, two in zip(*new, strict=False):
            if one != two:
                assert is_another_card(one, two), (player, one, two)
                return True
        assert self.game.event_count == self.world.event_count
        if self.game.is_over or self.world.is_over:
            assert self.game.is_over == self.world.is_over
            return True  # now everything is shown
        assert self.game.to_move == self.world.to_move
        whole = (Game.moves_seen, Game.record_seen) if self.moves % 10 == 0 else ()  # they take long
        for what in (Game.view, *whole):
            assert json.dumps(what(self.game, player), default=str) == json.dumps(what(self.world, player), default=str)
        return False


def is_another_card(one: dict[str, Any], two: dict[str, Any]) -> bool:
    """Whether two events are the same but for the card or face that they show, and what it does."""
    shows = {"card", "region_card", "face"}
    both = {name for name in shows & set(one) if one[name] != two[name] and None not in (one[name], two[name])}
    return bool(both) and all(one[name] == two[name] for name in ("event", "seat", "number", "after"))


@pytest.mark.slow
@pytest.mark.rules("A12", "C11", "C19", "C28", "C29", "R6", "R29")
@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_two_worlds_that_differ_in_one_hand_look_alike_to_all_others(name, players, options) -> None:
    compared, alone, shown = 0, Counter(), 0
    for seed in range(24):
        choice = random.Random(f"{name}/{players}/{seed}")
        game = rattus.new(name, players, seed, options)
        for _ in range(choice.randrange(20, 140)):
            if not game.is_over:
                game.play(choice.choice(game.legal_texts))
        seat = choice.randrange(players)
        table = None if game.is_over else exchange(game, game._table, seat, choice)
        if table is None:
            continue
        pair = Pair(game, game.copy(), game.seats[seat])
        pair.world._table = table
        pair.world._advance([])  # the legal moves of this world
        others = [watcher for watcher in range(players + 1) if watcher != seat + 1]
        if name == "cartus" and any(miscounted(game.box, table, watcher) for watcher in others):
            continue  # somebody knows this card
        assert not pair.differ(), "it differs from the start"
        for _ in range(60):
            if not pair.play(choice):
                shown += not pair.game.is_over
                break
            compared += 1
        alone += pair.asked_alone
    assert compared > 40
    if name == "cartus":
        assert shown, "no card that differs was ever shown"
        assert alone["done"], "no question with one answer came up"


# ---- counting leaks


@dataclass
class Measure:
    """How often a move reveals to the others what is in a hand, by what happens right after it."""

    moves: int = 0
    told: Counter[str] = field(default_factory=Counter)


def public_trace(game: Game, table: Any, move: int) -> tuple[Any, ...]:
    """What everybody sees of a move: the events that follow, and who is asked what then."""
    log: list[tuple[int, ...]] = []
    rules, box = game.parts.rulebook.rules, game.box
    rules["perform"](box.record, table, move, log)
    rules["advance"](box.record, table, [0] * len(box.moves), log)
    events = [game.parts.rulebook.describe_event(box, event, SPECTATOR) for event in log]
    return events, table.phase, table.question, table.to_move, table.due


def measure(name: str, players: int, options: dict[str, Any], games: int, found: Measure) -> None:
    """Play random games; compare each move of a seat with cards with the same move with another card in its hand."""
    game = rattus.new(name, players, 0, options)
    rules, record, out = game.parts.rulebook.rules, game.box.record, [0] * len(game.box.moves)
    for number in range(games):
        choice = random.Random(f"{name}/{players}/{number}")
        table = rattus.new(name, players, number, options)._table
        while legal := rules["advance"](record, table, out, None):
            move, seat = out[choice.randrange(legal)], table.to_move
            other = exchange(game, table, seat, choice)
            if other is not None and move in out[: rules["legal"](record, other, out)]:
                before = game.box.moves[move].partition(" ")[0]
                found.moves += 1
                found.told[before] += public_trace(game, table, move) != public_trace(game, other, move)
            else:
                rules["perform"](record, table, move, None)


# As many games of each as make 5,000 in all; the long ones are fewer.
MEASURED = [
    ("cartus", 2, TOWERS, 1000), ("cartus", 3, TOWERS, 1000), ("cartus", 4, {}, 1000), ("cartus", 5, TOWERS, 1000),
    ("africanus", 3, {}, 600), ("africanus", 6, {}, 400),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.rules("A12", "C11", "C19", "C28", "C29")
@pytest.mark.parametrize(("name", "players", "options", "games"), MEASURED)
def test_no_event_tells_a_hand_beyond_the_cards_shown(name, players, options, games) -> None:
    """In a fifth of the games: with a fault every few moves tell something (see below)."""
    check_that_nothing_is_told(name, players, options, games // 5)


@pytest.mark.long
@pytest.mark.parametrize(("name", "players", "options", "games"), MEASURED)
def test_no_event_of_thousands_of_games_tells_a_hand(name, players, options, games) -> None:
    check_that_nothing_is_told(name, players, options, games)


def check_that_nothing_is_told(name, players, options, games) -> None:
    found = Measure()
    measure(name, players, options, games, found)
    assert found.moves > 10 * games
    assert not +found.told, f"of {found.moves} moves some told what is in hand: {dict(+found.told)}"


def test_the_measure_finds_an_answer_that_is_given_without_asking(monkeypatch) -> None:
    """With every single answer given at once, as if everybody could see it, moves tell the hand."""
    rules = rattus.new("cartus", 3, 0).parts.rulebook.rules
    advance = rules["advance"]
    monkeypatch.setitem(advance.__globals__, "is_evident", lambda *_: True)
    found = Measure()
    measure("cartus", 3, TOWERS, 20, found)
    assert found.told["play"] > 20
    assert found.told["give"] > 2


def test_what_cannot_be_played_is_asked_all_the_same() -> None:
    """A hand of passes and golds, an empty hand, and a hand in which only lower cards are left (C11, C12)."""
    position = {
        "game": "cartus", "players": 2, "options": TOWERS, "round": 3, "first": "red", "phase": "enter",
        "row": [{"building": "office", "supply": "rr"}, {"building": "farm", "supply": "dddd"}],
        "hands": {"red": ["pass", "gold"], "yellow": []},
    }  # fmt: skip
    game = rattus.from_position(position)
    game.play("enter 1")
    assert (game.to_move, game.legal_texts) == ("red", ("done",))
    game.play("done")
    assert game.to_move == "yellow"
    game.play("enter 1")
    assert game.position()["phase"] == "resolve"  # everybody sees that the hand is empty
    forced = [event for event in game.events_seen("red") if event["event"] == "forced"]
    assert [(event["seat"], event["move"]) for event in forced] == [("yellow", "done")]
    position["hands"] = {"red": ["church-0", "magic-3"], "yellow": []}
    game = rattus.from_position(position)
    game.play("enter 1")
    game.play("play magic-3")
    assert (game.to_move, game.legal_texts) == ("red", ("done",))
