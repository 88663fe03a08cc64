"""Games as a Parquet file: a row for every decision.

| column | what |
| --- | --- |
| `game`, `number` | the number of the game in the file, and of the decision in the game |
| `seed` | with it `rattus.new` deals the same game |
| `seat`, `player` | who decided |
| `view` | what that seat saw, as JSON (docs/formats.md) |
| `observation` | the same as numbers, as learners get it |
| `legal`, `move` | the legal moves, and the one that was made |
| `points`, `ranking`, `winners` | how the game ended: points in the order of the seats; seats from first to last |
| `reward` | what that was worth to the seat: 1 won, -1 not, in between for a shared win |
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rattus.envs.opponents import Opponents
from rattus.envs.play import Play, Setting
from rattus.envs.rewards import rewards_for
from rattus.errors import FormatError
from rattus.extras import Extra, require
from rattus.kernel import entry_points

Row = dict[str, Any]
ENOUGH = 5_000  # rows that are written at once


@dataclass(frozen=True)
class ExportJob:
    """What to play and export: the players rotate through the seats."""

    setting: Setting
    players: Sequence[str]
    games: int
    seed: int | str = 0
    observations: bool = True

    def seating(self, game: int) -> dict[str, str]:
        """The player of each seat in a game."""
        seats = self.setting.engine.box.seats
        return {seat: self.players[(place + game) % len(self.players)] for place, seat in enumerate(seats)}


def export(job: ExportJob, path: Path, on_game: Callable[[], None]) -> int:
    """Play the games and write them; returns the number of decisions. `on_game` is called after each game."""
    if not job.players:
        raise FormatError("players", "at least one")
    pyarrow, parquet = import_pyarrow()
    schema, rows, written = make_schema(pyarrow, job), [], 0
    try:
        with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
            for number in range(job.games):
                rows += play_game(job, number)
                on_game()
                if len(rows) >= ENOUGH or number == job.games - 1:
                    writer.write_table(pyarrow.Table.from_pylist(rows, schema))
                    written += len(rows)
                    rows = []
    except OSError as error:
        raise FormatError(str(path), f"cannot be written: {error.strerror or error}") from error
    return written


def play_game(job: ExportJob, number: int) -> list[Row]:
    """The decisions of a game, with its outcome."""
    seed, seating = f"{job.seed}/{number}", job.seating(number)
    play = Play(job.setting)
    players = Opponents(tuple(seating), seating, job.setting.compiled)
    play.begin(seed)
    rows = list(_decisions(play, players, seed, job.observations))
    players.close()
    outcome, worth = _outcome(play)
    for row in rows:
        seat = row["seat"]
        row |= {"game": number, "seed": seed, "player": seating[seat], "reward": worth[seat], **outcome}
    return rows


def _decisions(play: Play, players: Opponents, seed: str, observations: bool) -> Iterator[Row]:
    box, number = play.setting.engine.box, 0
    while not play.is_over:
        seat = play.to_move
        move = players.choose(play, f"{seed}/{number}")
        row: Row = {
            "number": number, "seat": box.seats[seat], "view": json.dumps(play.view(seat)),
            "legal": [box.moves[legal] for legal in play.legal], "move": box.moves[move],
        }  # fmt: skip
        if observations:
            row["observation"] = play.observe(seat)
        yield row
        play.apply(move)
        number += 1


def _outcome(play: Play) -> tuple[Row, Mapping[str, float]]:
    seats, result = play.setting.engine.box.seats, play.result
    worth = rewards_for(entry_points.WIN, result)
    ranking = [seats[seat] for seat in result.ranking]
    outcome = {"points": result.points, "ranking": ranking, "winners": ranking[: result.winners]}
    return outcome, dict(zip(seats, worth, strict=True))


def make_schema(pyarrow: Any, job: ExportJob) -> Any:
    """The schema of the file: its columns, and the settings as metadata."""
    text, texts = pyarrow.string(), pyarrow.list_(pyarrow.string())
    columns = {"game": pyarrow.int32(), "number": pyarrow.int32(), "seed": text, "seat": text, "player": text}
    columns |= {"view": text, "legal": texts, "move": text}
    if job.observations:
        columns["observation"] = pyarrow.list_(pyarrow.int8(), job.setting.engine.observation_size)
    columns |= {"points": pyarrow.list_(pyarrow.int32()), "ranking": texts, "winners": texts}
    columns["reward"] = pyarrow.float32()
    setting = job.setting
    told = {
        "game": setting.game, "players": setting.players, "options": json.loads(setting.options), "seed": job.seed,
        "rules_version": setting.parts.rulebook.version,
    }  # fmt: skip
    return pyarrow.schema(list(columns.items()), metadata={"rattus": json.dumps(told)})


def import_pyarrow() -> tuple[Any, Any]:
    """PyArrow, imported late since it is an extra."""
    require(Extra.PARQUET, "a Parquet file")
    return importlib.import_module("pyarrow"), importlib.import_module("pyarrow.parquet")
