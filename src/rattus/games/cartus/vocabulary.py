"""The vocabulary of the game. The engine uses the index of a word in these lists; all other code uses the word.

Which buildings there are is told by `editions`; each has a file in `buildings`.
"""

from rattus.kernel.rule import UNBOUND

CLASSES = ("peasantry", "bourgeoisie", "church", "chivalry", "magic", "royalty")
SPECIALS = ("joker", "sword", "flute", "pass", "gold")
NUNS = 5  # a population card shows 0 to 4 (C1)
CARDS = (*(f"{name}-{nuns}" for name in CLASSES for nuns in range(NUNS)), *SPECIALS)
PHASES = ("supply", "enter", "resolve", "over")
QUESTIONS = ("", "peek", "play", "rob", "give", "infest", "act", "discard")
CAUSES = ("", "sword", "tower")  # why cards are given
REASONS = ("", "rounds")
VERBS = (
    "supply", "peek", "pass", "enter", "play", "done", "rob", "infest", "give", "act", "skip", "discard",
)  # fmt: skip
# What points are for (C31-C34).
CATEGORIES = (*CLASSES, "hand", "swords", "flutes", "passes", "gold", "tokens")

POPULATION = len(CLASSES) * NUNS  # kinds of population cards; those of the others follow
JOKER, SWORD, FLUTE, PASS_CARD, GOLD = range(POPULATION, len(CARDS))
PLAYABLE = PASS_CARD  # the kinds before it may be played into a building (C12)
SUPPLY, ENTER, RESOLVE, OVER = range(len(PHASES))
NOTHING, ASK_PEEK, ASK_PLAY, ASK_ROB, ASK_GIVE, ASK_INFEST, ASK_ACT, ASK_DISCARD = range(len(QUESTIONS))
BY_SWORD, BY_TOWER = 1, 2
RUNNING, ROUNDS_UP = range(len(REASONS))
(
    USE_SUPPLY, PEEK, PASS, ENTER_BUILDING, PLAY, DONE, ROB, INFEST, GIVE, ACT, SKIP, DISCARD,
) = range(len(VERBS))  # fmt: skip
HAND, SWORDS, FLUTES, PASSES, GOLDS, TOKENS = range(len(CLASSES), len(CATEGORIES))

# The steps of resolving a building (C16, C18, C22); after ACTIONS one more for each player in it.
SHOWING, SWORD_FIGHT, FLUTE_PLAYING, ACTIONS = range(4)

HIDDEN = NONE = NOWHERE = -1

# Bound to the buildings of the edition: how many there are, and how many building cards are printed.
BUILDING_KINDS = PRINTED = UNBOUND

# By the number of the question; none: the phase asks.
QUESTION_RULES = ("C10", "C10", "C11", "C19", "C19", "C20", "C22", "C28")
RULES_OF_SPECIALS = ("C16", "C19", "C20", "C13", "C33")
RULES_OF_CATEGORIES = (*("C31",) * len(CLASSES), "C32", "C32", "C32", "C32", "C33", "C34")
# The arguments of each verb, the rule behind it, and whether a move with it can reveal something, which makes it final.
VERB_SHAPES = {
    "supply": (("place",), "C10", True),
    "peek": (("nun",), "C10", True),
    "pass": ((), "C13", False),
    "enter": (("place",), "C11", False),
    "play": (("card",), "C11", False),
    "done": ((), "C11", True),
    "rob": (("seat",), "C19", True),
    "infest": (("seat",), "C20", True),
    "give": (("card",), "C19", True),
    "act": ((), "C22", True),
    "skip": ((), "C22", True),
    "discard": (("card",), "C28", True),
}
