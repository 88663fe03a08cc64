"""Random numbers, the same compiled and on lists: xoshiro128** on a state of four 32-bit words."""

import hashlib

from rattus.kernel.rule import rule

STATE_WORDS = 4
MASK_32 = 0xFFFFFFFF


def stream(seed: int | str) -> list[int]:
    """The initial state of a random stream, from a seed of any size."""
    digest = hashlib.sha256(str(seed).encode()).digest()
    return [int.from_bytes(digest[4 * i : 4 * i + 4], "big") for i in range(STATE_WORDS)]


@rule
def draw(rng):
    """The next 32 random bits."""
    second = rng[1]
    bits = (second * 5) & MASK_32
    bits = ((bits << 7) | (bits >> 25)) & MASK_32
    shifted = (second << 9) & MASK_32
    rng[2] ^= rng[0]
    rng[3] ^= rng[1]
    rng[1] ^= rng[2]
    rng[0] ^= rng[3]
    rng[2] ^= shifted
    rng[3] = ((rng[3] << 11) | (rng[3] >> 21)) & MASK_32
    return (bits * 9) & MASK_32


@rule
def below(rng, number):
    """A random number from 0 to number - 1."""
    return (draw(rng) * number) >> 32


@rule
def shuffle(rng, items, start, number):
    """Shuffle `number` items in place, from index `start` on."""
    for last in range(number - 1, 0, -1):
        other = start + below(rng, last + 1)
        items[start + last], items[other] = items[other], items[start + last]
