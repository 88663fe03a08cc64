"""Where output goes, and what it looks like on a simple terminal."""

import codecs
import io
import sys

from rich.console import Console

# Stand-ins for what the encoding of the output lacks.
PLAIN = dict.fromkeys("╰╯╭╮╔╗╚╝├┤┴┬┼╟╢╤╧", "+") | dict(zip("─═│║●◉☠▲◆≥·→▸✓…", "-=|Ho@X^*>.>>v.", strict=True))


def make_console(stderr: bool = False) -> Console:
    """A console on standard output, or on standard error."""
    _allow_any_character(sys.stderr if stderr else sys.stdout)
    return Console(stderr=stderr, highlight=False)


def complain(message: str) -> None:
    """Say what is wrong: one line, in red."""
    line = " ".join(message.split())
    make_console(stderr=True).print(f"error: {line}", style="bold red", markup=False, soft_wrap=True)


def _allow_any_character(stream: object) -> None:
    codecs.register_error("rattus", _plain)
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="rattus")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(PLAIN.get(char, "?") for char in error.object[error.start : error.end]), error.end
