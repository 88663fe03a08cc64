"""`rattus bot`: a computer player for other programs, one JSON object per line on standard input and output."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rattus.bots.worker import TextBot

EPILOG = "Example: [bold]rattus bot mcts[/], then a request a line (see docs/bots.md)"


def bot(
    name: Annotated[str, typer.Argument(help="A computer player; `mcts` takes its budget from each request.")],
) -> None:
    """Answer the requests of another program: one JSON object a line, on standard input and output."""
    TextBot(name).serve(sys.stdin, sys.stdout)
