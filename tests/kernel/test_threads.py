"""The thread pool: every chunk is done once, and the caller does not wait for a thread that has not started."""

import threading

import pytest

from rattus.kernel.threads import WorkerPool, processors


@pytest.mark.parametrize(("workers", "total", "chunk"), [(1, 10, 3), (4, 1000, 7), (3, 5, 100), (2, 0, 4)])
def test_every_piece_is_done_once(workers, total, chunk) -> None:
    pool, done = WorkerPool(workers), [0] * total

    def work(first, last):
        for place in range(first, last):
            done[place] += 1

    for round_ in range(1, 21):
        pool.run(work, total, chunk)
        assert done == [round_] * total
    pool.close()


def test_several_threads_work() -> None:
    """Two chunks wait for each other: this ends only if two threads work on them."""
    pool, both = WorkerPool(2), threading.Barrier(2, timeout=60)
    pool.run(lambda *_: both.wait() and None, 2, 1)
    pool.close()


def test_nobody_waits_for_a_thread_that_has_not_started() -> None:
    """The pool's only thread is blocked: the calling thread does all the work."""
    pool, free, names = WorkerPool(2), threading.Event(), set()
    held = pool._threads().submit(free.wait, 60)
    pool.run(lambda *_: names.add(threading.current_thread().name), 50, 1)
    assert names == {threading.current_thread().name}
    assert not held.done()
    free.set()
    pool.close()


@pytest.mark.parametrize("workers", [1, 3])
def test_an_error_in_a_thread_is_raised(workers) -> None:
    def work(first, _):
        if first == 40:
            raise KeyError("here")

    pool = WorkerPool(workers)
    with pytest.raises(KeyError, match="here"):
        pool.run(work, 100, 10)
    pool.close()


def test_a_closed_pool_opens_again() -> None:
    pool, done = WorkerPool(3), []
    for _ in range(2):
        pool.run(lambda first, last: done.append((first, last)), 6, 2)
        pool.close()
    assert sorted(done) == sorted([(0, 2), (2, 4), (4, 6)] * 2)


def test_there_is_a_processor() -> None:
    assert processors() >= 1
