"""The building actions, premium and standard (C22, C26-C30)."""

from rattus.games.cartus.cards import (
    can_draw,
    discard_from_hand,
    draw_cards,
    free_rats,
    hand_moves,
    take_specials,
    take_tokens,
)
from rattus.games.cartus.editions import KINDS
from rattus.games.cartus.gifts import anybody_must_give, use_tower
from rattus.games.cartus.supply import begin_looking, unseen_nuns
from rattus.games.cartus.vocabulary import (
    ASK_DISCARD,
    BREWERY,
    CASTLE,
    DISCARD,
    FARM,
    FLUTE,
    GOLD,
    HOSPITAL,
    HUT,
    JOKER,
    MARKETPLACE,
    MONASTERY,
    NONE,
    NOTHING,
    OFFICE,
    PASS_CARD,
    POPULATION,
    SWORD,
    TENT,
    TREASURY,
    WATCHTOWER,
)
from rattus.kernel.rule import rule


@rule
def special_of(building):
    """The special cards that a building gives, or NONE (C27, C29, C30)."""
    if building == MARKETPLACE:
        return JOKER
    if building == OFFICE:
        return PASS_CARD
    if building == CASTLE:
        return SWORD
    if building == HUT:
        return FLUTE
    if building == TREASURY:
        return GOLD
    return NONE


@rule
def brewed(table, seat, premium):
    """A card for every, or for every two influence points gained in this round (C26)."""
    return table.strength[seat] if premium else table.strength[seat] // 2


@rule
def matters(box, table, seat, building, premium):
    """Whether an action could change or show anything, by what everybody sees (C22)."""
    special = special_of(building)
    if special != NONE:
        return table.stacks[special - POPULATION] > 0
    if building == FARM:
        return can_draw(table)
    if building == BREWERY:
        return brewed(table, seat, premium) > 0 and can_draw(table)
    if building == MONASTERY:
        return table.rats[seat] > 0
    if building == HOSPITAL:
        return table.rats[seat] > 0 and (premium or table.hand_size[seat] > 0)
    if building == WATCHTOWER:
        return premium and anybody_must_give(box, table, seat)
    if building == TENT:
        return unseen_nuns(table, seat) > 0
    return table.tokens_left > 0


@rule
def act(box, table, seat, building, premium, log):
    """Carry a building action out (C26-C30)."""
    two = 2 if premium else 1
    special = special_of(building)
    if special != NONE:
        take_specials(box, table, seat, special, two, log)
    elif building == FARM:
        draw_cards(box, table, seat, 2 * two, log)
    elif building == BREWERY:
        draw_cards(box, table, seat, brewed(table, seat, premium), log)
    elif building == MONASTERY:
        free_rats(table, seat, two, log)
    elif building == HOSPITAL:
        if premium:
            free_rats(table, seat, 1, log)
        begin_discarding(table, seat, two + 1)
    elif building == WATCHTOWER:
        use_tower(box, table, seat)
    elif building == TENT:
        begin_looking(table, seat, two)
    else:
        take_tokens(box, table, seat, two, log)


@rule
def begin_discarding(table, seat, number):
    """Some hand cards may go, each with a rat; no more cards than rats (C28)."""
    table.due = min(number, table.rats[seat])
    if table.due > 0:
        table.question = ASK_DISCARD


@rule
def discarding_moves(box, table, out):
    """Cards of any kind, or no more (C28)."""
    return hand_moves(box, table, DISCARD, KINDS, out)


@rule
def discard(box, table, kind, log):
    """A card goes, face up, and a rat with it (C28)."""
    discard_from_hand(box, table, table.to_move, kind, log)
    free_rats(table, table.to_move, 1, log)
    table.due -= 1
    table.last = kind
    if table.due == 0:
        end_discarding(table)


@rule
def end_discarding(table):
    """No more cards go (C28)."""
    table.question = NOTHING
    table.due = 0
    table.last = NONE
