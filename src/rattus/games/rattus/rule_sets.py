"""What the editions have beside class cards: the turn, the plague and the end; caravan, protection, diplomats."""

from collections.abc import Iterator

from rattus.games.rattus.cards import king, knight, merchant
from rattus.games.rattus.cards.card import (
    Borders,
    Event,
    Names,
    Question,
    Row,
    RuleSet,
    Verb,
    alone,
    always,
    at_regions,
)
from rattus.games.rattus.ending import ravage, ravaging_moves
from rattus.games.rattus.events import SHUFFLED
from rattus.games.rattus.explaining import explain_placing, explain_spreading
from rattus.games.rattus.plague import (
    move_plague,
    reveal,
    revealing_moves,
    spread,
    spreading_moves,
    weigh,
    weighing_moves,
)
from rattus.games.rattus.play import pass_on
from rattus.games.rattus.protection import accept, protect, protecting_moves
from rattus.games.rattus.setup import put_caravan, settle
from rattus.games.rattus.sizes import AFRICANUS, EXTRA_WEIGHT, MOST_PLACED, RATTUS, SLOTS
from rattus.games.rattus.turn import place, take
from rattus.games.rattus.vocabulary import FINAL_RAVAGE, PLAGUE


def taking(names: Names, _: Borders) -> Iterator[Row]:
    """A move for each class card."""
    for card, name in enumerate(names.cards):
        yield 0, 0, card, name


def placing(names: Names, _: Borders) -> Iterator[Row]:
    """A move for each region and each number of cubes."""
    for region, name in enumerate(names.regions):
        for number in range(1, MOST_PLACED + 1):
            yield 0, region, number, f"{name} {number}"


def weights(_: Names, __: Borders) -> Iterator[Row]:
    """What the pawn can count for."""
    for weight in (0, EXTRA_WEIGHT):
        yield 0, 0, weight, str(weight)


def slots(_: Names, __: Borders) -> Iterator[Row]:
    """A move for each place of a token in the ravaged region."""
    for slot in range(SLOTS):
        yield 0, 0, slot, str(slot + 1)


def covering(names: Names, _: Borders) -> Iterator[Row]:
    """A move for each class card and each region card that can be laid on it (A11)."""
    for card, name in enumerate(names.cards):
        for number, region_card in enumerate(names.region_cards):
            if names.class_of(name) in region_card.classes:
                yield card, 0, number, f"{name} {region_card.name}"


BASE_RULES = RuleSet(
    name=RATTUS,
    verbs=(
        Verb("settle", "SETTLE", at_regions, settle, "settle REGION", "put two cubes into a region", "R11",
             ("region",)),
        Verb("take", "TAKE", taking, take, "take CARD", "take a class card", "R14", ("class_card",),
             is_frequent=True),
        Verb("place", "PLACE", placing, place, "place REGION CUBES", "place cubes from stock", "R15, R19",
             ("region", "amount"), rule="R15", is_frequent=True, explain=explain_placing),
    ),
    events=(
        Event("settled", "R11", ("region", "cubes")),
        Event("took", "R14", ("card", "from_seat")),
        Event("placed", "R15", ("region", "cubes")),
    ),
    symbols=("majority", "all"),
    last_questions=(
        Question("spread", spreading_moves, (PLAGUE,), fields=("due",),
                 describe=lambda _, table: {"due": table.due}),
        Question("weigh", weighing_moves, (PLAGUE,)),
        Question("reveal", revealing_moves, (PLAGUE, FINAL_RAVAGE)),
    ),
    last_verbs=(
        Verb("plague", "MOVE_PLAGUE", at_regions, move_plague, "plague REGION", "move the plague pawn", "R22, R25",
             ("region",), is_final=True, is_frequent=True, explain=knight.explain),
        Verb("spread", "SPREAD", at_regions, spread, "spread REGION", "put a rat token from the supply on a region",
             "R27", ("region",), is_final=True, is_frequent=True, explain=explain_spreading),
        Verb("weigh", "WEIGH", weights, weigh, "weigh CUBES", "whether the pawn counts as two cubes", "R22",
             ("weight",), is_final=True),
        Verb("reveal", "REVEAL", slots, reveal, "reveal SLOT", "which token of the ravaged region is turned next",
             "R29", ("token",), is_final=True),
        Verb("pass", "PASS", alone, pass_on, "pass", "no second look; nothing more in the last round", "R23, R35", ()),
    ),
    last_events=(
        Event("moved", "R25", ("from_region", "region")),
        Event("infested", "R27", ("region",)),
        Event("weighed", "R22", ("weight",)),
        Event("ravaged", "R29", ("region", "weight")),
        Event("turned", "R30", ("region", "slot", "face", "bites"), is_revealing=True),
        Event("lost", "R32", ("region", "cubes", "symbol")),
        Event("passed", "R35"),
        Event("next", "R12"),
        Event("last_call", "R34", ("reason",)),
        Event("ended", "R37"),
    ),
)  # fmt: skip

AFRICAN_RULES = RuleSet(
    name=AFRICANUS,
    verbs=(
        Verb("caravan", "PUT_CARAVAN", at_regions, put_caravan, "caravan REGION", "put the caravan on a region", "A9",
             ("region",)),
        merchant.WITH_DIPLOMAT,
        king.WITH_DIPLOMAT,
    ),
    events=(Event("camped", "A9", ("region",)), merchant.DIPLOMAT_SHIPPED, king.DIPLOMAT_CROWNED),
    last_questions=(
        Question("protect", protecting_moves, (PLAGUE, FINAL_RAVAGE), is_evident=False),
        Question("ravage", ravaging_moves, (FINAL_RAVAGE,)),
    ),
    last_verbs=(
        Verb("protect", "PROTECT", covering, protect, "protect CARD REGIONCARD", "lay a region card on a class card",
             "A11", ("class_card", "region_card"), is_final=True),
        Verb("accept", "ACCEPT", alone, accept, "accept", "play no more region cards against this token", "A12", (),
             is_final=True),
        Verb("ravage", "RAVAGE", at_regions, ravage, "ravage REGION", "which region is ravaged next at the end", "A22",
             ("region",), is_final=True, explain=always("noMeeting", "A22")),
    ),
    last_events=(
        Event("dismissed", "A19", ("region",)),
        Event("covered", "A11", ("card", "region_card"), is_revealing=True),
        Event("accepted", "A12", is_revealing=True),
        Event("thrown", "A6", ("region_card",), is_revealing=True),
        Event("shuffled", "A6", ("cards",), kind=SHUFFLED),
    ),
)  # fmt: skip
