import itertools
from collections.abc import Callable
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

import rattus
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.rattus.board import Board, places_of
from rattus.match.game import Game

GAMES = [("rattus", 2), ("rattus", 3), ("rattus", 4), *(("africanus", players) for players in range(2, 7))]
POSITION: dict[str, Any] = {
    "game": "rattus",
    "players": 2,
    "turn": "red",
    "phase": "turn",
    "plague": "germania",
    "supply": 10,
    "known": {"red": ["gallia.2"]},
    "regions": {
        "gallia": {"rats": [{"limit": 3, "symbols": ["all"]}, {"limit": 2, "symbols": ["majority", "magic"]}]},
        "italia": {"cubes": {"red": 12, "yellow": 1}, "rats": 3},
        "germania": {"cubes": {"yellow": 2}},
    },
}
MAP = """\
╭───────────────╮   ╭───────────────╮   ╭───────────────╮
│ Anglia        │   │ Scandia       │   │ Polonia       │
│               ├───┤               │   │               │
╰───────┬───────╯   ╰───────┬───────╯   ╰─┬─────┬───────╯
        │                   │     ╭───────╯     │
╭───────┴───────╮   ╔═══════╧═════╧═╗   ╭───────┴───────╮
│ Gallia     ●◉ │   ║☠ Germania     ║   │ Hungaria      │
│               ├───╢ Y2            ╟───┤               │
│ .2 ≥2 M·Wi    │   ║               ║   │               │
╰───────┬─────┬─╯   ╚═══════╤═══════╝   ╰─┬─────────────╯
        │     ╰───────╮     │     ╭───────╯
╭───────┴───────╮   ╭─┴─────┴─────┴─╮
│ Hispania      │   │ Italia    ●●● │
│               ├───┤ R12 Y1        │
╰───────────────╯   ╰───────────────╯"""


AFRICA: dict[str, Any] = {
    "game": "africanus",
    "players": 5,
    "turn": "red",
    "phase": "turn",
    "plague": "mauretania",
    "caravan": "libya",
    "supply": 10,
    "classes": dict.fromkeys(("peasant", "merchant", "monk", "knight", "witch", "king", "trader", "sultan")),
    "regions": {
        "italia": {"cubes": {"red": 2, "white": 1}, "diplomats": ["red"]},
        "mauretania": {"rats": 3, "cubes": {"red": 2, "yellow": 3, "blue": 1, "white": 4}, "diplomats": ["yellow"]},
        "libya": {"rats": 1},
        "aegyptus": {"cubes": {"white": 10}},
    },
}
AFRICA_MAP = """\
│         │     ╰───────╮     │     ╭───────╯     │
│ ╭───────┴───────╮   ╭─┴─────┴─────┴─╮   ╭───────┴───────╮   ╭───────────────╮
│ │ Hispania      │   │ Italia        │   │ Bulgaria      │   │ Turcia        │
│ │               ├───┤ R2◆ W1        ├─╮ │               ├───┤               │
│ ╰─────┬─────────╯   ╰─────────────┬─╯ │ ╰───────────────╯   ╰─┬───────┬─────╯
│       │                           │   ╰───────────────────────╯       │
│ ╔═════╧═════╗   ╭───────────╮   ╭─┴─────────╮   ╭───────────╮   ╭─────┴─────╮
│ ║☠Mauretania║   │ Numidia   │   │ Ifriqiya  │   │ Libya     │   │ Aegyptus  │
│ ║ ●●●       ║   │           │   │           │   │ ● ▲       │   │           │
│ ║ R2 Y3◆ B1 ╟───┤           ├───┤           ├───┤           ├───┤ W10       │
│ ║ W4        ║   │           │   │           │   │           │   │           │
│ ╚═══════════╝   ╰─────┬─────╯   ╰───────────╯   ╰───────────╯   ╰───────────╯
╰───────────────────────╯"""


def borders(game: Game) -> Any:
    return game.parts.components.borders


def test_map_as_one_player_sees_it() -> None:
    game = rattus.from_position(POSITION)
    board = Board(game.view("red"), borders(game), 57)
    assert board.canvas.render().plain == MAP
    assert "◉" not in Board(game.view("yellow"), borders(game), 57).canvas.render().plain


def test_africa_lies_in_the_south() -> None:
    game = rattus.from_position(AFRICA)
    board = Board(game.view("red"), borders(game), 80)
    assert "\n".join(board.canvas.render().plain.splitlines()[-13:]) == AFRICA_MAP
    assert not board.undrawn


def test_pieces_stand_before_the_name_where_there_is_room(console: Console, written: Callable[[], str]) -> None:
    game = rattus.from_position(AFRICA | {"plague": "libya"})
    console.width = 100
    console.print(Board(game.view("red"), borders(game), 100).render())
    assert "║☠▲ Libya     ● ║" in written()
    assert "☠ plague   ● rat, face down   ▲ caravan   ◆ diplomat" in written()


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("width", [80, 90, 100, 120, 200])
def test_all_borders_of_the_shipped_map_are_drawn(name: str, players: int, width: int) -> None:
    game = rattus.new(name, players)
    board = Board(game.view(None), borders(game), width)
    assert board.undrawn == []
    assert board.width <= width


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("width", [80, 100, 124, 132, 140, 250])
def test_nothing_is_wider_than_the_screen(name: str, players: int, width: int, advanced: Callable[..., Game]) -> None:
    for moves in (0, 60, 10_000):
        game = advanced(players, moves, name=name)
        console = Console(width=width, record=True, highlight=False, quiet=False)
        with console.capture() as captured:
            GAME_UIS[game.name].show_table(console, game, "red", ["red"])
        lines = captured.get().splitlines()
        assert max(map(cell_len, lines)) <= width
        for region in game.view(None)["regions"]:
            assert any(region.title() in line for line in lines)


def test_a_map_with_unknown_regions_lies_on_a_grid() -> None:
    assert places_of(["roma", "gallia", "a", "b", "c"]) == {
        "roma": (0, 0),
        "gallia": (1, 0),
        "a": (2, 0),
        "b": (3, 0),
        "c": (0, 1),
    }


def test_borders_that_cannot_be_drawn_are_told(console: Console, written: Callable[[], str]) -> None:
    names = ["aa", "bb", "cc", "dd", "ee", "ff", "gg", "hh"]
    view = rattus.new("rattus", 2).view(None) | {
        "regions": {name: {"rats": [None], "cubes": {}} for name in names},
        "plague": "aa",
    }
    board = Board(view, set(itertools.combinations(names, 2)), 80)
    console.print(board.render())
    assert ("bb", "ee") in board.undrawn  # the way from aa to ff is there already
    assert ("aa", "bb") not in board.undrawn
    assert "Also bordering: " in written()
    assert "Bb-Ee" in written()


def test_long_names_and_many_symbols_stay_inside() -> None:
    name = "a_region_with_a_very_long_name"
    face = {"limit": 6, "symbols": ["majority", "all", "peasantry", "church", "magic", "royalty", "church", "all"]}
    view = rattus.new("rattus", 2).view(None) | {
        "regions": {name: {"rats": [face, None, face], "cubes": {"red": 20, "yellow": 20}}},
        "plague": name,
    }
    lines = Board(view, [], 17).canvas.render().plain.splitlines()
    assert {len(line) for line in lines} == {17}
    assert "".join(lines).count("Mo·A") == 2
