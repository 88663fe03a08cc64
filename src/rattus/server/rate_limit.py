"""Limits on how often somebody may ask."""

from __future__ import annotations

from collections import OrderedDict

MOST_ADDRESSES = 10_000


class Bucket:
    """Fills at a rate; each request takes one out. When it is empty there are too many."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.size = max(1.0, rate * burst)
        self.content = self.size
        self.at = now

    def take(self, now: float) -> bool:
        """Whether one more request may come now."""
        self.content = min(self.size, self.content + (now - self.at) * self.rate)
        self.at = now
        if self.content < 1.0:
            return False
        self.content -= 1.0
        return True


class Buckets:
    """One for each address; those that were not used for longest are forgotten first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        """Whether one more request may come from an address now."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > MOST_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now)
