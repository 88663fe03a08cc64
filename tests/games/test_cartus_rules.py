"""Rules of Rattus Cartus that need more than a scenario: chance at set-up, events, undo, the result."""

import itertools
import random
from collections import Counter

import pytest

import rattus
from rattus.errors import IllegalMove
from rattus.games.cartus.events import SHAPES

SEATS = ["red", "yellow", "green", "blue", "white"]
PLAYERS = [2, 3, 4, 5]
OTHERS = {"buildings": ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]}


def played(players, seed, options=None):
    """A whole random game, move by move."""
    game, choice = rattus.new("cartus", players, seed, options), random.Random(seed)
    while not game.is_over:
        yield game
        game.play(choice.choice(game.legal()))
    yield game


def building_cards(position):
    """All building cards of a position."""
    return [*position["row"], *position["buildings"], *position["replacement"], *position["used"]]


@pytest.mark.rules("C2", "C4", "C5", "C7", "C9")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_new_game_is_laid_out(players) -> None:
    position = rattus.new("cartus", players, 5).position()
    assert position["rats"] == dict.fromkeys(SEATS[:players], 10)
    assert [len(hand) for hand in position["hands"].values()] == [5] * players
    assert (len(position["nuns"]), len(position["deck"]), position["discards"]) == (5, 79 - 5 * players, [])
    assert position["stacks"] == {"joker": 15, "sword": 12, "flute": 12, "pass": 12, "gold": 15}
    assert len(position["tokens"]) == 20
    assert not any(position["influence"].values())
    assert (position["round"], position["phase"], position["to_move"]) == (1, "supply", position["first"])


@pytest.mark.rules("C4", "C5", "C6", "C7")
def test_a_new_game_is_left_to_chance() -> None:
    games = [rattus.new("cartus", 3, seed).position() for seed in range(60)]
    assert Counter(game["first"] for game in games).keys() == {"red", "yellow", "green"}
    for part in ("nuns", "deck", "tokens", "buildings", "replacement", "row"):
        assert len({str(game[part]) for game in games}) > 50
    assert len({game["hands"]["red"][0] for game in games}) > 5


@pytest.mark.rules("C6")
@pytest.mark.parametrize("first", SEATS[:4])
def test_the_first_player_can_be_given(first) -> None:
    for seed in range(5):
        position = rattus.new("cartus", 4, seed, {"first": first}).position()
        assert position["first"] == position["to_move"] == first


@pytest.mark.rules("C3")
def test_each_building_of_a_pair_is_chosen_as_often() -> None:
    chosen = Counter()
    for seed in range(400):
        chosen.update(rattus.new("cartus", 3, seed, {"buildings": "one_each"}).position()["chosen"])
    assert len(chosen) == 12
    assert all(150 < number < 250 for number in chosen.values())
    mixed = Counter()
    for seed in range(200):
        position = rattus.new("cartus", 3, seed, {"buildings": "mixed"}).position()
        mixed.update((card["building"], card["supply"]) for card in building_cards(position))
    copies = Counter((card.building, card.supply) for card in rattus.new("cartus", 3).parts.components.buildings)
    assert all(abs(mixed[card] / number - 100) < 40 for card, number in copies.items())


@pytest.mark.rules("C3", "C29")
def test_with_2_players_no_lot_brings_the_watchtower_and_the_other_pairs_have_even_chances() -> None:
    chosen = Counter()
    for seed in range(400):
        chosen.update(rattus.new("cartus", 2, seed, {"buildings": "one_each"}).position()["chosen"])
    assert (chosen.pop("castle"), chosen["watchtower"]) == (400, 0)
    others = {name: number for name, number in chosen.items() if name != "watchtower"}
    assert len(others) == 10
    assert all(150 < number < 250 for number in others.values())
    mixed = Counter()
    for seed in range(200):
        position = rattus.new("cartus", 2, seed, {"buildings": "mixed"}).position()
        names = Counter(card["building"] for card in building_cards(position))
        assert (names["castle"], names["watchtower"]) == (5, 0)
        assert names.total() == 30
        mixed.update((card["building"], card["supply"]) for card in building_cards(position))
    copies = Counter((card.building, card.supply) for card in rattus.new("cartus", 2).parts.components.buildings)
    for (building, supply), number in copies.items():
        if building not in ("castle", "watchtower"):
            assert abs(mixed[building, supply] / number - 100) < 40


@pytest.mark.rules("C3", "C29")
@pytest.mark.parametrize(
    ("buildings", "towers"),
    [
        (["farm", "marketplace", "monastery", "watchtower", "tent", "palace"], 5),
        ({"farm": 5, "office": 5, "hospital": 5, "castle": 3, "watchtower": 2, "hut": 5, "palace": 5}, 2),
    ],
)
def test_with_2_players_a_list_or_a_map_may_name_the_watchtower(buildings, towers) -> None:
    game = rattus.new("cartus", 2, 4, {"buildings": buildings})
    for world in (game, *(game.resample(player, 7) for player in ("red", "yellow", None))):
        names = Counter(card["building"] for card in building_cards(world.position()))
        assert (names["watchtower"], names["castle"]) == (towers, 5 - towers)


@pytest.mark.rules("C3", "C29")
@pytest.mark.parametrize("option", ["mixed", "one_each"])
def test_with_2_players_what_is_not_named_or_seen_is_no_watchtower(option) -> None:
    """In positions that are read, and in the worlds that are sampled for a player."""
    game = rattus.new("cartus", 2, 3, {"buildings": option})
    for seed in range(30):
        for player in ("red", None):
            worlds = game.resample(player, seed), rattus.from_position(game.view(player), seed=seed)
            for world in worlds:
                names = Counter(card["building"] for card in building_cards(world.position()))
                assert (names["watchtower"], names["castle"]) == (0, 5)
        position = {
            "game": "cartus", "players": 2, "round": 5, "first": "red", "phase": "supply",
            "options": {"buildings": option},
        }  # fmt: skip
        names = Counter(card["building"] for card in building_cards(rattus.from_position(position, seed).position()))
        assert (names["watchtower"], names["castle"], names.total()) == (0, 5, 30)
        position["row"] = [{"building": "watchtower", "supply": "rr"}, {"building": "farm", "supply": "rr"}]
        read = rattus.from_position(position, seed)
        for world in (read, read.resample("yellow", seed), rattus.from_position(read.view("red"), seed=seed)):
            names = Counter(card["building"] for card in building_cards(world.position()))
            towers = 1 if option == "mixed" else 5  # with one building a class it is the one
            assert (names["watchtower"], names["castle"]) == (towers, 5 - towers)


@pytest.mark.rules("C4", "C10", "C25", "C26", "C28")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_deck_is_made_anew_the_moment_it_is_empty(players) -> None:
    """Deck and discards are computed a second time, from the cards drawn, discarded and leaving a building."""
    made = Counter()
    for seed in range(4):
        options = [{"buildings": ["farm", "marketplace", "hospital", "castle", "hut", "palace"]}, OTHERS][seed % 2]
        hands = dict.fromkeys(SEATS[:players], 50 // players)
        position = {"game": "cartus", "players": players, "first": "red", "phase": "supply", "round": 1}
        game = rattus.from_position({**position, "options": options, "hands": hands, "deck": 8}, seed=seed)
        choice = random.Random(seed)
        positions = [game.position()]
        while not game.is_over:
            moves = game.legal_texts
            game.play("act" if "act" in moves else choice.choice(moves))
            positions.append(game.position())
        heaps, shuffles = Heaps(positions[0]), game.shuffles
        for number, events in itertools.groupby(game.events, lambda event: event["after"]):
            heaps.follow(list(events), shuffles)
            assert heaps.deck == positions[number]["deck"]
            assert heaps.discards == Counter(positions[number]["discards"])
        assert heaps.shuffles == len(shuffles)
        made += heaps.made
    assert made["emptied"] > 3


class Heaps:
    """The deck, the discards and the cards laid down, as the events of a game tell them."""

    def __init__(self, position) -> None:
        self.deck, self.discards = list(position["deck"]), Counter(position["discards"])
        self.laid, self.places = {}, {}
        self.shuffles, self.made = 0, Counter()

    def follow(self, events, shuffles) -> None:
        names = [event["event"] for event in events] + ["nothing"]
        for number, event in enumerate(events):
            seat, name = event["seat"], event["event"]
            if name == "entered":
                self.places[seat], self.laid[seat] = event["place"], []
            elif name == "laid":
                self.laid[seat].append(event["card"])
            elif name == "drew":
                assert self.deck.pop(0) == event["card"]
                assert (names[number + 1] == "shuffled") == (not self.deck and self.discards.total() > 0)
            elif name == "discarded":
                self.discard(event["card"])
            elif name == "left":
                for other, place in self.places.items():
                    if place == event["place"]:
                        for card in self.laid.pop(other):
                            self.discard(card)
                self.places = {other: place for other, place in self.places.items() if place != event["place"]}
            elif name == "shuffled":
                assert not self.deck
                pile = shuffles[self.shuffles]
                assert (Counter(pile), event["cards"]) == (self.discards, len(pile))
                emptied = names[number - 1] == "drew" and number > 0
                assert emptied or names[number + 1] == "drew", "a shuffle that nobody wanted"
                self.made["emptied" if emptied else "wanted"] += 1
                self.deck, self.discards = list(pile), Counter()
                self.shuffles += 1

    def discard(self, card) -> None:
        if "-" in card:
            self.discards[card] += 1


@pytest.mark.rules("C4")
def test_the_shuffles_are_told_whole_and_a_deck_of_one_card_too() -> None:
    row = [{"building": "farm", "supply": "dddd"}, {"building": "tent", "supply": "ddr"}]
    base = {"game": "cartus", "players": 2, "round": 5, "first": "red", "phase": "supply", "row": row}
    deck = ["church-0", "church-1"]
    one = {**base, "deck": deck, "discards": ["magic-0"], "hands": {"red": 0, "yellow": 76}}
    game = rattus.from_position(one)
    game.play("supply 2")
    assert (game.shuffles, game.position()["deck"], game.position()["discards"]) == ([["magic-0"]], ["magic-0"], [])
    game.play("supply 1")  # the one card, and no more
    assert (game.shuffles, game.position()["deck"]) == ([["magic-0"]], [])
    again = rattus.load(game.record())
    assert (again.shuffles, again.position()) == (game.shuffles, game.position())
    discards = ["magic-0", "magic-1", "royalty-2", "royalty-3", "royalty-3"]
    for seed in range(8):
        game = rattus.from_position({**base, "deck": deck, "discards": discards, "hands": {"yellow": 72}}, seed=seed)
        game.play("supply 1")
        (shuffled,) = game.shuffles
        assert sorted(shuffled) == discards
        assert game.position()["hands"]["red"] == sorted([*deck, *shuffled[:2]], key=order)
        assert game.position()["deck"] == shuffled[2:]


def order(card):
    return ["church", "magic", "royalty"].index(card.partition("-")[0]), card


@pytest.mark.rules("C9")
def test_a_row_of_equal_buildings_is_broken_up_by_the_replacement_deck() -> None:
    broken = 0
    for seed in range(40):
        before = None
        for game in played(2, seed):
            position = game.position()
            if before is not None and position["round"] > before["round"]:
                events = [event for event in game.events if event["after"] == len(game.moves)]
                last = max(number for number, event in enumerate(events) if event["event"] == "next")
                changed = [event["building_card"] for event in events[last:] if event["event"] == "replaced"]
                broken += bool(changed)
                assert position["row"] != before["row"]
                deck, turns = before["replacement"], len(changed)
                assert position["replacement"] == deck[turns:] + changed
                assert position["row"][0]["building"] != position["row"][1]["building"]
                if changed:
                    assert changed[0]["building"] == position["row"][0]["building"]
                    assert position["row"][1] == deck[turns - 1]
                    assert position["returned"][-turns:] == changed
                    assert game.view(None)["returned"] == position["returned"]
            before = position
    assert broken > 5


@pytest.mark.rules("C15")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_next_player_is_first_in_every_round(players) -> None:
    firsts = {}
    for game in played(players, 3):
        if not game.is_over:
            firsts[game.position()["round"]] = SEATS.index(game.position()["first"])
    begun = firsts[1]
    assert list(firsts.values()) == [(begun + step) % players for step in range(len(firsts))]


def test_every_kind_of_event_happens() -> None:
    seen = set()
    for seed in range(40):
        options = [{}, OTHERS, {"buildings": "mixed"}][seed % 3]
        *_, game = played(2 + seed % 4, seed, options)
        seen |= {event["event"] for event in game.events}
    assert seen == {name for name, _, _ in SHAPES.values()}


OWN = {"drew": "card", "looked": "card", "laid": "card", "earned": "value"}


@pytest.mark.rules("C4", "C7", "C10", "C11")
@pytest.mark.parametrize("players", PLAYERS)
def test_events_keep_the_secrets_of_a_seat(players) -> None:
    checked = Counter()
    for seed in range(6):
        *_, game = played(players, seed)
        for player in (*game.seats, None):
            seen = game.events_seen(player)
            for event, whole in zip(seen, game.events, strict=True):
                name = OWN.get(event["event"])
                if name:
                    assert event[name] == (whole[name] if event["seat"] == player else None)
                    checked[event["event"]] += 1
                elif event["event"] not in ("gave", "forced"):
                    assert event == whole
                if event["event"] == "gave" and player not in (whole["seat"], whole["to_seat"]):
                    assert event["card"] is None
    assert set(checked) == set(OWN)


@pytest.mark.rules("C11")
def test_cards_laid_down_can_be_taken_back_until_something_is_seen() -> None:
    game = rattus.new("cartus", 2, 1, {"first": "red"})
    while game.position()["phase"] == "supply":
        game.play(game.legal()[0])
    before = game.position()
    game.play("enter 1")
    game.play(next(move for move in game.legal() if move.verb == "play"))
    assert game.can_undo
    game.undo()
    assert str(game.undo()) == "enter 1"
    assert game.position() == before
    while game.can_undo:
        game.undo()
    with pytest.raises(IllegalMove, match="something new"):
        game.undo()


@pytest.mark.rules("C4", "C10")
def test_a_drawn_card_and_a_look_cannot_be_taken_back() -> None:
    row = [{"building": "farm", "supply": "dddd"}, {"building": "tent", "supply": "rl"}]
    for move, more in (("supply 1", []), ("supply 2", ["peek 3"])):
        position = {"game": "cartus", "players": 2, "first": "red", "phase": "supply", "row": row}
        game = rattus.from_position(position)
        for text in (move, *more):
            game.play(text)
        assert not game.can_undo
    game = rattus.from_position({"game": "cartus", "players": 2, "first": "red", "phase": "supply", "row": row})
    game.play("supply 2")
    assert str(game.undo()) == "supply 2"  # before the look nothing is new


@pytest.mark.rules("C31", "C32", "C33", "C34", "C35", "C36", "C37")
def test_the_outcome_explains_itself() -> None:
    position = {
        "game": "cartus", "players": 3, "round": 9, "first": "red", "phase": "resolve", "options": OTHERS,
        "row": [{"building": "brewery", "supply": "ddr"}, {"building": "hut", "supply": "rr"}],
        "entered": [{"seat": seat, "building": 1, "cards": []} for seat in ("red", "yellow", "green")],
        "influence": {"church": [["green", 3], ["red", 3], ["yellow", 1]], "magic": [["yellow", 2]]},
        "hands": {"red": ["joker", "flute"], "yellow": ["gold", "gold", "pass"], "green": ["gold", "church-0"]},
        "points": {"red": [3, 1], "yellow": [], "green": [2]}, "rats": {"red": 5, "yellow": 11, "green": 5},
        "nuns": ["church-4", "magic-3", "magic-2", "magic-1", "magic-0"],
    }  # fmt: skip
    game = rattus.from_position(position)
    assert game.is_over
    outcome = game.outcome
    assert outcome.details["categories"]["red"] == {
        "peasantry": 10, "bourgeoisie": 0, "church": 5, "chivalry": 0, "magic": 0, "royalty": 0,
        "hand": 1, "swords": 0, "flutes": 2, "passes": 0, "gold": 0, "tokens": 4,
    }  # fmt: skip
    assert outcome.details["categories"]["yellow"]["gold"] == 6
    assert outcome.details["categories"]["green"]["gold"] == 3
    assert outcome.points == {"red": 22, "yellow": 20, "green": 16}
    assert (outcome.winners, outcome.dead, outcome.ranking) == (("red",), ("yellow",), ("red", "green", "yellow"))
    assert (outcome.details["nuns"], outcome.details["rats"]["yellow"]) == (10, 11)
    assert [event["seat"] for event in game.events if event["event"] == "died"] == ["yellow"]
    assert outcome.as_data()["categories"] == outcome.details["categories"]
    assert rattus.load(game.record()).outcome == outcome
    all_dead = rattus.from_position({**position, "nuns": ["magic-0"] * 4 + ["magic-1"]}).outcome
    assert (all_dead.winners, all_dead.details["consolation"]) == ((), ["red"])
    assert all_dead.ranking == ("red", "green", "yellow")
