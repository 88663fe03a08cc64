"""What is shown beside the map: players, cards, stocks, hands and the result."""

from collections.abc import Collection, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.rattus.vocabulary import Phase, card_in_words, card_name, class_of, protects, token_name
from rattus.cli.text import END_REASONS, display_name, join_words, plural
from rattus.cli.widgets import (
    DIM,
    DIPLOMAT,
    NAME_STYLES,
    SEAT_STYLES,
    Flow,
    View,
    colour_seats,
    plain_table,
    player_name,
    size_of,
    with_diplomats,
)
from rattus.match.game import Outcome

CUBES = 20  # of each player (R2)
DISCS = 15  # of all players (A10)
COLUMNS = ("", "player", "map", "palace", "stock")
WORD_COLUMNS = ("", "player", "class cards", "class card", "class", "held by")  # aligned left
STEPS = (("taken", "1 take a card"), ("placed", "2 place cubes"), ("", "3 move the plague"))


def heading(view: View) -> Text:
    """Whose turn it is, and how far it has got."""
    turn, phase = display_name(view["turn"]), view["phase"]
    if phase == Phase.OVER:
        return Text(f"Over after {plural(view['turns'], 'turn')}")
    asked = display_name(view["to_move"])
    if phase == Phase.SETTLE:
        return colour_seats(f"Set-up · {turn} goes first · {asked} settles")
    if phase == Phase.CARAVAN:
        return colour_seats(f"Set-up · {turn} goes first · {asked} puts the caravan down")
    if phase == Phase.FINAL_RAVAGE:
        return colour_seats(f"The plague ravages every region · {asked} decides")
    if phase == Phase.LAST_ROUND:
        acting = display_name(view["acting"])
        answers = "" if acting == asked else f" · {asked} answers"
        return colour_seats(f"Last round: {END_REASONS[view['reason']]} · {acting} acts{answers}")
    steps = "  ".join(f"{words} ✓" if view.get(flag) else words for flag, words in STEPS)
    return colour_seats(f"Turn {view['turns'] + 1} · {turn} · {steps if turn == asked else f'{asked} answers'}")


def panel(view: View, people: Collection[str]) -> RenderableType:
    """Players, class cards and supplies, in the layout below the map."""
    table = plain_table((*_columns(view), "class cards"), WORD_COLUMNS)
    for seat in _seats(view):
        table.add_row(*_player_row(view, seat, people), _cards(view, seat))
    beside = Text("Beside the board: ", style=DIM).append_text(_cards(view, None))
    return Group(table, beside, _facts(view), *hands(view), *_seen_rats(view))


def side_panel(view: View, people: Collection[str]) -> RenderableType:
    """The same in the layout beside the map."""
    players = plain_table(_columns(view), WORD_COLUMNS)
    for seat in _seats(view):
        players.add_row(*_player_row(view, seat, people))
    return Group(players, "", _class_cards(view), "", _facts(view), *hands(view), *_seen_rats(view))


def count_cubes(view: View, seat: str) -> tuple[int, int]:
    """How many cubes a seat has in regions and in the palace."""
    on_map = sum(region["cubes"].get(seat, 0) for region in view["regions"].values())
    return on_map, view["palace"].get(seat, 0)


def _seats(view: View) -> list[str]:
    return list(NAME_STYLES)[: view["players"]]


def _columns(view: View) -> tuple[str, ...]:
    hand = ("hand",) if has_hands(view) else ()
    return (*COLUMNS, *hand, DIPLOMAT) if has_diplomats(view) else (*COLUMNS, *hand)


def _player_row(view: View, seat: str, people: Collection[str]) -> Iterator[Text | str]:
    on_map, in_palace = count_cubes(view, seat)
    yield Text(seat[0].upper(), style=SEAT_STYLES[seat])
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
    cards = plain_table(columns, WORD_COLUMNS)
    for card, holder in view["classes"].items():
        who = colour_seats(display_name(holder) + _state(view, card)) if holder else Text("nobody", style=DIM)
        kind = [Text(display_name(class_of(card)), style=DIM)] if african else []
        cards.add_row(display_name(card), *kind, who)
    return cards


def _cards(view: View, holder: str | None) -> Text:
    names = [display_name(card) + _state(view, card) for card, seat in view["classes"].items() if seat == holder]
    return Text(" · ".join(names) or "-", style="not dim")


def _state(view: View, card: str) -> str:
    """Whether a class card was used, and which region card covers it."""
    covered = (view["ravage"] or {}).get("covered", {})
    under = f" under {card_in_words(covered[card])}" if card in covered else ""
    return (" (used)" if card in view["used"] else "") + under


def _facts(view: View) -> Flow:
    """How many tokens, cards and diplomats are left."""
    supply, turned, removed = (size_of(view[pile]) for pile in ("supply", "turned", "removed"))
    unseen = f" · {removed} left the game unseen" if removed else ""
    facts = [f"Rats: {supply} in the supply · {turned} turned{unseen}"]
    if has_hands(view):
        facts.append(f"Region cards: {size_of(view['pile'])} in the pile · {len(view['discards'])} discarded")
    if has_diplomats(view):
        facts.append(f"Diplomats: {plural(diplomats_left(view), 'disc')} left")
    return Flow([Text(fact, style=DIM) for fact in facts])


def _seen_rats(view: View) -> Iterator[Text]:
    for seat, slots in view["known"].items():
        yield colour_seats(f"{display_name(seat)} has seen {', '.join(token_name(slot) for slot in slots)}")


def has_hands(view: View) -> bool:
    """Whether there are region cards in this game."""
    return "hands" in view


def hands(view: View) -> Iterator[RenderableType]:
    """The hands that the viewer knows: their own, and all after the end."""
    for seat, cards in view.get("hands", {}).items():
        if not isinstance(cards, int):
            label = colour_seats(f"{display_name(seat)}'s hand: ")
            yield Flow([_card(view, seat, card) for card in cards] or [Text("no region card", style=DIM)], label)


def discards(view: View) -> RenderableType:
    """The discarded cards, which lie face up."""
    if not view["discards"]:
        return Text("Nothing has been discarded yet.")
    return Flow([Text(card_name(card)) for card in view["discards"]], Text("Discarded: "))


def has_secrets(view: View, people: Collection[str]) -> bool:
    """Whether one of these people knows what others must not see."""
    return has_hands(view) or any(person in view["known"] for person in people)


def _card(view: View, seat: str, card: str) -> Text:
    """A card of a hand, and the class cards of the seat that it can protect."""
    fitting = [display_name(own) for own, holder in view["classes"].items() if holder == seat and protects(card, own)]
    text = Text(card_name(card))
    can_fit = fitting and view["phase"] != Phase.OVER
    return text.append(f" (fits {join_words(fitting, 'or')})", style=DIM) if can_fit else text


def has_diplomats(view: View) -> bool:
    """Whether there are diplomats in this game."""
    return "sultan" in view["classes"]


def count_diplomats(view: View, seat: str) -> int:
    """How many diplomats a seat has, the palace included."""
    on_map = sum(seat in region["diplomats"] for region in view["regions"].values())
    return on_map + int(view["palace_diplomats"].get(seat, 0))


def diplomats_left(view: View) -> int:
    """How many diplomats nobody has yet."""
    on_map = sum(len(region["diplomats"]) for region in view["regions"].values())
    return DISCS - on_map - int(sum(view["palace_diplomats"].values()))


BONUS = "Bonus: the most cubes in regions of which a card is in hand (A23)"
AND_DIPLOMATS = "; the most diplomats (A24)."


def result(view: View, outcome: Outcome, people: Collection[str]) -> RenderableType:
    """The points, the ranking and why the game ended."""
    table = Table(title=_title(outcome), title_justify="left", title_style="", header_style="dim", box=None)
    table.add_column("", justify="right")
    table.add_column("player")
    for column in ("map", "palace", *(["bonus"] if has_hands(view) else []), "points"):
        table.add_column(column, justify="right")
    for place, seat in enumerate(outcome.ranking, 1):
        table.add_row(str(place), player_name(seat, people), *map(str, _numbers(view, seat, outcome.points[seat])))
    return Group(table, *map(Text, _remarks(view, outcome)))


def _remarks(view: View, outcome: Outcome) -> Iterator[str]:
    if has_hands(view):
        yield BONUS + (AND_DIPLOMATS if has_diplomats(view) else ".")
    yield f"The last round began after {plural(view['turns'], 'turn')}: {END_REASONS[outcome.reason]} (R34)."
    if len(set(outcome.points.values())) < len(outcome.points):
        yield "Among equals, who would have had the next turn first stands higher (R38)."


def _numbers(view: View, seat: str, points: int) -> list[int]:
    cubes = count_cubes(view, seat)
    bonus = [points - sum(cubes)] if has_hands(view) else []
    return [*cubes, *bonus, points]


def _title(outcome: Outcome) -> Text:
    winners = join_words([display_name(seat) for seat in outcome.winners])
    return colour_seats(f"{winners} wins with {plural(outcome.points[outcome.ranking[0]], 'point')}")
