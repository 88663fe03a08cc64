from collections.abc import Callable

import pytest

from rattus.arena.match_runner import MatchRunner, compile_ahead
from rattus.arena.schedule import Fixture
from rattus.arena.settings import Settings
from rattus.bots.players import RandomPlayer
from rattus.bots.program import ProgramPlayer
from rattus.bots.protocol import Budget, Choice
from rattus.bots.search import SearchPlayer
from rattus.match.sight import Sight

Quick = Callable[..., Settings]


def test_a_game_depends_on_deal_and_seating_alone(quick: Quick) -> None:
    runner = MatchRunner(quick("random", "greedy"))
    first = runner.play(Fixture(0, 0, ("random", "greedy")))
    assert runner.play(Fixture(0, 0, ("random", "greedy"))) == first
    assert runner.play(Fixture(0, 1, ("random", "greedy"))) != first
    assert MatchRunner(quick("random", "greedy", seed=4)).play(Fixture(0, 0, ("random", "greedy"))) != first
    runner.close()


def test_a_deal_is_the_same_for_every_seating(quick: Quick) -> None:
    settings = quick("random", "greedy")
    assert settings.deal(3).position() == settings.deal(3).position()
    assert settings.deal(3).position() != settings.deal(4).position()
    played = [
        MatchRunner(settings).play(Fixture(0, 3, seating)) for seating in (("random", "greedy"), ("greedy", "random"))
    ]
    assert played[0].first == played[1].first
    assert played[0] != played[1]


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        ("sys.exit(1)", "it has ended"),
        ("print(json.dumps({'move': 'fly'}), flush=True)", "illegal: 'fly'"),
        ("print('what?', flush=True)", "no JSON"),
    ],
)
def test_a_fault_costs_the_move_and_is_counted(
    quick: Quick, make_bot: Callable[[str], str], body: str, complaint: str
) -> None:
    bot = make_bot(body)
    runner = MatchRunner(quick("random", bot))
    result = runner.play(Fixture(0, 0, ("random", bot)))
    runner.close()
    assert result.faults[0] == 0
    assert result.faults[1] > 3
    assert complaint in result.complaints[1]
    assert result.complaints[0] == ""


@pytest.mark.parametrize("broken", ["crashes", "cheats"])
def test_a_player_with_a_bug_loses_its_move(quick: Quick, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    def choose(_: RandomPlayer, sight: Sight, __: str) -> Choice:
        if broken == "crashes":
            raise ZeroDivisionError("oh")
        return Choice(next(move for move in sight.box.moves if move not in sight.moves))

    monkeypatch.setattr(RandomPlayer, "choose", choose)
    result = MatchRunner(quick("random")).play(Fixture(0, 0, ("random", "random")))
    assert sum(result.faults) == result.moves
    assert ("ZeroDivisionError: oh" if broken == "crashes" else "illegal") in result.complaints[0]


def test_compiling_ahead_starts_no_program_and_searches_briefly(quick: Quick, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = []
    monkeypatch.setattr(ProgramPlayer, "choose", lambda *_: thought.append("program"))
    monkeypatch.setattr(SearchPlayer, "choose", lambda player, *_: thought.append(player.budget))
    compile_ahead(quick("random", "mcts:500", "cmd:x"))
    assert thought == [Budget(1)]
