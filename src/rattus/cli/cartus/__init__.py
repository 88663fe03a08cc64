"""Rattus Cartus at the terminal."""
