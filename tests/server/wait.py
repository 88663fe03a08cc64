"""Waiting for conditions, with a time limit."""

import asyncio
from collections.abc import Callable

TIMEOUT_SECONDS = 120.0  # seconds after which a test has failed; enough for a very busy machine


async def eventually(condition: Callable[[], object], what: str = "it did not happen") -> None:
    """Wait until a condition holds."""
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition():
                await asyncio.sleep(0.002)
    except TimeoutError:
        raise AssertionError(what) from None
