"""Rattus and Rattus Africanus at the terminal."""
