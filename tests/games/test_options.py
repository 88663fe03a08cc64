"""Options are checked by name and value."""

import pytest

import rattus
from rattus.errors import FormatError


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ({"phase_order": "any"}, "options.phase_order"),
        ({"placing": True}, "options.placing"),
        ({"three_player_removal": 7}, "options.three_player_removal"),
        ({"three_player_removal": 8.0}, "options.three_player_removal"),
        ({"max_turns": 0}, "options.max_turns"),
        ({"max_turns": -1}, "options.max_turns"),
        ({"max_turns": 10**30}, "options.max_turns"),
        ({"max_turns": "300"}, "options.max_turns"),
        ({"max_turns": True}, "options.max_turns"),
        ({"first": "purple"}, "options.first"),
        ({"first": "blue"}, "options.first"),
        ({"first": []}, "options.first"),
        ({"frist": "red"}, "options.frist"),
        ("fixed", "options"),
    ],
)
def test_a_bad_option_is_named(options, place) -> None:
    with pytest.raises(FormatError) as error:
        rattus.new("rattus", 3, options=options)
    assert error.value.place == place


@pytest.mark.parametrize("players", [0, 1, 5, -2, 10**20, "2", 2.0, 2.5, None, True])
def test_only_2_3_or_4_can_play(players) -> None:
    with pytest.raises(FormatError, match="players"):
        rattus.new("rattus", players)


@pytest.mark.parametrize("name", ["chess", "", None, 7, "Rattus"])
def test_an_unknown_game_is_named(name) -> None:
    with pytest.raises(FormatError, match="game"):
        rattus.new(name, 2)


def test_options_agreed_are_in_position_and_record() -> None:
    game = rattus.new("rattus", 2, options={"placing": "compulsory", "phase_order": "fixed"})
    assert game.position()["options"] == {"placing": "compulsory"}
    assert game.record()["options"] == {"placing": "compulsory"}
    assert game.options["max_turns"] == 300
