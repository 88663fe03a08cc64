"""What a building is, and what it may bring: verbs, questions and events of its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rattus.games.cartus.vocabulary import CARDS
from rattus.kernel.rule import Rule

Names = Callable[[Sequence[str]], Iterable[str]]  # by the seats of a game: what moves name after the verb


def alone(_: Sequence[str]) -> Iterable[str]:
    """One move: the verb and nothing else."""
    return ("",)


def at_seats(seats: Sequence[str]) -> Iterable[str]:
    """A move for each player."""
    return seats


def at_cards(_: Sequence[str]) -> Iterable[str]:
    """A move for each kind of card."""
    return CARDS


@dataclass(frozen=True, eq=False)
class Verb:
    """A kind of moves of a building's own: the first word of their texts, and the rule that makes them.

    `use` takes `box, table, log`, and `number` for the place of what the move names.
    """

    word: str
    number: str  # the name of its number in rules
    names: Names
    use: Rule
    form: str  # for learners: `store CARD`, and what it does
    meaning: str
    rule: str
    arguments: tuple[str, ...] = ()  # as the vocabulary has them
    is_final: bool = True  # a move can reveal something, so it cannot be undone


@dataclass(frozen=True, eq=False)
class Question:
    """A question that only a building's action asks, of the player whose action it is. How much is due is `table.due`.

    All see which moves are legal, unless the question is not evident; what they name is public.
    """

    word: str
    moves: Rule  # box, table, out: the legal moves; how many
    rule: str
    is_evident: bool = True  # how many moves are legal is public

    @property
    def number(self) -> str:
        """The name of its number in rules."""
        return f"ASK_{self.word.upper()}"


@dataclass(frozen=True, eq=False)
class Event:
    """Something that happens: its word, its rule, and the meaning of its numbers, see `kernel.events.Shapes`."""

    word: str
    rule: str
    fields: tuple[str, ...] = ()
    is_revealing: bool = False  # somebody learns something: it cannot be undone

    @property
    def number(self) -> str:
        """The name of its number in rules."""
        return self.word.upper()


@dataclass(frozen=True, eq=False)
class Building:
    """A building: its class, and its action, premium and standard (C22).

    `matters` takes `box, table, seat, premium`: whether the action could change or show anything, by what everybody
    sees. `act` takes `box, table, seat, premium, log` and carries it out. Rules call the number of the building by its
    name: `FARM`.
    """

    name: str
    class_name: str
    rule: str
    matters: Rule
    act: Rule
    special: str | None = None  # the special cards that it gives; they count at the end only if it is in the game
    fewest_players: int = 2  # with fewer players lots do not bring it (C3)
    # The questions that its action asks, each with how much is due at most: standard, premium.
    asks: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    supply: tuple[str, ...] = ()  # of its copies, where the components file does not have it
    verbs: tuple[Verb, ...] = ()
    questions: tuple[Question, ...] = ()
    events: tuple[Event, ...] = ()

    @property
    def number(self) -> str:
        """The name of its number in rules."""
        return self.name.upper()
