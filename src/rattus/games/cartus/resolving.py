"""Phase D: the buildings are resolved in row order, for influence and actions (C14, C16-C18, C22-C25)."""

from rattus.games.cartus.actions import act, matters
from rattus.games.cartus.cards import put_away
from rattus.games.cartus.counting import count_loss
from rattus.games.cartus.events import ACTED, CROWNED, LEFT, PREMIUM, SCORED, SHOWED, SKIPPED
from rattus.games.cartus.fights import fight_with_swords, play_flutes
from rattus.games.cartus.rounds import end_round
from rattus.games.cartus.sizes import KINDS
from rattus.games.cartus.vocabulary import (
    ACT,
    ACTIONS,
    ASK_ACT,
    FLUTE_PLAYING,
    NOTHING,
    NUNS,
    POPULATION,
    SHOWING,
    SKIP,
    SWORD_FIGHT,
)
from rattus.kernel.events import note
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY


@rule
def continue_resolving(box, table, log):
    """The next step of the building, of the next building, or of the round (C14)."""
    if table.place == box.row:
        end_round(box, table, log)
    elif table.step == SHOWING:
        table.step = SWORD_FIGHT
        show_all(box, table, log)
    elif table.step == SWORD_FIGHT:
        table.step = FLUTE_PLAYING
        fight_with_swords(table)
    elif table.step == FLUTE_PLAYING:
        table.step = ACTIONS
        play_flutes(table)
    elif table.round == box.rounds:
        crown(box, table, log)
        leave_building(box, table, log)
    else:
        seat = actor(box, table, table.step - ACTIONS)
        if seat == NOBODY:
            leave_building(box, table, log)
        else:
            table.step += 1
            offer_action(box, table, seat, log)


@rule
def track_of(box, table):
    """The class of the building being resolved."""
    return box.track[table.row[table.place]]


@rule
def show_all(box, table, log):
    """All who entered show their cards and score, in the order of entry (C16)."""
    track = track_of(box, table)
    for entry in range(table.entered):
        if table.entry_place[entry] == table.place:
            show(box, table, table.entry_seat[entry], track, log)


@rule
def show(box, table, seat, track, log):
    """Influence for population cards and jokers, a rat for each population card of another class (C16)."""
    strangers = 0
    for kind in range(KINDS):
        for _ in range(table.laid[seat][kind]):
            count_loss(box, table, seat, kind)
            note(log, SHOWED, seat, kind)
            if kind < POPULATION and kind // NUNS != track:
                strangers += 1
    table.shown[seat] = 1
    table.rats[seat] += strangers
    if table.strength[seat] > 0:
        add_influence(table, track, seat, table.strength[seat])
    note(log, SCORED, seat, track, table.strength[seat], strangers)


@rule
def strongest(box, table):
    """Who has the premium action of the building, the earlier to enter of those tied (C22).

    With two players there is one premium action in the round, so both count wherever they are (C23).
    """
    best = NOBODY
    for entry in range(table.entered):
        if table.entry_place[entry] == table.place or box.players == 2:
            seat = table.entry_seat[entry]
            if best == NOBODY or table.strength[seat] > table.strength[best]:
                best = seat
    return best


@rule
def is_inside(table, seat):
    """Whether a player is in the building being resolved."""
    for entry in range(table.entered):
        if table.entry_seat[entry] == seat:
            return table.entry_place[entry] == table.place
    return False


@rule
def actor(box, table, number):
    """Whose action comes at this place: premium first, then the standards in order of entry (C22); NOBODY at last."""
    premium = strongest(box, table)
    if premium != NOBODY and is_inside(table, premium):
        if number == 0:
            return premium
        number -= 1
    else:
        premium = NOBODY
    for entry in range(table.entered):
        seat = table.entry_seat[entry]
        if table.entry_place[entry] == table.place and seat != premium:
            if number == 0:
                return seat
            number -= 1
    return NOBODY


@rule
def offer_action(box, table, seat, log):
    """Ask whether to carry the action out, unless all can see that it is no use (C22)."""
    building = box.building[table.row[table.place]]
    premium = strongest(box, table) == seat
    if box.players == 2 and (matters(box, table, seat, building, True) or matters(box, table, seat, building, False)):
        announce_premium(box, table, log)
    if matters(box, table, seat, building, premium):
        table.to_move = seat
        table.question = ASK_ACT


@rule
def announce_premium(box, table, log):
    """With two players who has the premium action becomes known when it first matters (C23)."""
    if table.premium == NOBODY:
        table.premium = strongest(box, table)
        note(log, PREMIUM, table.premium)


@rule
def acting_moves(box, table, out):
    """All building actions may be declined (C22)."""
    out[0] = box.base[ACT]
    out[1] = box.base[SKIP]
    return 2


@rule
def carry_out(box, table, log):
    """The player acts (C22)."""
    seat, premium = table.to_move, strongest(box, table) == table.to_move
    table.question = NOTHING
    note(log, ACTED, seat, table.place, premium)
    act(box, table, seat, box.building[table.row[table.place]], premium, log)


@rule
def skip(box, table, log):
    """The player declines (C22)."""
    table.question = NOTHING
    note(log, SKIPPED, table.to_move, table.place, strongest(box, table) == table.to_move)


@rule
def crown(box, table, log):
    """In the last round the premium action is one more influence point instead (C24)."""
    seat = strongest(box, table)
    if box.players == 2 and actor(box, table, 0) != NOBODY:
        announce_premium(box, table, log)
    if seat != NOBODY and is_inside(table, seat):
        add_influence(table, track_of(box, table), seat, 1)
        note(log, CROWNED, seat, track_of(box, table))


@rule
def leave_building(box, table, log):
    """The cards played leave: to the discards, or to their stacks (C25). The next building follows."""
    for entry in range(table.entered):
        if table.entry_place[entry] == table.place:
            seat = table.entry_seat[entry]
            for kind in range(KINDS):
                for _ in range(table.laid[seat][kind]):
                    put_away(table, kind)
                table.laid[seat][kind] = 0
            table.laid_size[seat] = 0
            note(log, LEFT, seat, table.place)
    table.place += 1
    table.step = SHOWING


@rule
def add_influence(table, track, seat, points):
    """Move a disc up. On its new field it lies on top, so it ranks behind those that were there before (C17)."""
    ladder, size = table.ladder[track], table.ladder_size[track]
    if table.influence[track][seat] == 0:
        table.ladder_size[track] = size + 1
        place = size
    else:
        place = 0
        while ladder[place] != seat:
            place += 1
    table.influence[track][seat] += points
    while place > 0 and table.influence[track][ladder[place - 1]] < table.influence[track][seat]:
        ladder[place] = ladder[place - 1]
        place -= 1
    ladder[place] = seat
