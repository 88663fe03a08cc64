"""Why a move that somebody typed is not possible now: what the engine explains, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rattus.match.game import Game
from rattus.match.move import Move
from rattus.match.vocabulary import vocabulary_of
from rattus.words import display_name, has, t

PLACES = {"place": "building", "nun": "nun"}  # arguments that are numbers, and what they number
MOST_SHOWN = 8


def why_not(game: Game, seat: str, move: Move) -> str:
    """The reasons, each with its rule. Empty where all there is to say is what is asked, which is on the screen."""
    area = "cartus" if game.name == "cartus" else "rattus"
    verb, *words = str(move).split(" ")
    explained = [game.explain(seat, verb)]
    explained += [game.explain(seat, thing, verb, words[:place]) for place, thing in _things(game, verb, words)]
    for told in explained:
        texts = [text for reason in told.reasons if (text := _in_words(area, reason))]
        if texts:
            return " ".join(texts)
    return ""


def _things(game: Game, verb: str, words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """What the words of a move stand for, as `Game.explain` is asked for it, with their places."""
    shapes = {each["verb"]: each["arguments"] for each in vocabulary_of(game.parts.rulebook)["verbs"]}
    is_asked = verb in {each.verb for each in game.legal()}
    for place, (kind, word) in enumerate(zip(shapes.get(verb, ()), words, strict=False)):
        if kind in PLACES:
            yield place, f"{PLACES[kind]}.{word}"
        elif is_asked or kind not in ("region", "slot"):  # for another verb a region has other reasons
            yield place, word.partition(".")[0]


def _in_words(area: str, reason: Mapping[str, Any]) -> str:
    key = f"{area}.why.{reason['why']}"
    values = {name: _value(name, value) for name, value in reason.items() if name not in ("why", "rule")}
    if reason["why"] in ("first", "otherwise", "waits") or not has(key):
        return ""  # what is asked is on the screen
    text = t(key, **values)
    return f"{text.removesuffix('.')} ({reason['rule']})." if reason["rule"] else text


def _value(name: str, value: Any) -> str | int:
    return display_name(str(value).replace("-", " ")) if name in ("region", "card", "last", "seat") else value


def some_of(moves: Sequence[str]) -> str:
    """The first few of many moves, and how many there are in all."""
    shown = ", ".join(moves[:MOST_SHOWN])
    return shown if len(moves) <= MOST_SHOWN else t("terminal.some", moves=shown, n=str(len(moves)))
