import pytest

from rattus.cli.arguments import read_names, read_options, read_seed
from rattus.errors import FormatError


def test_options() -> None:
    assert read_options(["max_turns=5", "first=red", "x="]) == {"max_turns": 5, "first": "red", "x": ""}
    assert read_options(["cards=king, witch,monk", "first=red"]) == {"cards": ["king", "witch", "monk"], "first": "red"}
    assert read_options(["cards=random"]) == {"cards": "random"}
    assert read_options(["buildings=farm:3, brewery:2"]) == {"buildings": {"farm": 3, "brewery": 2}}
    assert read_options(["buildings=farm:x,hut"]) == {"buildings": {"farm": "x", "hut": ""}}
    for text in ("max_turns", "=5", ""):
        with pytest.raises(FormatError):
            read_options([text])


def test_seeds() -> None:
    assert read_seed("7") == 7
    assert read_seed("seven") == "seven"


def test_names() -> None:
    assert read_names("hard, normal,,") == ("hard", "normal")
    assert read_names('"cmd:./bot --depth 3,4",random') == ("cmd:./bot --depth 3,4", "random")
    assert read_names("") == ()
    with pytest.raises(FormatError, match=r'double quotes: ."policy:1\.5,0\.1"'):
        read_names("greedy,policy:1.5,0.1,random")
    with pytest.raises(FormatError, match=r'double quotes: ."policy:1\.5,0\.1,forgetful"'):
        read_names("policy:1.5,0.1,forgetful,random")
    with pytest.raises(FormatError, match="names by commas in one line"):
        read_names("net\nrandom")
