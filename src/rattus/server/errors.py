"""A request that is refused."""

from rattus.errors import RattusError

# What is wrong, as a word for programs, and the HTTP status that goes with it.
STATUS = {
    "malformed": 422,
    "illegal": 409,
    "late": 409,
    "not_now": 409,
    "not_yours": 403,
    "not_found": 404,
    "other_rules": 410,
    "busy": 429,
    "too_large": 413,
    "trouble": 503,
}


class Refused(RattusError):
    """A request that cannot be met. Nothing has changed."""

    def __init__(self, code: str, why: str) -> None:
        self.code = code
        self.why = why
        super().__init__(why)

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    def as_data(self) -> dict[str, str]:
        """As it is told to the client."""
        return {"code": self.code, "why": self.why}
