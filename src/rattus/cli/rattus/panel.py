"""What is shown beside the map: players, cards, stocks, hands and the result."""

from collections.abc import Collection, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.rattus.vocabulary import Phase, card_in_words, card_name, protects, token_name
from rattus.cli.text import end_reason, join_words, plural
from rattus.cli.widgets import (
    DIM,
    DIPLOMAT,
    NAME_STYLES,
    SEAT_STYLES,
    Flow,
    View,
    colour_seats,
    column_name,
    plain_table,
    player_name,
    size_of,
    with_diplomats,
)
from rattus.games.rattus.editions import class_of
from rattus.games.rattus.sizes import CUBES, DISCS
from rattus.match.game import Outcome
from rattus.words import display_name, t

COLUMNS = ("", "player", "map", "palace", "stock")
WORD_COLUMNS = ("", "player", "class cards", "class card", "class", "held by")  # aligned left
STEPS = ("taken", "placed", "")  # fields of a view; the third phase ends the turn


def heading(view: View) -> Text:
    """Whose turn it is, and how far it has got."""
    turn, phase = display_name(view["turn"]), view["phase"]
    if phase == Phase.OVER:
        return Text(t("terminal.rattus.over", turns=plural(view["turns"], "turn")))
    asked = display_name(view["to_move"])
    if phase == Phase.SETTLE:
        return colour_seats(t("terminal.rattus.setup", turn=turn, asked=asked))
    if phase == Phase.CARAVAN:
        return colour_seats(t("terminal.rattus.setupCaravan", turn=turn, asked=asked))
    if phase == Phase.FINAL_RAVAGE:
        return colour_seats(t("terminal.rattus.final", asked=asked))
    if phase == Phase.LAST_ROUND:
        acting = display_name(view["acting"])
        answers = "" if acting == asked else t("terminal.rattus.answers", asked=asked)
        reason = end_reason(view["reason"])
        return colour_seats(t("terminal.rattus.lastRound", reason=reason, acting=acting, answers=answers))
    steps = "  ".join(t(f"terminal.rattus.step.{flag}") + (" ✓" if view.get(flag) else "") for flag in STEPS)
    now = steps if turn == asked else t("terminal.rattus.turnAnswers", asked=asked)
    return colour_seats(t("terminal.rattus.turn", n=str(view["turns"] + 1), turn=turn, steps=now))


def panel(view: View, people: Collection[str]) -> RenderableType:
    """Players, class cards and supplies, in the layout below the map."""
    table = plain_table((*_columns(view), "class cards"), WORD_COLUMNS)
    for seat in _seats(view):
        table.add_row(*_player_row(view, seat, people), _cards(view, seat))
    beside = Text(t("terminal.rattus.beside"), style=DIM).append_text(_cards(view, None))
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
        who = (
            colour_seats(display_name(holder) + _state(view, card)) if holder else Text(t("terminal.nobody"), style=DIM)
        )
        kind = [Text(display_name(class_of(card)), style=DIM)] if african else []
        cards.add_row(display_name(card), *kind, who)
    return cards


def _cards(view: View, holder: str | None) -> Text:
    names = [display_name(card) + _state(view, card) for card, seat in view["classes"].items() if seat == holder]
    return Text(" · ".join(names) or "-", style="not dim")


def _state(view: View, card: str) -> str:
    """Whether a class card was used, and which region card covers it."""
    covered = (view["ravage"] or {}).get("covered", {})
    under = t("terminal.rattus.under", card=card_in_words(covered[card])) if card in covered else ""
    return (t("terminal.rattus.used") if card in view["used"] else "") + under


def _facts(view: View) -> Flow:
    """How many tokens, cards and diplomats are left."""
    supply, turned, removed = (size_of(view[pile]) for pile in ("supply", "turned", "removed"))
    unseen = t("terminal.rattus.unseen", n=str(removed)) if removed else ""
    facts = [t("terminal.rattus.rats", supply=str(supply), turned=str(turned), unseen=unseen)]
    if has_hands(view):
        pile, discarded = str(size_of(view["pile"])), str(len(view["discards"]))
        facts.append(t("terminal.rattus.regionCards", pile=pile, discarded=discarded))
    if has_diplomats(view):
        facts.append(t("terminal.rattus.diplomats", discs=plural(diplomats_left(view), "disc")))
    return Flow([Text(fact, style=DIM) for fact in facts])


def _seen_rats(view: View) -> Iterator[Text]:
    for seat, slots in view["known"].items():
        tokens = ", ".join(token_name(slot) for slot in slots)
        yield colour_seats(t("terminal.rattus.seen", name=display_name(seat), tokens=tokens))


def has_hands(view: View) -> bool:
    """Whether there are region cards in this game."""
    return "hands" in view


def hands(view: View) -> Iterator[RenderableType]:
    """The hands that the viewer knows: their own, and all after the end."""
    for seat, cards in view.get("hands", {}).items():
        if not isinstance(cards, int):
            label = colour_seats(t("terminal.handOf", name=display_name(seat)))
            none = Text(t("terminal.rattus.noCard"), style=DIM)
            yield Flow([_card(view, seat, card) for card in cards] or [none], label)


def discards(view: View) -> RenderableType:
    """The discarded cards, which lie face up."""
    if not view["discards"]:
        return Text(t("terminal.rattus.noDiscards"))
    return Flow([Text(card_name(card)) for card in view["discards"]], Text(t("terminal.discarded")))


def has_secrets(view: View, people: Collection[str]) -> bool:
    """Whether one of these people knows what others must not see."""
    return has_hands(view) or any(person in view["known"] for person in people)


def _card(view: View, seat: str, card: str) -> Text:
    """A card of a hand, and the class cards of the seat that it can protect."""
    fitting = [display_name(own) for own, holder in view["classes"].items() if holder == seat and protects(card, own)]
    text = Text(card_name(card))
    can_fit = fitting and view["phase"] != Phase.OVER
    return text.append(t("terminal.rattus.fits", cards=join_words(fitting, "or")), style=DIM) if can_fit else text


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


def result(view: View, outcome: Outcome, people: Collection[str]) -> RenderableType:
    """The points, the ranking and why the game ended."""
    table = Table(title=_title(outcome), title_justify="left", title_style="", header_style="dim", box=None)
    table.add_column("", justify="right")
    table.add_column(column_name("player"))
    for column in ("map", "palace", *(["bonus"] if has_hands(view) else []), "points"):
        table.add_column(column_name(column), justify="right")
    for place, seat in enumerate(outcome.ranking, 1):
        table.add_row(str(place), player_name(seat, people), *map(str, _numbers(view, seat, outcome.points[seat])))
    return Group(table, *map(Text, _remarks(view, outcome)))


def _remarks(view: View, outcome: Outcome) -> Iterator[str]:
    if has_hands(view):
        yield t("terminal.rattus.bonus") + (t("terminal.rattus.bonusDiplomats") if has_diplomats(view) else ".")
    yield t("terminal.rattus.began", turns=plural(view["turns"], "turn"), reason=end_reason(outcome.reason))
    if len(set(outcome.points.values())) < len(outcome.points):
        yield t("terminal.rattus.equals")


def _numbers(view: View, seat: str, points: int) -> list[int]:
    cubes = count_cubes(view, seat)
    bonus = [points - sum(cubes)] if has_hands(view) else []
    return [*cubes, *bonus, points]


def _title(outcome: Outcome) -> Text:
    winners = join_words([display_name(seat) for seat in outcome.winners])
    points = plural(outcome.points[outcome.ranking[0]], "point")
    return colour_seats(t("terminal.rattus.wins", names=winners, points=points))
