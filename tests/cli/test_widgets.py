from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from rattus.cli.widgets import Canvas, Flow, walk


def drawn(canvas: Canvas) -> list[str]:
    return canvas.render().plain.splitlines()


def test_a_line_joins_two_boxes() -> None:
    canvas = Canvas()
    canvas.box(0, 0, 4, 3)
    canvas.box(6, 0, 4, 3, double=True)
    canvas.path([(3, 1), (6, 1)])
    assert drawn(canvas) == ["╭──╮  ╔══╗", "│  ├──╢  ║", "╰──╯  ╚══╝"]


def test_a_line_bends() -> None:
    canvas = Canvas()
    canvas.path([(0, 0), (0, 1), (3, 1), (3, 2)])
    assert drawn(canvas) == ["╷", "╰──╮", "   ╵"]


def test_lines_that_cross() -> None:
    canvas = Canvas()
    canvas.path([(0, 1), (2, 1)])
    assert not canvas.is_free([(1, 0), (1, 2)])
    assert canvas.is_free([(2, 1), (4, 1)])
    canvas.path([(1, 0), (1, 2)])
    assert drawn(canvas) == [" ╷", "╶┼╴", " ╵"]


def test_text_lies_over_lines() -> None:
    canvas = Canvas()
    canvas.path([(0, 0), (5, 0)])
    assert canvas.write(1, 0, "ab") == 3
    assert drawn(canvas) == ["╶ab──╴"]


def test_wide_characters_take_two_columns() -> None:
    canvas = Canvas()
    assert canvas.write(0, 0, "鼠a") == 3
    assert drawn(canvas) == ["鼠a"]


def test_walk() -> None:
    assert list(walk([(0, 0), (2, 0), (2, 1)])) == [(0, 0), (1, 0), (2, 0), (2, 1)]


def test_as_many_on_a_line_as_there_is_room_for(console: Console, written: Callable[[], str]) -> None:
    console.width = 30
    console.print(Flow([Text(word * 8) for word in "abc"], Text("Here: ")))
    console.print(Flow([Text("x" * 30), Text("y")]))
    assert [line.rstrip() for line in written().splitlines()] == [
        "Here: aaaaaaaa   bbbbbbbb",
        "      cccccccc",
        "x" * 30,
        "y",
    ]


def test_nothing(console: Console, written: Callable[[], str]) -> None:
    console.print(Flow([]))
    assert written() == "\n"
