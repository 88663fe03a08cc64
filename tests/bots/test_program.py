"""Programs as players: the protocol, and every way to break it."""

import sys
import time

import pytest

from rattus.bots.program import ProgramPlayer
from rattus.bots.protocol import BotFault
from rattus.match.sight import sight_of

GOOD = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"move": question["legal"][-1]}), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    """Makes a player out of a program."""
    players = []

    def make(code, seconds=10.0, start_seconds=120.0):
        path = tmp_path / f"bot{len(players)}.py"
        path.write_text(code, "utf-8")
        players.append(ProgramPlayer("cmd:bot", f"'{sys.executable}' '{path}'", seconds, start_seconds))
        return players[-1]

    yield make
    for player in players:
        player.close()


def test_a_program_gets_view_legal_moves_and_budget_and_answers_with_a_move(program, midway) -> None:
    player, sight = program(GOOD), sight_of(midway)
    assert player.choose(sight, 1).move == sight.moves[-1]
    assert player.choose(sight, 2).move == sight.moves[-1]  # the same process answers again
    seen = program(
        "import json, sys\nq = json.loads(sys.stdin.readline())\n"
        "assert set(q) == {'game', 'seat', 'view', 'legal', 'budget', 'seed'}, q\n"
        f"assert q['game'] == {midway.name!r} and q['seat'] == {midway.to_move!r} and q['seed'] == '9'\n"
        "assert q['budget'] == {'seconds': 10.0} and q['view']['to_move'] == q['seat']\n"
        "print(json.dumps({'move': q['legal'][0], 'why': 'I like it'}), flush=True)"
    )
    assert seen.choose(sight, 9).move == sight.moves[0]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys; sys.exit(3)", "it has ended"),
        ("raise SystemExit", "it has ended"),
        ("print('hello', flush=True); import time; time.sleep(3600)", "no JSON: 'hello"),
        ("print('[1]', flush=True); import time; time.sleep(3600)", "an answer is"),
        ("print('{\"move\": 7}', flush=True); import time; time.sleep(3600)", "an answer is"),
        ('print(\'{"move": "fly home"}\', flush=True); import time; time.sleep(3600)', "illegal: 'fly home'"),
        ("print('[' * 100000, flush=True); import time; time.sleep(3600)", "no JSON"),
        ("import time; time.sleep(3600)", "no answer in 1 s"),
        ("import sys\nwhile True: sys.stdout.write('x' * 100000)", "no JSON"),
        (
            "import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); import time; time.sleep(3600)",
            "no JSON",
        ),
    ],
)
def test_a_fault_is_reported_soon_and_the_program_is_ended(program, advance, code, words) -> None:
    seconds = 1.0 if words == "no answer in 1 s" else 120.0  # enough for a very busy machine to start a program
    player, game = program(code, seconds, 0.0), advance("rattus", 2, 10)
    begin = time.monotonic()
    with pytest.raises(BotFault, match="cmd:bot: ") as fault:
        player.choose(sight_of(game), 1)
    assert words in str(fault.value)
    assert time.monotonic() - begin < 240  # it does not wait for the end of the program
    assert player._process.pid is None


def test_a_program_that_starts_slowly_loses_no_move(program, midway) -> None:
    player, sight = program("import time; time.sleep(1)\n" + GOOD, seconds=0.5), sight_of(midway)
    assert player.choose(sight, 1).move == sight.moves[-1]


def test_a_missing_program_is_a_fault(midway) -> None:
    with pytest.raises(BotFault, match="cannot be started"):
        ProgramPlayer("cmd:nothing", "./no-such-program").choose(sight_of(midway), 1)


def test_after_a_fault_the_program_is_restarted(program, midway, tmp_path) -> None:
    mark = tmp_path / "crashed"
    player = program(
        f"import pathlib, sys\nmark = pathlib.Path({str(mark)!r})\n"
        "if not mark.exists():\n    mark.touch()\n    sys.exit(1)\n" + GOOD
    )
    sight = sight_of(midway)
    with pytest.raises(BotFault):
        player.choose(sight, 1)
    assert player.choose(sight, 1).move == sight.moves[-1]
