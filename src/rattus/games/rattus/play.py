"""Legal moves, and what happens when one is made."""

from rattus.games.rattus.abilities import (
    keep,
    last_round_moves,
    second_look_moves,
    stop_witch,
    swap,
    swapping_moves,
    use_king,
    use_knight,
    use_merchant,
    use_monk,
    use_peasant,
    use_witch,
)  # fmt: skip
from rattus.games.rattus.ending import end_turn, go_on_with_final_ravage, pass_last_round
from rattus.games.rattus.events import FORCED, note
from rattus.games.rattus.plague import (
    go_on_with_plague,
    move_plague,
    reveal,
    revealing_moves,
    spread,
    spreading_moves,
    weigh,
    weighing_moves,
)  # fmt: skip
from rattus.games.rattus.setup import settle, settling_moves
from rattus.games.rattus.turn import place, take, turn_moves
from rattus.games.rattus.words import (
    ASK_REVEAL,
    ASK_SPREAD,
    ASK_SWAP,
    ASK_WEIGH,
    ASK_WITCH,
    FINAL_RAVAGE,
    KEEP,
    LAST_ROUND,
    MOVE_PLAGUE,
    NOTHING,
    OVER,
    PLACE,
    PLAGUE,
    REVEAL,
    SETTLE,
    SETTLING,
    SPREAD,
    SWAP,
    TAKE,
    TURN,
    USE_KING,
    USE_KNIGHT,
    USE_MERCHANT,
    USE_MONK,
    USE_PEASANT,
    USE_WITCH,
    WEIGH,
)  # fmt: skip
from rattus.kernel.rule import rule


@rule
def legal(box, table, out):
    """Write the ids of the legal moves into `out`; how many there are. None after the end."""
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
    return 0


@rule
def perform(box, table, move, log):
    """Make a legal move, without what follows of itself."""
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
    elif table.question == ASK_WITCH:
        stop_witch(table)
    else:
        pass_last_round(box, table, log)


@rule
def advance(box, table, out, log):
    """Go on until somebody has a choice. Its moves are then in `out`; returns how many, 0 when the game is over.

    A question with one answer is never asked: the move is made at once.
    """
    while table.phase != OVER:
        if table.question == NOTHING and table.phase == PLAGUE:
            if go_on_with_plague(box, table, log):
                end_turn(box, table, log)
        elif table.question == NOTHING and table.phase == FINAL_RAVAGE:
            go_on_with_final_ravage(box, table, log)
        else:
            number = legal(box, table, out)
            if number > 1:
                return number
            note(log, FORCED, table.to_move, out[0])
            perform(box, table, out[0], log)
    return 0
