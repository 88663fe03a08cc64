"""The engine room: how rules are compiled, random numbers, records of numbers. It knows no game."""
