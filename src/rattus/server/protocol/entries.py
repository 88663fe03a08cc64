"""What happened: the entries of a journal as everybody may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired

from pydantic import Discriminator
from typing_extensions import TypedDict

from rattus.kernel.data_types import Seat, closed
from rattus.server.tables.journal import LeaveReason, ProposalKind


class _PublicEntry(TypedDict):
    number: int
    at: float


@closed
class PublicTableEntry(_PublicEntry):
    """The table was made, a match began, or the table was closed for good."""

    kind: Literal["made", "begun", "closed"]


@closed
class PublicResumeEntry(_PublicEntry):
    """The server was away, and these seconds count against nobody."""

    kind: Literal["resumed"]
    seconds: float


@closed
class PublicChairEntry(_PublicEntry):
    """Somebody sat down on a chair, or the host changed who holds it."""

    kind: Literal["chair"]
    chair: int


@closed
class PublicMoveEntry(_PublicEntry):
    """A move; what was done is in the events. `fault`: a bot failed, and the move was made at random in its place."""

    kind: Literal["move"]
    seat: Seat
    fault: NotRequired[str]


@closed
class PublicReturnEntry(_PublicEntry):
    """A person took the chair back from the bot."""

    kind: Literal["returned"]
    seat: Seat | None


@closed
class PublicUndoEntry(_PublicEntry):
    """Moves were undone until `to` were left."""

    kind: Literal["undone"]
    seat: Seat | None
    to: int


@closed
class PublicProposalEntry(_PublicEntry):
    """Somebody proposed something that needs everybody's consent."""

    kind: Literal["asked"]
    seat: Seat
    what: ProposalKind


@closed
class PublicAnswerEntry(_PublicEntry):
    """Somebody agreed to what is proposed, or not."""

    kind: Literal["answered"]
    seat: Seat
    yes: bool


@closed
class PublicLeaveEntry(_PublicEntry):
    """A bot plays on for a person."""

    kind: Literal["left"]
    seat: Seat | None
    why: LeaveReason


@closed
class PublicChatEntry(_PublicEntry):
    """A line of chat."""

    kind: Literal["chat"]
    seat: Seat | None
    chair: int
    text: str
    phrase: str | None


if TYPE_CHECKING:  # tables make them as plain dicts
    PublicEntry = dict[str, Any]
else:
    PublicEntry = Annotated[
        PublicTableEntry
        | PublicResumeEntry
        | PublicChairEntry
        | PublicMoveEntry
        | PublicReturnEntry
        | PublicUndoEntry
        | PublicProposalEntry
        | PublicAnswerEntry
        | PublicLeaveEntry
        | PublicChatEntry,
        Discriminator("kind"),
    ]
