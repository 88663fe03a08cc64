"""Puzzles: moments in which one move is clearly the best, and not the one that comes to mind first.

A moment becomes a puzzle if the judge (see `judge`) finds one move better than every other by a margin and surely, the
network alone would rather have played another one, and the search, which works in another way, values it most too. A
puzzle holds what its seat sees and nothing else.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from rattus.analysis.active_tables import ActiveTables
from rattus.analysis.batch_net import Ints, batch_network
from rattus.analysis.judge import EFFORTS, Effort, Judge, Judgement
from rattus.analysis.review import WHOLE, digest_of, whole_amounts
from rattus.analysis.self_play import play_all
from rattus.bots.hints import explained
from rattus.bots.net import Floats, Network, shipped_network
from rattus.bots.net_search import NetSearch
from rattus.bots.protocol import Budget, Choice, Option
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.games.cartus.vocabulary import SPECIALS
from rattus.kernel.engine import Engine
from rattus.match.game import Game
from rattus.match.parts import Parts, find_game, shipped_parts
from rattus.match.record import begin_record
from rattus.match.record import replay as replay_moves
from rattus.match.sight import Sight, sight_of, sight_of_view
from rattus.match.vocabulary import vocabulary_of

FORMAT = 1
SHIPPED = Path(__file__).resolve().parent.parent / "data" / "puzzles"
FIELDS = (
    "id",
    "game",
    "players",
    "seat",
    "theme",
    "view",
    "legal",
    "solution",
    "gap",
    "error",
    "answers",
    "reason",
    "source",
)

GAP = 300  # ten-thousandths by which the best move must be ahead of every other
SURE = 3.0  # standard errors of that
ROUGH_GAP = 0.02  # by which it must be ahead when it is first tried
MOST_LIKELY = 0.4  # the probability that the network may give it
FEWEST_MOVES = 3
SIMULATIONS = 2000  # of the search that must value it most too
FEWEST_VISITS = 20  # simulations of a move whose value counts
ANSWERS = 4
EFFORT = Effort(6, 3, 16, 40, 10, 0)
FIRST_EFFORT = Effort(6, 2, 8, 0, 10, 0)  # after which most moments are none: the network's own choice was better
OPENING = 0.3  # the part of a game, its beginning, in which too little has been decided for puzzles
SAMPLED = 0.2  # share of the decisions of self-play that are looked at
GAMES_AT_ONCE = 64
TEMPERATURE = 1.3  # of self-play: a little more varied than the network's own

# By verb; verbs of class cards have the card as their theme.
THEMES = {
    "settle": "opening", "caravan": "opening", "take": "class_cards", "place": "cubes", "astronomer": "region_cards",
    "hold": "region_cards", "plague": "plague", "spread": "rats", "weigh": "knight", "reveal": "rats",
    "protect": "region_cards", "accept": "region_cards", "ravage": "ending", "supply": "supply", "peek": "nuns",
    "enter": "buildings", "play": "cards", "done": "stopping", "rob": "sword", "infest": "flute", "give": "giving",
    "act": "actions", "skip": "actions", "discard": "actions",
}  # fmt: skip

OnStep = Callable[[int, int], None]


@dataclass(frozen=True)
class Puzzle:
    """A puzzle, as its file has it (docs/formats.md)."""

    data: Mapping[str, Any]

    @property
    def id(self) -> str:
        """Its name: the game, and a fingerprint of the moment."""
        return str(self.data["id"])

    @property
    def game(self) -> str:
        """The game it is from."""
        return str(self.data["game"])

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.data["players"])

    @property
    def seat(self) -> str:
        """Who is to move."""
        return str(self.data["seat"])

    @property
    def theme(self) -> str:
        """What it is about; the key of a word."""
        return str(self.data["theme"])

    @property
    def solution(self) -> str:
        """The best move."""
        return str(self.data["solution"])

    @property
    def legal(self) -> tuple[str, ...]:
        """All legal moves."""
        return tuple(self.data["legal"])

    @property
    def sight(self) -> Sight:
        """What the seat sees, for players and judges."""
        parts = shipped_parts(find_game(self.game))
        return sight_of_view(parts, dict(self.data["view"]), self.seat, self.legal)

    def is_solved_by(self, move: str) -> bool:
        """Whether a move is the solution. A move that is not legal raises FormatError."""
        if move not in self.legal:
            raise FormatError("move", f"not legal here: {move!r}")
        return move == self.solution


def read_puzzle(data: Any) -> Puzzle:
    """A puzzle from its data. FormatError says what is wrong with it."""
    if not isinstance(data, dict):
        raise FormatError("puzzle", "must be an object")
    for name in FIELDS:
        if name not in data:
            raise FormatError("puzzle", f"no field {name!r}")
    puzzle = Puzzle(data)
    if puzzle.solution not in puzzle.legal:
        raise FormatError("solution", f"not among the legal moves: {puzzle.solution!r}")
    if [answer["move"] for answer in data["answers"]][:1] != [puzzle.solution]:
        raise FormatError("answers", "the first one must be the solution")
    return puzzle


# ---- those that are shipped


@cache
def shipped_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles of the package."""
    return tuple(puzzle for name in GAMES for puzzle in load_puzzles(SHIPPED / f"{name}.jsonl.gz"))


def load_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file: a line of JSON each, compressed if its name ends in .gz. None if there is no such file."""
    if not path.is_file():
        return ()
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    return tuple(read_puzzle(json.loads(line)) for line in text.splitlines() if line)


def save_puzzles(puzzles: Iterable[Puzzle], path: Path) -> None:
    """Write puzzles to a file, the same bytes for the same puzzles."""
    text = "".join(json.dumps(puzzle.data, separators=(",", ":"), sort_keys=True) + "\n" for puzzle in puzzles)
    raw = text.encode()
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(gzip.compress(raw, 9, mtime=0) if path.suffix == ".gz" else raw)
    part.replace(path)


def puzzle_of_the_day(day: date, puzzles: Sequence[Puzzle] | None = None) -> tuple[int, Puzzle]:
    """The puzzle of a day and its number, the same for everybody. None returns before all others have been shown."""
    found = shipped_puzzles() if puzzles is None else puzzles
    if not found:
        raise FormatError("puzzles", "there are none")
    in_order = sorted(found, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    number = day.toordinal() - date(2026, 1, 1).toordinal()
    return number + 1, in_order[number % len(in_order)]


# ---- making them


class PuzzleMaker:
    """Looks for puzzles at one kind of table."""

    def __init__(self, parts: Parts, box: Any, network: Network | None = None, effort: Effort | None = None) -> None:
        self.parts, self.box = parts, box
        self.network = network or shipped_network(parts.rulebook.name, box.players)
        self._judge = Judge(parts.rulebook, box, effort or EFFORT, self.network, compiled=True)
        self._first_judge = Judge(parts.rulebook, box, FIRST_EFFORT, self.network, compiled=True)

    def puzzle(self, sight: Sight, seed: int | str, source: str) -> Puzzle | None:
        """The puzzle of a moment, if it is one. `source` tells where the moment is from."""
        if len(sight.legal) < FEWEST_MOVES:
            return None
        first, *others = self._judge.glance(sight, f"{seed}/rough")
        if first.prior > MOST_LIKELY or first.found[sight.seat] - others[0].found[sight.seat] < ROUGH_GAP:
            return None
        judgement = self._first_judge.judge(sight, None, f"{seed}/first")
        if judgement.options[0].prior > MOST_LIKELY or lead_of(judgement)[0] < ROUGH_GAP:
            return None
        judgement = self._judge.judge(sight, None, seed)
        gap, error = lead_of(judgement)
        best = judgement.options[0]
        if best.prior > MOST_LIKELY or gap * WHOLE < GAP or gap < SURE * error:
            return None
        solution = sight.box.moves[best.move]
        search = NetSearch(self.network, sight, Budget(SIMULATIONS), f"{seed}/search").run()
        worths = {option.move: option.worth for option in search.options if option.simulations >= FEWEST_VISITS}
        if not worths or max(worths, key=lambda move: worths[move]) != solution:
            return None
        return self._made(sight, judgement, gap, error, source)

    def _made(self, sight: Sight, judgement: Judgement, gap: float, error: float, source: str) -> Puzzle:
        seats, texts = sight.box.seats, sight.box.moves
        answers = [
            {
                "move": texts[each.move],
                "chances": dict(zip(seats, whole_amounts(judgement.chances(each)).tolist(), strict=True)),
                "prior": round(each.prior * WHOLE),
            }
            for each in judgement.options[:ANSWERS]
        ]
        options = tuple(
            Option(
                answer["move"], 1, answer["chances"][seats[sight.seat]] / WHOLE,
                {seat: chance / WHOLE for seat, chance in answer["chances"].items()},
            )
            for answer in answers
        )  # fmt: skip
        solution, view = answers[0]["move"], sight.view
        obvious = max(answers, key=lambda answer: answer["prior"])["move"]
        reason = explained(sight, Choice(solution, options), "reason", self._judge.compiled)[0].reason
        digest = hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:8]
        name = self.parts.rulebook.name
        return Puzzle({
            "format": FORMAT, "id": f"{name}-{digest}", "game": name, "players": sight.box.players,
            "seat": seats[sight.seat], "theme": theme_of(view, solution, obvious), "view": view,
            "legal": list(sight.moves),
            "solution": solution, "gap": round(gap * WHOLE), "error": round(error * WHOLE), "answers": answers,
            "reason": reason.as_data(), "source": source,
        })  # fmt: skip


def lead_of(judgement: Judgement) -> tuple[float, float]:
    """By how much the best move is ahead of the next one that was tried to the end, and the standard error of that."""
    return min(judgement.gap(judgement.options[0], other) for other in judgement.options[1:])


def theme_of(view: Mapping[str, Any], solution: str, obvious: str) -> str:
    """What a puzzle is about; `obvious` is the move that the network would play at first sight."""
    verb, *words = solution.split(" ")
    if view["phase"] in ("last_round", "final_ravage"):
        return "last_round"
    if view["phase"] == "turn" and verb != obvious.split(" ")[0]:
        return "what_first"
    if verb == "play" and words[0] in SPECIALS:
        return "special_cards"
    return THEMES.get(verb) or _card_of(view["game"], verb)


def _card_of(game: str, verb: str) -> str:
    """The class card that a verb is of."""
    cards = vocabulary_of(GAMES[game])["cards"]
    return next((str(card["card"]) for card in cards if verb in card.get("verbs", ())), "other")


def puzzles_in_record(record: Any, seed: int | str = 0, on_step: OnStep = lambda _done, _total: None) -> list[Puzzle]:
    """The puzzles of a game that is over."""
    start = begin_record(record)
    games: list[Game] = [start.copy(), *(game.copy() for game in replay_moves(start, record))]
    if not games[-1].is_over:
        raise FormatError("record", "the game is not over")
    maker = PuzzleMaker(start.parts, start.box)
    found = []
    for number, game in enumerate(games[:-1]):
        puzzle = maker.puzzle(sight_of(game), f"{seed}/{number}", f"record {digest_of(games[-1])} {number}")
        found += [] if puzzle is None else [puzzle]
        on_step(number + 1, len(games) - 1)
    return found


def puzzles_of_self_play(
    game: str, players: int, seed: int, options: Mapping[str, Any] | None = None, network: Network | None = None
) -> Iterator[Puzzle | None]:
    """Puzzles from games of the network against itself, without end; None for each moment that is none."""
    parts = shipped_parts(find_game(game))
    box = parts.rulebook.make_box(parts.components, players, options or {})
    maker = PuzzleMaker(parts, box, network)
    while True:
        for place, sight in enumerate(_moments(parts, box, maker.network, seed)):
            yield maker.puzzle(sight, f"{seed}/{place}", f"self-play {seed} {place}")
        seed += 1


def _moments(parts: Parts, box: Any, network: Network, seed: int) -> list[Sight]:
    """Some moments of a batch of games, as the seat to move sees them."""
    engine, chance = Engine(parts.rulebook, box), np.random.default_rng([seed, 2])
    found: list[tuple[int, int, Sight]] = []  # game, decisions before it, and what the seat sees
    buffer, lengths = engine.tables(2), np.zeros(GAMES_AT_ONCE, np.int32)

    def look(tables: ActiveTables, _values: Floats, _moves: Ints) -> None:
        active, movers, masks = tables.active, tables.movers, tables.masks
        lengths[active] += 1
        for row in np.flatnonzero(chance.random(len(active)) < SAMPLED).tolist():
            legal = tuple(np.flatnonzero(masks[row]).tolist())
            if len(legal) >= FEWEST_MOVES:
                seat = int(movers[row])
                buffer[0] = tables.tables[active[row]]
                engine.see(buffer, 0, 1, seat)
                sight = Sight(parts, box, engine.unpack(buffer, 1), seat, legal)
                found.append((int(active[row]), int(lengths[active[row]]), sight))

    play_all(engine, batch_network(network, box), GAMES_AT_ONCE, seed, look, temperature=TEMPERATURE)
    late = [sight for game, before, sight in found if before > OPENING * lengths[game]]
    return [late[place] for place in chance.permutation(len(late))]  # not in the order of time


# ---- checking them


def check_puzzle(puzzle: Puzzle, effort: str = "normal", network: Network | None = None) -> str | None:
    """What is wrong with a puzzle, if anything: its moves, or a better one than its solution."""
    sight = puzzle.sight
    engine = Engine(sight.parts.rulebook, sight.box, compiled=False)
    tables, out = engine.pack([sight.table, sight.table]), engine.move_buffer()
    engine.imagine(tables, 0, 1, sight.seat, engine.stream(0), engine.scratch())
    legal = {engine.text(move) for move in out[: engine.legal(tables, 1, out)]}
    if legal != set(puzzle.legal):
        return f"other moves are legal: {sorted(legal ^ set(puzzle.legal))}"
    if sight.view != puzzle.data["view"]:
        return "the view is not what the seat sees"
    judge = Judge(sight.parts.rulebook, sight.box, EFFORTS[effort], network)
    judgement = judge.judge(sight, sight.box.ids[puzzle.solution], puzzle.id)
    better = judgement.better_than(sight.box.ids[puzzle.solution])
    return None if better is None else f"{sight.box.moves[better.move]!r} is better"
