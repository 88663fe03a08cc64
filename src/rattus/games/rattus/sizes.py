"""How many of everything there is, in all editions."""

RATTUS, AFRICANUS = "rattus", "africanus"  # the editions by name

CUBES = 20  # of each player (R2)
SLOTS = 3  # rat tokens in a region, at most (R5)
SETTLERS = 2  # cubes put down in one step of settling (R11)
MOST_SHIPPED = 3  # cubes the Merchant moves, at most (R20)
MOST_PLACED = SLOTS + 1  # cubes placed in a turn, at most (R15, R19)
EXTRA_WEIGHT = 2  # cubes that the pawn counts for (R22)
MOST_TOKENS = 65  # rat tokens in a box (R3, A2)
DEALT = 3  # region cards for each player (A6)
DRAWN_CARDS = 3  # region cards that Astronomer and Explorer draw (A15, A16)
DISCS = 15  # diplomats (A10)
REGION_CARDS = 51  # at most, three a region (A6)
PER_REGION = 3  # region cards (A6)
