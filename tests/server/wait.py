"""Waiting for what a server does by itself."""

import asyncio
from collections.abc import Callable

TIMEOUT_SECONDS = 120.0  # seconds after which a test has failed; enough for a very busy machine


async def eventually(is_so: Callable[[], object], what: str = "it did not happen") -> None:
    """Wait until something is so."""
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not is_so():
                await asyncio.sleep(0.002)
    except TimeoutError:
        raise AssertionError(what) from None
