"""Writes, for an edition, the rules that choose between the rules of its cards.

They are chains of conditions, since that is what compiles well: a table of functions would cost an indirect call.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import Any

from rattus.games.rattus import class_cards, play
from rattus.games.rattus.cards.card import Card, Question, Verb
from rattus.games.rattus.editions import Edition
from rattus.games.rattus.turn import turn_moves
from rattus.games.rattus.vocabulary import TURN
from rattus.kernel.rule import UNBOUND, Rule, write_rule

_OF_MOVE = ("source", "region", "number")  # what a rule that makes a move can ask for


def write_dispatch(edition: Edition) -> dict[Rule, Rule]:
    """The rules that take the place of those without a body in `play` and `class_cards`."""
    in_turn = [card for card in edition.class_cards if not card.in_last_round_only]
    at_last = [card for card in edition.class_cards if card.in_last_round_only]
    # Moves and questions of cards are rarer than the others, which are asked for first.
    of_cards = {word for card in edition.class_cards for word in (*card.verbs, *card.questions)}
    return {
        play.legal: _legal(sorted(edition.own_questions, key=lambda question: question in of_cards)),
        play.perform: _perform(sorted(edition.verbs, key=lambda verb: (not verb.is_frequent, verb in of_cards))),
        play.is_evident: _is_evident(edition.own_questions),
        play.skip_question: _skip(edition.own_questions),
        class_cards.turn_card_moves: _card_moves("turn_card_moves", in_turn),
        class_cards.last_round_card_moves: _card_moves("last_round_card_moves", at_last),
    }


def _legal(questions: Iterable[Question]) -> Rule:
    lines = ["question = table.question", "if question == 0:"]
    names: dict[str, Any] = {"TURN": TURN, "turn_moves": turn_moves, "phase_moves": play.phase_moves}
    lines += ["    if table.phase == TURN:", "        return turn_moves(box, table, out)"]
    lines += ["    return phase_moves(box, table, out)"]
    for question in questions:
        lines += [f"if question == {question.number}:", f"    return {_called(question.moves, names)}(box, table, out)"]
        names[question.number] = UNBOUND
    return _write(play.legal, [*lines, "return 0"], names)


def _perform(verbs: Iterable[Verb]) -> Rule:
    lines = [f"{', '.join(_OF_MOVE)} = {', '.join(f'box.{name}[move]' for name in _OF_MOVE)}", "verb = box.verb[move]"]
    names: dict[str, Any] = {}
    for place, verb in enumerate(verbs):
        arguments = ", ".join(inspect.signature(verb.use).parameters)
        condition = f"{'elif' if place else 'if'} verb == {verb.number}:"
        lines += [condition, f"    {_called(verb.use, names)}({arguments})"]
        names[verb.number] = UNBOUND
    return _write(play.perform, lines, names)


def _is_evident(questions: Iterable[Question]) -> Rule:
    names: dict[str, Any] = {question.number: UNBOUND for question in questions if not question.is_evident}
    conditions = [f"table.question != {name}" for name in names]
    return _write(play.is_evident, [f"return {' and '.join(conditions) or 'True'}"], names)


def _skip(questions: Iterable[Question]) -> Rule:
    lines = ["question = table.question"]
    names: dict[str, Any] = {}
    for question in questions:
        if question.skip is not None:
            lines += [f"if question == {question.number}:", f"    {_called(question.skip, names)}(box, table, log)"]
            names[question.number] = UNBOUND
    return _write(play.skip_question, lines, names)


def _card_moves(name: str, cards: Sequence[Card]) -> Rule:
    """Each card that its holder may use now (R16, R17)."""
    lines, names = [], {"usable": class_cards.usable}
    for card in cards:
        moves = _called(card.moves, names)
        lines += [f"if usable(table, {card.number}):", f"    number = {moves}(box, table, out, number)"]
        names[card.number] = UNBOUND
    return _write(getattr(class_cards, name), [*lines, "return number"], names)


def _called(function: Rule, names: dict[str, Any]) -> str:
    """A name for a rule in what is written; two files may each have a rule of the same name."""
    name = f"{function.__module__.rpartition('.')[2]}_{function.__name__}"
    names[name] = function
    return name


def _write(function: Rule, lines: Iterable[str], names: dict[str, Any]) -> Rule:
    head = f"def {function.__name__}{inspect.signature(function)}:"
    return write_rule(function.__name__, __name__, "\n    ".join([head, *lines]) + "\n", names)
