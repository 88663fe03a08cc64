"""Notices that it is a player's turn: wishes and channels."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field, JsonValue
from typing_extensions import TypedDict

from rattus.kernel.data_types import OneOf, closed
from rattus.server.protocol.basics import DEVICE, PLAYER_KEY, DeviceLabel, GameName, PlayerKey, StrictModel
from rattus.words import LANGUAGES

TimeOfDay = Annotated[str, Field(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")]
EXAMPLE_WISHES: dict[str, JsonValue] = {
    "games": ["rattus", "cartus"],
    "clocks": ["none", "days"],
    "quiet": {"start": "22:30", "end": "07:30"},
    "zone": "Europe/Amsterdam",
    "language": "nl",
}
EXAMPLE_CHANNEL: dict[str, JsonValue] = {
    "channel": DEVICE,
    "kind": "ntfy",
    "address": "https://ntfy.sh/annasgames",
    "name": "Phone",
    "made": 1763200000.5,
    "confirmed": True,
    "stuck": False,
}


class QuietTime(StrictModel):
    """From one time of the day to another, in which nothing is sent."""

    start: TimeOfDay
    end: TimeOfDay


class NoticeWishes(StrictModel):
    """What somebody is told of: games and clocks, quiet hours in a time zone, and the language of messages."""

    games: Annotated[list[GameName], Field(max_length=10)]
    clocks: Annotated[list[Literal["none", "bank", "days"]], Field(max_length=10)]
    quiet: QuietTime | None
    zone: Annotated[str, Field(max_length=64)]
    language: Annotated[str, OneOf(LANGUAGES)]

    model_config = ConfigDict(json_schema_extra={"examples": [EXAMPLE_WISHES]})


@closed
class OwnChannel(TypedDict):
    """Where somebody is told. Nothing is sent to an e-mail address before it is confirmed, nor to what is `stuck`."""

    channel: str
    kind: Literal["push", "mail", "webhook", "ntfy"]
    address: str
    name: str
    made: float
    confirmed: bool
    stuck: bool


class PlayerNotices(StrictModel):
    """What this server can send (`push` is its key for the browser), what the player is told of, and where."""

    push: str | None
    mail: bool
    webhooks: bool
    wishes: NoticeWishes
    channels: list[OwnChannel]

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"push": None, "mail": True, "webhooks": True, "wishes": EXAMPLE_WISHES, "channels": [EXAMPLE_CHANNEL]}
            ]
        }
    )


class NewChannel(StrictModel):
    """One more place to be told: a push subscription with its keys, an e-mail address, a webhook, an ntfy topic."""

    kind: Literal["push", "mail", "webhook", "ntfy"]
    address: Annotated[str, Field(min_length=3, max_length=1000)]
    name: DeviceLabel
    p256dh: Annotated[str, Field(max_length=200)] | None = None
    auth: Annotated[str, Field(max_length=100)] | None = None

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"kind": "ntfy", "address": "https://ntfy.sh/annasgames", "name": "Phone"}]}
    )


class ChannelAdded(StrictModel):
    """The id of a channel; not `confirmed`: an e-mail with a link is on its way."""

    channel: str
    confirmed: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"channel": DEVICE, "confirmed": True}]})


class ChannelRef(StrictModel):
    """A channel by its id."""

    channel: Annotated[str, Field(max_length=64)]

    model_config = ConfigDict(json_schema_extra={"examples": [{"channel": DEVICE}]})


class MailCode(StrictModel):
    """The code in the link of the first e-mail."""

    code: PlayerKey

    model_config = ConfigDict(json_schema_extra={"examples": [{"code": PLAYER_KEY}]})


class MailStop(StrictModel):
    """What stands in the link of an e-mail that ends them."""

    channel: Annotated[str, Field(max_length=64)]
    code: PlayerKey

    model_config = ConfigDict(json_schema_extra={"examples": [{"channel": DEVICE, "code": PLAYER_KEY}]})


class MailStopped(StrictModel):
    """Whether e-mails are sent to an address from now on."""

    sends: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"sends": True}]})


@closed
class SentNotice(TypedDict):
    """A message about a turn; `sent` is null if it was not sent."""

    channel: str
    table: str
    chair: int
    at: float
    sent: float | None
