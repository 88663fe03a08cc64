"""A plain Python object with `choose(sight)` plays: in the arena, in the environments and in `rattus play`."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import rattus
from rattus.arena.match_runner import MatchRunner, compile_ahead
from rattus.arena.schedule import Fixture
from rattus.arena.settings import Settings
from rattus.bots.players import make_player
from rattus.bots.protocol import BotFault, Choice
from rattus.cli import app
from rattus.envs.batch import BatchEnv
from rattus.errors import FormatError
from rattus.match.sight import Sight, sight_of

FILE = """
class Last:
    def choose(self, sight):
        return sight.moves[-1]

class Broken:
    def choose(self, sight):
        raise ValueError("no idea")

last, nothing = Last(), 3
"""


class Last:
    """The last legal move, each time; it counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.closed = False

    def choose(self, sight: Sight) -> str:
        self.asked += 1
        return sight.moves[-1]

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file with players, beside which everything runs."""
    (tmp_path / "bots.py").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return "bots.py"


@pytest.mark.parametrize("game", rattus.GAMES)
def test_an_object_plays_a_whole_game(game: str) -> None:
    chooser, now = Last(), rattus.new(game, 3, 1)
    player = make_player(chooser)
    while not now.is_over:
        sight = sight_of(now)
        choice = player.choose(sight, 0)
        assert choice == Choice(sight.moves[-1])
        now.play(choice.move)
    player.close()
    assert (chooser.asked, chooser.closed, player.name) == (len(now.moves), True, "Last")


@pytest.mark.parametrize("name", ["Last", "last"])
def test_a_class_or_an_object_of_a_file_plays(file: str, name: str) -> None:
    sight = sight_of(rattus.new("cartus", 2, 1))
    assert make_player(f"py:{file}:{name}").choose(sight, 1).move == sight.moves[-1]


@pytest.mark.parametrize("answer", ["fly", "", None, 3])
def test_what_is_no_legal_move_is_a_fault(answer: object) -> None:
    class Odd:
        def choose(self, _: Sight) -> object:
            return answer

    with pytest.raises(BotFault, match="illegal"):
        make_player(Odd()).choose(sight_of(rattus.new("rattus", 2, 1)), 0)


def test_an_error_in_it_is_a_fault(file: str) -> None:
    with pytest.raises(BotFault, match="ValueError: no idea"):
        make_player(f"py:{file}:Broken").choose(sight_of(rattus.new("rattus", 2, 1)), 0)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("py:bots.py", "py:FILE.py:NAME"),
        ("py:bots.py:", "py:FILE.py:NAME"),
        ("py:bots.py:First", "AttributeError"),
        ("py:bots.py:nothing", "no `choose"),
        ("py:none.py:Last", "FileNotFoundError"),
        ("py:no_such_module:Last", "ModuleNotFoundError"),
    ],
)
@pytest.mark.usefixtures("file")
def test_what_is_not_there_is_said_in_a_sentence(name: str, why: str) -> None:
    with pytest.raises(FormatError, match=why) as error:
        make_player(name)
    assert "\n" not in str(error.value)


def test_it_plays_in_the_arena(file: str) -> None:
    name, broken = f"py:{file}:Last", f"py:{file}:Broken"
    settings = Settings(game="rattus", seats=3, names=(name, "random", broken), seed=1, options={}, compiled=False)
    settings.check()
    compile_ahead(settings)
    runner = MatchRunner(settings)
    played = runner.play(Fixture(0, 0, (name, "random", broken)))
    runner.close()
    assert len(played.points) == 3
    assert [bool(number) for number in played.faults] == [False, False, True]


def test_it_plays_in_the_environments() -> None:
    chooser = Last()
    envs = BatchEnv("rattus", 4, 2, opponents={"yellow": chooser})
    observation, _ = envs.reset(seed=1)
    for _ in range(5):
        observation, *_ = envs.step(np.argmax(observation["action_mask"], axis=1).astype(np.int32))
    envs.close()
    assert chooser.asked >= 4


def test_it_plays_at_the_terminal(file: str) -> None:
    words = ["play", "--humans", "0", "-p", "2", "-o", "max_turns=2", "--seed", "1", "--language", "en"]
    done = CliRunner().invoke(app, [*words, "--player", f"py:{file}:Last"])
    assert done.exit_code == 0, done.output
    assert "The last round began after 2 turns" in done.output
