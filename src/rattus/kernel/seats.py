"""The seats of the games, clockwise, by colour. In the engine a seat is its place in this list."""

SEATS = ("red", "yellow", "green", "blue", "white", "orange")
NOBODY = -1  # no seat; as a viewer, a spectator
