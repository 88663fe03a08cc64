"""Every error that rattus raises on purpose. All derive from RattusError, and its text is one sentence for people."""

from collections.abc import Sequence


class RattusError(ValueError):
    """Invalid input, or something that is not available here. Nothing has changed when it is raised."""


class IllegalMove(RattusError):
    """A move that the rules do not allow now. `legal` lists moves that they do allow."""

    def __init__(self, move: str, why: str, legal: Sequence[str] = ()) -> None:
        self.move = move
        self.why = why
        self.legal = tuple(legal)
        hint = f"; legal: {shortened(self.legal)}" if self.legal else ""
        super().__init__(f"{move!r}: {why}{hint}")


class MalformedMove(IllegalMove):
    """A text, or a number, that is not a move of this game at all."""


class FormatError(RattusError):
    """A file, argument or object that cannot be read. `place` says where in it the mistake is."""

    def __init__(self, place: str, why: str) -> None:
        self.place = place
        self.why = why
        RattusError.__init__(self, f"{place}: {why}" if place else why)

    def prefix_place(self, outer: str) -> None:
        """Say what the place is in, such as the file: `moves[3]` becomes `game.json, moves[3]`."""
        self.place = f"{outer}, {self.place}"
        self.args = (f"{self.place}: {self.why}",)


class IllegalMoveAt(FormatError, IllegalMove):
    """A record or a scenario with a move that the rules do not allow there."""

    def __init__(self, place: str, error: IllegalMove) -> None:
        FormatError.__init__(self, place, str(error))
        self.move = error.move
        self.legal = error.legal


class RulesVersionMismatch(FormatError):
    """A record or a stored game that was played by another version of the rules."""

    def __init__(self, version: int, known: int) -> None:
        release = f"A release of rattus with version {version} opens it"
        advice = "Update rattus to open it" if version > known else release
        super().__init__(
            "rules_version",
            f"this game was played by version {version} of the rules, and this is version {known}: it would go "
            f"differently. {advice}",
        )


class NotVerified(FormatError):
    """A record that can be read, but has no seal or does not match it."""


class MissingExtra(RattusError):
    """A part of rattus whose packages are not installed. The text says how to install them."""

    def __init__(self, extra: str, purpose: str, missing: Sequence[str]) -> None:
        self.extra = extra
        self.missing = tuple(missing)
        names = missing if len(missing) < 4 else [*missing[:2], f"{len(missing) - 2} more packages"]
        needs = " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
        super().__init__(f"{purpose} needs {needs}: pip install 'rattus[{extra}]'")


def shortened(words: Sequence[str], most: int = 8) -> str:
    """The first few of many words, and how many there are in all."""
    shown = ", ".join(words[:most])
    return shown if len(words) <= most else f"{shown} … ({len(words)} in all)"
