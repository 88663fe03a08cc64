"""Messages to clients: only what a role may know, and complete from whatever it knew before."""

import random

import orjson
import pytest

import rattus
from rattus.server.client import TableState
from rattus.server.live.snapshots import MAX_MISSED, ViewCache, state_message, update_message
from rattus.server.tables.journal import ChairHolder
from rattus.server.tables.keys import Role

from ..in_memory_table import HOST, WATCH, InMemoryTable, chair_role, people
from ..oracle import Oracle

NAMES = ("Anna", "Bert", "Cleo", "Dora", "Emil", "Fred")
CASES = [("rattus", 2), ("rattus", 4), ("africanus", 3), ("cartus", 2), ("cartus", 4)]


def table_at(game: rattus.Game) -> InMemoryTable:
    """A table of people that continues a game."""
    harness = InMemoryTable(position=game.position(), chairs=people(*NAMES[: game.players]), start=True)
    harness.table.id = "T"
    return harness


def role_of(colour: str | None, game: rattus.Game) -> Role:
    return WATCH if colour is None else chair_role(game.seats.index(colour) + 1)


def seen(game: rattus.Game, colour: str | None) -> tuple:
    """What the engine lets a colour know."""
    return game.events_seen(colour), game.view(colour), game.legal() if game.to_move == colour else None


def alike_moves(one: InMemoryTable, other: InMemoryTable, chance: random.Random) -> tuple[str, str]:
    """The same move in two worlds; or of a hand that differs, another card.

    Where one hand has a card to lay and the other has none, both can be done: the question is the same.
    """
    mine, others = ([str(move) for move in harness.table.game.legal()] for harness in (one, other))
    verbs = {text.split()[0] for text in others}
    move = chance.choice([text for text in mine if text.split()[0] in verbs])
    same_verb = [text for text in others if text.split()[0] == move.split()[0]]
    return move, move if move in others else chance.choice(same_verb)


@pytest.mark.parametrize(("game", "players"), CASES)
def test_worlds_that_a_role_cannot_tell_apart_give_it_the_same_bytes(game, players) -> None:
    chance, alike, different = random.Random(players), 0, 0
    for seed in range(6):
        true = rattus.new(game, players, seed)
        for _ in range(chance.randrange(60)):
            if not true.is_over:
                true.play(chance.choice(true.legal()))
        if true.is_over:
            continue
        for colour in (*true.seats, None):
            role, harnesses = role_of(colour, true), (table_at(true), table_at(true.resample(colour, seed)))
            one, other = (harness.table for harness in harnesses)
            different += one.game.position() != other.game.position()
            assert orjson.dumps(state_message(one, role)) == orjson.dumps(state_message(other, role))
            for _ in range(12):  # until something is seen that differs
                if one.status != "playing":
                    break
                for harness, move in zip(harnesses, alike_moves(*harnesses, chance), strict=True):
                    harness.move(move)
                if seen(one.game, colour) != seen(other.game, colour):
                    break
                for since in range(2, one.number):
                    assert orjson.dumps(update_message(one, role, since)) == orjson.dumps(
                        update_message(other, role, since)
                    )
                assert orjson.dumps(state_message(one, role)) == orjson.dumps(state_message(other, role))
                alike += 1
    assert alike > 20
    assert different > 5


def eventful(game: str, players: int, seed: int) -> InMemoryTable:
    """A whole match, and all else that can happen at a table."""
    chance = random.Random(seed)
    clock = {"kind": "bank", "seconds": 1000, "increment": 3}
    harness = InMemoryTable(game=game, players=players, chairs=people(*NAMES[: players - 1]), clock=clock)
    harness.submit(chair_role(1), lambda requests: requests.chat("early"))
    harness.submit(HOST, lambda requests: requests.set_holder(players, ChairHolder.BOT, "easy"))
    harness.submit(chair_role(1), lambda requests: requests.set_name(1, "Anne"))
    harness.submit(HOST, lambda requests: requests.start())
    for text in ("good luck", "and to you"):
        harness.submit(chair_role(1), lambda requests, text=text: requests.chat(text))
    while harness.table.status == "playing":
        harness.now += chance.choice([0.0, 0.5, 2.0])
        someone = chance.choice(harness.table.people)
        match chance.randrange(25):
            case 0:
                harness.submit(chair_role(someone.number), lambda requests: requests.chat("well well"))
            case 1 if harness.table.to_move.is_present:  # just when it is for him to decide
                someone = harness.table.to_move
                harness.submit(chair_role(someone.number), lambda requests: requests.leave())
                harness.play(chance, chance.randrange(3))
                harness.now += 1.0
                if harness.table.status == "playing":
                    harness.submit(chair_role(someone.number), lambda requests: requests.return_to_chair())
                    harness.submit(chair_role(someone.number), lambda requests: requests.leave())
                    harness.submit(chair_role(someone.number), lambda requests: requests.return_to_chair())
            case 2 if harness.table.last_move_of(someone.colour) is not None:
                harness.submit(chair_role(someone.number), lambda requests: requests.undo())
                while harness.table.proposal is not None:
                    other = next(
                        each for each in harness.table.people if each.colour not in harness.table.proposal.agreed
                    )
                    harness.submit(chair_role(other.number), lambda requests: requests.answer(chance.random() < 0.7))
            case _:
                harness.play(chance, 1)
    return harness


def known(message: dict) -> TableState:
    known_state = TableState()
    assert known_state.apply(message)
    return known_state


@pytest.mark.parametrize(("game", "players"), [("rattus", 3), ("africanus", 2), ("cartus", 3)])
def test_an_update_completes_any_earlier_state(game, players) -> None:
    harness = eventful(game, players, seed=players)
    assert len(harness.table.chat) > 2
    roles = [WATCH, chair_role(1)]
    table, past = harness.rebuilt(1), {}
    for entry in [None, *harness.journal[1:]]:
        if entry is not None:
            table.apply(entry)
        past |= {(role, table.number): orjson.dumps(state_message(table, role)) for role in roles}
    for role in roles:
        fresh = vars(known(state_message(table, role)))
        for since in range(1, table.number + 1):
            known_state = known(orjson.loads(past[role, since]))
            assert known_state.apply(orjson.loads(orjson.dumps(update_message(table, role, since))))
            assert vars(known_state) == fresh


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [("rattus", 2), ("africanus", 4), ("cartus", 3)])
def test_updates_step_by_step_equal_the_whole_state(game, players) -> None:
    harness = eventful(game, players, seed=players)
    oracle = Oracle(harness.table.id, harness.rows)
    table = harness.rebuilt(1)
    roles = [HOST, WATCH, *(chair_role(n) for n in range(1, players + 1))]
    known_state = {role: known(state_message(table, role)) for role in roles}
    for entry in harness.journal[1:]:
        table.apply(entry)
        for role in roles:
            message = update_message(table, role, table.number - 1)
            oracle.check(role, message)
            assert known_state[role].apply(message)
            assert vars(known_state[role]) == vars(known(state_message(table, role)))


def test_a_client_that_missed_too_much_gets_the_whole_state() -> None:
    harness = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True)
    for number in range(MAX_MISSED + 1):
        harness.submit(chair_role(1), lambda requests, n=number: requests.chat(f"{n}"))
    assert update_message(harness.table, WATCH, 2)["type"] == "state"
    assert update_message(harness.table, WATCH, 3)["type"] == "update"


def test_seed_and_salt_are_shown_after_the_end_only() -> None:
    harness = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True)
    seal, commitment = harness.table.seal, harness.table.seal.commitment
    while harness.table.status == "playing":
        shown = state_message(harness.table, chair_role(1))["table"]
        assert (shown["seed"], shown["salt"], shown["outcome"]) == (None, None, None)
        assert shown["commitment"] == commitment
        harness.play(random.Random(1), 1)
    shown = state_message(harness.table, chair_role(1))["table"]
    assert (shown["seed"], shown["salt"], shown["commitment"]) == (seal.seed, seal.salt, commitment)
    assert shown["outcome"] == harness.table.game.outcome.as_data()


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), CASES)
def test_cached_views_equal_those_of_the_game(game, players) -> None:
    chance, shared, apart = random.Random(players), 0, 0
    for seed in range(4):
        true = rattus.new(game, players, seed)
        for _ in range(60):
            if true.is_over:
                break
            views = ViewCache(table_at(true).table)
            made = {colour: views.view(colour) for colour in (*true.seats, None)}
            assert made == {colour: true.view(colour) for colour in made}
            for one in made.values():
                shared += sum(one is other for other in made.values()) > 1
                apart += any(one is not other for other in made.values())
            true.play(chance.choice(true.legal()))
    assert (shared > 0) == (game == "rattus")  # in the others everybody has a hand
    assert apart > 0


@pytest.mark.parametrize(("game", "players"), CASES)
def test_cached_events_equal_those_of_the_game(game, players) -> None:
    chance, shared, apart = random.Random(players), 0, 0
    for seed in range(4):
        harness = table_at(rattus.new(game, players, seed))
        while harness.table.status == "playing":
            known = harness.table.game.event_count
            harness.play(chance, 1)
            true, views = harness.table.game, ViewCache(harness.table)
            made = {colour: views.events(colour, known) for colour in (*true.seats, None)}
            assert made == {colour: true.events_seen(colour, known) for colour in made}
            shared += made["red"] is made["yellow"]
            apart += made["red"] != made["yellow"]
    assert shared > 100
    assert apart > 0


def test_before_a_match_there_is_no_view() -> None:
    views = ViewCache(InMemoryTable(game="rattus", players=2).table)
    assert views.view("red") is None
    assert views.events("red", 0) == []
