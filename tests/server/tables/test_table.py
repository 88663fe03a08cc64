"""The state of a table follows from its journal and from nothing else."""

import random

import pytest

from rattus.server.errors import JournalError
from rattus.server.live.snapshots import state_message
from rattus.server.tables.journal import ChairHolder, ChatSent, JournalEntry
from rattus.server.tables.table import AT_ONCE

from ..in_memory_table import HOST, WATCH, InMemoryTable, chair_role, people
from ..manual_clock import NOON

BANK = {"kind": "bank", "seconds": 60, "increment": 5}


def everything(table) -> list:
    return [
        state_message(table, role) for role in (HOST, WATCH, *(chair_role(n + 1) for n in range(len(table.chairs))))
    ]


@pytest.mark.parametrize(("game", "players"), [("rattus", 3), ("africanus", 2), ("cartus", 4)])
def test_a_table_rebuilt_from_its_journal_is_the_same_after_every_entry(game, players) -> None:
    names = ("Anna", "Bert", "Cleo", "Dora")[:players]
    harness = InMemoryTable(game=game, players=players, chairs=people(*names), clock=BANK, start=True)
    chance, seen = random.Random(1), []
    while harness.table.status == "playing":
        harness.now += chance.choice([0.0, 0.5, 7.0])
        if chance.random() < 0.1 and harness.table.last_move_of("red") is not None:
            harness.submit(chair_role(1), lambda requests: requests.undo())
            while harness.table.proposal is not None:
                other = next(each for each in harness.table.people if each.colour not in harness.table.proposal.agreed)
                harness.submit(chair_role(other.number), lambda requests: requests.answer(chance.random() < 0.9))
        harness.play(chance, 1)
        if chance.random() < 0.1:
            seen.append((len(harness.journal), everything(harness.table), harness.table.next_wakeup))
    assert len(seen) > 5
    for upto, before, next_wakeup in chance.sample(seen, 5):
        again = harness.rebuilt(upto)
        assert everything(again) == before
        assert again.next_wakeup == next_wakeup
    assert everything(harness.rebuilt()) == everything(harness.table)


def test_entries_must_be_applied_in_order() -> None:
    harness = InMemoryTable(game="rattus", players=2)
    with pytest.raises(JournalError, match="entry 3 after entry 1"):
        harness.table.apply(JournalEntry(3, NOON, 1, ChatSent("too early")))


def test_colours_follow_the_order_of_the_seats_that_play() -> None:
    harness = InMemoryTable(game="africanus", players=5, chairs=[{}, {"bot": "easy"}])
    assert [each.colour for each in harness.table.chairs] == ["red", "yellow", "green", "blue", "white"]
    harness.submit(HOST, lambda requests: requests.set_holder(1, ChairHolder.CLOSED, None))
    harness.submit(HOST, lambda requests: requests.set_holder(4, ChairHolder.CLOSED, None))
    assert [each.colour for each in harness.table.chairs] == [None, "red", "yellow", None, "green"]
    harness.submit(HOST, lambda requests: requests.set_holder(1, ChairHolder.OPEN, None))
    assert [each.colour for each in harness.table.chairs] == ["red", "yellow", "green", None, "blue"]


def test_bots_and_clocks_need_a_wakeup() -> None:
    bots = InMemoryTable(game="rattus", players=2, chairs=[{"bot": "easy"}, {"bot": "easy"}], start=True)
    assert bots.table.next_wakeup == AT_ONCE
    people_only = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True)
    assert people_only.table.next_wakeup is None
    clock = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), clock=BANK, start=True)
    assert clock.table.next_wakeup == NOON + 60
    clock.now += 10
    clock.move()
    expected = NOON + 10 + (60 if clock.table.to_move.colour != clock.table.moves[0][0] else 55)
    assert clock.table.next_wakeup == expected


def test_a_match_that_is_over_needs_no_wakeup() -> None:
    harness = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), clock=BANK, start=True)
    harness.play(random.Random(2))
    assert (harness.table.status, harness.table.next_wakeup, harness.table.clock.running) == ("over", None, None)


# ---- clocks


def test_the_clock_of_the_decider_runs_and_grows_with_each_move() -> None:
    harness = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), clock=BANK, start=True)
    left, chance = {"red": 60.0, "yellow": 60.0}, random.Random(3)
    for _ in range(20):
        decider = harness.table.to_move.colour
        harness.now += 2.0
        harness.play(chance, 1)
        left[decider] += 3.0
        assert harness.table.clock.left == left
        assert harness.table.clock.running == harness.table.to_move.colour
        assert harness.table.clock.since == harness.now


def test_bots_have_unlimited_time() -> None:
    harness = InMemoryTable(
        game="rattus", players=2, chairs=[{"bot": "easy"}, {"name": "B"}], clock=BANK, start=True,
        options={"first": "red"},
    )  # fmt: skip
    assert harness.table.clock.running is None
    harness.now += 10_000
    harness.move()
    assert harness.table.clock.left["red"] == 60.0


def test_the_clock_of_a_person_who_left_stands_still() -> None:
    harness = InMemoryTable(
        game="rattus", players=2, chairs=people("Anna", "Bert"), clock=BANK, start=True, options={"first": "red"}
    )
    harness.now += 50
    harness.submit(chair_role(1), lambda requests: requests.leave())
    assert harness.table.level_to_move == "normal"
    assert harness.table.clock.as_data()["left"]["red"] == 10.0
    harness.now += 1000
    harness.submit(chair_role(1), lambda requests: requests.return_to_chair())
    assert harness.table.clock.left["red"] == 30.0  # grace
    assert harness.table.clock.deadline == harness.now + 30.0


def test_undoing_gains_no_time() -> None:
    harness = InMemoryTable(
        game="rattus", players=2, chairs=people("Anna", "Bert"), clock=BANK, start=True, options={"first": "red"}
    )
    harness.move()
    if not harness.table.can_free_undo("red"):
        pytest.fail("the first move tells nothing new")
    for _ in range(10):
        harness.now += 1.0
        harness.submit(chair_role(1), lambda requests: requests.undo())
        harness.now += 1.0
        harness.move()
    assert harness.table.clock.left["red"] <= 60.0 + 5.0 - 10.0
    assert harness.table.clock.left["yellow"] <= 60.0


def test_a_rematch_has_new_clocks() -> None:
    harness = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), clock=BANK, start=True)
    while harness.table.status == "playing":
        harness.now += 1
        harness.play(random.Random(4), 1)
    harness.submit(chair_role(1), lambda requests: requests.rematch())
    harness.submit(chair_role(2), lambda requests: requests.answer(True))
    assert harness.table.clock.left == {"red": 60.0, "yellow": 60.0}
    assert harness.table.clock.running == harness.table.to_move.colour
