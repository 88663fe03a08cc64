"""Texts: the same keys and values in every language, and a terminal that speaks each of them."""

import inspect
import io
import json
import random
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from rich.console import Console

import rattus
from rattus.cli.game_ui import GAME_UIS
from rattus.words import LANGUAGES, language_of, listed, speak, speaking, t

FILES = {
    language: json.loads(resources.files("rattus.words").joinpath(f"{language}.json").read_text("utf-8"))
    for language in LANGUAGES
}
PLACE = re.compile(r"\{(\w+)[:}]")


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins and ends in English."""
    speak("en")
    yield
    speak("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_values(language: str) -> None:
    for area, texts in FILES["en"].items():
        assert list(FILES[language][area]) == list(texts)
        for key, text in texts.items():
            told = FILES[language][area][key]
            assert told
            if area == "terminal":  # where a sentence is built in another way, it may take a name without its article
                needed, given = ({name.lower() for name in PLACE.findall(each)} for each in (text, told))
                assert needed == given, key


@pytest.mark.parametrize("language", ["nl", "de"])
def test_the_terminal_is_translated(language: str) -> None:
    same = [key for key, text in FILES[language]["terminal"].items() if text == FILES["en"]["terminal"][key]]
    assert len(same) < len(FILES["en"]["terminal"]) / 20, same


def test_places_are_filled_in() -> None:
    assert t("terminal.q.rat", n=0) == "no rat"
    assert t("terminal.q.rat", n=1) == "a rat"
    assert t("terminal.q.rat", n=3) == "3 rats"
    assert t("log.who") == FILES["en"]["log"]["who"]
    speak("nl")
    assert t("terminal.q.rat", n=3) == "3 ratten"
    assert listed(["a", "b", "c"]) == "a, b en c"
    assert "\u00ad" not in t("noun.building.tent")
    with pytest.raises(ValueError, match="fr"):
        speak("fr")
    assert speaking() == "nl"


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LC_ALL": "de_AT"}, "de"),
        ({"LANG": "de", "LC_ALL": ""}, "de"),
        ({"LC_MESSAGES": "nl", "LANG": "de_DE"}, "nl"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "nl_NL"}, "en"),
    ],
)
def test_the_environment_asks_for_a_language(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


# English words that no Dutch or German text has.
ENGLISH = re.compile(r"\b(the|with|and|from|plague|cards|cubes|turn|hand of|takes|places|moves|draws)\b", re.IGNORECASE)


@pytest.mark.parametrize("game", rattus.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_shown_and_told(language: str, game: str) -> None:
    speak(language)
    ui, chance = GAME_UIS[game], random.Random(7)
    for players in rattus.GAMES[game].player_counts[::2]:
        now = rattus.new(game, players, 3)
        out = io.StringIO()
        console = Console(file=out, width=150)
        while not now.is_over:
            view, legal = now.view(now.to_move), now.legal()
            out.write(ui.question(view, legal) + "\n")
            out.write("\n".join(ui.labels(view, legal).values()) + "\n")
            if len(now.moves) % 9 == 0:
                ui.show_table(console, now, now.to_move, ("red",))
                console.print(ui.discards(view) if "discards" in view else "")
            now.play(chance.choice(legal))
        ui.show_story(console, ui.events(now, None))
        ui.show_table(console, now, None, ())
        ui.show_result(console, now, ("red",))
        text = out.getvalue()
        assert not re.search(r"[{}]|terminal\.|noun\.", text)
        if language != "en":
            assert not ENGLISH.search(text), ENGLISH.search(text)


@pytest.mark.parametrize("game", ["rattus", "cartus"])
def test_every_reason_of_the_engine_has_words(game: str) -> None:
    folder = Path(inspect.getfile(rattus)).parent / "games" / game
    given = {
        word
        for path in folder.rglob("*.py")
        for call in re.findall(r"\breason\((.*)", path.read_text("utf-8"))
        for word in re.findall(r'"([a-z]\w+)"', re.split(r', (?:"[RAC]?\d*"|\w+=|RULES)', call)[0])
    }
    assert len(given) > 6
    shown_otherwise = {"bites", "sleeps", "waits"}
    assert given - shown_otherwise <= {key.removeprefix("why.") for key in FILES["en"][game] if key.startswith("why.")}
