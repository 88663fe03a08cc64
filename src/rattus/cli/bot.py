"""`rattus bot`: a computer player for other programs, one JSON object per line on standard input and output."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import Annotated, Any, TextIO

import typer

from rattus.bots.players import are_players_compiled, make_player
from rattus.bots.protocol import Budget, Player, read_budget
from rattus.bots.search import SearchPlayer
from rattus.errors import FormatError, RattusError
from rattus.kernel.validation import read_list, read_map, shown
from rattus.match.parts import find_game, shipped_parts
from rattus.match.sight import Sight, sight_of_view

FIELDS = ("game", "seat", "view", "legal", "budget", "seed")
BUDGET_PER_REQUEST = "mcts"  # the player whose budget comes with each request
DEFAULT_BUDGET = Budget(simulations=1000)
TIME_SHARE = 0.9  # of the seconds given, so that the answer is in time
EPILOG = "Example: [bold]rattus bot mcts[/], then a request a line (see docs/bots.md)"


def bot(
    name: Annotated[str, typer.Argument(help="A computer player; `mcts` takes its budget from each request.")],
) -> None:
    """Answer the requests of another program: one JSON object a line, on standard input and output."""
    Bot(name).serve(sys.stdin, sys.stdout)


class Bot:
    """Answers requests as one player."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._players: dict[bool, Player] = {}
        if name != BUDGET_PER_REQUEST:
            make_player(name)  # fails at once for an unknown name

    def serve(self, requests: Iterable[str], answers: TextIO) -> None:
        """Answer every line; an invalid request is answered with an error."""
        for line in requests:
            if line.strip():
                answers.write(json.dumps(self.answer(line)) + "\n")
                answers.flush()

    def answer(self, line: str) -> dict[str, Any]:
        """The answer to one request: a move with the options considered, or an error."""
        try:
            request = _read_request(line)
            sight = _sight(request)
            player = self._player(request, are_players_compiled(sight.parts.rulebook))
            return player.choose(sight, str(request.get("seed", 0))).as_data()
        except RattusError as error:
            return {"error": str(error)}

    def _player(self, request: Any, compiled: bool) -> Player:
        """The player, on compiled rules or, before those are compiled, on lists."""
        if self._name == BUDGET_PER_REQUEST:
            return SearchPlayer(BUDGET_PER_REQUEST, _budget(request), compiled)
        if compiled not in self._players:
            self._players[compiled] = make_player(self._name, compiled)
        return self._players[compiled]


def _read_request(line: str) -> Any:
    try:
        request = read_map(json.loads(line), "request")
    except (ValueError, RecursionError) as error:
        if isinstance(error, RattusError):
            raise
        raise FormatError("request", f"not valid JSON: {error}") from error
    for name in request:
        if name not in FIELDS:
            raise FormatError("request", f"unknown field {name!r}; there are {', '.join(FIELDS)}")
    return request


def _sight(request: Any) -> Sight:
    view, legal = read_map(request.get("view"), "view"), read_list(request.get("legal"), "legal")
    parts = shipped_parts(find_game(view.get("game")))
    seat = request.get("seat", view.get("to_move"))
    if not legal or not all(isinstance(text, str) for text in legal):
        raise FormatError("legal", f"must be the legal moves as texts, not {shown(legal)}")
    return sight_of_view(parts, dict(view), seat, legal)


def _budget(request: Any) -> Budget:
    """`{"simulations": 500}` or `{"seconds": 1.5}`."""
    budget = read_map(request.get("budget", {}), "budget")
    if "simulations" in budget:
        return read_budget(str(budget["simulations"]))
    if "seconds" in budget:
        return read_budget(f"{TIME_SHARE * _number(budget['seconds']):.3f}s")
    return DEFAULT_BUDGET


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormatError("budget", f"seconds must be a number, not {shown(value)}")
    return float(value)
