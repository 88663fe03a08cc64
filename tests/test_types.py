"""The client's types are what the server's schema says, now."""

import pytest

from write_types import files, main


def test_the_types_are_up_to_date() -> None:
    for path, text in files().items():
        assert path.read_text("utf-8") == text, f"{path.name}: run `make types`"


def test_a_type_that_differs_is_found(tmp_path, monkeypatch, capsys) -> None:
    path = tmp_path / "web" / "src" / "types.ts"
    monkeypatch.setattr("write_types.files", lambda: {path: "export type New = string\n"})
    monkeypatch.setattr("write_types.ROOT", tmp_path / "web" / "src")
    path.parent.mkdir(parents=True)
    path.write_text("export type Old = string\n")
    assert main(["--check"]) == 1
    assert "types.ts is not what `make types` writes" in capsys.readouterr().err
    assert main([]) == 0
    assert main(["--check"]) == 0


@pytest.mark.parametrize("name", ["lib/net/types.ts", "games/rattus/types.ts", "games/cartus/types.ts"])
def test_nothing_is_left_undescribed(name: str) -> None:
    (text,) = [text for path, text in files().items() if path.as_posix().endswith(name)]
    assert "undefined {" not in text
    assert ": any" not in text
