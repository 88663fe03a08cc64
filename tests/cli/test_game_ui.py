from rattus.cli.game_ui import GAME_UIS
from rattus.games import GAMES


def test_every_game_has_a_ui() -> None:
    assert set(GAME_UIS) == set(GAMES)
