"""The end of a turn, the end of the game, and the score (R33-R38, A23, A24)."""

from rattus.games.rattus.cards.knight import final_weight
from rattus.games.rattus.class_cards import last_round_card_moves, reset_used_cards, turn_card_moves
from rattus.games.rattus.events import ENDED, LAST_CALL, NEXT, PASSED, RAVAGED
from rattus.games.rattus.plague import continue_ravage
from rattus.games.rattus.sizes import CUBES
from rattus.games.rattus.tokens import crowd
from rattus.games.rattus.vocabulary import (
    ASK_RAVAGE,
    CUBES_OUT,
    FINAL_RAVAGE,
    LAST_ROUND,
    NOTHING,
    NOWHERE,
    OVER,
    PASS,
    RAVAGE,
    RUNNING,
    SUPPLY_EMPTY,
    TURN,
    TURNS_UP,
    WITH_DIPLOMATS,
    WITH_REGION_CARDS,
)  # fmt: skip
from rattus.kernel.events import note
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY


@rule
def end_turn(box, table, log):
    """The turn is over (R33): the next player's begins (R12), or the last round (R34)."""
    table.turns += 1
    table.taken = 0
    table.placed = 0
    reset_used_cards(table)
    table.reason = end_reason(box, table)
    if table.reason == RUNNING:
        table.phase = TURN
        table.turn = (table.turn + 1) % box.players
        table.to_move = table.turn
        note(log, NEXT, table.turn)
    else:
        note(log, LAST_CALL, table.turn, table.reason)
        begin_last_round(box, table)


@rule
def end_reason(box, table):
    """The supply is empty, or who ends the turn has no cube left in stock, or the turns are up (R34).

    The stocks of the others do not matter: one that another's Trader emptied does not end the game (A21).
    """
    if table.supply_left == 0:
        return SUPPLY_EMPTY
    if table.stock[table.turn] == 0:
        return CUBES_OUT
    if table.turns >= box.max_turns:
        return TURNS_UP
    return RUNNING


@rule
def begin_last_round(box, table):
    """The player to the right of the one who took the last turn acts first (R35)."""
    table.phase = LAST_ROUND
    table.acting = (table.turn - 1) % box.players
    table.to_move = table.acting


@rule
def last_round_moves(box, table, out):
    """Each class card held, once (R35), or pass."""
    number = last_round_card_moves(box, table, out, turn_card_moves(box, table, out, 0))
    out[number] = box.base[PASS]
    return number + 1


@rule
def pass_last_round(box, table, log):
    """The next player anti-clockwise acts (R35); after the last one comes the final ravage (R36)."""
    note(log, PASSED, table.to_move)
    reset_used_cards(table)
    table.acting = (table.acting - 1) % box.players
    table.to_move = table.acting
    if table.acting == table.turn:
        table.acting = NOBODY
        table.phase = FINAL_RAVAGE


@rule
def continue_final_ravage(box, table, log):
    """The next step of the final ravage, in which the player of the last turn is the mover (R36)."""
    if table.ravaged != NOWHERE and continue_ravage(box, table, table.turn, log):
        return
    table.ravaged = NOWHERE
    table.weight = 0
    region = next_to_ravage(box, table, 0)
    if region == NOWHERE:
        table.phase = OVER
        table.to_move = NOBODY
        note(log, ENDED, NOBODY)
    elif WITH_REGION_CARDS and table.held_count > 0 and next_to_ravage(box, table, region + 1) != NOWHERE:
        table.question = ASK_RAVAGE  # the order can matter while somebody holds a region card (A22)
    else:
        begin_final_ravage(box, table, region, log)


@rule
def next_to_ravage(box, table, first):
    """From a region on, in map order, the next that holds both rats and cubes: elsewhere nothing happens (R36)."""
    for region in range(first, box.regions):
        if table.count[region] > 0 and crowd(box, table, region) > 0:
            return region
    return NOWHERE


@rule
def begin_final_ravage(box, table, region, log):
    """All tokens of the region are turned (R36)."""
    table.ravaged = region
    table.weight = final_weight(table, region)
    note(log, RAVAGED, table.turn, region, table.weight)


@rule
def ravaging_moves(box, table, out):
    """Any region that holds both rats and cubes (A22)."""
    number = 0
    region = next_to_ravage(box, table, 0)
    while region != NOWHERE:
        out[number] = box.base[RAVAGE] + region
        number += 1
        region = next_to_ravage(box, table, region + 1)
    return number


@rule
def ravage(box, table, region, log):
    """The player who took the last turn says which region is next (A22)."""
    table.question = NOTHING
    begin_final_ravage(box, table, region, log)


@rule
def score(box, table, points, ranking):
    """A point for each cube in regions and palace (R37); ties go to who would have moved sooner (R38, A25)."""
    for seat in range(box.players):
        points[seat] = CUBES - table.stock[seat]
    if WITH_REGION_CARDS:
        score_region_cards(box, table, points)
    if WITH_DIPLOMATS:
        score_diplomats(box, table, points)
    for step in range(box.players):
        seat = (table.turn + 1 + step) % box.players
        place = step
        while place > 0 and points[ranking[place - 1]] < points[seat]:
            ranking[place] = ranking[place - 1]
            place -= 1
        ranking[place] = seat


@rule
def score_region_cards(box, table, points):
    """A point for each region of which a player holds a card and has the most cubes, alone or tied (A23)."""
    for region in range(box.regions):
        most = 1
        for seat in range(box.players):
            most = max(most, table.cubes[region][seat])
        for seat in range(box.players):
            if table.cubes[region][seat] == most and holds_card_of(box, table, seat, region):
                points[seat] += 1


@rule
def holds_card_of(box, table, seat, region):
    """Whether a player has a card of the region in hand."""
    for place in range(table.held_count):
        if table.held_by[place] == seat and box.card_region[table.held[place]] == region:
            return True
    return False


@rule
def diplomats(box, table, seat):
    """How many diplomats a player has, the palace included (A20)."""
    number = table.palace_diplomats[seat]
    for region in range(box.regions):
        number += table.diplomat[region][seat]
    return number


@rule
def score_diplomats(box, table, points):
    """4 points for the most diplomats and 2 for the second most; those tied share (A24)."""
    most, second = 0, 0
    for seat in range(box.players):
        number = diplomats(box, table, seat)
        if number > most:
            second = most
            most = number
        elif number < most:
            second = max(second, number)
    leaders = count_with(box, table, most)
    for seat in range(box.players):
        number = diplomats(box, table, seat)
        if number == most and most > 0:
            points[seat] += first_prize(box, leaders)
        elif number == second and second > 0 and leaders == 1 and box.players > 2:
            points[seat] += 2 // count_with(box, table, second)


@rule
def first_prize(box, leaders):
    """Alone 4 points; tied, a share of 6, or of 4 with two players (A24)."""
    if leaders == 1:
        return 4
    if box.players == 2:
        return 4 // leaders
    return 6 // leaders


@rule
def count_with(box, table, number):
    """How many players have exactly this number of diplomats."""
    found = 0
    for seat in range(box.players):
        if diplomats(box, table, seat) == number:
            found += 1
    return found


@rule
def victors(box, table, points, ranking):
    """One has won (R37, R38)."""
    return 1


@rule
def survivors(box, table):
    """Players do not die of this plague, only their people do."""
    return box.players


@rule
def ended(box, table):
    """How many turns there were, and why the last round began (R34)."""
    return table.turns, table.reason
