"""What may be known at a table, computed from its journal independently of the server.

It plays games of its own from the seed in the journal, replays them instead of undoing moves, and follows
docs/server.md in what is public. What the server sends is compared with it, field by field.
"""

import copy
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import TypeAdapter

import rattus
from rattus.match.game import Game
from rattus.match.seal import Seal
from rattus.server.protocol.messages import ServerMessage
from rattus.server.tables.keys import Role, RoleKind

from .stored_entry import StoredEntry

SEATS = ("red", "yellow", "green", "blue", "white", "orange")
SERVER_MESSAGE: TypeAdapter[Any] = TypeAdapter(ServerMessage)
GRACE, DAY = 30.0, 86_400.0
RESETTING = ("begun", "undone")
SHORT = {  # messages that say nothing about the game
    "done": {"type", "id", "number"},
    "refused": {"type", "id", "code", "why"},
    "error": {"type", "code", "why"},
    "here": {"type", "chairs", "watching"},
    "tick": {"type", "number", "at"},
    "explained": {"type", "id", "moves", "reasons", "facts"},
}


@dataclass
class Moment:
    """A table after an entry of its journal."""

    happened: dict[str, Any] | None
    public: dict[str, Any]
    game: Game | None
    line: list[tuple[str, str]]
    chat: list[dict[str, Any]]


class Oracle:
    """Everything that a journal implies, for every role at every entry."""

    def __init__(self, table: str, journal: Iterable[StoredEntry]) -> None:
        self.seals: dict[int, Seal] = {}  # of the matches
        self.begins: dict[int, int] = {}  # the number of the entry with which a match began
        self.ends: dict[int, int] = {}  # the number of the entry after which a match was over
        self._id = table
        self._chairs: list[dict[str, Any]] = []
        self._settings: dict[str, Any] = {}
        self._match = 0
        self._start: dict[str, Any] | None = None
        self._asked: dict[str, Any] | None = None
        self._clock: dict[str, Any] | None = None
        self._gains: list[tuple[str | None, float]] = []
        self._public: dict[str, Any] = {}
        self._game: Game | None = None
        self._line: list[tuple[str, str]] = []
        self._chat: list[dict[str, Any]] = []
        self._marks = [b""]
        self._closed = False
        self._shuffle_key: str | None = None
        self.moments = [Moment(None, {}, None, [], [])]
        for entry in journal:
            assert entry.number == len(self.moments)
            self._take(entry)

    # ---- what may be known

    def colour(self, number: int, role: Role) -> str | None:
        if role.chair is None:
            return None
        colour: str | None = self.moments[number].public["chairs"][role.chair - 1]["seat"]
        return colour

    def table(self, number: int) -> dict[str, Any]:
        return self.moments[number].public

    def you(self, number: int, role: Role) -> dict[str, Any]:
        return {
            "role": "chair" if role.kind is RoleKind.CHAIR else role.kind,
            "chair": role.chair,
            "seat": self.colour(number, role),
        }

    def match(self, number: int, role: Role) -> dict[str, Any]:
        """The match as a role sees it."""
        moment, colour = self.moments[number], self.colour(number, role)
        game = moment.game
        if game is None:
            return {"view": None, "legal": [], "moves": 0, "undo": None}
        decides = False
        if not moment.public["closed"] and not game.is_over and colour == game.to_move:
            assert role.chair is not None
            holder = moment.public["chairs"][role.chair - 1]
            decides = holder["holder"] == "person" and not holder["away"]
        legal = [str(move) for move in game.legal()] if decides else []
        undo = self._undo(moment, colour)
        return {"view": self.view(moment, game, colour), "legal": legal, "moves": len(moment.line), "undo": undo}

    @staticmethod
    def view(moment: Moment, game: Game, colour: str | None) -> dict[str, Any]:
        """What a colour sees of a game, sent at some moment: the current game, or an earlier state of it."""
        return without_rats(game.view(colour), colour) if hides_rats(moment) else game.view(colour)

    def events(self, number: int, role: Role, since: int = 0) -> list[dict[str, Any]]:
        game = self.moments[number].game
        return [] if game is None else game.events_seen(self.colour(number, role), since)

    def state(self, number: int, role: Role) -> dict[str, Any]:
        return {
            "type": "state",
            "number": number,
            "mark": self.mark(number),
            "you": self.you(number, role),
            "table": self.table(number),
            **self.match(number, role),
            "events": self.events(number, role),
            "chat": self.moments[number].chat[-100:],
        }

    def mark(self, number: int) -> str:
        """Follows from what everybody may know and from nothing else, so that it tells nobody more."""
        while len(self._marks) <= number:
            told = orjson.dumps(self.moments[len(self._marks)].happened)
            self._marks.append(hashlib.blake2b(self._marks[-1] + told, digest_size=8).digest())
        return self._marks[number].hex()

    def check(self, role: Role, message: dict[str, Any]) -> None:
        """AssertionError if a role receives what is false, secret or not documented."""
        kind = message["type"]
        SERVER_MESSAGE.validate_python(message)
        if kind == "state":
            same(message, self.state(message["number"], role))
        elif kind == "update":
            self._check_update(role, message)
        elif kind == "hint":
            assert set(message) == {"type", "id", "move", "options", "simulations"}
        else:
            same(set(message), SHORT[kind])

    def _check_update(self, role: Role, message: dict[str, Any]) -> None:
        since, number = message["since"], message["number"]
        assert 0 < since <= number
        same(message["happened"], [moment.happened for moment in self.moments[since + 1 : number + 1]])
        assert not any(entry["kind"] in RESETTING for entry in message["happened"]), "an update spans a reset"
        before = {"you": self.you(since, role), "table": self.table(since), **self.match(since, role)}
        now = {"you": self.you(number, role), "table": self.table(number), **self.match(number, role)}
        known = self.moments[since].game
        assert message["mark"] == self.mark(number)
        now["events"] = self.events(number, role, 0 if known is None else known.event_count)
        for name in before:
            if name not in message:
                same({name: before[name]}, {name: now[name]})  # left out, since it is as before
        assert "events" in message or not now["events"]
        told = {name: value for name, value in message.items() if name in now}
        same(told, {name: now[name] for name in told})
        assert set(message) <= {"type", "since", "number", "mark", "happened", *now}

    # ---- what happens

    def _take(self, entry: StoredEntry) -> None:
        told = getattr(self, f"_take_{entry.kind}")(entry) or {}
        if entry.kind in ("begun", "move", "undone", "left", "returned"):
            self._run_clock(entry)
        happened = {"number": entry.number, "at": entry.at, "kind": entry.kind, **told}
        if entry.kind == "chat":
            self._chat.append({name: value for name, value in happened.items() if name != "kind"})
        if self._game is not None and self._game.is_over:
            self.ends.setdefault(self._match, entry.number)
        game = None if self._game is None else self._game.copy()
        self.moments.append(Moment(happened, self._told(), game, self._line[:], self._chat[:]))

    def _take_made(self, entry: StoredEntry) -> None:
        self._settings = entry.data
        for number, holder in enumerate(entry.data["chairs"], 1):
            kind = "person" if "name" in holder else "bot" if "bot" in holder else "open"
            self._chairs.append({
                "chair": number, "seat": None, "holder": kind, "name": holder.get("name"),
                "level": holder.get("bot"), "away": False,
            })  # fmt: skip
        self._colours()

    def _take_chair(self, entry: StoredEntry) -> dict[str, Any]:
        chair = self._chair(entry)
        if "name" in entry.data:
            chair |= {"holder": "person", "name": entry.data["name"]}
        else:
            chair |= {"holder": entry.data["holder"], "level": entry.data.get("level")}
        if self._game is None:
            self._colours()
        return {"chair": entry.chair}

    def _take_begun(self, entry: StoredEntry) -> None:
        self._match += 1
        self.begins[self._match] = entry.number
        self._colours()
        self._line, self._gains, self._asked = [], [], None
        self._start = entry.data["start"]
        if entry.data["seed"] is not None:
            self.seals[self._match] = Seal(entry.data["seed"], entry.data["salt"])
        self._shuffle_key = entry.data.get("shuffle_key")
        if self._match in self.seals and self._shuffle_key is not None:
            assert self._shuffle_key == f"{entry.data['seed']}:{entry.data['salt']}/shuffles"
        self._game = self._anew()
        assert self._game.position() == rattus.from_position(entry.data["start"]).position()
        limit = self._settings["clock"]
        if limit is not None:
            full = limit["days"] * DAY if limit["kind"] == "days" else limit["seconds"]
            self._clock = {**limit, "left": dict.fromkeys(self._game.seats, full), "running": None, "since": 0.0}

    def _take_closed(self, _: StoredEntry) -> None:
        self._closed, self._asked = True, None

    def _take_resumed(self, entry: StoredEntry) -> dict[str, Any]:
        if self._clock is not None and self._clock["running"] is not None:
            self._clock["since"] = min(entry.at, self._clock["since"] + entry.data["seconds"])
        return {"seconds": entry.data["seconds"]}

    def _take_move(self, entry: StoredEntry) -> dict[str, Any]:
        assert self._game is not None
        colour = self._chair(entry)["seat"]
        self._game.play(entry.data["move"], colour)
        self._line.append((colour, entry.data["move"]))
        self._asked = None
        return {"seat": colour}

    def _take_undone(self, entry: StoredEntry) -> dict[str, Any]:
        del self._line[entry.data["to"] :]
        self._game = self._anew()
        self._asked = None
        return {"seat": self._chair(entry)["seat"], "to": entry.data["to"]}

    def _take_asked(self, entry: StoredEntry) -> dict[str, Any]:
        colour = self._chair(entry)["seat"]
        self._asked = {"what": entry.data["what"], "seat": colour, "to": entry.data.get("to"), "agreed": [colour]}
        return {"seat": colour, "what": entry.data["what"]}

    def _take_answered(self, entry: StoredEntry) -> dict[str, Any]:
        colour = self._chair(entry)["seat"]
        assert self._asked is not None
        self._asked["agreed"].append(colour)
        if not entry.data["yes"]:
            self._asked = None
        return {"seat": colour, "yes": entry.data["yes"]}

    def _take_left(self, entry: StoredEntry) -> dict[str, Any]:
        self._chair(entry)["away"] = True
        return {"seat": self._chair(entry)["seat"], "why": entry.data["why"]}

    def _take_returned(self, entry: StoredEntry) -> dict[str, Any]:
        chair = self._chair(entry)
        chair["away"] = False
        if self._clock is not None:
            left = self._clock["left"]
            left[chair["seat"]] = max(left[chair["seat"]], self._clock.get("increment", 0.0), GRACE)
        return {"seat": chair["seat"]}

    def _take_chat(self, entry: StoredEntry) -> dict[str, Any]:
        return {
            "seat": self._chair(entry)["seat"],
            "chair": entry.chair,
            "text": entry.data["text"],
            "phrase": entry.data.get("phrase"),
        }

    # ---- inside

    def _chair(self, entry: StoredEntry) -> dict[str, Any]:
        assert entry.chair is not None
        return self._chairs[entry.chair - 1]

    def _colours(self) -> None:
        colours = iter(SEATS)
        for chair in self._chairs:
            chair["seat"] = None if chair["holder"] == "closed" else next(colours)

    def _anew(self) -> Game:
        """The game of this match, from its seed, with the moves that count."""
        assert self._start is not None
        if self._match in self.seals:
            players = sum(chair["holder"] != "closed" for chair in self._chairs)
            seed, options = self.seals[self._match].seed, self._start["options"]
            game = rattus.new(self._settings["game"], players, seed, options)
        else:
            game = rattus.from_position(self._start)
        game.shuffle_key = self._shuffle_key
        for colour, text in self._line:
            game.play(text, colour)
        return game

    def _run_clock(self, entry: StoredEntry) -> None:
        clock = self._clock
        if clock is None:
            return
        left, running = clock["left"], clock["running"]
        if running is not None:
            left[running] = max(0.0, left[running] - (entry.at - clock["since"]))
        if entry.kind == "move":
            gain = clock["days"] * DAY - left.get(running, 0.0) if clock["kind"] == "days" else clock["increment"]
            self._gains.append((running, gain))
            if running is not None:
                left[running] += gain
        if entry.kind == "undone":  # nobody gains time by moving again and again
            for gainer, gain in self._gains[entry.data["to"] :]:
                if gainer is not None:
                    left[gainer] = max(0.0, left[gainer] - gain)
            del self._gains[entry.data["to"] :]
            for colour in left:
                if clock["kind"] == "days" and colour != self._clocked():
                    left[colour] = clock["days"] * DAY
        clock["running"], clock["since"] = self._clocked(), entry.at

    def _clocked(self) -> str | None:
        """Whose time runs now."""
        assert self._game is not None
        for chair in self._chairs:
            if chair["seat"] == self._game.to_move and chair["holder"] == "person" and not chair["away"]:
                return chair["seat"]
        return None

    def _told(self) -> dict[str, Any]:
        game = self._game
        over = game is not None and game.is_over
        outcome = game.outcome if over and game is not None else None
        seal = self.seals.get(self._match)
        return copy.deepcopy(
            {
                "id": self._id,
                "game": self._settings["game"],
                "status": "open" if game is None else "over" if over else "playing",
                "match": self._match,
                "commitment": None if seal is None else seal.commitment,
                "options": self._settings["options"],
                "sitter": self._settings["sitter"],
                "hide_rats": self._settings["hide_rats"],
                "hints": self._gives_hints(),
                "rated": self._settings.get("rated", False),
                "open": None,
                "daily": None,
                "chairs": self._chairs,
                "asked": self._proposal(),
                "clock": self._clock or self._settings["clock"],
                "watched": False,
                "closed": self._closed,
                "outcome": None if outcome is None else outcome.as_data(),
                "seed": seal.seed if seal is not None and over else None,
                "salt": seal.salt if seal is not None and over else None,
            }
        )

    def _gives_hints(self) -> bool:
        agreed: bool | None = self._settings["hints"]
        people = [chair for chair in self._chairs if chair["holder"] in ("person", "open")]
        return len(people) == 1 if agreed is None else agreed

    def _proposal(self) -> dict[str, Any] | None:
        if self._asked is None:
            return None
        agreed = [chair["seat"] for chair in self._chairs if chair["seat"] in self._asked["agreed"]]
        waiting = [
            chair["seat"]
            for chair in self._chairs
            if chair["holder"] == "person" and not chair["away"] and chair["seat"] not in agreed
        ]
        return {**self._asked, "agreed": agreed, "waiting": waiting}

    def _undo(self, moment: Moment, colour: str | None) -> str | None:
        if moment.public["status"] != "playing" or colour not in [who for who, _ in moment.line]:
            return None
        assert moment.game is not None
        return "free" if moment.line[-1][0] == colour and moment.game.can_undo else "ask"


def hides_rats(moment: Moment) -> bool:
    """Whether the rats of others are hidden: a setting of the table, until the match is over."""
    return bool(moment.public["hide_rats"]) and moment.public["status"] == "playing"


def without_rats(view: dict[str, Any], colour: str | None) -> dict[str, Any]:
    """A view with null for the rats of the others, and for the cards that one of them may still discard with rats."""
    view = copy.deepcopy(view)
    for seat in view["rats"]:
        if seat != colour:
            view["rats"][seat] = None
    if colour != view["to_move"] and (view["pending"] or {}).get("ask") == "discard":
        view["pending"]["due"] = None
    return view


def same(told: Any, true: Any, place: str = "") -> None:
    """AssertionError that names the first place where two things differ."""
    if isinstance(told, dict) and isinstance(true, dict):
        assert set(told) == set(true), f"{place}: the fields {set(told) ^ set(true)}"
        for name in true:
            same(told[name], true[name], f"{place}.{name}")
    elif isinstance(told, list) and isinstance(true, list) and len(told) == len(true):
        for number, (one, other) in enumerate(zip(told, true, strict=True)):
            same(one, other, f"{place}[{number}]")
    else:
        assert told == true, f"{place}: told {told!r}, true is {true!r}"
