"""Reviews: where a game was won, and by what: by decisions or by chance.

The chances of all seats are followed from the equal shares before the deal to the result. Before each decision they are
what they would be if the computer decided, after it what they are with the move that was played: the difference is what
the decision did to everybody. What changes from there to the next decision is chance: what was turned, drawn and dealt,
and what the next seat knows that this one could not. So for each seat

    result = start + what the decisions of each seat did to it + chance

exactly: chances are whole numbers of ten-thousandths. If all play as the computer does, decisions and chance are nought
on average, for every seat. What a decision cost is another question: how far the move that was played is behind the
best one that was found, if that is surely better. docs/formats.md describes a review as JSON.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from rattus.analysis.judge import Judge, Judgement, find_effort
from rattus.bots.hints import Reason, explained
from rattus.bots.net import Network, shipped_network
from rattus.bots.protocol import Choice, Option
from rattus.errors import FormatError
from rattus.kernel.threads import THREAD_SETTINGS
from rattus.match.game import Game
from rattus.match.record import begin_record
from rattus.match.record import replay as replay_moves
from rattus.match.sight import Sight, sight_of

FORMAT = 1
WHOLE = 10_000  # a certain win
MOMENTS = 5
MOST_ALIKE = 3  # moments of one kind, as long as there are others
OPTIONS = 5  # moves of a decision that are listed
# Events by which chance shows.
DRAWN = frozenset({"turned", "drew", "looked", "showed", "opened", "earned", "shuffled"})
PART = 4  # moves that a worker takes at a time

OnStep = Callable[[int, int], None]
Amounts = NDArray[np.int64]  # by seat


class Verdict(StrEnum):
    """How good a decision was; the key of a word."""

    BEST = "best"  # nothing surely better was found
    GOOD = "good"
    INEXACT = "inexact"
    COSTLY = "costly"
    VERY_COSTLY = "very_costly"


# A verdict, and the least cost for it.
VERDICTS = ((Verdict.VERY_COSTLY, 1000), (Verdict.COSTLY, 500), (Verdict.INEXACT, 200), (Verdict.GOOD, 1))


@dataclass(frozen=True)
class ReviewedOption:
    """A move that was considered: everybody's chance with it, and how likely the network thought it."""

    move: str
    chances: tuple[int, ...]
    prior: int

    def as_data(self, seats: Sequence[str]) -> dict[str, Any]:
        """For JSON."""
        return {"move": self.move, "chances": dict(zip(seats, self.chances, strict=True)), "prior": self.prior}


@dataclass(frozen=True)
class Decision:
    """A decision that was judged by what its seat could know."""

    number: int  # of the move, the first is 0
    seat: str
    played: str
    better: str | None  # the best move, if it is surely better
    cost: int  # of the seat's chance
    error: int  # the standard error of that
    verdict: Verdict
    legal: int  # how many moves there were
    change: tuple[int, ...]  # what the decision did to the chance of each seat
    options: tuple[ReviewedOption, ...]  # the best first; always with the one that was played
    reason: Reason | None = None  # for the better move, of the moments that mattered

    def as_data(self, seats: Sequence[str]) -> dict[str, Any]:
        """For JSON."""
        return {
            "number": self.number, "seat": self.seat, "played": self.played, "better": self.better,
            "cost": self.cost, "error": self.error, "verdict": str(self.verdict), "legal": self.legal,
            "change": dict(zip(seats, self.change, strict=True)),
            "options": [option.as_data(seats) for option in self.options],
            "reason": None if self.reason is None else self.reason.as_data(),
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: Mapping[str, Any], seats: Sequence[str]) -> Self:
        """One that was made by `as_data`, before it had a reason."""
        options = tuple(
            ReviewedOption(each["move"], tuple(each["chances"][seat] for seat in seats), each["prior"])
            for each in data["options"]
        )
        return cls(
            data["number"], data["seat"], data["played"], data["better"], data["cost"], data["error"],
            Verdict(data["verdict"]), data["legal"], tuple(data["change"][seat] for seat in seats), options,
        )  # fmt: skip


@dataclass(frozen=True)
class Luck:
    """What chance did between two decisions, from after move `first` (0: the deal) to before move `last`."""

    first: int
    last: int
    change: tuple[int, ...]
    events: tuple[int, ...]  # the numbers of the events that told somebody something new

    @property
    def size(self) -> int:
        """The largest change of a seat's chance."""
        return max(abs(amount) for amount in self.change)

    def as_data(self, seats: Sequence[str]) -> dict[str, Any]:
        """For JSON."""
        change = dict(zip(seats, self.change, strict=True))
        return {"first": self.first, "last": self.last, "change": change, "events": list(self.events)}


@dataclass(frozen=True)
class Sum:
    """How a seat's chance came about."""

    start: int
    decisions: Mapping[str, int]  # what the decisions of each seat did to this one's chance
    chance: int
    end: int

    def as_data(self) -> dict[str, Any]:
        """For JSON."""
        return {"start": self.start, "decisions": dict(self.decisions), "chance": self.chance, "end": self.end}


@dataclass(frozen=True)
class Review:
    """A reviewed game. `viewer` is the seat whose knowledge it keeps to, of a game that is still running."""

    about: Mapping[str, Any]  # game, players, digest of the record, by whom and how it was reviewed
    seats: tuple[str, ...]
    viewer: str | None
    is_over: bool
    chances: tuple[tuple[int, ...], ...]  # of each seat before move 0, before move 1, …, at the end
    decisions: tuple[Decision, ...]
    luck: tuple[Luck, ...]
    sums: Mapping[str, Sum] = field(default_factory=dict)

    @property
    def moments(self) -> tuple[Decision | Luck, ...]:
        """The five moments that mattered most, in order of time. Chance counts where it showed: something was drawn."""
        found: list[tuple[int, Decision | Luck]] = [(each.cost, each) for each in self.decisions if each.cost]
        found += [(each.size, each) for each in self.luck if each.first and each.size and each.events]
        found.sort(key=lambda each: -each[0])
        picked: list[Decision | Luck] = []
        for _, moment in found:
            if len(picked) < MOMENTS and sum(type(other) is type(moment) for other in picked) < MOST_ALIKE:
                picked.append(moment)
        picked += [moment for _, moment in found if moment not in picked][: MOMENTS - len(picked)]
        return tuple(sorted(picked, key=lambda each: each.number if isinstance(each, Decision) else each.first))

    def as_data(self) -> dict[str, Any]:
        """For JSON (docs/formats.md)."""
        return {
            "format": FORMAT,
            **self.about,
            "viewer": self.viewer,
            "is_over": self.is_over,
            "seats": list(self.seats),
            "chances": [list(row) for row in self.chances],
            "decisions": [decision.as_data(self.seats) for decision in self.decisions],
            "luck": [luck.as_data(self.seats) for luck in self.luck],
            "moments": [self._moment(moment) for moment in self.moments],
            "sums": {seat: total.as_data() for seat, total in self.sums.items()},
        }

    def _moment(self, moment: Decision | Luck) -> dict[str, Any]:
        if isinstance(moment, Decision):
            return {"kind": "decision", "number": moment.number, "seat": moment.seat, "cost": moment.cost}
        place = max(range(len(self.seats)), key=lambda seat: abs(moment.change[seat]))
        seat, change = self.seats[place], moment.change[place]
        return {"kind": "luck", "number": moment.first, "seat": seat, "change": change, "events": list(moment.events)}


# ---- making one


@dataclass(frozen=True, eq=False)
class JudgedMove:
    """A move that was reviewed: everybody's chance before and after it, and the decision, if it was one."""

    number: int
    seat: int
    before: Amounts
    after: Amounts
    decision: Decision | None

    def as_data(self, seats: Sequence[str]) -> dict[str, Any]:
        """For JSON, so that another process can put the parts of a review together."""
        decision = None if self.decision is None else self.decision.as_data(seats)
        before, after = self.before.tolist(), self.after.tolist()
        return {"number": self.number, "seat": self.seat, "before": before, "after": after, "decision": decision}

    @classmethod
    def from_data(cls, data: Mapping[str, Any], seats: Sequence[str]) -> Self:
        """One that was made by `as_data`."""
        told = data["decision"]
        decision = None if told is None else Decision.from_data(told, seats)
        before, after = (np.array(data[name], np.int64) for name in ("before", "after"))
        return cls(data["number"], data["seat"], before, after, decision)


@dataclass(frozen=True)
class ReviewSpec:
    """What is to be reviewed, and how."""

    record: Any
    viewer: str | None
    effort: str
    seed: int | str
    network: Network | None = None
    compiled: bool | None = None


def review_record(
    record: Any,
    viewer: str | None = None,
    effort: str = "normal",
    seed: int | str = 0,
    on_step: OnStep = lambda _done, _total: None,
    network: Network | None = None,
    workers: int = 1,
    compiled: bool | None = None,
) -> Review:
    """Review the game of a record.

    With a viewer nothing is used but what that seat knows, so that a game may still be running: its own decisions are
    judged, and what others decided is part of `luck`, since one would have to know what they knew to judge it. Without
    a viewer the game must be over.
    """
    spec = ReviewSpec(record, viewer, effort, seed, network, compiled)
    task = ReviewTask(spec)
    return finished_review(task, _run(spec, task, on_step, workers))


def finished_review(task: ReviewTask, judged: Sequence[JudgedMove]) -> Review:
    """The review, when all moves that are wanted have been judged; they are in order of time."""
    last, viewer = task.games[-1], task.viewer
    about = {
        "game": last.name, "rules_version": last.parts.rulebook.version, "players": last.players,
        "record": digest_of(last, viewer),
        "by": {
            "network": task.network.meta.get("steps", 0), "effort": task.effort, "seed": task.seed,
            "compiled": task.judge.compiled,
        },
    }  # fmt: skip
    review = _summed(about, last, viewer, judged, _end(task))
    reasons = {
        moment.number: _reason(sight_of(task.games[moment.number]), moment, task.judge.compiled)
        for moment in review.moments
        if isinstance(moment, Decision)
    }
    decisions = tuple(replace(each, reason=reasons.get(each.number)) for each in review.decisions)
    return replace(review, decisions=decisions)


def _end(task: ReviewTask) -> Amounts:
    """The result; of a running game everybody's chance as the viewer sees it."""
    last, viewer = task.games[-1], task.viewer
    outcome = last.outcome
    if outcome is not None:
        share = 1 / max(len(outcome.winners), 1)
        return whole_amounts(np.array([share if seat in outcome.winners else 0.0 for seat in last.seats]))
    assert viewer is not None
    return whole_amounts(task.judge.chances(last.veiled(viewer), last.seats.index(viewer), f"{task.seed}/now"))


def judged_moves(task: ReviewTask, numbers: Sequence[int]) -> Iterator[JudgedMove]:
    """Review these moves."""
    judge = task.judge
    for number in numbers:
        before = task.games[number]
        seat, move = task.games[number + 1].moves[-1]
        place, seed = before.seats.index(seat), f"{task.seed}/{number}"
        if task.viewer in (None, seat):
            sight = sight_of(before)
            played = before.box.ids[str(move)]
            yield _decided(number, sight, played, judge.judge(sight, played, seed))
        else:
            assert task.viewer is not None
            chances = whole_amounts(judge.chances(before.veiled(task.viewer), before.seats.index(task.viewer), seed))
            yield JudgedMove(number, place, chances, chances, None)


class ReviewTask:
    """A game to be reviewed, after each of its moves, and the judge."""

    def __init__(self, spec: ReviewSpec) -> None:
        start = begin_record(spec.record)
        self.games = [start.copy(), *(game.copy() for game in replay_moves(start, spec.record))]
        self.viewer, self.seed, self.effort = spec.viewer, spec.seed, spec.effort
        if self.viewer is not None and self.viewer not in start.seats:
            raise FormatError("seat", f"must be one of {', '.join(start.seats)}, not {self.viewer!r}")
        if self.viewer is None and not self.games[-1].is_over:
            raise FormatError("record", "the game is not over: name the seat that it is reviewed for")
        self.network = spec.network or shipped_network(start.name, start.players)
        self.judge = Judge(start.parts.rulebook, start.box, find_effort(spec.effort), self.network, spec.compiled)

    def wanted(self) -> list[int]:
        """The moves to be reviewed. A seat without a choice decides nothing."""
        moves = range(len(self.games) - 1)
        return [number for number in moves if self.viewer is not None or len(self.games[number].legal_texts) > 1]


_task: ReviewTask | None = None  # in a worker process


def _begin_worker(spec: ReviewSpec) -> None:
    global _task
    _task = ReviewTask(spec)


def _work(numbers: Sequence[int]) -> list[JudgedMove]:
    assert _task is not None
    return list(judged_moves(_task, numbers))


def _run(spec: ReviewSpec, task: ReviewTask, on_step: OnStep, workers: int) -> list[JudgedMove]:
    """Review all moves, here or in worker processes."""
    wanted, found = task.wanted(), []
    if workers == 1:
        for judged in judged_moves(task, wanted):
            found.append(judged)
            on_step(len(found), len(wanted))
        return found
    parts = [wanted[start : start + PART] for start in range(0, len(wanted), PART)]
    with one_thread_each(), multiprocessing.get_context("spawn").Pool(workers, _begin_worker, (spec,)) as pool:
        for part in pool.imap(_work, parts):
            found += part
            on_step(len(found), len(wanted))
    return found


@contextmanager
def one_thread_each() -> Iterator[None]:
    """Let processes that are started meanwhile use one thread for matrix products: there is a process for each core."""
    kept = {name: os.environ.get(name) for name in THREAD_SETTINGS}
    os.environ.update(dict.fromkeys(THREAD_SETTINGS, "1"))
    try:
        yield
    finally:
        for name, value in kept.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _decided(number: int, sight: Sight, move: int, judgement: Judgement) -> JudgedMove:
    played, better = judgement.of(move), judgement.better_than(move)
    before, after = whole_amounts(judgement.before), whole_amounts(judgement.chances(played))
    cost = 0 if better is None else round(judgement.gap(better, played)[0] * WHOLE)
    if not cost:
        better = None
    shown = list(judgement.options[:OPTIONS])
    shown += [] if played in shown else [played]
    texts, seats = sight.box.moves, sight.box.seats
    options = tuple(
        ReviewedOption(
            texts[each.move],
            tuple(whole_amounts(judgement.chances(each)).tolist()),
            round(each.prior * WHOLE),
        )
        for each in shown
    )
    error = 0 if better is None else round(judgement.gap(better, played)[1] * WHOLE)
    verdict = next((verdict for verdict, least in VERDICTS if cost >= least), Verdict.BEST)
    change = tuple((after - before).tolist())
    decision = Decision(
        number, seats[sight.seat], texts[move], None if better is None else texts[better.move], cost,
        error, verdict, len(sight.legal), change, options,
    )  # fmt: skip
    return JudgedMove(number, sight.seat, before, after, decision)


def _reason(sight: Sight, decision: Decision, compiled: bool) -> Reason:
    """The reason for the better move, as hints give it."""
    assert decision.better is not None
    seats, mine = sight.box.seats, sight.seat
    options = [
        Option(
            option.move, 1, option.chances[mine] / WHOLE,
            {seat: chance / WHOLE for seat, chance in zip(seats, option.chances, strict=True)},
        )
        for option in decision.options
    ]  # fmt: skip
    choice = Choice(decision.better, tuple(options))
    return explained(sight, choice, f"reason/{decision.number}", compiled)[0].reason


def _summed(
    about: Mapping[str, Any], last: Game, viewer: str | None, judged: Sequence[JudgedMove], end: Amounts
) -> Review:
    """Put the parts of a review together. Their sums hold by construction."""
    seats, players = last.seats, last.players
    # Equal shares of the chance that somebody wins at all: that nobody does (C37) is nobody's luck before the deal.
    somebody = int(judged[0].before.sum()) / WHOLE if judged else 1.0
    start = now = whole_amounts(np.full(players, somebody / players))
    by = np.zeros((players, players), np.int64)  # whose decisions changed whose chance
    luck: list[Luck] = []
    rows: list[Amounts] = []
    first = 0
    drawn = [(each["after"], each["number"]) for each in last.events_seen(viewer) if each["event"] in DRAWN]

    def add_luck(end: int, change: Amounts) -> None:
        told = [number for after, number in drawn if first <= after <= end]
        luck.append(Luck(first, end, tuple(change.tolist()), tuple(told)))

    for each in judged:
        add_luck(each.number, each.before - now)
        rows += [now] * (each.number - len(rows)) + [each.before]
        by[each.seat] += each.after - each.before
        now, first = each.after, each.number + 1
    add_luck(len(last.moves), end - now)
    rows += [now] * (len(last.moves) - len(rows)) + [end]
    chance = np.array([piece.change for piece in luck]).sum(axis=0)
    sums = {
        seat: Sum(
            int(start[place]), {other: int(by[number, place]) for number, other in enumerate(seats)},
            int(chance[place]), int(end[place]),
        )
        for place, seat in enumerate(seats)
    }  # fmt: skip
    chances = tuple(tuple(row.tolist()) for row in rows)
    decisions = tuple(each.decision for each in judged if each.decision is not None)
    return Review(about, seats, viewer, last.is_over, chances, decisions, tuple(luck), sums)


def whole_amounts(chances: NDArray[np.float64]) -> Amounts:
    """Chances as whole numbers with the same sum, rounded where that changes least."""
    exact = np.asarray(chances, np.float64) * WHOLE
    amounts = np.floor(exact + 1e-9).astype(np.int64)
    missing = round(float(exact.sum())) - int(amounts.sum())
    for place in np.argsort(-(exact - amounts), kind="stable")[: max(missing, 0)]:
        amounts[place] += 1
    return amounts


# ---- keeping one beside its record


def digest_of(game: Game, viewer: str | None = None) -> str:
    """A fingerprint of a game: it changes with its start, its moves and its shuffles, as far as a viewer knows them."""
    record = game.record() if viewer is None else game.record_seen(viewer)
    parts = [record["game"], record["rules_version"], record["start"], record["moves"], record["shuffles"]]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:32]


def review_path(record: Path) -> Path:
    """Where the review of a record is kept: `game.json` has `game.review.json` beside it."""
    return record.with_name(f"{record.name.removesuffix('.json').removesuffix('.jsonl')}.review.json")


def save_review(review: Mapping[str, Any], path: Path) -> None:
    """Write a review, replaced in one step so that it is never half written."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_text(json.dumps(review) + "\n", "utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def kept_review(path: Path, game: Game, effort: str, viewer: str | None) -> dict[str, Any] | None:
    """The review that is kept at a path, if it is of this game as it is now, by this effort and for this viewer."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None
    found = (data.get("record"), data.get("by", {}).get("effort"), data.get("viewer"))
    return data if found == (digest_of(game, viewer), effort, viewer) else None
