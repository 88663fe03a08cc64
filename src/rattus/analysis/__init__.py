"""Understanding games: reviews, statistics, puzzles, variations and lessons.

Everything here judges a position by what a seat could know. What is hidden from it is sampled, as computer players do.
"""
