"""`rattus` with repeatable deals and a clock that can be set: see `deal_from` and `set_clock_from`."""

import os
import random
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace

from rattus.match import seal


def deal_from(file: Path) -> None:
    """Draw seals from a seed that is in a file, and from a new one when another has been put there."""
    known, chance = "", random.Random()

    def token_hex(count: int) -> str:
        nonlocal known, chance
        if (found := file.read_text()) != known:
            known, chance = found, random.Random(found)
        return chance.randbytes(count).hex()

    seal.secrets = SimpleNamespace(token_hex=token_hex)


def set_clock_from(file: Path) -> None:
    """Let the clock of the machine be wrong by as many seconds as a file says, which may change at any time."""
    right = time.time

    def wrong() -> float:
        try:
            return right() + float(file.read_text())
        except (OSError, ValueError):  # there is none, or it is being written
            return right()

    time.time = wrong


def main(words: list[str]) -> None:
    """Do what `rattus` does with these words, or be one of the processes that it starts."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # as HEAR_CTRL_C does
    deal_from(Path(os.environ["RATTUS_TEST_DEALS"]))
    set_clock_from(Path(os.environ["RATTUS_TEST_DEALS"]).with_suffix(".clock"))
    if words[0] == "worker":
        from rattus.server.cluster import worker as worker

        worker.main(int(words[1]))
        return
    if "--processes" in words:
        from rattus.server.cluster import supervisor as supervisor

        supervisor.PROGRAM = (sys.executable, "-P", __file__, "worker")
    from rattus.cli import app

    app(words, prog_name="rattus")


if __name__ == "__main__":
    main(sys.argv[1:])
