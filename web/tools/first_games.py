"""Writes the guided first turns into src/games/first: `python web/tools/first_games.py`.

Each is a real game from a seed: what the learner does in it is said here, the others are played by the computer. The
seed is the first with which the turn shows what it should. What is said meanwhile is in src/rattus/words, as `first.…`.
"""

import json
import tomllib
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any

import rattus
from rattus.bots.players import make_player
from rattus.match.sight import sight_of

FOLDER = Path(__file__).resolve().parent.parent / "src" / "games" / "first"
YOU = "red"
BORDERS = tomllib.loads((files("rattus") / "data" / "map.toml").read_text())["borders"]


class NotThis(Exception):
    """This deal does not show what it should."""


class Lesson:
    """A game with the steps told so far."""

    def __init__(self, name: str, players: int, seed: int, options: dict[str, Any]) -> None:
        self.game = rattus.new(name, players=players, seed=seed, options={"first": YOU, **options})
        self.seed = seed
        self.bot = make_player("random")
        self.steps: list[dict[str, Any]] = []
        self.told = 0

    def say(self, text: str, look: str = "board", **values: Any) -> None:
        """A step to read; what has happened since the last one is shown on the way to it."""
        self.steps.append({"text": text, "look": look, "values": values, **self.seen(), "moves": []})

    def do(self, text: str, moves: list[str], look: str = "board", **values: Any) -> None:
        """A step in which the learner makes these moves."""
        self.say(text, look, **values)
        for move in moves:
            need(self.game.to_move == YOU and move in self.legal)
            self.game.play(move)
            self.steps[-1]["moves"].append({"move": move, **self.seen()})

    def others(self) -> None:
        """The others play until the learner is asked."""
        while self.game.to_move not in (YOU, None):
            self.game.play(self.bot.choose(sight_of(self.game), f"{self.seed}.{len(self.game.moves)}").move)

    def seen(self) -> dict[str, Any]:
        events = self.game.events_seen(YOU, self.told)
        self.told += len(events)
        return {"view": self.game.view(YOU), "events": events}

    @property
    def legal(self) -> list[str]:
        return [str(move) for move in self.game.legal()]

    @property
    def regions(self) -> dict[str, Any]:
        found: dict[str, Any] = self.game.position()["regions"]
        return found

    def cubes(self, region: str) -> int:
        return sum(self.regions[region]["cubes"].values())

    def find(self, verb: str) -> list[list[str]]:
        """The legal moves with a verb, in words."""
        return [move.split() for move in self.legal if move.split()[0] == verb]

    def last(self, kind: str) -> dict[str, Any] | None:
        return next((event for event in reversed(self.game.events) if event["event"] == kind), None)

    def as_data(self) -> dict[str, Any]:
        game = self.game
        return {
            "game": game.name,
            "players": game.players,
            "seed": self.seed,
            "moves": [{seat: str(move)} for seat, move in game.moves],
            "steps": self.steps,
        }


def need(it_is_so: object) -> None:
    if not it_is_so:
        raise NotThis


def neighbours(region: str) -> list[str]:
    """The regions that border on one."""
    pairs = [*BORDERS["land"], *BORDERS["sea"]]
    return [other for pair in pairs if region in pair for other in pair if other != region]


def rattus_turn(seed: int) -> Lesson:
    """Settle, take the Monk, bring a rat home, grow by it, and send the plague to the others."""
    lesson = Lesson("rattus", 4, seed, {})
    plague = lesson.game.position()["plague"]
    lesson.say("hello")
    home = "gallia" if plague != "gallia" else "italia"
    lesson.do("settle", [f"settle {home}"], region=home)
    lesson.others()
    second = next(
        move for move in lesson.legal if move.split()[1] not in (home, plague) and lesson.cubes(move.split()[1]) == 0
    )
    lesson.game.play(second)
    lesson.others()
    need(lesson.game.position()["phase"] == "turn")
    lesson.say("rats", plague=plague, region=home)
    lesson.do("take", ["take monk"], look="side")
    # a rat of a neighbour comes home, so that there are two
    carried = [
        words
        for words in lesson.find("monk")
        if words[2] == home and not lesson.regions[words[1].split(".")[0]]["cubes"].get(YOU)
    ]
    need(carried)
    lesson.do("monk", [" ".join(carried[0])], from_region=carried[0][1].split(".")[0], region=home)
    lesson.do("place", [f"place {home} 2"], region=home)
    # the plague goes where others live, and where one rat waits
    goals = [
        words[1]
        for words in lesson.find("plague")
        if not lesson.regions[words[1]]["cubes"].get(YOU)
        and lesson.cubes(words[1]) >= 2
        and len(lesson.regions[words[1]]["rats"]) == 1
    ]
    need(goals)
    lesson.do("plague", [f"plague {goals[0]}"], region=goals[0])
    spread = [words[1] for words in lesson.find("spread") if not lesson.regions[words[1]]["cubes"].get(YOU)]
    need(spread)
    lesson.do("spread", [f"spread {spread[0]}"], region=spread[0])
    turned = lesson.last("turned")
    lost = [event for event in lesson.game.events if event["event"] == "lost"]
    need(
        turned
        and turned["bites"]
        and "majority" in turned["face"]["symbols"]
        and len(lost) == 1
        and lost[0]["seat"] != YOU
    )
    alive = lesson.cubes(goals[0]) + lost[0]["cubes"]
    lesson.say("bite", limit=turned["face"]["limit"], n=alive, region=goals[0], seat=lost[0]["seat"])
    lesson.say("cards", look="side")
    lesson.say("end")
    return lesson


def africanus_turn(seed: int) -> Lesson:
    """Region cards, the Sultan's diplomat, and a card that protects."""
    cards = ["peasant", "merchant", "monk", "king", "sultan", "explorer"]
    lesson = Lesson("africanus", 3, seed, {"cards": cards})
    position = lesson.game.position()
    plague, regions = position["plague"], position["regions"]
    hand = position["hands"][YOU]
    home = hand[0].split(":")[0]
    need(home != plague and any("islam" in card or "?" in card for card in hand[1:]))
    # where the plague can go and a rat waits that would bite the Sultan's owner
    bitten = [
        name
        for name in neighbours(plague)
        if name in regions
        and name != home
        and "islam" in regions[name]["rats"][0]["symbols"]
        and not {"all", "majority"} & set(regions[name]["rats"][0]["symbols"])
    ]
    need(bitten)
    second = bitten[0]
    lesson.say("hello")
    lesson.say("hand", look="side", region=home)
    lesson.do("settle", [f"settle {home}"], region=home)
    lesson.others()
    lesson.game.play(f"settle {second}")
    lesson.others()
    need(lesson.game.position()["phase"] == "turn" and lesson.cubes(home) == 2)
    lesson.do("take", ["take sultan"], look="side")
    lesson.do("sultan", [f"sultan {home}"], region=home)
    lesson.do("place", [f"place {home} 1"], region=home)
    lesson.do("plague", [f"plague {second}"], region=second)
    spread = [words[1] for words in lesson.find("spread") if not lesson.regions[words[1]]["cubes"].get(YOU)]
    need(spread)
    lesson.do("spread", [f"spread {spread[0]}"], region=spread[0])
    protect = lesson.find("protect")
    need(protect and lesson.game.to_move == YOU)
    used = min(protect, key=lambda words: (words[2] == hand[0], words[2]))
    lesson.do("protect", [" ".join(used)], look="prompt", region=second, card=used[2])
    if lesson.game.to_move == YOU and lesson.find("accept"):
        lesson.game.play("accept")
    need(not any(event["event"] == "lost" and event["seat"] == YOU for event in lesson.game.events))
    lesson.say("saved", region=second)
    lesson.say("end")
    return lesson


def cartus_turn(seed: int) -> Lesson:
    """Take supply, enter a building with fitting cards, and get its premium action."""
    lesson = Lesson("cartus", 3, seed, {})
    view = lesson.game.view(YOU)
    classes = {
        "farm": "peasantry",
        "marketplace": "bourgeoisie",
        "monastery": "church",
        "castle": "chivalry",
        "tent": "magic",
        "palace": "royalty",
    }
    row = view["row"]
    need(row[0]["building"] != row[1]["building"])
    place = next((place for place, card in enumerate(row, 1) if card["supply"] == "ddr"), None)
    need(place)
    lesson.say("hello")
    lesson.say("row", building=row[0]["building"], other=row[1]["building"])
    lesson.do("supply", [f"supply {place}"], building=row[place - 1]["building"])
    lesson.others()
    lesson.say("hand", look="hand")
    hand = lesson.game.view(YOU)["hands"][YOU]

    def fitting(at: int) -> list[str]:
        return [card for card in hand if card.split("-")[0] == classes[row[at - 1]["building"]]]

    goal = next(
        (
            at
            for at in (1, 2)
            if len(fitting(at)) == 2
            and row[at - 1]["building"] in ("marketplace", "farm", "monastery", "castle", "palace")
        ),
        None,
    )
    need(goal)
    building = row[goal - 1]["building"]
    cards = fitting(goal)
    lesson.do(
        "enter",
        [f"enter {goal}", *(f"play {card}" for card in cards), "done"],
        building=building,
        **{"class": classes[building]},
    )
    lesson.others()
    # alone or not, the premium action is mine
    need(lesson.game.to_move == YOU and lesson.find("act"))
    pending = lesson.game.view(YOU)["pending"]
    need(pending["premium"] and len([one for one in lesson.game.view(YOU)["entered"] if one["building"] == goal]) >= 2)
    lesson.say("shown", building=building, n=len(cards), **{"class": classes[building]})
    lesson.do("act", ["act"], look="prompt", building=building)
    lesson.say("tracks", look="side")
    lesson.say("nuns")
    lesson.say("end")
    return lesson


def main() -> None:
    """Write a file a game."""
    FOLDER.mkdir(exist_ok=True)
    for teach in (rattus_turn, africanus_turn, cartus_turn):
        for seed in count(1):
            try:
                lesson = teach(seed)
            except (NotThis, StopIteration):
                continue
            data = lesson.as_data()
            break
        text = json.dumps(data, separators=(",", ":"))
        (FOLDER / f"{data['game']}.json").write_text(text + "\n")
        print(data["game"], "seed", data["seed"], len(data["steps"]), "steps", len(text))


if __name__ == "__main__":
    main()
