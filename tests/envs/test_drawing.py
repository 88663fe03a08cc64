"""Pictures can be drawn of every position, and show nothing hidden."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

import rattus
from rattus.envs.drawing import draw
from rattus.envs.play import SPECTATOR
from rattus.words import speak


def test_every_moment_can_be_drawn(table, moments) -> None:
    for play in moments(*table, every=19, decisions=60):
        for seat in (SPECTATOR, 0):
            view = play.view(seat)
            picture = ElementTree.fromstring(draw(view, "svg"))
            assert len(picture) > 30
            assert view["game"] in draw(view, "ansi").lower().replace("rattus cartus", "cartus")


def test_a_finished_game_can_be_drawn(table) -> None:
    game = rattus.new(*table, seed=1)
    while not game.is_over:
        game.play(game.legal()[-1])
    ElementTree.fromstring(draw(game.view(None), "svg"))
    assert draw(game.view(None), "ansi")


@pytest.mark.parametrize(
    ("language", "words"),
    [("nl", {"Paleis", "Nonnen-rij", "Rood is aan zet"}), ("de", {"Palast", "Nonnenreihe", "Rot ist am Zug"})],
)
def test_pictures_speak_the_language_of_the_reader(language: str, words: set[str]) -> None:
    speak(language)
    try:
        for name in rattus.GAMES:
            view = rattus.new(name, 2, 1, {"first": "red"}).view(None)
            told = draw(view, "svg") + draw(view, "ansi")
            assert sum(word in told for word in words) >= 2
            assert not re.search(r"\b(?:rats|cards|Turn|Round|Red|Piles|region|seat|nuns|moves?)\b", told)
    finally:
        speak("en")


def test_two_worlds_that_a_seat_cannot_tell_apart_are_drawn_the_same(name, moments) -> None:
    for play in moments(name, 3, every=31, decisions=90):
        world = play.imagine(1, seed=2)
        for mode in ("svg", "ansi"):
            assert draw(world.view(1), mode) == draw(play.view(1), mode)


def test_pixels(name, moments) -> None:
    pytest.importorskip("PIL", reason="needs the extra `pettingzoo`")
    for play in moments(name, 2, every=40, decisions=80):
        pixels = draw(play.view(SPECTATOR), "rgb_array")
        assert pixels.dtype == "uint8"
        assert pixels.shape[2] == 3
        assert len(set(map(tuple, pixels.reshape(-1, 3)[::97].tolist()))) > 5
