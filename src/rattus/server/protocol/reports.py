"""Reports to whoever runs the server."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from rattus.server.protocol.basics import StrictModel, check_number, single_line


def _line_or_nothing(text: str) -> str:
    return single_line(text) if text.strip() else ""


class ReportRequest(StrictModel):
    """What is wrong with whoever sits on a chair, for the host of the server to see with the last lines of the chat."""

    chair: Annotated[int, Field(ge=1, le=6), BeforeValidator(check_number)]
    why: Literal["abuse", "spam", "cheating", "name", "other"]
    text: Annotated[str, Field(max_length=300), AfterValidator(_line_or_nothing)] = ""

    model_config = ConfigDict(json_schema_extra={"examples": [{"chair": 2, "why": "abuse", "text": "since move 12"}]})


class Reported(StrictModel):
    """The report is stored."""

    reported: bool

    model_config = ConfigDict(json_schema_extra={"examples": [{"reported": True}]})
