"""The kernel: compiling rules, random numbers, records of numbers, the engine. It knows no game."""
