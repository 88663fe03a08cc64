"""The rewards at the end of a game, by name."""

from rattus.envs.play import GameEnd
from rattus.errors import FormatError
from rattus.kernel import entry_points

REWARDS = {"win": entry_points.WIN, "rank": entry_points.RANK, "margin": entry_points.MARGIN, "lead": entry_points.LEAD}


def find_reward(name: str) -> int:
    """The reward with this name: `win`, `rank`, `margin` or `lead` (defined in `entry_points.reward`)."""
    if name not in REWARDS:
        raise FormatError("reward", f"one of {', '.join(REWARDS)}, not {name!r}")
    return REWARDS[name]


def rewards_for(kind: int, result: GameEnd) -> list[float]:
    """The reward of each seat for a result.

    >>> rewards_for(entry_points.RANK, GameEnd(points=[3, 9, 5], ranking=[1, 2, 0], winners=1, survivors=3))
    [-1.0, 1.0, 0.0]
    """
    rewards = [0.0] * len(result.ranking)
    entry_points.reward(kind, result.points, result.ranking, result.winners, result.survivors, rewards)
    return [float(reward) for reward in rewards]
