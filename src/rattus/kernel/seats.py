"""The seats of the games, clockwise, by colour."""

SEATS = ("red", "yellow", "green", "blue", "white", "orange")
NOBODY = -1
