"""Tournaments between computer players, with ratings and confidence intervals.

Definitions:

- Seats. `schedule` makes the seatings: every player sits in every seat equally often, every deal is played with every
  seating. A player that sits on several seats of a game counts once for each of them.
- Wins. A win that is shared counts as that share of a win for each. A game that nobody wins is nobody's win; its
  ranking counts like any other. The win rate is wins divided by seats taken: four equal players have 25 % each.
- Ranks. The ranking is that of the rules, tie-breakers included. Players who are still equal tie: each has the mean
  of the ranks that they take up, and neither ranks before the other: half a point each.
- Ratings. Bradley-Terry on who ranks before whom, 400 points for odds of ten to one, the mean of all players is 0
  (see `ratings`).
- Intervals. All are at 95 % and take the games of a deal as one observation, since they are alike (see `estimate`).
- Faults. A player that returns no legal move forfeits it: a random one is played, counted and reported.
"""
