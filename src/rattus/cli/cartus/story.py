"""Questions, menu labels and events of Rattus Cartus in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rattus.cli.cartus.panel import is_last_round
from rattus.cli.cartus.vocabulary import (
    ACTIONS,
    Phase,
    brings_rat,
    building_at,
    card_in_words,
    cards_in_words,
    class_of,
    quantity,
    supply_in_words,
    the,
)
from rattus.cli.text import Event, Narrator, display_name, join_words, plural
from rattus.cli.widgets import View, size_of
from rattus.games.cartus.editions import ROW
from rattus.match.game import Game
from rattus.match.move import Move

RAT = "●"  # marks a card that brings a rat

QUESTIONS = {
    "peek": "Look at {looks} of the nun row ({look_rule}).",
    "play": "Lay cards face down in {entered}, in the order of the list: each but swords and flutes gives 1 influence "
    f"in {{class}}, {RAT} also a rat (C16).",
    "rob": "You have played the most swords in {building}. Whom do you rob? (C19)",
    "infest": "You have played the most flutes in {building}. To whom do you give a rat? (C20)",
    "act": "{Building}: will you use your {kind} action? ({rule})",
    "discard": "The Hospital: discard up to {due}, each with a rat, in the order of the list (C28).",
}
GIVE_QUESTIONS = {
    "sword": "{taker} robs you: give {due}, in the order of the list (C19).",
    "tower": "{taker}'s Watchtower: give {due}, in the order of the list (C29).",
}
# Asked although there is only one answer: skipping the question would reveal the hand to others.
NOTHING_TO_LAY = "None of your cards can be laid in {entered} (C12): enter with none."
NOTHING_FOLLOWS = {
    "play": "None of your other cards can follow in {entered}, in the order of the list (C11).",
    "discard": "None of your other cards can follow, in the order of the list (C28).",
}


def question(view: View, legal: Sequence[Move]) -> str:
    """The question to the player to move."""
    pending = view["pending"]
    if pending:
        return _asked(pending, legal).format_map(_question_fields(view))
    if view["phase"] == Phase.SUPPLY:
        return "Use the supply action of an open building (C10)."
    instead = ", or play a pass instead (C13)" if any(move.verb == "pass" for move in legal) else " (C11)"
    last = " In this last round there are no building actions (C24)." if is_last_round(view) else ""
    return f"Enter an open building{instead}.{last}"


def _asked(pending: Mapping[str, Any], legal: Sequence[Move]) -> str:
    ask = pending["ask"]
    if ask == "give":
        return GIVE_QUESTIONS[pending["by"]]
    if all(move.verb == "done" for move in legal):
        if pending.get("last") is not None:
            return NOTHING_FOLLOWS[ask]
        if ask == "play":
            return NOTHING_TO_LAY
    return QUESTIONS[ask]


def _question_fields(view: View) -> dict[str, str]:
    pending = view["pending"]
    words = {"due": quantity(pending.get("due", 0), "card"), "taker": display_name(pending.get("to", ""))}
    words |= {"looks": words["due"], "look_rule": "C30" if pending["place"] else "C10"}
    if pending["ask"] == "play":
        words |= {"entered": the(entered(view)), "class": display_name(class_of(entered(view)))}
    if pending["place"]:
        name = building_at(view, pending["place"])
        kind = "premium" if pending.get("premium") else "standard"
        words |= {"building": the(name), "Building": display_name(name), "kind": kind, "rule": ACTIONS[name].rule}
    return words


def labels(view: View, legal: Sequence[Move]) -> Mapping[Move, str]:
    """The menu text of each move; without the verb if it has arguments, since the menu's heading has the verb."""
    return {move: _label(view, move) for move in legal}


def _label(view: View, move: Move) -> str:
    if not move.arguments:
        return f"{move.verb}: {_meaning(view, move.verb)}"
    about = move.arguments[0]
    if move.verb == "supply":
        return (
            f"{display_name(building_at(view, int(about)))}: {supply_in_words(view['row'][int(about) - 1]['supply'])}"
        )
    if move.verb == "enter":
        name = building_at(view, int(about))
        return f"{display_name(name)} ({display_name(class_of(name))})"
    if move.verb == "peek":
        return f"card {about}"
    if move.verb == "rob":
        cards = size_of(view["hands"][about])
        return f"{about}: {cards // 2} of {plural(cards, 'card')}"
    if move.verb == "infest":
        return f"{about}: has {quantity(view['rats'][about], 'rat')}"
    return f"{about} {RAT}" if move.verb == "play" and brings_rat(about, entered(view)) else about


def _meaning(view: View, verb: str) -> str:
    pending = view["pending"]
    if verb == "pass":
        return "play a pass card"
    if verb == "skip":
        return "decline it"
    if verb == "act":
        action = ACTIONS[building_at(view, pending["place"])]
        return action.premium if pending["premium"] else action.standard
    if pending["ask"] == "discard":
        return "discard no more"
    return f"with {plural(size_of(view['entered'][-1]['cards']), 'card')}"


def entered(view: View) -> str:
    """The building that was entered last."""
    return building_at(view, view["entered"][-1]["building"])


SEAT_EVENTS = {
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
GAME_EVENTS = {
    "next": "Round {round} begins; {seat} is first",
    "opened": "Open: {opened}",
    "replaced": "{opened} goes under the replacement deck",
    "shuffled": "The discards become a new deck of {announced}",
    "turned": "The nun row is turned up: {cards}",
    "ended": "The game is over",
}
GROUPED_EVENTS = ("opened", "drew", "laid", "showed", "gave", "took", "earned", "turned")
SKIPPED_EVENTS = ("forced", "left")  # a forced move is told by its own events; that cards leave is clear
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
    """The events that a seat may know, each place of the row with the building that was open there then."""
    return named(game.view(viewer), game.events_seen(viewer))


def named(view: View, seen: Sequence[Event]) -> list[Event]:
    """Add the buildings to events, going backwards: the used building cards lie in the order of the rounds."""
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


def _paragraphs(told: Iterable[Event]) -> Iterator[list[Event]]:
    """One paragraph for the beginning of each round, each phase, and each building resolved."""
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
    """Cards of others laid face down are told later, when their number is announced (C11)."""
    return event["event"] not in SKIPPED_EVENTS and not (event["event"] == "laid" and event["card"] is None)


def _event_fields(events: Sequence[Event]) -> dict[str, str]:
    event = events[0]
    victim = event.get("to_seat") or event.get("victim_seat") or event.get("from_seat")
    return {
        "seat": display_name(event["seat"] or ""),
        "victim": display_name(victim or ""),
        "building": the(event.get("building", "")),
        "opened": join_words([_building(each["building_card"]) for each in events if "building_card" in each]),
        "class": display_name(event.get("class", "")),
        "kind": "premium" if event.get("premium") else "standard",
        "cards": _cards(events),
        "secret": f": {card_in_words(event['card'])}" if event.get("card") else "",
        "announced": quantity(event.get("cards", 0), "card"),
        "tokens": _tokens(events),
        "gains": _gains(event.get("influence", 0), event.get("rats", 0), event.get("class", "")),
        "rats": quantity(event.get("rats", 0), "rat"),
        "nuns": plural(event.get("nuns", 0), "nun"),
        "round": str(event.get("round", "")),
        "nun_place": str(event.get("nun_place", "")),
    }


def _building(card: Event) -> str:
    return f"{display_name(card['building'])} ({supply_in_words(card['supply'])})"


def _cards(events: Sequence[Event]) -> str:
    """The cards of some events: their names, or how many there are."""
    known = [event["card"] for event in events if event.get("card")]
    return cards_in_words(known) or quantity(len(events), "card")


def _tokens(events: Sequence[Event]) -> str:
    values = [str(event["value"]) for event in events if event.get("value")]
    return quantity(len(events), "victory token") + (f" worth {join_words(values)}" if values else "")


def _gains(influence: int, rats: int, name: str) -> str:
    words = [f"{influence} influence in {display_name(name)}"] if influence else []
    return join_words([*words, *([quantity(rats, "rat")] if rats else [])]) or "nothing"


NARRATOR = Narrator(SEAT_EVENTS, GAME_EVENTS, _event_fields, GROUPED_EVENTS, _paragraphs, _is_told)
