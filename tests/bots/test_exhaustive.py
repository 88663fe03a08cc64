"""On small late positions, where nothing is hidden, the search finds what trying everything proves."""

import pytest

import rattus
from rattus.bots import tree
from rattus.bots.protocol import Budget
from rattus.bots.search import Search
from rattus.kernel.rule import bind
from rattus.match.sight import sight_of

FACES = {
    "gallia": [{"limit": 2, "symbols": ["majority"]}, {"limit": 3, "symbols": ["all"]}],
    "italia": [{"limit": 1, "symbols": ["magic", "royalty"]}],
    "germania": [{"limit": 2, "symbols": ["chivalry", "bourgeoisie"]}],
}
LATE = {
    "game": "rattus", "players": 2, "turn": "red", "phase": "last_round", "plague": "germania", "supply": [],
    "classes": {"peasant": None, "merchant": "yellow", "monk": "yellow", "knight": None, "witch": None, "king": "red"},
    "regions": {
        "gallia": {"rats": FACES["gallia"], "cubes": {"red": 3, "yellow": 2}},
        "italia": {"rats": FACES["italia"], "cubes": {"red": 2, "yellow": 1}},
        "germania": {"rats": FACES["germania"], "cubes": {"yellow": 3, "red": 1}},
        "hispania": {"cubes": {"yellow": 1}},
    },
    "known": {seat: ["gallia.1", "gallia.2", "italia.1", "germania.1"] for seat in ("red", "yellow")},
}  # fmt: skip


def worths(game):
    """The value of a finished game for each seat."""
    worth = [0] * game.players
    weigh = bind({"weigh": tree.weigh}, "test", game.parts.rulebook.rules)["weigh"]
    weigh(game.box.record, game._table, [0] * game.players, [0] * game.players, worth)
    return worth


def best(game, seen):
    """The value for each seat if every seat always makes its best move."""
    if game.is_over:
        return worths(game)
    key = str(game.position())
    if key not in seen:
        seat = game.seats.index(game.to_move)
        seen[key] = max((best(after(game, move), seen) for move in game.legal()), key=lambda worth: worth[seat])
    return seen[key]


def after(game, move):
    copy = game.copy()
    copy.play(move)
    return copy


def variations():
    """Positions that differ in who holds what and where cubes are."""
    for palace in ({}, {"red": 2}, {"yellow": 1}):
        for monk in ("yellow", None):
            for crowd in (1, 3):
                classes = {**LATE["classes"], "monk": monk}
                regions = {**LATE["regions"], "hispania": {"cubes": {"yellow": crowd}}}
                yield {**LATE, "classes": classes, "palace": palace, "regions": regions}


@pytest.mark.parametrize("position", list(variations()), ids=range(12))
def test_the_search_finds_a_best_move(position) -> None:
    game = rattus.from_position(position)
    assert not game.is_over
    seat, seen = game.seats.index(game.to_move), {}
    values = {str(move): best(after(game, move), seen)[seat] for move in game.legal()}
    assert len(set(values.values())) > 1
    choice = Search(sight_of(game), Budget(1500), 1, compiled=False).run()
    assert values[choice.move] == max(values.values())
