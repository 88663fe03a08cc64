"""Legal moves, and making a move: which rule is in charge."""

from rattus.games.rattus.abilities import (
    crown_diplomat,
    keep,
    last_round_moves,
    second_look_moves,
    ship_diplomat,
    stop_witch,
    swap,
    swapping_moves,
    use_king,
    use_knight,
    use_merchant,
    use_monk,
    use_peasant,
    use_witch,
)
from rattus.games.rattus.astronomer import hold, holding_moves, use_astronomer
from rattus.games.rattus.ending import (
    continue_final_ravage,
    end_turn,
    pass_last_round,
    ravage,
    ravaging_moves,
)
from rattus.games.rattus.explorer import explore, exploring_moves, use_explorer
from rattus.games.rattus.plague import (
    continue_plague,
    move_plague,
    reveal,
    revealing_moves,
    spread,
    spreading_moves,
    weigh,
    weighing_moves,
)
from rattus.games.rattus.region_cards import accept, protect, protecting_moves
from rattus.games.rattus.setup import caravan_moves, put_caravan, settle, settling_moves
from rattus.games.rattus.sultan import use_sultan
from rattus.games.rattus.trader import decline, grow, growing_moves, use_trader
from rattus.games.rattus.turn import place, take, turn_moves
from rattus.games.rattus.vocabulary import (
    ACCEPT,
    AFRICAN,
    ASK_EXPLORE,
    ASK_GROW,
    ASK_HOLD,
    ASK_PROTECT,
    ASK_RAVAGE,
    ASK_REVEAL,
    ASK_SPREAD,
    ASK_SWAP,
    ASK_WEIGH,
    ASK_WITCH,
    CARAVAN,
    CROWN_DIPLOMAT,
    DECLINE,
    EXPLORE,
    FINAL_RAVAGE,
    GROW,
    HOLD,
    KEEP,
    LAST_ROUND,
    MOVE_PLAGUE,
    NOTHING,
    PASS,
    PLACE,
    PLAGUE,
    PROTECT,
    RAVAGE,
    REVEAL,
    SETTLE,
    SETTLING,
    SHIP_DIPLOMAT,
    SPREAD,
    SWAP,
    TAKE,
    TURN,
    USE_ASTRONOMER,
    USE_EXPLORER,
    USE_KING,
    USE_KNIGHT,
    USE_MERCHANT,
    USE_MONK,
    USE_PEASANT,
    USE_SULTAN,
    USE_TRADER,
    USE_WITCH,
    WEIGH,
)
from rattus.kernel.rule import rule


@rule
def legal(box, table, out):
    """Write the ids of the legal moves into `out`; returns how many, 0 after the end."""
    question = table.question
    if question == NOTHING:
        if table.phase == TURN:
            return turn_moves(box, table, out)
        if table.phase == LAST_ROUND:
            return last_round_moves(box, table, out)
        if table.phase == SETTLING:
            return settling_moves(box, table, out)
    elif question == ASK_SPREAD:
        return spreading_moves(box, table, out)
    elif question == ASK_WEIGH:
        return weighing_moves(box, table, out)
    elif question == ASK_REVEAL:
        return revealing_moves(box, table, out)
    elif question == ASK_WITCH:
        return second_look_moves(box, table, out)
    elif question == ASK_SWAP:
        return swapping_moves(box, table, out)
    if AFRICAN:
        return african_moves(box, table, out)
    return 0


@rule
def african_moves(box, table, out):
    """The legal moves of the questions that only Africanus asks."""
    question = table.question
    if question == ASK_PROTECT:
        return protecting_moves(box, table, out)
    if question == ASK_HOLD:
        return holding_moves(box, table, out)
    if question == ASK_EXPLORE:
        return exploring_moves(box, table, out)
    if question == ASK_GROW:
        return growing_moves(box, table, out)
    if question == ASK_RAVAGE:
        return ravaging_moves(box, table, out)
    if question == NOTHING and table.phase == CARAVAN:
        return caravan_moves(box, table, out)
    return 0


@rule
def perform(box, table, move, log):
    """Make a legal move, without the automatic steps after it."""
    verb, source, region, number = box.verb[move], box.source[move], box.region[move], box.number[move]
    if verb == MOVE_PLAGUE:
        move_plague(box, table, region, log)
    elif verb == SPREAD:
        spread(box, table, region, log)
    elif verb == TAKE:
        take(box, table, number, log)
    elif verb == PLACE:
        place(box, table, region, number, log)
    elif verb == USE_MERCHANT:
        use_merchant(box, table, source, region, number, log)
    elif verb == USE_MONK:
        use_monk(box, table, source, number, region, log)
    elif verb == USE_WITCH:
        use_witch(box, table, region, number, log)
    elif verb == SWAP:
        swap(box, table, log)
    elif verb == KEEP:
        keep(box, table, log)
    elif verb == USE_KING:
        use_king(box, table, region, log)
    elif verb == WEIGH:
        weigh(box, table, number, log)
    elif verb == REVEAL:
        reveal(box, table, number, log)
    elif verb == SETTLE:
        settle(box, table, region, log)
    elif verb == USE_PEASANT:
        use_peasant(box, table, region, log)
    elif verb == USE_KNIGHT:
        use_knight(box, table, region, log)
    elif AFRICAN and verb != PASS:
        perform_african(box, table, move, log)
    elif table.question == ASK_WITCH:
        stop_witch(table)
    else:
        pass_last_round(box, table, log)


@rule
def perform_african(box, table, move, log):
    """Make a move that only Africanus has."""
    verb, source, region, number = box.verb[move], box.source[move], box.region[move], box.number[move]
    if verb == ACCEPT:
        accept(box, table, log)
    elif verb == PROTECT:
        protect(box, table, source, number, log)
    elif verb == SHIP_DIPLOMAT:
        ship_diplomat(box, table, source, region, number, log)
    elif verb == CROWN_DIPLOMAT:
        crown_diplomat(box, table, region, log)
    elif verb == USE_ASTRONOMER:
        use_astronomer(box, table, log)
    elif verb == HOLD:
        hold(box, table, number, log)
    elif verb == USE_EXPLORER:
        use_explorer(box, table, log)
    elif verb == EXPLORE:
        explore(box, table, region, log)
    elif verb == USE_TRADER:
        use_trader(box, table, source, region, log)
    elif verb == GROW:
        grow(box, table, region, log)
    elif verb == DECLINE:
        decline(box, table, region, log)
    elif verb == USE_SULTAN:
        use_sultan(box, table, region, log)
    elif verb == RAVAGE:
        ravage(box, table, region, log)
    else:
        put_caravan(box, table, region, log)


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


@rule
def is_evident(box, table):
    """Whether the number of legal moves is public.

    Whether to protect depends on the region cards in hand (A12). All other questions depend on public facts: cubes,
    stocks and the numbers of rats (settle, place, merchant, king, spread, reveal, grow, ravage), borders, pawn and
    caravan (plague, knight, trader, caravan), the class cards and what was used of them (take and all abilities), how
    many cards were drawn (hold), or cards that lie open (explore).
    """
    return not (AFRICAN and table.question == ASK_PROTECT)
