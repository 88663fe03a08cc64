"""A game as people use it: moves, refusals, undo, copies, events."""

import copy
import random
from types import SimpleNamespace

import pytest

import rattus
from rattus import IllegalMove, MalformedMove, Move
from rattus.errors import FormatError

TURN = {
    "game": "rattus", "players": 2, "turn": "red", "phase": "turn", "plague": "germania", "supply": 10,
    "regions": {"gallia": {"rats": 3, "cubes": {"red": 1}}},
}  # fmt: skip


def turn(**changes):
    return rattus.from_position({**TURN, **changes})


def test_moves_are_values_that_print_as_their_notation() -> None:
    move = Move("place gallia 3")
    assert (str(move), repr(move), move.verb, move.arguments) == (
        "place gallia 3", "Move('place gallia 3')", "place", ("gallia", "3"),
    )  # fmt: skip
    assert eval(repr(move)) == move
    assert move in turn().legal()
    assert len({move, Move("place gallia 3")}) == 1


def test_the_same_seed_gives_the_same_game() -> None:
    assert rattus.new("rattus", 3, 7).position() == rattus.new("rattus", 3, 7).position()
    assert rattus.new("rattus", 3, 7).position() != rattus.new("rattus", 3, 8).position()
    assert rattus.new("rattus", 3, "a word").position() == rattus.new("rattus", 3, "a word").position()


@pytest.mark.parametrize(
    ("text", "seat", "error", "words"),
    [
        ("place gallia 2", None, IllegalMove, "legal: place gallia 3"),
        ("place italia 1", "red", IllegalMove, "cannot do that now"),
        ("place gallia 3", "yellow", IllegalMove, "red is to move, not yellow"),
        ("place gallia 3", "green", IllegalMove, "no seat 'green'"),
        ("spread gallia", None, IllegalMove, "cannot do that now"),
        ("place russia 1", None, MalformedMove, "one looks like 'place anglia 1'"),
        ("place gallia", None, MalformedMove, "one looks like"),
        ("place gallia 3 ", None, MalformedMove, "one looks like"),
        ("place  gallia 3", None, MalformedMove, "one looks like"),
        ("place gallia -3", None, MalformedMove, "one looks like"),
        ("place gallia " + "9" * 10_000, None, MalformedMove, "one looks like"),
        ("Place gallia 3", None, MalformedMove, "there is no move 'Place'"),
        ("dance", None, MalformedMove, "there is no move 'dance'"),
        ("", None, MalformedMove, "there is no move ''"),
        ("\0", None, MalformedMove, "there is no move"),
    ],
)
def test_a_bad_move_says_why_and_changes_nothing(text, seat, error, words) -> None:
    game = turn()
    before = game.position(), game.legal(), game.events, game.moves
    with pytest.raises(error, match=words) as raised:
        game.play(text, seat)
    assert raised.value.move == text
    assert (game.position(), game.legal(), game.events, game.moves) == before


def test_an_error_lists_what_would_be_legal() -> None:
    with pytest.raises(IllegalMove) as error:
        turn().play("place gallia 2")
    assert error.value.legal == ("place gallia 3",)
    with pytest.raises(IllegalMove) as error:
        turn().play("reveal 1")
    assert set(error.value.legal) == {str(move) for move in turn().legal()}


def test_after_the_end_no_move_is_taken() -> None:
    game, choice = rattus.new("rattus", 2, 1), random.Random(1)
    while not game.is_over:
        assert game.outcome is None
        game.play(choice.choice(game.legal()))
    assert (game.to_move, game.legal()) == (None, [])
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play("pass")


def test_the_outcome_has_points_ranking_winners_and_a_reason() -> None:
    cubes = {"gallia": {"cubes": {"red": 3, "yellow": 5}}}
    outcome = turn(phase="over", regions=cubes, supply=0).outcome
    assert (outcome.points, outcome.ranking, outcome.winners) == (
        {"red": 3, "yellow": 5}, ("yellow", "red"), ("yellow",),
    )  # fmt: skip
    assert outcome.reason == "supply"


def test_undo_goes_back_to_the_last_new_information_and_not_past_it() -> None:
    game = turn(regions={"gallia": {"rats": 3, "cubes": {"red": 1}}, "italia": {"rats": 1}})
    with pytest.raises(IllegalMove, match="there is none"):
        game.undo()
    start = game.position()
    game.play("take witch")
    game.play("place italia 1")
    assert [str(game.undo()), str(game.undo())] == ["place italia 1", "take witch"]
    assert (game.position(), game.can_undo, game.moves, game.events) == (start, False, [], [])

    game.play("take witch")
    game.play("witch italia.1")  # a face is seen
    assert not game.can_undo
    with pytest.raises(IllegalMove, match="told somebody something new"):
        game.undo()
    game.play("pass")
    assert str(game.undo()) == "pass"
    assert not game.can_undo


def test_undo_stops_at_a_turned_token_but_not_at_a_quiet_turn() -> None:
    quiet = turn()
    quiet.play("plague scandia")
    assert quiet.to_move == "yellow"
    quiet.undo()
    assert quiet.to_move == "red"
    loud = turn(supply=1)
    loud.play("plague gallia")
    loud.play("spread italia")
    assert not loud.can_undo


def test_a_copy_goes_its_own_way() -> None:
    game = turn()
    other = game.copy()
    other.play("take king")
    assert game.position()["classes"]["king"] is None
    assert game.can_undo is False
    assert other.can_undo is True
    other.undo()
    assert other.position() == game.position()


def test_a_move_with_one_answer_is_made_at_once_and_shows_among_the_events() -> None:
    game = turn(regions={"gallia": {"rats": 1}, "hispania": {"rats": 3}, "italia": {"rats": 3}, "anglia": {"rats": 3}})
    game.play("plague gallia")  # only germania can take the token
    kinds = [(event["event"], event.get("move")) for event in game.events]
    assert kinds == [
        ("moved", None), ("forced", "spread germania"), ("infested", None), ("next", None),
    ]  # fmt: skip
    assert [str(move) for _, move in game.moves] == ["plague gallia"]
    assert [event["number"] for event in game.events] == [1, 2, 3, 4]
    assert {event["after"] for event in game.events} == {1}


def test_events_tell_what_happened_to_whom_where_and_why() -> None:
    faces = [{"limit": 1, "symbols": ["majority", "royalty"]}]
    classes = dict.fromkeys(("peasant", "merchant", "monk", "knight", "witch", "king")) | {"king": "yellow"}
    game = turn(regions={"gallia": {"rats": faces, "cubes": {"red": 2, "yellow": 1}}}, classes=classes)
    game.play("plague gallia")
    game.play("spread italia")
    told = [{key: value for key, value in event.items() if key not in ("number", "after")} for event in game.events]
    assert told == [
        {"event": "moved", "seat": "red", "from_region": "germania", "region": "gallia", "rule": "R25"},
        {"event": "infested", "seat": "red", "region": "italia", "rule": "R27"},
        {"event": "ravaged", "seat": "red", "region": "gallia", "weight": 0, "rule": "R29"},
        {
            "event": "turned",
            "seat": "red",
            "region": "gallia",
            "slot": 1,
            "face": faces[0],
            "bites": True,
            "rule": "R30",
        },
        {"event": "lost", "seat": "red", "region": "gallia", "cubes": 1, "symbol": "majority", "rule": "R31"},
        {"event": "lost", "seat": "yellow", "region": "gallia", "cubes": 1, "symbol": "royalty", "rule": "R32"},
        {"event": "next", "seat": "yellow", "rule": "R12"},
    ]


def test_a_view_is_for_a_seat_or_a_spectator() -> None:
    with pytest.raises(FormatError, match="player"):
        turn().view("blue")
    with pytest.raises(FormatError, match="player"):
        turn().resample("nobody", 1)
    assert turn().view(None)["regions"]["gallia"]["rats"] == [None, None, None]


@pytest.mark.slow
@pytest.mark.parametrize(
    "players", [pytest.param(2, marks=pytest.mark.long), 3, pytest.param(4, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("name", ["rattus", "africanus", "cartus"])
def test_to_look_changes_no_game_and_what_was_seen_stays_as_it_was(name, players) -> None:
    game, chance = rattus.new(name, players, seed=9), random.Random(9)
    looked, kept = [], []
    while not game.is_over:
        before = game._table.copy()
        for player in (*game.seats, None):
            view, veiled = game.view(player), game.veiled(player)
            looked.append((view, copy.deepcopy(view)))
            kept.append((veiled, veiled.copy()))
            assert game._table == before
            game.resample(player, 1)
        assert game._table == before
        game.play(chance.choice(game.legal()))
    assert all(view == then for view, then in looked)
    assert all(veiled == then for veiled, then in kept)


@pytest.mark.parametrize("name", ["rattus", "africanus", "cartus"])
def test_to_look_changes_no_row_of_the_table_whatever_is_in_it(name) -> None:
    game = rattus.new(name, 4, seed=9)
    for field, shape in game.parts.rulebook.table_layout.fields.items():
        if len(shape) == 2:
            setattr(game._table, field, [[1] * shape[1] for _ in range(shape[0])])
    before = game._table.copy()
    for player in (*game.seats, None):
        game.veiled_readonly(player)
        assert game._table == before


def test_events_since_a_number_are_those_after_it() -> None:
    game, chance = rattus.new("africanus", 3, 5), random.Random(5)
    for _ in range(60):
        game.play(chance.choice(game.legal()))
    for player in (*game.seats, None):
        all_events = game.events_seen(player)
        assert len(all_events) == game.event_count > 60
        for since in (0, 1, 17, game.event_count - 1, game.event_count, game.event_count + 5):
            assert game.events_seen(player, since) == all_events[since:]
    assert game.events_seen("red", -3) == game.events_seen("red")


@pytest.mark.parametrize(("name", "players"), [("rattus", 2), ("africanus", 3), ("cartus", 4)])
def test_an_event_is_public_if_everybody_is_told_all_of_it(name, players) -> None:
    found = set()
    for seed in range(4):
        game, chance = rattus.new(name, players, seed), random.Random(seed)
        while not game.is_over:
            known = game.event_count
            game.play(chance.choice(game.legal()))
            told = [game.events_seen(player, known) == game.events[known:] for player in (*game.seats, None)]
            assert game.is_public(known) == all(told) == told[-1]
            found.add(all(told))
    assert found == {False, True}


def spoil(data) -> None:
    """Change everything that can be changed."""
    for part in data.values() if isinstance(data, dict) else data:
        if isinstance(part, dict | list):
            spoil(part)
    data.clear()


OPTIONS = {
    "rattus": {"first": "red"},
    "africanus": {"cards": ["peasant", "merchant", "monk", "astronomer", "explorer", "sultan"]},
    "cartus": {"buildings": ["brewery", "office", "hospital", "watchtower", "hut", "treasury"]},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_who_changes_what_he_was_given_changes_nothing_that_others_get(name) -> None:
    game, chance = rattus.new(name, 2, 3, options=OPTIONS[name]), random.Random(3)
    while not game.is_over:
        given = [game.position(), game.view("red"), game.view(None), game.events, game.events_seen("red")]
        before = copy.deepcopy(given)
        for data in given:
            spoil(data)
        assert before == [game.position(), game.view("red"), game.view(None), game.events, game.events_seen("red")]
        game.play(chance.choice(game.legal()))


@pytest.mark.parametrize("name", ["rattus", "africanus", "cartus"])
def test_what_is_played_and_read_changes_no_box_that_games_share(name) -> None:
    game, rng = rattus.new(name, 2, seed=5), random.Random(5)
    box, before = game.box, game.box.record.copy()
    assert rattus.new(name, 2, seed=6).box is box
    while not game.is_over:
        for data in (game.position(), game.view("red")):
            rattus.from_position(data)
        game.play(rng.choice(game.legal()))
    assert box.record == before


def test_a_position_with_fewer_cards_changes_no_other_game() -> None:
    game = rattus.new("cartus", 2, seed=1)
    before = game.position()
    position = game.position()
    position["stacks"]["joker"] -= 2
    del position["lost"]
    fewer = rattus.from_position(position)
    assert fewer.position()["lost"] == {"joker": 2}
    assert game.position() == before
    assert rattus.new("cartus", 2, seed=1).position() == before
    assert rattus.from_position(fewer.view("red")).position()["lost"] == {"joker": 2}


def test_only_the_new_events_are_described(monkeypatch: pytest.MonkeyPatch) -> None:
    game, chance = rattus.new("rattus", 3, 5), random.Random(5)
    for _ in range(30):
        game.play(chance.choice(game.legal()))
    described = []

    def describe_event(_box, event, _viewer):
        described.append(event)
        return {}

    monkeypatch.setattr(game, "_rulebook", SimpleNamespace(describe_event=describe_event))
    game.events_seen("red", game.event_count - 2)
    assert len(described) == 2


def test_checking_a_move_does_not_make_it() -> None:
    game = turn()
    game.check("take king", "red")
    assert game.moves == []
    with pytest.raises(IllegalMove, match="red is to move"):
        game.check("take king", "yellow")
