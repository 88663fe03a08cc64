"""What is shown around the buildings: players, influence, stacks and the result."""

from collections.abc import Collection, Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from rattus.cli.cartus.vocabulary import Phase, building_at, quantity, split_card
from rattus.cli.text import join_words, plural
from rattus.cli.widgets import (
    DIM,
    PLAGUE,
    SEAT_STYLES,
    Flow,
    View,
    class_badge,
    colour_seats,
    column_name,
    plain_table,
    player_name,
    size_of,
)
from rattus.games.cartus.sizes import NUN_ROW, ROUNDS
from rattus.games.cartus.vocabulary import CLASSES
from rattus.match.game import Outcome
from rattus.words import display_name, t

COLUMNS = ("", "player", "rats", "hand", "tokens", "looked")
WORD_COLUMNS = ("", "player", "looked", "influence")  # aligned left
PRIZES = ("10", "5", "2")  # points for the first three on a track (C31)


def is_last_round(view: View) -> bool:
    """Whether this is the last round, without building actions (C24)."""
    return bool(view["round"] == ROUNDS[view["players"]])


def heading(view: View) -> Text:
    """Round, phase and whose turn it is."""
    if view["phase"] == Phase.OVER:
        return Text(t("terminal.cartus.over", rounds=plural(view["round"], "round")))
    last = t("terminal.cartus.last") if is_last_round(view) else ""
    asked, rounds = display_name(view["to_move"]), str(ROUNDS[view["players"]])
    round_ = str(view["round"])
    return colour_seats(t("terminal.cartus.round", n=round_, all=rounds, last=last, phase=_phase(view), asked=asked))


def resolving(view: View) -> int | None:
    """The place of the building being resolved (C14)."""
    place: int | None = (view["pending"] or {}).get("place") if view["phase"] == Phase.RESOLVE else None
    return place


def players(view: View, people: Collection[str], is_tight: bool) -> Table:
    """Each player's rats, hand size, victory tokens, and the nun cards looked at."""
    table = plain_table(COLUMNS, WORD_COLUMNS, is_tight)
    for seat in view["hands"]:
        piece = Text(seat[0].upper(), style=SEAT_STYLES[seat])
        name = Text("▸ " if view["to_move"] == seat else "").append_text(player_name(seat, people))
        sizes = (view["rats"][seat], size_of(view["hands"][seat]), size_of(view["points"][seat]))
        table.add_row(piece, name, *map(str, sizes), _places(view["looked"][seat]))
    return table


def tracks(view: View, is_tight: bool) -> Table:
    """The six influence tracks, the highest rank first (C17)."""
    prizes = PRIZES[: view["players"]]
    table = plain_table(("influence", *prizes), WORD_COLUMNS, is_tight)
    for _ in range(view["players"] - len(prizes)):
        table.add_column("", justify="right")
    for name, ladder in view["influence"].items():
        table.add_row(
            class_badge(name), *(Text(f"{seat[0].upper()}{number}", style=SEAT_STYLES[seat]) for seat, number in ladder)
        )
    return table


def facts(view: View) -> Flow:
    """How many cards, tokens and buildings are left."""
    return Flow([Text(fact, style=DIM) for fact in _facts(view)])


def _facts(view: View) -> Iterator[str]:
    if view.get("premium"):
        yield t("terminal.cartus.premium", name=display_name(view["premium"]))
    yield t("terminal.cartus.deck", deck=str(size_of(view["deck"])), discarded=str(len(view["discards"])))
    yield t("terminal.cartus.victory", n=str(size_of(view["tokens"])))
    deck, replacement = str(size_of(view["buildings"])), str(size_of(view["replacement"]))
    yield t("terminal.cartus.buildings", deck=deck, replacement=replacement)
    stacks = " · ".join(quantity(number, name) for name, number in view["stacks"].items())
    yield t("terminal.cartus.stacks", stacks=stacks)


def _phase(view: View) -> str:
    place = resolving(view)
    first = t("terminal.cartus.first", name=display_name(view["first"]))
    more = f" {place} {display_name(building_at(view, place))}" if place else first
    return t(f"terminal.cartus.phase.{view['phase']}") + more


def _places(places: Collection[int]) -> str:
    return "".join(str(place) if place in places else "·" for place in range(1, NUN_ROW + 1))


CATEGORIES = ("hand", "swords", "flutes", "passes", "gold", "tokens")  # beside the tracks


def result(view: View, outcome: Outcome, people: Collection[str]) -> RenderableType:
    """The winner, the points by category, and rats against nuns."""
    table = Table(box=None, header_style="")
    table.add_column(column_name("points for"), header_style=DIM)
    for seat in outcome.ranking:
        table.add_column(_name(seat, people), justify="right")
    for category in _categories(outcome):
        label = class_badge(category) if category in CLASSES else Text(t(f"terminal.cartus.points.{category}"))
        table.add_row(label, *_row(outcome, category))
    points = Text(column_name("points"), style="bold")
    table.add_row(points, *(Text(str(outcome.points[seat]), "bold") for seat in outcome.ranking))
    table.add_row(column_name("rats"), *(_rats(outcome, seat) for seat in outcome.ranking))
    return Group(_title(outcome), table, *map(colour_seats, _remarks(view, outcome)))


def _title(outcome: Outcome) -> Text:
    winners = [display_name(seat) for seat in outcome.winners]
    if not winners:
        return colour_seats(t("terminal.cartus.allDead"))
    points = plural(outcome.points[outcome.ranking[0]], "point")
    return colour_seats(t("terminal.cartus.wins", names=join_words(winners), n=len(winners), points=points))


def _name(seat: str, people: Collection[str]) -> Text:
    """The name on two lines, so that five fit beside each other."""
    return Text("\n").join(player_name(seat, people).split(" "))


def _categories(outcome: Outcome) -> list[str]:
    """The tracks, and the other categories in which somebody has points."""
    earned = outcome.details["categories"].values()
    return [*CLASSES, *(name for name in CATEGORIES if any(points[name] for points in earned))]


def _row(outcome: Outcome, category: str) -> Iterator[Text]:
    for seat in outcome.ranking:
        points = outcome.details["categories"][seat][category]
        yield Text(str(points)) if points else Text("·", style=DIM)


def _rats(outcome: Outcome, seat: str) -> Text:
    rats = str(outcome.details["rats"][seat])
    return Text(f"☠ {rats}", style=PLAGUE) if seat in outcome.dead else Text(rats)


def _remarks(view: View, outcome: Outcome) -> Iterator[str]:
    details, points = outcome.details, outcome.points
    row = " + ".join(split_card(card)[1] for card in view["nuns"])
    nuns = plural(details["nuns"], "nun")
    yield t("terminal.cartus.nunSum", row=row, nuns=nuns)
    for seat in _better_dead(outcome):
        had, rats = plural(points[seat], "point"), plural(details["rats"][seat], "rat")
        yield t("terminal.cartus.betterDead", name=display_name(seat), points=had, rats=rats, nuns=nuns)
    if details["consolation"]:
        best = join_words([display_name(seat) for seat in details["consolation"]])
        yield t("terminal.cartus.consolation", names=best)
    alive = [points[seat] for seat in outcome.ranking if seat not in outcome.dead]
    if len(set(alive)) < len(alive):
        yield t("terminal.cartus.equals")


def _better_dead(outcome: Outcome) -> list[str]:
    """The dead with more points than the winner."""
    best = max((outcome.points[seat] for seat in outcome.winners), default=None)
    return [seat for seat in outcome.dead if best is not None and outcome.points[seat] > best]
