"""Legal moves, and what happens when one is made."""

from rattus.games.cartus.actions import discard, discarding_moves, end_discarding
from rattus.games.cartus.entering import (
    end_playing,
    enter_building,
    entering_moves,
    play_card,
    play_pass,
    playing_moves,
)
from rattus.games.cartus.events import FORCED
from rattus.games.cartus.fights import choose_robbed, infest, infesting_moves, robbing_moves
from rattus.games.cartus.gifts import give, giving_moves
from rattus.games.cartus.resolving import acting_moves, carry_out, go_on_resolving, skip
from rattus.games.cartus.supply import peek, peeking_moves, supply_moves, use_supply
from rattus.games.cartus.words import (
    ACT,
    ASK_ACT,
    ASK_DISCARD,
    ASK_GIVE,
    ASK_INFEST,
    ASK_PEEK,
    ASK_PLAY,
    ASK_ROB,
    DISCARD,
    ENTER,
    ENTER_BUILDING,
    GIVE,
    INFEST,
    NOTHING,
    OVER,
    PASS,
    PEEK,
    PLAY,
    RESOLVE,
    ROB,
    SKIP,
    SUPPLY,
    USE_SUPPLY,
)
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def legal(box, table, out):
    """Write the ids of the legal moves into `out`; how many there are. None after the end."""
    question = table.question
    if question == ASK_PLAY:
        return playing_moves(box, table, out)
    if question == ASK_ACT:
        return acting_moves(box, table, out)
    if question == ASK_GIVE:
        return giving_moves(box, table, out)
    if question == ASK_PEEK:
        return peeking_moves(box, table, out)
    if question == ASK_DISCARD:
        return discarding_moves(box, table, out)
    if question == ASK_ROB:
        return robbing_moves(box, table, out)
    if question == ASK_INFEST:
        return infesting_moves(box, table, out)
    if table.phase == SUPPLY:
        return supply_moves(box, table, out)
    if table.phase == ENTER:
        return entering_moves(box, table, out)
    return 0


@rule
def perform(box, table, move, log):
    """Make a legal move, without what follows of itself."""
    verb, number = box.verb[move], box.number[move]
    if verb == PLAY:
        play_card(box, table, number, log)
    elif verb == USE_SUPPLY:
        use_supply(box, table, number, log)
    elif verb == ENTER_BUILDING:
        enter_building(box, table, number, log)
    elif verb == ACT:
        carry_out(box, table, log)
    elif verb == SKIP:
        skip(box, table, log)
    elif verb == GIVE:
        give(box, table, number, log)
    elif verb == PEEK:
        peek(box, table, number, log)
    elif verb == DISCARD:
        discard(box, table, number, log)
    elif verb == ROB:
        choose_robbed(box, table, number, log)
    elif verb == INFEST:
        infest(box, table, number, log)
    elif verb == PASS:
        play_pass(box, table, log)
    elif table.question == ASK_PLAY:
        end_playing(box, table, log)
    else:
        end_discarding(table)


@rule
def advance(box, table, out, log):
    """Go on until somebody has a choice. Its moves are then in `out`; returns how many, 0 when the game is over.

    A question with one answer is never asked: the move is made at once.
    """
    while table.phase != OVER:
        if table.question == NOTHING and table.phase == RESOLVE:
            go_on_resolving(box, table, log)
        else:
            number = legal(box, table, out)
            if number > 1:
                return number
            note(log, FORCED, table.to_move, out[0])
            perform(box, table, out[0], log)
    return 0
