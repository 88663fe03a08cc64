"""The drawings of the browser client are those that the tool makes."""

import importlib
from pathlib import Path

import pytest

WEB = Path(__file__).resolve().parent.parent / "web"


def test_the_drawings_are_as_they_were_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(WEB / "tools/woodcut"))
    made: dict[str, str] = importlib.import_module("make").files()
    in_art = {f"lib/art/{path.name}" for path in (WEB / "src/lib/art").iterdir() if path.suffix in (".svg", ".json")}
    assert made.keys() - {"games/parts/covers.svg"} == in_art
    for name, text in made.items():
        assert (WEB / "src" / name).read_text() == text, f"{name}: run web/tools/woodcut/make.py"
