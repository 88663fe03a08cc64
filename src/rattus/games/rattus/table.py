"""The table: the state of a game, everything that changes, as numbers."""

from rattus.games.rattus.editions import AFRICANUS_EDITION, RATTUS_EDITION, Edition
from rattus.games.rattus.sizes import DRAWN_CARDS, REGION_CARDS, SLOTS
from rattus.kernel.layout import Layout
from rattus.kernel.random import STATE_WORDS

# the fields with hidden information
VEILED = ("rats", "supply", "removed")
VEILED_CARDS = ("lies", "pile", "held", "drawn", "planned", "rng")


def table_layout(edition: Edition) -> Layout:
    """The layout of the table of an edition."""
    regions, players, cards, tokens = edition.regions, len(edition.seats), len(edition.cards), edition.tokens
    fields: dict[str, tuple[int, ...]] = {
        # the board
        "count": (regions,),  # rat tokens in a region
        "rats": (regions, SLOTS),  # the faces of its tokens, in order of arrival; HIDDEN in a view
        "seen": (regions, SLOTS),  # who has looked at the token: one bit a seat (R6)
        "original": (regions, SLOTS),  # 1: the token came at set-up, so it is a starting one (R8)
        "cubes": (regions, players),
        "palace": (players,),
        "stock": (players,),
        "holder": (cards,),  # of each class card; NOBODY: it is beside the board; OUT_OF_PLAY: not in this game
        "pawn": (),  # the region of the plague pawn
        # tokens off the board; of the supply the last one is drawn first
        "supply": (tokens,),
        "supply_left": (),
        "turned": (tokens,),
        "turned_count": (),
        "removed": (tokens,),
        "removed_count": (),
        # progress of the game
        "first": (),
        "turn": (),  # whose turn it is, or who took the last one
        "acting": (),  # in the last round, whose it is; else NOBODY
        "to_move": (),
        "phase": (),
        "turns": (),  # turns that are over
        "taken": (),
        "placed": (),
        "used": (cards,),
        "reason": (),  # why the last round began (R34)
        # in the middle of a move
        "question": (),
        "first_region": (),  # the tokens the Witch looked at
        "first_slot": (),
        "second_region": (),
        "second_slot": (),
        "due": (),  # tokens still to spread; UNDECIDED: the pawn has just arrived
        "ravaged": (),  # the region being ravaged, or NOWHERE
        "weight": (),  # of the pawn in it; UNDECIDED before R22 is settled
    }
    if not edition.african:
        return Layout("RattusTable", fields, wide=("turns",), veiled=VEILED)
    fields |= {
        "diplomat": (regions, players),  # 1: under a cube of this seat in this region (A18)
        "palace_diplomats": (players,),
        "discs": (),  # diplomats beside the board
        "caravan": (),  # its region, or NOWHERE
        # region cards; of the pile the last one is drawn first
        "lies": (REGION_CARDS,),  # where each card is; HIDDEN in a view
        "pile": (REGION_CARDS,),
        "pile_left": (),
        "held": (REGION_CARDS,),  # all cards in hands, seat by seat, in the order in which they came
        "held_by": (REGION_CARDS,),
        "held_from": (REGION_CARDS,),  # the shuffle that the card in hand was drawn from: everybody saw that
        "held_count": (),
        "shuffled": (REGION_CARDS,),  # the shuffle that a card was last in: everybody saw that too
        "drawn": (DRAWN_CARDS,),  # by Astronomer or Explorer
        "drawn_from": (DRAWN_CARDS,),
        "drawn_count": (),
        "cover": (cards,),  # the region card laid on a class card, or NO_CARD
        "shuffle": (),  # the shuffle that the pile came from
        "planned": (REGION_CARDS,),  # the next shuffle, where it is known beforehand: a record is being replayed
        "planned_count": (),
        "rng": (STATE_WORDS,),  # for shuffles
        # in the middle of a move
        "token": (),  # the face that is turned and not yet carried out, or HIDDEN
        "asking": (),  # how many players, from the mover, have answered
        "growing": (2, players),  # 1: to be asked whether to add a cube; where the caravan came from, where it passed
        "grow_regions": (2,),
    }
    return Layout("AfricanusTable", fields, wide=("turns", "rng"), veiled=VEILED + VEILED_CARDS)


RATTUS_TABLE = table_layout(RATTUS_EDITION)
AFRICANUS_TABLE = table_layout(AFRICANUS_EDITION)
