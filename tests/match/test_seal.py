"""Seals: a seed promised before the game, and the record that is checked against it."""

import copy
import dataclasses
import hashlib
import json
import random
from pathlib import Path

import pytest

import rattus
from rattus.errors import FormatError, NotVerified
from rattus.match.game import game_from
from rattus.match.record import COMMITMENT, RESULT, SO_FAR, START, load_record, read_record, verify_record, write_lines
from rattus.match.seal import Seal, new_seal

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.jsonl"))
SALT = "5a17"


def sealed(record):
    """A record with a seal. A seed gives the same as a number and as a text."""
    seed = str(record["seed"])
    return {**copy.deepcopy(record), "seed": seed, "salt": SALT, "commitment": Seal(seed, SALT).commitment}


def golden(name):
    """A finished game with a seal. The golden records leave some of the removed tokens open: it is dealt once more."""
    record = read_record((GOLDEN[0].parent / f"{name}.jsonl").read_text("utf-8"))
    game = rattus.new(record["game"], record["players"], record["seed"], record["options"])
    for move in record["moves"]:
        game.play(*move.values())
    told = game.outcome.as_data()
    assert (game.shuffles, {name: told[name] for name in record["result"]}) == (record["shuffles"], record["result"])
    assert set(told) - set(record["result"]) <= {
        "categories",
        "scoring_cards",
    }  # which are newer
    return sealed(game.record())


def test_the_commitment_is_the_hash_of_seed_and_salt() -> None:
    assert Seal("a", "b").commitment == hashlib.sha256(b"a:b").hexdigest()
    assert Seal("a", "b").commitment != Seal("a", "c").commitment


def test_new_seals_differ_in_all_they_have() -> None:
    seals = [new_seal() for _ in range(100)]
    words = {word for seal in seals for word in (seal.seed, seal.salt)}
    assert len(words) == 200
    assert all(len(bytes.fromhex(word)) == 16 for word in words)
    with pytest.raises(dataclasses.FrozenInstanceError):
        seals[0].seed = "another"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("seed", "salt", "place"), [("a:b", "c", "seed"), ("a", "b:c", "salt"), ("\ud800", "c", "seed")]
)
def test_one_commitment_is_not_good_for_two_seeds(seed, salt, place) -> None:
    with pytest.raises(FormatError) as error:
        Seal(seed, salt)
    assert error.value.place == place


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_finished_games_are_verified(path) -> None:
    verification = verify_record(json.loads(json.dumps(golden(path.stem))))
    assert (verification.holds, verification.unchecked) == ((COMMITMENT, START, RESULT), "")


@pytest.mark.parametrize("name", ["rattus", "africanus", "cartus"])
def test_a_game_that_goes_on_from_its_own_start_is_verified(name) -> None:
    """As a server keeps it: the start is stored, and read back."""
    seal = new_seal()
    fresh = rattus.new(name, 3, seal.seed)
    game, chance = game_from(fresh.parts, fresh.position()), random.Random(name)
    game.seed = seal.seed
    while not game.is_over:
        game.play(chance.choice(game.legal()))
    record = {**game.record(), "salt": seal.salt, "commitment": seal.commitment}
    assert verify_record(record).holds == (COMMITMENT, START, RESULT)


def test_a_sealed_record_is_loaded_like_any_other() -> None:
    record = golden("cartus-5-shuffled")
    assert read_record(write_lines(record)) == record
    assert load_record(record).record() == record
    running = {**record, "moves": record["moves"][:9], "shuffles": [], "seed": None, "result": None}
    del running["salt"]
    assert len(load_record(running).moves) == 9


@pytest.mark.parametrize(
    ("changes", "place", "words"),
    [
        ({"salt": 7}, "salt", "a text"),
        ({"salt": None}, "salt", "a text"),
        ({"commitment": 7}, "commitment", "a text"),
        ({"commitment": "gone"}, "salt", "no commitment"),
        ({"seed": 7}, "salt", "seed that is a text"),
        ({"seed": None}, "salt", "seed that is a text"),
        ({"seed": "gone"}, "salt", "seed that is a text"),
    ],
)
def test_a_seal_that_cannot_be_one_is_refused(changes, place, words) -> None:
    record = {name: value for name, value in (golden("rattus-2-cubes") | changes).items() if value != "gone"}
    for read in (load_record, verify_record):
        with pytest.raises(FormatError, match=words) as error:
            read(record)
        assert error.value.place == place
        assert not isinstance(error.value, NotVerified)


def resealed(record):
    record["commitment"] = Seal(record["seed"], record["salt"]).commitment


def swap(items, first, second):
    items[first], items[second] = items[second], items[first]


def swap_first(pile):
    """The first token or card, and the next that is another."""
    swap(pile, 0, next(n for n, thing in enumerate(pile) if thing != pile[0]))


def swap_dealt(record):
    swap_first(record["start"]["deck" if record["game"] == "cartus" else "supply"])


def swap_last_shuffled(record):
    pile = record["shuffles"][-1]
    swap(pile, -1, next(n for n in reversed(range(len(pile))) if pile[n] != pile[-1]))


def other_seed(record):
    record["seed"] += "1"
    resealed(record)


def other_result(record):
    record["result"]["ranking"].reverse()


@pytest.mark.parametrize("name", ["rattus-3-supply", "africanus-2-shuffled", "cartus-5-shuffled"])
@pytest.mark.parametrize(
    ("change", "place", "check"),
    [
        (lambda record: record.update(seed="8"), "commitment", COMMITMENT),
        (lambda record: record.update(salt="8"), "commitment", COMMITMENT),
        (lambda record: record.update(commitment="8" * 64), "commitment", COMMITMENT),
        (other_seed, "start", START),
        (swap_dealt, "start", START),
        (lambda record: record["moves"].pop(1), "moves[", RESULT),
        (lambda record: record["moves"].append(record["moves"][-1]), "moves[", RESULT),
        (lambda record: record["moves"].pop(), "result", RESULT),
        (lambda record: record["shuffles"].append([]), "shuffles[", RESULT),
        (other_result, "result", RESULT),
        (lambda record: record.update(result=None), "result", RESULT),
    ],
)
def test_what_was_changed_is_found(name, change, place, check) -> None:
    record = golden(name)
    change(record)
    with pytest.raises(NotVerified) as error:
        verify_record(record)
    assert error.value.place.startswith(place)
    assert check in error.value.why


def test_a_start_may_leave_out_what_goes_without_saying_and_nothing_else() -> None:
    record = golden("africanus-2-shuffled")
    for name in ("turns", "taken", "used", "discards"):
        del record["start"][name]
    assert START in verify_record(record).holds
    for name in ("stream", "supply", "pile"):
        less = {**record, "start": {key: value for key, value in record["start"].items() if key != name}}
        with pytest.raises(FormatError):
            verify_record(less)


@pytest.mark.parametrize("name", ["africanus-2-shuffled", "cartus-5-shuffled"])
def test_a_shuffle_the_seed_does_not_give_is_found_even_where_it_changes_nothing_else(name) -> None:
    record = golden(name)
    swap_last_shuffled(record)  # the last cards of the last pile are never drawn
    load_record(record)
    with pytest.raises(NotVerified, match=f"{RESULT}: the seed gives another") as error:
        verify_record(record)
    assert error.value.place == f"shuffles[{len(record['shuffles']) - 1}]"
    del record["shuffles"]
    with pytest.raises(NotVerified, match="the seed gives another"):
        verify_record(record)


def test_another_legal_move_is_found() -> None:
    """A move that others could follow gives another result, or one that cannot be made."""
    record = golden("rattus-2-supply")
    game = rattus.new("rattus", 2, record["seed"], record["options"])
    (seat,) = record["moves"][0]
    for move in game.legal():
        if str(move) != record["moves"][0][seat]:
            with pytest.raises(NotVerified, match=RESULT):
                verify_record({**record, "moves": [{seat: str(move)}, *record["moves"][1:]]})


def test_nothing_promised_nothing_verified() -> None:
    record = golden("rattus-2-cubes")
    del record["salt"], record["commitment"]
    with pytest.raises(NotVerified, match="commitment: there is none: nothing was promised"):
        verify_record(record)


def test_a_running_game_keeps_its_seal_closed() -> None:
    record = golden("rattus-2-cubes")
    running = {**record, "moves": record["moves"][:9], "seed": None, "result": None}
    del running["salt"]
    with pytest.raises(NotVerified, match="salt: there is none: seed and salt are shown after the end"):
        verify_record(running)
    opened = {**running, "seed": record["seed"], "salt": SALT}
    assert verify_record(opened).holds == (COMMITMENT, START, SO_FAR)


def test_what_cannot_be_read_is_no_failed_check() -> None:
    for broken in ([], {**golden("rattus-2-cubes"), "moves": [7]}, {**golden("rattus-2-cubes"), "start": {}}):
        with pytest.raises(FormatError) as error:
            verify_record(broken)
        assert not isinstance(error.value, NotVerified)


@pytest.mark.parametrize("version", [1, 3])
def test_of_other_rules_only_the_commitment_can_be_checked(version: int) -> None:
    record = {**golden("africanus-2-shuffled"), "rules_version": version}
    verification = verify_record(record)
    assert verification.holds == (COMMITMENT,)
    assert f"version {version} of the rules" in verification.unchecked
    with pytest.raises(NotVerified, match=COMMITMENT):
        verify_record({**record, "salt": "8"})
