"""The table of Rattus: everything that changes in a game, as numbers."""

from rattus.games.rattus.words import CARDS, SEATS
from rattus.kernel.layout import Layout

REGIONS = 12  # at most (R1)
PLAYERS = len(SEATS)
CUBES = 20  # of each player (R2)
TOKENS = 49  # rat tokens (R3)
SLOTS = 3  # rat tokens in a region, at most (R5)
SETTLERS = 2  # cubes put down in one step of settling (R11)
MOST_SHIPPED = 3  # cubes the Merchant moves, at most (R20)
MOST_PLACED = SLOTS + 1  # cubes placed in a turn, at most (R15, R19)
EXTRA_WEIGHT = 2  # cubes that the pawn counts for (R22)

TABLE = Layout(
    "Table",
    {
        # the board
        "count": (REGIONS,),  # rat tokens in a region
        "rats": (REGIONS, SLOTS),  # the faces of its tokens, in order of arrival; HIDDEN in a view
        "seen": (REGIONS, SLOTS),  # who has looked at the token: one bit a seat (R6)
        "original": (REGIONS, SLOTS),  # 1: the token came at set-up, so it is a starting one (R8)
        "cubes": (REGIONS, PLAYERS),
        "palace": (PLAYERS,),
        "stock": (PLAYERS,),
        "holder": (len(CARDS),),  # of each class card; NOBODY: it is beside the board; OUT_OF_PLAY: not in this game
        "pawn": (),  # the region of the plague pawn
        # tokens off the board; of the supply the last one is drawn first
        "supply": (TOKENS,),
        "supply_left": (),
        "turned": (TOKENS,),
        "turned_count": (),
        "removed": (TOKENS,),
        "removed_count": (),
        # where the game stands
        "first": (),
        "turn": (),  # whose turn it is, or who took the last one
        "to_move": (),
        "phase": (),
        "turns": (),  # turns that are over
        "taken": (),
        "placed": (),
        "used": (len(CARDS),),
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
    },
    wide=("turns",),
)
