"""The options of a game: rule variants of the printings, who begins, and which cards are in play."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from rattus.errors import FormatError
from rattus.games.rattus.editions import Edition
from rattus.kernel.validation import check_first


class RuleOption(NamedTuple):
    """What printings of the rules differ in: the values, the default first, and the numbers of players it is for."""

    values: tuple[str | int, ...]
    rule: str
    players: tuple[int, ...] | None = None  # None: all


CHOICES = {
    "phase_order": RuleOption(("fixed", "free"), "R13"),
    "placing": RuleOption(("optional", "compulsory"), "R13"),
    "three_player_removal": RuleOption((8, 6), "R9", (3,)),
}
MOST_TURNS = 1_000_000
RANDOM = "random"


def defaults(edition: Edition) -> dict[str, Any]:
    """The options of an edition, with their defaults."""
    found = {name: choice.values[0] for name, choice in CHOICES.items()} | {"max_turns": 300, "first": None}
    if not edition.removal_is_optional:
        del found["three_player_removal"]
    if edition.chooses_cards:
        found["cards"] = RANDOM  # A4
    return found


def describe_options(edition: Edition) -> list[dict[str, Any]]:
    """The options that people choose between, for programs that offer them. Who begins is no matter of a game."""
    players = list(edition.player_counts)
    known = defaults(edition)
    found: list[dict[str, Any]] = [
        {"option": name, "values": list(choice.values), "rule": choice.rule, "players": list(choice.players or players)}
        for name, choice in CHOICES.items()
        if name in known
    ]
    if "cards" in known:
        found.append(
            {
                "option": "cards",
                "values": [RANDOM],
                "rule": "A4",
                "players": players,
                "lists": "class_card",
                "length": {str(number): edition.in_play[number] for number in players},
            }
        )
    return found


def read_options(given: object, edition: Edition, players: int) -> dict[str, Any]:
    """The given options, checked, with the defaults for the others."""
    known = defaults(edition)
    if not isinstance(given, Mapping):
        raise FormatError("options", f"a map of options, not {given!r}")
    for name, value in given.items():
        if name not in known:
            raise FormatError(f"options.{name}", f"no such option; there are {', '.join(known)}")
        _check(name, value, edition, players)
    return known | dict(given)


def _check(name: str, value: Any, edition: Edition, players: int) -> None:
    if name == "first":
        check_first(value, edition.seats[:players])
    elif name == "max_turns":
        if type(value) is not int or not 1 <= value <= MOST_TURNS:
            raise FormatError("options.max_turns", f"a number from 1 to {MOST_TURNS}, not {value!r}")
    elif name == "cards":
        _check_cards(value, edition, players)
    elif value not in (values := CHOICES[name].values) or type(value) is not type(values[0]):
        allowed = " or ".join(map(str, values))
        raise FormatError(f"options.{name}", f"{allowed}, not {value!r}")


def _check_cards(value: Any, edition: Edition, players: int) -> None:
    """Check the number and the names of the class cards in play (A4)."""
    if value == RANDOM:
        return
    number = edition.in_play[players]
    if not isinstance(value, list) or len(value) != number or any(value.count(card) > 1 for card in value):
        raise FormatError("options.cards", f"`random` or a list of {number} different class cards, not {value!r}")
    for card in value:
        if card not in edition.cards:
            raise FormatError("options.cards", f"one of {', '.join(edition.cards)}, not {card!r}")
