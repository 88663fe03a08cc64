from collections.abc import Callable

import pytest
from rich.console import Console, RenderableType

from rattus.cli.cartus.buildings import row
from rattus.match.game import Game

Drawn = Callable[[RenderableType], list[str]]

ROW = """\
╭──────────┬──────────────────────┬──────────────────────┬─────────────────────╮
│          │ ▸ 1 Tent             │ 2 Monastery          │ 3 Monastery         │
│          │  Magic               │  Church              │  Church             │
├──────────┼──────────────────────┼──────────────────────┼─────────────────────┤
│ supply   │ draw 2, look at 1    │ draw 4               │ lose a rat,         │
│          │                      │                      │ look at 1           │
│ premium  │ look at 2 nun cards  │ discard 2 rats       │ discard 2 rats      │
│ standard │ look at a nun card   │ discard a rat        │ discard a rat       │
├──────────┼──────────────────────┼──────────────────────┼─────────────────────┤
│ entered  │ Y  Church  2         │ R 4 cards            │ G no card           │
│          │    Magic  2 3        │                      │ B  Chivalry  4      │
│          │                      │                      │   Sword face down   │
╰──────────┴──────────────────────┴──────────────────────┴─────────────────────╯
"""


@pytest.mark.rules("C11")
def test_the_row_as_one_player_sees_it(entered: Game, console: Console, written: Callable[[], str]) -> None:
    console.print(row(entered.view("blue")))
    assert written() == ROW


def test_a_spectator_sees_numbers_until_cards_are_shown(entered: Game, drawn: Drawn) -> None:
    assert "│ entered │ Y Church 2 │ R 4 cards │ G no card │" in drawn(row(entered.view(None)))
    assert "│ │ Magic 2 3 │ │ B 2 cards │" in drawn(row(entered.view(None)))


def test_buildings_that_are_resolved(entered: Game, drawn: Drawn) -> None:
    for move in ("skip", "skip"):
        entered.play(move)
    lines = drawn(row(entered.view(None)))
    assert "│ │ ✓ 1 Tent │ ✓ 2 Monastery │ ▸ 3 Monastery │" in lines
    assert "│ entered │ Y cards put away │ R cards put away │ G no card │" in lines
    assert "│ │ │ │ B Chivalry 4 │" in lines


@pytest.mark.rules("C24")
def test_the_last_round_has_no_actions(example: Callable[..., Game], drawn: Drawn) -> None:
    lines = drawn(row(example(round=8, buildings=0).view("red")))
    assert "│ premium │ 1 more influence │ 1 more influence │ 1 more influence │" in lines
    assert "│ standard │ nothing │ nothing │ nothing │" in lines
