"""The editions of the game, Rattus and Rattus Africanus: how many of everything is in the box."""

from collections.abc import Mapping
from dataclasses import dataclass

from rattus.games.rattus.vocabulary import CARDS, SYMBOLS
from rattus.kernel.seats import SEATS

CUBES = 20  # of each player (R2)
SLOTS = 3  # rat tokens in a region, at most (R5)
SETTLERS = 2  # cubes put down in one step of settling (R11)
MOST_SHIPPED = 3  # cubes the Merchant moves, at most (R20)
MOST_PLACED = SLOTS + 1  # cubes placed in a turn, at most (R15, R19)
EXTRA_WEIGHT = 2  # cubes that the pawn counts for (R22)
DEALT = 3  # region cards for each player (A6)
DRAWN_CARDS = 3  # region cards that Astronomer and Explorer draw (A15, A16)
DISCS = 15  # diplomats (A10)
REGION_CARDS = 51  # at most, three a region (A6)
PER_REGION = 3  # region cards (A6)

MAP = "map.toml"
REGION_CARD_FILE = "region_cards.toml"


@dataclass(frozen=True, eq=False)
class Edition:
    """The contents of the box, and what depends on the number of players."""

    name: str
    title: str
    african: bool
    player_counts: tuple[int, ...]
    seats: tuple[str, ...]
    cards: tuple[str, ...]
    symbols: tuple[str, ...]
    regions: int  # at most
    starting: int  # tokens
    tokens: int  # in all
    token_file: str
    removed: Mapping[int, int]  # tokens that leave the game at set-up, by number of players
    rounds: Mapping[int, int]  # of settling
    steps: Mapping[int, int]  # of the pawn with the Knight
    in_play: Mapping[int, int]  # class cards

    @property
    def files(self) -> tuple[str, ...]:
        """The TOML files with its components."""
        return (MAP, self.token_file, REGION_CARD_FILE) if self.african else (MAP, self.token_file)


RATTUS_EDITION = Edition(
    name="rattus",
    title="Rattus",
    african=False,
    player_counts=(2, 3, 4),
    seats=SEATS[:4],
    cards=CARDS[:6],
    symbols=SYMBOLS[:8],
    regions=12,  # R1
    starting=12,  # R3
    tokens=49,
    token_file="rattus_tokens.toml",
    removed={2: 12, 3: 8, 4: 0},  # R9; with three players it is an option
    rounds={2: 2, 3: 2, 4: 2},  # R11
    steps={2: 2, 3: 2, 4: 2},  # R22
    in_play={2: 6, 3: 6, 4: 6},  # R7
)

AFRICANUS_EDITION = Edition(
    name="africanus",
    title="Rattus Africanus",
    african=True,
    player_counts=(2, 3, 4, 5, 6),
    seats=SEATS,
    cards=CARDS,
    symbols=SYMBOLS,
    regions=17,  # A1
    starting=17,  # A2
    tokens=65,
    token_file="africanus_tokens.toml",
    removed={2: 24, 3: 20, 4: 16, 5: 8, 6: 0},  # A3
    rounds={2: 2, 3: 2, 4: 2, 5: 3, 6: 3},  # A8
    steps={2: 2, 3: 2, 4: 2, 5: 3, 6: 3},  # A7
    in_play={2: 6, 3: 6, 4: 6, 5: 8, 6: 8},  # A4
)
