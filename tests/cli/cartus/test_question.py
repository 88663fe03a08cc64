import random
from collections.abc import Callable
from typing import Any

import pytest

import rattus
from rattus.cli.cartus.question import question
from rattus.match.game import Game
from rattus.match.move import Move


def asked(game: Game) -> str:
    return question(game.view(game.to_move), game.legal())


def test_phases(example: Callable[..., Game]) -> None:
    assert asked(example(phase="supply")) == "Use the supply action of an open building (C10)."
    assert asked(example()) == "Enter an open building, or play a pass instead (C13)."
    assert asked(example("enter 2", "done")) == "Enter an open building (C11)."
    assert asked(example(round=8, buildings=0)).endswith("In this last round there are no building actions (C24).")


def test_playing(example: Callable[..., Game]) -> None:
    assert asked(example("enter 2")) == (
        "Lay cards face down in the Monastery, in the order of the list: each but swords and flutes gives 1 influence "
        "in Church, ● also a rat (C16)."
    )


def test_resolving(entered: Game) -> None:
    assert asked(entered) == "Tent: will you use your premium action? (C30)"
    entered.play("act")
    assert asked(entered) == "Look at 2 cards of the nun row (C30)."
    entered.play("peek 2")
    assert asked(entered) == "Look at a card of the nun row (C30)."
    entered.play("peek 1")
    entered.play("skip")
    assert asked(entered) == "Blue robs you: give 2 cards, in the order of the list (C19)."
    entered.play("give peasantry-0")
    assert asked(entered) == "Blue robs you: give a card, in the order of the list (C19)."


@pytest.mark.parametrize(
    ("pending", "told"),
    [
        ({"ask": "peek", "place": None, "due": 1}, "Look at a card of the nun row (C10)."),
        ({"ask": "rob", "place": 1}, "You have played the most swords in the Tent. Whom do you rob? (C19)"),
        (
            {"ask": "infest", "place": 2},
            "You have played the most flutes in the Monastery. To whom do you give a rat? (C20)",
        ),
        ({"ask": "act", "place": 3, "premium": False}, "Monastery: will you use your standard action? (C28)"),
        (
            {"ask": "give", "place": 1, "by": "tower", "to": "green", "due": 3},
            "Green's Watchtower: give 3 cards, in the order of the list (C29).",
        ),
        (
            {"ask": "discard", "place": 1, "due": 2},
            "The Hospital: discard up to 2 cards, each with a rat, in the order of the list (C28).",
        ),
    ],
)
def test_questions(pending: dict[str, Any], told: str, example: Callable[..., Game]) -> None:
    view = example().view("red") | {"phase": "resolve", "pending": pending}
    assert question(view, [Move("discard church-0"), Move("done")]) == told


def test_every_question_of_a_game_is_a_sentence() -> None:
    asks = set()
    for seed in range(16):
        game, chance = rattus.new("cartus", 2 + seed % 4, seed, {"buildings": "mixed"}), random.Random(seed)
        while not game.is_over:
            view = game.view(game.to_move)
            text = asked(game)
            assert text[0].isupper()
            assert text[-1] in ".)"
            assert "  " not in text
            assert "{" not in text
            pending = view["pending"] or {"ask": view["phase"]}
            asks.add((pending["ask"], pending.get("by")))
            game.play(chance.choice(game.legal()))
    kinds = {"supply", "enter", "peek", "play", "rob", "infest", "act", "discard"}
    assert asks == {*((kind, None) for kind in kinds), ("give", "sword"), ("give", "tower")}
