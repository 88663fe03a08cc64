import pytest

from rattus.games import GAMES
from rattus.match.components import component_tables
from rattus.match.parts import shipped_table


@pytest.mark.parametrize(
    ("game", "tokens", "borders", "cards", "supply"),
    [("rattus", 49, 22, 0, 0), ("africanus", 65, 30, 51, 0), ("cartus", 0, 0, 0, 60)],
)
def test_all_components_are_listed(game, tokens, borders, cards, supply):
    tables = component_tables(GAMES[game])
    assert sum(face["tokens"] for face in tables["tokens"]) == tokens
    assert len(tables["borders"]) == borders
    assert sum(len(each["symbols"]) for each in tables["cards"]) == cards
    assert sum(len(each["supply"]) for each in tables["supply"]) == supply


def test_what_is_printed_is_in_the_tables():
    printed = shipped_table("printed.toml")
    rattus, cartus = component_tables(GAMES["rattus"]), component_tables(GAMES["cartus"])
    assert sum(face["printed"] for face in rattus["tokens"]) == len(printed["rattus_tokens"]["faces"])
    assert [each["regions"] for each in rattus["borders"] if each["printed"]] == printed["borders"]
    shown = {
        each["building"]: [action["action"] for action in each["supply"] if action["printed"]]
        for each in cartus["supply"]
        if any(action["printed"] for action in each["supply"])
    }
    assert shown == printed["supply"]
    assert not any(face["printed"] for face in component_tables(GAMES["africanus"])["tokens"])
