"""A computer player for other programs: a question a line on standard input, an answer a line on standard output."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, TextIO

from rattus.bots.players import are_players_compiled, make_player
from rattus.bots.protocol import Budget, Player, read_budget
from rattus.bots.search import SearchPlayer
from rattus.errors import FormatError, RattusError
from rattus.kernel.validation import read_list, read_map, shown
from rattus.match.parts import find_game, shipped_parts
from rattus.match.sight import Sight, sight_of_view

FIELDS = ("game", "seat", "view", "legal", "budget", "seed")
ASKED = "mcts"  # a player whose budget comes with each question
USUAL = Budget(simulations=1000)


class Bot:
    """Answers questions as one player."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._players: dict[bool, Player] = {}
        if name != ASKED:
            make_player(name)  # a bad name is told at once

    def serve(self, questions: Iterable[str], answers: TextIO) -> None:
        """Answer every line; bad ones get an answer that says what is wrong."""
        for line in questions:
            if line.strip():
                answers.write(json.dumps(self.answer(line)) + "\n")
                answers.flush()

    def answer(self, line: str) -> dict[str, Any]:
        """The answer to one question: a move with the options considered, or an error."""
        try:
            question = _question(line)
            sight = _sight(question)
            player = self._player(question, are_players_compiled(sight.parts.rulebook))
            return player.choose(sight, str(question.get("seed", 0))).as_data()
        except RattusError as error:
            return {"error": str(error)}

    def _player(self, question: Any, compiled: bool) -> Player:
        """One player for each speed: on lists, where nothing is compiled yet."""
        if self._name == ASKED:
            return SearchPlayer(ASKED, _budget(question), compiled)
        if compiled not in self._players:
            self._players[compiled] = make_player(self._name, compiled)
        return self._players[compiled]


def _question(line: str) -> Any:
    try:
        question = read_map(json.loads(line), "question")
    except (ValueError, RecursionError) as error:
        if isinstance(error, RattusError):
            raise
        raise FormatError("question", f"no JSON: {error}") from error
    for name in question:
        if name not in FIELDS:
            raise FormatError("question", f"unknown field {name!r}; there are {', '.join(FIELDS)}")
    return question


def _sight(question: Any) -> Sight:
    view, legal = read_map(question.get("view"), "view"), read_list(question.get("legal"), "legal")
    parts = shipped_parts(find_game(view.get("game")))
    seat = question.get("seat", view.get("to_move"))
    if not legal or not all(isinstance(text, str) for text in legal):
        raise FormatError("legal", f"the legal moves as texts, not {shown(legal)}")
    return sight_of_view(parts, dict(view), seat, legal)


def _budget(question: Any) -> Budget:
    """`{"simulations": 500}` or `{"seconds": 1.5}`; a little less than the seconds, so that the answer is in time."""
    budget = read_map(question.get("budget", {}), "budget")
    if "simulations" in budget:
        return read_budget(str(budget["simulations"]))
    if "seconds" in budget:
        return read_budget(f"{0.9 * _number(budget['seconds']):.3f}s")
    return USUAL


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormatError("budget", f"seconds are a number, not {shown(value)}")
    return float(value)
