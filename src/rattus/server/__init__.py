"""The server: tables, chairs, storage and live play. It knows no rules of any game."""
