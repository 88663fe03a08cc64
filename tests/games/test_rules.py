"""Rules about what is dealt at random, and printed, in new games; the scenarios prove the others."""

import itertools
import tomllib
from collections import Counter
from importlib import resources

import pytest

import rattus
from rattus.errors import FormatError
from rattus.kernel.random import stream

SEATS = ["red", "yellow", "green", "blue"]
CARDS = ["peasant", "merchant", "monk", "knight", "witch", "king"]
PLAYERS = (2, 3, 4)
LIGHT = ["anglia", "gallia", "germania", "hispania", "hungaria", "italia", "polonia", "scandia"]
REGIONS = {
    2: LIGHT,
    3: [*LIGHT, "bulgaria", "turcia"],
    4: [*LIGHT, "bulgaria", "turcia", "russia", "tartaria"],
}
BORDERS = {
    "anglia": {"gallia", "scandia"},
    "gallia": {"anglia", "germania", "hispania", "italia"},
    "germania": {"gallia", "hungaria", "italia", "polonia", "scandia"},
    "hispania": {"gallia", "italia"},
    "hungaria": {"bulgaria", "germania", "italia", "polonia", "tartaria"},
    "italia": {"gallia", "germania", "hispania", "hungaria", "turcia"},
    "polonia": {"germania", "hungaria", "russia", "tartaria"},
    "scandia": {"anglia", "germania", "russia"},
    "bulgaria": {"hungaria", "tartaria", "turcia"},
    "turcia": {"bulgaria", "italia", "tartaria"},
    "russia": {"polonia", "scandia", "tartaria"},
    "tartaria": {"bulgaria", "hungaria", "polonia", "russia", "turcia"},
}


def printed(kind):
    text = resources.files("rattus").joinpath("data", "rattus_tokens.toml").read_text("utf-8")
    return faces(tomllib.loads(text)[kind])


def faces(tokens):
    return Counter((token["limit"], tuple(sorted(token["symbols"]))) for token in tokens)


def on_board(position):
    return [token for region in position["regions"].values() for token in region["rats"]]


def new_games(players, number=40, **options):
    return [rattus.new("rattus", players, seed, options) for seed in range(number)]


def read(players=2, **parts):
    position = {"game": "rattus", "players": players, "turn": "red", "phase": "turn", "plague": "gallia", "supply": 5}
    return rattus.from_position({**position, **parts})


def settled(game):
    while game.position()["phase"] == "settle":
        game.play(game.legal()[0])
    return game


@pytest.mark.rules("R1")
@pytest.mark.parametrize("players", PLAYERS)
def test_regions_in_use_are_in_map_order(players) -> None:
    assert list(rattus.new("rattus", players).position()["regions"]) == REGIONS[players]


@pytest.mark.rules("R1", "R25")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_pawn_goes_over_every_border_and_over_no_other(players) -> None:
    for region in REGIONS[players]:
        moves = read(players, plague=region, taken=True, placed=True).legal()
        assert {move.arguments[0] for move in moves} == BORDERS[region] & set(REGIONS[players])
        assert {move.verb for move in moves} == {"plague"}


@pytest.mark.rules("R1", "R20", "R21")
@pytest.mark.parametrize("players", PLAYERS)
def test_cubes_and_tokens_go_over_every_border_and_over_no_other(players) -> None:
    for region in REGIONS[players]:
        moves = read(
            players,
            classes={"merchant": "red", "monk": "red"},
            regions={region: {"rats": 1, "cubes": {"red": 1}}},
        ).legal()
        beside = BORDERS[region] & set(REGIONS[players])
        assert {move.arguments for move in moves if move.verb == "merchant"} == {(region, to, "1") for to in beside}
        assert {move.arguments for move in moves if move.verb == "monk"} == {(f"{region}.1", to) for to in beside}


@pytest.mark.rules("R22")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_knight_takes_the_pawn_up_to_two_steps_away(players) -> None:
    for region in REGIONS[players]:
        moves = read(players, plague=region, taken=True, placed=True, classes={"knight": "red"}).legal()
        beside = BORDERS[region] & set(REGIONS[players])
        near = beside.union(*(BORDERS[over] for over in beside)) & set(REGIONS[players]) - {region}
        assert {move.arguments[0] for move in moves} == near


@pytest.mark.rules("R2")
@pytest.mark.parametrize("players", PLAYERS)
def test_each_player_has_twenty_cubes(players) -> None:
    game = rattus.new("rattus", players)
    assert not any(region["cubes"] for region in game.position()["regions"].values())
    assert game.position()["palace"] == {}
    for seat in SEATS[:players]:
        moves = read(players, turn=seat, taken=True, regions={"italia": {"rats": 2, "cubes": {seat: 18}}}).legal()
        assert "place italia 2" in map(str, moves)
        moves = read(players, turn=seat, taken=True, regions={"italia": {"rats": 2, "cubes": {seat: 19}}}).legal()
        assert "place italia 1" in map(str, moves)
        with pytest.raises(FormatError, match="20"):
            read(players, regions={"italia": {"cubes": {seat: 18}}}, palace={seat: 3})


@pytest.mark.rules("R3")
@pytest.mark.parametrize("players", PLAYERS)
def test_all_printed_tokens_are_in_a_new_game_and_no_others(players) -> None:
    starting, ordinary = printed("starting"), printed("ordinary")
    assert (starting.total(), ordinary.total()) == (12, 37)
    for game in new_games(players, 10):
        position = game.position()
        dealt = faces(on_board(position) + position["supply"] + position["removed"])
        assert dealt == starting + ordinary
        assert position["turned"] == []


@pytest.mark.rules("R3")
@pytest.mark.parametrize(
    "face",
    [
        {"limit": 0, "symbols": ["all"]},
        {"limit": 7, "symbols": ["all"]},
        {"limit": 1, "symbols": ["islam"]},
        {"limit": 1, "symbols": []},
    ],
)
def test_no_token_shows_anything_else(face) -> None:
    with pytest.raises(FormatError):
        read(regions={"gallia": {"rats": [face]}})


@pytest.mark.rules("R3")
@pytest.mark.parametrize(
    ("named", "numbers"),
    [
        ("board", {"supply": 20, "removed": 17}),
        ("supply", {"removed": 25}),
        ("removed", {"supply": 25}),
        ("turned", {"supply": 20, "removed": 5}),
    ],
)
def test_a_position_that_names_some_tokens_has_the_other_printed_ones(named, numbers) -> None:
    tokens = [{"limit": limit, "symbols": list(symbols)} for limit, symbols in printed("starting").elements()]
    rats = [[token] for token in tokens] if named == "board" else [1] * 12
    regions = {region: {"rats": here} for region, here in zip(REGIONS[4], rats, strict=True)}
    piles = numbers if named == "board" else {**numbers, named: tokens}
    position = read(4, **{"supply": [], **piles}, regions=regions).position()
    dealt = on_board(position) + position["supply"] + position["removed"] + position["turned"]
    assert faces(dealt) == printed("starting") + printed("ordinary")


@pytest.mark.rules("R4", "R7")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_six_class_cards_lie_beside_the_board(players) -> None:
    for game in new_games(players, 5):
        assert game.position()["classes"] == dict.fromkeys(CARDS)
        assert not any(move.verb == "take" for move in game.legal())
        takes = {str(move) for move in settled(game).legal() if move.verb == "take"}
        assert takes == {f"take {card}" for card in CARDS}


@pytest.mark.rules("R5")
def test_four_rats_in_a_region_cannot_be_read() -> None:
    assert len(read(regions={"italia": {"rats": 3}}).position()["regions"]["italia"]["rats"]) == 3
    with pytest.raises(FormatError, match=r"regions\.italia\.rats"):
        read(regions={"italia": {"rats": 4}})


@pytest.mark.rules("R6")
@pytest.mark.parametrize("players", PLAYERS)
def test_nobody_sees_a_token_of_a_new_game(players) -> None:
    game = rattus.new("rattus", players)
    for seat in (*SEATS[:players], None):
        view = game.view(seat)
        assert on_board(view) == [None] * len(REGIONS[players])
        assert (view["supply"], view["removed"]) == {2: (29, 12), 3: (31, 8), 4: (37, 0)}[players]


@pytest.mark.rules("R6")
def test_a_spectator_sees_no_more_than_is_public() -> None:
    face = {"limit": 1, "symbols": ["all"]}
    game = read(regions={"gallia": {"rats": [face]}}, known={"red": ["gallia.1"], "yellow": ["gallia.1"]})
    assert game.view(None)["regions"]["gallia"]["rats"] == [None]
    assert game.view("red")["regions"]["gallia"]["rats"] == [face]


@pytest.mark.rules("R8")
@pytest.mark.parametrize("players", PLAYERS)
def test_one_shuffled_starting_token_lies_on_each_region(players) -> None:
    starting = printed("starting")
    first = Counter()
    for game in new_games(players, 120):
        position = game.position()
        assert [len(region["rats"]) for region in position["regions"].values()] == [1] * len(REGIONS[players])
        assert faces(on_board(position)) <= starting
        first.update(faces(position["regions"]["anglia"]["rats"]))
    assert first.keys() == starting.keys()


@pytest.mark.rules("R8")
def test_the_tokens_of_set_up_can_be_told_from_those_that_came_later() -> None:
    game = settled(rattus.new("rattus", 2, options={"first": "red"}))
    assert game.position()["starting"] == [f"{region}.1" for region in REGIONS[2]]
    start = game.position() | {"classes": {"monk": "red", "witch": "red"}, "plague": "anglia"}
    game = rattus.from_position(start)
    for move in ("monk anglia.1 gallia", "plague scandia", "spread anglia"):
        game.play(move, "red")
    assert sorted(game.position()["starting"]) == [
        "gallia.1", "gallia.2", "germania.1", "hispania.1", "hungaria.1", "italia.1", "polonia.1", "scandia.1",
    ]  # fmt: skip
    game = rattus.from_position({**game.position(), "turn": "red", "to_move": "red", "classes": {"witch": "red"}})
    for move in ("witch gallia.2", "witch anglia.1", "swap"):
        game.play(move, "red")
    assert sorted(game.position()["starting"]) == [
        "anglia.1", "gallia.1", "germania.1", "hispania.1", "hungaria.1", "italia.1", "polonia.1", "scandia.1",
    ]  # fmt: skip


@pytest.mark.rules("R9")
@pytest.mark.parametrize(
    ("players", "options", "supply", "removed"),
    [
        (2, {}, 29, 12),
        (3, {}, 31, 8),
        (3, {"three_player_removal": 8}, 31, 8),
        (3, {"three_player_removal": 6}, 33, 6),
        (4, {}, 37, 0),
        (2, {"three_player_removal": 6}, 29, 12),
        (4, {"three_player_removal": 6}, 37, 0),
    ],
)
def test_the_supply_is_what_is_left_of_the_ordinary_tokens_and_the_starting_ones_not_placed(
    players, options, supply, removed
) -> None:
    starting, ordinary = printed("starting"), printed("ordinary")
    for game in new_games(players, **options):
        position = game.position()
        left = starting - faces(on_board(position))
        assert (len(position["supply"]), len(position["removed"])) == (supply, removed)
        assert faces(position["removed"]) <= ordinary
        assert faces(position["supply"]) == ordinary - faces(position["removed"]) + left


@pytest.mark.rules("R9")
@pytest.mark.parametrize("number", [0, 7, 12, "8", None, True])
def test_no_edition_removes_another_number_of_tokens(number) -> None:
    with pytest.raises(FormatError, match="three_player_removal"):
        rattus.new("rattus", 3, options={"three_player_removal": number})


@pytest.mark.rules("R9")
def test_ordinary_tokens_leave_at_random_and_starting_ones_are_shuffled_in() -> None:
    only_starting = printed("starting").keys() - printed("ordinary").keys()
    removed, places = Counter(), Counter()
    for game in new_games(2, 200):
        position = game.position()
        removed.update(faces(position["removed"]))
        places.update(place for place, token in enumerate(position["supply"]) if faces([token]).keys() & only_starting)
    assert removed.keys() == printed("ordinary").keys()
    assert set(places) == set(range(29))
    assert max(places.values()) < 4 * min(places.values())


@pytest.mark.rules("R9")
def test_a_sample_has_the_starting_tokens_not_placed_anywhere_they_can_be() -> None:
    only_starting = printed("starting").keys() - printed("ordinary").keys()
    game = settled(rattus.new("rattus", 2, options={"first": "red"}))
    game = rattus.from_position({**game.position(), "plague": "gallia"})
    game.play("plague anglia")
    game.play("spread scandia")
    places = Counter()
    for seed in range(300):
        position = game.resample(None, seed).position()
        drawn = [position["regions"]["scandia"]["rats"][1], *position["supply"]]
        places.update(place for place, token in enumerate(drawn) if faces([token]).keys() & only_starting)
    assert set(places) == set(range(29))
    assert max(places.values()) < 4 * min(places.values())


@pytest.mark.parametrize("players", PLAYERS)
def test_set_up_leaves_nothing_of_an_earlier_game(players) -> None:
    rules, fresh = rattus.GAMES["rattus"].rules, rattus.new("rattus", players, seed=1)
    for game in new_games(players, 6, max_turns=20):
        game = settled(game)
        game = rattus.from_position({**game.position(), "classes": dict.fromkeys(CARDS, game.to_move)})
        while not game.is_over:
            moves = game.legal()
            game.play(moves[len(game.moves) * 7 % len(moves)])
            used = game._table.copy()
            rules["set_up"](fresh.box.record, used, stream(1))
            assert used == fresh._table


@pytest.mark.rules("R10")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_pawn_starts_in_any_region_in_use(players) -> None:
    pawns = Counter(game.position()["plague"] for game in new_games(players, 240))
    assert pawns.keys() == set(REGIONS[players])
    assert max(pawns.values()) < 4 * min(pawns.values())


@pytest.mark.rules("R10")
@pytest.mark.parametrize("region", ["bulgaria", "russia", "palace", None])
def test_the_pawn_stands_nowhere_else(region) -> None:
    with pytest.raises(FormatError, match="plague"):
        read(2, plague=region)


@pytest.mark.rules("R11")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_player_is_random(players) -> None:
    first = Counter(game.position()["first"] for game in new_games(players, 120))
    assert first.keys() == set(SEATS[:players])
    assert max(first.values()) < 3 * min(first.values())


@pytest.mark.rules("R11", "R12")
@pytest.mark.parametrize("players", PLAYERS)
def test_the_first_player_can_be_given_and_all_settle_forth_and_back(players) -> None:
    for number, seat in enumerate(SEATS[:players]):
        game = rattus.new("rattus", players, seed=number, options={"first": seat})
        clockwise = [*SEATS[number:players], *SEATS[:number]]
        settlers = []
        while game.position()["phase"] == "settle":
            assert game.position()["turn"] == seat
            assert {str(move) for move in game.legal()} == {f"settle {region}" for region in REGIONS[players]}
            settlers.append(game.to_move)
            game.play("settle italia")
        assert settlers == [*clockwise, *reversed(clockwise)]
        assert game.position()["regions"]["italia"]["cubes"] == dict.fromkeys(SEATS[:players], 4)
        assert (game.to_move, game.position()["turn"], game.position()["turns"]) == (seat, seat, 0)


@pytest.mark.rules("R11")
@pytest.mark.parametrize("seat", ["green", "palace", 1, ""])
def test_nobody_else_can_be_first(seat) -> None:
    with pytest.raises(FormatError, match="first"):
        rattus.new("rattus", 2, options={"first": seat})


@pytest.mark.rules("R13")
@pytest.mark.parametrize(
    "options", [{"phase_order": "any"}, {"phase_order": True}, {"placing": "fixed"}, {"placing": None}]
)
def test_no_other_editions(options) -> None:
    with pytest.raises(FormatError, match=next(iter(options))):
        rattus.new("rattus", 2, options=options)


@pytest.mark.rules("R34")
@pytest.mark.parametrize("turns", [0, -1, 2.5, True, None, "300"])
def test_the_number_of_turns_is_bounded(turns) -> None:
    assert rattus.new("rattus", 2).options["max_turns"] == 300
    with pytest.raises(FormatError, match="max_turns"):
        rattus.new("rattus", 2, options={"max_turns": turns})


@pytest.mark.rules("R34")
@pytest.mark.parametrize(
    ("parts", "reason"),
    [
        ({"supply": 0}, "supply"),
        ({"regions": {"italia": {"cubes": {"red": 20}}}}, "cubes"),
        ({"options": {"max_turns": 1}}, "turns"),
    ],
)
def test_the_outcome_says_why_the_game_ended(parts, reason) -> None:
    game = read(classes={}, **parts)
    game.play("plague italia")
    assert game.outcome.reason == reason


@pytest.mark.rules("R34")
@pytest.mark.parametrize("players", PLAYERS)
def test_only_the_stock_of_the_seat_that_ends_its_turn_starts_the_last_round(players) -> None:
    seats = SEATS[:players]
    for turn, empty in itertools.product(seats, itertools.product([False, True], repeat=players)):
        cubes = {seat: 20 if none else 19 for seat, none in zip(seats, empty, strict=True)}
        game = read(players=players, turn=turn, classes={"king": turn}, regions={"gallia": {"cubes": cubes}})
        game.play("plague italia")
        position = game.position()
        if cubes[turn] == 20:
            assert (position["turn"], position["reason"]) == (turn, "cubes")
        else:
            assert (position["phase"], position["turns"]) == ("turn", 1)
            assert position["turn"] == position["to_move"] == seats[(seats.index(turn) + 1) % players]


@pytest.mark.rules("R34")
def test_a_game_without_rats_ends_after_max_turns() -> None:
    game = read(classes={}, options={"max_turns": 9})
    while not game.is_over:
        game.play(game.legal()[0])
    assert len(game.moves) == game.position()["turns"] == 9


@pytest.mark.rules("R12", "R33")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_new_game_goes_on_as_its_positions_do(players) -> None:
    for game in new_games(players, 4, max_turns=15):
        while not game.is_over:
            read_back = rattus.from_position(game.position())
            move = game.legal()[len(game.moves) * 5 % len(game.legal())]
            game.play(move)
            read_back.play(move)
            assert read_back.position() == game.position()
            assert read_back.legal() == game.legal()


@pytest.mark.rules("R37", "R38")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_game_has_one_winner_and_a_full_ranking(players) -> None:
    for game in new_games(players, 8, max_turns=12):
        while not game.is_over:
            moves = game.legal()
            game.play(moves[len(game.moves) * 7 % len(moves)])
        position, outcome = game.position(), game.outcome
        cubes = Counter(position["palace"])
        for region in position["regions"].values():
            cubes.update(region["cubes"])
        last = SEATS.index(position["turn"])
        turns = [SEATS[(last + step) % players] for step in range(1, players + 1)]
        assert outcome.points == {seat: cubes[seat] for seat in SEATS[:players]}
        assert list(outcome.ranking) == sorted(turns, key=lambda seat: -cubes[seat])
        assert outcome.winners == outcome.ranking[:1]
