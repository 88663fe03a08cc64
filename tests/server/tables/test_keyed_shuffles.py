"""Shuffles after the deal: nobody can compute the next one from cards, and everybody can verify them afterwards."""

import random

import pytest

import rattus
from rattus.errors import NotVerified
from rattus.kernel.random import stream
from rattus.match.record import load_record, verify_record
from rattus.match.seal import Seal
from rattus.server.live.snapshots import state_message
from rattus.server.tables.journal import JournalEntry, MatchBegun
from rattus.server.tables.keys import HOST, chair_role
from rattus.server.tables.replay import MatchReplay
from rattus.server.tables.table import Table

from ..in_memory_table import InMemoryTable, people

GAMES = [("africanus", 4), ("cartus", 4)]
NAMES = ("Anna", "Bert", "Carl", "Dora")


def table(game: str, players: int) -> InMemoryTable:
    return InMemoryTable(game=game, players=players, chairs=people(*NAMES[:players]), start=True)


def until_shuffled(made: InMemoryTable, chance: random.Random, shuffles: int = 1) -> None:
    """Play until a pile was made anew; in Africanus the astronomer and the explorer draw most cards."""
    while made.table.status == "playing" and len(made.table.game.shuffles) < shuffles:
        legal = made.table.game.legal_texts
        made.move(chance.choice([text for text in legal if "astronomer" in text or "explorer" in text] or legal))


def some_with_shuffles(game: str, players: int, shuffles: int, whole: bool = False) -> InMemoryTable:
    for seed in range(60):
        made = table(game, players)
        until_shuffled(made, random.Random(seed), shuffles)
        if len(made.table.game.shuffles) >= shuffles:
            if whole:
                made.play(random.Random(seed))
            return made
    raise AssertionError("no game with so many shuffles was found")


def from_stream_of_the_deal(made: InMemoryTable) -> list[list[str]]:
    """The shuffles that somebody would compute who has found the state of the generator after the deal."""
    game = rattus.from_position(made.table.start)
    for colour, text in made.table.moves:
        try:
            game.play(text, colour)
        except rattus.IllegalMove:  # other cards were drawn
            break
    return game.shuffles


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_the_generator_of_the_deal_does_not_give_later_shuffles(game, players) -> None:
    made = some_with_shuffles(game, players, 1)
    true = made.table.game.shuffles
    assert len(true[0]) > 8
    assert from_stream_of_the_deal(made)[:1] != true[:1]
    assert sorted(from_stream_of_the_deal(made)[0]) == sorted(true[0])  # the same cards in another order


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_before_every_move_the_stream_is_keyed_by_seed_and_salt(game, players) -> None:
    made = table(game, players)
    seal = made.table.seal
    for number in range(12):
        made.play(random.Random(number), 1)
        if not made.table.game.shuffles:
            assert made.table.game._table.rng == stream(f"{seal.seed}:{seal.salt}/shuffles/{number}")
    assert made.table.start["stream"] != list(made.table.game._table.rng)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_record_verifies_and_replays_and_a_false_shuffle_does_not(game, players) -> None:
    made = some_with_shuffles(game, players, 1, whole=True)
    record = made.table.game.record()
    assert record["shuffling"] == "keyed"
    assert len(verify_record(record).holds) == 3
    assert load_record(record).position() == made.table.game.position()
    assert MatchReplay(made.table).record("red") == record
    old = {name: value for name, value in record.items() if name != "shuffling"}
    with pytest.raises(NotVerified):  # by the generator of the deal these shuffles do not come out
        verify_record(old)
    with pytest.raises(NotVerified):
        verify_record({**record, "salt": "other", "commitment": Seal(record["seed"], "other").commitment})


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_undoing_and_reading_the_journal_give_the_same_shuffles(game, players) -> None:
    made = some_with_shuffles(game, players, 1)
    assert made.rebuilt().game.position() == made.table.game.position()
    assert made.rebuilt().game.shuffles == made.table.game.shuffles
    replay = MatchReplay.from_journal(made.journal, 1)
    number = len(made.table.moves)
    (last,) = replay.moments("red", False, number, number)
    assert last["view"] == made.table.game.view("red")


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_match_that_was_begun_by_an_older_version_goes_on_as_it_was(game, players) -> None:
    for seed in range(60):
        dealt = rattus.new(game, players, f"old {seed}")
        made = InMemoryTable(game=game, players=players, chairs=people(*NAMES[:players]))
        version = dealt.parts.rulebook.version
        made.append(JournalEntry(2, made.now, None, MatchBegun(dealt.position(), f"old {seed}", "salt", version)))
        until_shuffled(made, random.Random(seed))
        if made.table.game.shuffles:
            break
    assert from_stream_of_the_deal(made) == made.table.game.shuffles != []
    made.play(random.Random(seed))
    record = made.table.game.record()
    assert "shuffling" not in record
    assert len(verify_record(record).holds) == 3


def test_a_position_that_gives_its_shuffles_is_played_by_them() -> None:
    position = rattus.new("cartus", 2, 5).position()
    made = InMemoryTable(position=position, chairs=people("Anna", "Bert"), start=True)
    assert made.journal[1].change.shuffle_key is None
    made.play(random.Random(1), 60)
    alone = rattus.from_position(position)
    for seat, move in made.table.game.moves:
        alone.play(move, seat)
    assert alone.position() == made.table.game.position()


def test_a_match_from_a_position_is_keyed_too_and_the_key_never_leaves() -> None:
    position = rattus.new("cartus", 2, 5).position()
    del position["stream"]
    made = InMemoryTable(position=position, chairs=people("Anna", "Bert"), start=True)
    begun = made.journal[1].change
    assert begun.seed is None
    assert begun.shuffle_key
    made.play(random.Random(1), 30)
    for role in (HOST, chair_role(1), chair_role(2)):
        assert begun.shuffle_key not in str(state_message(made.table, role))
    assert begun.shuffle_key not in str(MatchReplay(made.table).record("red"))
    assert Table.from_journal(made.table.id, made.journal).shuffle_key == begun.shuffle_key
