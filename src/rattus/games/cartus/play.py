"""Legal moves, and making a move: which rule is in charge."""

from rattus.games.cartus.discarding import discard, discarding_moves, end_discarding
from rattus.games.cartus.entering import (
    end_playing,
    enter_building,
    entering_moves,
    play_card,
    play_pass,
    playing_moves,
)
from rattus.games.cartus.fights import choose_robbed, infest, infesting_moves, robbing_moves
from rattus.games.cartus.gifts import give, giving_moves
from rattus.games.cartus.resolving import acting_moves, carry_out, continue_resolving, skip
from rattus.games.cartus.supply import peek, peeking_moves, supply_moves, use_supply
from rattus.games.cartus.vocabulary import (
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
    PASS,
    PEEK,
    PLAY,
    RESOLVE,
    ROB,
    SKIP,
    SUPPLY,
    USE_SUPPLY,
)
from rattus.kernel.rule import rule


@rule
def legal(box, table, out):
    """Write the ids of the legal moves into `out`; returns how many, 0 after the end."""
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
    """Make a legal move, without the automatic steps after it."""
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
def proceed(box, table, log):
    """Take the next automatic step. False if a player has to decide, or the game is over."""
    if table.question != NOTHING or table.phase != RESOLVE:
        return False
    continue_resolving(box, table, log)
    return True


@rule
def is_evident(box, table):
    """Whether the number of legal moves is public.

    What can be played, discarded or given depends on the hand, of which only the size is public. The other questions
    depend on public facts: the open buildings (supply, enter), which nuns a player has looked at (peek), the cards
    shown (rob, infest); and building actions can always be declined (act).
    """
    question, hand = table.question, table.hand_size[table.to_move]
    if question == ASK_PLAY or question == ASK_DISCARD:
        return hand == 0
    if question == ASK_GIVE:
        return hand == table.due  # all of it goes
    return True
