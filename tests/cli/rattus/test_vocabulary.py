from rattus.cli.rattus.vocabulary import Phase
from rattus.games.rattus.vocabulary import PHASES


def test_the_phases_are_those_of_the_game() -> None:
    assert set(Phase) == set(PHASES)
