"""Sampling worlds consistent with a veiled table: everything hidden is dealt again within the bounds of `counting`."""

from rattus.games.cartus.counting import unlocated
from rattus.games.cartus.setup import is_wanted
from rattus.games.cartus.sizes import (
    DECK,
    IN_GAME,
    KINDS,
    MOST_PLAYERS,
    MOST_SPECIAL,
    MOST_VALUES,
    NUN_ROW,
    PER_CLASS_IN_GAME,
)
from rattus.games.cartus.veil import share_counting
from rattus.games.cartus.vocabulary import (
    ASK_GIVE,
    ASK_PLAY,
    BUILDING_KINDS,
    CLASSES,
    HIDDEN,
    JOKER,
    NONE,
    OVER,
    PLAYABLE,
    POPULATION,
    PRINTED,
    SPECIALS,
)
from rattus.kernel.random import STATE_WORDS, below, draw, shuffle
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY

TRACKS, SPECIAL_KINDS = len(CLASSES), len(SPECIALS)
ATTEMPTS = 1000  # to deal hands that fit all that can be counted; a few are enough in any game

# Parts of the scratch: population cards to deal by kind; places for cards by seat, and how many of them may take a
# card of the newest deck; a list of cards.
FREE = 0
ROOM = POPULATION
NEW_ROOM = ROOM + MOST_PLAYERS
LIST = NEW_ROOM + MOST_PLAYERS
SCRATCH = LIST + DECK + SPECIAL_KINDS * MOST_SPECIAL


@rule
def resample(box, table, rng, scratch):
    """Fill a veiled table with a random world that is consistent with it."""
    if table.phase == OVER:
        return
    viewer = find_viewer(box, table)
    deal_buildings(box, table, rng, scratch)
    deal_tokens(box, table, viewer, rng, scratch)
    attempt = 0
    while not deal_cards(box, table, viewer, attempt < ATTEMPTS, rng, scratch):
        attempt += 1
    share_counting(box, table, viewer)
    for word in range(STATE_WORDS):
        table.rng[word] = draw(rng)


@rule
def find_viewer(box, table):
    """Whose veiled table it is: the seat whose hand is not hidden, plus one; 0 is the public."""
    for seat in range(box.players):
        if table.hands[seat][0] != HIDDEN:
            return seat + 1
    return 0


# ---- building cards and tokens


@rule
def deal_buildings(box, table, rng, scratch):
    """Building deck and replacement deck, of the cards that are in the game and nowhere to be seen (C3, C5)."""
    for card in range(box.cards):
        scratch[card] = box.copies[card]
    for place in range(IN_GAME):
        if place < box.row:
            scratch[table.row[place]] -= 1
        if place < table.used_count:
            scratch[table.used[place]] -= 1
        if place < table.returned:
            scratch[table.replacement[place]] -= 1
    number = 0
    building = 0
    for track in range(TRACKS):
        if table.copies[building] == HIDDEN:
            in_game = PER_CLASS_IN_GAME
            for card in range(box.cards):
                if box.track[card] == track and box.by_lot[box.building[card]] == 0:
                    in_game -= box.copies[card] - scratch[card]  # seen all the same: a position may name a watchtower
            number = list_buildings(box, scratch, track, NONE, in_game, number, rng)
        while building < BUILDING_KINDS and box.class_of[building] == track:
            if table.copies[building] != HIDDEN:
                number = list_buildings(box, scratch, track, building, table.copies[building], number, rng)
            building += 1
    shuffle(rng, scratch, PRINTED, number)
    for place in range(table.buildings_left):
        number -= 1
        table.buildings[place] = scratch[PRINTED + number]
    for place in range(table.returned, table.replacement_left):
        number -= 1
        table.replacement[place] = scratch[PRINTED + number]


@rule
def list_buildings(box, scratch, track, building, in_game, number, rng):
    """Add to the list random unseen cards of a building, as many as are in the game; NONE: of all of the class."""
    found, printed = 0, 0
    for card in range(box.cards):
        if is_wanted(box, card, track, building):
            printed += box.copies[card]
            for _ in range(scratch[card]):
                scratch[PRINTED + number + found] = card
                found += 1
    shuffle(rng, scratch, PRINTED + number, found)
    return number + found - (printed - in_game)


@rule
def deal_tokens(box, table, viewer, rng, scratch):
    """The values of the tokens of others and of the stock (C7)."""
    number = 0
    for value in range(box.values):
        left = box.tokens[value]
        if viewer > 0:
            left -= table.earned[viewer - 1][value]
        for _ in range(left):
            scratch[number] = value
            number += 1
    shuffle(rng, scratch, 0, number)
    for place in range(table.tokens_left):
        number -= 1
        table.tokens[place] = scratch[number]
    for seat in range(box.players):
        if seat + 1 != viewer:
            for value in range(MOST_VALUES):
                table.earned[seat][value] = 0
            for _ in range(table.earned_size[seat]):
                number -= 1
                table.earned[seat][scratch[number]] += 1


# ---- population cards and special cards


@rule
def deal_cards(box, table, viewer, strictly, rng, scratch):
    """Deal all hidden cards. False if it did not come out right: then it must be tried again.

    Hand and cards laid face down of a player are dealt as one heap, and parted at the end. Not `strictly`: the bounds
    of `counting` that a random choice can miss are left aside.
    """
    for kind in range(POPULATION):
        scratch[FREE + kind] = unlocated(box, table, viewer, kind)
    make_room(box, table, viewer, scratch)
    return (
        deal_specials(box, table, viewer, strictly, rng, scratch)
        and deal_loose(box, table, viewer, rng, scratch)
        and deal_deck(box, table, viewer, strictly, rng, scratch)
        and deal_nuns(box, table, viewer, strictly, rng, scratch)
        and deal_hands(box, table, viewer, strictly, rng, scratch)
        and part_heaps(box, table, viewer, strictly, rng, scratch)
        and fits_question(box, table, viewer)
        and (not strictly or fits_public(box, table))
    )


@rule
def is_laid_hidden(table, viewer, seat):
    """Whether a player's cards lie face down before the viewer."""
    return seat + 1 != viewer and table.shown[seat] == 0


@rule
def make_room(box, table, viewer, scratch):
    """Put the cards known of each hidden heap into it, and count the places left."""
    for seat in range(box.players):
        scratch[ROOM + seat] = 0
        scratch[NEW_ROOM + seat] = 0
        if seat + 1 != viewer:
            size = table.hand_size[seat]
            if is_laid_hidden(table, viewer, seat):
                size += table.laid_size[seat]
            row = viewer * MOST_PLAYERS + seat
            for kind in range(KINDS):
                table.hands[seat][kind] = table.held[row][kind]
                size -= table.held[row][kind]
            scratch[ROOM + seat] = size
            scratch[NEW_ROOM + seat] = min(size, table.newest[seat]) if table.shuffled == 1 else size


@rule
def put_in_heap(table, seat, kind, scratch):
    """A card is dealt to a hidden heap."""
    table.hands[seat][kind] += 1
    scratch[ROOM + seat] -= 1
    scratch[NEW_ROOM + seat] = min(scratch[NEW_ROOM + seat], scratch[ROOM + seat])


@rule
def pick_seat(box, rng, scratch, part):
    """A random seat, more likely the more places it has in a part of the scratch; NOBODY if there are none."""
    places = 0
    for seat in range(box.players):
        places += scratch[part + seat]
    if places == 0:
        return NOBODY
    chosen = below(rng, places)
    seat = 0
    while chosen >= scratch[part + seat]:
        chosen -= scratch[part + seat]
        seat += 1
    return seat


@rule
def deal_specials(box, table, viewer, strictly, rng, scratch):
    """Special cards that are in no stack and that the viewer does not see: where they can have got to."""
    for special in range(SPECIAL_KINDS):
        kind, number = POPULATION + special, box.specials[special] - table.stacks[special]
        for seat in range(box.players):
            number -= table.hands[seat][kind]
            if not is_laid_hidden(table, viewer, seat):
                number -= table.laid[seat][kind]
        for _ in range(number):
            for seat in range(box.players):
                allowed = not strictly or table.hands[seat][kind] < table.most[viewer * MOST_PLAYERS + seat][special]
                scratch[LIST + seat] = scratch[ROOM + seat] if allowed else 0
            seat = pick_seat(box, rng, scratch, LIST)
            if seat == NOBODY:
                return False
            put_in_heap(table, seat, kind, scratch)
    return True


@rule
def deal_loose(box, table, viewer, rng, scratch):
    """Population cards that somebody else has, but no longer is known who."""
    for kind in range(POPULATION):
        for _ in range(table.loose[viewer][kind]):
            seat = pick_seat(box, rng, scratch, ROOM)
            if seat == NOBODY:
                return False
            put_in_heap(table, seat, kind, scratch)
    return True


@rule
def list_cards(scratch, caps, bounded):
    """List the cards to deal, of each kind at most as many as a bound says; how many there are."""
    number = 0
    for kind in range(POPULATION):
        copies = scratch[FREE + kind]
        if bounded:
            copies = min(copies, caps[kind])
        for _ in range(copies):
            scratch[LIST + number] = kind
            number += 1
    return number


@rule
def deal_deck(box, table, viewer, strictly, rng, scratch):
    """The deck: only cards that went into it (C4)."""
    number = list_cards(scratch, table.fresh[viewer], strictly and table.shuffled == 1)
    if number < table.deck_left:
        return False
    shuffle(rng, scratch, LIST, number)
    for place in range(table.deck_left):
        kind = scratch[LIST + place]
        table.deck[place] = kind
        scratch[FREE + kind] -= 1
    return True


@rule
def deal_nuns(box, table, viewer, strictly, rng, scratch):
    """The unseen cards of the nun row: only such as have never been seen elsewhere all at once (C4)."""
    number = list_cards(scratch, table.sealed[viewer], strictly and table.shuffled == 1)
    shuffle(rng, scratch, LIST, number)
    for place in range(NUN_ROW):
        if viewer == 0 or table.looked[viewer - 1][place] == 0:
            if number == 0:
                return False
            number -= 1
            kind = scratch[LIST + number]
            table.nuns[place] = kind
            scratch[FREE + kind] -= 1
    return True


@rule
def unseen_in_row(table, viewer, kind):
    """How many cards of a kind have been dealt to the unseen places of the nun row."""
    number = 0
    for place in range(NUN_ROW):
        if table.nuns[place] == kind and (viewer == 0 or table.looked[viewer - 1][place] == 0):
            number += 1
    return number


@rule
def deal_hands(box, table, viewer, strictly, rng, scratch):
    """The rest goes to the heaps; cards that must be of the newest deck only to who has drawn from it (C4)."""
    if strictly and table.shuffled == 1:
        for kind in range(POPULATION):
            left = scratch[FREE + kind]
            sure = left + unseen_in_row(table, viewer, kind) - table.old[viewer][kind]
            for _ in range(min(left, sure)):
                seat = pick_seat(box, rng, scratch, NEW_ROOM)
                if seat == NOBODY:
                    return False
                scratch[NEW_ROOM + seat] -= 1
                put_in_heap(table, seat, kind, scratch)
                scratch[FREE + kind] -= 1
    number = list_cards(scratch, table.old[viewer], False)
    shuffle(rng, scratch, LIST, number)
    for seat in range(box.players):
        while scratch[ROOM + seat] > 0:
            if number == 0:
                return False
            number -= 1
            put_in_heap(table, seat, scratch[LIST + number], scratch)
    return number == 0


@rule
def part_heaps(box, table, viewer, strictly, rng, scratch):
    """Some cards of each heap are those laid face down: any that may be played (C12)."""
    for seat in range(box.players):
        if is_laid_hidden(table, viewer, seat):
            number = 0
            for kind in range(KINDS):
                table.laid[seat][kind] = 0
                if kind < PLAYABLE:
                    for _ in range(table.hands[seat][kind]):
                        scratch[LIST + number] = kind
                        number += 1
            if number < table.laid_size[seat]:
                return False
            shuffle(rng, scratch, LIST, number)
            table.strength[seat] = 0
            for place in range(table.laid_size[seat]):
                kind = scratch[LIST + place]
                table.laid[seat][kind] += 1
                table.hands[seat][kind] -= 1
                if kind <= JOKER:
                    table.strength[seat] += 1
    return not strictly or premium_fits(table)


@rule
def premium_fits(table):
    """With two players: whether who is known to have the premium action played more, or as much and first (C23)."""
    if table.premium == NOBODY:
        return True
    first, second = table.entry_seat[0], table.entry_seat[1]
    if table.strength[second] > table.strength[first]:
        return table.premium == second
    return table.premium == first


@rule
def fits_question(box, table, viewer):
    """Find the card played or given last, where it is hidden; the cards still due must be able to follow it."""
    asked, seat = table.question, table.to_move
    if seat + 1 == viewer or (asked != ASK_PLAY and asked != ASK_GIVE):
        return True
    if asked == ASK_PLAY or table.to + 1 != viewer:
        find_last(table)
    return asked == ASK_PLAY or can_give_on(table)


@rule
def can_give_on(table):
    """Whether enough cards are left to give in the order of the card list."""
    left = 0
    for kind in range(max(table.last, 0), KINDS):
        left += table.hands[table.to_move][kind]
    return left >= table.due


@rule
def find_last(table):
    """The card played or given last: cards come in the order of the card list."""
    if table.question == ASK_PLAY:
        heap, number = table.laid[table.to_move], table.laid_size[table.to_move]
    else:
        heap, number = table.hands[table.to], table.given
    table.last = NONE
    for kind in range(KINDS):
        if number > 0 and heap[kind] > 0:
            table.last = kind
            number -= heap[kind]


@rule
def fits_public(box, table):
    """What everybody can tell since the last shuffle: cards that must have come from the new deck were drawn from it.

    It always holds in a world sampled for a player of the game, but not in one sampled for a player of a sampled world.
    """
    if table.shuffled == 0:
        return True
    sure, room = 0, 0
    for seat in range(box.players):
        size = table.hand_size[seat] + (0 if table.shown[seat] == 1 else table.laid_size[seat])
        room += min(table.newest[seat], size)
    for kind in range(POPULATION):
        number = 0
        for seat in range(box.players):
            number += table.hands[seat][kind] + (0 if table.shown[seat] == 1 else table.laid[seat][kind])
        for place in range(NUN_ROW):
            if table.nuns[place] == kind:
                number += 1
        sure += max(number - table.old[0][kind], 0)
    return sure <= room
