import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import Result

from rattus.cli.simulate import chunks

Run = Callable[..., Result]


def simulated(run: Run, *arguments: object) -> dict[str, Any]:
    result = run("simulate", "--json", *arguments)
    assert result.exit_code == 0
    data: dict[str, Any] = json.loads(result.stdout)
    del data["wall_seconds"]
    return data


def test_results_do_not_depend_on_threads(run: Run) -> None:
    one, two = (simulated(run, "-n", 1200, "-p", 3, "--seed", "x", "--threads", threads) for threads in (1, 2))
    assert one == two
    assert one["games"] == sum(one["wins"].values()) == sum(one["ends"].values()) == 1200
    assert one["decisions"] == pytest.approx(one["decisions_per_game"]["mean"] * 1200)
    assert list(one["points"]) == ["red", "yellow", "green"]
    assert one != simulated(run, "-n", 1200, "-p", 3, "--seed", "y")


def test_options(run: Run) -> None:
    data = simulated(run, "-n", 50, "-p", 2, "-o", "max_turns=5", "-o", "phase_order=free")
    assert data["options"] == {"max_turns": 5, "phase_order": "free"}
    assert data["ends"] == {"turns": 50}
    assert data["turns_per_game"] == {"min": 5, "mean": 5.0, "max": 5}


def test_summary_for_people(run: Run) -> None:
    result = run("simulate", "-n", 20, "-p", 2)
    assert "the supply of rats is empty: " in result.stdout
    assert "Yellow" in result.stdout
    assert result.stderr == ""


def test_bad_arguments(run: Run) -> None:
    for arguments in (["-n", 0], ["-p", 7], ["chess"], ["-o", "max_turns"], ["-o", "x=1"], ["--components", "nowhere"]):
        assert run("simulate", *arguments).exit_code == 2


def test_chunks() -> None:
    assert list(chunks(1200)) == [500, 500, 200]
    assert sum(chunks(10_000_001)) == 10_000_001
    assert len(list(chunks(10_000_001))) <= 4000


def test_africanus(run: Run) -> None:
    cards = ["peasant", "monk", "witch", "king", "trader", "sultan"]
    data = simulated(run, "africanus", "-n", 50, "-p", 2, "-o", f"cards={','.join(cards)}")
    assert (data["game"], data["options"]) == ("africanus", {"cards": cards})
    assert list(simulated(run, "africanus", "-n", 50, "-p", 6)["wins"])[-1] == "orange"


def test_cartus(run: Run) -> None:
    buildings = {"farm": 3, "brewery": 2, "office": 5, "hospital": 5, "castle": 5, "hut": 5, "treasury": 5}
    option = ",".join(f"{name}:{copies}" for name, copies in buildings.items())
    data = simulated(run, "cartus", "-n", 50, "-p", 2, "-o", f"buildings={option}")
    assert (data["game"], data["options"]) == ("cartus", {"buildings": buildings})
    assert (data["turns_per_game"]["mean"], data["ends"]) == (10, {"rounds": 50})
    assert data["unwon"] > 5  # all have died (C37)
    assert 50 - data["unwon"] <= sum(data["wins"].values()) <= 100 - data["unwon"]
    output = run("simulate", "cartus", "-n", 20, "-p", 5).stdout
    for words in ("rounds a game", "the last round is over: 20 (100.0%)", "wins", "won by nobody", "White"):
        assert words in output


def test_warm(run: Run) -> None:
    run("warm")
    assert [line.partition(" The cache")[0] for line in run("warm").stdout.splitlines()] == [
        "Rattus is compiled already.",
        "Rattus Africanus is compiled already.",
        "Rattus Cartus is compiled already.",
    ]
    assert run("warm", "africanus").stdout.startswith("Rattus Africanus is compiled already. The cache is in ")
    assert run("warm", "chess").exit_code == 2
