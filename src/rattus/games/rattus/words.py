"""The words of the game. Inside the engine each is its place in these lists; outside it is the word."""

SEATS = ("red", "yellow", "green", "blue")
CLASSES = ("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty")
CARDS = ("peasant", "merchant", "monk", "knight", "witch", "king")  # R4: one a class, in the order of CLASSES
SYMBOLS = (*CLASSES, "majority", "all")
PHASES = ("settle", "turn", "plague", "last_round", "final_ravage", "over")
QUESTIONS = ("", "witch", "swap", "spread", "weigh", "reveal")
REASONS = ("", "supply", "cubes", "turns")
VERBS = (
    "settle", "take", "place", "merchant", "monk", "witch", "swap", "keep", "king", "peasant", "knight", "plague",
    "spread", "weigh", "reveal", "pass",
)  # fmt: skip

PEASANT, MERCHANT, MONK, KNIGHT, WITCH, KING = range(len(CARDS))
MAJORITY, ALL = len(CLASSES), len(CLASSES) + 1
SETTLING, TURN, PLAGUE, LAST_ROUND, FINAL_RAVAGE, OVER = range(len(PHASES))
NOTHING, ASK_WITCH, ASK_SWAP, ASK_SPREAD, ASK_WEIGH, ASK_REVEAL = range(len(QUESTIONS))
RUNNING, SUPPLY_EMPTY, CUBES_OUT, TURNS_UP = range(len(REASONS))
(
    SETTLE, TAKE, PLACE, USE_MERCHANT, USE_MONK, USE_WITCH, SWAP, KEEP, USE_KING, USE_PEASANT, USE_KNIGHT, MOVE_PLAGUE,
    SPREAD, WEIGH, REVEAL, PASS,
) = range(len(VERBS))  # fmt: skip

NOBODY = NOWHERE = HIDDEN = UNDECIDED = -1
OUT_OF_PLAY = -2
