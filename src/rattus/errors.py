"""What can go wrong, in the caller's words."""

from collections.abc import Sequence


class RattusError(ValueError):
    """Bad input. Nothing has changed when it is raised."""


class IllegalMove(RattusError):
    """A move that the rules do not allow now. `legal` lists what they do allow."""

    def __init__(self, move: str, why: str, legal: Sequence[str] = ()) -> None:
        self.move = move
        self.why = why
        self.legal = tuple(legal)
        hint = f"; legal: {shortened(self.legal)}" if self.legal else ""
        super().__init__(f"{move!r}: {why}{hint}")


class MalformedMove(IllegalMove):
    """A text that is no move at all in this game."""


class FormatError(RattusError):
    """A file or object that cannot be read. `place` says where in it the trouble is."""

    def __init__(self, place: str, why: str) -> None:
        self.place = place
        self.why = why
        super().__init__(f"{place}: {why}" if place else why)


class OtherRules(FormatError):
    """A record or a stored game of another version of the rules, which would play it differently."""

    def __init__(self, version: int, known: int) -> None:
        release = f"A release of rattus with version {version} opens it"
        advice = "Update rattus to open it" if version > known else release
        super().__init__(
            "rules_version",
            f"this game was played by version {version} of the rules, and here is version {known}: it would go "
            f"differently. {advice}",
        )


class NotVerified(FormatError):
    """A record that can be read, but is not what its seal promises; or has no seal."""


def shortened(words: Sequence[str], most: int = 8) -> str:
    """The first few of many words, and how many there are more."""
    shown = ", ".join(words[:most])
    return shown if len(words) <= most else f"{shown} … ({len(words)} in all)"
