from collections.abc import Callable

import pytest

from rattus.cli.cartus.labels import labels
from rattus.cli.menu import Menu
from rattus.match.game import Game
from rattus.match.move import Move


def shown(game: Game) -> list[str]:
    view, legal = game.view(game.to_move), game.legal()
    return [" ".join(line.split()) for line in Menu(legal, labels(view, legal)).render(80).plain.splitlines()]


def test_supply(example: Callable[..., Game]) -> None:
    assert shown(example(phase="supply", to_move="red")) == [
        "supply 1 Tent: draw 2, look at 1 2 Monastery: draw 4",
        "3 Monastery: lose a rat, look at 1",
    ]


@pytest.mark.rules("C13")
def test_entering(example: Callable[..., Game]) -> None:
    assert shown(example()) == [
        "enter 1 Tent (Magic) 2 Monastery (Church) 3 Monastery (Church)",
        "4 pass: play a pass card",
    ]


@pytest.mark.rules("C12", "C16")
def test_cards_of_another_class_bring_a_rat(example: Callable[..., Game]) -> None:
    game = example("enter 2")
    assert shown(game) == [
        "play 1 church-0 2 church-1 3 magic-0 ● 4 magic-1 ●",
        "5 royalty-0 ● 6 joker",
        "7 done: with 0 cards",
    ]
    game.play("play magic-0")
    assert shown(game) == ["play 1 magic-1 ● 2 royalty-0 ● 3 joker", "4 done: with 1 card"]
    assert shown(example("enter 1"))[0] == "play 1 church-0 ● 2 church-1 ● 3 magic-0 4 magic-1"


def test_building_actions(entered: Game) -> None:
    assert shown(entered) == ["1 act: look at 2 nun cards 2 skip: decline it"]
    entered.play("act")
    assert shown(entered) == ["peek 1 card 1 2 card 2 3 card 3 4 card 4 5 card 5"]


def test_giving(entered: Game) -> None:
    for move in ("skip", "skip"):
        entered.play(move)
    assert shown(entered) == ["give 1 peasantry-0 2 peasantry-1 3 bourgeoisie-0 4 bourgeoisie-4"]


def test_victims(entered: Game) -> None:
    view = entered.view("blue") | {"hands": {"red": 5, "green": []}, "rats": {"red": 1, "green": 12}}
    moves = [Move(f"{verb} {seat}") for verb in ("rob", "infest") for seat in ("red", "green")]
    assert list(labels(view, moves).values()) == [
        "red: 2 of 5 cards",
        "green: 0 of 0 cards",
        "red: has a rat",
        "green: has 12 rats",
    ]


@pytest.mark.rules("C28")
def test_discarding(example: Callable[..., Game]) -> None:
    view = example().view("red") | {"pending": {"ask": "discard", "place": 2, "due": 2, "last": None}}
    assert list(labels(view, [Move("discard church-0"), Move("done")]).values()) == [
        "church-0",
        "done: discard no more",
    ]


@pytest.mark.parametrize("players", [2, 5])
def test_every_move_of_a_game_is_labelled_and_found(players: int, advanced: Callable[..., Game]) -> None:
    verbs = set()
    for seed in range(4):
        game = advanced(players, 0, seed, "cartus")
        for _, move in advanced(players, 10_000, seed, "cartus").moves:
            view, legal = game.view(game.to_move), game.legal()
            menu = Menu(legal, labels(view, legal))
            text = menu.render(80).plain
            assert max(map(len, text.splitlines())) <= 80
            for number, one in enumerate(menu.moves, 1):
                assert f" {number} {labels(view, legal)[one]}" in text
                assert menu.find(str(one)) == menu.find(str(number)) == [one]
                assert menu.completions(f"{one.verb} ") == [
                    each.arguments[0] for each in legal if each.verb == one.verb and each.arguments
                ]
            verbs.add(move.verb)
            game.play(move)
    assert verbs >= {"supply", "enter", "play", "done", "act", "skip", "peek"}
