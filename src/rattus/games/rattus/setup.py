"""Setting the game up (R7-R12, A3-A10)."""

from rattus.games.rattus.cards.trader import trader_is_in_play
from rattus.games.rattus.diplomats import lay_out_diplomats
from rattus.games.rattus.events import CAMPED, NEXT, SETTLED
from rattus.games.rattus.region_cards import deal_region_cards
from rattus.games.rattus.sizes import CUBES, SETTLERS, SLOTS
from rattus.games.rattus.tokens import forget_looks, put_token
from rattus.games.rattus.vocabulary import (
    CARAVAN,
    CHOOSES_CARDS,
    NOTHING,
    NOWHERE,
    OUT_OF_PLAY,
    PUT_CARAVAN,
    RUNNING,
    SETTLE,
    SETTLING,
    STARTERS_MAY_LEAVE,
    TURN,
    WITH_CARAVAN,
    WITH_DIPLOMATS,
    WITH_REGION_CARDS,
)  # fmt: skip
from rattus.kernel.events import note
from rattus.kernel.random import below, shuffle
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY


@rule
def set_up(box, table, rng):
    """Lay everything out on an empty table, before the first cube is settled."""
    lay_out_cards(table)
    lay_out_tokens(box, table, rng)
    lay_out_players(box, table, rng)
    if CHOOSES_CARDS:
        choose_cards(box, table, rng)
    if WITH_REGION_CARDS:
        deal_region_cards(box, table, rng)
    if WITH_DIPLOMATS:
        lay_out_diplomats(box, table)
    if WITH_CARAVAN:
        table.caravan = NOWHERE


@rule
def lay_out_cards(table):
    """All class cards lie beside the board (R4, R7)."""
    for card in range(len(table.holder)):
        table.holder[card] = NOBODY
        table.used[card] = 0


@rule
def choose_cards(box, table, rng):
    """Only some of the class cards are in play: those agreed, or random ones (A4)."""
    agreed = 0
    for card in range(len(table.holder)):
        agreed += box.chosen[card]
    wanted, left = box.in_play, len(table.holder)
    for card in range(len(table.holder)):
        if agreed > 0:
            picked = box.chosen[card] == 1
        else:
            picked = below(rng, left) < wanted
            left -= 1
            wanted -= 1 if picked else 0
        if not picked:
            table.holder[card] = OUT_OF_PLAY


@rule
def lay_out_tokens(box, table, rng):
    """A starting token on each region (R3, R8), and the supply (R9, A3)."""
    clear_tokens(box, table)
    starters = list_tokens(box, table.turned, 1)
    shuffle(rng, table.turned, 0, starters)
    supply = list_tokens(box, table.supply, 0)
    if STARTERS_MAY_LEAVE:
        supply = mix_in_starters(box, table, starters, supply)
    shuffle(rng, table.supply, 0, supply)

    table.removed_count = box.removed
    for place in range(box.removed):
        supply -= 1
        table.removed[place] = table.supply[supply]
        table.supply[supply] = 0
    if not STARTERS_MAY_LEAVE:
        supply = mix_in_starters(box, table, starters, supply)
        shuffle(rng, table.supply, 0, supply)
    table.supply_left = supply
    for region in range(box.regions):
        put_token(table, region, table.turned[region], 0, 1)
        table.turned[region] = 0


@rule
def mix_in_starters(box, table, starters, supply):
    """The starting tokens for which there is no region join the supply (R9, A3); its new size."""
    for place in range(box.regions, starters):
        table.supply[supply] = table.turned[place]
        table.turned[place] = 0
        supply += 1
    return supply


@rule
def clear_tokens(box, table):
    """No token anywhere. What is not in use is always zero, so that equal tables are equal number by number."""
    for region in range(box.regions):
        table.count[region] = 0
        for slot in range(SLOTS):
            table.rats[region][slot] = 0
            table.seen[region][slot] = 0
            table.original[region][slot] = 0
    for place in range(len(table.supply)):
        table.supply[place] = 0
        table.turned[place] = 0
        table.removed[place] = 0
    table.turned_count = 0


@rule
def list_tokens(box, out, starting):
    """Write the faces of all starting, or all ordinary, tokens into `out`; how many there are (R3)."""
    number = 0
    for kind in range(box.kinds):
        if box.starting[kind] == starting:
            for _ in range(box.copies[kind]):
                out[number] = kind
                number += 1
    return number


@rule
def lay_out_players(box, table, rng):
    """All cubes are in stock (R2), the pawn is somewhere (R10), somebody is first (R11)."""
    for seat in range(box.players):
        table.stock[seat] = CUBES
        table.palace[seat] = 0
        for region in range(box.regions):
            table.cubes[region][seat] = 0
    table.pawn = below(rng, box.regions)
    first = below(rng, box.players)
    if box.first != NOBODY:
        first = box.first
    table.first = first
    table.turn = first
    table.acting = NOBODY
    table.to_move = first
    table.phase = SETTLING
    table.turns = 0
    table.taken = 0
    table.placed = 0
    table.reason = RUNNING
    table.question = NOTHING
    forget_looks(table)
    table.due = 0
    table.ravaged = NOWHERE
    table.weight = 0


@rule
def settling_moves(box, table, out):
    """Any region in use may be chosen, twice the same too (R11)."""
    for region in range(box.regions):
        out[region] = box.base[SETTLE] + region
    return box.regions


@rule
def settle(box, table, region, log):
    """Put two cubes into one region (R11)."""
    seat = table.to_move
    table.cubes[region][seat] += SETTLERS
    table.stock[seat] -= SETTLERS
    note(log, SETTLED, seat, region, SETTLERS)
    step = settling_steps(box, table)
    if step < box.rounds * box.players:
        table.to_move = settler(box, table.first, step)
    else:
        end_settling(box, table, log)


@rule
def end_settling(box, table, log):
    """The first player begins (R12); before that the last player puts the caravan down, if there is a Trader (A9)."""
    if WITH_CARAVAN and trader_is_in_play(table):
        table.phase = CARAVAN
        table.to_move = (table.first - 1) % box.players
    else:
        begin_first_turn(table, log)


@rule
def begin_first_turn(table, log):
    """The first player begins (R12)."""
    table.phase = TURN
    table.to_move = table.first
    note(log, NEXT, table.first)


@rule
def settling_steps(box, table):
    """How many times somebody has settled."""
    steps = 0
    for seat in range(box.players):
        steps += (CUBES - table.stock[seat]) // SETTLERS
    return steps


@rule
def settler(box, first, step):
    """Who settles in a step: clockwise from the first player, then back from the last (R11), then again (A8)."""
    place = step % box.players
    if step // box.players == 1:
        place = box.players - 1 - place
    return (first + place) % box.players


@rule
def caravan_moves(box, table, out):
    """The caravan can be put on any region in use (A9)."""
    for region in range(box.regions):
        out[region] = box.base[PUT_CARAVAN] + region
    return box.regions


@rule
def put_caravan(box, table, region, log):
    """The caravan is put down, and the first player begins (A9, R12)."""
    table.caravan = region
    note(log, CAMPED, table.to_move, region)
    begin_first_turn(table, log)
