"""`rattus serve` with a client from any folder, and with limits too high for any test: PORT DATABASE FOLDER."""

import os
import socket
import sys
from pathlib import Path

from rattus.server.logging import set_up_logging
from rattus.server.run import prepare, run_server
from rattus.server.settings import Limits, NoticeSettings, Settings

sys.path.append(str(Path(__file__).parents[1] / "server"))
from seeded_serve import deal_from

GENEROUS = Limits(
    messages=1e6,
    address_messages=1e6,
    requests=1e6,
    new_tables=1e6,
    new_chairs=1e6,
    new_players=1e6,
    unread_messages=10_000,
    unattended_tables=10_000,
)


def main(port: str, database: str, web: str) -> None:
    """Serve on loopback until a signal comes."""
    deal_from(Path(os.environ["RATTUS_TEST_DEALS"]))
    notices = NoticeSettings(url=f"http://127.0.0.1:{port}")
    settings = Settings(database, web=Path(web), bot_workers=1, limits=GENEROUS, notices=notices)
    set_up_logging("info")
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    with listener:
        listener.bind(("127.0.0.1", int(port)))
        prepare(settings)
        run_server(settings, listener)


if __name__ == "__main__":
    main(*sys.argv[1:])
