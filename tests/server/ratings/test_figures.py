"""What a finished match says of those who played it."""

import random
from collections import Counter

import pytest

from rattus.match.record import begin_record, replay
from rattus.server.ratings.figures import FigureKind, figures_of

from ..in_memory_table import InMemoryTable, people


def played(game: str, seed: int, **more: object) -> InMemoryTable:
    table = InMemoryTable(
        game=game, players=3, chairs=people("Anna", "Bert", "Cleo"), options={"first": "yellow"}, start=True, **more
    )
    table.play(random.Random(seed))
    return table


@pytest.mark.parametrize("game", ["rattus", "africanus", "cartus"])
def test_figures_are_what_the_events_tell(game: str, seed: int) -> None:
    table = played(game, seed)
    found = figures_of(table.journal, 1)
    assert found is not None
    match = table.table.game
    assert match is not None
    for number, seat in enumerate(match.seats):
        by_kind = {kind: [each for each in found[seat] if each.kind is kind] for kind in FigureKind}
        assert len(by_kind[FigureKind.ALL]) == 1
        assert [each.name for each in by_kind[FigureKind.PLAYERS]] == ["3"]
        assert [each.name for each in by_kind[FigureKind.ORDER]] == [str((number - 1) % 3 + 1)]
        assert {each.name for each in by_kind[FigureKind.THING]} == things(table, seat)
        assert sum(each.most for each in by_kind[FigureKind.PLAGUE]) == worst_plague(table, seat)
        assert all(each.most > 0 for each in by_kind[FigureKind.REIGN])
    reigns = [each.most for some in found.values() for each in some if each.kind is FigureKind.REIGN]
    turns = sum(event["event"] == "next" for event in match.events)
    assert 0 < max(reigns) <= turns


def things(table: InMemoryTable, seat: str) -> set[str]:
    """Class cards by their moves; buildings by the row as it was."""
    match, found = table.table.game, set()
    assert match is not None
    row = {place: card["building"] for place, card in enumerate(table.table.start.get("row", ()), 1)}
    if match.name != "cartus":
        return {text.split()[1] for who, text in table.table.moves if who == seat and text.startswith("take ")}
    for event in match.events:
        if event["event"] == "opened":
            row[event["place"]] = event["building_card"]["building"]
        elif event["event"] == "entered" and event["seat"] == seat:
            found.add(row[event["place"]])
    return found


def worst_plague(table: InMemoryTable, seat: str) -> int:
    match = table.table.game
    assert match is not None
    outcome = match.outcome
    assert outcome is not None
    if "rats" in outcome.details:
        return int(outcome.details["rats"][seat])
    worst, lost = 0, Counter[str]()
    for event in match.events:
        if event["event"] == "ravaged":
            lost = Counter()
        elif event["event"] == "lost" and event["seat"] == seat:
            lost[event["region"]] += event["cubes"]
            worst = max(worst, *lost.values())
    return worst


def test_the_lead_is_counted_in_turns_in_a_row(seed: int) -> None:
    """Counted in another way: the match is played again, and the standings are compared after every turn."""
    table = played("rattus", seed)
    match = table.table.game
    assert match is not None
    again = match.record()
    game = begin_record(again)
    standings, turns = [], 0
    for now in replay(game, again):
        ended = sum(event["event"] == "next" for event in now.events)
        standings += [now.standing()] * (ended - turns)
        turns = ended
    found = figures_of(table.journal, 1)
    assert found is not None
    for seat in match.seats:
        best = run = 0
        for points in standings:
            rest = [number for other, number in points.items() if other != seat]
            run = run + 1 if points[seat] > max(rest) else 0
            best = max(best, run)
        assert sum(each.most for each in found[seat] if each.kind is FigureKind.REIGN) == best


def test_a_match_from_a_position_says_nothing(seed: int) -> None:
    dealt = InMemoryTable(game="rattus", players=2, chairs=people("Anna", "Bert"), start=True)
    dealt.play(random.Random(seed), 6)
    assert figures_of(dealt.journal, 1) is None  # it is not over
    assert dealt.table.game is not None
    given = InMemoryTable(position=dealt.table.game.position(), chairs=people("Anna", "Bert"), start=True)
    given.play(random.Random(seed))
    assert given.table.status == "over"
    assert figures_of(given.journal, 1) is None
