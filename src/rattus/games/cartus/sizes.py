"""How many of everything is in the box, and what depends on the number of players."""

from rattus.games.cartus.vocabulary import CARDS

NAME = "cartus"
TITLE = "Rattus Cartus"
FILE = "cartus.toml"
PLAYER_COUNTS = (2, 3, 4, 5)
MOST_PLAYERS = 5
KINDS = len(CARDS)

PER_CLASS = 14  # population cards (C1)
DECK = 84  # population cards in all
NUN_ROW = 5  # cards (C4)
DEALT = 5  # population cards for each player (C4)
RATS = 10  # of each player at the start (C2)
COPIES = 5  # of each building (C1)
PER_CLASS_IN_GAME = 5  # building cards of a class (C3)
IN_GAME = 30  # building cards (C3)
ROUNDS = {2: 10, 3: 9, 4: 8, 5: 8}  # C8
ROW = {2: 2, 3: 2, 4: 3, 5: 3}  # C9
LONGEST_ROW = 3
MOST_SPECIAL = 40  # cards of a kind
MOST_TOKENS = 60  # the shipped components have 20; corrected components may have more
MOST_VALUES = 8  # different values of victory point tokens
TOWER_GIFT = 3  # cards (C29)
