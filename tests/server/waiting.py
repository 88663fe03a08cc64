"""Waiting for what a server does by itself."""

import asyncio
from collections.abc import Callable

PATIENCE = 20.0  # seconds after which a test has failed


async def eventually(is_so: Callable[[], object], what: str = "it did not happen") -> None:
    """Wait until something is so."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                await asyncio.sleep(0.002)
    except TimeoutError:
        raise AssertionError(what) from None
