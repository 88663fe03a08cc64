"""What the class cards allow (R16-R24), in a turn and in the last round."""

from rattus.games.rattus.class_cards import usable
from rattus.games.rattus.editions import MOST_SHIPPED, SLOTS
from rattus.games.rattus.events import (
    CARRIED,
    CROWNED,
    CROWNED_DIPLOMAT,
    FARMED,
    KEPT,
    LOOKED,
    RODE,
    SHIPPED,
    SHIPPED_DIPLOMAT,
    SWAPPED,
)
from rattus.games.rattus.region_cards import cards_left
from rattus.games.rattus.sultan import plain_cubes, sultan_moves
from rattus.games.rattus.tokens import forget_looks, look_at, move_token, swap_tokens
from rattus.games.rattus.trader import trader_moves
from rattus.games.rattus.vocabulary import (
    AFRICAN,
    ASK_SWAP,
    ASK_WITCH,
    ASTRONOMER,
    CROWN_DIPLOMAT,
    EXPLORER,
    KEEP,
    KING,
    KNIGHT,
    MERCHANT,
    MONK,
    NOTHING,
    NOWHERE,
    PASS,
    PEASANT,
    SHIP_DIPLOMAT,
    SULTAN,
    SWAP,
    TRADER,
    USE_ASTRONOMER,
    USE_EXPLORER,
    USE_KING,
    USE_KNIGHT,
    USE_MERCHANT,
    USE_MONK,
    USE_PEASANT,
    USE_WITCH,
    WITCH,
)  # fmt: skip
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def ability_moves(box, table, out, number):
    """The abilities that are used alike in a turn (R18) and in the last round (R35, A21)."""
    if usable(table, MERCHANT):
        number = merchant_moves(box, table, out, number)
    if usable(table, MONK):
        number = monk_moves(box, table, out, number)
    if usable(table, WITCH):
        number = witch_moves(box, table, out, number)
    if usable(table, KING):
        number = king_moves(box, table, out, number)
    if AFRICAN:
        number = african_ability_moves(box, table, out, number)
    return number


@rule
def african_ability_moves(box, table, out, number):
    """The abilities of the four cards of the class Islam (A15-A18)."""
    if usable(table, ASTRONOMER) and cards_left(box, table) > 0:
        out[number] = box.base[USE_ASTRONOMER]
        number += 1
    if usable(table, EXPLORER) and cards_left(box, table) > 0 and table.stock[table.to_move] > 0:
        out[number] = box.base[USE_EXPLORER]
        number += 1
    if usable(table, TRADER) and table.caravan != NOWHERE:
        number = trader_moves(box, table, out, number)
    if usable(table, SULTAN):
        number = sultan_moves(box, table, out, number)
    return number


@rule
def merchant_moves(box, table, out, number):
    """One to three own cubes over one border (R20); a diplomat goes along only if its player says so (A20)."""
    seat = table.to_move
    for border in range(box.borders):
        source = box.border_from[border]
        cubes = plain_cubes(table, source, seat) if AFRICAN else table.cubes[source][seat]
        first = box.base[USE_MERCHANT] + border * MOST_SHIPPED
        for more in range(min(cubes, MOST_SHIPPED)):
            out[number] = first + more
            number += 1
    if AFRICAN:
        number = diplomat_moves(box, table, out, number)
    return number


@rule
def diplomat_moves(box, table, out, number):
    """A diplomat may travel with one of the cubes, not to where the player has one already (A20)."""
    seat = table.to_move
    for border in range(box.borders):
        source = box.border_from[border]
        if table.diplomat[source][seat] == 1 and table.diplomat[box.border_to[border]][seat] == 0:
            first = box.base[SHIP_DIPLOMAT] + border * MOST_SHIPPED
            for more in range(min(table.cubes[source][seat], MOST_SHIPPED)):
                out[number] = first + more
                number += 1
    return number


@rule
def use_merchant(box, table, source, region, cubes, log):
    """Move own cubes from one region to a bordering one (R20)."""
    ship(table, source, region, cubes)
    note(log, SHIPPED, table.to_move, source, region, cubes)


@rule
def ship(table, source, region, cubes):
    """The Merchant is used: own cubes change the region (R20)."""
    table.used[MERCHANT] = 1
    table.cubes[source][table.to_move] -= cubes
    table.cubes[region][table.to_move] += cubes


@rule
def ship_diplomat(box, table, source, region, cubes, log):
    """Move own cubes, one of them with the diplomat under it (A20)."""
    seat = table.to_move
    ship(table, source, region, cubes)
    table.diplomat[source][seat] = 0
    table.diplomat[region][seat] = 1
    note(log, SHIPPED_DIPLOMAT, seat, source, region, cubes)


@rule
def monk_moves(box, table, out, number):
    """Any rat token over one border, not into a region that holds three (R5, R21)."""
    for border in range(box.borders):
        if table.count[box.border_to[border]] < SLOTS:
            first = box.base[USE_MONK] + border * SLOTS
            for slot in range(table.count[box.border_from[border]]):
                out[number] = first + slot
                number += 1
    return number


@rule
def use_monk(box, table, source, slot, region, log):
    """Move a rat token to a bordering region, unseen (R21)."""
    table.used[MONK] = 1
    move_token(table, source, slot, region)
    note(log, CARRIED, table.to_move, source, slot, region)


@rule
def witch_moves(box, table, out, number):
    """Look at any rat token on the board (R23)."""
    for region in range(box.regions):
        first = box.base[USE_WITCH] + region * SLOTS
        for slot in range(table.count[region]):
            out[number] = first + slot
            number += 1
    return number


@rule
def use_witch(box, table, region, slot, log):
    """The first look, or the second; after two in different regions comes the question of swapping (R23)."""
    seat = table.to_move
    look_at(table, region, slot, seat)
    note(log, LOOKED, seat, region, slot, table.rats[region][slot])
    if table.question != ASK_WITCH:
        table.used[WITCH] = 1
        table.question = ASK_WITCH
        table.first_region = region
        table.first_slot = slot
    elif region == table.first_region:
        stop_witch(table)
    else:
        table.question = ASK_SWAP
        table.second_region = region
        table.second_slot = slot


@rule
def stop_witch(table):
    """Nothing more to look at or to swap (R23)."""
    table.question = NOTHING
    forget_looks(table)


@rule
def second_look_moves(box, table, out):
    """A second, different token, or none (R23)."""
    first = box.base[USE_WITCH] + table.first_region * SLOTS + table.first_slot
    number = 0
    for place in range(witch_moves(box, table, out, 0)):
        if out[place] != first:
            out[number] = out[place]
            number += 1
    out[number] = box.base[PASS]
    return number + 1


@rule
def swapping_moves(box, table, out):
    """Swap the two tokens looked at, or keep them where they are (R23)."""
    out[0] = box.base[SWAP]
    out[1] = box.base[KEEP]
    return 2


@rule
def swap(box, table, log):
    """The two tokens change places; both regions keep their number (R23)."""
    region, slot, other, place = table.first_region, table.first_slot, table.second_region, table.second_slot
    swap_tokens(table, region, slot, other, place)
    note(log, SWAPPED, table.to_move, region, slot, other, place)
    stop_witch(table)


@rule
def keep(box, table, log):
    """The two tokens stay (R23)."""
    note(log, KEPT, table.to_move)
    stop_witch(table)


@rule
def king_moves(box, table, out, number):
    """An own cube in a region without rats (R24), with its diplomat or without (A20)."""
    seat = table.to_move
    for region in range(box.regions):
        if table.count[region] == 0:
            cubes = plain_cubes(table, region, seat) if AFRICAN else table.cubes[region][seat]
            if cubes > 0:
                out[number] = box.base[USE_KING] + region
                number += 1
            if AFRICAN and table.diplomat[region][seat] == 1:
                out[number] = box.base[CROWN_DIPLOMAT] + region
                number += 1
    return number


@rule
def use_king(box, table, region, log):
    """Move an own cube to the palace, where it stays (R24)."""
    crown(table, region)
    note(log, CROWNED, table.to_move, region)


@rule
def crown(table, region):
    """The King is used: an own cube is in the palace (R24)."""
    table.used[KING] = 1
    table.cubes[region][table.to_move] -= 1
    table.palace[table.to_move] += 1


@rule
def crown_diplomat(box, table, region, log):
    """Move an own cube with its diplomat to the palace (A20)."""
    seat = table.to_move
    crown(table, region)
    table.diplomat[region][seat] = 0
    table.palace_diplomats[seat] += 1
    note(log, CROWNED_DIPLOMAT, seat, region)


@rule
def last_round_moves(box, table, out):
    """Each class card held, once (R35), with what Peasant and Knight do only here, or pass."""
    number = ability_moves(box, table, out, 0)
    if usable(table, PEASANT) and table.stock[table.to_move] > 0:
        for region in range(box.regions):
            out[number] = box.base[USE_PEASANT] + region
            number += 1
    if usable(table, KNIGHT):
        for region in range(box.regions):
            if box.near[table.pawn][region] == 1:
                out[number] = box.base[USE_KNIGHT] + region
                number += 1
    out[number] = box.base[PASS]
    return number + 1


@rule
def use_peasant(box, table, region, log):
    """In the last round: one cube from stock into any region in use (R35)."""
    seat = table.to_move
    table.used[PEASANT] = 1
    table.stock[seat] -= 1
    table.cubes[region][seat] += 1
    note(log, FARMED, seat, region)


@rule
def use_knight(box, table, region, log):
    """In the last round: the pawn moves as far as in a turn (R35, A7)."""
    table.used[KNIGHT] = 1
    note(log, RODE, table.to_move, table.pawn, region)
    table.pawn = region
