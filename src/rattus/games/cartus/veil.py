"""Hiding what a player cannot know. Views and samples are made from a veiled table, so they cannot leak.

Observations read only what the observer knows, so they are the same from the veiled table and from the true one.
"""

from rattus.games.cartus.counting import PUBLIC
from rattus.games.cartus.sizes import KINDS, MOST_PLAYERS, NUN_ROW
from rattus.games.cartus.vocabulary import ASK_GIVE, ASK_PLAY, HIDDEN, OVER, POPULATION, SPECIALS
from rattus.kernel.rows import fill, fill_from, fill_row
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY

SPECIAL_KINDS = len(SPECIALS)


@rule
def veil(box, table, seat):
    """Hide on this table what a seat cannot know; NOBODY is a spectator. After the end everything is shown."""
    if table.phase == OVER:
        return
    for other in range(box.players):
        if other != seat:
            veil_seat(table, other)
    for place in range(NUN_ROW):
        if seat == NOBODY or table.looked[seat][place] == 0:
            table.nuns[place] = HIDDEN
    fill(table.deck, HIDDEN)
    fill(table.tokens, HIDDEN)
    fill(table.buildings, HIDDEN)
    fill_from(table.replacement, table.returned, HIDDEN)
    if not sees_last(table, seat):
        table.last = HIDDEN
    for watcher in range(box.players + 1):
        if watcher != seat + 1 and watcher != PUBLIC:
            forget_counting(box, table, watcher)
    fill(table.planned, 0)
    table.planned_count = 0
    fill(table.rng, 0)


@rule
def sees_last(table, seat):
    """Whether a player may know the card played, given or discarded last: discards are open (C11, C19, C28)."""
    if table.question != ASK_PLAY and table.question != ASK_GIVE:
        return True
    return seat != NOBODY and (table.to_move == seat or (table.question == ASK_GIVE and table.to == seat))


@rule
def veil_seat(table, seat):
    """Hand, cards laid face down and tokens of another player: only their numbers are public."""
    fill_row(table.hands, seat, HIDDEN)
    if table.shown[seat] == 0:
        fill_row(table.laid, seat, HIDDEN)
        table.strength[seat] = HIDDEN
    fill_row(table.earned, seat, HIDDEN)


@rule
def forget_counting(box, table, watcher):
    """What another player has counted is secret."""
    fill_row(table.loose, watcher, 0)
    fill_row(table.fresh, watcher, 0)
    fill_row(table.old, watcher, 0)
    fill_row(table.sealed, watcher, 0)
    for seat in range(box.players):
        fill_row(table.held, watcher * MOST_PLAYERS + seat, 0)
        fill_row(table.most, watcher * MOST_PLAYERS + seat, 0)


@rule
def share_counting(box, table, viewer):
    """The others know what the public knows: that is true in every world that the viewer holds possible.

    What they can tell of cards from before a shuffle depends on what they drew since, which nobody else knows: so they
    tell nothing of it.
    """
    for watcher in range(1, box.players + 1):
        if watcher != viewer:
            for kind in range(POPULATION):
                seen = 0
                for place in range(NUN_ROW):
                    if table.shuffled == 1 and table.looked[watcher - 1][place] == 1 and table.nuns[place] == kind:
                        seen += 1
                table.loose[watcher][kind] = table.loose[PUBLIC][kind]
                table.fresh[watcher][kind] = table.fresh[PUBLIC][kind]
                table.old[watcher][kind] = box.population[kind]
                table.sealed[watcher][kind] = max(table.sealed[PUBLIC][kind] - seen, 0)
            for seat in range(box.players):
                share_row(table, watcher, seat, watcher == seat + 1)


@rule
def share_row(table, watcher, seat, own):
    """What the public knows of a seat; of their own cards players need to count nothing."""
    source, target = PUBLIC * MOST_PLAYERS + seat, watcher * MOST_PLAYERS + seat
    for kind in range(KINDS):
        table.held[target][kind] = 0 if own else table.held[source][kind]
    for special in range(SPECIAL_KINDS):
        table.most[target][special] = 0 if own else table.most[source][special]
