"""Lessons: courses of small steps on the real board, each asking for a move and explaining what came of it.

A course is a YAML file (docs/formats.md). Positions, moves and expectations are written as in scenarios, and the engine
plays them all when a course is checked: a lesson cannot say what the rules do not do.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from rattus.errors import FormatError, IllegalMove
from rattus.games import GAMES
from rattus.match.game import Game, game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.match.scenario import RULE_ID, Scenario
from rattus.match.scenario import Step as ScenarioStep
from rattus.match.vocabulary import vocabulary_of

FORMAT = 1
LANGUAGES = ("en", "nl", "de")
COURSE_FIELDS = frozenset({"format", "game", "title", "chapters"})
CHAPTER_FIELDS = frozenset({"id", "title", "sign", "steps"})
STEP_FIELDS = frozenset({
    "id", "seat", "position", "go_on", "rules", "show", "say", "ask", "until", "answers", "then", "expect",
})  # fmt: skip
ANSWER_FIELDS = frozenset({"moves", "right", "say"})
ICONS = frozenset({"friends", "rat", "plague", "draw", "diplomat", "win", "hint"})  # signs that are no card or building
OTHERS_TURN = "turn"  # in `until`: it waits for somebody else to move, and for nothing before that
MAX_LINES = 5000  # ways to answer one step
BETWEEN = ", "  # the moves of a line, as patterns see it
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times faster, where PyYAML was built with it

Text = Mapping[str, str]  # by language
Line = tuple[str, ...]  # the moves that answer a step


@dataclass(frozen=True)
class Answer:
    """What is said after some of the possible lines. `moves` may have `*` for anything."""

    moves: tuple[str, ...]
    is_right: bool
    say: Text

    def fits(self, line: Line) -> bool:
        """Whether it is the answer to these moves."""
        return any(fnmatchcase(BETWEEN.join(line), pattern) for pattern in self.moves)


@dataclass(frozen=True)
class LessonStep:
    """A step: a position, something to do, and what is said about each way to do it."""

    id: str
    seat: str
    game: str
    position: Mapping[str, Any] | None  # where it begins; None: where the step before it ended
    before: LessonStep | None
    rules: tuple[str, ...]
    show: tuple[str, ...]  # regions, cards or buildings to point at
    say: Text
    ask: Text
    until: tuple[str, ...]  # verbs of the moves that end an answer; none: it is one move
    answers: tuple[Answer, ...]
    then: tuple[tuple[str, str], ...]  # seat and move: how it goes on after the right answer
    expect: Mapping[str, Any]

    @cached_property
    def _beginning(self) -> Game:
        if self.position is not None:
            return game_from(shipped_parts(find_game(self.game)), {"game": self.game, **self.position}, self.id)
        if self.before is None:
            raise FormatError(self.id, "there is no step before it to go on from")
        return end_of(self.before)

    def begin(self) -> Game:
        """The game in which it is asked."""
        return self._beginning.copy()

    def is_whole(self, line: Line, game: Game) -> bool:
        """Whether moves that led to this game are a whole answer."""
        if not line:
            return False
        return not self.until or line[-1].partition(" ")[0] in self.until or game.to_move != self.seat

    def lines(self) -> Iterator[tuple[Line, Game]]:
        """Every whole answer, and the game after it."""
        waiting: list[tuple[Line, Game]] = [((), self.begin())]
        while waiting:
            line, game = waiting.pop(0)
            if self.is_whole(line, game):
                yield line, game
                continue
            for move in game.legal_texts:
                after = game.copy()
                after.play(move, self.seat)
                waiting.append(((*line, move), after))

    def answer(self, line: Line) -> Answer:
        """What is said about a whole answer."""
        found = next((answer for answer in self.answers if answer.fits(line)), None)
        if found is None:
            raise FormatError("move", f"nothing is said about {BETWEEN.join(line)!r}")
        return found

    @cached_property
    def right_line(self) -> Line:
        """The first answer that is right. FormatError if none is."""
        for line, _ in self.lines():
            if self.answer(line).is_right:
                return line
        raise FormatError(self.id, "no legal move is right")

    def play(self, line: Sequence[str]) -> Game:
        """The game after some moves of the seat."""
        game = self.begin()
        for move in line:
            game.play(move, self.seat)
        return game

    @property
    def texts(self) -> tuple[Text, ...]:
        """Everything that is said."""
        return self.say, self.ask, *(answer.say for answer in self.answers)


@dataclass(frozen=True)
class Chapter:
    """A chapter of a few steps. `sign` is the card, building or thing that it is about."""

    id: str
    title: Text
    sign: str
    steps: tuple[LessonStep, ...]


@dataclass(frozen=True)
class Course:
    """A course for a game."""

    game: str
    title: Text
    chapters: tuple[Chapter, ...]

    @property
    def steps(self) -> tuple[LessonStep, ...]:
        """All steps in order."""
        return tuple(step for chapter in self.chapters for step in chapter.steps)


@functools.cache
def shipped_course(game: str) -> Course:
    """The course of the package for a game."""
    find_game(game)
    path = resources.files("rattus").joinpath("data", "lessons", f"{game}.yaml")
    return read_course(path.read_text("utf-8"), f"{game}.yaml")


def all_courses() -> tuple[Course, ...]:
    """The courses of the package."""
    return tuple(shipped_course(name) for name in GAMES)


def load_course(path: Path) -> Course:
    """The course of a file."""
    try:
        return read_course(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(str(path), f"cannot be read: {error}") from error


def read_course(text: str, place: str) -> Course:
    """A course from its text. FormatError says where it is wrong."""
    try:
        data = yaml.load(text, LOADER)  # one of the two safe loaders
    except yaml.YAMLError as error:
        raise FormatError(place, f"not valid YAML: {' '.join(str(error).split())}") from error
    try:
        return _course(data)
    except FormatError as error:
        error.prefix_place(place)
        raise


def _course(data: Any) -> Course:
    _fields(data, COURSE_FIELDS, ("format", "game", "title", "chapters"), "course")
    if data["format"] != FORMAT:
        raise FormatError("format", f"{FORMAT}, not {data['format']!r}")
    find_game(data["game"])
    chapters, last = [], None
    for number, chapter in enumerate(_list(data["chapters"], "chapters")):
        place = f"chapters[{number}]"
        _fields(chapter, CHAPTER_FIELDS, ("id", "title", "steps"), place)
        steps: list[LessonStep] = []
        for position, step in enumerate(_list(chapter["steps"], f"{place}.steps")):
            last = _step(step, data["game"], last, f"{place}.steps[{position}]")
            steps.append(last)
        title, sign = _text(chapter["title"], f"{place}.title"), _word(chapter.get("sign", ""), f"{place}.sign")
        chapters.append(Chapter(_word(chapter["id"], f"{place}.id"), title, sign, tuple(steps)))
    course = Course(data["game"], _text(data["title"], "title"), tuple(chapters))
    for what, names in (
        ("chapters", [chapter.id for chapter in chapters]),
        ("steps", [step.id for step in course.steps]),
    ):
        for name in names:
            if names.count(name) > 1:
                raise FormatError("id", f"two {what} are called {name!r}")
    return course


def _step(data: Any, game: str, last: LessonStep | None, place: str) -> LessonStep:
    _fields(data, STEP_FIELDS, ("id", "seat", "say", "ask", "answers"), place)
    if ("position" in data) == bool(data.get("go_on")):
        raise FormatError(place, "either a position, or go_on: true")
    if "position" not in data and last is None:
        raise FormatError(place, "there is no step before it to go on from")
    answers = [
        _answer(answer, f"{place}.answers[{number}]")
        for number, answer in enumerate(_list(data["answers"], f"{place}.answers"))
    ]
    then = [
        _then(move, f"{place}.then[{number}]")
        for number, move in enumerate(_list(data["then"], f"{place}.then") if "then" in data else [])
    ]
    return LessonStep(
        id=_word(data["id"], f"{place}.id"),
        seat=_word(data["seat"], f"{place}.seat"),
        game=game,
        position=_map(data["position"], f"{place}.position") if "position" in data else None,
        before=None if "position" in data else last,
        rules=_words(data.get("rules", []), f"{place}.rules"),
        show=_words(data.get("show", []), f"{place}.show"),
        say=_text(data["say"], f"{place}.say"),
        ask=_text(data["ask"], f"{place}.ask"),
        until=_words(data.get("until", []), f"{place}.until"),
        answers=tuple(answers),
        then=tuple(then),
        expect=_map(data.get("expect", {}), f"{place}.expect"),
    )


def _then(data: Any, place: str) -> tuple[str, str]:
    if len(_map(data, place)) != 1:
        raise FormatError(place, f"must be one seat with its move, not {dict(data)!r}")
    ((seat, move),) = data.items()
    return _word(seat, place), _word(move, place)


def _answer(data: Any, place: str) -> Answer:
    _fields(data, ANSWER_FIELDS, ("moves", "say"), place)
    moves = _words(_list(data["moves"], f"{place}.moves"), f"{place}.moves")
    if not isinstance(data.get("right", False), bool):
        raise FormatError(f"{place}.right", f"must be true or false, not {data['right']!r}")
    return Answer(moves, data.get("right", False), _text(data["say"], f"{place}.say"))


def _text(data: Any, place: str) -> Text:
    """A text in all languages."""
    words = _map(data, place)
    for language in LANGUAGES:
        if not isinstance(words.get(language), str) or not words[language].strip():
            raise FormatError(f"{place}.{language}", "missing: every text is in all languages")
    return {language: " ".join(str(words[language]).split()) for language in LANGUAGES}


def _fields(data: Any, known: frozenset[str], needed: Sequence[str], place: str) -> None:
    for name in _map(data, place):
        if name not in known:
            raise FormatError(place, f"unknown key {name!r}; there are {', '.join(sorted(known))}")
    for name in needed:
        if name not in data:
            raise FormatError(place, f"no {name!r}")


def _map(data: Any, place: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise FormatError(place, f"must be a map, not {data!r}")
    return data


def _list(data: Any, place: str) -> list[Any]:
    if not isinstance(data, list) or not data:
        raise FormatError(place, f"must be a list with something in it, not {data!r}")
    return data


def _word(data: Any, place: str) -> str:
    if not isinstance(data, str):
        raise FormatError(place, f"must be a text, not {data!r}")
    return data


def _words(data: Any, place: str) -> tuple[str, ...]:
    if not isinstance(data, list):
        raise FormatError(place, f"must be a list, not {data!r}")
    return tuple(_word(word, f"{place}[{number}]") for number, word in enumerate(data))


# ---- playing and checking


def end_of(step: LessonStep) -> Game:
    """The game after the first right answer to a step and what follows it."""
    return go_on(step, step.play(step.right_line))


def go_on(step: LessonStep, game: Game) -> Game:
    """The game after what follows a right answer."""
    for seat, move in step.then:
        game.play(move, seat)
    return game


def check_course(course: Course, rule_ids: frozenset[str] | None = None) -> list[str]:
    """What is wrong with a course, one line each: the engine plays every step."""
    things = _things(course.game)
    signs = [
        f"{chapter.id}: no card, building or icon is called {chapter.sign!r}"
        for chapter in course.chapters
        if chapter.sign and chapter.sign not in things | ICONS
    ]
    return signs + [
        f"{step.id}: {fault}"
        for step in course.steps
        for fault in (*_name_faults(step, things), *_faults(step, rule_ids))
    ]


def _things(game: str) -> frozenset[str]:
    """What a step can point at: regions, cards and buildings."""
    told = vocabulary_of(find_game(game))
    regions = (region for regions in told.get("regions", {}).values() for region in regions)
    return frozenset([*regions, *(card["card"] for card in told["cards"])])


def _name_faults(step: LessonStep, things: frozenset[str]) -> Iterator[str]:
    """Names that nothing has: they would be passed over in silence."""
    yield from (f"show: there is nothing called {name!r}" for name in step.show if name not in things)
    verbs = {verb["verb"] for verb in vocabulary_of(find_game(step.game))["verbs"]} | {OTHERS_TURN}
    yield from (f"until: there is no verb {verb!r}" for verb in step.until if verb not in verbs)


def _faults(step: LessonStep, rule_ids: frozenset[str] | None) -> Iterator[str]:
    named = {*step.rules, *(rule for text in step.texts for said in text.values() for rule in RULE_ID.findall(said))}
    yield from (f"there is no rule {rule}" for rule in sorted(named) if rule_ids is not None and rule not in rule_ids)
    try:
        game = step.begin()
    except (FormatError, IllegalMove) as error:
        yield str(error)
        return
    if game.to_move != step.seat:
        yield f"{game.to_move} is to move, not {step.seat}"
        return
    lines = []
    for line, _ in step.lines():
        lines.append(line)
        if len(lines) > MAX_LINES:
            yield f"more than {MAX_LINES} ways to answer"
            return
    untold = [line for line in lines if not any(answer.fits(line) for answer in step.answers)]
    yield from (f"nothing is said about {BETWEEN.join(line)!r}" for line in untold)
    for answer in step.answers:
        for pattern in answer.moves:
            if not any(fnmatchcase(BETWEEN.join(line), pattern) for line in lines):
                yield f"no legal move is like {pattern!r}"
    if not untold:
        yield from _play_faults(step, [line for line in lines if step.answer(line).is_right])


def _play_faults(step: LessonStep, right: Sequence[Line]) -> Iterator[str]:
    """What goes wrong after each right answer."""
    if not right:
        yield "no legal move is right"
    parts = shipped_parts(find_game(step.game))
    start = step.begin().position()
    for line in right:
        moves = [*((step.seat, move) for move in line), *step.then]
        steps = tuple(ScenarioStep(seat, text, False) for seat, text in moves)
        scenario = Scenario(step.id, step.rules, parts, start, None, steps, step.expect)
        try:
            yield from (f"after {BETWEEN.join(line)!r}: {fault}" for fault in scenario.check())
        except (IllegalMove, FormatError) as error:
            yield f"after {BETWEEN.join(line)!r}: {error}"
