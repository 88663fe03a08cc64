from collections import Counter
from itertools import permutations

import pytest

from rattus.arena.schedule import Schedule, orders
from rattus.errors import FormatError

NAMES = "abcd"


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("names", range(1, 5))
class TestBalance:
    def test_every_player_sits_in_every_seat_equally_often(self, seats: int, names: int) -> None:
        schedule = Schedule(NAMES[:names], seats)
        sat = Counter((name, seat) for seating in schedule.seatings for seat, name in enumerate(seating))
        assert len(sat) == names * seats
        assert len(set(sat.values())) == 1

    def test_any_number_of_games_is_nearly_even(self, seats: int, names: int) -> None:
        schedule = Schedule(NAMES[:names], seats)
        sat = dict.fromkeys(((name, seat) for name in NAMES[:names] for seat in range(seats)), 0)
        for number in range(2 * len(schedule.seatings)):
            for seat, name in enumerate(schedule.fixture(number).seating):
                sat[name, seat] += 1
            assert max(sat.values()) - min(sat.values()) <= 2

    def test_every_two_players_meet_equally_often_in_every_two_seats(self, seats: int, names: int) -> None:
        met: Counter[tuple[str, str, int, int]] = Counter()
        for seating in Schedule(NAMES[:names], seats).seatings:
            for one, other in permutations(range(seats), 2):
                if seating[one] != seating[other]:
                    met[seating[one], seating[other], one, other] += 1
        assert len(met) == names * (names - 1) * seats * (seats - 1)
        assert len(set(met.values())) <= 1

    def test_every_seating_has_the_same_deals(self, seats: int, names: int) -> None:
        schedule = Schedule(NAMES[:names], seats)
        size = len(schedule.seatings)
        assert len(set(schedule.seatings)) == size
        fixtures = [schedule.fixture(number) for number in range(3 * size)]
        played = Counter((fixture.deal, fixture.seating) for fixture in fixtures)
        assert played == Counter((deal, seating) for deal in range(3) for seating in schedule.seatings)
        assert [fixture.number for fixture in fixtures] == list(range(3 * size))


def test_one_against_copies_of_another() -> None:
    assert sorted(Schedule("abbb", 4).seatings) == sorted(set(permutations("abbb")))


def test_remaining_seats_rotate_among_the_players() -> None:
    line_ups = Counter("".join(sorted(seating)) for seating in Schedule("abc", 4).seatings)
    assert line_ups == {"aabc": 12, "abbc": 12, "abcc": 12}


def test_more_players_than_seats_all_meet() -> None:
    line_ups = Counter("".join(sorted(seating)) for seating in Schedule("abcd", 2).seatings)
    assert line_ups == dict.fromkeys(("ab", "ac", "ad", "bc", "bd", "cd"), 2)


@pytest.mark.parametrize(("seats", "number"), [(2, 2), (3, 6), (4, 12), (5, 20), (6, 60)])
def test_the_groups_have_the_documented_number_of_orders(seats: int, number: int) -> None:
    assert len(set(orders(seats))) == number


@pytest.mark.parametrize(
    ("names", "seats", "why"),
    [
        ("", 4, "name at least one"),
        ("aab", 4, "repeated only if there is one for each of the 4 seats"),
        ("aab", 2, "repeated only"),
        ("a", 7, "from 2 to 6, not 7"),
        ("abcdefghijklmnopqrstuvwxyz", 5, "more than 5000 seatings"),
    ],
)
def test_impossible_line_ups_are_refused(names: str, seats: int, why: str) -> None:
    with pytest.raises(FormatError, match=why):
        Schedule(names, seats)
