import functools
import random
from collections.abc import Callable
from functools import cache

import pytest
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType

import rattus
from rattus.cli.cartus.board import discards, hands, known_cards, nun_row, row
from rattus.cli.game_ui import GAME_UIS
from rattus.cli.menu import Menu
from rattus.match.game import Game


def drawn(game: Game, seat: str | None, width: int, people: tuple[str, ...] = ("red",)) -> str:
    """The table, for who is to move the question with all answers, and at the end the result."""
    console = Console(width=width, highlight=False)
    ui, view, legal = GAME_UIS[game.name], game.view(seat), game.legal()
    with console.capture() as captured:
        GAME_UIS[game.name].show_table(console, game, seat, people)
        if seat == game.to_move and legal:
            console.print(ui.question(view, legal), Menu(legal, ui.labels(view, legal)).render(width))
        GAME_UIS[game.name].show_result(console, game, people)
    return captured.get()


@functools.cache
@cache
def games(players: int, step: int, seed: int = 0) -> list[Game]:
    """Moments of a random game with all buildings, the end among them."""
    game, chance = rattus.new("cartus", players, seed, {"buildings": "mixed"}), random.Random(seed)
    moments = [game.copy()]
    while not game.is_over:
        game.play(chance.choice(game.legal()))
        if len(game.moves) % step == 0 or game.is_over:
            moments.append(game.copy())
    return moments


@pytest.mark.slow
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


@pytest.mark.slow
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
        events = GAME_UIS[game.name].events(game, seat)
        GAME_UIS[game.name].show_story(console, [event for event in events if event["after"] == after])
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


Drawn = Callable[[RenderableType], list[str]]

ROW = """\
╭──────────┬──────────────────────┬──────────────────────┬─────────────────────╮
│          │ ▸ 1 Tent             │ 2 Monastery          │ 3 Monastery         │
│          │  Magic               │  Church              │  Church             │
├──────────┼──────────────────────┼──────────────────────┼─────────────────────┤
│ supply   │ draw 2, look at 1    │ draw 4               │ lose a rat,         │
│          │                      │                      │ look at 1           │
│ premium  │ look at 2 nun cards  │ discard 2 rats       │ discard 2 rats      │
│ standard │ look at a nun card   │ discard a rat        │ discard a rat       │
├──────────┼──────────────────────┼──────────────────────┼─────────────────────┤
│ entered  │ Y  Church  2         │ R 4 cards            │ G no card           │
│          │    Magic  2 3        │                      │ B  Chivalry  4      │
│          │                      │                      │   Sword face down   │
╰──────────┴──────────────────────┴──────────────────────┴─────────────────────╯
"""


@pytest.mark.rules("C11")
def test_the_row_as_one_player_sees_it(entered: Game, console: Console, written: Callable[[], str]) -> None:
    console.print(row(entered.view("blue")))
    assert written() == ROW


def test_a_spectator_sees_numbers_until_cards_are_shown(entered: Game, drawn: Drawn) -> None:
    assert "│ entered │ Y Church 2 │ R 4 cards │ G no card │" in drawn(row(entered.view(None)))
    assert "│ │ Magic 2 3 │ │ B 2 cards │" in drawn(row(entered.view(None)))


def test_buildings_that_are_resolved(entered: Game, drawn: Drawn) -> None:
    for move in ("skip", "skip"):
        entered.play(move)
    lines = drawn(row(entered.view(None)))
    assert "│ │ ✓ 1 Tent │ ✓ 2 Monastery │ ▸ 3 Monastery │" in lines
    assert "│ entered │ Y cards put away │ R cards put away │ G no card │" in lines
    assert "│ │ │ │ B Chivalry 4 │" in lines


@pytest.mark.rules("C24")
def test_the_last_round_has_no_actions(example: Callable[..., Game], drawn: Drawn) -> None:
    lines = drawn(row(example(round=8, buildings=0).view("red")))
    assert "│ premium │ 1 more influence │ 1 more influence │ 1 more influence │" in lines
    assert "│ standard │ nothing │ nothing │ nothing │" in lines


def test_the_own_hand_and_tokens(example: Callable[..., Game], drawn: Drawn) -> None:
    assert drawn(Group(*hands(example().view("red")))) == [
        "Red's hand: Church 0 1 Magic 0 1 Royalty 0 Joker x2 Pass",
        "Red's victory tokens: 1 3 (4 points)",
    ]
    assert drawn(Group(*hands(example().view("blue")))) == ["Blue's hand: Chivalry 4 Sword"]
    assert list(hands(example().view(None))) == []


def test_an_empty_hand(example: Callable[..., Game], drawn: Drawn) -> None:
    game = example(hands={"red": ["church-0"], "yellow": 3, "green": 5, "blue": []})
    assert drawn(Group(*hands(game.view("blue")))) == ["Blue's hand: nothing"]


@pytest.mark.rules("C10")
def test_the_nun_row_as_far_as_it_was_seen(example: Callable[..., Game], drawn: Drawn) -> None:
    game = example()
    assert drawn(nun_row(game.view("red"))) == ["Nun row: 1: Church 4 2: ? 3: Royalty 2 4: ? 5: ? 6 nuns on 2 cards"]
    assert drawn(nun_row(game.view("blue"))) == ["Nun row: 1: ? 2: ? 3: ? 4: ? 5: Peasantry 3 3 nuns on 1 card"]
    assert drawn(nun_row(game.view(None))) == ["Nun row: 1: ? 2: ? 3: ? 4: ? 5: ?"]


def test_cards_known_to_be_held(example: Callable[..., Game], drawn: Drawn) -> None:
    game = example()
    assert drawn(Group(*known_cards(game.view("red")))) == ["Known to be held: Blue: a sword"]
    assert drawn(Group(*known_cards(game.view("blue")))) == ["Known to be held: Red: 2 jokers and a pass"]
    assert drawn(Group(*known_cards(game.view(None)))) == ["Known to be held: Red: 2 jokers and a pass Blue: a sword"]


def test_what_may_be_held_and_what_somebody_holds(example: Callable[..., Game], drawn: Drawn) -> None:
    row = {"held": {"blue": ["church-0", "church-0"]}, "most": {"blue": {"sword": 2}}, "loose": ["magic-3"]}
    view = example().view("red") | {"counted": {"all": {}, "red": row, "new": {}}}
    assert drawn(Group(*known_cards(view))) == [
        "Known to be held: Blue: 2 x Church 0 and at most 2 swords somebody: Magic 3"
    ]
    assert list(known_cards(view | {"phase": "over"})) == []
    assert list(known_cards(view | {"counted": {"all": row, "red": {}}})) == []


def test_discards(example: Callable[..., Game], drawn: Drawn) -> None:
    view = example().view(None)
    assert drawn(discards(view | {"discards": ["church-3", "church-4", "magic-4"]})) == [
        "Discarded: Church 3 4 Magic 4"
    ]
    assert drawn(discards(view | {"discards": []})) == ["The discard pile is empty."]
