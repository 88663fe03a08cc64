"""The form of a position: its type has the fields that the readers know, and fits all that the engine writes."""

import copy
import random
from typing import Any

import pytest

import rattus
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.games.cartus.models import CartusPosition
from rattus.games.rattus.models import AfricanusPosition, RattusPosition
from rattus.kernel.data_types import check_form

TYPES = {"rattus": RattusPosition, "africanus": AfricanusPosition, "cartus": CartusPosition}


@pytest.mark.parametrize("name", GAMES)
def test_the_type_has_the_fields_of_the_rulebook(name: str) -> None:
    assert set(TYPES[name].__annotations__) == set(GAMES[name].fields)


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_have_the_form_of_positions(name: str) -> None:
    chance = random.Random(name)
    for players in (min(GAMES[name].player_counts), max(GAMES[name].player_counts)):
        game = rattus.new(name, players, players)
        while not game.is_over:
            game.play(chance.choice(game.legal()))
            check_form(TYPES[name], game.position(), "position")
            check_form(TYPES[name], game.view(chance.choice((*game.seats, None))), "position")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"tea": 1}, "position: unknown field 'tea'"),
        ({"regions": {"gallia": {"tea": 1}}}, "regions.gallia: unknown field 'tea'"),
        ({"regions": {"gallia": {"rats": [None, {"limit": 3}]}}}, "regions.gallia.rats[1].symbols: it is missing"),
        ({"regions": {"gallia": {"rats": "many"}}}, "regions.gallia.rats: a list, not 'many'"),
        ({"palace": {"purple": 1}}, "palace: one of red, yellow, green, blue, white, orange, not 'purple'"),
        ({"taken": 1}, "taken: true or false, not 1"),
        ({"turns": "2"}, "turns: a number, not '2'"),
        ({"used": [["monk"]]}, "used: one of "),
        ({"regions": []}, "regions: a map, not []"),
        ({7: 7}, "position: "),
        ({"used": [1] * 5000}, "position: 5000 things in it are wrong"),
    ],
)
def test_what_is_wrong_with_the_form_is_told_with_its_place(changes: dict[Any, Any], told: str) -> None:
    position = {**copy.deepcopy(rattus.new("rattus", 3, 1).position()), **changes}
    with pytest.raises(FormatError) as error:
        rattus.from_position(position)
    assert str(error.value).startswith(told), error.value
