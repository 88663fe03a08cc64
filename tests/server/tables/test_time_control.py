"""Time controls and match clocks."""

import pytest

from rattus.server.tables.time_control import DAY, RETURN_GRACE, MatchClock, time_control_from

BANK = {"kind": "bank", "seconds": 60.0, "increment": 5.0}
DAYS = {"kind": "days", "days": 3.0}


def match_clock(data) -> MatchClock:
    limit = time_control_from(data)
    assert limit is not None
    return MatchClock(limit, ("red", "yellow"))


def test_no_time_control_means_unlimited_time() -> None:
    assert time_control_from(None) is None


@pytest.mark.parametrize("data", [BANK, DAYS])
def test_a_time_control_is_sent_as_it_was_given(data) -> None:
    limit = time_control_from(data)
    assert limit is not None
    assert limit.as_data() == data


def test_no_clock_runs_at_first() -> None:
    clock = match_clock(BANK)
    assert clock.deadline is None
    assert clock.as_data() == {**BANK, "left": {"red": 60.0, "yellow": 60.0}, "running": None, "since": 0.0}


def test_a_bank_is_used_up_and_grows_with_each_move() -> None:
    clock = match_clock(BANK)
    clock.switch_to("red", 100.0, moved=False)
    assert clock.deadline == 160.0
    clock.switch_to("yellow", 120.0, moved=True)
    assert clock.left == {"red": 45.0, "yellow": 60.0}
    assert clock.deadline == 180.0
    clock.switch_to("red", 180.5, moved=True)
    assert clock.left["yellow"] == 5.0  # never negative


def test_two_moves_bring_two_increments() -> None:
    clock = match_clock(BANK)
    for at in (0.0, 10.0, 20.0):
        clock.switch_to("red", at, moved=at > 0)
    assert clock.left["red"] == 50.0
    assert clock.deadline == 70.0


def test_days_are_for_each_move() -> None:
    clock = match_clock(DAYS)
    clock.switch_to("red", 0.0, moved=False)
    assert clock.deadline == 3 * DAY
    clock.switch_to("yellow", 2 * DAY, moved=True)
    assert clock.left["red"] == 3 * DAY
    clock.switch_to("yellow", 3 * DAY, moved=False)  # something happened, but no move
    assert clock.left["yellow"] == 2 * DAY
    assert clock.deadline == 5 * DAY


def test_without_a_move_there_is_no_increment() -> None:
    clock = match_clock(BANK)
    clock.switch_to("red", 0.0, moved=False)
    clock.switch_to(None, 20.0, moved=False)
    assert clock.left["red"] == 40.0
    clock.switch_to("red", 1000.0, moved=True)  # a bot moved, in its own time
    assert clock.left == {"red": 40.0, "yellow": 60.0}


def test_a_person_who_returns_has_grace_time() -> None:
    clock = match_clock(BANK)
    clock.switch_to("red", 0.0, moved=False)
    clock.switch_to(None, 59.0, moved=False)
    clock.give_grace("red")
    assert clock.left["red"] == RETURN_GRACE
    clock.give_grace("yellow")
    assert clock.left["yellow"] == 60.0


def test_an_undone_move_loses_its_increment() -> None:
    clock = match_clock(BANK)
    clock.switch_to("red", 0.0, moved=False)
    clock.switch_to(None, 10.0, moved=True)  # red
    clock.switch_to("yellow", 20.0, moved=True)  # a bot
    clock.switch_to("red", 30.0, moved=True)  # yellow
    assert clock.left == {"red": 55.0, "yellow": 55.0}
    clock.undo_to(1)
    assert clock.left == {"red": 55.0, "yellow": 50.0}
    clock.undo_to(0)
    assert clock.left == {"red": 50.0, "yellow": 50.0}


def test_an_undone_move_brings_no_new_days() -> None:
    clock = match_clock(DAYS)
    clock.switch_to("red", 0.0, moved=False)
    clock.switch_to("yellow", 2 * DAY, moved=True)
    clock.switch_to("red", 2.5 * DAY, moved=False)  # red takes it back
    clock.undo_to(0)
    assert clock.left == {"red": 1 * DAY, "yellow": 3 * DAY}
    assert clock.deadline == 3.5 * DAY
    clock.switch_to("yellow", 3 * DAY, moved=True)
    assert clock.left == {"red": 3 * DAY, "yellow": 3 * DAY}


def test_days_used_in_an_undone_turn_do_not_count() -> None:
    clock = match_clock(DAYS)
    clock.switch_to("red", 0.0, moved=False)
    clock.switch_to("yellow", 2 * DAY, moved=True)
    clock.switch_to("red", 4 * DAY, moved=True)
    clock.switch_to("red", 4.5 * DAY, moved=False)  # both moves are taken back
    clock.undo_to(0)
    assert clock.left == {"red": 0.5 * DAY, "yellow": 3 * DAY}


def test_leaving_brings_no_new_days() -> None:
    clock = match_clock(DAYS)
    clock.switch_to("red", 0.0, moved=False)
    clock.switch_to(None, 2 * DAY, moved=False)
    assert clock.left["red"] == 1 * DAY
