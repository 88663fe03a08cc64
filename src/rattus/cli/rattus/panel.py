"""What lies beside the map, drawn from a view: players, class cards, palace, stocks, tokens."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.flow import Flow
from rattus.cli.palette import DIPLOMAT, NAMES, PIECES, QUIET, coloured, player_name, with_diplomats
from rattus.cli.piles import size_of
from rattus.cli.rattus.diplomats import count_diplomats, discs_left, has_diplomats
from rattus.cli.rattus.hand import hands, has_hands
from rattus.cli.rattus.wording import card_in_words, class_of, token_name
from rattus.cli.tables import plain_table
from rattus.cli.wording import REASONS, counted, proper

View = Mapping[str, Any]

CUBES = 20  # of each player (R2)
COLUMNS = ("", "player", "map", "palace", "stock")
NAMED = ("", "player", "class cards", "class card", "class", "held by")  # columns of words, not of numbers
STEPS = (("taken", "1 take a card"), ("placed", "2 place cubes"), ("", "3 move the plague"))


def heading(view: View) -> Text:
    """Whose turn it is, and how far it has got."""
    turn, phase = proper(view["turn"]), view["phase"]
    if phase == "over":
        return Text(f"Over after {counted(view['turns'], 'turn')}")
    asked = proper(view["to_move"])
    if phase == "settle":
        return coloured(f"Set-up · {turn} goes first · {asked} settles")
    if phase == "caravan":
        return coloured(f"Set-up · {turn} goes first · {asked} puts the caravan down")
    if phase == "final_ravage":
        return coloured(f"The plague ravages every region · {asked} decides")
    if phase == "last_round":
        acting = proper(view["acting"])
        answers = "" if acting == asked else f" · {asked} answers"
        return coloured(f"Last round: {REASONS[view['reason']]} · {acting} acts{answers}")
    steps = "  ".join(f"{words} ✓" if view.get(flag) else words for flag, words in STEPS)
    return coloured(f"Turn {view['turns'] + 1} · {turn} · {steps if turn == asked else f'{asked} answers'}")


def panel(view: View, people: Collection[str]) -> RenderableType:
    """The players, each with cubes and class cards, and what lies in the middle: to stand under the map."""
    table = plain_table((*_columns(view), "class cards"), NAMED)
    for seat in _seats(view):
        table.add_row(*_player_row(view, seat, people), _cards(view, seat))
    beside = Text("Beside the board: ", style=QUIET).append_text(_cards(view, None))
    return Group(table, beside, _facts(view), *hands(view), *_looks(view))


def side_panel(view: View, people: Collection[str]) -> RenderableType:
    """The same, to stand beside the map: players and class cards under each other."""
    players = plain_table(_columns(view), NAMED)
    for seat in _seats(view):
        players.add_row(*_player_row(view, seat, people))
    return Group(players, "", _class_cards(view), "", _facts(view), *hands(view), *_looks(view))


def alive(view: View, seat: str) -> tuple[int, int]:
    """How many cubes a seat has in regions and in the palace."""
    on_map = sum(region["cubes"].get(seat, 0) for region in view["regions"].values())
    return on_map, view["palace"].get(seat, 0)


def _seats(view: View) -> list[str]:
    return list(NAMES)[: view["players"]]


def _columns(view: View) -> tuple[str, ...]:
    hand = ("hand",) if has_hands(view) else ()
    return (*COLUMNS, *hand, DIPLOMAT) if has_diplomats(view) else (*COLUMNS, *hand)


def _player_row(view: View, seat: str, people: Collection[str]) -> Iterator[Text | str]:
    on_map, in_palace = alive(view, seat)
    yield Text(seat[0].upper(), style=PIECES[seat])
    yield Text("▸ " if view["to_move"] == seat else "").append_text(player_name(seat, people))
    yield str(on_map)
    yield with_diplomats(in_palace, view.get("palace_diplomats", {}).get(seat, 0))
    yield str(CUBES - on_map - in_palace)
    if has_hands(view):
        yield str(size_of(view["hands"][seat]))
    if has_diplomats(view):
        yield str(count_diplomats(view, seat))


def _class_cards(view: View) -> Table:
    african = has_hands(view)
    columns = ("class card", "class", "held by") if african else ("class card", "held by")
    cards = plain_table(columns, NAMED)
    for card, holder in view["classes"].items():
        who = coloured(proper(holder) + _state(view, card)) if holder else Text("nobody", style=QUIET)
        kind = [Text(proper(class_of(card)), style=QUIET)] if african else []
        cards.add_row(proper(card), *kind, who)
    return cards


def _cards(view: View, holder: str | None) -> Text:
    names = [proper(card) + _state(view, card) for card, seat in view["classes"].items() if seat == holder]
    return Text(" · ".join(names) or "-", style="not dim")


def _state(view: View, card: str) -> str:
    """Whether a class card was used, and what lies on it."""
    covered = (view["ravage"] or {}).get("covered", {})
    under = f" under {card_in_words(covered[card])}" if card in covered else ""
    return (" (used)" if card in view["used"] else "") + under


def _facts(view: View) -> Flow:
    """What lies in the middle."""
    supply, turned, removed = (size_of(view[pile]) for pile in ("supply", "turned", "removed"))
    unseen = f" · {removed} left the game unseen" if removed else ""
    facts = [f"Rats: {supply} in the supply · {turned} turned{unseen}"]
    if has_hands(view):
        facts.append(f"Region cards: {size_of(view['pile'])} in the pile · {len(view['discards'])} discarded")
    if has_diplomats(view):
        facts.append(f"Diplomats: {counted(discs_left(view), 'disc')} left")
    return Flow([Text(fact, style=QUIET) for fact in facts])


def _looks(view: View) -> Iterator[Text]:
    for seat, slots in view["known"].items():
        yield coloured(f"{proper(seat)} has seen {', '.join(token_name(slot) for slot in slots)}")
