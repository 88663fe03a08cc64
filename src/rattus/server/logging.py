"""Structured logs: one JSON object a line. Keys, bodies and messages are never logged."""

from __future__ import annotations

import json
import logging
import sys

# At debug level these log what clients sent and rows of the database: keys and seeds are in there.
LEAKY_LOGGERS = ("sqlalchemy", "uvicorn", "websockets")
# At info level these log every statement, which costs more than the statement.
VERBOSE_LOGGERS = ("alembic", "sqlalchemy")
EXTRA_FIELDS = (
    "table", "error", "method", "path", "status", "ms", "signal", "seconds",
    "who", "action", "kind", "outcome", "address",
)  # fmt: skip


class JsonFormatter(logging.Formatter):
    """Formats a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        data: dict[str, object] = {
            "at": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        data |= {name: record.__dict__[name] for name in EXTRA_FIELDS if name in record.__dict__}
        if record.exc_info:
            data["exception"] = self.formatException(record.exc_info)
        return json.dumps(data, default=str)


def _demote_client_errors(record: logging.LogRecord) -> bool:
    """Bad input is not an error of the server: uvicorn logs a traceback for text that is not UTF-8."""
    if record.name == "uvicorn.error" and record.msg.startswith("Invalid UTF-8"):
        record.levelno, record.levelname, record.exc_info = logging.INFO, "INFO", None
    return True


def set_up_logging(level: str) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_demote_client_errors)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    if level == "debug":
        for name in LEAKY_LOGGERS:
            logging.getLogger(name).setLevel(logging.INFO)
    if level == "info":
        for name in VERBOSE_LOGGERS:
            logging.getLogger(name).setLevel(logging.WARNING)
