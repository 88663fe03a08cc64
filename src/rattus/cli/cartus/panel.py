"""What lies around the buildings, drawn from a view: heading, players, influence, stacks."""

from collections.abc import Collection, Iterator

from rich.table import Table
from rich.text import Text

from rattus.cli.cartus.wording import building_at, several
from rattus.cli.flow import Flow
from rattus.cli.look import View
from rattus.cli.palette import PIECES, QUIET, band, coloured, player_name
from rattus.cli.piles import size_of
from rattus.cli.tables import plain_table
from rattus.cli.wording import counted, proper
from rattus.games.cartus.editions import NUN_ROW, ROUNDS

PHASES = {"supply": "B Supply", "enter": "C Enter", "resolve": "D Resolve"}
COLUMNS = ("", "player", "rats", "hand", "tokens", "looked")
NAMED = ("", "player", "looked", "influence")  # columns of words, not of numbers
PRIZES = ("10", "5", "2")  # points for the first on a track (C31)


def is_last_round(view: View) -> bool:
    """Whether this is the last round, without building actions (C24)."""
    return bool(view["round"] == ROUNDS[view["players"]])


def heading(view: View) -> Text:
    """How far the game has got, and whose turn it is."""
    if view["phase"] == "over":
        return Text(f"Over after {counted(view['round'], 'round')}")
    last = " (last)" if is_last_round(view) else ""
    asked = f"{proper(view['to_move'])} decides"
    return coloured(f"Round {view['round']} of {ROUNDS[view['players']]}{last} · {_phase(view)} · {asked}")


def resolving(view: View) -> int | None:
    """The place of the building being resolved (C14)."""
    place: int | None = (view["pending"] or {}).get("place") if view["phase"] == "resolve" else None
    return place


def players(view: View, people: Collection[str], is_tight: bool) -> Table:
    """Each player with rats, hand size, victory point tokens, and the places of the nun row looked at."""
    table = plain_table(COLUMNS, NAMED, is_tight)
    for seat in view["hands"]:
        piece = Text(seat[0].upper(), style=PIECES[seat])
        name = Text("▸ " if view["to_move"] == seat else "").append_text(player_name(seat, people))
        sizes = (view["rats"][seat], size_of(view["hands"][seat]), size_of(view["points"][seat]))
        table.add_row(piece, name, *map(str, sizes), _places(view["looked"][seat]))
    return table


def tracks(view: View, is_tight: bool) -> Table:
    """The six influence tracks as ladders, the highest rank first (C17)."""
    prizes = PRIZES[: view["players"]]
    table = plain_table(("influence", *prizes), NAMED, is_tight)
    for _ in range(view["players"] - len(prizes)):
        table.add_column("", justify="right")
    for name, ladder in view["influence"].items():
        table.add_row(band(name), *(Text(f"{seat[0].upper()}{number}", style=PIECES[seat]) for seat, number in ladder))
    return table


def facts(view: View) -> Flow:
    """What lies in the middle."""
    return Flow([Text(fact, style=QUIET) for fact in _facts(view)])


def _facts(view: View) -> Iterator[str]:
    if view.get("premium"):
        yield f"The premium action of this round: {proper(view['premium'])} (C23)"
    yield f"Deck: {size_of(view['deck'])} · {len(view['discards'])} discarded"
    yield f"Victory tokens: {size_of(view['tokens'])}"
    yield f"Building deck: {size_of(view['buildings'])} · {size_of(view['replacement'])} to replace"
    yield "Stacks: " + " · ".join(several(number, name) for name, number in view["stacks"].items())


def _phase(view: View) -> str:
    place = resolving(view)
    more = f" {place} {proper(building_at(view, place))}" if place else f" · {proper(view['first'])} is first"
    return PHASES[view["phase"]] + more


def _places(places: Collection[int]) -> str:
    return "".join(str(place) if place in places else "·" for place in range(1, NUN_ROW + 1))
