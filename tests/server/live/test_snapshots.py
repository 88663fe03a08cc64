"""What somebody is shown: made of what he may know, and complete from whatever he knew before."""

import random

import orjson
import pytest

import rattus
from rattus.server.client import Knowledge
from rattus.server.live.snapshots import MOST_MISSED, Views, state, update
from rattus.server.tables.keys import Role

from ..in_memory_table import HOST, WATCH, PaperTable, people, seat
from ..oracle import Oracle

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred")
CASES = [("rattus", 2), ("rattus", 4), ("africanus", 3), ("cartus", 2), ("cartus", 4)]


def table_at(game: rattus.Game) -> PaperTable:
    """People who play on from here."""
    paper = PaperTable(position=game.position(), seats=people(*NAMES[: game.players]), start=True)
    paper.table.id = "T"
    return paper


def role_of(colour: str | None, game: rattus.Game) -> Role:
    return WATCH if colour is None else seat(game.seats.index(colour) + 1)


def seen(game: rattus.Game, colour: str | None) -> tuple:
    """What the engine lets somebody know."""
    return game.events_seen(colour), game.view(colour), game.legal() if game.to_move == colour else None


def alike_moves(one: PaperTable, other: PaperTable, chance: random.Random) -> tuple[str, str]:
    """The same move in two worlds; or of a hand that differs, another card.

    Where one hand has a card to lay and the other has none, both can be done: the question is the same.
    """
    mine, others = ([str(move) for move in paper.table.game.legal()] for paper in (one, other))
    verbs = {text.split()[0] for text in others}
    move = chance.choice([text for text in mine if text.split()[0] in verbs])
    same_verb = [text for text in others if text.split()[0] == move.split()[0]]
    return move, move if move in others else chance.choice(same_verb)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_two_worlds_that_somebody_cannot_tell_apart_are_shown_to_him_byte_for_byte_alike(game, players) -> None:
    chance, alike, different = random.Random(players), 0, 0
    for seed in range(6):
        true = rattus.new(game, players, seed)
        for _ in range(chance.randrange(60)):
            if not true.is_over:
                true.play(chance.choice(true.legal()))
        if true.is_over:
            continue
        for colour in (*true.seats, None):
            role, papers = role_of(colour, true), (table_at(true), table_at(true.resample(colour, seed)))
            one, other = (paper.table for paper in papers)
            different += one.game.position() != other.game.position()
            assert orjson.dumps(state(one, role)) == orjson.dumps(state(other, role))
            for _ in range(12):  # until something is seen that differs
                if one.status != "playing":
                    break
                for paper, move in zip(papers, alike_moves(*papers, chance), strict=True):
                    paper.move(move)
                if seen(one.game, colour) != seen(other.game, colour):
                    break
                for since in range(2, one.number):
                    assert orjson.dumps(update(one, role, since)) == orjson.dumps(update(other, role, since))
                assert orjson.dumps(state(one, role)) == orjson.dumps(state(other, role))
                alike += 1
    assert alike > 20
    assert different > 5


def eventful(game: str, players: int, seed: int) -> PaperTable:
    """A whole match, and all else that can happen at a table."""
    chance = random.Random(seed)
    clock = {"kind": "bank", "seconds": 1000, "increment": 3}
    paper = PaperTable(game=game, players=players, seats=people(*NAMES[: players - 1]), clock=clock)
    paper.ask(seat(1), lambda requests: requests.chat("early"))
    paper.ask(HOST, lambda requests: requests.hold(players, "bot", "easy"))
    paper.ask(seat(1), lambda requests: requests.name(1, "Anne"))
    paper.ask(HOST, lambda requests: requests.start())
    for text in ("good luck", "and to you"):
        paper.ask(seat(1), lambda requests, text=text: requests.chat(text))
    while paper.table.status == "playing":
        paper.now += chance.choice([0.0, 0.5, 2.0])
        someone = chance.choice(paper.table.people)
        match chance.randrange(25):
            case 0:
                paper.ask(seat(someone.number), lambda requests: requests.chat("well well"))
            case 1 if paper.table.to_move.is_present:  # just when it is for him to decide
                someone = paper.table.to_move
                paper.ask(seat(someone.number), lambda requests: requests.leave())
                paper.play(chance, chance.randrange(3))
                paper.now += 1.0
                if paper.table.status == "playing":
                    paper.ask(seat(someone.number), lambda requests: requests.come_back())
                    paper.ask(seat(someone.number), lambda requests: requests.leave())
                    paper.ask(seat(someone.number), lambda requests: requests.come_back())
            case 2 if paper.table.last_move_of(someone.colour) is not None:
                paper.ask(seat(someone.number), lambda requests: requests.undo())
                while paper.table.asked is not None:
                    other = next(each for each in paper.table.people if each.colour not in paper.table.asked.agreed)
                    paper.ask(seat(other.number), lambda requests: requests.answer(chance.random() < 0.7))
            case _:
                paper.play(chance, 1)
    return paper


def known(message: dict) -> Knowledge:
    knowledge = Knowledge()
    assert knowledge.take(message)
    return knowledge


@pytest.mark.parametrize(("game", "players"), [("rattus", 3), ("africanus", 2), ("cartus", 3)])
def test_whatever_somebody_knew_he_knows_all_after_an_update(game, players) -> None:
    paper = eventful(game, players, seed=players)
    assert len(paper.table.chat) > 2
    roles = [WATCH, seat(1)]
    table, past = paper.again(1), {}
    for entry in [None, *paper.journal[1:]]:
        if entry is not None:
            table.apply(entry)
        past |= {(role, table.number): orjson.dumps(state(table, role)) for role in roles}
    for role in roles:
        fresh = vars(known(state(table, role)))
        for since in range(1, table.number + 1):
            knowledge = known(orjson.loads(past[role, since]))
            assert knowledge.take(orjson.loads(orjson.dumps(update(table, role, since))))
            assert vars(knowledge) == fresh


@pytest.mark.parametrize(("game", "players"), [("rattus", 2), ("africanus", 4), ("cartus", 3)])
def test_step_by_step_the_same_is_known_as_by_everything_at_once(game, players) -> None:
    paper = eventful(game, players, seed=players)
    oracle = Oracle(paper.table.id, paper.journal)
    table = paper.again(1)
    roles = [HOST, WATCH, *(seat(n) for n in range(1, players + 1))]
    knowledge = {role: known(state(table, role)) for role in roles}
    for entry in paper.journal[1:]:
        table.apply(entry)
        for role in roles:
            message = update(table, role, table.number - 1)
            oracle.check(role, message)
            assert knowledge[role].take(message)
            assert vars(knowledge[role]) == vars(known(state(table, role)))


def test_who_has_missed_too_much_gets_everything() -> None:
    paper = PaperTable(game="rattus", players=2, seats=people("Anna", "Bert"), start=True)
    for number in range(MOST_MISSED + 1):
        paper.ask(seat(1), lambda requests, n=number: requests.chat(f"{n}"))
    assert update(paper.table, WATCH, 2)["type"] == "state"
    assert update(paper.table, WATCH, 3)["type"] == "update"


def test_seed_and_salt_are_shown_after_the_end_only() -> None:
    paper = PaperTable(game="rattus", players=2, seats=people("Anna", "Bert"), start=True)
    seal, commitment = paper.table.seal, paper.table.seal.commitment
    while paper.table.status == "playing":
        shown = state(paper.table, seat(1))["table"]
        assert (shown["seed"], shown["salt"], shown["outcome"]) == (None, None, None)
        assert shown["commitment"] == commitment
        paper.play(random.Random(1), 1)
    shown = state(paper.table, seat(1))["table"]
    assert (shown["seed"], shown["salt"], shown["commitment"]) == (seal.seed, seal.salt, commitment)
    assert shown["outcome"] == paper.table.game.outcome.as_data()


@pytest.mark.parametrize(("game", "players"), CASES)
def test_views_that_are_described_together_are_those_of_the_game(game, players) -> None:
    chance, shared, apart = random.Random(players), 0, 0
    for seed in range(4):
        true = rattus.new(game, players, seed)
        for _ in range(60):
            if true.is_over:
                break
            views = Views(table_at(true).table)
            made = {colour: views.of(colour) for colour in (*true.seats, None)}
            assert made == {colour: true.view(colour) for colour in made}
            for one in made.values():
                shared += sum(one is other for other in made.values()) > 1
                apart += any(one is not other for other in made.values())
            true.play(chance.choice(true.legal()))
    assert (shared > 0) == (game == "rattus")  # in the others everybody has a hand
    assert apart > 0


@pytest.mark.parametrize(("game", "players"), CASES)
def test_events_that_are_described_together_are_those_of_the_game(game, players) -> None:
    chance, shared, apart = random.Random(players), 0, 0
    for seed in range(4):
        paper = table_at(rattus.new(game, players, seed))
        while paper.table.status == "playing":
            known = paper.table.game.event_count
            paper.play(chance, 1)
            true, views = paper.table.game, Views(paper.table)
            made = {colour: views.events(colour, known) for colour in (*true.seats, None)}
            assert made == {colour: true.events_seen(colour, known) for colour in made}
            shared += made["red"] is made["yellow"]
            apart += made["red"] != made["yellow"]
    assert shared > 100
    assert apart > 0


def test_before_a_match_there_is_no_view() -> None:
    views = Views(PaperTable(game="rattus", players=2).table)
    assert views.of("red") is None
    assert views.events("red", 0) == []
