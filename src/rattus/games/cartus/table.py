"""The table: the state of a game, everything that changes, as numbers."""

from rattus.games.cartus.editions import BUILDINGS
from rattus.games.cartus.sizes import (
    DECK,
    IN_GAME,
    KINDS,
    LONGEST_ROW,
    MOST_PLAYERS,
    MOST_TOKENS,
    MOST_VALUES,
    NUN_ROW,
)
from rattus.games.cartus.vocabulary import CLASSES, POPULATION, SPECIALS
from rattus.kernel.layout import Layout
from rattus.kernel.random import STATE_WORDS

WATCHERS = MOST_PLAYERS + 1  # who may know something: first the public, then seat by seat

TABLE = Layout(
    "CartusTable",
    {
        # the players; cards are counted by kind
        "hands": (MOST_PLAYERS, KINDS),
        "hand_size": (MOST_PLAYERS,),
        "rats": (MOST_PLAYERS,),
        "influence": (len(CLASSES), MOST_PLAYERS),
        "ladder": (len(CLASSES), MOST_PLAYERS),  # seats with influence, from the highest rank to the lowest (C17)
        "ladder_size": (len(CLASSES),),
        "earned": (MOST_PLAYERS, MOST_VALUES),  # victory point tokens, counted by value
        "earned_size": (MOST_PLAYERS,),
        "looked": (MOST_PLAYERS, NUN_ROW),  # 1: has seen this card of the nun row
        # the cards; of decks and of the stock of tokens the last one is drawn first
        "nuns": (NUN_ROW,),
        "deck": (DECK,),
        "deck_left": (),
        "discards": (POPULATION,),
        "stacks": (len(SPECIALS),),
        "tokens": (MOST_TOKENS,),
        "tokens_left": (),
        # the building cards
        "row": (LONGEST_ROW,),
        "buildings": (IN_GAME,),
        "buildings_left": (),
        "replacement": (IN_GAME,),
        "replacement_left": (),
        "returned": (),  # how many of them, from the bottom, everybody has seen (C9)
        "used": (IN_GAME,),
        "used_count": (),
        "copies": (len(BUILDINGS),),  # in the game; HIDDEN: only how many of the class (`mixed`)
        # progress of the game
        "round": (),
        "first": (),
        "phase": (),
        "to_move": (),
        # who entered a building, in the order of entry; the cards laid there by seat
        "entered": (),
        "entry_seat": (MOST_PLAYERS,),
        "entry_place": (MOST_PLAYERS,),
        "laid": (MOST_PLAYERS, KINDS),
        "laid_size": (MOST_PLAYERS,),
        "shown": (MOST_PLAYERS,),
        "strength": (MOST_PLAYERS,),  # population cards and jokers played in this round
        "premium": (),  # with two players: who has the premium action, once it matters (C23); else NOBODY
        # in the middle of a move
        "question": (),
        "place": (),  # the building being resolved, or NOWHERE
        "step": (),
        "due": (),
        "given": (),  # cards handed over so far by who is asked to give
        "last": (),  # the card played, given or discarded last, or NONE
        "seen": (NUN_ROW,),  # 1: looked at in this action
        "by": (),
        "to": (),
        "givers": (MOST_PLAYERS,),  # 1: still gives to the tower
        # shuffles to come; the next one is planned where a record is being replayed
        "rng": (STATE_WORDS,),
        "planned": (DECK,),
        "planned_count": (),
        # what each watcher can count (see `counting`); for two of them a row for each seat looked at
        "held": (WATCHERS * MOST_PLAYERS, KINDS),
        "most": (WATCHERS * MOST_PLAYERS, len(SPECIALS)),
        "loose": (WATCHERS, POPULATION),
        "shuffled": (),  # 1: the discards have become the deck; only then the next four matter
        "fresh": (WATCHERS, POPULATION),
        "old": (WATCHERS, POPULATION),
        "sealed": (WATCHERS, POPULATION),
        "newest": (MOST_PLAYERS,),
    },
    wide=("hand_size", "laid_size", "rats", "influence", "rng"),
    veiled=(
        "hands", "earned", "nuns", "deck", "tokens", "buildings", "replacement", "laid", "strength", "rng", "planned",
        "held", "most", "loose", "fresh", "old", "sealed",
    ),
)  # fmt: skip
