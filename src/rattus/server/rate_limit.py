"""Rate limits by token bucket."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network, ip_address

MAX_ADDRESSES = 10_000
IPV6_PREFIX = 64  # bits: whoever has one address has the rest of such a network too


def address_key(address: str) -> str:
    """What limits count by: an IPv4 address, or the network of an IPv6 address."""
    if ":" not in address:
        return address
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(IPv6Network((parsed, IPV6_PREFIX), strict=False))


class TokenBucket:
    """Fills at a rate, up to `burst` seconds' worth; a request takes as many tokens as it costs."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.size = max(1.0, rate * burst)
        self.tokens = self.size
        self.at = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        """Whether one more request is allowed now. One that costs more than fits in takes all there is."""
        cost = min(cost, self.size)
        self.tokens = min(self.size, self.tokens + max(0.0, now - self.at) * self.rate)
        self.at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class AddressLimiter:
    """A bucket for each address; the least recently used are dropped first."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, now: float, cost: float = 1.0) -> bool:
        """Whether one more request is allowed from an address now."""
        address = address_key(address)
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst, now)
            if len(self._buckets) > MAX_ADDRESSES:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket.take(now, cost)
