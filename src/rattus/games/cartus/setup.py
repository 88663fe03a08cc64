"""Setting the game up (C2-C7)."""

from rattus.games.cartus.cards import take_in_hand
from rattus.games.cartus.counting import clear_counting
from rattus.games.cartus.rounds import begin_round
from rattus.games.cartus.sizes import DEALT, IN_GAME, KINDS, NUN_ROW, PER_CLASS_IN_GAME, RATS
from rattus.games.cartus.vocabulary import (
    BUILDING_KINDS,
    CLASSES,
    HIDDEN,
    NONE,
    NOTHING,
    NOWHERE,
    POPULATION,
)
from rattus.kernel.random import STATE_WORDS, below, draw, shuffle
from rattus.kernel.rule import rule
from rattus.kernel.seats import NOBODY

TRACKS = len(CLASSES)


@rule
def set_up(box, table, rng):
    """Lay everything out on a table, and turn up the first row."""
    clear_table(box, table)
    clear_counting(box, table)
    deal_population(box, table, rng)
    lay_out_stacks(box, table, rng)
    choose_buildings(box, table, rng)
    shuffle_buildings(box, table, rng)
    for word in range(STATE_WORDS):
        table.rng[word] = draw(rng)
    first = below(rng, box.players)
    table.first = first if box.first == NOBODY else box.first
    begin_round(box, table, None)


@rule
def clear_table(box, table):
    """Ten rats each, no influence (C2). What is not in use is zero, so that equal tables are equal in every number."""
    for seat in range(box.players):
        for kind in range(KINDS):
            table.hands[seat][kind] = 0
            table.laid[seat][kind] = 0
        for value in range(len(table.earned[seat])):
            table.earned[seat][value] = 0
        for place in range(NUN_ROW):
            table.looked[seat][place] = 0
        table.hand_size[seat] = 0
        table.laid_size[seat] = 0
        table.earned_size[seat] = 0
        table.rats[seat] = RATS
        table.entry_seat[seat] = 0
        table.entry_place[seat] = 0
        table.shown[seat] = 0
        table.strength[seat] = 0
        table.givers[seat] = 0
    for track in range(TRACKS):
        table.ladder_size[track] = 0
        for seat in range(box.players):
            table.influence[track][seat] = 0
            table.ladder[track][seat] = 0
    for place in range(len(table.planned)):
        table.planned[place] = 0
    table.planned_count = 0
    table.round = 1
    table.entered = 0
    table.premium = NOBODY
    forget_move(table)


@rule
def forget_move(table):
    """Nothing is asked."""
    table.question = NOTHING
    table.place = NOWHERE
    table.step = 0
    table.due = 0
    table.given = 0
    table.last = NONE
    table.by = 0
    table.to = NOBODY
    for place in range(NUN_ROW):
        table.seen[place] = 0


@rule
def deal_population(box, table, rng):
    """The population cards are shuffled: the nun row, five cards each, the rest is the deck (C4)."""
    number = 0
    for kind in range(POPULATION):
        table.discards[kind] = 0
        for _ in range(box.population[kind]):
            table.deck[number] = kind
            number += 1
    shuffle(rng, table.deck, 0, number)
    for place in range(NUN_ROW):
        number -= 1
        table.nuns[place] = table.deck[number]
        table.deck[number] = 0
    for seat in range(box.players):
        for _ in range(DEALT):
            number -= 1
            take_in_hand(table, seat, table.deck[number])
            table.deck[number] = 0
    table.deck_left = number


@rule
def lay_out_stacks(box, table, rng):
    """Jokers and special cards in open stacks, the victory point tokens shuffled (C7)."""
    for special in range(len(table.stacks)):
        table.stacks[special] = box.specials[special]
    for place in range(len(table.tokens)):
        table.tokens[place] = 0
    table.tokens_left = 0
    for value in range(box.values):
        for _ in range(box.tokens[value]):
            table.tokens[table.tokens_left] = value
            table.tokens_left += 1
    shuffle(rng, table.tokens, 0, table.tokens_left)


@rule
def choose_buildings(box, table, rng):
    """Which 30 building cards are in the game, five a class (C3). They are in `buildings` then."""
    table.buildings_left = 0
    for place in range(IN_GAME):
        table.buildings[place] = 0
        table.replacement[place] = 0
        table.used[place] = 0
    for building in range(BUILDING_KINDS):
        table.copies[building] = box.agreed[building]
    building = 0
    for track in range(TRACKS):
        if box.one_each == 1:
            choose_one(box, table, track, rng)
        if table.copies[building] == HIDDEN:
            add_buildings(box, table, track, NONE, PER_CLASS_IN_GAME, rng)
        while building < BUILDING_KINDS and box.class_of[building] == track:
            if table.copies[building] != HIDDEN:
                add_buildings(box, table, track, building, table.copies[building], rng)
            building += 1


@rule
def choose_one(box, table, track, rng):
    """One building of a class is in the game, of those that lots can bring (C3)."""
    number = 0
    for building in range(BUILDING_KINDS):
        if box.class_of[building] == track:
            table.copies[building] = 0
            number += box.by_lot[building]
    chosen = below(rng, number)
    for building in range(BUILDING_KINDS):
        if box.class_of[building] == track and box.by_lot[building] == 1:
            if chosen == 0:
                table.copies[building] = PER_CLASS_IN_GAME
            chosen -= 1


@rule
def is_wanted(box, card, track, building):
    """Whether a card shows a building; NONE: any of the class that lots can bring, with two no watchtower (C3, C29)."""
    if building == NONE:
        return box.track[card] == track and box.by_lot[box.building[card]] == 1
    return box.building[card] == building


@rule
def add_buildings(box, table, track, building, number, rng):
    """Random cards of a building come into the game; NONE: of all of the class."""
    found = 0
    for card in range(box.cards):
        if is_wanted(box, card, track, building):
            for _ in range(box.copies[card]):
                table.used[found] = card
                found += 1
    shuffle(rng, table.used, 0, found)
    for place in range(found):
        if place < number:
            table.buildings[table.buildings_left] = table.used[place]
            table.buildings_left += 1
        table.used[place] = 0


@rule
def shuffle_buildings(box, table, rng):
    """The building cards are shuffled; some are the replacement deck, the others the building deck (C5)."""
    shuffle(rng, table.buildings, 0, table.buildings_left)
    for place in range(box.replacement):
        table.buildings_left -= 1
        table.replacement[place] = table.buildings[table.buildings_left]
        table.buildings[table.buildings_left] = 0
    table.replacement_left = box.replacement
    table.returned = 0
    table.used_count = 0
