from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from rattus.cli.flow import Flow


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
