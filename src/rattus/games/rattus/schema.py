"""The meaning of the numbers of an observation, in the order of `observation`, and of the actions."""

from rattus.games.rattus.box import Box
from rattus.games.rattus.sizes import CUBES, DISCS, DRAWN_CARDS, EXTRA_WEIGHT, REGION_CARDS, SLOTS
from rattus.games.rattus.vocabulary import PHASES
from rattus.kernel.encoding import MAX_BYTE
from rattus.kernel.schema import Axis, Field, Group, Schema, actions_of, lay_out


def named(labels: tuple[str, ...], number: int) -> tuple[str, ...]:
    """These labels, and numbers for those that this game does not use."""
    return (*labels, *(f"({place})" for place in range(len(labels), number)))


def schema(box: Box) -> Schema:
    """The schema of a game with this box."""
    edition = box.edition
    seats = Axis("seat", tuple(map(str, range(len(edition.seats)))))
    counts = Axis("players", tuple(map(str, edition.player_counts)))
    regions = Axis("region", named(box.regions, edition.regions))
    slots = Axis("slot", tuple(str(slot + 1) for slot in range(SLOTS)))
    cards = Axis("card", edition.cards)
    questions = Axis("question", ("none", *edition.question_words[1:]))
    counts = Axis("players", tuple(map(str, edition.player_counts)))
    face = (Field("limit", "", "R3", 6), *(Field(symbol, "", "R3", 4) for symbol in edition.symbols))
    parts: list[Field | Group] = [
        Field("phase", "the phase", "R11, R13, R35, R36", axes=(Axis("phase", PHASES),)),
        Field("question", "what is asked in the middle of a move", "R16", axes=(questions,)),
        Field("players", "the number of players", "R1", axes=(counts,)),
        Field("taken", "a class card was taken in this turn", "R14"),
        Field("placed", "cubes were placed in this turn", "R15"),
        Field("due", "rat tokens still to spread", "R27", 2),
        Field("weight", "cubes that the pawn counts for", "R22", EXTRA_WEIGHT),
        Field("supply", "rat tokens in the supply", "R9", edition.tokens),
        Field("removed", "rat tokens that left the game unseen", "R9", edition.tokens),
        Field("turns", "turns that are over, 127 at most", "R34", MAX_BYTE),
        Field("turns_left", "turns to the last round at the latest, 127 at most", "R34", MAX_BYTE),
        Field("free_order", "phases 1 and 2 in any order", "R13"),
        Field("compulsory", "placing is compulsory", "R13"),
        Field(
            "unseen", "tokens of a kind that are nowhere to be seen", "R3, R6",
            max(kind.copies for kind in box.kinds), (Axis("kind", named(kind_names(box), edition.tokens)),),
        ),
        Field("rats", "rat tokens in a region", "R5", SLOTS, (regions,)),
        Group(regions, (Group(slots, tuple(token_meaning(each) for each in face)),)),
        Field("starting", "the token lies there since set-up", "R8", axes=(regions, slots)),
        Field("seen", "a player has looked at the token", "R6, R23", axes=(seats, regions, slots)),
        Field("witch", "the Witch is looking at the token", "R23", axes=(regions, slots)),
        Field("cubes", "cubes of a player in a region", "R2", CUBES, (seats, regions)),
        Field("in_use", "the region is in use", "R1", axes=(regions,)),
        Field("pawn", "the plague pawn is here", "R10", axes=(regions,)),
        Field("ravaged", "the region is being ravaged", "R29", axes=(regions,)),
        Group(
            seats,
            (
                Field("stock", "cubes in stock", "R2", CUBES),
                Field("palace", "cubes in the palace", "R24", CUBES),
                Field("turn", "it is this player's turn", "R12"),
                Field("last_round", "it is this player's last round", "R35"),
                Field("to_move", "this player is to move", "R12"),
                Field("first", "this player began", "R11"),
            ),
        ),
        Field("holder", "who holds a class card", "R14", axes=(cards, Axis("who", (*seats.labels, "nobody", "out")))),
        Field("used", "the class card was used in this turn", "R16", axes=(cards,)),
    ]  # fmt: skip
    if edition.african:
        region_cards = Axis("region_card", named(box.region_card_names, REGION_CARDS))
        pairs = Axis("which", ("from", "over"))
        parts += [
            Field("covered", "a region card lies on the class card", "A11", axes=(cards,)),
            Field("hand", "the region card is in the observer's hand", "A6", axes=(region_cards,)),
            Field("discarded", "it is discarded, or laid on a class card", "A6, A11", axes=(region_cards,)),
            Field("drawn", "it was drawn just now, and the observer sees it", "A15, A16", axes=(region_cards,)),
            Field("older", "it is hidden, and was not in the last shuffle", "A6", axes=(region_cards,)),
            Group(
                seats,
                (
                    Field("cards", "region cards in hand", "A6", REGION_CARDS),
                    Field("cards_older", "of these, drawn before the last shuffle", "A6", REGION_CARDS),
                ),
            ),
            Field("diplomat", "a player has a diplomat in a region", "A18", axes=(seats, regions)),
            Field("palace_diplomats", "diplomats of a player in the palace", "A20", DISCS, (seats,)),
            Field("pile", "region cards in the pile", "A6", REGION_CARDS),
            Field("drawn_number", "region cards drawn just now", "A15, A16", DRAWN_CARDS),
            Field("discs", "diplomats beside the board", "A10", DISCS),
            *(biting_token_meaning(each) for each in face),
            Field("caravan", "the caravan is here", "A9", axes=(regions,)),
            Field("grow_region", "the caravan came from here, or over here", "A17", axes=(pairs, regions)),
            Field("growing", "a player is still asked to add a cube there", "A17", axes=(pairs, seats)),
        ]
    actions = actions_of(box.moves, box.record.verb, [(verb.form, verb.meaning, verb.rules) for verb in edition.verbs])
    return Schema(edition.name, box.players, tuple(lay_out(parts)), actions, box.moves)


def kind_names(box: Box) -> tuple[str, ...]:
    """The kinds of tokens: a starting one or not, limit and symbols."""
    marks = {True: "start-", False: ""}
    return tuple(f"{marks[kind.starting]}{kind.face.limit}-{'+'.join(kind.face.symbols)}" for kind in box.kinds)


def token_meaning(field: Field) -> Field:
    """A number on the face of a token that the observer knows."""
    what = "limit" if field.name == "limit" else f"{field.name} symbols"
    return Field(f"face_{field.name}", f"{what} of a token that the observer knows", "R3, R6", field.high)


def biting_token_meaning(field: Field) -> Field:
    """A number on the face of the token that bites."""
    what = "limit" if field.name == "limit" else f"{field.name} symbols"
    return Field(f"biting_{field.name}", f"{what} of the token that bites", "A12", field.high)
