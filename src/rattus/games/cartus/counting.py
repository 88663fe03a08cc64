"""What each player, and the public, can count of the hidden cards.

Everybody sees how many cards go from where to where; players see their own cards, and those they give or take. So a
watcher (0 is the public, seat + 1 a player) can tell of every other seat, hand and cards laid face down together:

- `held`: the fewest cards of a kind that are there. A card seen handed over stays known until it is shown, or until
  one is given on that the watcher does not see: it may have been this one.
- `most`: the most special cards of a kind that are there, since they are taken openly.
- `loose`: population cards of a kind in the hands of others, of which it is no longer known whose.

And after the discards have become the deck (C4), which everybody saw:

- `fresh`: the most cards of a kind in the deck.
- `old`: cards of a kind that were neither in it nor known to be elsewhere: they were in hands or in the nun row.
- `sealed`: the most unseen cards of a kind in the nun row.
- `newest`: the most cards of a hand that came from this deck.

Each of these is a bound that always holds. If one unseen card has two explanations, the bounds allow both.
"""

from rattus.games.cartus.sizes import KINDS, MOST_PLAYERS, NUN_ROW
from rattus.games.cartus.vocabulary import POPULATION, SPECIALS
from rattus.kernel.rule import rule

PUBLIC = 0
MANY = 100
SPECIAL_KINDS = len(SPECIALS)


@rule
def clear_counting(box, table):
    """Nothing is known of any hand, and the deck holds what is printed."""
    for watcher in range(box.players + 1):
        for kind in range(POPULATION):
            table.loose[watcher][kind] = 0
            table.fresh[watcher][kind] = box.population[kind]
            table.old[watcher][kind] = box.population[kind]
            table.sealed[watcher][kind] = box.population[kind]
        for seat in range(box.players):
            row = watcher * MOST_PLAYERS + seat
            for kind in range(KINDS):
                table.held[row][kind] = 0
            for special in range(SPECIAL_KINDS):
                table.most[row][special] = 0
    for seat in range(box.players):
        table.newest[seat] = 0
    table.shuffled = 0


@rule
def count_draw(table, seat, kind):
    """A player draws a population card and sees it."""
    if table.shuffled == 1:
        table.newest[seat] = min(table.newest[seat] + 1, MANY)
        table.fresh[seat + 1][kind] -= 1


@rule
def count_look(table, seat, kind):
    """A player sees a card of the nun row."""
    if table.shuffled == 1:
        table.old[seat + 1][kind] -= 1
        table.sealed[seat + 1][kind] -= 1


@rule
def count_gain(box, table, seat, kind):
    """A special card is taken openly."""
    for watcher in range(box.players + 1):
        if watcher != seat + 1:
            learn(table, watcher, seat, kind)


@rule
def learn(table, watcher, seat, kind):
    """A watcher sees a card come to a seat."""
    row = watcher * MOST_PLAYERS + seat
    table.held[row][kind] += 1
    if kind >= POPULATION:
        table.most[row][kind - POPULATION] = min(table.most[row][kind - POPULATION] + 1, MANY)


@rule
def count_loss(box, table, seat, kind):
    """A card of a seat is shown to all."""
    for watcher in range(box.players + 1):
        if watcher != seat + 1:
            unlearn(table, watcher, seat, kind)


@rule
def unlearn(table, watcher, seat, kind):
    """A watcher sees a card leave a seat."""
    row = watcher * MOST_PLAYERS + seat
    if table.held[row][kind] > 0:
        table.held[row][kind] -= 1
    elif kind < POPULATION and table.loose[watcher][kind] > 0:
        table.loose[watcher][kind] -= 1
    if kind >= POPULATION:
        table.most[row][kind - POPULATION] -= 1


@rule
def count_gift(box, table, giver, taker, kind):
    """A card is handed over: the two see it, the others see that it is one."""
    for watcher in range(box.players + 1):
        if watcher == giver + 1:
            learn(table, watcher, taker, kind)
        elif watcher == taker + 1:
            unlearn(table, watcher, giver, kind)
        else:
            lose_sight(table, watcher, giver, taker)
    if table.newest[giver] > 0:
        table.newest[taker] = min(table.newest[taker] + 1, MANY)


@rule
def lose_sight(table, watcher, giver, taker):
    """A card goes from hand to hand unseen: it may be one of each kind that was known to be there."""
    source, target = watcher * MOST_PLAYERS + giver, watcher * MOST_PLAYERS + taker
    for kind in range(KINDS):
        if table.held[source][kind] > 0:
            table.held[source][kind] -= 1
            if kind < POPULATION:
                table.loose[watcher][kind] += 1
    for special in range(SPECIAL_KINDS):
        if table.most[source][special] > 0:
            table.most[target][special] = min(table.most[target][special] + 1, MANY)


@rule
def count_shuffle(box, table):
    """The discards are about to become the deck (C4)."""
    for watcher in range(box.players + 1):
        for kind in range(POPULATION):
            free = unlocated(box, table, watcher, kind)
            table.old[watcher][kind] = free
            table.sealed[watcher][kind] = min(table.sealed[watcher][kind], free)
            table.fresh[watcher][kind] = table.discards[kind]
    for seat in range(box.players):
        table.newest[seat] = 0
    table.shuffled = 1


@rule
def unlocated(box, table, watcher, kind):
    """How many cards of a kind a watcher cannot tell the place of: the deck, unseen nuns, unknown cards of others."""
    number = box.population[kind] - table.discards[kind] - table.loose[watcher][kind]
    for seat in range(box.players):
        if watcher == seat + 1:
            number -= table.hands[seat][kind] + table.laid[seat][kind]
        else:
            number -= table.held[watcher * MOST_PLAYERS + seat][kind]
            if table.shown[seat] == 1:
                number -= table.laid[seat][kind]
    if watcher != PUBLIC:
        for place in range(NUN_ROW):
            if table.looked[watcher - 1][place] == 1 and table.nuns[place] == kind:
                number -= 1
    return number
