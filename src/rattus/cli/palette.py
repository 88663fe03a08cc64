"""Colours. Each seat is a colour and a letter; nothing is told by colour alone."""

from collections.abc import Collection

from rich.text import Text

PIECES = {  # as on the printed board, letter on wood
    "red": "bold #fdf6e6 on #961a1d",
    "yellow": "bold #1a1109 on #fbd02c",
    "green": "bold #1a1109 on #3d9a78",
    "blue": "bold #fdf6e6 on #143d7c",
    "white": "bold #1a1109 on #f1ebdf",
    "orange": "bold #1a1109 on #ee7d1a",
}
NAMES = {
    "red": "bold #d0393b",
    "yellow": "bold #b58900",
    "green": "bold #2b9a70",
    "blue": "bold #4a7fd6",
    "white": "bold #9d9484",
    "orange": "bold #e0711a",
}
PIGMENTS = {  # of the classes, as on the bands of the cards
    "peasantry": "#2a1d12 on #d1ae57",
    "bourgeoisie": "#fdf6e6 on #905a32",
    "church": "#fdf6e6 on #4d2a67",
    "chivalry": "#2a1d12 on #96adc7",
    "magic": "#fdf6e6 on #1b4031",
    "royalty": "#fdf6e6 on #9b1147",
}
BORDER = "dim"
PLAGUE = "bold #d0393b"
RAT = "#a0753a"
SEEN = "bold cyan"
CARAVAN = "bold #b58900"
NUMBER = "bold cyan"
QUIET = "dim"
DIPLOMAT = "◆"


def piece(seat: str, number: int, diplomats: int = 0) -> tuple[str, str]:
    """Cubes of a seat, with the diplomats under them: text and style."""
    return f"{seat[0].upper()}{with_diplomats(number, diplomats)}", PIECES[seat]


def with_diplomats(cubes: int, diplomats: int) -> str:
    """A number of cubes, with a mark for each diplomat under them."""
    return f"{cubes}{DIPLOMAT * diplomats}"


def band(name: str, words: str = "") -> Text:
    """A class on its pigment, by its name or in other words."""
    return Text(f" {words or name.title()} ", style=PIGMENTS[name])


def player_name(seat: str, people: Collection[str]) -> Text:
    """The name of a seat, and whether a person sits there."""
    who = "" if seat not in people else " (you)" if len(people) == 1 else " (person)"
    return Text(seat.title(), style=NAMES[seat]).append(who, style="not bold default")


def coloured(sentence: str) -> Text:
    """A sentence with the seats in their colours."""
    text = Text(sentence)
    for seat, style in NAMES.items():
        text.highlight_regex(rf"\b{seat.title()}\b", style)
    return text
