"""The vocabulary of the game. The engine uses the index of a word in these lists; all other code uses the word.

Rattus Africanus extends Rattus. Its additions come last in each list, and are in the rules under `if AFRICAN`: a
constant, so that Rattus is compiled without them.
"""

AFRICAN = False  # bound to True in the rules of Africanus

CLASSES = ("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty", "islam")
SYMBOLS = (*CLASSES[:6], "majority", "all", "islam")
CARDS = (
    "peasant", "merchant", "monk", "knight", "witch", "king",  # R4: one a class, in the order of CLASSES
    "astronomer", "explorer", "trader", "sultan",  # A4: all of the class Islam
)  # fmt: skip
PHASES = ("settle", "turn", "plague", "last_round", "final_ravage", "over", "caravan")
QUESTIONS = (
    "", "witch", "swap", "spread", "weigh", "reveal",
    "hold", "explore", "grow", "protect", "ravage",
)  # fmt: skip
REASONS = ("", "supply", "cubes", "turns")
VERBS = (
    "settle", "take", "place", "merchant", "monk", "witch", "swap", "keep", "king", "peasant", "knight", "plague",
    "spread", "weigh", "reveal", "pass",
    "caravan", "merchant", "king", "astronomer", "hold", "explorer", "explore", "trader", "grow", "decline", "sultan",
    "protect", "accept", "ravage",
)  # fmt: skip

# What points are for: cubes on the map and in the palace (R37), region cards (A23), diplomats (A24).
CATEGORIES = ("map", "palace", "cards", "diplomats")

PEASANT, MERCHANT, MONK, KNIGHT, WITCH, KING, ASTRONOMER, EXPLORER, TRADER, SULTAN = range(len(CARDS))
MAJORITY, ALL = 6, 7
SETTLING, TURN, PLAGUE, LAST_ROUND, FINAL_RAVAGE, OVER, CARAVAN = range(len(PHASES))
(
    NOTHING, ASK_WITCH, ASK_SWAP, ASK_SPREAD, ASK_WEIGH, ASK_REVEAL,
    ASK_HOLD, ASK_EXPLORE, ASK_GROW, ASK_PROTECT, ASK_RAVAGE,
) = range(len(QUESTIONS))  # fmt: skip
RUNNING, SUPPLY_EMPTY, CUBES_OUT, TURNS_UP = range(len(REASONS))
(
    SETTLE, TAKE, PLACE, USE_MERCHANT, USE_MONK, USE_WITCH, SWAP, KEEP, USE_KING, USE_PEASANT, USE_KNIGHT, MOVE_PLAGUE,
    SPREAD, WEIGH, REVEAL, PASS,
    PUT_CARAVAN, SHIP_DIPLOMAT, CROWN_DIPLOMAT, USE_ASTRONOMER, HOLD, USE_EXPLORER, EXPLORE, USE_TRADER, GROW, DECLINE,
    USE_SULTAN, PROTECT, ACCEPT, RAVAGE,
) = range(len(VERBS))  # fmt: skip

NOWHERE = HIDDEN = UNDECIDED = NO_CARD = -1
OUT_OF_PLAY = -2

# Where a region card is (A6, A11, A15, A16); HIDDEN: unknown, in the pile or in a hand; GONE: not in this game.
IN_PILE, IN_HAND, DRAWN, LAID, DISCARDED, GONE = range(6)


def class_of(card: int) -> str:
    """The class of a class card."""
    return CLASSES[min(card, len(CLASSES) - 1)]


RULES_OF_CARDS = ("R19", "R20", "R21", "R22", "R23", "R24", "A15", "A16", "A17", "A18")


def rule_of(card: str) -> str:
    """The rule that says what a class card does."""
    return RULES_OF_CARDS[CARDS.index(card)]


# The arguments of each verb, the rule behind it, and whether a move with it reveals something, which makes it final.
# A slot is one word, `gallia.1`; `word` is one that may be left out.
VERB_SHAPES = {
    "settle": (("region",), "R11", False),
    "take": (("class_card",), "R14", False),
    "place": (("region", "amount"), "R15", False),
    "merchant": (("region", "region", "amount", "word"), "R20", False),
    "monk": (("slot", "region"), "R21", False),
    "witch": (("slot",), "R23", True),
    "swap": ((), "R23", False),
    "keep": ((), "R23", False),
    "king": (("region", "word"), "R24", False),
    "peasant": (("region",), "R35", False),
    "knight": (("region",), "R35", True),
    "plague": (("region",), "R25", True),
    "spread": (("region",), "R27", True),
    "weigh": (("weight",), "R22", True),
    "reveal": (("token",), "R29", True),
    "pass": ((), "R35", False),
    "caravan": (("region",), "A9", False),
    "astronomer": ((), "A15", True),
    "hold": (("region_card",), "A15", True),
    "explorer": ((), "A16", True),
    "explore": (("region",), "A16", False),
    "trader": (("region", "region"), "A17", False),
    "grow": (("region",), "A17", False),
    "decline": (("region",), "A17", False),
    "sultan": (("region",), "A18", False),
    "protect": (("class_card", "region_card"), "A11", True),
    "accept": ((), "A12", True),
    "ravage": (("region",), "A22", True),
}
RULES_OF_CATEGORIES = ("R37", "R37", "A23", "A24")
