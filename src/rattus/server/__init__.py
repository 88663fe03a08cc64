"""The server: tables, seats, storage and live play. It knows no rules of any game."""
