"""Ratings by game, the statistics of a player, and the pages that show them."""
