"""Structured logs: one JSON object a line. Keys are never given to a log; bodies and messages neither."""

from __future__ import annotations

import json
import logging
import sys

# When they look for bugs these log what was sent, and rows of the database: keys and seeds are in there.
TELLTALES = ("sqlalchemy", "uvicorn", "websockets")
# These log every statement that the database is sent, which costs more than the statement.
DETAILED = ("alembic", "sqlalchemy")
FIELDS = ("table", "error", "method", "path", "status", "ms", "signal")


class Lines(logging.Formatter):
    """A line a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        data: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        data |= {name: record.__dict__[name] for name in FIELDS if name in record.__dict__}
        if record.exc_info:
            data["exception"] = self.formatException(record.exc_info)
        return json.dumps(data, default=str)


def _calm(record: logging.LogRecord) -> bool:
    """What a client sent is no fault of the server: for letters that are none uvicorn logs where it noticed them."""
    if record.name == "uvicorn.error" and record.msg.startswith("Invalid UTF-8"):
        record.levelno, record.levelname, record.exc_info = logging.INFO, "INFO", None
    return True


def set_up_logs(level: str) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_calm)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if level == "debug":
        for library in TELLTALES:
            logging.getLogger(library).setLevel(logging.INFO)
    if level == "info":
        for name in DETAILED:
            logging.getLogger(name).setLevel(logging.WARNING)
