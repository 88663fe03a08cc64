"""Browser, terminal, pictures and charts take their colours from one palette."""

import inspect
import json
import re
from pathlib import Path

import pytest

import rattus
from rattus import palette

SOURCE = Path(inspect.getfile(rattus)).parent
COLOUR = re.compile(r"#(?:[0-9a-f]{3,4}){1,2}\b", re.IGNORECASE)
FOLDERS = ("analysis", "cli", "envs", "match", "server", "train")
MODULES = sorted(path for folder in FOLDERS for path in (SOURCE / folder).rglob("*.py"))


def test_only_the_palette_names_colours() -> None:
    assert len(MODULES) > 20
    found = {path.relative_to(SOURCE).as_posix(): COLOUR.findall(path.read_text("utf-8")) for path in MODULES}
    assert {module: colours for module, colours in found.items() if colours} == {}


WEB = Path(__file__).resolve().parent.parent / "web"
THEMES = "tokens.css"  # what differs by day and by candle-light, and shadows
GENERATED = {"palette.css", "types.ts", "english.ts"}
NO_HUE = re.compile("#(0+|f+|0{3}[0-9a-f]|0{6}[0-9a-f]{2}|f{3}[0-9a-f]|f{6}[0-9a-f]{2})")  # black and white, also thin


def test_the_browser_names_colours_in_its_themes_alone() -> None:
    paths = [path for path in (WEB / "src").rglob("*") if path.suffix in (".svelte", ".ts", ".css", ".svg")]
    left = [path for path in paths if path.name not in {THEMES, *GENERATED} and not path.name.endswith(".test.ts")]
    assert len(left) > 150
    found = {}
    for path in left:
        hues = [each.group() for each in COLOUR.finditer(path.read_text("utf-8")) if not NO_HUE.fullmatch(each.group())]
        if hues:
            found[path.relative_to(WEB).as_posix()] = hues
    assert found == {}


def test_what_is_shown_before_the_page_has_the_colour_of_its_paper() -> None:
    paper = re.search("--paper-0: (#[0-9a-f]{6})", (WEB / "src" / THEMES).read_text("utf-8"))
    assert paper
    for name in ("index.html", "public/manifest.webmanifest"):
        assert set(COLOUR.findall((WEB / name).read_text("utf-8"))) <= {paper[1]}, name
        assert paper[1] in (WEB / name).read_text("utf-8")


@pytest.mark.parametrize("text", ["#fff", "bold #d0393b", "fill:#333}", "#1A1109"])
def test_colours_are_recognised(text: str) -> None:
    assert COLOUR.search(text)


def test_every_colour_is_written_in_full() -> None:
    data = json.loads((SOURCE / "data" / "palette.json").read_text("utf-8"))
    colours = re.findall(r'"(#[^"]*)"', json.dumps(data))
    assert len(colours) > 60
    assert [colour for colour in colours if not re.fullmatch("#[0-9a-f]{6}", colour)] == []
    assert data.keys() == {name.lower() for name in vars(palette) if name.isupper() and not name.startswith("_")}
