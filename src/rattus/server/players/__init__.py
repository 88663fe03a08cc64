"""Players: who somebody is on every device, the games that are theirs, and how those ended."""
