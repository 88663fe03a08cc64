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
STYLED = (".py", ".css", ".jinja")
MODULES = sorted(
    path
    for path in SOURCE.rglob("*")
    if path.suffix in STYLED and SOURCE / "web" not in path.parents  # the client as built
)


def test_only_the_palette_names_colours() -> None:
    assert len(MODULES) > 20
    found = {path.relative_to(SOURCE).as_posix(): COLOUR.findall(path.read_text("utf-8")) for path in MODULES}
    assert {module: colours for module, colours in found.items() if colours} == {}


WEB = Path(__file__).resolve().parent.parent / "web"
GENERATED = {"palette.css", "types.ts", "english.ts"}
NO_HUE = re.compile("#(0+|f+|0{3}[0-9a-f]|0{6}[0-9a-f]{2}|f{3}[0-9a-f]|f{6}[0-9a-f]{2})")  # black and white, also thin


def test_the_browser_takes_all_colours_from_the_palette() -> None:
    paths = [path for path in (WEB / "src").rglob("*") if path.suffix in (".svelte", ".ts", ".css", ".svg")]
    left = [path for path in paths if path.name not in GENERATED and not path.name.endswith(".test.ts")]
    assert len(left) > 150
    found = {}
    for path in left:
        hues = [each.group() for each in COLOUR.finditer(path.read_text("utf-8")) if not NO_HUE.fullmatch(each.group())]
        if hues:
            found[path.relative_to(WEB).as_posix()] = hues
    assert found == {}


def test_what_is_shown_before_the_page_has_the_colour_of_its_paper() -> None:
    paper = palette.THEMES["day"]["paper-0"]
    for name in ("index.html", "public/manifest.webmanifest"):
        assert set(COLOUR.findall((WEB / name).read_text("utf-8"))) <= {paper}, name
        assert paper in (WEB / name).read_text("utf-8")


@pytest.mark.parametrize("text", ["#fff", "bold #d0393b", "fill:#333}", "#1A1109"])
def test_colours_are_recognised(text: str) -> None:
    assert COLOUR.search(text)


def test_every_colour_is_written_in_full() -> None:
    data = json.loads((SOURCE / "data" / "palette.json").read_text("utf-8"))
    colours = re.findall(r'"(#[^"]*)"', json.dumps(data))
    assert len(colours) > 60
    assert [colour for colour in colours if not re.fullmatch("#([0-9a-f]{2}){3,4}", colour)] == []
    assert data.keys() == {name.lower() for name in vars(palette) if name.isupper() and not name.startswith("_")}


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG 2.2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


TEXT = ["ink", "ink-2", "ink-3", "rubric", "leaf-ink", "lapis", "verdigris"]


@pytest.mark.parametrize("theme", palette.THEMES)
@pytest.mark.parametrize("name", TEXT)
def test_text_can_be_read_on_the_paper_of_each_theme(theme: str, name: str) -> None:
    colours = palette.THEMES[theme]
    for paper in ("paper-0", "paper-1", "paper-2"):
        assert contrast(colours[name], colours[paper]) >= 4.5, paper


@pytest.mark.parametrize("theme", palette.THEMES)
def test_borders_that_mean_something_and_words_on_colours_can_be_seen(theme: str) -> None:
    colours = palette.THEMES[theme]
    assert all(contrast(colours["rule-strong"], colours[f"paper-{height}"]) >= 3 for height in range(3))
    for name in ("rubric", "primary", "lapis"):
        assert contrast(colours[f"on-{name}"], colours[name]) >= 4.5
    lines = {seat: colours.get(f"seat-{seat}-line", of["line"]) for seat, of in palette.SEATS.items()}
    assert all(contrast(line, colours["paper-1"]) >= 3 for line in lines.values())
