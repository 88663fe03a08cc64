"""The random numbers are xoshiro128**, the same compiled and plain, and fair."""

from collections import Counter

import numpy as np

from rattus.kernel.random import below, draw, shuffle, stream
from rattus.kernel.rule import compiled


def reference(state: list[int], number: int) -> list[int]:
    """Xoshiro128** written with the 32-bit arithmetic of its authors' C source."""
    s = np.array(state, np.uint32)

    def rotl(x, k):
        return (x << np.uint32(k)) | (x >> np.uint32(32 - k))

    found = []
    with np.errstate(over="ignore"):
        for _ in range(number):
            found.append(int(rotl(s[1] * np.uint32(5), 7) * np.uint32(9)))
            t = s[1] << np.uint32(9)
            s[2] ^= s[0]
            s[3] ^= s[1]
            s[1] ^= s[2]
            s[0] ^= s[3]
            s[2] ^= t
            s[3] = rotl(s[3], 11)
    return found


def test_plain_and_compiled_are_xoshiro128() -> None:
    plain, quick = [1, 2, 3, 4], np.array([1, 2, 3, 4], np.int64)
    expected = reference([1, 2, 3, 4], 1000)
    assert expected[:2] == [11520, 0]
    assert [draw(plain) for _ in range(1000)] == expected
    assert [compiled(draw)(quick) for _ in range(1000)] == expected


def test_a_seed_gives_one_stream_and_another_seed_another() -> None:
    assert stream(7) == stream(7) == stream("7")
    assert stream(7) != stream(8)
    assert all(0 <= word < 1 << 32 for word in stream(1 << 200))


def test_below_is_fair() -> None:
    rng = stream(1)
    counts = Counter(below(rng, 6) for _ in range(60_000))
    assert set(counts) == set(range(6))
    assert all(abs(count - 10_000) < 500 for count in counts.values())


def test_shuffle_gives_all_orders_equally_often_and_stays_in_its_part() -> None:
    rng, counts = stream(2), Counter()
    for _ in range(24_000):
        items = [9, 0, 1, 2, 3, 9]
        shuffle(rng, items, 1, 4)
        assert items[0] == items[5] == 9
        counts[tuple(items)] += 1
    assert len(counts) == 24
    assert all(abs(count - 1000) < 160 for count in counts.values())
