"""Which requests a role may make at a table, and which are refused without changing anything."""

import copy
import random

import pytest

from rattus.server.errors import RequestRefused
from rattus.server.live.snapshots import state_message
from rattus.server.tables.journal import ChairHolder
from rattus.server.tables.requests import MAX_CHAT_LINES

from ..in_memory_table import HOST, WATCH, InMemoryTable, chair_role, people, server_role

TWO = {"game": "rattus", "players": 2, "chairs": people("Anna", "Bert")}


def refused(harness: InMemoryTable, role, ask) -> str:
    """The code with which a request is refused; the table has not changed."""
    before = copy.deepcopy(state_message(harness.table, chair_role(1))), len(harness.journal)
    with pytest.raises(RequestRefused) as caught:
        harness.submit(role, ask)
    assert (state_message(harness.table, chair_role(1)), len(harness.journal)) == before
    assert caught.value.why
    return caught.value.code


def started(**request) -> InMemoryTable:
    return InMemoryTable(**{**TWO, "start": True, "options": {"first": "red"}, **request})


def quick_move(requests):
    return requests.move(str(requests.table.game.legal()[0]), len(requests.table.moves))


# ---- chairs


def test_a_seat_key_sits_down_by_giving_a_name() -> None:
    harness = InMemoryTable(game="rattus", players=2)
    assert [each.holder for each in harness.table.chairs] == ["open", "open"]
    harness.submit(chair_role(2), lambda requests: requests.set_name(2, "Bert"))
    assert [each.holder for each in harness.table.chairs] == ["open", "person"]
    harness.submit(chair_role(2), lambda requests: requests.set_name(2, "Berta"))
    assert harness.table.chairs[1].name == "Berta"


@pytest.mark.parametrize("role", [chair_role(1), HOST, WATCH, chair_role(3)])
def test_no_other_key_can_name_a_seat(role) -> None:
    harness = InMemoryTable(game="rattus", players=3)
    assert refused(harness, role, lambda requests: requests.set_name(2, "Bert")) == "not_yours"


@pytest.mark.parametrize(("holder", "level"), [(ChairHolder.CLOSED, None), (ChairHolder.BOT, "easy")])
def test_a_bots_or_closed_seat_cannot_be_taken(holder, level) -> None:
    harness = InMemoryTable(game="rattus", players=3)
    harness.submit(HOST, lambda requests: requests.set_holder(2, holder, level))
    assert refused(harness, chair_role(2), lambda requests: requests.set_name(2, "Bert")) == "not_now"
    harness.submit(HOST, lambda requests: requests.set_holder(2, ChairHolder.OPEN, None))
    harness.submit(chair_role(2), lambda requests: requests.set_name(2, "Bert"))
    assert harness.table.chairs[1].holder == "person"


@pytest.mark.parametrize("role", [chair_role(1), chair_role(2), WATCH])
def test_only_the_host_gives_seats_away_and_starts(role) -> None:
    harness = InMemoryTable(game="rattus", players=3)
    assert refused(harness, role, lambda requests: requests.set_holder(2, ChairHolder.CLOSED, None)) == "not_yours"
    assert refused(harness, role, lambda requests: requests.start()) == "not_yours"


def test_the_host_cannot_remove_a_person() -> None:
    harness = InMemoryTable(**TWO)
    for holder, level in ((ChairHolder.OPEN, None), (ChairHolder.CLOSED, None), (ChairHolder.BOT, "hard")):
        assert refused(harness, HOST, lambda requests, h=holder, n=level: requests.set_holder(1, h, n)) == "not_now"


def test_unknown_seats_are_not_found() -> None:
    harness = InMemoryTable(**TWO)
    for number in (0, -1, 3, 10**30):
        assert (
            refused(harness, HOST, lambda requests, n=number: requests.set_holder(n, ChairHolder.CLOSED, None))
            == "not_found"
        )


def test_as_many_seats_stay_open_as_the_game_needs() -> None:
    harness = InMemoryTable(game="rattus", players=3)
    harness.submit(HOST, lambda requests: requests.set_holder(2, ChairHolder.CLOSED, None))
    assert refused(harness, HOST, lambda requests: requests.set_holder(1, ChairHolder.CLOSED, None)) == "not_now"


def test_empty_seats_must_be_filled_or_closed_before_the_start() -> None:
    harness = InMemoryTable(game="rattus", players=4, chairs=people("Anna"))
    with pytest.raises(RequestRefused, match="empty chairs: 2, 3, 4"):
        harness.submit(HOST, lambda requests: requests.start())
    harness.submit(HOST, lambda requests: requests.set_holder(2, ChairHolder.CLOSED, None))
    harness.submit(HOST, lambda requests: requests.set_holder(3, ChairHolder.BOT, "easy"))
    harness.submit(chair_role(4), lambda requests: requests.set_name(4, "Dora"))
    harness.submit(HOST, lambda requests: requests.start())
    assert [each.colour for each in harness.table.chairs] == ["red", None, "yellow", "green"]
    assert harness.table.game.players == 3
    assert refused(harness, HOST, lambda requests: requests.start()) == "not_now"
    assert refused(harness, HOST, lambda requests: requests.set_holder(2, ChairHolder.OPEN, None)) == "not_now"


def test_a_first_player_whose_seat_was_closed_is_ignored() -> None:
    harness = InMemoryTable(game="rattus", players=3, options={"first": "green"}, chairs=people("Anna", "Bert"))
    harness.submit(HOST, lambda requests: requests.set_holder(3, ChairHolder.CLOSED, None))
    harness.submit(HOST, lambda requests: requests.start())
    assert harness.table.status == "playing"


def test_a_name_can_be_changed_during_the_match() -> None:
    harness = started()
    harness.submit(chair_role(2), lambda requests: requests.set_name(2, "Berta"))
    assert harness.table.chairs[1].name == "Berta"


# ---- moves


def test_only_the_decider_can_move() -> None:
    harness = started()
    assert refused(harness, chair_role(2), quick_move) == "illegal"
    assert refused(harness, WATCH, quick_move) == "not_yours"
    assert refused(harness, HOST, quick_move) == "not_yours"
    harness.submit(chair_role(1), quick_move)
    assert len(harness.table.moves) == 1


def test_only_legal_moves_are_accepted() -> None:
    harness = started()
    for text in ("", "settle", "settle atlantis", "plague gallia", "é" * 100, "SETTLE GALLIA", " settle gallia"):
        assert refused(harness, chair_role(1), lambda requests, text=text: requests.move(text, 0)) == "illegal"


def test_a_move_for_another_moment_is_late() -> None:
    harness = started()
    text = str(harness.table.game.legal()[0])
    harness.play(random.Random(1), 2)
    for after in (0, 1, 3):
        role = chair_role(harness.table.to_move.number)
        assert refused(harness, role, lambda requests, after=after: requests.move(text, after)) == "late"


def test_before_the_start_and_after_the_end_there_are_no_moves() -> None:
    harness = InMemoryTable(**TWO)
    assert refused(harness, chair_role(1), lambda requests: requests.move("settle gallia", 0)) == "not_now"
    harness = started()
    harness.play(random.Random(2))
    after = len(harness.table.moves)
    for number in (1, 2):
        assert refused(harness, chair_role(number), lambda requests: requests.move("settle gallia", after)) == "not_now"


def test_the_key_of_a_bots_seat_does_not_move_for_the_bot() -> None:
    harness = started(chairs=[{"bot": "easy"}, {"name": "Bert"}])
    assert refused(harness, chair_role(1), quick_move) == "not_yours"
    for ask in (lambda r: r.chat("hi"), lambda r: r.leave(), lambda r: r.undo(), lambda r: r.set_name(1, "Me")):
        assert refused(harness, chair_role(1), ask) in ("not_yours", "not_now")
    harness.submit(server_role(1), quick_move)


def test_a_bot_does_not_move_for_a_present_person() -> None:
    harness = started()
    assert refused(harness, server_role(1), quick_move) == "not_now"


def test_a_person_who_left_cannot_move_before_returning() -> None:
    harness = started()
    harness.submit(chair_role(1), lambda requests: requests.leave())
    assert refused(harness, chair_role(1), quick_move) == "not_now"
    assert refused(harness, chair_role(1), lambda requests: requests.leave()) == "not_now"
    harness.submit(server_role(1), quick_move)
    assert refused(harness, chair_role(2), lambda requests: requests.return_to_chair()) == "not_now"
    harness.submit(chair_role(1), lambda requests: requests.return_to_chair())
    assert harness.table.chairs[0].is_present


# ---- chat


def test_only_people_with_a_seat_can_chat() -> None:
    harness = InMemoryTable(game="rattus", players=2, chairs=people("Anna"))
    harness.submit(chair_role(1), lambda requests: requests.chat("hello"))
    assert [line["text"] for line in harness.table.chat] == ["hello"]
    for role in (WATCH, HOST, chair_role(2)):
        assert refused(harness, role, lambda requests: requests.chat("hello")) == "not_yours"


def test_chat_is_limited() -> None:
    harness = started()
    share = MAX_CHAT_LINES // len(harness.table.chairs)
    for number in range(share):
        harness.submit(chair_role(1), lambda requests, n=number: requests.chat(f"{n}"))
    assert refused(harness, chair_role(1), lambda requests: requests.chat("one more")) == "busy"
    assert [line["text"] for line in harness.table.chat] == [str(n) for n in range(share - 100, share)]
    harness.submit(chair_role(2), lambda requests: requests.chat("at last"))  # one seat cannot use up the chat
    assert harness.rebuilt().chat_counts == {1: share, 2: 1}
    harness.submit(chair_role(1), quick_move)


def test_the_journal_is_limited_but_moves_go_on(monkeypatch) -> None:
    harness = started()
    monkeypatch.setattr("rattus.server.tables.requests.MAX_ENTRIES", len(harness.journal))
    assert refused(harness, chair_role(1), lambda requests: requests.set_name(1, "Anne")) == "busy"
    harness.submit(chair_role(1), quick_move)


# ---- undo


def play_until_quiet_move(harness: InMemoryTable, chance: random.Random) -> str:
    """Play until a person has made a move that revealed nothing; the colour of that person."""
    while not (harness.table.game.can_undo and harness.table.chair_of(harness.table.moves[-1][0]).is_present):
        harness.play(chance, 1)
        assert harness.table.status == "playing"
    return harness.table.moves[-1][0]


def play_until_revealing_move(harness: InMemoryTable, chance: random.Random) -> str:
    """Play until a move has revealed something; the colour that made it."""
    while not harness.table.moves or harness.table.game.can_undo:
        harness.play(chance, 1)
        assert harness.table.status == "playing"
    return harness.table.moves[-1][0]


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_a_move_that_revealed_nothing_is_undone_at_once(game) -> None:
    for seed in range(5):
        harness, chance = started(game=game, options={}), random.Random(seed)
        harness.play(chance, 6)
        colour = play_until_quiet_move(harness, chance)
        moves, other = harness.table.moves[:], next(each for each in harness.table.chairs if each.colour != colour)
        mover = harness.table.chair_of(colour)
        harness.submit(chair_role(mover.number), lambda requests: requests.undo())
        assert harness.journal[-1].kind == "undone"
        assert harness.table.moves == moves[:-1]
        assert harness.table.game.to_move == colour
        assert other.is_present  # nobody was asked


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
@pytest.mark.parametrize("yes", [True, False])
def test_undoing_new_information_asks_the_others(game, yes) -> None:
    harness, chance = started(game=game, players=3, chairs=people("Anna", "Bert", "Cleo"), options={}), random.Random(4)
    harness.play(chance, 9)
    colour = play_until_revealing_move(harness, chance)
    mover = harness.table.chair_of(colour)
    others = [each for each in harness.table.chairs if each is not mover]
    before = harness.table.moves[:]
    harness.submit(chair_role(mover.number), lambda requests: requests.undo())
    assert harness.table.proposal.what == "undo"
    assert harness.table.moves == before
    assert refused(harness, chair_role(mover.number), lambda requests: requests.answer(True)) == "not_now"
    assert refused(harness, chair_role(mover.number), lambda requests: requests.undo()) == "not_now"
    assert refused(harness, WATCH, lambda requests: requests.answer(True)) == "not_yours"
    harness.submit(chair_role(others[0].number), lambda requests: requests.answer(True))
    assert harness.table.moves == before
    assert refused(harness, chair_role(others[0].number), lambda requests: requests.answer(True)) == "not_now"
    harness.submit(chair_role(others[1].number), lambda requests: requests.answer(yes))
    assert harness.table.proposal is None
    assert harness.table.moves == (before[: before.index(before[-1], len(before) - 1)] if yes else before)
    assert [entry.kind for entry in harness.journal[-2:]] == (
        ["answered", "undone"] if yes else ["answered", "answered"]
    )


def test_undo_goes_back_to_the_last_move_of_the_one_who_asks() -> None:
    harness, chance = started(options={}), random.Random(5)
    harness.play(chance, 20)
    asker = next(each for each in harness.table.chairs if each.colour != harness.table.moves[-1][0])
    to = max(n for n, (colour, _) in enumerate(harness.table.moves) if colour == asker.colour)
    harness.submit(chair_role(asker.number), lambda requests: requests.undo())
    assert harness.table.proposal.to == to
    harness.submit(chair_role(3 - asker.number), lambda requests: requests.answer(True))
    assert len(harness.table.moves) == to
    assert harness.table.game.to_move == asker.colour


def test_a_move_ends_the_proposal() -> None:
    harness, chance = started(options={}), random.Random(6)
    play_until_revealing_move(harness, chance)
    harness.play(chance, 1)
    last = harness.table.chair_of(harness.table.moves[-2][0])
    harness.submit(chair_role(last.number), lambda requests: requests.undo())
    if harness.table.proposal is not None:
        harness.move()
        assert harness.table.proposal is None
        assert refused(harness, chair_role(1), lambda requests: requests.answer(True)) == "not_now"


def test_alone_with_bots_undo_asks_nobody() -> None:
    harness, chance = started(chairs=[{"name": "Anna"}, {"bot": "easy"}], options={}), random.Random(7)
    while (
        harness.table.last_move_of("red") is None or harness.table.game.can_undo or harness.table.moves[-1][0] == "red"
    ):
        harness.play(chance, 1)
    to = harness.table.last_move_of("red")
    harness.submit(chair_role(1), lambda requests: requests.undo())
    assert harness.journal[-1].kind == "undone"
    assert len(harness.table.moves) == to


def test_a_person_who_left_is_not_asked() -> None:
    harness, chance = (
        started(game="cartus", players=3, chairs=people("Anna", "Bert", "Cleo"), options={}),
        random.Random(8),
    )
    harness.play(chance, 12)
    play_until_revealing_move(harness, chance)
    asker = harness.table.chair_of(harness.table.moves[-1][0])
    one, other = [each for each in harness.table.chairs if each is not asker]
    harness.submit(chair_role(one.number), lambda requests: requests.leave())
    harness.submit(chair_role(asker.number), lambda requests: requests.undo())
    assert harness.table.proposal is not None
    # The last person who was asked leaves without an answer: nobody is left to say no.
    harness.submit(chair_role(other.number), lambda requests: requests.leave())
    assert harness.journal[-1].kind == "undone"


def test_without_a_move_there_is_nothing_to_undo() -> None:
    harness = started()
    assert refused(harness, chair_role(1), lambda requests: requests.undo()) == "not_now"
    harness.move()
    assert refused(harness, chair_role(2), lambda requests: requests.undo()) == "not_now"
    assert refused(harness, WATCH, lambda requests: requests.undo()) == "not_yours"


def test_after_the_end_nothing_can_be_undone() -> None:
    harness = started()
    harness.play(random.Random(9))
    for number in (1, 2):
        assert refused(harness, chair_role(number), lambda requests: requests.undo()) == "not_now"


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_a_game_with_undone_moves_equals_one_that_never_made_them(game) -> None:
    """Whatever is taken back, freely or not: every secret is where it would be, and all that was seen is the same."""
    for seed in range(2):
        harness, chance = started(game=game, options={}), random.Random(seed)
        for _ in range(300):
            if harness.table.status != "playing":
                break
            asker = chance.choice(harness.table.chairs)
            if chance.random() < 0.15 and harness.table.last_move_of(asker.colour) is not None:
                harness.submit(chair_role(asker.number), lambda requests: requests.undo())
                if harness.table.proposal is not None:
                    harness.submit(chair_role(3 - asker.number), lambda requests: requests.answer(True))
                straight = InMemoryTable(**{**TWO, "game": game})
                straight.append(harness.journal[1])
                for _, text in harness.table.moves:
                    straight.move(text)
                assert straight.table.game.record() == harness.table.game.record()
                assert straight.table.game.position() == harness.table.game.position()
                for colour in ("red", "yellow", None):
                    assert straight.table.game.view(colour) == harness.table.game.view(colour)
                    assert straight.table.game.events_seen(colour) == harness.table.game.events_seen(colour)
                assert straight.table.game.legal() == harness.table.game.legal()
                assert straight.table.game.can_undo == harness.table.game.can_undo
            harness.play(chance, 1)


# ---- rematch


def finished(**request) -> InMemoryTable:
    harness = started(**request)
    harness.play(random.Random(10))
    assert harness.table.status == "over"
    return harness


def test_a_rematch_begins_when_all_people_agree() -> None:
    harness = finished(players=3, chairs=[*people("Anna", "Bert"), {"bot": "easy"}], options={})
    seal = harness.table.seal
    harness.submit(chair_role(1), lambda requests: requests.rematch())
    assert harness.table.match == 1
    harness.submit(chair_role(2), lambda requests: requests.answer(True))
    assert (harness.table.match, harness.table.status) == (2, "playing")
    assert harness.table.seal != seal
    assert [each.holder for each in harness.table.chairs] == ["person", "person", "bot"]
    assert harness.table.moves == []


def test_one_no_prevents_a_rematch() -> None:
    harness = finished()
    harness.submit(chair_role(2), lambda requests: requests.rematch())
    harness.submit(chair_role(1), lambda requests: requests.answer(False))
    assert (harness.table.match, harness.table.proposal) == (1, None)
    harness.submit(chair_role(1), lambda requests: requests.rematch())  # but it may be asked again
    harness.submit(chair_role(2), lambda requests: requests.answer(True))
    assert harness.table.match == 2


def test_alone_with_bots_a_rematch_begins_at_once() -> None:
    harness = finished(chairs=[{"name": "Anna"}, {"bot": "easy"}])
    harness.submit(chair_role(1), lambda requests: requests.rematch())
    assert harness.table.match == 2


def test_a_rematch_cannot_be_proposed_during_a_match() -> None:
    harness = started()
    assert refused(harness, chair_role(1), lambda requests: requests.rematch()) == "not_now"
    harness = finished()
    assert refused(harness, WATCH, lambda requests: requests.rematch()) == "not_yours"


# ---- time


def test_a_journal_never_goes_back_in_time() -> None:
    harness = started()
    harness.now -= 100.0
    harness.move()
    assert harness.journal[-1].at == harness.journal[-2].at
