"""Games for people: names, moves as text, positions, records, undo, scenarios."""
