"""No role receives what it may not know: whole games over real connections, compared byte for byte."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import pytest

import rattus
from rattus.match.sight import pack_sight, sight_of
from rattus.server.tables.keys import Role

from ..local_server import HostedTable, InstantBots, LocalServer
from ..manual_clock import ManualClock
from ..oracle import Oracle, hides_rats, same, without_rats
from ..recording_client import RecordingClient

CASES = [("rattus", 2), ("africanus", 3), ("cartus", 3)]
LONG_CASES = [
    ("rattus", 3), ("rattus", 4), ("africanus", 2), ("africanus", 4), ("africanus", 6), ("cartus", 2), ("cartus", 4),
    ("cartus", 5),
]  # fmt: skip
BANK = {"kind": "bank", "seconds": 600, "increment": 5}


@dataclass(frozen=True)
class Answer:
    """What came by HTTP, asked when the journal had this many entries."""

    number: int
    role: Role
    path: str
    text: str


class Playthrough:
    """People, a bot and spectators go through a match and a part of the next, with everything that can happen."""

    def __init__(self, made: HostedTable, clock: ManualClock, seed: int) -> None:
        self.made = made
        self.clock = clock
        self.chance = random.Random(seed)
        self.players: dict[Role, RecordingClient] = {}
        self.late: list[tuple[Role, RecordingClient]] = []
        self.answers: list[Answer] = []
        self.done: set[str] = set()  # what has happened at least once

    async def play(self, second_match: int) -> None:
        async with AsyncExitStack() as stack:
            for role, key in self.made.keys.items():
                self.players[role] = await stack.enter_async_context(RecordingClient(self.made, key))
            await self.made.start()
            while not await self._is_over():
                await self._something()
            await self._look_up()
            await self._rematch()
            for _ in range(second_match):
                if not await self._is_over():
                    await self._something()
            await self._look_up()

    @property
    def people(self) -> list[RecordingClient]:
        return [player for player in self.players.values() if player.you["chair"] and self._holder(player) == "person"]

    def _holder(self, player: RecordingClient) -> str:
        holder: str = player.table["chairs"][player.you["chair"] - 1]["holder"]
        return holder

    async def _is_over(self) -> bool:
        """Wait until everybody knows the same and it is for a person to decide, or the match is over."""
        some = next(iter(self.players.values()))
        async with asyncio.timeout(120):
            while True:
                if len({player.number for player in self.players.values()}) == 1:
                    if some.table["status"] == "over":
                        return True
                    if any(player.legal for player in self.players.values()):
                        return False
                await asyncio.sleep(0.001)

    async def _something(self) -> None:
        self.clock.advance(self.chance.choice([0.0, 0.25, 1.5]))
        ways: list[tuple[Callable[[], Awaitable[None]], float]] = [
            (self._move, 20), (self._chat, 0.7), (self._undo, 1.2), (self._leave, 0.5), (self._come, 0.3),
            (self._look_up, 0.5), (self._nonsense, 0.5),
        ]  # fmt: skip
        way = self.chance.choices([way for way, _ in ways], [weight for _, weight in ways])[0]
        await way()

    async def _move(self) -> None:
        decider = next(player for player in self.players.values() if player.legal)
        answer = await decider.move(self.chance.choice(decider.legal))
        assert answer["type"] == "done"

    async def _chat(self) -> None:
        await self.chance.choice(self.people).ask("chat", text="je pense, donc je suis 🐀")
        self.done.add("chat")

    async def _undo(self) -> None:
        asker = self.chance.choice(self.people)
        answer = await asker.ask("undo")
        if answer["type"] == "refused":
            return
        await asker.until(lambda: asker.number >= answer["number"])
        self.done.add("undo")
        while (asked := asker.table["asked"]) is not None:
            other = next(player for player in self.people if player.you["seat"] == asked["waiting"][0])
            await other.until(lambda number=asker.number, other=other: other.number >= number)
            answer = await other.ask("answer", yes=self.chance.random() < 0.8)
            await asker.until(lambda number=answer["number"]: asker.number >= number)
            self.done.add("asked")
            await asyncio.sleep(0.01)  # what follows, if all have agreed

    async def _leave(self) -> None:
        who = self.chance.choice(self.people)
        self.made.server.bot_pool.held = True
        assert (await who.ask("leave"))["type"] == "done"
        if self.chance.random() < 0.5:  # the bot makes some moves, or none
            self.made.server.bot_pool.release()
            await asyncio.sleep(0.01)
        self.clock.advance(0.5)
        assert (await who.ask("return"))["type"] in ("done", "refused")
        self.made.server.bot_pool.release()
        self.done.add("left")

    async def _come(self) -> None:
        """A second device connects with some knowledge, and disconnects again."""
        role, key = self.chance.choice(list(self.made.keys.items()))
        have = self.chance.randrange(self.players[role].number + 1)
        async with RecordingClient(self.made, key, have) as player:
            await player.until(lambda: len(player.heard) >= 2)
        self.late.append((role, player))

    async def _nonsense(self) -> None:
        """Refusals reveal nothing either."""
        for role, player in self.players.items():
            text = self.chance.choice(["play", "witch italia.1", "settle gallia", "é", ""])
            answer = await player.ask("move", move=text, after=player.moves)
            assert answer["type"] == "refused" or role.chair is not None
            await self._is_over()

    async def _look_up(self) -> None:
        await self._is_over()
        for role, key in self.made.keys.items():
            number, match = self.players[role].number, self.players[role].table["match"]
            last = self.players[role].moves
            first = self.chance.randrange(last + 1)
            for path in ("", f"/record?match={match}", "/record", f"/moments?first={first}&last={first + 2}"):
                answer = await self.made.ask("GET", path, key)
                assert answer.status_code == 200
                self.answers.append(Answer(number, role, path.partition("?")[0], answer.text))
            if self.players[role].table["status"] == "playing":
                assert (await self.made.ask("GET", "/moments?everything=true", key)).status_code == 403

    async def _rematch(self) -> None:
        first, *others = self.people
        await first.ask("rematch")
        for player in others:
            await player.until(lambda player=player: player.table["asked"] is not None)
            assert (await player.ask("answer", yes=True))["type"] == "done"
        await first.until(lambda: first.table["match"] == 2)


def playthrough(
    folder: Path, game: str, players: int, *, bots: int, seed: int, clock: Any = None, **agreed: Any
) -> tuple[Playthrough, Oracle]:
    """A whole playthrough, and what may have been known of it."""
    manual = ManualClock()

    async def spend() -> tuple[Playthrough, Oracle]:
        async with LocalServer(folder, manual, bot_pool=InstantBots(seed), seals=random.Random(seed)) as server:
            chairs = [{"name": f"Person {number}"} for number in range(players - bots)] + [{"bot": "easy"}] * bots
            made = await server.make(game=game, players=players, chairs=chairs, clock=clock, **agreed)
            played = Playthrough(made, manual, seed)
            await played.play(second_match=12)
            return played, Oracle(made.id, made.journal())

    return asyncio.run(spend())


def check_everything(played: Playthrough, oracle: Oracle) -> None:
    """Every byte is what may be known there and then."""
    heard = [*played.players.items(), *played.late]
    for role, player in heard:
        for message in player.messages:
            oracle.check(role, message)
    for answer in played.answers:
        check_answer(answer, oracle)
    check_secrets(played, oracle)
    for request in played.made.server.bot_pool.requests:
        check_think_request(request, played.made.id, oracle)


def check_answer(answer: Answer, oracle: Oracle) -> None:
    told, moment = orjson.loads(answer.text), oracle.moments[answer.number]
    colour = oracle.colour(answer.number, answer.role)
    game = moment.game
    assert game is not None
    if answer.path == "":
        to_move = None if game.is_over else game.to_move
        you = oracle.you(answer.number, answer.role)
        same(told, {"you": you, "table": oracle.table(answer.number), "to_move": to_move})
    elif answer.path == "/record":
        seal = oracle.seals[moment.public["match"]]
        sealed = {"commitment": seal.commitment, "shuffling": "keyed"} | ({"salt": seal.salt} if game.is_over else {})
        record = game.record_seen(colour) | {"seed": seal.seed if game.is_over else None} | sealed
        if hides_rats(moment):
            record |= {name: without_rats(record[name], colour) for name in ("start", "view")}
        same(told, record)
    else:
        same(
            {name: told[name] for name in ("match", "moves")},
            {"match": moment.public["match"], "moves": len(moment.line)},
        )
        assert set(told) == {"match", "moves", "moments"}
        same(told["moments"], [moment_of(moment, each["moves"], colour) for each in told["moments"]])


def moment_of(moment: Any, moves: int, colour: str | None) -> dict[str, Any]:
    game = rattus.from_position(moment.game.record()["start"])
    game.shuffle_key = moment.game.shuffle_key
    for who, text in moment.line[:moves]:
        game.play(text, who)
    events = [event for event in game.events_seen(colour) if event["after"] == moves]
    return {"moves": moves, "seat": moment.line[moves - 1][0] if moves else None, "events": events,
            "view": Oracle.view(moment, game, colour)}  # fmt: skip


def check_secrets(played: Playthrough, oracle: Oracle) -> None:
    """The same once more and in another way: no secret is a part of any text that was sent."""
    texts = [(text, number_of(text)) for player in played.players.values() for text in player.heard]
    texts += [(text, None) for _, player in played.late for text in player.heard]
    texts += [(answer.text, answer.number) for answer in played.answers]
    for secret in played.made.secrets:
        assert not any(secret in text for text, _ in texts)
    for match, seal in oracle.seals.items():
        begin, end = oracle.begins[match], oracle.ends.get(match, len(oracle.moments))
        start = oracle.moments[begin].game
        assert start is not None
        secrets = [seal.seed, seal.salt, '"stream"', *map(str, start.position().get("stream", []))]
        meanwhile = [text for text, number in texts if number is not None and begin <= number < end]
        assert len(meanwhile) > 10
        for secret in secrets:
            assert not any(secret in text for text in meanwhile), f"{secret} was told"
        if end < len(oracle.moments):
            assert any(seal.seed in text and seal.salt in text for text, _ in texts), "after the end it is told"


def number_of(text: str) -> int | None:
    """How much of the journal a message may tell."""
    message = orjson.loads(text)
    return message["number"] if message["type"] in ("state", "update") else None


def check_think_request(request: Any, table: str, oracle: Oracle) -> None:
    """A worker receives bytes that follow from what its seat sees, and nothing else."""
    packed = request.as_data()
    assert set(packed) == {"sight", "level", "seed", "reasons", "game"}
    assert packed["game"].partition("/")[0] in ("", table)
    assert any(
        moment.game is not None
        and moment.game.to_move == request.seat
        and moment.game.view(request.seat) == request.sight.view
        and tuple(map(str, moment.game.legal())) == request.legal
        and pack_sight(sight_of(moment.game.resample(request.seat, 1))) == packed["sight"]
        for moment in oracle.moments
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_byte_of_a_whole_game_may_be_known_by_its_receiver(tmp_path, game, players) -> None:
    played, oracle = playthrough(tmp_path, game, players, bots=players == 3, seed=players, clock=BANK)
    check_everything(played, oracle)
    assert oracle.ends.keys() >= {1}
    assert {"chat", "undo"} <= played.done


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "players"), LONG_CASES)
def test_every_byte_of_many_games_may_be_known_by_its_receiver(tmp_path, game, players, seed) -> None:
    bots = (0, 1, players - 1)[seed]
    played, oracle = playthrough(tmp_path, game, players, bots=bots, seed=seed, clock=BANK if seed else None)
    check_everything(played, oracle)
