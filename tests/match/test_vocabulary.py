"""The vocabulary of a game: all that can happen in it, and nothing of another edition."""

import random

import pytest

import rattus
from rattus.match.vocabulary import vocabulary_of


def words(game: str, part: str, name: str) -> set[str]:
    """The names in a part of a game's vocabulary."""
    return {each[name] for each in vocabulary_of(rattus.GAMES[game])[part]}


@pytest.mark.parametrize(
    ("game", "players"),
    [("rattus", 2), ("rattus", 4), ("africanus", 3), ("africanus", 6), ("cartus", 2), ("cartus", 5)],
)
def test_all_that_happens_is_in_the_vocabulary(game: str, players: int) -> None:
    vocabulary, verbs = vocabulary_of(rattus.GAMES[game]), words(game, "verbs", "verb")
    fields = {each["event"]: set(each["fields"]) for each in vocabulary["events"]}
    for seed in range(4):
        match, chance = rattus.new(game, players=players, seed=seed), random.Random(seed)
        while not match.is_over:
            view, legal = match.view(None), list(map(str, match.legal()))
            assert view["phase"] in vocabulary["phases"]
            assert (view["pending"] or {}).get("ask") in (None, *vocabulary["questions"])
            assert {move.split(" ")[0] for move in legal} <= verbs
            match.play(chance.choice(legal))
        for event in match.events_seen(None):
            assert event["event"] in fields
            assert event.keys() - {"number", "after", "event", "seat", "rule"} <= fields[event["event"]], event
        assert match.outcome is not None
        assert match.outcome.reason in vocabulary["reasons"]


def test_the_base_game_has_no_words_of_the_expansion() -> None:
    base, africa = (vocabulary_of(rattus.GAMES[game]) for game in ("rattus", "africanus"))
    assert {"grew", "camped", "shipped_diplomat"} <= words("africanus", "events", "event")
    assert not {"grew", "camped", "shipped_diplomat"} & words("rattus", "events", "event")
    assert {"hold", "grow", "protect"} <= set(africa["questions"])
    assert not {"hold", "grow", "protect"} & set(base["questions"])
    events = words("rattus", "events", "event")
    assert all(set(card["events"]) <= events for card in base["cards"])
