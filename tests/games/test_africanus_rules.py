"""Rules of Africanus that scenarios cannot show: what is dealt and printed, and that hands are not revealed."""

import itertools
import json
import random
import tomllib
from collections import Counter
from importlib import resources

import pytest

import rattus
from rattus.errors import FormatError

SEATS = ["red", "yellow", "green", "blue", "white", "orange"]
CLASSES = ["peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty", "islam"]
CARDS = ["peasant", "merchant", "monk", "knight", "witch", "king", "astronomer", "explorer", "trader", "sultan"]
ISLAM = CARDS[6:]
PLAYERS = (2, 3, 4, 5, 6)
LIGHT = ["anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia"]
MIDDLE = ["bulgaria", "turcia"]
DARK = ["russia", "tartaria"]
AFRICA = ["mauretania", "numidia", "ifriqiya", "libya", "aegyptus"]
REGIONS = {
    2: LIGHT,
    3: LIGHT + MIDDLE,
    4: LIGHT + MIDDLE + DARK,
    5: LIGHT + MIDDLE + AFRICA,
    6: LIGHT + MIDDLE + DARK + AFRICA,
}
BORDERS = {
    "anglia": {"gallia", "scandia"},
    "gallia": {"anglia", "germania", "hispania", "italia", "numidia"},
    "germania": {"gallia", "hungaria", "italia", "polonia", "scandia"},
    "hispania": {"gallia", "italia", "mauretania"},
    "hungaria": {"bulgaria", "germania", "italia", "polonia", "tartaria"},
    "italia": {"gallia", "germania", "hispania", "hungaria", "turcia", "ifriqiya"},
    "polonia": {"germania", "hungaria", "russia", "tartaria"},
    "scandia": {"anglia", "germania", "russia"},
    "bulgaria": {"hungaria", "tartaria", "turcia"},
    "turcia": {"bulgaria", "italia", "tartaria", "aegyptus"},
    "russia": {"polonia", "scandia", "tartaria"},
    "tartaria": {"bulgaria", "hungaria", "polonia", "russia", "turcia"},
    "mauretania": {"hispania", "numidia"},
    "numidia": {"gallia", "ifriqiya", "mauretania"},
    "ifriqiya": {"italia", "libya", "numidia"},
    "libya": {"aegyptus", "ifriqiya"},
    "aegyptus": {"libya", "turcia"},
}
FACE = {"limit": 4, "symbols": ["all"]}
SUPPLY = {2: 33, 3: 35, 4: 37, 5: 42, 6: 48}
REMOVED = {2: 24, 3: 20, 4: 16, 5: 8, 6: 0}
IN_PLAY = {2: 6, 3: 6, 4: 6, 5: 8, 6: 8}
STEPS = {2: 2, 3: 2, 4: 2, 5: 3, 6: 3}
ROUNDS = {2: 2, 3: 2, 4: 2, 5: 3, 6: 3}


def table(name):
    return tomllib.loads(resources.files("rattus").joinpath("data", name).read_text("utf-8"))


def printed(kind):
    return faces(table("africanus_tokens.toml")[kind])


def printed_cards():
    rows = table("region_cards.toml")["cards"]
    return [f"{region}:{text}" for region in REGIONS[6] for text in rows[region]]


def faces(tokens):
    return Counter((token["limit"], tuple(sorted(token["symbols"]))) for token in tokens)


def on_board(position):
    return [token for region in position["regions"].values() for token in region["rats"]]


def new_games(players, number=40, **options):
    return [rattus.new("africanus", players, seed, options) for seed in range(number)]


def position_of(players=2, **parts):
    position = {
        "game": "africanus", "players": players, "turn": "red", "phase": "turn", "taken": True, "placed": True,
        "plague": "gallia", "supply": 5,
    }  # fmt: skip
    return {**position, **parts}


def read(players=2, **parts):
    return rattus.from_position(position_of(players, **parts))


def neighbours(players, region):
    return BORDERS[region] & set(REGIONS[players])


def cards_of(position):
    """Every region card of a position, place by place."""
    pending, ravage = position["pending"] or {}, position["ravage"] or {}
    drawn = pending.get("cards", [])
    laid = list(ravage.get("covered", {}).values())
    return [*itertools.chain(*position["hands"].values()), *position["pile"], *position["discards"], *drawn, *laid]


def lively(players):
    """Class cards with which much happens."""
    cards = [*ISLAM, "king", "merchant", "knight", "peasant"]
    return {"cards": cards[: IN_PLAY[players]]}


def pick(game, choice):
    """A random move; new abilities and taking cards are preferred, so that much happens."""
    legal = [str(move) for move in game.legal()]
    likely = [move for move in legal if move.partition(" ")[0] in (*ISLAM, "take", "sultan", "protect")]
    return choice.choice(likely if likely and choice.random() < 0.6 else legal)


def played(players, seed, options=None):
    """A random game, after each of its moves."""
    game = rattus.new("africanus", players, seed, lively(players) if options is None else options)
    choice = random.Random(seed)
    yield game
    while not game.is_over:
        game.play(pick(game, choice))
        yield game


# ---- what is printed


@pytest.mark.rules("A1")
@pytest.mark.parametrize("players", PLAYERS)
def test_regions_in_use_are_in_map_order(players) -> None:
    assert list(rattus.new("africanus", players).position()["regions"]) == REGIONS[players]


@pytest.mark.rules("A1")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_pawn_goes_over_every_border_and_over_no_other(players) -> None:
    for region in REGIONS[players]:
        moves = read(players, plague=region).legal()
        assert {str(move) for move in moves} == {f"plague {there}" for there in neighbours(players, region)}


@pytest.mark.rules("A7")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_knight_takes_the_pawn_as_far_as_the_number_of_players_allows(players) -> None:
    for region in REGIONS[players]:
        near = {region}
        for _ in range(STEPS[players]):
            near |= {there for here in near for there in neighbours(players, here)}
        moves = {str(move) for move in read(players, plague=region, classes={"knight": "red"}).legal()}
        assert moves == {f"plague {there}" for there in near - {region}}
        game = read(players, plague=region, phase="last_round", taken=False, placed=False, acting="yellow",
                    classes={"knight": "yellow"})  # fmt: skip
        assert {str(move) for move in game.legal()} == {"pass", *(f"knight {there}" for there in near - {region})}


@pytest.mark.rules("A17")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_caravan_goes_every_way_of_two_steps_and_no_other(players) -> None:
    for region in REGIONS[players]:
        moves = read(players, caravan=region, classes={"trader": "red"}).legal()
        ways = {
            (over, to)
            for over in neighbours(players, region)
            for to in neighbours(players, over)
            if to != region
        }  # fmt: skip
        assert {move.arguments for move in moves if move.verb == "trader"} == ways


@pytest.mark.rules("A2")
def test_there_are_65_tokens_and_seven_class_symbols() -> None:
    starting, ordinary = printed("starting"), printed("ordinary")
    assert (starting.total(), ordinary.total()) == (17, 48)
    symbols = Counter(symbol for _, face in (starting + ordinary).elements() for symbol in face)
    assert symbols.keys() == {*CLASSES, "majority", "all"}
    assert {limit for limit, _ in starting + ordinary} == {1, 2, 3, 4, 5, 6}
    assert max(CLASSES, key=symbols.__getitem__) == "royalty"


@pytest.mark.rules("A2")
@pytest.mark.parametrize("players", PLAYERS)
def test_all_printed_tokens_are_in_a_new_game_and_no_others(players) -> None:
    for game in new_games(players, 10):
        position = game.position()
        dealt = faces(on_board(position) + position["supply"] + position["removed"])
        assert dealt == printed("starting") + printed("ordinary")
        assert position["turned"] == []


@pytest.mark.rules("A6")
def test_there_are_51_region_cards() -> None:
    rows = table("region_cards.toml")["cards"]
    assert {region: len(texts) for region, texts in rows.items()} == dict.fromkeys(REGIONS[6], 3)
    texts = Counter(text for row in rows.values() for text in row)
    assert len(set(printed_cards())) == 51
    assert texts.pop("?") == 9
    assert texts == dict.fromkeys((f"{one}+{two}" for one, two in itertools.combinations(CLASSES, 2)), 2)


@pytest.mark.rules("A11", "A13")
def test_every_region_card_fits_the_class_cards_of_its_symbols_and_no_others() -> None:
    classes = dict(zip(CARDS, [*CLASSES, "islam", "islam", "islam"], strict=True))
    token = {"limit": 1, "symbols": CLASSES}
    for name in printed_cards():
        symbols = name.partition(":")[2]
        game = read(6, turn="yellow", phase="plague", taken=False, placed=False, plague="libya",
                    ravage={"region": "libya", "weight": 0}, classes=dict.fromkeys(CARDS, "red"),
                    regions={"libya": {"rats": [token], "cubes": {"red": 9}}}, hands={"red": [name]})  # fmt: skip
        fitting = [card for card, its in classes.items() if symbols == "?" or its in symbols.split("+")]
        assert {str(move) for move in game.legal()} == {"accept", *(f"protect {card} {name}" for card in fitting)}


# ---- what is dealt


@pytest.mark.rules("A3")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_starting_tokens_left_over_are_mixed_in_before_tokens_leave(players) -> None:
    starting, ordinary = printed("starting"), printed("ordinary")
    only_starting, removed, places, first = starting.keys() - ordinary.keys(), Counter(), Counter(), Counter()
    for game in new_games(players, 150):
        position = game.position()
        board = faces(on_board(position))
        assert [len(region["rats"]) for region in position["regions"].values()] == [1] * len(REGIONS[players])
        assert board <= starting
        assert (len(position["supply"]), len(position["removed"])) == (SUPPLY[players], REMOVED[players])
        assert faces(position["supply"] + position["removed"]) == ordinary + starting - board
        removed.update(faces(position["removed"]))
        places.update(place for place, token in enumerate(position["supply"]) if faces([token]).keys() & only_starting)
        first.update(faces(position["regions"]["anglia"]["rats"]))
    assert first.keys() == starting.keys()
    if players < 6:
        assert removed.keys() >= ordinary.keys()
        assert removed.keys() & only_starting
        assert len(places) > 0.8 * SUPPLY[players]  # anywhere in the supply
    else:
        assert not removed
        assert not places


@pytest.mark.rules("A4")
@pytest.mark.parametrize("players", PLAYERS)
def test_random_class_cards_are_in_play(players) -> None:
    seen, pairs = Counter(), Counter()
    for game in new_games(players, 300):
        classes = game.position()["classes"]
        assert len(classes) == IN_PLAY[players]
        assert set(classes.values()) == {None}
        seen.update(list(classes))
        pairs.update(itertools.combinations(sorted(classes), 2))
    assert seen.keys() == set(CARDS)
    assert len(pairs) == 45
    expected = 300 * IN_PLAY[players] / 10
    assert all(abs(number - expected) < 45 for number in seen.values())


@pytest.mark.rules("A4")
@pytest.mark.parametrize("players", PLAYERS)
def test_agreed_class_cards_are_in_play(players) -> None:
    for cards in itertools.islice(itertools.combinations(reversed(CARDS), IN_PLAY[players]), 0, 210, 13):
        game = rattus.new("africanus", players, 3, {"cards": list(cards)})
        assert set(game.position()["classes"]) == set(cards)
        while game.position()["phase"] != "turn":
            game.play(game.legal()[0])
        assert {move.arguments[0] for move in game.legal() if move.verb == "take"} == set(cards)


@pytest.mark.rules("A4")
@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (2, CARDS[:5]),
        (2, CARDS[:7]),
        (4, CARDS[:8]),
        (5, CARDS[:6]),
        (6, CARDS),
        (2, [*CARDS[:5], "king", "king"]),
        (2, [*CARDS[:5], "peasant"]),
        (2, [*CARDS[:5], "joker"]),
        (2, "all"),
        (2, None),
        (2, [*CARDS[:5], 3]),
    ],
)
def test_no_other_number_of_cards_can_be_agreed(players, cards) -> None:
    with pytest.raises(FormatError, match="cards"):
        rattus.new("africanus", players, options={"cards": cards})


@pytest.mark.rules("A3", "A4")
def test_options_of_one_game_are_not_those_of_the_other() -> None:
    with pytest.raises(FormatError, match="three_player_removal"):
        rattus.new("africanus", 3, options={"three_player_removal": 8})
    with pytest.raises(FormatError, match="cards"):
        rattus.new("rattus", 3, options={"cards": CARDS[:6]})


@pytest.mark.rules("A6")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_cards_of_the_regions_in_use_are_dealt_three_each(players) -> None:
    cards = {card for card in printed_cards() if card.partition(":")[0] in REGIONS[players]}
    assert len(cards) == 3 * len(REGIONS[players])
    mine, top, bottom = Counter(), Counter(), Counter()
    for game in new_games(players, 200):
        position = game.position()
        assert list(position["hands"]) == SEATS[:players]
        assert all(len(hand) == 3 for hand in position["hands"].values())
        assert position["discards"] == []
        assert Counter(cards_of(position)) == Counter(cards)
        mine.update(position["hands"][SEATS[players - 1]])
        top[position["pile"][0]] += 1
        bottom[position["pile"][-1]] += 1
    assert mine.keys() == cards
    assert len(top) > 0.9 * len(cards) < len(bottom) / 0.9
    expected = 200 * 3 / len(cards)
    assert all(expected / 4 < number < 2.5 * expected for number in mine.values())


@pytest.mark.rules("A8", "A9")
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("trader", [True, False])
def test_all_settle_forth_and_back_and_the_last_player_puts_the_caravan(players, trader) -> None:
    cards = [card for card in CARDS if trader or card != "trader"][::-1][: IN_PLAY[players]]
    for number, seat in enumerate(SEATS[:players]):
        game = rattus.new("africanus", players, number, {"first": seat, "cards": cards})
        clockwise = [*SEATS[number:players], *SEATS[:number]]
        settlers = []
        while game.position()["phase"] == "settle":
            assert {str(move) for move in game.legal()} == {f"settle {region}" for region in REGIONS[players]}
            settlers.append(game.to_move)
            game.play("settle italia")
        assert settlers == [*clockwise, *clockwise[::-1], *clockwise][: ROUNDS[players] * players]
        each = 2 * ROUNDS[players]
        assert game.position()["regions"]["italia"]["cubes"] == dict.fromkeys(SEATS[:players], each)
        if trader:
            assert (game.position()["phase"], game.to_move) == ("caravan", clockwise[-1])
            assert {str(move) for move in game.legal()} == {f"caravan {region}" for region in REGIONS[players]}
            game.play("caravan gallia")
        assert game.position()["caravan"] == ("gallia" if trader else None)
        assert (game.to_move, game.position()["phase"], game.position()["turns"]) == (seat, "turn", 0)


@pytest.mark.rules("A6", "A9", "A10", "A18")
@pytest.mark.parametrize(
    ("place", "parts"),
    [
        ("hands", {"hands": {"red": ["anglia:?"], "yellow": ["anglia:?"]}}),
        ("pile", {"hands": {"red": ["anglia:?"]}, "pile": ["anglia:?"]}),
        ("discards", {"pile": ["anglia:?"], "discards": ["anglia:?"]}),
        ("hands", {"hands": {"red": ["libya:peasantry+islam"]}}),
        ("hands", {"hands": {"red": ["anglia:church+magic"]}}),
        ("hands", {"hands": {"green": []}}),
        ("position", {"hands": {"red": 12}, "pile": 13}),
        ("caravan", {"caravan": "gallia", "classes": {"sultan": "red"}}),
        ("caravan", {"caravan": "libya", "classes": {"trader": "red"}}),
        ("phase", {"phase": "caravan", "taken": False, "placed": False, "classes": {"sultan": "red"}}),
        ("diplomats", {"regions": {"gallia": {"cubes": {"yellow": 1}, "diplomats": ["red"]}}}),
        ("diplomats", {"regions": {"gallia": {"cubes": {"red": 2}, "diplomats": ["red", "red"]}}}),
        ("palace_diplomats", {"palace": {"red": 1}, "palace_diplomats": {"red": 2}}),
        ("15", {"palace": {"red": 8, "yellow": 8}, "palace_diplomats": {"red": 8, "yellow": 8}}),
    ],
)
def test_impossible_positions_are_refused(place, parts) -> None:
    with pytest.raises(FormatError, match=place):
        read(**parts)


@pytest.mark.rules("A6")
def test_a_pile_made_anew_is_shuffled() -> None:
    discards = ["anglia:?", "germania:?", "hispania:?", "hungaria:?"]
    position = position_of(classes={"astronomer": "red"}, discards=discards)
    left, orders = Counter(), Counter()
    for seed in range(600):
        game = rattus.from_position(position, seed=seed)
        game.play("astronomer")
        left.update(game.position()["pile"])
        orders[tuple(game.position()["pending"]["cards"])] += 1
        assert sorted(cards_of(game.position())) == sorted(discards)
    assert all(abs(left[card] - 150) < 50 for card in discards)
    assert len(orders) == 24
    assert max(orders.values()) < 60


@pytest.mark.rules("A6", "A15", "A16")
def test_the_shuffles_are_told_whole_and_a_pile_of_one_card_too() -> None:
    """The whole new pile before any card of it is drawn, first drawn first, one list for each shuffle."""
    pile = ["scandia:magic+islam", "italia:church+islam"]
    discards = ["anglia:?", "germania:?", "hispania:?"]
    for seed in range(8):
        position = position_of(classes={"astronomer": "red", "explorer": "red"}, pile=pile, discards=discards)
        game = rattus.from_position(position, seed=seed)
        game.play("astronomer")
        (shuffled,) = game.shuffles
        assert sorted(shuffled) == discards
        assert game.position()["pending"]["cards"] == [*pile, shuffled[0]]
        assert game.position()["pile"] == shuffled[1:]
        assert rattus.load(game.record()).position() == game.position()
    one = ["anglia:?"]
    game = read(classes={"astronomer": "red", "explorer": "red"}, pile=[*pile, "hungaria:?"], discards=one)
    game.play("astronomer")
    assert (game.shuffles, game.position()["pile"]) == ([one], one)
    game.play("hold hungaria:?")
    game.play("explorer")  # the last one, and then those that were given back
    first, second = game.shuffles
    assert (first, sorted(second), game.position()["pile"]) == (one, sorted(pile), [])
    assert game.position()["pending"]["cards"] == [*first, *second]
    again = rattus.load(game.record())
    assert (again.shuffles, again.position()) == (game.shuffles, game.position())
    record = {**game.record(), "shuffles": [second]}
    with pytest.raises(FormatError, match="shuffles"):
        rattus.load(record)


@pytest.mark.rules("A14", "R36")
def test_in_the_final_ravage_the_weight_follows_from_the_knight() -> None:
    token = {"limit": 5, "symbols": ["peasantry", "chivalry"]}
    parts = {
        "turn": "green", "phase": "final_ravage", "plague": "hispania", "taken": False, "placed": False,
        "pending": {"ask": "protect"}, "turned": [token], "hands": {"yellow": ["germania:?"]},
        "classes": {"knight": "red", "peasant": "yellow"},
        "regions": {"hispania": {"rats": 1, "cubes": {"red": 2, "yellow": 1}}},
    }  # fmt: skip
    ravage = {"region": "hispania", "token": token, "asking": "yellow"}
    covered = {"covered": {"knight": "anglia:?"}}
    for told, weight in (({**ravage, "weight": 2}, 2), (ravage, 2), ({**ravage, **covered, "weight": 0}, 0)):
        assert read(3, **parts, ravage=told).position()["ravage"]["weight"] == weight
    assert read(3, **parts, ravage={**ravage, **covered}).position()["ravage"]["weight"] == 0
    for told in ({**ravage, "weight": 0}, {**ravage, **covered, "weight": 2}):
        with pytest.raises(FormatError) as error:
            read(3, **parts, ravage=told)
        assert error.value.place == "ravage.weight", error.value
    elsewhere = {**parts, "plague": "gallia"}  # there the pawn never counted, so this token did not bite
    for told in (ravage, {**ravage, **covered}):
        with pytest.raises(FormatError) as error:
            read(3, **elsewhere, ravage=told)
        assert error.value.place == "ravage.token", error.value
    high = {"limit": 6, "symbols": ["peasantry", "chivalry"]}
    with pytest.raises(FormatError, match=r"ravage\.token"):
        read(3, **{**parts, "turned": [high]}, ravage={**ravage, **covered, "token": high})
    plain = {"limit": 5, "symbols": ["peasantry"]}  # nobody would have covered the Knight for it
    with pytest.raises(FormatError, match=r"ravage\.token"):
        read(3, **{**parts, "turned": [plain]}, ravage={**ravage, **covered, "token": plain})


@pytest.mark.rules("A14", "A11")
def test_a_position_after_the_knight_was_covered_goes_on_the_same() -> None:
    rats = [{"limit": 5, "symbols": ["all", "peasantry", "chivalry"]}, {"limit": 3, "symbols": ["all"]}, FACE]
    parts = {
        "turn": "green", "plague": "hispania", "classes": {"knight": "green", "peasant": "yellow"},
        "regions": {"hispania": {"rats": rats, "cubes": {"green": 2, "yellow": 1}}},
        "hands": {"green": ["anglia:?"], "yellow": ["germania:?"]},
    }  # fmt: skip
    final = read(3, **parts, phase="final_ravage", taken=False, placed=False)
    turn = read(3, **parts, phase="plague", pending={"ask": "weigh"})
    turn.play("weigh 2")
    for game, weight, left in ((final, 0, {"green": 1}), (turn, 2, {})):
        game.play("protect knight anglia:?")
        assert (game.to_move, game.position()["ravage"]["weight"]) == ("yellow", weight)
        again = rattus.from_position(game.position())
        for each in (game, again):
            each.play("protect peasant germania:?")
        assert again.position() == game.position()
        assert game.position()["regions"]["hispania"]["cubes"] == left


# ---- every game


@pytest.mark.slow
@pytest.mark.rules("A6", "A15", "A16")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_pile_is_made_anew_the_moment_it_is_empty(players) -> None:
    """Every draw is computed a second time, only from the order of the new piles."""
    made = Counter()
    for seed in range(6):
        before, shuffles = None, 0
        for game in played(players, seed):
            after = game.position()
            new, shuffles = game.shuffles[shuffles:], len(game.shuffles)
            if before is not None and str(game.moves[-1][1]) in ("astronomer", "explorer"):
                pile, discards, drawn = list(before["pile"]), sorted(before["discards"]), []
                for _ in range(3):
                    for moment in ("wanted", "emptied"):
                        if not pile and discards:
                            assert sorted(new[0]) == discards
                            pile, discards = new.pop(0), []
                            made[moment] += 1
                        if pile and moment == "wanted":
                            drawn.append(pile.pop(0))
                events = [event for event in game.events if event["after"] == len(game.moves)]
                seen = [event["region_card"] for event in events if event["event"] in ("drew", "showed")]
                assert (seen, after["pile"]) == (drawn, pile)
                if after["pending"]:
                    assert (after["pending"]["cards"], sorted(after["discards"])) == (drawn, discards)
            elif before is not None:
                assert before["pile"] == after["pile"]
                assert set(before["discards"]) <= set(after["discards"])
            assert not new, "a shuffle that nobody wanted"
            before = after
    assert made["emptied"] > 3


@pytest.mark.rules("A6", "A11", "A15", "A16", "A18", "A19")
@pytest.mark.parametrize("players", PLAYERS)
def test_nothing_is_lost_or_made_in_a_random_game(players) -> None:
    cards = sorted(card for card in printed_cards() if card.partition(":")[0] in REGIONS[players])
    for game in played(players, 5):
        position = game.position()
        assert sorted(cards_of(position)) == cards
        for region in position["regions"].values():
            assert len(set(region["diplomats"])) == len(region["diplomats"])
            assert all(region["cubes"].get(seat, 0) > 0 for seat in region["diplomats"])
        discs = sum(len(region["diplomats"]) for region in position["regions"].values())
        assert discs + sum(position["palace_diplomats"].values()) + game._table.discs == 15
        for number, seat in enumerate(game.seats):
            cubes = sum(region["cubes"].get(seat, 0) for region in position["regions"].values())
            assert cubes + position["palace"].get(seat, 0) + game._table.stock[number] == 20
        if position["pending"] and position["pending"]["ask"] != "protect":
            assert not (position["ravage"] or {}).get("token")


@pytest.mark.rules("A11", "A12", "A13")
@pytest.mark.parametrize("players", PLAYERS)
def test_who_is_asked_and_what_can_be_answered_follows_from_the_position(players) -> None:
    """The question is recomputed from the position; seats that are skipped have nothing to answer."""
    asked = 0
    for seed in range(6):
        for game in played(players, seed):
            position = game.position()
            if (position["pending"] or {}).get("ask") != "protect":
                continue
            asked += 1
            ravage = position["ravage"]
            there, symbols = position["regions"][ravage["region"]]["cubes"], ravage["token"]["symbols"]
            weighed = sum(there.values()) + ravage["weight"]
            assert weighed >= ravage["token"]["limit"]
            seat = ravage["asking"]
            assert seat == game.to_move
            exposed = exposed_cards(position, seat, symbols)
            assert exposed
            assert there.get(seat, 0) > 0
            fits = {
                f"protect {card} {held}"
                for card in exposed
                for held in position["hands"][seat]
                if held.endswith(":?") or class_of(card) in held.partition(":")[2].split("+")
            }
            assert {str(move) for move in game.legal()} == fits | {"accept"}
    assert asked > 20


def class_of(card):
    return CLASSES[min(CARDS.index(card), 6)]


def exposed_cards(position, seat, symbols):
    covered = position["ravage"]["covered"]
    return [
        card
        for card, holder in position["classes"].items()
        if holder == seat and card not in covered and class_of(card) in symbols
    ]


@pytest.mark.rules("A5", "A11", "A12", "A13", "A19")
@pytest.mark.parametrize("players", [3, 6])
def test_a_bite_takes_what_the_rules_say(players) -> None:
    """Random ravages of one token, with all answers given, compared with a second implementation."""
    choice = random.Random(players)
    seats = SEATS[:players]
    cards = [card for card in printed_cards() if card.partition(":")[0] in REGIONS[players]]
    for _ in range(300):
        mover = choice.choice(seats)
        cubes = {seat: number for seat in seats if (number := choice.randrange(5))}
        if not cubes:
            continue
        diplomats = [seat for seat in cubes if choice.random() < 0.4]
        symbols = choice.choices([*CLASSES, "islam", "majority", "all"], k=choice.randrange(1, 5))
        token = {"limit": choice.randrange(1, 7), "symbols": symbols}
        classes = {card: choice.choice([*seats, *seats, None]) for card in CARDS}
        dealt = choice.sample(cards, 2 * players)
        hands = {seat: dealt[2 * place : 2 * place + choice.randrange(3)] for place, seat in enumerate(seats)}
        game = read(players, turn=mover, phase="plague", taken=False, placed=False, plague="italia", classes=classes,
                    hands=hands, ravage={"region": "italia", "weight": 0},
                    regions={"italia": {"rats": [token], "cubes": cubes, "diplomats": diplomats}})  # fmt: skip
        order, covered = [], {}
        for step in range(players):
            seat = seats[(seats.index(mover) + step) % players]
            hand = list(hands[seat])
            while sum(cubes.values()) >= token["limit"] and cubes.get(seat) and hand:
                exposed = [c for c, by in classes.items() if by == seat and c not in covered and class_of(c) in symbols]
                if not exposed:
                    break
                order.append(seat)
                assert game.to_move == seat
                assert game.position()["regions"]["italia"]["cubes"] == cubes
                move = choice.choice(game.legal())
                game.play(move)
                if str(move) == "accept":
                    break
                covered[move.arguments[0]] = move.arguments[1]
                hand.remove(move.arguments[1])
        assert game.position()["phase"] == "turn"
        expected = bitten(cubes, token, {c: by for c, by in classes.items() if c not in covered})
        region = game.position()["regions"]["italia"]
        assert region["cubes"] == {seat: number for seat, number in expected.items() if number}
        assert set(region["diplomats"]) == {seat for seat in diplomats if expected[seat]}
        assert sorted(game.position()["discards"]) == sorted(covered.values())


def bitten(cubes, token, holders):
    left = Counter(cubes)
    if sum(cubes.values()) < token["limit"]:
        return left
    losses = Counter()
    for symbol in token["symbols"]:
        if symbol == "majority":
            losses.update(seat for seat in cubes if cubes[seat] == max(cubes.values()))
        elif symbol == "all":
            losses.update(cubes)  # at least one each; corrected below
            losses.subtract({seat: cubes[seat] - 1 for seat in cubes})
        else:
            losses.update(by for card, by in holders.items() if by and class_of(card) == symbol)
    return Counter({seat: max(0, cubes[seat] - losses[seat]) for seat in cubes})


@pytest.mark.rules("A22")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_order_of_regions_is_asked_exactly_where_it_can_matter(players) -> None:
    asked = 0
    for seed in range(4):
        for game in played(players, seed, {**lively(players), "max_turns": 10 * players}):
            position = game.position()
            if position["phase"] != "final_ravage" or position["pending"]["ask"] == "reveal":
                continue
            open_ones = [
                f"ravage {name}" for name, region in position["regions"].items() if region["rats"] and region["cubes"]
            ]
            if position["pending"]["ask"] == "ravage":
                asked += 1
                assert game.to_move == position["turn"]
                assert any(position["hands"].values())
                assert [str(move) for move in game.legal()] == open_ones
                assert len(open_ones) > 1
    assert asked > 3


@pytest.mark.rules("A23", "A24", "A25")
@pytest.mark.parametrize("players", PLAYERS)
def test_points_are_reckoned_a_second_way(players) -> None:
    choice = random.Random(players)
    seats = SEATS[:players]
    cards = [card for card in printed_cards() if card.partition(":")[0] in REGIONS[players]]
    for _ in range(150):
        regions, discs = {}, 15
        for name in choice.sample(REGIONS[players], 5):
            cubes = {seat: choice.randrange(1, 3) for seat in seats if choice.random() < 0.5}
            diplomats = [seat for seat in cubes if choice.random() < 0.5][:discs]
            discs -= len(diplomats)
            regions[name] = {"cubes": cubes, "diplomats": diplomats}
        palace = {seat: choice.randrange(4) for seat in seats}
        sent = {seat: min(palace[seat], 1) if discs >= players and choice.random() < 0.4 else 0 for seat in seats}
        dealt = choice.sample(cards, 4 * players)
        hands = {seat: dealt[4 * place : 4 * place + choice.randrange(5)] for place, seat in enumerate(seats)}
        last = choice.choice(seats)
        game = read(players, turn=last, phase="final_ravage", taken=False, placed=False, regions=regions,
                    palace=palace, palace_diplomats=sent, hands=hands)  # fmt: skip
        points = reckoned(seats, regions, palace, sent, hands)
        assert game.outcome.points == points
        turns = [seats[(seats.index(last) + step) % players] for step in range(1, players + 1)]
        assert list(game.outcome.ranking) == sorted(turns, key=lambda seat: -points[seat])
        assert game.outcome.winners == game.outcome.ranking[:1]


def reckoned(seats, regions, palace, sent, hands):
    points = Counter({seat: palace[seat] for seat in seats})
    envoys = Counter({seat: sent[seat] for seat in seats})
    for name, region in regions.items():
        points.update(region["cubes"])
        envoys.update(region["diplomats"])
        leaders = [s for s, number in region["cubes"].items() if number == max(region["cubes"].values())]
        points.update(s for s in leaders if any(card.startswith(f"{name}:") for card in hands[s]))
    ranks = sorted({number for number in envoys.values() if number}, reverse=True)
    groups = [[seat for seat in seats if envoys[seat] == rank] for rank in ranks]
    prizes = []
    if groups and len(groups[0]) > 1:
        prizes = [(groups[0], 4 if len(seats) == 2 else 6)]
    elif groups:
        prizes = [(groups[0], 4), *((group, 2) for group in groups[1:2] if len(seats) > 2)]
    for group, prize in prizes:
        points.update(dict.fromkeys(group, prize // len(group)))
    return {seat: points[seat] for seat in seats}


# ---- hands are not revealed


def with_another_hand(game, seat):
    """The same game, but a player has other cards: those at the bottom of the pile, which nobody draws soon."""
    position = json.loads(json.dumps(game.position()))
    hand, pile = position["hands"][seat], position["pile"]
    for place in range(len(hand)):
        hand[place], pile[-1 - place] = pile[-1 - place], hand[place]
    return rattus.from_position(position)


def seen_by_others(game, seat):
    """All that everybody else gets to see, and who is to move."""
    others = [other for other in (*game.seats, None) if other != seat]
    return game.to_move, [(game.view(other), game.events_seen(other)) for other in others]


@pytest.mark.slow
@pytest.mark.rules("A6", "A11", "A12")
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_learns_of_a_hand_before_a_card_of_it_is_played(players) -> None:
    """Two games that differ in one hand only are the same for all others, question by question."""
    asked, told_apart = 0, 0
    for seed in range(36 // players):
        choice = random.Random(f"{players}/{seed}")
        start = rattus.new("africanus", players, seed, lively(players))
        for _ in range(choice.randrange(3 * players, 16 * players)):
            if not start.is_over:
                start.play(pick(start, choice))
        seat = choice.choice(start.seats)
        position = start.position()
        if start.is_over or position["pending"] or "shuffled" in position or len(position["pile"]) < 8:
            continue
        game, world = rattus.from_position(position), with_another_hand(start, seat)
        assert seen_by_others(game, seat) == seen_by_others(world, seat)
        while not game.is_over:
            legal = [move for move in game.legal() if move in world.legal()]
            if game.to_move != seat:
                assert game.legal() == world.legal()
            elif game.position()["pending"] == {"ask": "protect"}:
                asked += 1
                told_apart += game.legal() != world.legal()
                legal = [move for move in legal if str(move) == "accept"]
            if len(game.position()["pile"]) < 7:
                legal = [move for move in legal if move.verb not in ("astronomer", "explorer")]
            text = str(choice.choice(legal))
            game.play(text)
            world.play(text)
            if not game.is_over:
                assert seen_by_others(game, seat) == seen_by_others(world, seat)
    assert asked > 5
    assert told_apart > 0


@pytest.mark.rules("A15")
def test_only_the_drawer_learns_what_the_astronomer_shows() -> None:
    pile = ["hungaria:?", "scandia:magic+islam", "italia:magic+royalty", "anglia:?"]
    game = read(3, classes={"astronomer": "red"}, pile=pile)
    game.play("astronomer")
    game.play("hold scandia:magic+islam")
    for player in (None, "yellow", "green"):
        assert "scandia" not in json.dumps([event for event in game.events_seen(player) if "region_card" in event])
        thrown = [event["region_card"] for event in game.events_seen(player) if event["event"] == "thrown"]
        assert sorted(thrown) == ["hungaria:?", "italia:magic+royalty"]
    assert [e["region_card"] for e in game.events_seen("red") if e["event"] == "drew"] == pile[:3]


@pytest.mark.rules("A15")
def test_what_was_drawn_or_discarded_is_not_taken_back() -> None:
    game = read(3, classes={"astronomer": "red"}, pile=6)
    game.play("astronomer")
    assert not game.can_undo
    game.play(game.legal()[0])
    assert not game.can_undo  # everybody has seen the two cards


@pytest.mark.rules("A15")
def test_a_card_kept_without_a_question_is_not_told() -> None:
    game = read(3, classes={"astronomer": "red"}, pile=["scandia:magic+islam"])
    game.play("astronomer")
    assert game.position()["hands"]["red"] == ["scandia:magic+islam"]
    for player in (None, "yellow", "green"):
        assert "magic+islam" not in json.dumps([game.events_seen(player), game.view(player)["hands"]])
    assert "magic+islam" in json.dumps(game.events_seen("red"))


@pytest.mark.rules("A16")
def test_everybody_learns_what_the_explorer_shows() -> None:
    pile = ["hungaria:?", "scandia:magic+islam", "italia:magic+royalty", "anglia:?"]
    game = read(3, classes={"explorer": "red"}, pile=pile)
    game.play("explorer")
    for player in (None, *game.seats):
        assert [e["region_card"] for e in game.events_seen(player) if e["event"] == "showed"] == pile[:3]


@pytest.mark.rules("A6")
@pytest.mark.parametrize("players", PLAYERS)
def test_samples_of_a_new_game_are_fair(players) -> None:
    """Every card not in the own hand is as likely as any other in a hand, and anywhere in the pile."""
    game = rattus.new("africanus", players, 1)
    own = game.position()["hands"]["red"]
    held, top = Counter(), Counter()
    for seed in range(1200):
        position = game.resample("red", seed).position()
        assert position["hands"]["red"] == own
        held.update(position["hands"]["yellow"])
        top[position["pile"][0]] += 1
    unseen = 3 * len(REGIONS[players]) - 3
    assert len(held) == len(top) == unseen
    assert not held.keys() & set(own)
    assert all(abs(number - 3600 / unseen) < 60 for number in held.values())
    assert all(abs(number - 1200 / unseen) < 36 for number in top.values())


@pytest.mark.rules("A6", "A15")
def test_samples_count_cards_over_a_new_pile() -> None:
    """After a new pile was made, a card that was not in it is in a hand that was drawn before, and nowhere else."""
    before = {
        "yellow": ["polonia:bourgeoisie+church", "polonia:magic+royalty"],
        "green": ["gallia:bourgeoisie+church", "gallia:peasantry+royalty", "gallia:chivalry+islam"],
    }
    old = {*before["yellow"], *before["green"]}
    discards = ["anglia:?", "germania:?", "hispania:?", "hungaria:?", "italia:church+islam"]
    game = read(3, classes={"astronomer": "red"}, hands=before, pile=["scandia:magic+islam"], discards=discards)
    game.play("astronomer")
    game.play("hold scandia:magic+islam")  # which was not in the new pile
    thrown = set(game.position()["discards"])
    assert len(thrown & set(discards)) == 2
    new = set(discards) - thrown
    hands, piles = Counter(), Counter()
    for seed in range(200):
        position = game.resample("red", seed).position()
        assert position["hands"]["red"] == ["scandia:magic+islam"]
        assert {*position["hands"]["yellow"], *position["hands"]["green"]} == old
        assert set(position["pile"]) == new
        hands[tuple(sorted(position["hands"]["yellow"]))] += 1
        piles[tuple(position["pile"])] += 1
        position = rattus.from_position(
            game.view("red"), seed=seed
        ).position()  # which cards there are it does not tell
        assert not {*position["hands"]["yellow"], *position["hands"]["green"]} & set(discards)
        assert set(position["pile"]) == new
    assert len(hands) == 10  # every two of the five
    assert len(piles) == 6
    assert max(hands.values()) < 40
    for seed in range(50):  # a player who does not know which card was kept knows that it was not in the new pile
        position = game.resample("green", seed).position()
        assert position["hands"]["green"] == before["green"]
        assert {*position["hands"]["red"], *position["hands"]["yellow"]} == {"scandia:magic+islam", *before["yellow"]}
        assert set(position["pile"]) == new
    kept = {game.resample("green", seed).position()["hands"]["red"][0] for seed in range(50)}
    assert kept == {"scandia:magic+islam", *before["yellow"]}


@pytest.mark.rules("A6", "A15", "A16")
@pytest.mark.parametrize("players", [2, 4, 6])
def test_samples_count_cards_over_many_new_piles(players) -> None:
    """Everybody knows of each hand how many of its cards came from which pile, and which cards were in which."""
    checked, piles = 0, 0
    game = rattus.new("africanus", players, 7, lively(players))
    choice, last, known = random.Random(7), {}, 0
    while not game.is_over:
        before = set(game.position()["discards"])
        draws = [move for move in game.legal() if move.verb in ("astronomer", "explorer")]
        game.play(choice.choice(draws) if draws else pick(game, choice))
        if any(event["event"] == "shuffled" for event in game.events[known:]):
            piles += 1
            last.update(dict.fromkeys(before, piles))
        known = len(game.events)
        if not piles or game.is_over:
            continue
        true = game.position()
        for player in (choice.choice(game.seats), None):
            sample = game.resample(player, known).position()
            assert sorted(cards_of(sample)) == sorted(cards_of(true))
            for seat in game.seats:
                origins = [
                    Counter(last.get(card, 0) for card in hand) for hand in (sample["hands"][seat], true["hands"][seat])
                ]
                assert origins[0] == origins[1]
            checked += sample["hands"] != true["hands"]
    assert piles > 0
    assert checked > 10


@pytest.mark.rules("A6")
def test_samples_do_not_agree_on_shuffles_to_come() -> None:
    """Also where no card is hidden now."""
    discards = ["anglia:?", "germania:?", "hispania:?", "hungaria:?", "italia:church+islam"]
    for pile in ([], ["scandia:magic+islam"]):
        game = read(
            classes={"astronomer": "red"}, hands={"red": ["polonia:magic+royalty"]}, pile=pile, discards=discards
        )
        drawn = set()
        for seed in range(60):
            world = game.resample("red", seed)
            world.play("astronomer")
            drawn.add(tuple(sorted(map(str, world.legal()))))
        assert len(drawn) == 10  # three of five, or one old card and two of five


@pytest.mark.rules("A6", "A12", "A15")
@pytest.mark.parametrize("players", [2, 5])
def test_no_number_of_a_veiled_table_depends_on_what_is_hidden(players) -> None:
    """Cards, and the shuffles to come, too."""
    for game in played(players, 3):
        if game.is_over or len(game.moves) % 5:
            continue
        for player in (*game.seats, None):
            assert game.resample(player, 8).veiled(player) == game.veiled(player)


@pytest.mark.rules("A6", "A23")
def test_after_the_end_everything_is_shown() -> None:
    for game in played(3, 2, {"max_turns": 9}):
        if not game.is_over:
            assert game.view(None)["hands"] == {seat: len(hand) for seat, hand in game.position()["hands"].items()}
            assert "stream" not in game.view("red")
    assert game.is_over
    for player in (*game.seats, None):
        assert game.view(player) == game.position()
        assert game.resample(player, 1).position() == game.position()
