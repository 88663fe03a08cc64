import re
from collections.abc import Callable, Iterator

import pytest

from rattus.cli.menu import Menu
from rattus.match.game import Game
from rattus.match.move import Move

TEXTS = (
    "take king", "place gallia 3", "place gallia 4", "place italia 1", "merchant gallia italia 1",
    "merchant gallia italia 2", "merchant gallia germania 1", "monk gallia.1 italia", "monk gallia.2 italia",
    "plague gallia", "pass",
)  # fmt: skip
SHOWN = """\
  take               1 king
  place            2-3 gallia 3-4    4 italia 1
  merchant gallia → 5-6 italia 1-2    7 germania 1
  monk gallia.1-2 → 8-9 italia
  plague            10 gallia
                    11 pass"""


@pytest.fixture
def menu() -> Menu:
    return Menu([Move(text) for text in TEXTS])


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def numbers(text: str) -> Iterator[int]:
    """The numbers in front of moves."""
    text = re.sub(r"  \d+ moves: type", " moves", text)
    for found in re.finditer(r" (\d+)(?:-(\d+))? [a-z]", text):
        yield from range(int(found[1]), int(found[2] or found[1]) + 1)


def test_moves_are_shown_in_groups(menu: Menu) -> None:
    assert squeezed(menu.render(80).plain) == squeezed(SHOWN)


def test_every_move_is_found_by_number_and_by_text(menu: Menu) -> None:
    for number, text in enumerate(TEXTS, 1):
        assert menu.find(str(number)) == menu.find(text) == [Move(text)]


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ("  TAKE   King ", ["take king"]),
        ("t", ["take king"]),
        ("pl it", ["place italia 1"]),
        ("pla", ["place gallia 3", "place gallia 4", "place italia 1", "plague gallia"]),
        ("place gallia", ["place gallia 3", "place gallia 4"]),
        ("place gallia 4", ["place gallia 4"]),
        ("merchant g i 2", ["merchant gallia italia 2"]),
        ("take king now", []),
        ("", []),
        ("0", []),
        ("12", []),
        ("-1", []),
        ("9" * 5000, []),
    ],
)
def test_what_a_line_can_mean(menu: Menu, line: str, texts: list[str]) -> None:
    assert [str(move) for move in menu.find(line)] == texts


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", ["take", "place", "merchant", "monk", "plague", "pass"]),
        ("pl", ["place", "plague"]),
        ("PLACE ", ["gallia", "italia"]),
        ("place g", ["gallia"]),
        ("place gallia ", ["3", "4"]),
        ("place gallia 4 ", []),
        ("monk gallia.", ["gallia.1", "gallia.2"]),
        ("sing ", []),
    ],
)
def test_completion(menu: Menu, line: str, words: list[str]) -> None:
    assert menu.completions(line) == words


@pytest.mark.parametrize("rows", [None, 20, 10, 1])
def test_every_number_is_shown_also_when_folded(rows: int | None, advanced: Callable[..., Game]) -> None:
    for moves in range(0, 100, 7):
        menu = Menu(advanced(4, moves).legal())
        shown = menu.render(80, rows).plain
        assert list(numbers(shown)) == list(range(1, len(menu.moves) + 1))
        assert max(map(len, shown.splitlines())) <= 80


def test_every_number_is_shown_in_africanus(advanced: Callable[..., Game]) -> None:
    for moves in range(0, 200, 3):
        menu = Menu(advanced(6, moves, name="africanus").legal())
        assert list(numbers(menu.render(80).plain)) == list(range(1, len(menu.moves) + 1))


def test_moves_with_and_without_a_diplomat_stand_together() -> None:
    texts = (
        "merchant gallia italia 1", "merchant gallia italia 2", "merchant libya numidia 1", "king gallia",
        "merchant gallia italia 1 diplomat", "merchant gallia italia 2 diplomat", "king gallia diplomat",
        "trader italia hispania", "accept",
    )  # fmt: skip
    menu = Menu([Move(text) for text in texts])
    assert squeezed(menu.render(80).plain) == [
        "merchant gallia → 1-2 italia 1-2 3-4 italia 1-2 diplomat",
        "merchant libya → 5 numidia 1",
        "king 6 gallia 7 gallia diplomat",
        "trader italia → 8 hispania",
        "9 accept",
    ]
    assert menu.find("king gallia") == [Move("king gallia")]
    assert menu.find("k g d") == menu.find("7") == [Move("king gallia diplomat")]


def test_region_cards_in_moves() -> None:
    texts = (
        "protect merchant gallia:bourgeoisie+church",
        "protect merchant anglia:?",
        "protect king anglia:?",
        "accept",
    )
    menu = Menu([Move(text) for text in texts])
    assert squeezed(menu.render(80).plain) == [
        "protect merchant → 1 gallia:bourgeoisie+church 2 anglia:?",
        "protect king → 3 anglia:?",
        "4 accept",
    ]
    assert menu.completions("protect merchant g") == ["gallia:bourgeoisie+church"]
    assert menu.completions("protect k") == ["king"]
    assert menu.find("p m g") == [Move(texts[0])]


def test_labels_stand_for_moves() -> None:
    texts = ("play church-0", "play church-1", "done")
    moves = [Move(text) for text in texts]
    menu = Menu(moves, {moves[0]: "church-0 ●", moves[1]: "church-1", moves[2]: "done: no more"})
    assert squeezed(menu.render(80).plain) == ["play 1 church-0 ● 2 church-1", "3 done: no more"]
    assert menu.find("pl church-1") == menu.find("2") == [moves[1]]
    assert menu.completions("play church-") == ["church-0", "church-1"]


def test_moves_without_arguments_can_stand_anywhere() -> None:
    menu = Menu([Move(text) for text in ("swap", "take king", "keep", "pass")])
    assert squeezed(menu.render(80, 1).plain) == ["1 swap", "take 2 king", "3 keep 4 pass"]


def test_a_long_menu_is_folded(menu: Menu) -> None:
    long = Menu([Move(f"monk r{source}.1 r{target}") for source in range(9) for target in range(9)] + [Move("pass")])
    assert squeezed(long.render(80, 8).plain) == ["monk 1-81 81 moves: type monk to see them", "82 pass"]
    assert squeezed(menu.render(80, 8, menu.find("place")).plain) == ["place 2-3 gallia 3-4 4 italia 1"]
