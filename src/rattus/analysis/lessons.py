"""Lessons: courses of small steps on the real board, each asking for a move and explaining what came of it.

A course is a YAML file (docs/formats.md). Positions, moves and expectations are written as in scenarios, and the engine
plays them all when a course is checked: a lesson cannot say what the rules do not do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from rattus.errors import FormatError, IllegalMove
from rattus.games import GAMES
from rattus.match.game import Game, game_from
from rattus.match.parts import find_game, shipped_parts
from rattus.match.scenario import Scenario
from rattus.match.scenario import Step as ScenarioStep

FORMAT = 1
LANGUAGES = ("en", "nl", "de")
COURSE_FIELDS = frozenset({"format", "game", "title", "chapters"})
CHAPTER_FIELDS = frozenset({"id", "title", "steps"})
STEP_FIELDS = frozenset({
    "id", "seat", "position", "go_on", "rules", "show", "say", "ask", "answers", "then", "expect",
})  # fmt: skip
ANSWER_FIELDS = frozenset({"moves", "right", "say"})

Text = Mapping[str, str]  # by language


@dataclass(frozen=True)
class Answer:
    """What is said after some of the legal moves. `moves` may have `*` for anything."""

    moves: tuple[str, ...]
    is_right: bool
    say: Text

    def fits(self, move: str) -> bool:
        """Whether it is the answer to this move."""
        return any(fnmatchcase(move, pattern) for pattern in self.moves)


@dataclass(frozen=True)
class LessonStep:
    """A step: a position, something to do, and what is said about each move."""

    id: str
    seat: str
    position: Mapping[str, Any]  # where it begins
    rules: tuple[str, ...]
    show: tuple[str, ...]  # regions, cards or buildings to point at
    say: Text
    ask: Text
    answers: tuple[Answer, ...]
    then: tuple[tuple[str, str], ...]  # seat and move: how it goes on after the right move
    expect: Mapping[str, Any]

    def begin(self) -> Game:
        """The game in which it is asked."""
        return game_from(shipped_parts(find_game(self.position["game"])), dict(self.position), self.id)

    def answer(self, move: str) -> Answer:
        """What is said about a move."""
        found = next((answer for answer in self.answers if answer.fits(move)), None)
        if found is None:
            raise FormatError("move", f"nothing is said about {move!r}")
        return found

    @property
    def right_moves(self) -> tuple[str, ...]:
        """The legal moves that are right."""
        return tuple(move for move in self.begin().legal_texts if self.answer(move).is_right)


@dataclass(frozen=True)
class Chapter:
    """A chapter of a few steps."""

    id: str
    title: Text
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


def shipped_course(game: str) -> Course | None:
    """The course of the package for a game, if there is one."""
    find_game(game)
    path = resources.files("rattus").joinpath("data", "lessons", f"{game}.yaml")
    return read_course(path.read_text("utf-8"), f"{game}.yaml") if path.is_file() else None


def load_course(path: Path) -> Course:
    """The course of a file."""
    try:
        return read_course(path.read_text("utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError(str(path), f"cannot be read: {error}") from error


def read_course(text: str, place: str) -> Course:
    """A course from its text. FormatError says where it is wrong."""
    try:
        data = yaml.safe_load(text)
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
        chapters.append(Chapter(str(chapter["id"]), _text(chapter["title"], f"{place}.title"), tuple(steps)))
    course = Course(data["game"], _text(data["title"], "title"), tuple(chapters))
    names = [step.id for step in course.steps]
    for name in names:
        if names.count(name) > 1:
            raise FormatError("id", f"two steps are called {name!r}")
    return course


def _step(data: Any, game: str, last: LessonStep | None, place: str) -> LessonStep:
    _fields(data, STEP_FIELDS, ("id", "seat", "say", "ask", "answers"), place)
    if ("position" in data) == bool(data.get("go_on")):
        raise FormatError(place, "either a position, or go_on: true")
    if "position" in data:
        position = {"game": game, **_map(data["position"], f"{place}.position")}
    elif last is None:
        raise FormatError(place, "there is no step before it to go on from")
    else:
        position = end_of(last).position()
    answers = [
        _answer(answer, f"{place}.answers[{number}]")
        for number, answer in enumerate(_list(data["answers"], f"{place}.answers"))
    ]
    then = [next(iter(_map(move, f"{place}.then").items())) for move in data.get("then", [])]
    return LessonStep(
        str(data["id"]), str(data["seat"]), position, tuple(data.get("rules", ())), tuple(data.get("show", ())),
        _text(data["say"], f"{place}.say"), _text(data["ask"], f"{place}.ask"), tuple(answers),
        tuple((str(seat), str(move)) for seat, move in then), data.get("expect", {}),
    )  # fmt: skip


def _answer(data: Any, place: str) -> Answer:
    _fields(data, ANSWER_FIELDS, ("moves", "say"), place)
    moves = tuple(str(move) for move in _list(data["moves"], f"{place}.moves"))
    return Answer(moves, bool(data.get("right", False)), _text(data["say"], f"{place}.say"))


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


# ---- playing and checking


def end_of(step: LessonStep) -> Game:
    """The game after the first right move of a step and what follows it."""
    game = step.begin()
    right = step.right_moves
    if not right:
        raise FormatError(step.id, "no legal move is right")
    game.play(right[0], step.seat)
    for seat, move in step.then:
        game.play(move, seat)
    return game


def check_course(course: Course, rule_ids: frozenset[str] | None = None) -> list[str]:
    """What is wrong with a course, one line each: the engine plays every step."""
    return [f"{step.id}: {fault}" for step in course.steps for fault in _faults(step, rule_ids)]


def _faults(step: LessonStep, rule_ids: frozenset[str] | None) -> Iterator[str]:
    try:
        game = step.begin()
    except FormatError as error:
        yield str(error)
        return
    if game.to_move != step.seat:
        yield f"{game.to_move} is to move, not {step.seat}"
        return
    legal = game.legal_texts
    for move in legal:
        if not any(answer.fits(move) for answer in step.answers):
            yield f"nothing is said about {move!r}"
    for answer in step.answers:
        for pattern in answer.moves:
            if not any(fnmatchcase(move, pattern) for move in legal):
                yield f"no legal move is like {pattern!r}"
    yield from (f"there is no rule {rule}" for rule in step.rules if rule_ids is not None and rule not in rule_ids)
    yield from _play_faults(step)


def _play_faults(step: LessonStep) -> Iterator[str]:
    """What goes wrong after each right move."""
    right = step.right_moves if all(_said(step, move) for move in step.begin().legal_texts) else ()
    if not right:
        yield "no legal move is right"
    parts = shipped_parts(find_game(step.position["game"]))
    for move in right if not step.then else right[:1]:
        moves = tuple(ScenarioStep(seat, text, False) for seat, text in ((step.seat, move), *step.then))
        scenario = Scenario(step.id, step.rules, parts, _fixed(step), None, moves, step.expect)
        try:
            yield from (f"after {move!r}: {fault}" for fault in scenario.check())
        except (IllegalMove, FormatError) as error:
            yield f"after {move!r}: {error}"


def _said(step: LessonStep, move: str) -> bool:
    return any(answer.fits(move) for answer in step.answers)


def _fixed(step: LessonStep) -> Mapping[str, Any]:
    """The position with what it leaves open decided, as the lesson has it."""
    return step.begin().position()


def all_courses() -> tuple[Course, ...]:
    """The courses of the package."""
    found = (shipped_course(name) for name in GAMES)
    return tuple(course for course in found if course is not None)
