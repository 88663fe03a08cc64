"""Garbage collection: only young objects while people play, everything when the server is idle."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from rattus.server.idle_collector import (
    IDLE_SECONDS,
    MAX_SECONDS,
    YOUNG_OBJECTS,
    IdleCollector,
    collect_young_objects_only,
)


class Node:
    """An object that can be part of a cycle."""

    def __init__(self) -> None:
        self.other: Node | None = None


@pytest.fixture
def young_only() -> Iterator[None]:
    before = gc.get_threshold()
    collect_young_objects_only()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def make_cycle() -> weakref.ref[Node]:
    one, two = Node(), Node()
    one.other, two.other = two, one
    return weakref.ref(one)


@pytest.mark.usefixtures("young_only")
def test_young_cycles_are_collected_automatically() -> None:
    cycle = make_cycle()
    kept = [[] for _ in range(YOUNG_OBJECTS + 100)]
    assert cycle() is None
    assert len(kept) > YOUNG_OBJECTS


@pytest.mark.usefixtures("young_only")
def test_old_objects_are_collected_only_when_idle() -> None:
    one, two = Node(), Node()
    one.other, two.other = two, one
    seen = weakref.ref(one)
    gc.collect()  # now they are old
    del one, two
    kept = [[] for _ in range(50 * YOUNG_OBJECTS)]
    assert seen() is not None
    collector = IdleCollector(now=100.0)
    assert not collector.collect_if_idle(now=200.0, last_used_at=200.0 - IDLE_SECONDS / 2)  # somebody plays
    assert seen() is not None
    assert collector.collect_if_idle(now=200.0, last_used_at=200.0 - 2 * IDLE_SECONDS)
    assert seen() is None
    assert len(kept) == 50 * YOUNG_OBJECTS


def test_it_collects_once_when_idle_and_anyway_after_a_long_time() -> None:
    collector = IdleCollector(now=0.0)
    assert collector.collect_if_idle(now=10.0, last_used_at=5.0)
    assert not collector.collect_if_idle(now=40.0, last_used_at=5.0)  # nothing has happened since
    assert collector.collect_if_idle(now=50.0, last_used_at=45.0)
    assert not collector.collect_if_idle(now=100.0, last_used_at=99.9)
    assert collector.collect_if_idle(now=51.0 + MAX_SECONDS, last_used_at=50.9 + MAX_SECONDS)
