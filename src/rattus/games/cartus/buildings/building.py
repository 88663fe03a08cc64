"""What a building is."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rattus.kernel.rule import Rule


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

    @property
    def number(self) -> str:
        """The name of its number in rules."""
        return self.name.upper()
