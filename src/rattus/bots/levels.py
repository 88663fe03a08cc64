"""The levels of computer players that people choose from. How well they play is measured: docs/bots.md."""

LEVELS = {"easy": "greedy", "normal": "greedy", "hard": "mcts:1500", "best": "mcts:12000"}
EASY_BLUNDERS = 0.5  # share of random moves of `easy`
