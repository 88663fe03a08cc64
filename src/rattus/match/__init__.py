"""Games for people: moves as text, views, undo, positions, records and scenarios."""
