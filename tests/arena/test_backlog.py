import pytest

from rattus.arena.backlog import MOST_IN_A_ROW, Backlog
from rattus.arena.schedule import Fixture
from rattus.errors import RattusError


def fixtures(number: int) -> list[Fixture]:
    return [Fixture(place, place, ("a", "b")) for place in range(number)]


def test_a_game_that_kills_every_worker_is_given_up() -> None:
    backlog = Backlog(fixtures(2))
    for _ in range(3):
        first = backlog.take()
        assert first is not None
        assert first.number == 0
        backlog.note_death(first)
    assert backlog.given_up == [0]
    assert [backlog.take(), backlog.take()] == [fixtures(2)[1], None]


def test_it_stops_when_every_worker_dies() -> None:
    *others, last = fixtures(MOST_IN_A_ROW)
    backlog = Backlog([])
    for fixture in others:
        backlog.note_death(fixture)
    with pytest.raises(RattusError, match="no game can be played here"):
        backlog.note_death(last)


def test_occasional_deaths_do_not_stop_it() -> None:
    backlog = Backlog([])
    for fixture in fixtures(2 * MOST_IN_A_ROW):
        backlog.note_death(fixture)
        backlog.note_success()
    assert len(backlog) == 2 * MOST_IN_A_ROW
