"""The table server as `rattus serve` runs it, without the limits that keep one address from making 200 tables."""

import socket
import sys

from rattus.server.run import run_server
from rattus.server.settings import Limits, Settings

NO_LIMIT = 1e9

if __name__ == "__main__":
    port, database, processes = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    listener = socket.create_server(("127.0.0.1", port))
    limits = Limits(
        address_messages=1e9,
        messages=NO_LIMIT,
        requests=NO_LIMIT,
        new_tables=NO_LIMIT,
        new_chairs=NO_LIMIT,
        connections=10_000,
        unattended_tables=10_000,
    )
    run_server(Settings(database=database, limits=limits, processes=processes), listener)
