"""What a message says: whose turn it is at which table. All of it is public there, and no key is in it."""

from __future__ import annotations

from dataclasses import dataclass

from rattus.server.notices.store import TurnMessage
from rattus.words import say_in

LONG_UNITS = (("days", 86_400), ("hours", 3600))
SENDING_SECONDS = 60.0  # since the turn began, for which two days are still called two days


@dataclass(frozen=True)
class Text:
    """A message in somebody's language. `path` leads to the table; who opens it needs to be the player there.

    `waiting` is the number for the icon of an installed app.
    """

    title: str
    body: str
    path: str
    game: str
    table: str
    deadline: float | None
    waiting: int


def text_of(message: TurnMessage, now: float) -> Text:
    """What a message says."""
    language, game = message.wishes.language, message.game["game"]
    others = [chair for chair in message.game["chairs"] if chair["chair"] != message.chair]
    names = [chair["name"] for chair in others if chair["holder"] == "person"]
    lines = [
        say_in(language, "notice.with", names=", ".join(names)) if names else say_in(language, "notice.alone"),
        *([] if message.deadline is None else [say_in(language, "notice.left", time=_time(language, message, now))]),
    ]
    return Text(
        say_in(language, "notice.title", game=say_in(language, f"noun.game.{game}")),
        " ".join(lines),
        f"/t/{message.table}",
        game,
        message.table,
        message.deadline,
        message.waiting,
    )


def _time(language: str, message: TurnMessage, now: float) -> str:
    """The time that is left, in the largest unit of which there are two: 47 hours are not "one day"."""
    left = (message.deadline or now) - now
    for unit, length in LONG_UNITS:
        number = int((left + SENDING_SECONDS) // length)
        if number >= 2:
            return say_in(language, f"notice.{unit}", n=number)
    return say_in(language, "notice.minutes", n=max(1, int(left // 60)))
