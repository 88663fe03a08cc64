"""A table is nothing but what its journal says."""

import random

import pytest

from rattus.server.live.snapshots import state
from rattus.server.tables.journal import Entry

from ..in_memory_table import HOST, WATCH, PaperTable, people, seat
from ..manual_clock import NOON

BANK = {"kind": "bank", "seconds": 60, "increment": 5}


def everything(table) -> list:
    return [state(table, role) for role in (HOST, WATCH, *(seat(n + 1) for n in range(len(table.seats))))]


@pytest.mark.parametrize(("game", "players"), [("rattus", 3), ("africanus", 2), ("cartus", 4)])
def test_read_again_it_is_the_same_after_every_entry(game, players) -> None:
    names = ("Anna", "Bert", "Cleo", "Dora")[:players]
    paper = PaperTable(game=game, players=players, seats=people(*names), clock=BANK, start=True)
    chance, seen = random.Random(1), []
    while paper.table.status == "playing":
        paper.now += chance.choice([0.0, 0.5, 7.0])
        if chance.random() < 0.1 and paper.table.last_move_of("red") is not None:
            paper.ask(seat(1), lambda requests: requests.undo())
            while paper.table.asked is not None:
                other = next(each for each in paper.table.people if each.colour not in paper.table.asked.agreed)
                paper.ask(seat(other.number), lambda requests: requests.answer(chance.random() < 0.9))
        paper.play(chance, 1)
        if chance.random() < 0.1:
            seen.append((len(paper.journal), everything(paper.table), paper.table.attention))
    assert len(seen) > 5
    for upto, before, attention in chance.sample(seen, 5):
        again = paper.again(upto)
        assert everything(again) == before
        assert again.attention == attention
    assert everything(paper.again()) == everything(paper.table)


def test_entries_come_in_their_order() -> None:
    paper = PaperTable(game="rattus", players=2)
    with pytest.raises(AssertionError):
        paper.table.apply(Entry(3, NOON, "chat", 1, {"text": "too early"}))


def test_colours_are_given_in_the_order_of_the_seats_that_play() -> None:
    paper = PaperTable(game="africanus", players=5, seats=[{}, {"bot": "easy"}])
    assert [each.colour for each in paper.table.seats] == ["red", "yellow", "green", "blue", "white"]
    paper.ask(HOST, lambda requests: requests.hold(1, "closed", None))
    paper.ask(HOST, lambda requests: requests.hold(4, "closed", None))
    assert [each.colour for each in paper.table.seats] == [None, "red", "yellow", None, "green"]
    paper.ask(HOST, lambda requests: requests.hold(1, "open", None))
    assert [each.colour for each in paper.table.seats] == ["red", "yellow", "green", None, "blue"]


def test_somebody_has_to_look_after_a_bot_and_a_clock() -> None:
    bots = PaperTable(game="rattus", players=2, seats=[{"bot": "easy"}, {"bot": "easy"}], start=True)
    assert bots.table.attention == NOON
    people_only = PaperTable(game="rattus", players=2, seats=people("Anna", "Bert"), start=True)
    assert people_only.table.attention is None
    clock = PaperTable(game="rattus", players=2, seats=people("Anna", "Bert"), clock=BANK, start=True)
    assert clock.table.attention == NOON + 60
    clock.now += 10
    clock.move()
    expected = NOON + 10 + (60 if clock.table.to_move.colour != clock.table.moves[0][0] else 55)
    assert clock.table.attention == expected


def test_nobody_has_to_look_after_a_match_that_is_over() -> None:
    paper = PaperTable(game="rattus", players=2, seats=people("Anna", "Bert"), clock=BANK, start=True)
    paper.play(random.Random(2))
    assert (paper.table.status, paper.table.attention, paper.table.timer.running) == ("over", None, None)


# ---- clocks


def test_time_runs_for_who_decides_and_grows_with_each_move() -> None:
    paper = PaperTable(game="rattus", players=2, seats=people("Anna", "Bert"), clock=BANK, start=True)
    left, chance = {"red": 60.0, "yellow": 60.0}, random.Random(3)
    for _ in range(20):
        decider = paper.table.to_move.colour
        paper.now += 2.0
        paper.play(chance, 1)
        left[decider] += 3.0
        assert paper.table.timer.left == left
        assert paper.table.timer.running == paper.table.to_move.colour
        assert paper.table.timer.since == paper.now


def test_bots_take_their_time() -> None:
    paper = PaperTable(
        game="rattus", players=2, seats=[{"bot": "easy"}, {"name": "B"}], clock=BANK, start=True,
        options={"first": "red"},
    )  # fmt: skip
    assert paper.table.timer.running is None
    paper.now += 10_000
    paper.move()
    assert paper.table.timer.left["red"] == 60.0


def test_while_somebody_is_away_his_time_stands_still() -> None:
    paper = PaperTable(
        game="rattus", players=2, seats=people("Anna", "Bert"), clock=BANK, start=True, options={"first": "red"}
    )
    paper.now += 50
    paper.ask(seat(1), lambda requests: requests.leave())
    assert paper.table.level_to_move == "normal"
    assert paper.table.timer.as_data()["left"]["red"] == 10.0
    paper.now += 1000
    paper.ask(seat(1), lambda requests: requests.come_back())
    assert paper.table.timer.left["red"] == 30.0  # grace
    assert paper.table.timer.deadline == paper.now + 30.0


def test_taking_a_move_back_gains_no_time() -> None:
    paper = PaperTable(
        game="rattus", players=2, seats=people("Anna", "Bert"), clock=BANK, start=True, options={"first": "red"}
    )
    paper.move()
    if not paper.table.can_free_undo("red"):
        pytest.fail("the first move tells nothing new")
    for _ in range(10):
        paper.now += 1.0
        paper.ask(seat(1), lambda requests: requests.undo())
        paper.now += 1.0
        paper.move()
    assert paper.table.timer.left["red"] <= 60.0 + 5.0 - 10.0
    assert paper.table.timer.left["yellow"] <= 60.0


def test_a_rematch_has_new_clocks() -> None:
    paper = PaperTable(game="rattus", players=2, seats=people("Anna", "Bert"), clock=BANK, start=True)
    while paper.table.status == "playing":
        paper.now += 1
        paper.play(random.Random(4), 1)
    paper.ask(seat(1), lambda requests: requests.rematch())
    paper.ask(seat(2), lambda requests: requests.answer(True))
    assert paper.table.timer.left == {"red": 60.0, "yellow": 60.0}
    assert paper.table.timer.running == paper.table.to_move.colour
