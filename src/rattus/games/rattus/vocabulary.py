"""Words and numbers that all editions share. The engine uses the index of a word in a list; other code uses the word.

Which cards, verbs, questions and events there are follows from the cards of an edition (`editions`): rules call their
numbers by names that are bound to each edition.
"""

from rattus.kernel.rule import UNBOUND

PHASES = ("settle", "turn", "plague", "last_round", "final_ravage", "over", "caravan")
SETTLING, TURN, PLAGUE, LAST_ROUND, FINAL_RAVAGE, OVER, CARAVAN = range(len(PHASES))
REASONS = ("", "supply", "cubes", "turns")
RUNNING, SUPPLY_EMPTY, CUBES_OUT, TURNS_UP = range(len(REASONS))

# What points are for: cubes on the map and in the palace (R37), region cards (A23), diplomats (A24).
CATEGORIES = ("map", "palace", "cards", "diplomats")
RULES_OF_CATEGORIES = ("R37", "R37", "A23", "A24")

NOTHING = 0  # the question when nothing is asked
NOWHERE = HIDDEN = UNDECIDED = NO_CARD = -1
OUT_OF_PLAY = -2

# Where a region card is (A6, A11, A15, A16); HIDDEN: unknown, in the pile or in a hand; GONE: not in this game.
IN_PILE, IN_HAND, DRAWN, LAID, DISCARDED, GONE = range(6)

# What is bound to each edition: the numbers of the verbs, questions and symbols of its own, ...
SETTLE = TAKE = PLACE = MOVE_PLAGUE = SPREAD = WEIGH = REVEAL = PASS = UNBOUND
ASK_SPREAD = ASK_WEIGH = ASK_REVEAL = UNBOUND
MAJORITY = ALL = UNBOUND
PUT_CARAVAN = PROTECT = ACCEPT = RAVAGE = UNBOUND
ASK_HOLD = ASK_GROW = ASK_PROTECT = ASK_RAVAGE = UNBOUND
ASK_WITCH = ASK_SWAP = UNBOUND
ALL_QUESTIONS = UNBOUND  # how many there are

# ... and what it has: region cards (A6), diplomats (A10), a caravan (A9), more class cards than are in play (A4), and
# whether starting tokens are among those that may leave the game at set-up (A3).
WITH_REGION_CARDS = WITH_DIPLOMATS = WITH_CARAVAN = CHOOSES_CARDS = STARTERS_MAY_LEAVE = UNBOUND
