"""The game of the day: the same deal for everybody on the server, one try each, and a table of results."""
