"""The table server: tables, seats, storage and live play."""
