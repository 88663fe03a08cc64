"""Marks on the board: a player points at something, and everybody sees it for some seconds. They are never stored."""

from __future__ import annotations

from functools import cache

from rattus.games import GAMES
from rattus.match.vocabulary import vocabulary_of
from rattus.server.clock import Clock
from rattus.server.rate_limit import TokenBucket

RATE, BURST = 0.5, 8.0  # marks of one chair: one in two seconds, four at once
PLACES = 9  # of buildings or nuns in a row: more than any game has


@cache
def markable_things(game: str) -> frozenset[str]:
    """What can be marked in a game: what lies on the table for all to see, by name or by its place."""
    words = vocabulary_of(GAMES[game])
    regions = {region for of_players in words["regions"].values() for region in of_players}
    cards = {card["card"] for card in words["cards"] if card["kind"] == "class_card"}
    places = (
        {f"{row}.{place}" for row in ("building", "nun") for place in range(1, PLACES + 1)} if not regions else set()
    )
    return frozenset(regions | cards | places | set(words["classes"]))


class MarkLimits:
    """How often each chair of a table may mark something."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._buckets: dict[int, TokenBucket] = {}

    def take(self, chair: int) -> bool:
        """Whether a chair may mark something now."""
        now = self._clock.now()
        return self._buckets.setdefault(chair, TokenBucket(RATE, BURST, now)).take(now)
