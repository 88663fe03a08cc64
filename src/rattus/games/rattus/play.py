"""Legal moves, and making a move: which rule is in charge."""

from rattus.games.rattus.ending import continue_final_ravage, end_turn, last_round_moves, pass_last_round
from rattus.games.rattus.plague import continue_plague
from rattus.games.rattus.setup import caravan_moves, settling_moves
from rattus.games.rattus.vocabulary import (
    CARAVAN,
    FINAL_RAVAGE,
    LAST_ROUND,
    NOTHING,
    PLAGUE,
    SETTLING,
    WITH_CARAVAN,
)
from rattus.kernel.rule import rule

# ---- written by `dispatch` for each edition, from its cards


@rule
def legal(box, table, out):
    """Write the ids of the legal moves into `out`; returns how many, 0 after the end."""
    raise NotImplementedError


@rule
def perform(box, table, move, log):
    """Make a legal move, without the automatic steps after it."""
    raise NotImplementedError


@rule
def is_evident(box, table):
    """Whether the number of legal moves is public.

    Whether to protect depends on the region cards in hand (A12). All other questions depend on public facts: cubes,
    stocks and the numbers of rats (settle, place, merchant, king, spread, reveal, grow, ravage), borders, pawn and
    caravan (plague, knight, trader, caravan), the class cards and what was used of them (take and all abilities), how
    many cards were drawn (hold), or cards that lie open (explore).
    """
    raise NotImplementedError


@rule
def skip_question(box, table, log):
    """Answer a question of a card with `pass`."""
    raise NotImplementedError


# ---- the same in all editions


@rule
def phase_moves(box, table, out):
    """The legal moves outside a turn, while no question is asked."""
    if table.phase == LAST_ROUND:
        return last_round_moves(box, table, out)
    if table.phase == SETTLING:
        return settling_moves(box, table, out)
    if WITH_CARAVAN and table.phase == CARAVAN:
        return caravan_moves(box, table, out)
    return 0


@rule
def pass_on(box, table, log):
    """No answer to a question, such as a second look (R23); or the end of somebody's last round (R35)."""
    if table.question != NOTHING:
        skip_question(box, table, log)
    else:
        pass_last_round(box, table, log)


@rule
def proceed(box, table, log):
    """Take the next automatic step. False if a player has to decide, or the game is over."""
    if table.question != NOTHING:
        return False
    if table.phase == PLAGUE:
        if continue_plague(box, table, log):
            end_turn(box, table, log)
        return True
    if table.phase == FINAL_RAVAGE:
        continue_final_ravage(box, table, log)
        return True
    return False
