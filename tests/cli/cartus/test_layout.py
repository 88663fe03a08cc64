import functools
import random
from collections.abc import Callable

import pytest
from rich.cells import cell_len
from rich.console import Console

import rattus
from rattus.cli.looks import look_of
from rattus.cli.menu import Menu
from rattus.cli.scene import show_result, show_story, show_table
from rattus.match.game import Game


def drawn(game: Game, seat: str | None, width: int, people: tuple[str, ...] = ("red",)) -> str:
    """The table, for who is to move the question with all answers, and at the end the result."""
    console = Console(width=width, highlight=False)
    look, view, legal = look_of(game.name), game.view(seat), game.legal()
    with console.capture() as captured:
        show_table(console, game, seat, people)
        if seat == game.to_move and legal:
            console.print(look.question(view, legal), Menu(legal, look.labels(view, legal)).render(width))
        show_result(console, game, people)
    return captured.get()


@functools.cache
def games(players: int, step: int, seed: int = 0) -> list[Game]:
    """Moments of a random game with all buildings, the end among them."""
    game, chance = rattus.new("cartus", players, seed, {"buildings": "mixed"}), random.Random(seed)
    moments = [game.copy()]
    while not game.is_over:
        game.play(chance.choice(game.legal()))
        if len(game.moves) % step == 0 or game.is_over:
            moments.append(game.copy())
    return moments


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("width", [80, 91, 92, 100, 134, 135, 140])
def test_nothing_is_wider_than_the_screen_and_nothing_is_cut(players: int, width: int) -> None:
    for game in games(players, 23):
        for people in (("red",), game.seats):
            screen = drawn(game, game.to_move, width, people)
            assert max(map(cell_len, screen.splitlines())) <= width
            assert "…" not in screen
            for seat in game.seats:
                assert f"{seat.title()} (person)" in screen or people != game.seats or game.is_over
            for name in ("Peasantry", "Bourgeoisie", "Chivalry", "tokens looked", "Nun row: ", "Stacks: "):
                assert name in " ".join(screen.split())


@pytest.mark.rules("C11", "C19")
@pytest.mark.parametrize("players", [2, 5])
def test_the_screen_is_the_same_in_all_worlds_that_are_possible_for_the_player(players: int) -> None:
    moments = games(players, 13, seed=players)[:-1]
    assert len(moments) > 7
    for game in moments:
        for seat in (None, *game.seats):
            screen = drawn(game, seat, 100)
            assert all(drawn(game.resample(seat, number), seat, 100) == screen for number in range(2))


@pytest.mark.rules("C11")
def test_no_card_of_another_seat_is_on_the_screen(example: Callable[..., Game], entered: Game) -> None:
    hidden = {
        "yellow": ["Church  2", "Magic  2 3"],
        "green": ["Bourgeoisie  0 4", "Royalty  4"],
        "blue": ["Chivalry  4"],
    }
    for seat, groups in hidden.items():
        assert all(group in drawn(example(), seat, 100) for group in groups)
        for other in (None, *(other for other in ("red", *hidden) if other != seat)):
            assert not any(group in drawn(example(), other, 100) for group in groups)
    assert "Chivalry  4" in drawn(entered, "blue", 100)
    assert not any("Chivalry  4" in drawn(entered, seat, 100) for seat in (None, "red", "yellow", "green"))


@pytest.mark.rules("C10")
def test_cards_drawn_and_seen_by_others_are_not_told(advanced: Callable[..., Game]) -> None:
    told = ""
    for seed in range(6):
        game = advanced(4, 0, seed, "cartus")
        for _, move in advanced(4, 10_000, seed, "cartus").moves[:60]:
            is_supply = game.view(None)["phase"] == "supply"
            others = [seat for seat in (None, *game.seats) if seat != game.to_move]
            worlds = [game.resample(seat, seed) for seat in others] if is_supply else []
            game.play(move)
            for seat, world in zip(others, worlds, strict=False):
                world.play(move)
                told += story(game, seat, len(game.moves))
                assert story(world, seat, len(world.moves)) == story(game, seat, len(game.moves))
    assert "draws 4 cards" in told
    assert "of the nun row." in told


def story(game: Game, seat: str | None, after: int) -> str:
    console = Console(width=100, highlight=False)
    with console.capture() as captured:
        events = look_of(game.name).events(game, seat)
        show_story(console, game, [event for event in events if event["after"] == after])
    return captured.get()


def test_wide_screens_have_the_players_beside_the_buildings(entered: Game) -> None:
    wide, narrow = (drawn(entered, "red", width).splitlines() for width in (140, 100))
    assert "player" in wide[1]
    assert wide[1].startswith("╭")
    assert not any("player" in line and "│" in line for line in narrow)


def test_after_the_end_all_hands_are_shown(advanced: Callable[..., Game]) -> None:
    game = advanced(5, 10_000, name="cartus")
    for seat in game.seats:
        assert f"{seat.title()}'s hand: " in drawn(game, None, 80)
