"""Questions, menu labels and events of Rattus Cartus in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rattus.cli.cartus.panel import is_last_round
from rattus.cli.cartus.vocabulary import (
    Phase,
    action_of,
    brings_rat,
    building_at,
    card_in_words,
    cards_in_words,
    class_of,
    quantity,
    rule_of,
    supply_in_words,
)
from rattus.cli.text import Event, Narrator, join_words, plural, the
from rattus.cli.widgets import View, size_of
from rattus.games.cartus.sizes import ROW
from rattus.match.game import Game
from rattus.match.move import Move
from rattus.words import display_name, has, t

RAT = "●"  # marks a card that brings a rat


def question(view: View, legal: Sequence[Move]) -> str:
    """The question to the player to move."""
    pending = view["pending"]
    if pending:
        key = f"terminal.cartus.ask.{_asked(pending, legal)}"
        # A question of a building that there is no text for is told by its word.
        return t(key, **_question_fields(view)) if has(key) else f"{display_name(pending['ask'])}?"
    if view["phase"] == Phase.SUPPLY:
        return t("terminal.cartus.ask.supply")
    can_pass = any(move.verb == "pass" for move in legal)
    last = t("terminal.cartus.ask.lastRound") if is_last_round(view) else ""
    return t(f"terminal.cartus.ask.{'enterOrPass' if can_pass else 'enter'}") + last


def _asked(pending: Mapping[str, Any], legal: Sequence[Move]) -> str:
    """The name of the question. Some are asked with one answer only: skipping them would reveal the hand to others."""
    ask = str(pending["ask"])
    if ask == "give":
        return f"give{pending['by'].title()}"
    if all(move.verb == "done" for move in legal):
        if pending.get("last") is not None:
            return f"nothingFollows{ask.title()}"
        if ask == "play":
            return "nothingToLay"
    return ask


def _question_fields(view: View) -> dict[str, str]:
    pending = view["pending"]
    words = {"due": quantity(pending.get("due") or 0, "card"), "taker": display_name(pending.get("to", ""))}
    words |= {"looks": words["due"], "look_rule": "C30" if pending["place"] else "C10"}
    if pending["ask"] == "play":
        words |= {"entered": the(entered(view)), "class": display_name(class_of(entered(view)))}
        words["Entered"] = display_name(entered(view))
    if pending["place"]:
        name = building_at(view, pending["place"])
        kind = _kind(pending.get("premium"))
        words |= {"building": the(name), "Building": display_name(name), "kind": kind, "rule": rule_of(name)}
    return words


def _kind(is_premium: object) -> str:
    return t(f"terminal.cartus.kind.{'premium' if is_premium else 'standard'}")


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
        return t("terminal.cartus.label.peek", n=about)
    if move.verb == "rob":
        cards = size_of(view["hands"][about])
        return t("terminal.cartus.label.rob", seat=about, half=str(cards // 2), cards=plural(cards, "card"))
    if move.verb == "infest":
        return t("terminal.cartus.label.infest", seat=about, rats=quantity(view["rats"][about], "rat"))
    return f"{about} {RAT}" if move.verb == "play" and brings_rat(about, entered(view)) else about


def _meaning(view: View, verb: str) -> str:
    pending = view["pending"]
    if verb == "pass":
        return t("terminal.cartus.label.pass")
    if verb == "skip":
        return t("terminal.cartus.label.skip")
    if verb == "act":
        action = action_of(building_at(view, pending["place"]))
        return action.premium if pending["premium"] else action.standard
    if verb != "done":  # of a building that there is no text for
        return display_name(verb)
    if pending["ask"] == "discard":
        return t("terminal.cartus.label.noMore")
    return t("terminal.cartus.label.with", cards=plural(size_of(view["entered"][-1]["cards"]), "card"))


def entered(view: View) -> str:
    """The building that was entered last."""
    return building_at(view, view["entered"][-1]["building"])


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
        "Building": display_name(event.get("building", "")),
        "opened": join_words([_building(each["building_card"]) for each in events if "building_card" in each]),
        "class": display_name(event.get("class", "")),
        "kind": _kind(event.get("premium")),
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
    worth = t("terminal.cartus.worth", values=join_words(values)) if values else ""
    return quantity(len(events), "victory token") + worth


def _gains(influence: int, rats: int, name: str) -> str:
    gain = {"n": str(influence), "class": display_name(name)}
    words = [t("terminal.cartus.influence", **gain)] if influence else []
    return join_words([*words, *([quantity(rats, "rat")] if rats else [])]) or t("terminal.nothing")


NARRATOR = Narrator("terminal.cartus", _event_fields, GROUPED_EVENTS, _paragraphs, _is_told)
