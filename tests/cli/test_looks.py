import pytest

from rattus.cli.looks import LOOKS, look_of
from rattus.games import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_look(name: str) -> None:
    assert look_of(name) is LOOKS[name]


def test_no_look_is_left_over() -> None:
    assert set(LOOKS) == set(GAMES)
