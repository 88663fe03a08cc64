"""Looking for cycles: in small portions while people play, everything when it is quiet."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from rattus.server.idle_collector import LONGEST_SECONDS, PORTION, QUIET_SECONDS, Broom, collect_in_portions


class Node:
    """Something that can stand in a cycle."""

    def __init__(self) -> None:
        self.other: Node | None = None


@pytest.fixture
def portions() -> Iterator[None]:
    before = gc.get_threshold()
    collect_in_portions()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def make_cycle() -> weakref.ref[Node]:
    one, two = Node(), Node()
    one.other, two.other = two, one
    return weakref.ref(one)


@pytest.mark.usefixtures("portions")
def test_new_cycles_go_by_themselves() -> None:
    cycle = make_cycle()
    kept = [[] for _ in range(PORTION + 100)]
    assert cycle() is None
    assert len(kept) > PORTION


@pytest.mark.usefixtures("portions")
def test_old_objects_are_left_alone_until_it_is_quiet() -> None:
    one, two = Node(), Node()
    one.other, two.other = two, one
    seen = weakref.ref(one)
    gc.collect()  # now they are old
    del one, two
    kept = [[] for _ in range(50 * PORTION)]
    assert seen() is not None
    broom = Broom(now=100.0)
    assert not broom.sweep(now=200.0, used_at=200.0 - QUIET_SECONDS / 2)  # somebody plays
    assert seen() is not None
    assert broom.sweep(now=200.0, used_at=200.0 - 2 * QUIET_SECONDS)
    assert seen() is None
    assert len(kept) == 50 * PORTION


def test_it_is_swept_once_and_after_long_play_anyway() -> None:
    broom = Broom(now=0.0)
    assert broom.sweep(now=10.0, used_at=5.0)
    assert not broom.sweep(now=40.0, used_at=5.0)  # nothing has happened since
    assert broom.sweep(now=50.0, used_at=45.0)
    assert not broom.sweep(now=100.0, used_at=99.9)
    assert broom.sweep(now=51.0 + LONGEST_SECONDS, used_at=50.9 + LONGEST_SECONDS)
