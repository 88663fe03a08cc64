"""What may be asked of a table by whom, and what is refused; nothing changes by what is refused."""

import copy
import random

import pytest

from rattus.server.errors import Refused
from rattus.server.live.snapshots import state
from rattus.server.tables.requests import MOST_CHAT

from ..in_memory_table import HOST, WATCH, PaperTable, keeper, people, seat

TWO = {"game": "rattus", "players": 2, "seats": people("Anna", "Bert")}


def refused(paper: PaperTable, role, ask) -> str:
    """The code with which something is refused; and the table is as before."""
    before = copy.deepcopy(state(paper.table, seat(1))), len(paper.journal)
    with pytest.raises(Refused) as caught:
        paper.ask(role, ask)
    assert (state(paper.table, seat(1)), len(paper.journal)) == before
    assert caught.value.why
    return caught.value.code


def started(**wish) -> PaperTable:
    return PaperTable(**{**TWO, "start": True, "options": {"first": "red"}, **wish})


def quick_move(requests):
    return requests.move(str(requests.table.game.legal()[0]), len(requests.table.moves))


# ---- seats


def test_who_has_the_key_of_a_seat_sits_down_by_giving_a_name() -> None:
    paper = PaperTable(game="rattus", players=2)
    assert [each.holder for each in paper.table.seats] == ["open", "open"]
    paper.ask(seat(2), lambda requests: requests.name(2, "Bert"))
    assert [each.holder for each in paper.table.seats] == ["open", "person"]
    paper.ask(seat(2), lambda requests: requests.name(2, "Berta"))
    assert paper.table.seats[1].name == "Berta"


@pytest.mark.parametrize("role", [seat(1), HOST, WATCH, seat(3)])
def test_nobody_else_can_name_who_sits_there(role) -> None:
    paper = PaperTable(game="rattus", players=3)
    assert refused(paper, role, lambda requests: requests.name(2, "Bert")) == "not_yours"


@pytest.mark.parametrize(("holder", "level"), [("closed", None), ("bot", "easy")])
def test_a_seat_that_is_taken_or_closed_cannot_be_sat_on(holder, level) -> None:
    paper = PaperTable(game="rattus", players=3)
    paper.ask(HOST, lambda requests: requests.hold(2, holder, level))
    assert refused(paper, seat(2), lambda requests: requests.name(2, "Bert")) == "not_now"
    paper.ask(HOST, lambda requests: requests.hold(2, "open", None))
    paper.ask(seat(2), lambda requests: requests.name(2, "Bert"))
    assert paper.table.seats[1].holder == "person"


@pytest.mark.parametrize("role", [seat(1), seat(2), WATCH])
def test_only_the_host_gives_seats_away_and_starts(role) -> None:
    paper = PaperTable(game="rattus", players=3)
    assert refused(paper, role, lambda requests: requests.hold(2, "closed", None)) == "not_yours"
    assert refused(paper, role, lambda requests: requests.start()) == "not_yours"


def test_the_host_cannot_send_a_person_away() -> None:
    paper = PaperTable(**TWO)
    for holder, level in (("open", None), ("closed", None), ("bot", "hard")):
        assert refused(paper, HOST, lambda requests, h=holder, n=level: requests.hold(1, h, n)) == "not_now"


def test_a_seat_that_is_not_there() -> None:
    paper = PaperTable(**TWO)
    for number in (0, -1, 3, 10**30):
        assert refused(paper, HOST, lambda requests, n=number: requests.hold(n, "closed", None)) == "not_found"


def test_as_many_seats_stay_open_as_the_game_needs() -> None:
    paper = PaperTable(game="rattus", players=3)
    paper.ask(HOST, lambda requests: requests.hold(2, "closed", None))
    assert refused(paper, HOST, lambda requests: requests.hold(1, "closed", None)) == "not_now"


def test_empty_seats_must_be_filled_or_closed_before_the_start() -> None:
    paper = PaperTable(game="rattus", players=4, seats=people("Anna"))
    with pytest.raises(Refused, match="empty seats: 2, 3, 4"):
        paper.ask(HOST, lambda requests: requests.start())
    paper.ask(HOST, lambda requests: requests.hold(2, "closed", None))
    paper.ask(HOST, lambda requests: requests.hold(3, "bot", "easy"))
    paper.ask(seat(4), lambda requests: requests.name(4, "Dora"))
    paper.ask(HOST, lambda requests: requests.start())
    assert [each.colour for each in paper.table.seats] == ["red", None, "yellow", "green"]
    assert paper.table.game.players == 3
    assert refused(paper, HOST, lambda requests: requests.start()) == "not_now"
    assert refused(paper, HOST, lambda requests: requests.hold(2, "open", None)) == "not_now"


def test_who_was_to_begin_and_whose_seat_was_closed_does_not_begin() -> None:
    paper = PaperTable(game="rattus", players=3, options={"first": "green"}, seats=people("Anna", "Bert"))
    paper.ask(HOST, lambda requests: requests.hold(3, "closed", None))
    paper.ask(HOST, lambda requests: requests.start())
    assert paper.table.status == "playing"


def test_a_name_can_be_changed_during_the_match() -> None:
    paper = started()
    paper.ask(seat(2), lambda requests: requests.name(2, "Berta"))
    assert paper.table.seats[1].name == "Berta"


# ---- moves


def test_a_move_is_made_by_who_has_to_decide() -> None:
    paper = started()
    assert refused(paper, seat(2), quick_move) == "illegal"
    assert refused(paper, WATCH, quick_move) == "not_yours"
    assert refused(paper, HOST, quick_move) == "not_yours"
    paper.ask(seat(1), quick_move)
    assert len(paper.table.moves) == 1


def test_nothing_but_what_is_legal_can_be_moved() -> None:
    paper = started()
    for text in ("", "settle", "settle atlantis", "plague gallia", "é" * 100, "SETTLE GALLIA", " settle gallia"):
        assert refused(paper, seat(1), lambda requests, text=text: requests.move(text, 0)) == "illegal"


def test_a_move_that_was_decided_at_another_moment_is_late() -> None:
    paper = started()
    text = str(paper.table.game.legal()[0])
    paper.play(random.Random(1), 2)
    for after in (0, 1, 3):
        role = seat(paper.table.to_move.number)
        assert refused(paper, role, lambda requests, after=after: requests.move(text, after)) == "late"


def test_before_the_start_and_after_the_end_there_are_no_moves() -> None:
    paper = PaperTable(**TWO)
    assert refused(paper, seat(1), lambda requests: requests.move("settle gallia", 0)) == "not_now"
    paper = started()
    paper.play(random.Random(2))
    after = len(paper.table.moves)
    for number in (1, 2):
        assert refused(paper, seat(number), lambda requests: requests.move("settle gallia", after)) == "not_now"


def test_the_key_of_a_bots_seat_does_not_move_for_the_bot() -> None:
    paper = started(seats=[{"bot": "easy"}, {"name": "Bert"}])
    assert refused(paper, seat(1), quick_move) == "not_yours"
    for ask in (lambda r: r.chat("hi"), lambda r: r.leave(), lambda r: r.undo(), lambda r: r.name(1, "Me")):
        assert refused(paper, seat(1), ask) in ("not_yours", "not_now")
    paper.ask(keeper(1), quick_move)


def test_a_bot_does_not_move_for_a_person_who_is_there() -> None:
    paper = started()
    assert refused(paper, keeper(1), quick_move) == "not_now"


def test_who_is_away_cannot_move_until_he_comes_back() -> None:
    paper = started()
    paper.ask(seat(1), lambda requests: requests.leave())
    assert refused(paper, seat(1), quick_move) == "not_now"
    assert refused(paper, seat(1), lambda requests: requests.leave()) == "not_now"
    paper.ask(keeper(1), quick_move)
    assert refused(paper, seat(2), lambda requests: requests.come_back()) == "not_now"
    paper.ask(seat(1), lambda requests: requests.come_back())
    assert paper.table.seats[0].is_present


# ---- chat


def test_people_talk_and_others_listen() -> None:
    paper = PaperTable(game="rattus", players=2, seats=people("Anna"))
    paper.ask(seat(1), lambda requests: requests.chat("hello"))
    assert [line["text"] for line in paper.table.chat] == ["hello"]
    for role in (WATCH, HOST, seat(2)):
        assert refused(paper, role, lambda requests: requests.chat("hello")) == "not_yours"


def test_a_table_has_heard_enough_at_last() -> None:
    paper = started()
    for number in range(MOST_CHAT):
        paper.ask(seat(1), lambda requests, n=number: requests.chat(f"{n}"))
    assert refused(paper, seat(1), lambda requests: requests.chat("one more")) == "busy"
    assert [line["text"] for line in paper.table.chat] == [str(n) for n in range(MOST_CHAT - 100, MOST_CHAT)]
    paper.ask(seat(1), quick_move)


def test_a_journal_does_not_grow_for_ever(monkeypatch) -> None:
    paper = started()
    monkeypatch.setattr("rattus.server.tables.requests.MOST_ENTRIES", len(paper.journal))
    assert refused(paper, seat(1), lambda requests: requests.name(1, "Anne")) == "busy"
    paper.ask(seat(1), quick_move)


# ---- undo


def place_without_news(paper: PaperTable, chance: random.Random) -> str:
    """Play until somebody has made a move that told nobody anything new; his colour."""
    while not (paper.table.game.can_undo and paper.table.seat_of(paper.table.moves[-1][0]).is_present):
        paper.play(chance, 1)
        assert paper.table.status == "playing"
    return paper.table.moves[-1][0]


def place_with_news(paper: PaperTable, chance: random.Random) -> str:
    """Play until somebody has made a move that told something new; his colour."""
    while not paper.table.moves or paper.table.game.can_undo:
        paper.play(chance, 1)
        assert paper.table.status == "playing"
    return paper.table.moves[-1][0]


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_the_last_move_is_taken_back_at_once_if_it_told_nothing_new(game) -> None:
    for seed in range(5):
        paper, chance = started(game=game, options={}), random.Random(seed)
        paper.play(chance, 6)
        colour = place_without_news(paper, chance)
        moves, other = paper.table.moves[:], next(each for each in paper.table.seats if each.colour != colour)
        mover = paper.table.seat_of(colour)
        paper.ask(seat(mover.number), lambda requests: requests.undo())
        assert paper.journal[-1].kind == "undone"
        assert paper.table.moves == moves[:-1]
        assert paper.table.game.to_move == colour
        assert other.is_present  # nobody was asked


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
@pytest.mark.parametrize("yes", [True, False])
def test_beyond_new_information_the_others_are_asked(game, yes) -> None:
    paper, chance = started(game=game, players=3, seats=people("Anna", "Bert", "Cleo"), options={}), random.Random(4)
    paper.play(chance, 9)
    colour = place_with_news(paper, chance)
    mover = paper.table.seat_of(colour)
    others = [each for each in paper.table.seats if each is not mover]
    before = paper.table.moves[:]
    paper.ask(seat(mover.number), lambda requests: requests.undo())
    assert paper.table.asked.what == "undo"
    assert paper.table.moves == before
    assert refused(paper, seat(mover.number), lambda requests: requests.answer(True)) == "not_now"
    assert refused(paper, seat(mover.number), lambda requests: requests.undo()) == "not_now"
    assert refused(paper, WATCH, lambda requests: requests.answer(True)) == "not_yours"
    paper.ask(seat(others[0].number), lambda requests: requests.answer(True))
    assert paper.table.moves == before
    assert refused(paper, seat(others[0].number), lambda requests: requests.answer(True)) == "not_now"
    paper.ask(seat(others[1].number), lambda requests: requests.answer(yes))
    assert paper.table.asked is None
    assert paper.table.moves == (before[: before.index(before[-1], len(before) - 1)] if yes else before)
    assert [entry.kind for entry in paper.journal[-2:]] == (["answered", "undone"] if yes else ["answered", "answered"])


def test_what_is_taken_back_goes_to_the_last_move_of_who_asks() -> None:
    paper, chance = started(options={}), random.Random(5)
    paper.play(chance, 20)
    asker = next(each for each in paper.table.seats if each.colour != paper.table.moves[-1][0])
    to = max(n for n, (colour, _) in enumerate(paper.table.moves) if colour == asker.colour)
    paper.ask(seat(asker.number), lambda requests: requests.undo())
    assert paper.table.asked.to == to
    paper.ask(seat(3 - asker.number), lambda requests: requests.answer(True))
    assert len(paper.table.moves) == to
    assert paper.table.game.to_move == asker.colour


def test_a_move_answers_the_question_by_itself() -> None:
    paper, chance = started(options={}), random.Random(6)
    place_with_news(paper, chance)
    paper.play(chance, 1)
    last = paper.table.seat_of(paper.table.moves[-2][0])
    paper.ask(seat(last.number), lambda requests: requests.undo())
    if paper.table.asked is not None:
        paper.move()
        assert paper.table.asked is None
        assert refused(paper, seat(1), lambda requests: requests.answer(True)) == "not_now"


def test_alone_with_bots_nobody_is_asked() -> None:
    paper, chance = started(seats=[{"name": "Anna"}, {"bot": "easy"}], options={}), random.Random(7)
    while paper.table.last_move_of("red") is None or paper.table.game.can_undo or paper.table.moves[-1][0] == "red":
        paper.play(chance, 1)
    to = paper.table.last_move_of("red")
    paper.ask(seat(1), lambda requests: requests.undo())
    assert paper.journal[-1].kind == "undone"
    assert len(paper.table.moves) == to


def test_who_is_away_is_not_asked() -> None:
    paper, chance = (
        started(game="cartus", players=3, seats=people("Anna", "Bert", "Cleo"), options={}),
        random.Random(8),
    )
    paper.play(chance, 12)
    place_with_news(paper, chance)
    asker = paper.table.seat_of(paper.table.moves[-1][0])
    one, other = [each for each in paper.table.seats if each is not asker]
    paper.ask(seat(one.number), lambda requests: requests.leave())
    paper.ask(seat(asker.number), lambda requests: requests.undo())
    assert paper.table.asked is not None
    # Of the two who were asked the last leaves without a word: nobody is left who could say no.
    paper.ask(seat(other.number), lambda requests: requests.leave())
    assert paper.journal[-1].kind == "undone"


def test_who_has_made_no_move_has_nothing_to_take_back() -> None:
    paper = started()
    assert refused(paper, seat(1), lambda requests: requests.undo()) == "not_now"
    paper.move()
    assert refused(paper, seat(2), lambda requests: requests.undo()) == "not_now"
    assert refused(paper, WATCH, lambda requests: requests.undo()) == "not_yours"


def test_after_the_end_nothing_is_taken_back() -> None:
    paper = started()
    paper.play(random.Random(9))
    for number in (1, 2):
        assert refused(paper, seat(number), lambda requests: requests.undo()) == "not_now"


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_a_game_with_moves_taken_back_equals_one_that_never_made_them(game) -> None:
    """Whatever is taken back, freely or not: every secret is where it would be, and all that was seen is the same."""
    for seed in range(2):
        paper, chance = started(game=game, options={}), random.Random(seed)
        for _ in range(300):
            if paper.table.status != "playing":
                break
            asker = chance.choice(paper.table.seats)
            if chance.random() < 0.15 and paper.table.last_move_of(asker.colour) is not None:
                paper.ask(seat(asker.number), lambda requests: requests.undo())
                if paper.table.asked is not None:
                    paper.ask(seat(3 - asker.number), lambda requests: requests.answer(True))
                straight = PaperTable(**{**TWO, "game": game})
                straight.take(paper.journal[1])
                for _, text in paper.table.moves:
                    straight.move(text)
                assert straight.table.game.record() == paper.table.game.record()
                assert straight.table.game.position() == paper.table.game.position()
                for colour in ("red", "yellow", None):
                    assert straight.table.game.view(colour) == paper.table.game.view(colour)
                    assert straight.table.game.events_seen(colour) == paper.table.game.events_seen(colour)
                assert straight.table.game.legal() == paper.table.game.legal()
                assert straight.table.game.can_undo == paper.table.game.can_undo
            paper.play(chance, 1)


# ---- rematch


def finished(**wish) -> PaperTable:
    paper = started(**wish)
    paper.play(random.Random(10))
    assert paper.table.status == "over"
    return paper


def test_a_rematch_begins_when_all_people_agree() -> None:
    paper = finished(players=3, seats=[*people("Anna", "Bert"), {"bot": "easy"}], options={})
    seal = paper.table.seal
    paper.ask(seat(1), lambda requests: requests.rematch())
    assert paper.table.match == 1
    paper.ask(seat(2), lambda requests: requests.answer(True))
    assert (paper.table.match, paper.table.status) == (2, "playing")
    assert paper.table.seal != seal
    assert [each.holder for each in paper.table.seats] == ["person", "person", "bot"]
    assert paper.table.moves == []


def test_a_rematch_that_somebody_does_not_want() -> None:
    paper = finished()
    paper.ask(seat(2), lambda requests: requests.rematch())
    paper.ask(seat(1), lambda requests: requests.answer(False))
    assert (paper.table.match, paper.table.asked) == (1, None)
    paper.ask(seat(1), lambda requests: requests.rematch())  # but it may be asked again
    paper.ask(seat(2), lambda requests: requests.answer(True))
    assert paper.table.match == 2


def test_alone_with_bots_a_rematch_begins_at_once() -> None:
    paper = finished(seats=[{"name": "Anna"}, {"bot": "easy"}])
    paper.ask(seat(1), lambda requests: requests.rematch())
    assert paper.table.match == 2


def test_a_rematch_is_no_way_out_of_a_match() -> None:
    paper = started()
    assert refused(paper, seat(1), lambda requests: requests.rematch()) == "not_now"
    paper = finished()
    assert refused(paper, WATCH, lambda requests: requests.rematch()) == "not_yours"


# ---- time


def test_a_journal_never_goes_back_in_time() -> None:
    paper = started()
    paper.now -= 100.0
    paper.move()
    assert paper.journal[-1].at == paper.journal[-2].at
