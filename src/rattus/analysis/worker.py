"""The worker processes of a server: they think for bots (`rattus.bots.worker`), review games, and tell chances.

A request is a line of JSON, and so is its answer. Beside those for moves there are:

    {"review": {"record": {...}, "effort": "normal", "seed": 0}}                   {"wanted": [3, 4, 7, ...]}
    {"review": {...}, "numbers": [3, 4]}                                           {"judged": [...]}
    {"review": {...}, "judged": [...]}      all that are wanted, in order          {"review": {...}}
    {"chances": {"sight": {...}, "seed": "..."}}                                   {"chances": {"red": 3810, ...}}

Parts are small, so that a worker is soon free for somebody who waits for a move.
"""

from __future__ import annotations

import functools
import json
import sys
from collections.abc import Mapping
from typing import Any

from rattus.analysis.judge import Judge, find_effort
from rattus.analysis.review import (
    JudgedMove,
    ReviewSpec,
    ReviewTask,
    finished_review,
    judged_moves,
    whole_amounts,
)
from rattus.bots.worker import main
from rattus.match.sight import Sight, read_sight

PROGRAM = (sys.executable, "-P", "-m", "rattus.analysis.worker")
KEPT_JUDGES = 4
CHANCES_EFFORT = "normal"


class AnalysisWorker:
    """Answers such requests. It keeps the last game that it reviewed, since the next part is mostly of the same."""

    def __init__(self) -> None:
        self._task = functools.lru_cache(maxsize=1)(_task)
        self._judge = functools.lru_cache(maxsize=KEPT_JUDGES)(_judge)

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any] | None:
        """The answer; None to a request of another kind. FormatError if the record, or the view, is wrong."""
        if "review" not in request and "chances" not in request:
            return None
        if "chances" in request:
            return {"chances": self._chances(**request["chances"])}
        task = self._task(json.dumps(request["review"]))
        seats = task.games[-1].seats
        if "numbers" in request:
            return {"judged": [each.as_data(seats) for each in judged_moves(task, request["numbers"])]}
        if "judged" in request:
            judged = [JudgedMove.from_data(each, seats) for each in request["judged"]]
            return {"review": finished_review(task, judged).as_data()}
        return {"wanted": task.wanted()}

    def _chances(self, sight: dict[str, Any], seed: str) -> dict[str, int]:
        seen = read_sight(sight, has_moves=False)
        found = self._judge(_Agreed(seen)).chances(seen.table, seen.seat, seed)
        return dict(zip(seen.box.seats, whole_amounts(found).tolist(), strict=True))


class _Agreed:
    """A game whose box is wanted; two with the same options and pieces are equal."""

    def __init__(self, sight: Sight) -> None:
        self.rulebook, self.box = sight.parts.rulebook, sight.box
        self._key = json.dumps([self.rulebook.name, self.box.players, self.box.agreed], sort_keys=True)

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Agreed) and other._key == self._key and other.box.record == self.box.record


def _task(review: str) -> ReviewTask:
    data = json.loads(review)
    return ReviewTask(ReviewSpec(data["record"], None, data["effort"], data["seed"]))


def _judge(agreed: _Agreed) -> Judge:
    return Judge(agreed.rulebook, agreed.box, find_effort(CHANCES_EFFORT))


if __name__ == "__main__":
    main(sys.argv[1:], AnalysisWorker().answer)
