"""The meaning of the numbers of an observation, in the order of `observation`, and of the actions."""

from rattus.games.cartus.box import Box
from rattus.games.cartus.editions import BUILDINGS, OWN_VERBS, QUESTION_WORDS
from rattus.games.cartus.sizes import (
    COPIES,
    DEALT,
    DECK,
    IN_GAME,
    LONGEST_ROW,
    MOST_PLAYERS,
    MOST_SPECIAL,
    MOST_TOKENS,
    MOST_VALUES,
    NUN_ROW,
    PLAYER_COUNTS,
    ROUNDS,
)
from rattus.games.cartus.vocabulary import (
    CARDS,
    CAUSES,
    CLASSES,
    NUNS,
    PHASES,
    POPULATION,
    SPECIALS,
)
from rattus.kernel.encoding import MAX_BYTE
from rattus.kernel.schema import Axis, Field, Group, Schema, actions_of, lay_out

# For each verb, in the order of VERB_WORDS: its form, what it does, its rules.
ACTIONS = (
    ("supply PLACE", "the supply action of an open building", "C10"),
    ("peek PLACE", "look at a card of the nun row", "C10, C30"),
    ("pass", "play a pass card instead of entering", "C13"),
    ("enter PLACE", "enter an open building", "C11"),
    ("play CARD", "lay a card face down", "C11, C12"),
    ("done", "no more cards to lay, or to discard", "C11, C28"),
    ("rob SEAT", "take half of a hand", "C19"),
    ("infest SEAT", "give a rat", "C20"),
    ("give CARD", "hand a card over", "C19, C29"),
    ("act", "carry the building action out", "C22"),
    ("skip", "decline it", "C22"),
    ("discard CARD", "discard a card and a rat", "C28"),
    *((verb.form, verb.meaning, verb.rule) for verb in OWN_VERBS),
)


def schema(box: Box) -> Schema:
    """The schema of a game with this box."""
    seats = Axis("seat", tuple(map(str, range(MOST_PLAYERS))))
    places, nuns = Axis("place", numbers(LONGEST_ROW)), Axis("nun", numbers(NUN_ROW))
    cards, population = Axis("card", CARDS), Axis("card", CARDS[:POPULATION])
    specials, classes, buildings = Axis("special", SPECIALS), Axis("class", CLASSES), Axis("building", BUILDINGS)
    values = (*(str(value) for value in box.values), *(f"({n})" for n in range(len(box.values), MOST_VALUES)))
    most_copies = max(box.record.population)
    person = (
        Field("hand_size", "cards in hand", "C4", MAX_BYTE),
        Field("rats", "rats", "C2", MAX_BYTE),
        Field("tokens", "victory point tokens", "C30, C34", MOST_TOKENS),
        Field("first", "this player is the first of the round", "C6, C15"),
        Field("to_move", "this player is to move", "C10, C11"),
        Field("taker", "cards are given to this player", "C19, C29"),
        Field("premium", "this player has the premium action", "C22, C23"),
        Field("giver", "this player is still to give to the tower", "C29"),
        Field("newest", "cards that may be from the present deck, once it was made anew", "C4", 100),
        Field("track_points", "points on the tracks as they are", "C31", 10 * len(CLASSES)),
        Field("earned", "own tokens of a value; of others nothing", "C34", MOST_TOKENS, (Axis("value", values),)),
        Group(
            classes,
            (
                Field("influence", "influence on a track", "C16, C17", MAX_BYTE),
                Field("leads", "first on the track", "C17, C31"),
                Field("second", "second on the track", "C17, C31"),
                Field("third", "third on the track", "C17, C31"),
            ),
        ),
        Field("looked", "has looked at a card of the nun row", "C10", axes=(nuns,)),
        Field("entered", "has entered the building at a place", "C11", axes=(places,)),
        Field("order", "as the first, second, ... to enter", "C11", MOST_PLAYERS),
        Field("laid", "cards laid there", "C11", MAX_BYTE),
        Field("shown", "has shown them", "C16"),
        Field("strength", "influence that they give, if known", "C16, C22", MAX_BYTE),
        Field("known", "that is known", "C16"),
        Field("laid_class", "population cards of a class laid, if known", "C16", MAX_BYTE, (classes,)),
        Field("laid_joker", "jokers laid, if known", "C16", MOST_SPECIAL),
        Field("laid_sword", "swords laid, if known", "C19", MOST_SPECIAL),
        Field("laid_flute", "flutes laid, if known", "C20", MOST_SPECIAL),
        Field("held", "cards known to be held; of the observer: known to all", "C19", MAX_BYTE, (cards,)),
        Field("most", "special cards held at most; of the observer: as all know", "C7, C19", MAX_BYTE, (specials,)),
    )
    parts: list[Field | Group] = [
        Field("phase", "the phase", "C9-C15", axes=(Axis("phase", PHASES),)),
        Field("question", "what is asked", "C10-C30", axes=(Axis("question", ("none", *QUESTION_WORDS[1:])),)),
        Field("cause", "why cards are given", "C19, C29", axes=(Axis("cause", ("none", *CAUSES[1:])),)),
        Field("resolving", "the building being resolved", "C14", axes=(places,)),
        Field("last", "the card played, given or discarded last", "C11, C19, C28", axes=(cards,)),
        Field("players", "the number of players", "C8", axes=(Axis("players", tuple(map(str, PLAYER_COUNTS))),)),
        Field("due", "cards still to be looked at, given or discarded", "C10, C19, C28, C29", DECK),
        Field("round", "the round", "C8", max(ROUNDS.values())),
        Field("rounds_left", "rounds after this one", "C8", max(ROUNDS.values())),
        Field("last_round", "it is the last one", "C24"),
        Field("deck", "cards in the deck", "C4", DECK),
        Field("shuffled", "the deck has been made anew", "C4"),
        Field("stock", "victory point tokens in stock", "C1", MOST_TOKENS),
        Field("stack", "special cards in a stack", "C7", MOST_SPECIAL, (specials,)),
        Group(
            places,
            (
                Field("building", "the open building", "C9", axes=(buildings,)),
                Field("draws", "cards that its supply action draws", "C10", DEALT),
                Field("frees", "rats that it discards", "C10", DEALT),
                Field("looks", "cards of the nun row that it shows", "C10", NUN_ROW),
                Field("fitting", "own population cards of its class", "C16", DECK),
                Field("own_influence", "own influence on its track", "C17", MAX_BYTE),
                Field("best_influence", "the most influence of another there", "C17", MAX_BYTE),
                Field("inside", "players who have entered it", "C11", MOST_PLAYERS),
                Field("most_laid", "the most cards that another laid there", "C11", MAX_BYTE),
            ),
        ),
        Field("hand", "cards in the observer's hand", "C4", MAX_BYTE, (cards,)),
        Field("hand_class", "population cards of a class in it", "C16", DECK, (classes,)),
        Field("discards", "cards in the discards", "C4, C25", most_copies, (population,)),
        Field("loose", "in the hands of others, no longer known whose", "C19", most_copies, (population,)),
        Field("unseen", "nowhere to be seen", "C1", most_copies, (population,)),
        Field("fresh", "at most in the deck, once it was made anew", "C4", most_copies, (population,)),
        Field("old", "outside the deck when it was made", "C4", most_copies, (population,)),
        Field("sealed", "at most in the nun row, once the deck was made anew", "C4", most_copies, (population,)),
        Group(nuns, (Field("nun_seen", "the observer has seen it", "C10"), Field("nuns", "its nuns", "C1", NUNS - 1))),
        Field("nuns_expected", "nuns to be expected in the nun row, in halves", "C35", 2 * NUN_ROW * (NUNS - 1)),
        Group(
            buildings,
            (
                Field("gone", "cards of a building that are used", "C15", IN_GAME),
                Field("returned", "seen going under the replacements", "C9", IN_GAME),
                Field("copies", "in the game, if known", "C3", COPIES),
                Field("copies_hidden", "that is not known", "C3"),
            ),
        ),
        Group(seats, person),
    ]  # fmt: skip
    return Schema(
        "cartus", box.players, tuple(lay_out(parts)), actions_of(box.moves, box.record.verb, ACTIONS), box.moves
    )


def numbers(most: int) -> tuple[str, ...]:
    """Labels from 1 on."""
    return tuple(str(number + 1) for number in range(most))
