"""Positions that are read: what is left out, what may be a number, and what is refused."""

import copy
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rattus
from rattus.errors import FormatError

from ..fuzz import examples

PLAIN = {"game": "rattus", "players": 2, "turn": "red", "phase": "turn", "plague": "germania", "supply": 10}
CLASSES = dict.fromkeys(("peasant", "merchant", "monk", "knight", "witch", "king"))
FACE = {"limit": 2, "symbols": ["all"]}


def read(**changes):
    return rattus.from_position({**PLAIN, **changes})


def test_what_is_left_out_is_filled_in() -> None:
    position = read().position()
    assert (position["first"], position["to_move"], position["turns"]) == ("red", "red", 0)
    assert (position["taken"], position["placed"], position["used"]) == (False, False, [])
    assert position["classes"] == CLASSES
    assert (position["turned"], position["removed"], position["known"], position["palace"]) == ([], [], {}, {})
    assert set(position["regions"]) == set(read().box.regions)
    assert len(position["supply"]) == 10


def test_numbers_are_tokens_not_named_elsewhere() -> None:
    rare = {"limit": 6, "symbols": ["all", "all"]}  # there is one of these
    game = read(regions={"gallia": {"rats": [rare, None]}, "italia": {"rats": 3}}, supply=20, removed=24)
    position = game.position()
    others = position["supply"] + position["removed"] + position["regions"]["italia"]["rats"]
    assert len(others) == 47
    assert rare not in others


def test_the_seed_decides_what_is_arbitrary() -> None:
    first, second = rattus.from_position(PLAIN, seed=1), rattus.from_position(PLAIN, seed=2)
    assert first.position() == rattus.from_position(PLAIN, seed=1).position()
    assert first.position() != second.position()


def test_faces_need_not_be_in_the_tables() -> None:
    odd = {"limit": 5, "symbols": ["magic", "magic", "magic"]}
    assert read(regions={"gallia": {"rats": [odd]}}).position()["regions"]["gallia"]["rats"] == [odd]


def test_the_supply_is_in_the_order_of_drawing() -> None:
    faces = [{"limit": limit, "symbols": ["all"]} for limit in (1, 2, 3)]
    game = read(supply=faces, regions={"gallia": {"rats": 1}})
    assert game.position()["supply"] == faces
    game.play("plague gallia")
    game.play("spread hispania")
    assert game.position()["regions"]["hispania"]["rats"] == faces[:1]
    assert game.position()["supply"] == faces[1:]


RAVAGED = {
    "phase": "plague", "pending": {"ask": "reveal"}, "known": {"red": ["germania.2"]},
    "regions": {"germania": {"rats": [FACE, {"limit": 1, "symbols": ["all"]}], "cubes": {"red": 2}}},
}  # fmt: skip


@pytest.mark.rules("R29")
@pytest.mark.parametrize("names", [(), ("token",), ("asking",), ("covered",), ("token", "asking", "covered")])
def test_a_ravage_of_rattus_is_read_with_or_without_what_nobody_is_asked(names) -> None:
    nothing = {"token": None, "asking": None, "covered": {}}
    ravage = {"region": "germania", "weight": 0, **{name: nothing[name] for name in names}}
    game = read(**RAVAGED, ravage=ravage)
    assert game.position() == read(**RAVAGED, ravage={"region": "germania", "weight": 0}).position()
    assert game.legal_texts == ("reveal 1", "reveal 2")
    game.play("reveal 2")
    assert game.position()["regions"]["germania"]["cubes"] == {"red": 1}  # the other does not bite one cube


@pytest.mark.rules("R29")
@pytest.mark.parametrize(
    "changes",
    [
        {"token": FACE},
        {"token": {}},
        {"token": 0},
        {"token": False},
        {"asking": "red"},
        {"asking": ""},
        {"covered": {"knight": "anglia:?"}},
        {"covered": None},
        {"covered": []},
        {"token": FACE, "asking": "yellow", "covered": {}},
    ],
)
def test_in_rattus_nobody_is_asked_in_a_ravage(changes) -> None:
    with pytest.raises(FormatError) as error:
        read(**RAVAGED, ravage={"region": "germania", "weight": 0, **changes})
    assert error.value.place == "ravage", error.value


def test_a_view_can_be_read_and_gives_a_possible_world() -> None:
    game, choice = rattus.new("rattus", 3, 5), random.Random(5)
    for _ in range(60):
        game.play(choice.choice(game.legal()))
    for player in (*game.seats, None):
        world = rattus.from_position(game.view(player), seed=8)
        assert world.view(player) == game.view(player)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"game": "chess"}, "game"),
        ({"players": 5}, "players"),
        ({"players": None}, "players"),
        ({"players": 10**40}, "players"),
        ({"colour": "red"}, "position"),
        ({"hands": {}}, "position"),
        ({"phase": "tea"}, "phase"),
        ({"phase": None}, "phase"),
        ({"turn": None}, "first"),
        ({"turn": "green"}, "turn"),
        ({"first": "green"}, "first"),
        ({"to_move": "yellow"}, "to_move"),
        ({"to_move": None}, "to_move"),
        ({"turns": -1}, "turns"),
        ({"turns": 10**30}, "turns"),
        ({"turns": 1.5}, "turns"),
        ({"turns": True}, "turns"),
        ({"plague": None}, "plague"),
        ({"plague": "atlantis"}, "plague"),
        ({"plague": "russia"}, "plague"),
        ({"options": {"placing": "never"}}, "options.placing"),
        ({"regions": []}, "regions"),
        ({"regions": {"russia": {}}}, "regions"),
        ({"regions": {"gallia": {"rats": 4}}}, "regions.gallia.rats"),
        ({"regions": {"gallia": {"rats": -1}}}, "regions.gallia.rats"),
        ({"regions": {"gallia": {"rats": [FACE] * 4}}}, "regions.gallia.rats"),
        ({"regions": {"gallia": {"rats": [{"limit": 0, "symbols": ["all"]}]}}}, "regions.gallia.rats[0]"),
        ({"regions": {"gallia": {"rats": [{"limit": 1, "symbols": ["islam"]}]}}}, "regions.gallia.rats[0]"),
        ({"regions": {"gallia": {"rats": "many"}}}, "regions.gallia.rats"),
        ({"regions": {"gallia": {"cubes": {"red": -1}}}}, "regions.gallia.cubes.red"),
        ({"regions": {"gallia": {"cubes": {"red": 21}}}}, "regions.gallia.cubes.red"),
        ({"regions": {"gallia": {"cubes": {"green": 1}}}}, "regions.gallia.cubes"),
        ({"regions": {"gallia": {"cubes": {"red": 11}}}, "palace": {"red": 10}}, "regions"),
        ({"regions": {"gallia": {"diplomats": ["red"]}}}, "regions.gallia"),
        ({"palace": {"purple": 1}}, "palace"),
        ({"classes": {"monk": "green"}}, "classes.monk"),
        ({"classes": {"sultan": "red"}}, "classes"),
        ({"supply": -1}, "supply"),
        ({"supply": 50}, "supply"),
        ({"supply": 10**30}, "supply"),
        ({"supply": [None] * 50}, "supply"),
        ({"supply": 40, "removed": 10}, "position"),
        ({"supply": [FACE] * 40, "turned": [FACE] * 10}, "position"),
        ({"supply": 49, "turned": [FACE]}, "position"),
        ({"turned": 3}, "turned"),
        ({"turned": [None]}, "turned"),
        ({"known": {"red": ["gallia.1"]}}, "known.red"),
        ({"known": {"red": ["gallia"]}}, "known.red"),
        ({"known": {"red": [1]}}, "known.red"),
        ({"known": {"green": []}}, "known"),
        ({"starting": ["gallia.1"]}, "starting"),
        ({"starting": [], "supply": 10}, "starting"),
        ({"starting": [], "marked": ["supply.1"]}, "marked"),
        ({"starting": [], "marked": [["supply.1"]]}, "marked"),
        ({"starting": [], "marked": ["tea.1"], "supply": [FACE]}, "marked"),
        (
            {
                "phase": "plague",
                "regions": {"germania": {"rats": 1}},
                "pending": {"ask": "spread", "due": 2},
            },
            "pending.due",
        ),
        ({"taken": "yes"}, "taken"),
        ({"placed": 1}, "placed"),
        ({"used": ["monk"]}, "used"),
        ({"used": ["knight"], "classes": {**CLASSES, "knight": "red"}}, "used"),
        ({"used": ["sultan"]}, "used"),
        ({"acting": "yellow"}, "acting"),
        ({"phase": "last_round", "acting": "red"}, "acting"),
        ({"phase": "last_round", "taken": True}, "taken"),
        ({"reason": "supply"}, "reason"),
        ({"phase": "over", "reason": "boredom"}, "reason"),
        ({"phase": "settle", "regions": {"gallia": {"cubes": {"yellow": 2}}}}, "regions"),
        ({"phase": "settle", "regions": {"gallia": {"cubes": {"red": 3}}}}, "regions"),
        ({"phase": "settle", "palace": {"red": 2}}, "regions"),
        ({"phase": "settle", "regions": {"gallia": {"cubes": {"red": 4, "yellow": 4}}}}, "regions"),
        ({"phase": "settle", "first": "yellow"}, "turn"),
        ({"pending": {"ask": "tea"}}, "pending.ask"),
        ({"pending": "spread"}, "pending"),
        ({"pending": {"ask": "spread", "due": 1}}, "pending"),
        ({"pending": {"ask": "witch", "first": "gallia.1"}}, "pending"),
        ({"phase": "plague", "pending": {"ask": "spread", "due": 3}}, "pending.due"),
        ({"phase": "plague", "pending": {"ask": "spread", "due": 1, "more": 2}}, "pending"),
        ({"phase": "plague", "pending": {"ask": "weigh"}}, "pending"),
        ({"phase": "plague", "pending": {"ask": "reveal"}}, "ravage"),
        ({"phase": "plague", "ravage": {"region": "gallia", "weight": 0}}, "ravage.region"),
        ({"phase": "plague", "ravage": {"region": "germania", "weight": 2}}, "ravage.weight"),
        ({"phase": "plague", "ravage": {"region": "germania", "weight": 1}}, "ravage.weight"),
        ({"phase": "plague", "ravage": {"region": "germania", "tea": 1}}, "ravage"),
        ({"phase": "turn", "ravage": {"region": "germania", "weight": 0}}, "ravage"),
    ],
)  # fmt: skip
def test_a_contradiction_is_refused_with_its_place(changes, place) -> None:
    with pytest.raises(FormatError) as error:
        read(**changes)
    assert error.value.place == place, error.value


def witch(**changes):
    looked = {
        "classes": {**CLASSES, "witch": "red"},
        "used": ["witch"],
        "regions": {"gallia": {"rats": 2}, "italia": {"rats": 1}},
        "known": {"red": ["gallia.1", "italia.1"]},
        "pending": {"ask": "swap", "first": "gallia.1", "second": "italia.1"},
    }
    return read(**{**looked, **changes})


@pytest.mark.rules("R23")
def test_a_position_in_the_middle_of_the_witch() -> None:
    assert [str(move) for move in witch().legal()] == ["swap", "keep"]
    for changes in (
        {"classes": CLASSES, "used": []},
        {"used": []},
        {"known": {}},
        {
            "pending": {"ask": "swap", "first": "gallia.1", "second": "gallia.2"},
            "known": {"red": ["gallia.1", "gallia.2"]},
        },
        {"pending": {"ask": "swap", "first": "gallia.1"}},
        {"pending": {"ask": "witch", "first": "gallia.3"}},
    ):
        with pytest.raises(FormatError):
            witch(**changes)


@pytest.mark.parametrize("position", [None, [], "position", 7, {}, {"game": []}])
def test_what_is_no_position_is_refused(position) -> None:
    with pytest.raises(FormatError):
        rattus.from_position(position)


def parts_of(data, path=()):
    """Every place in nested data."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from parts_of(value, (*path, key))


JUNK = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(allow_nan=False), st.text(max_size=8),
    st.lists(st.integers(0, 3), max_size=3), st.dictionaries(st.text(max_size=4), st.integers(0, 3), max_size=2),
)  # fmt: skip


@given(st.integers(0, 50), st.integers(0, 120), st.data())
@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_damaged_position_is_refused_or_makes_sense(seed, moves, data) -> None:
    """Change something anywhere: either FormatError, or a game that can be played on and read back."""
    game, choice = rattus.new("rattus", 2 + seed % 3, seed), random.Random(seed)
    for _ in range(moves):
        if not game.is_over:
            game.play(choice.choice(game.legal()))
    position = copy.deepcopy(game.position())
    path = data.draw(st.sampled_from(sorted(filter(None, parts_of(position)), key=str)))
    part = position
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = data.draw(JUNK)
    try:
        damaged = rattus.from_position(position)
    except FormatError:
        return
    again = rattus.from_position(json.loads(json.dumps(damaged.position())))
    assert again.position() == damaged.position()
    while not damaged.is_over:
        damaged.play(choice.choice(damaged.legal()))
