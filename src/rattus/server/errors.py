"""The errors of the server: each has a code for programs, a sentence for people, and an HTTP status."""

from __future__ import annotations

from enum import StrEnum

from rattus.errors import RattusError


class ErrorCode(StrEnum):
    """What is wrong, as a word for programs."""

    MALFORMED = "malformed"
    ILLEGAL = "illegal"
    LATE = "late"
    NOT_NOW = "not_now"
    NOT_YOURS = "not_yours"
    NOT_FOUND = "not_found"
    OTHER_RULES = "other_rules"
    OUTDATED = "outdated"
    BUSY = "busy"
    TOO_LARGE = "too_large"
    TROUBLE = "trouble"
    DAMAGED = "damaged"
    CLOSED = "closed"

    @property
    def status(self) -> int:
        """The HTTP status of an answer with this code."""
        return _STATUSES[self]


_STATUSES = {
    ErrorCode.MALFORMED: 422,
    ErrorCode.ILLEGAL: 409,
    ErrorCode.LATE: 409,
    ErrorCode.NOT_NOW: 409,
    ErrorCode.NOT_YOURS: 403,
    ErrorCode.NOT_FOUND: 404,
    ErrorCode.OTHER_RULES: 410,
    ErrorCode.OUTDATED: 426,
    ErrorCode.BUSY: 429,
    ErrorCode.TOO_LARGE: 413,
    ErrorCode.TROUBLE: 503,
    ErrorCode.DAMAGED: 503,
    ErrorCode.CLOSED: 409,
}


class ServerError(RattusError):
    """The root of everything that the server refuses or cannot do; its code and sentence are sent to the client."""

    def __init__(self, code: ErrorCode, why: str) -> None:
        self.code = code
        self.why = why
        super().__init__(why)

    def as_data(self) -> dict[str, str]:
        """The error as the client receives it."""
        return {"code": self.code.value, "why": self.why}


class RequestRefused(ServerError):
    """A request that cannot be met. Nothing has changed."""


class Overloaded(RequestRefused):
    """Too much is waiting already: try again later."""

    def __init__(self, why: str) -> None:
        super().__init__(ErrorCode.BUSY, why)


class StorageError(ServerError):
    """The database cannot be used now. What was to be stored counts as not stored.

    The reason is for the log: it may tell about the database, which is nobody else's business.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(ErrorCode.TROUBLE, "nothing can be stored or read now; try again later")
        self.reason = reason

    def __str__(self) -> str:
        return f"storage: {self.reason}"


class JournalError(ServerError):
    """A stored journal that cannot be read, or an entry that does not follow from the entries before it."""

    def __init__(self, reason: str) -> None:
        super().__init__(ErrorCode.DAMAGED, "what is stored of this table is damaged")
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class BrokenInvariant(RuntimeError):
    """A bug in the server and never the fault of a request: it is logged with its traceback and answered with 500."""
