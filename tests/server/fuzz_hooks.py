"""Hooks for schemathesis: most requests are about an existing table, with one of its keys."""

import json
import os
import random
from itertools import count
from typing import Any

import schemathesis

PLACES = json.loads(os.environ["RATTUS_PLACES"])  # of each table its id and its keys, the host's first
# The same: tables that may be closed and removed, with keys that nobody renews.
EXPENDABLE = json.loads(os.environ["RATTUS_EXPENDABLE"])
PLAYERS = json.loads(os.environ["RATTUS_PLAYERS"])  # the key of each, and a table where chair 1 is theirs
OPEN = json.loads(os.environ["RATTUS_OPEN"])  # open tables, and the key of whoever opened each
PAGE = os.environ["RATTUS_PAGE"]  # of a player, public
DESTRUCTIVE = ("/close", "/remove", "/key", "/kick")
SEED = os.environ["RATTUS_TEST_SEED"]
_numbers = count()


@schemathesis.hook
def before_call(_: Any, case: Any, kwargs: dict[str, Any]) -> None:  # noqa: ARG001 (schemathesis goes by the names)
    """Fill in a table and a key, and a new address for each request, so that no limit is met."""
    number = next(_numbers)
    case.headers["x-forwarded-for"] = f"10.{200 + (number >> 16)}.{number >> 8 & 255}.{number & 255}"
    rng = random.Random(f"{SEED} {number}")
    if "table" in (case.path_parameters or {}) and rng.random() < 0.8:
        is_destructive = case.operation.path.endswith(DESTRUCTIVE)
        case.path_parameters["table"], keys = rng.choice(EXPENDABLE if is_destructive else PLACES)
        if case.operation.path.endswith("/remove"):  # each once
            case.path_parameters["table"], keys = EXPENDABLE.pop()
        case.headers["Authorization"] = f"Bearer {keys[0] if rng.random() < 0.4 else rng.choice(keys)}"
        if case.operation.path.endswith("/start") and rng.random() < 0.5:  # by who may start it
            case.headers["Authorization"] = f"Bearer {keys[0]}"
    if str((case.path_parameters or {}).get("chair")) in "456":  # one that may be there; what is none stays none
        case.path_parameters["chair"] = rng.randint(1, 3)
    if "page" in (case.path_parameters or {}) and rng.random() < 0.5:
        case.path_parameters["page"] = PAGE
    if case.operation.path == "/api/courses/{game}/{step}" and rng.random() < 0.5:
        case.path_parameters["step"] = "two-steps"
        case.query = {}
    if "game" in (case.path_parameters or {}) and rng.random() < 0.5:
        case.path_parameters["game"] = rng.choice(("rattus", "africanus", "cartus"))
    if case.operation.path.startswith(("/api/open", "/api/daily")) and rng.random() < 0.8:
        case.headers["Authorization"] = f"Bearer {rng.choice(PLAYERS[:20])[0]}"
        if "table" in (case.path_parameters or {}) and len(OPEN) > 1:
            table, key = OPEN.pop() if case.operation.path.endswith("/leave") else rng.choice(OPEN)
            case.path_parameters["table"] = table
            if case.operation.path.endswith("/leave"):
                case.headers["Authorization"] = f"Bearer {key}"
    if case.operation.path.startswith("/api/me") and rng.random() < 0.8:
        is_destructive = case.operation.path.endswith(("/remove", "/key", "/release"))
        if not is_destructive or len(PLAYERS) > 1:  # those each once, and never with the first
            key, table = PLAYERS.pop() if is_destructive else PLAYERS[0]
            case.headers["Authorization"] = f"Bearer {key}"
            if case.operation.path.endswith("/release") and isinstance(case.body, dict):
                case.body |= {"table": table, "chair": 1}
    if case.operation.path.endswith("/player") and isinstance(case.body, dict) and rng.random() < 0.8:
        case.body = {"player": PLAYERS[0][0]}
