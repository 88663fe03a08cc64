"""Phase B: the supply actions (C10), and looking at the nun row."""

from rattus.games.cartus.cards import draw_cards, free_rats
from rattus.games.cartus.counting import count_look
from rattus.games.cartus.events import LOOKED, SUPPLIED
from rattus.games.cartus.sizes import NUN_ROW
from rattus.games.cartus.vocabulary import ASK_PEEK, ENTER, NOTHING, PEEK, SUPPLY, USE_SUPPLY
from rattus.kernel.events import note
from rattus.kernel.rule import rule


@rule
def supply_moves(box, table, out):
    """The supply action of any open building, also one that others have used (C10)."""
    for place in range(box.row):
        out[place] = box.base[USE_SUPPLY] + place
    return box.row


@rule
def use_supply(box, table, place, log):
    """Draw, discard rats, look: in this order (C10)."""
    seat, card = table.to_move, table.row[place]
    note(log, SUPPLIED, seat, place)
    draw_cards(box, table, seat, box.draws[card], log)
    free_rats(table, seat, box.rats[card], log)
    begin_looking(table, seat, box.looks[card])
    if table.question == NOTHING:
        end_supply(box, table)


@rule
def end_supply(box, table):
    """The next player's turn in phase B; after the last one phase C begins (C10, C11)."""
    table.to_move = (table.to_move + 1) % box.players
    if table.to_move == table.first:
        table.phase = ENTER


@rule
def unseen_nuns(table, seat):
    """How many cards of the nun row a player has not seen."""
    number = NUN_ROW
    for place in range(NUN_ROW):
        number -= table.looked[seat][place]
    return number


@rule
def begin_looking(table, seat, number):
    """A player may look at some cards of the nun row; who has seen all looks at nothing (C10)."""
    table.due = min(number, unseen_nuns(table, seat))
    if table.due > 0:
        table.question = ASK_PEEK


@rule
def peeking_moves(box, table, out):
    """Any card of the nun row that the player has not seen (C10)."""
    number = 0
    for place in range(NUN_ROW):
        if table.looked[table.to_move][place] == 0:
            out[number] = box.base[PEEK] + place
            number += 1
    return number


@rule
def peek(box, table, place, log):
    """Look at a card of the nun row; which one is looked at is public (C10)."""
    seat = table.to_move
    table.looked[seat][place] = 1
    table.seen[place] = 1
    table.due -= 1
    count_look(table, seat, table.nuns[place])
    note(log, LOOKED, seat, place, table.nuns[place])
    if table.due == 0:
        table.question = NOTHING
        for other in range(NUN_ROW):
            table.seen[other] = 0
        if table.phase == SUPPLY:
            end_supply(box, table)
