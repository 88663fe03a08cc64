"""Records: written, read, replayed, and refused when they cannot be right."""

import contextlib
import copy
import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rattus
from rattus.errors import FormatError
from rattus.match.record import begin_record, load_record, read_record, write_lines

from ..fuzz import examples


def played(moves=10**6, players=2, seed=4):
    game, choice = rattus.new("rattus", players, seed), random.Random(seed)
    while not game.is_over and len(game.moves) < moves:
        game.play(choice.choice(game.legal()))
    return game


FINISHED = played().record()
RUNNING = played(moves=30).record()


def test_a_record_is_plain_json_with_the_named_fields() -> None:
    record = json.loads(json.dumps(FINISHED))
    assert set(record) == {
        "game", "rules_version", "players", "options", "seed", "start", "moves", "shuffles", "result",
    }  # fmt: skip
    assert record["moves"][0] == {record["start"]["first"]: record["moves"][0][record["start"]["first"]]}
    assert record["shuffles"] == []
    assert set(record["result"]) == {"points", "ranking", "winners", "dead", "reason", "categories"}
    assert RUNNING["result"] is None


@pytest.mark.parametrize("record", [FINISHED, RUNNING], ids=["finished", "running"])
def test_a_record_gives_the_same_game_as_json_and_as_lines(record) -> None:
    for text in (json.dumps(record), json.dumps(record, indent=2), write_lines(record)):
        game = rattus.load(text)
        assert game.record() == record
    assert rattus.load(record).record() == record


def test_a_running_record_goes_on() -> None:
    game = rattus.load(RUNNING)
    game.play(game.legal()[0])
    assert len(game.moves) == 31


def test_the_seed_gives_the_same_start_again() -> None:
    game = rattus.load(FINISHED)
    assert rattus.new("rattus", 2, game.seed).record()["start"] == FINISHED["start"]


def test_begin_is_before_the_first_move() -> None:
    game = begin_record(FINISHED)
    assert game.moves == []
    assert game.position() == FINISHED["start"]


def changed(**changes):
    record = copy.deepcopy(FINISHED)
    record.update(changes)
    return {name: value for name, value in record.items() if value != "gone"}


@pytest.mark.parametrize(
    ("record", "place", "words"),
    [
        (changed(rules_version=1), "rules_version", "version 1 of the rules"),
        (changed(rules_version=3), "rules_version", "Update rattus"),
        (changed(rules_version=0), "rules_version", "a number"),
        (changed(rules_version="1"), "rules_version", "a number"),
        (changed(rules_version="gone"), "record", "cut off"),
        (changed(moves="gone"), "record", "cut off"),
        (changed(start="gone"), "record", "cut off"),
        (changed(game="gone"), "record", "cut off"),
        (changed(game="chess"), "game", "chess"),
        (changed(colour=1), "record", "colour"),
        (changed(players=3), "players", "start"),
        (changed(options={"placing": "compulsory"}), "players", "start"),
        (changed(start={}), "start, game", "rattus, not None"),
        (changed(start=[]), "start, position", "a map"),
        (changed(start={**FINISHED["start"], "plague": "x"}), "start, plague", "one of"),
        (changed(moves={}), "moves", "a list"),
        (changed(moves=[7]), "moves[0]", "{seat: text}"),
        (changed(moves=[{"red": "pass", "yellow": "pass"}]), "moves[0]", "{seat: text}"),
        (changed(moves=[{"red": 7}]), "moves[0]", "{seat: text}"),
        (changed(moves=[{"purple": "settle gallia"}]), "moves[0]", "no seat"),
        (changed(moves=FINISHED["moves"][1:]), "moves[0]", "to move"),
        (changed(moves=[*FINISHED["moves"], {"red": "pass"}]), f"moves[{len(FINISHED['moves'])}]", "is over"),
        (changed(moves=FINISHED["moves"][:-1]), "result", "no end"),
        (changed(result={**FINISHED["result"], "winners": ["nobody"]}), "result", "not"),
        (changed(result="red"), "result", "not"),
        (changed(shuffles=[["anglia:?"]]), "shuffles", "no pile"),
        (changed(components={"chess.toml": {}}), "components", "chess.toml"),
        (changed(components=[]), "components", "a map"),
        (changed(components={"map.toml": {}}), "map.toml, regions", "missing"),
        ([], "record", "an object"),
        (None, "record", "an object"),
    ],
)
def test_a_record_that_cannot_be_right_is_refused_with_its_place(record, place, words) -> None:
    with pytest.raises(FormatError) as error:
        load_record(record)
    assert error.value.place == place
    assert words in error.value.why


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "record"),
        ("   \n ", "record"),
        ("hello", "line 1"),
        ("[]", "record"),
        ("[" * 100_000, "record"),
        ("{}\n" + "[" * 100_000, "line 2"),
        ("7", "record"),
        (json.dumps(FINISHED)[:-20], "line 1"),
        (json.dumps(FINISHED, indent=1)[:-20], "line"),
        (write_lines(FINISHED)[:-20], "line"),
        (json.dumps(FINISHED) + "\n" + json.dumps(FINISHED), "line 1"),
        (write_lines(FINISHED).replace("\n", "\n7\n", 1), "line 2"),
    ],
)
def test_a_text_that_is_no_record_is_refused(text, place) -> None:
    with pytest.raises(FormatError) as error:
        read_record(text)
    assert error.value.place.startswith(place)


@given(st.text() | st.binary().map(lambda data: data.decode("latin-1")))
@settings(max_examples=examples(200), deadline=None)
def test_any_text_is_read_or_refused(text) -> None:
    try:
        rattus.load(text)
    except FormatError:
        return
    raise AssertionError("nobody writes a record by chance")


@given(st.integers(0, 10**6), st.integers(1, 5))
@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_record_with_characters_cut_out_is_refused_or_read(place, length) -> None:
    text = write_lines(FINISHED)
    place %= len(text)
    with contextlib.suppress(FormatError):
        game = rattus.load(text[:place] + text[place + length :])
        assert game.outcome is None or game.outcome.as_data() == rattus.load(game.record()).outcome.as_data()
