"""Rate limits by token bucket."""

from rattus.server import rate_limit as limits
from rattus.server.rate_limit import AddressLimiter, TokenBucket


def test_a_bucket_holds_some_seconds_worth_and_fills_at_its_rate() -> None:
    bucket = TokenBucket(rate=2.0, burst=3.0, now=0.0)
    assert [bucket.take(0.0) for _ in range(7)] == [True] * 6 + [False]
    assert bucket.take(0.4) is False
    assert bucket.take(0.5) is True
    assert bucket.take(0.5) is False


def test_a_bucket_never_holds_more_than_its_size() -> None:
    bucket = TokenBucket(rate=2.0, burst=3.0, now=0.0)
    assert [bucket.take(1000.0) for _ in range(7)] == [True] * 6 + [False]


def test_one_request_is_always_allowed() -> None:
    assert TokenBucket(rate=0.01, burst=1.0, now=0.0).take(0.0)


def test_refused_requests_do_not_delay_the_next_token() -> None:
    bucket = TokenBucket(rate=1.0, burst=1.0, now=0.0)
    bucket.take(0.0)
    assert not any(bucket.take(n / 100) for n in range(100))
    assert bucket.take(1.0)


def test_each_address_has_its_own_bucket() -> None:
    buckets = AddressLimiter(rate=1.0, burst=1.0)
    assert buckets.take("a", 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)


def test_the_least_recently_used_addresses_are_dropped(monkeypatch) -> None:
    monkeypatch.setattr(limits, "MAX_ADDRESSES", 2)
    buckets = AddressLimiter(rate=1.0, burst=1.0)
    for address in ("a", "b", "a", "c"):
        buckets.take(address, 0.0)
    assert not buckets.take("a", 0.0)
    assert buckets.take("b", 0.0)  # forgotten, so it is new
