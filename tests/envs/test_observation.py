"""Observations contain nothing hidden, and everything that matters for a decision."""

import copy
import json
import random

import numpy as np
import pytest

import rattus
from rattus.envs.play import make_setting
from rattus.errors import RattusError
from rattus.games.cartus.vocabulary import CARDS
from rattus.kernel.engine import Batch

# What a view shows and a row leaves out, since no decision depends on it.
LEFT_OUT = {
    ("turned",): "a turned token is gone, its mark too; of those left the row counts every kind",
    ("counted", "all"): "what everybody knows of others the observer knows too; of the observer it is in the row",
    ("used", "supply"): "of a building that is used up the supply action is gone",
    ("returned", "supply"): "the row tells which buildings are under the replacements",
    ("pending", "seen"): "which nuns were looked at in this action: the row tells those looked at in all",
    ("pending", "given"): "how many cards were given before: the row tells those that are due",
    ("reason",): "why the last round began",
    ("shuffled",): "numbers of shuffles: the row tells what is from before the last one",
}


def test_a_row_is_the_same_from_the_veiled_table(table, moments) -> None:
    compared = 0
    for play in moments(*table, every=3, decisions=400, compiled=False):
        engine, tables = play.setting.engine, [play.table, None]
        for seat in range(table[1]):
            rows = [engine.observation(), engine.observation()]
            engine.see(tables, 0, 1, seat)
            for place in range(2):
                engine.observe(tables, place, seat, rows[place])
            assert rows[0] == rows[1]
            compared += 1
    assert compared > 100 * table[1]


def test_a_row_is_the_same_from_the_veiled_table_after_the_end(table) -> None:
    name, players = table
    engine = rattus.engine(name, players, compiled=False)
    tables, out, rng = engine.tables(2), engine.move_buffer(), engine.stream(5)
    engine.begin(tables, 0, rng, out)
    engine.play_out(tables, 0, rng, out)
    for seat in range(players):
        rows = [engine.observation(), engine.observation()]
        engine.see(tables, 0, 1, seat)
        for place in range(2):
            engine.observe(tables, place, seat, rows[place])
        assert rows[0] == rows[1]


def test_equal_rows_have_equal_masks(table) -> None:
    """Many random games side by side: where two seats to move see the same row they have the same moves."""
    name, players = table
    engine = make_setting(name, players, {}).engine
    batch, chance, moves = Batch(engine, 256, "rows"), engine.streams("chance", 256), engine.numbers(256)
    masks: dict[bytes, bytes] = {}
    met = 0
    for _ in range(60):
        batch.observe()
        for row, mask in zip(batch.observations, batch.masks, strict=True):
            met += row.tobytes() in masks
            assert masks.setdefault(row.tobytes(), mask.tobytes()) == mask.tobytes()
        batch.choose(chance, moves)
        batch.step(moves)
    assert met or engine.rulebook.has_hands  # which differ from the deal on


# ---- positions that differ a little


def row_of(game, player):
    engine = rattus.Engine(game.parts.rulebook, game.box, compiled=False)
    out = engine.observation()
    engine.observe([game._table], 0, game.seats.index(player), out)
    return out


def leaves(value, path=()):
    """Every value in a view, with its path."""
    if path:
        yield path, value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from leaves(inner, (*path, key))


def others(value, words, choice):
    """Values that might stand in the place of this one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, list):
        shorter = [value[:place] + value[place + 1 :] for place in range(len(value))]
        return [[*value, choice.choice(words)], *([*value, each] for each in value[:1]), *shorter[:2]]
    if isinstance(value, dict):
        return [{key: value[key] for key in value if key != gone} for gone in list(value)[:1]]
    return [*choice.sample(words, 3), None]


def with_other(view, path, value):
    changed = copy.deepcopy(view)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def words_of(game):
    box = game.box
    if game.parts.rulebook.name == "cartus":
        return [*game.seats, *CARDS]
    return [*game.seats, *box.regions, *box.cards, *box.region_card_names]


def matters(view):
    """The view without the parts that no decision depends on."""
    left = copy.deepcopy(view)
    for path in LEFT_OUT:
        inner = left.get(path[0])
        if len(path) == 1:
            left.pop(path[0], None)
        elif isinstance(inner, dict):
            inner.pop(path[1], None)
        elif isinstance(inner, list) and inner and isinstance(inner[0], dict):
            left[path[0]] = [{key: each[key] for key in each if key != path[1]} for each in inner]
    left["marked"] = [place for place in left.get("marked", []) if not place.startswith("turned")]
    return left


def states(name, players, number, seed):
    """Moments of random games at which somebody is to move."""
    choice, games = random.Random(seed), 0
    game = rattus.new(name, players, f"{seed}/{games}")
    while number:
        if game.is_over:
            games += 1
            game = rattus.new(name, players, f"{seed}/{games}")
        if choice.random() < 0.05:
            number -= 1
            yield game
        game.play(choice.choice(game.legal()))


def check_neighbours(name, players, number, seed):
    """Change what is in a view here and there: where that is a position too, either the row differs, or nothing that
    matters does.
    """
    choice, compared, alike = random.Random(seed), 0, 0
    for game in states(name, players, number, seed):
        player, words = game.to_move, words_of(game)
        view = json.loads(json.dumps(game.view(player)))
        row, legal = row_of(game, player), list(map(str, game.legal()))
        found = [(path, value) for path, value in leaves(view) if path[0] not in ("game", "players", "options")]
        for path, value in choice.sample(found, min(40, len(found))):
            for other in others(value, words, choice):
                try:
                    near = rattus.from_position(with_other(view, path, other), seed=1)
                except RattusError:
                    continue
                if near.is_over or near.to_move != player:
                    continue
                compared += 1
                if row_of(near, player) == row:
                    alike += 1
                    assert matters(json.loads(json.dumps(near.view(player)))) == matters(view), path
                    assert list(map(str, near.legal())) == legal, path
    assert compared > 5 * number
    assert alike < compared / 2


SOME = [("rattus", 2), ("rattus", 4), ("africanus", 3), ("africanus", 6), ("cartus", 2), ("cartus", 4)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), SOME)
def test_what_matters_in_a_view_is_in_the_row(name, players, seed) -> None:
    check_neighbours(name, players, 3 if name == "cartus" else 10, seed)


@pytest.mark.long
def test_what_matters_in_a_view_is_in_the_row_of_many(table, seed) -> None:
    check_neighbours(*table, 200, seed)


# ---- regressions: what was missing once


def test_who_has_looked_at_a_token_is_in_the_row() -> None:
    position = {
        "game": "rattus", "players": 3, "turn": "red", "phase": "turn", "plague": "gallia", "supply": 5,
        "regions": {"italia": {"rats": 2}, "gallia": {"rats": 2}},
    }  # fmt: skip
    games = [rattus.from_position({**position, "known": known}) for known in ({}, {"green": ["italia.1"]})]
    rows = [np.array(row_of(game, "red")) for game in games]
    assert (rows[0] != rows[1]).sum() == 1


def test_the_regions_and_the_queue_of_growing_are_in_the_row() -> None:
    position = {
        "game": "africanus", "players": 3, "turn": "red", "phase": "turn", "plague": "germania", "supply": 10,
        "classes": dict.fromkeys(["astronomer", "explorer", "trader", "sultan", "witch", "king"], "red"),
        "caravan": "italia", "used": ["trader"],
        "regions": {
            "gallia": {"cubes": {"red": 2, "yellow": 1}}, "germania": {"cubes": {"red": 1, "yellow": 1}},
            "hispania": {"cubes": {"red": 1}},
        },
    }  # fmt: skip
    queues = [
        [["red", "gallia"]], [["red", "germania"]], [["red", "gallia"], ["red", "hispania"]],
        [["red", "germania"], ["yellow", "germania"]],
    ]  # fmt: skip
    games = [rattus.from_position({**position, "pending": {"ask": "grow", "queue": queue}}) for queue in queues]
    assert len({str(game.legal()) for game in games}) == 2
    assert len({tuple(row_of(game, "red")) for game in games}) == len(queues)
