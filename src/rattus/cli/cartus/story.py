"""How the events of Cartus are told."""

from collections.abc import Iterable, Iterator, Sequence

from rattus.cli.cartus.wording import card_in_words, cards_in_words, several, supply_in_words, the
from rattus.cli.look import View
from rattus.cli.story import Event, Teller
from rattus.cli.wording import counted, listed, proper
from rattus.games.cartus.editions import ROW
from rattus.match.game import Game

DEEDS = {
    "forced": "has no choice",
    "supplied": "uses the supply of {building}",
    "drew": "draws {cards}",
    "freed": "discards {rats}",
    "looked": "looks at card {nun_place} of the nun row{secret}",
    "passed": "plays a pass",
    "entered": "enters {building}",
    "laid": "lays {cards} face down",
    "announced": "announces {announced}",
    "showed": "shows {cards}",
    "scored": "gains {gains}",
    "robbed": "robs {victim} of {announced}",
    "gave": "gives {cards} to {victim}",
    "infested": "gives a rat to {victim}",
    "premium": "has the premium action of this round",
    "crowned": "gains 1 more influence in {class} for the last round",
    "acted": "uses the {kind} action of {building}",
    "skipped": "declines the {kind} action of {building}",
    "took": "takes {cards}",
    "earned": "takes {tokens}",
    "discarded": "discards {cards}",
    "left": "puts the cards played in {building} away",
    "died": "dies of the plague: {rats} against {nuns}",
}
HAPPENINGS = {
    "next": "Round {round} begins; {seat} is first",
    "opened": "Open: {opened}",
    "replaced": "{opened} goes under the replacement deck",
    "shuffled": "The discards become a new deck of {announced}",
    "turned": "The nun row is turned up: {cards}",
    "ended": "The game is over",
}
GATHERED = ("opened", "drew", "laid", "showed", "gave", "took", "earned", "turned")
SILENT = ("forced", "left")  # what was forced follows and is told; that cards leave goes without saying
STAGES = {
    "next": "round",
    "supplied": "supply",
    "entered": "enter",
    "passed": "enter",
    "showed": "resolve",
    "scored": "resolve",
    "left": "resolved",
    "turned": "end",
}


def events(game: Game, viewer: str | None) -> list[Event]:
    """What a seat may know, and with every place of the row the building that was open there at that time."""
    return named(game.view(viewer), game.events_seen(viewer))


def named(view: View, seen: Sequence[Event]) -> list[Event]:
    """The same events with the buildings, found from the last one back: those of earlier rounds lie in their order."""
    size = ROW[view["players"]]
    cards = [*view["used"], *view["row"]]
    found: list[Event] = []
    for event in reversed(seen):
        if "place" in event and "building_card" not in event:
            event = {**event, "building": cards[-size:][event["place"] - 1]["building"]}
        elif event["event"] == "next":
            del cards[-size:]
        found.append(event)
    return found[::-1]


def _parts(told: Iterable[Event]) -> Iterator[list[Event]]:
    """A paragraph for the beginning of each round, each phase, and each building that is resolved."""
    part: list[Event] = []
    stage = ""
    for event in told:
        now = STAGES.get(event["event"], stage)
        if now != stage:
            yield part
            part = []
        stage = now
        part.append(event)
    yield part


def _is_told(event: Event) -> bool:
    """Cards of others laid face down are told when their number is announced (C11)."""
    return event["event"] not in SILENT and not (event["event"] == "laid" and event["card"] is None)


def _words(deed: Sequence[Event]) -> dict[str, str]:
    event = deed[0]
    victim = event.get("to_seat") or event.get("victim_seat") or event.get("from_seat")
    return {
        "seat": proper(event["seat"] or ""),
        "victim": proper(victim or ""),
        "building": the(event.get("building", "")),
        "opened": listed([_building(each["building_card"]) for each in deed if "building_card" in each]),
        "class": proper(event.get("class", "")),
        "kind": "premium" if event.get("premium") else "standard",
        "cards": _cards(deed),
        "secret": f": {card_in_words(event['card'])}" if event.get("card") else "",
        "announced": several(event.get("cards", 0), "card"),
        "tokens": _tokens(deed),
        "gains": _gains(event.get("influence", 0), event.get("rats", 0), event.get("class", "")),
        "rats": several(event.get("rats", 0), "rat"),
        "nuns": counted(event.get("nuns", 0), "nun"),
        "round": str(event.get("round", "")),
        "nun_place": str(event.get("nun_place", "")),
    }


def _building(card: Event) -> str:
    return f"{proper(card['building'])} ({supply_in_words(card['supply'])})"


def _cards(deed: Sequence[Event]) -> str:
    """The cards of a deed: their names, or how many there are."""
    known = [event["card"] for event in deed if event.get("card")]
    return cards_in_words(known) or several(len(deed), "card")


def _tokens(deed: Sequence[Event]) -> str:
    values = [str(event["value"]) for event in deed if event.get("value")]
    return several(len(deed), "victory token") + (f" worth {listed(values)}" if values else "")


def _gains(influence: int, rats: int, name: str) -> str:
    words = [f"{influence} influence in {proper(name)}"] if influence else []
    return listed([*words, *([several(rats, "rat")] if rats else [])]) or "nothing"


TELLER = Teller(DEEDS, HAPPENINGS, _words, GATHERED, _parts, _is_told)
