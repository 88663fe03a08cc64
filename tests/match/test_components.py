from pathlib import Path

import pytest

from rattus.games import GAMES
from rattus.match.components import component_tables
from rattus.match.parts import find_game, parts_in, shipped_table

ALTERNATIVE = Path(__file__).resolve().parents[2] / "examples/tables/deadlier_rats"


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


@pytest.mark.parametrize("game", ["rattus", "africanus"])
def test_the_alternative_table_keeps_what_is_known(game):
    """It is marked, can be loaded, and differs from the table of the package only as docs/study.md says."""
    name = f"{game}_tokens.toml"
    assert (ALTERNATIVE / name).read_text("utf-8").startswith("# ALTERNATIVE TABLE, not what is printed:")
    parts = parts_in(find_game(game), ALTERNATIVE)
    assert parts.digest != parts_in(find_game(game), ALTERNATIVE.parents[2] / "src/rattus/data").digest
    table, shipped = parts.corrected[name], shipped_table(name)
    printed = shipped_table("printed.toml")[f"{game}_tokens"]["faces"]
    for kind in ("starting", "ordinary"):
        assert len(table[kind]) == len(shipped[kind])
        for face, known in zip(table[kind], shipped[kind], strict=True):
            if known in printed:
                assert face == known
                continue
            classes = [symbol for symbol in known["symbols"] if symbol != "majority"]
            assert face["symbols"] == ["majority", "majority", *classes]
            assert face["limit"] == known["limit"] - (known["limit"] in (2, 3, 4, 5))
