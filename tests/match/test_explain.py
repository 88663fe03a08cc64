"""Explanations: why something cannot be chosen, with the rule, and from nothing but what a seat may know."""

import random

import pytest

import rattus
from rattus.games import GAMES
from rattus.games.cartus.vocabulary import CARDS
from rattus.match.game import Game
from rattus.match.vocabulary import rule_ids, vocabulary_of

CASES = [("rattus", 2), ("rattus", 4), ("africanus", 3), ("africanus", 6), ("cartus", 2), ("cartus", 4)]
RULES = {rule for game in GAMES for rule in rule_ids(game)} | {""}


def things_of(game: Game) -> list[str]:
    if game.name == "cartus":
        return [*CARDS, *(f"building.{place}" for place in (1, 2, 3)), *(f"nun.{place}" for place in range(1, 6))]
    regions = [*game.box.regions, *game.box.cards]
    return regions + list(game.box.region_card_names if game.name == "africanus" else [])


def play_on(game: Game, chance: random.Random, moves: int) -> Game:
    for _ in range(moves):
        if not game.is_over:
            game.play(chance.choice(game.legal()))
    return game


@pytest.mark.parametrize(("game", "players"), CASES)
def test_worlds_that_a_seat_cannot_tell_apart_are_explained_alike(game: str, players: int) -> None:
    chance, different = random.Random(players), 0
    for seed in range(12):
        true = play_on(rattus.new(game, players, seed), chance, chance.randrange(70))
        if true.is_over:
            continue
        for seat in (*true.seats, None):
            other = true.resample(seat, seed)
            different += other.position() != true.position()
            for thing in things_of(true):
                for verb, words in ((None, ()), *((move.verb, ()) for move in chance.sample(true.legal(), 1))):
                    assert true.explain(seat, thing, verb, words) == other.explain(seat, thing, verb, words)
    assert different > 10


@pytest.mark.parametrize(("game", "players"), CASES)
def test_what_can_be_chosen_has_moves_and_what_cannot_has_a_reason(game: str, players: int) -> None:
    chance, told = random.Random(players), set()
    for seed in range(3):
        now = rattus.new(game, players, seed)
        while not now.is_over:
            seat, legal = now.to_move, now.legal_texts
            for thing in things_of(now):
                known = now.explain(seat, thing)
                does = {each["verb"]: each["rule"] for each in known.facts if each["why"] == "does"}
                assert list(does) == list(dict.fromkeys(move.split(" ")[0] for move in known.moves))
                assert all(does.values())
                words = thing.split(".")[-1] if game == "cartus" else thing
                assert all(words in move.replace(".", " ").split(" ") and move in legal for move in known.moves)
                assert not (known.moves and known.reasons)
                for each in (*known.reasons, *known.facts):
                    told.add(each["why"])
                    assert each["rule"] in RULES
                others = [other for other in now.seats if other != seat]
                assert {each["why"] for each in now.explain(others[0], thing).reasons} <= {"waits", "seen"}
                assert not now.explain(None, thing).reasons
            chosen = next((move for move in legal if " " in move), None)
            if chosen and game != "cartus":
                verb, first = chosen.split(" ")[:2]
                assert chosen in now.explain(seat, first.partition(".")[0], verb).moves
            now.play(chance.choice(legal))
    assert {"rattus": {"place", "far", "taken"}, "africanus": {"noCubes", "border"} & told, "cartus": {"supply"}}[
        game
    ] <= told


@pytest.mark.rules("R15", "R19", "R25")
def test_a_region_without_rats() -> None:
    land = {"gallia": {"rats": [None], "cubes": {"red": 1}}}
    start = {"game": "rattus", "players": 2, "phase": "turn", "turn": "red", "plague": "germania", "regions": land}
    game = rattus.from_position(start)
    known = game.explain("red", "hispania")
    assert known.reasons == [
        {"why": "place", "rule": "R15"},
        {"why": "peasant", "rule": "R19"},
        {"why": "far", "rule": "R25", "n": 1, "region": "germania"},
    ]
    assert game.explain("red", "germania", "plague").reasons == [{"why": "stays", "rule": "R25"}]
    assert set(game.explain("red", "gallia").moves) == {"place gallia 1", "plague gallia"}
    assert game.explain("yellow", "gallia").reasons == [{"why": "waits", "rule": "", "seat": "red"}]


@pytest.mark.rules("A10", "A18")
def test_all_diplomats_are_out() -> None:
    game = rattus.new("africanus", 3, 5, {"cards": ["peasant", "merchant", "monk", "knight", "witch", "sultan"]})
    position = play_on(game, random.Random(1), 7).position()
    regions = position["regions"]
    for place, land in enumerate(regions.values()):
        land["cubes"] = {"red": 1, "yellow": 1}
        land["diplomats"] = (["yellow"] if place < 8 else []) + (["red"] if place < 7 else [])
    position |= {
        "phase": "turn", "turn": "red", "to_move": "red", "taken": True, "placed": True, "used": [], "pending": None,
        "palace": {}, "palace_diplomats": {}, "classes": dict.fromkeys(position["classes"]) | {"sultan": "red"},
    }  # fmt: skip
    assert sum(len(land["diplomats"]) for land in regions.values()) == 15
    full = rattus.from_position(position)
    assert not any(move.startswith("sultan") for move in full.legal_texts)
    assert full.explain("red", "sultan").reasons == [{"why": "noDiscs", "rule": "A10"}]
    bare = next(region for region, land in regions.items() if "red" not in land["diplomats"])
    regions[next(iter(regions))]["diplomats"] = []
    free = rattus.from_position(position)
    assert free.explain("red", "sultan").moves
    assert free.explain("red", bare, "sultan").moves == [f"sultan {bare}"]


@pytest.mark.rules("C11", "C12")
def test_before_entering_a_building_it_is_told_which_cards_cannot_be_played() -> None:
    row = [{"building": "castle", "supply": "rr"}, {"building": "tent", "supply": "rl"}]
    position = {"game": "cartus", "players": 2, "phase": "enter", "to_move": "red", "row": row, "deck": 30}
    now = rattus.from_position({**position, "hands": {"red": ["church-1", "pass"], "yellow": 5}})
    assert now.explain("red", "pass").reasons == [{"why": "playable", "rule": "C12", "card": "pass"}]
    assert now.explain("red", "church-1").reasons == [{"why": "first", "rule": "C11", "ask": "enter"}]
    for nothing in ("building.0", "building.3", "nun.6", "stack.1"):
        assert not now.explain("red", nothing).reasons


@pytest.mark.parametrize("words", [["nowhere"], ["gallia", "9"], ["", ""], ["gallia.1"]])
@pytest.mark.parametrize("verb", ["merchant", "monk", "trader", "knight", "nonsense", "", None])
def test_nonsense_is_not_explained_and_does_no_harm(verb: str | None, words: list[str]) -> None:
    for name in GAMES:
        game = play_on(rattus.new(name, 3, 1), random.Random(2), 20)
        for thing in ("gallia", "king", "church-3", "building.9", "nun.99999999999", "nun.", "", "x" * 100, "é.é"):
            game.explain(game.to_move, thing, verb, words)


# ---- the vocabulary


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_the_shape_of_its_verb(game: str) -> None:
    words = vocabulary_of(GAMES[game])
    shapes = {verb["verb"]: verb["arguments"] for verb in words["verbs"]}
    cards = {card["card"] for card in words["cards"]}
    seen = set()
    for players in words["players"]:
        box = rattus.new(game, players, 1).box
        fits = {
            "region": lambda word, box=box: word in box.regions,
            "slot": lambda word, box=box: word.rpartition(".")[0] in box.regions and word[-1] in "123",
            "class_card": lambda word: word in cards,
            "card": lambda word: word in cards,
            "region_card": lambda word, box=box: word in box.region_card_names,
            "seat": lambda word, box=box: word in box.seats,
            "word": lambda word: word == "diplomat",
        }
        for move in box.moves:
            verb, *arguments = move.split(" ")
            seen.add(verb)
            assert len(arguments) in (len(shapes[verb]), len(shapes[verb]) - shapes[verb].count("word"))
            for kind, word in zip(shapes[verb], arguments, strict=False):
                assert fits.get(kind, str.isdecimal)(word), (move, kind)
    assert seen == set(shapes)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_a_move_that_reveals_something_is_final(game: str, players: int) -> None:
    chance = random.Random(players)
    final = {verb["verb"] for verb in vocabulary_of(GAMES[game])["verbs"] if verb["final"]}
    for seed in range(6):
        now = rattus.new(game, players, seed)
        while not now.is_over:
            move, phase = chance.choice(now.legal()), now.view(None)["phase"]
            now.play(move)
            # Any move can be the last of the last round or of a phase, after which the game goes on by itself; and what
            # exploring throws away has been shown, and growing is an answer that others wait for.
            is_last = phase in ("last_round", "enter") or move.verb in ("explore", "grow", "decline")
            assert now.can_undo or is_last or move.verb in final, move


@pytest.mark.rules("C31")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_score_on_a_track_as_the_vocabulary_says(players: int) -> None:
    words = vocabulary_of(GAMES["cartus"])
    paid = []
    for seed in range(3):
        game, chance = rattus.new("cartus", players, seed), random.Random(seed)
        while not game.is_over:
            game.play(chance.choice(game.legal()))
        outcome = game.outcome
        assert outcome is not None
        points = outcome.details["categories"]
        paid += [sum(points[seat][name] > 0 for seat in game.seats) for name in words["classes"]]
    assert max(paid) == words["limits"]["scoring_ranks"][str(players)]


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_takes_the_options_of_the_vocabulary_and_has_the_first_by_itself(game: str) -> None:
    words = vocabulary_of(GAMES[game])
    for option in words["options"]:
        assert set(option["players"]) <= set(words["players"])
        for players in option["players"]:
            usual = rattus.new(game, players, 5, {})
            for place, value in enumerate(option["values"]):
                agreed = rattus.new(game, players, 5, {option["option"]: value})
                assert place or agreed.position() == usual.position()
    offered = {option["option"] for option in words["options"]} | {"first", "max_turns"}
    assert set(usual.position()["options"]) <= offered


@pytest.mark.rules("A4", "C3")
@pytest.mark.parametrize("game", ["africanus", "cartus"])
def test_the_engine_takes_cards_by_name_as_the_vocabulary_says(game: str) -> None:
    words = vocabulary_of(GAMES[game])
    (option,) = (each for each in words["options"] if "lists" in each)
    name = option["option"]
    named = [card for card in words["cards"] if card["kind"] == option["lists"]]
    by_class = [[card["card"] for card in named if card["class"] == each] for each in words["classes"]]
    for players in option["players"]:
        number = option["length"][str(players)]
        if option.get("of_a_class"):
            cards = [card for cards in by_class for card in cards[-option["of_a_class"] :]]
        else:
            cards = [card["card"] for card in named[-number:]]
        assert len(cards) == number
        assert rattus.new(game, players, 5, {name: cards}).position()["options"][name] == cards
        for wrong in (cards[:-1], [*cards, named[0]["card"]]):
            with pytest.raises(rattus.errors.FormatError):
                rattus.new(game, players, 5, {name: wrong})
        for value, meant in option.get("means", {}).items():
            one, other = (rattus.new(game, players, 5, {name: each}).view(None)["row"] for each in (value, meant))
            assert one == other


@pytest.mark.rules("C3")
def test_the_engine_takes_as_many_copies_of_a_class_as_the_vocabulary_says() -> None:
    words = vocabulary_of(GAMES["cartus"])
    (option,) = words["options"]
    pairs = [
        [card["card"] for card in words["cards"] if card["kind"] == "building" and card["class"] == each]
        for each in words["classes"]
    ]
    copies = {pair[0]: option["copies"] - 2 for pair in pairs} | {pair[1]: 2 for pair in pairs}
    assert rattus.new("cartus", 3, 5, {"buildings": copies}).position()["options"]["buildings"] == copies
    with pytest.raises(rattus.errors.FormatError):
        rattus.new("cartus", 3, 5, {"buildings": copies | {pairs[0][0]: option["copies"] - 1}})


@pytest.mark.rules("R9")
def test_an_option_makes_a_difference_for_the_players_that_the_vocabulary_says() -> None:
    (option,) = (each for each in vocabulary_of(GAMES["rattus"])["options"] if each["option"] == "three_player_removal")
    for players in GAMES["rattus"].player_counts:
        one, other = (
            rattus.new("rattus", players, 5, {"three_player_removal": value}).view(None)["supply"]
            for value in option["values"]
        )
        assert (one != other) == (players in option["players"])


@pytest.mark.rules("C29")
def test_lots_bring_a_building_to_as_many_players_as_the_vocabulary_says() -> None:
    (tower,) = (card for card in vocabulary_of(GAMES["cartus"])["cards"] if card["card"] == "watchtower")
    for players in GAMES["cartus"].player_counts:
        games = [rattus.new("cartus", players, seed, {"buildings": "one_each"}) for seed in range(30)]
        comes = any("watchtower" in game.view(None)["chosen"] for game in games)
        assert comes == (players >= tower["fewest_players"])


def test_the_vocabulary_says_which_building_gives_which_special_cards() -> None:
    cards = vocabulary_of(GAMES["cartus"])["cards"]
    gives = {card["gives"]: card["card"] for card in cards if card.get("gives")}
    assert gives == {"joker": "marketplace", "sword": "castle", "flute": "hut", "pass": "office", "gold": "treasury"}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_id_of_the_vocabulary_is_one(game: str) -> None:
    words = vocabulary_of(GAMES[game])
    lists = (words["cards"], words["verbs"], words["events"], words["categories"])
    assert {entry["rule"] for entries in lists for entry in entries} <= RULES
    assert words["rules"][0] in ("R1", "A1", "C1")
    outcome = play_on(rattus.new(game, 3, 1), random.Random(1), 100_000).outcome.as_data()
    names = [category["category"] for category in words["categories"]]
    assert all(list(points) == names for points in outcome["categories"].values())


@pytest.mark.rules("C1", "C16")
def test_the_vocabulary_says_how_many_cards_there_are_and_what_they_bring() -> None:
    cards = {card["card"]: card for card in vocabulary_of(GAMES["cartus"])["cards"]}
    population = [card for card in cards.values() if card["kind"] == "population"]
    assert sum(card["copies"] for card in population) == 84
    assert sum(card["copies"] * card["nuns"] for card in population) == 168
    scored = 0
    for seed in range(3):
        game, chance = rattus.new("cartus", 4, seed), random.Random(seed)
        while not game.is_over:
            game.play(chance.choice(game.legal()))
        shown: dict[str, list[str]] = {}
        for event in game.events:
            if event["event"] == "showed":
                shown.setdefault(event["seat"], []).append(event["card"])
            if event["event"] == "scored":
                laid = [cards[card] for card in shown.pop(event["seat"], [])]
                strangers = [card for card in laid if card["class"] != event["class"]]
                assert event["influence"] == sum(card.get("influence", 0) for card in laid)
                assert event["rats"] == sum(card.get("rats", 0) for card in strangers)
                scored += bool(laid)
    assert scored > 40


@pytest.mark.parametrize("game", ["rattus", "africanus"])
def test_the_vocabulary_says_which_verbs_and_events_a_card_has(game: str) -> None:
    cards = {card["card"]: card for card in vocabulary_of(GAMES[game])["cards"]}
    chance, seen = random.Random(8), set()
    for seed in range(12):
        now = rattus.new(game, 4, seed)
        while not now.is_over:
            before = len(now.events)
            move = chance.choice(now.legal())
            now.play(move)
            used = now.view(None)["used"]
            words = {event["event"] for event in now.events[before:]}
            if words & {"next", "last_call", "passed", "ended"}:
                continue  # a card is marked until its holder has no more to decide
            for name, card in cards.items():
                if words & set(card["events"]):
                    assert name in used
                    assert move.verb in card["verbs"]
                    seen.add(name)
    assert seen >= {"merchant", "monk", "witch", "king"}
