"""The tree search: the same compiled and plain, within its budget, and explained."""

import threading
import time

import pytest

import rattus
from rattus.bots.protocol import Budget
from rattus.bots.search import Search, SearchPlayer
from rattus.match.sight import sight_of


@pytest.mark.parametrize("name", rattus.GAMES)
def test_compiled_and_plain_searches_are_the_same(name, advance) -> None:
    sight = sight_of(advance(name, 3, 40))
    quick = Search(sight, Budget(300), 5, compiled=True).run()
    assert quick == Search(sight, Budget(300), 5, compiled=False).run()
    assert quick.simulations == 300


def test_every_simulation_is_counted_and_the_best_comes_first(midway) -> None:
    choice = Search(sight_of(midway), Budget(100), 1, compiled=False).run()
    assert choice.simulations == sum(option.simulations for option in choice.options) == 100
    tried = [option.simulations for option in choice.options]
    assert tried == sorted(tried, reverse=True)
    assert choice.move == choice.options[0].move
    for option in choice.options:
        assert 0 <= option.worth <= 1
        assert set(option.chances) == set(midway.seats)
        assert 0 <= sum(option.chances.values()) <= 1 + 1e-9


def test_a_choice_is_available_as_text_and_as_data(midway) -> None:
    choice = Search(sight_of(midway), Budget(60), 1, compiled=False).run()
    lines = str(choice).splitlines()
    assert len(lines) == min(3, len(choice.options))
    assert lines[0].startswith(f"{choice.move}: {midway.seats[0]} ")
    assert lines[0].endswith(f"({choice.options[0].simulations} simulations)")
    data = choice.as_data()
    assert (data["move"], data["simulations"], len(data["options"])) == (choice.move, 60, len(choice.options))
    assert set(data["options"][0]) == {"move", "simulations", "worth", "chances"}


def test_threads_share_the_simulations_and_stay_deterministic(midway) -> None:
    sight = sight_of(midway)
    first, second = (Search(sight, Budget(51, None, 2), 3, compiled=False).run() for _ in range(2))
    assert first == second
    assert first.simulations == 51
    assert first != Search(sight, Budget(51), 3, compiled=False).run()


def test_the_seed_matters(midway) -> None:
    sight = sight_of(midway)
    assert len({str(Search(sight, Budget(40), seed, compiled=False).run()) for seed in range(5)}) > 1


class Clock:
    """A clock that advances by a fixed step at each reading."""

    def __init__(self, step) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def small_tree(monkeypatch) -> None:
    """Fewer nodes: on lists, making them takes longer than the search."""
    monkeypatch.setattr("rattus.bots.search.ROOM", 1000)


@pytest.mark.usefixtures("small_tree")
def test_a_search_by_seconds_ends_when_they_are_over(midway) -> None:
    clock = Clock(0.1)
    choice = Search(sight_of(midway), Budget(None, 2.0), 1, compiled=False, clock=clock).run()
    assert 1.8 < clock.now <= 2.2
    assert choice.simulations > 10


def test_one_simulation_at_least_is_run_however_short_the_time(midway) -> None:
    choice = Search(sight_of(midway), Budget(None, 0.001), 1, compiled=False, clock=Clock(5.0)).run()
    assert choice.simulations >= 1
    assert choice.move in map(str, midway.legal())


@pytest.mark.slow
@pytest.mark.usefixtures("small_tree")
def test_a_running_search_can_be_stopped_and_gives_its_best_move_so_far(midway) -> None:
    player = SearchPlayer("mcts:600s", Budget(None, 600.0), compiled=False)
    found = []
    thinking = threading.Thread(target=lambda: found.append(player.choose(sight_of(midway), 1)))
    end = time.monotonic() + 120
    thinking.start()
    while thinking.is_alive():
        assert time.monotonic() < end, "it does not stop"
        thinking.join(0.3)
        player.stop()  # again, if it had not begun yet
    assert found[0].simulations >= 1


def test_a_full_tree_keeps_counting(advance, monkeypatch) -> None:
    monkeypatch.setattr("rattus.bots.search.ROOM", 20)
    sight = sight_of(advance("cartus", 2, 30))
    choice = Search(sight, Budget(200), 1, compiled=False).run()
    assert choice.simulations == 200
    assert sum(option.simulations for option in choice.options) <= 200
