"""Terminal, pictures and charts take their colours from one palette."""

import inspect
import json
import re
from pathlib import Path

import pytest

import rattus
from rattus import palette

SOURCE = Path(inspect.getfile(rattus)).parent
COLOUR = re.compile(r"#(?:[0-9a-f]{3,4}){1,2}\b", re.IGNORECASE)
MODULES = sorted(path for folder in ("cli", "envs", "train") for path in (SOURCE / folder).rglob("*.py"))


def test_only_the_palette_names_colours() -> None:
    assert len(MODULES) > 20
    found = {path.relative_to(SOURCE).as_posix(): COLOUR.findall(path.read_text("utf-8")) for path in MODULES}
    assert {module: colours for module, colours in found.items() if colours} == {}


@pytest.mark.parametrize("text", ["#fff", "bold #d0393b", "fill:#333}", "#1A1109"])
def test_colours_are_recognised(text: str) -> None:
    assert COLOUR.search(text)


def test_every_colour_is_written_in_full() -> None:
    data = json.loads((SOURCE / "data" / "palette.json").read_text("utf-8"))
    colours = re.findall(r'"(#[^"]*)"', json.dumps(data))
    assert len(colours) > 60
    assert [colour for colour in colours if not re.fullmatch("#[0-9a-f]{6}", colour)] == []
    assert data.keys() == {name.lower() for name in vars(palette) if name.isupper() and not name.startswith("_")}
