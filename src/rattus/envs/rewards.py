"""What learners are rewarded for at the end of a game, by name."""

from collections.abc import Sequence

from rattus.errors import FormatError
from rattus.kernel import machine

REWARDS = {"win": machine.WIN, "rank": machine.RANK, "margin": machine.MARGIN}


def find_reward(name: str) -> int:
    """The reward of a name: `win`, `rank` or `margin` (what they are: `machine.reward`)."""
    if name not in REWARDS:
        raise FormatError("reward", f"one of {', '.join(REWARDS)}, not {name!r}")
    return REWARDS[name]


def rewards_for(kind: int, points: Sequence[int], ranking: Sequence[int], winners: int) -> list[float]:
    """What a result is worth to each seat.

    >>> rewards_for(machine.RANK, points=[3, 9, 5], ranking=[1, 2, 0], winners=1)
    [-1.0, 1.0, 0.0]
    """
    rewards = [0.0] * len(ranking)
    machine.reward(kind, points, ranking, winners, rewards)
    return [float(reward) for reward in rewards]
