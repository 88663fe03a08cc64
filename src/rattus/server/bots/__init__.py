"""Computer players: who schedules their moves, and the worker processes that think."""
