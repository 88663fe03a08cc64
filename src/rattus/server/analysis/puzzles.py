"""Puzzles for everybody: which there are, the one of each day, and what comes of an answer.

Before an answer nothing is told but what the puzzle's seat sees. The solution is told after the right move, or to
whoever asks for it. What is hidden from the seat is nowhere: a puzzle does not have it, and what the solution turns up
is dealt at random, the same for everybody.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from functools import cache, lru_cache
from typing import Any

import orjson

from rattus.analysis.puzzles import Puzzle, puzzle_of_the_day, shipped_puzzles
from rattus.match.game import game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.server.errors import ErrorCode, RequestRefused

DAYS = 7  # whose puzzles are told, today's first
KEPT = 64  # solutions that stay in memory


def day_of(now: float) -> date:
    """The day at a time, the same for everybody in the world."""
    return datetime.fromtimestamp(now, UTC).date()


def puzzle_list(now: float) -> bytes:
    """All puzzles by game and theme, and those of the last days, as JSON."""
    return _list(day_of(now))


@lru_cache(maxsize=2)
def _list(today: date) -> bytes:
    puzzles = [
        {"id": each.id, "game": each.game, "theme": each.theme, "players": each.players} for each in shipped_puzzles()
    ]
    days = []
    for day in (today - timedelta(back) for back in range(DAYS)):
        number, puzzle = puzzle_of_the_day(day)
        days.append({"date": day.isoformat(), "number": number, "puzzle": puzzle.id})
    return orjson.dumps({"puzzles": puzzles, "days": days})


def find_puzzle(name: str) -> Puzzle:
    """A puzzle by its id. RequestRefused if there is none."""
    puzzle = _by_id().get(name)
    if puzzle is None:
        raise RequestRefused(ErrorCode.NOT_FOUND, f"there is no puzzle {name!r}")
    return puzzle


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped_puzzles()}


def task_of(puzzle: Puzzle) -> dict[str, Any]:
    """What is told of a puzzle before it is answered."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "players": puzzle.players,
        "seat": puzzle.seat,
        "view": puzzle.data["view"],
        "legal": list(puzzle.legal),
    }


def judged_answer(puzzle: Puzzle, move: str | None) -> dict[str, Any]:
    """What comes of a move, or of asking for the solution. RequestRefused if the move is not legal."""
    if move is not None and move not in puzzle.legal:
        raise RequestRefused(ErrorCode.ILLEGAL, f"not legal here: {move!r}")
    is_right = move is not None and puzzle.is_solved_by(move)
    tried = next((each for each in puzzle.data["answers"] if each["move"] == move), None)
    return {
        "is_right": is_right,
        "chance": None if tried is None else tried["chances"][puzzle.seat],
        "solution": solution_of(puzzle.id) if is_right or move is None else None,
    }


@lru_cache(maxsize=KEPT)
def solution_of(name: str) -> dict[str, Any]:
    """The solution of a puzzle with what the search found, and what the board shows after it."""
    puzzle = find_puzzle(name)
    game = game_from(shipped_parts(find_game(puzzle.game)), dict(puzzle.data["view"]), seed=puzzle.id)
    known = game.event_count
    game.play(puzzle.solution)
    return {
        "move": puzzle.solution,
        "answers": puzzle.data["answers"],
        "reason": puzzle.data["reason"],
        "events": game.events_seen(puzzle.seat, known),
        "view": game.view(puzzle.seat),
    }
