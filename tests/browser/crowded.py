"""The fullest position that can be: every seat, three rats and, in Africanus, diplomats in every region."""

from typing import Any

import rattus

CUBES = 20


def fullest(game: str, players: int) -> dict[str, Any]:
    """Red has to act, with everything everywhere; pawn, caravan and most of the diplomats are in the smallest region."""
    position: dict[str, Any] = rattus.new(game, players, 3).position()
    seats = ["red", "yellow", "green", "blue", "white", "orange"][:players]
    regions = position["regions"]
    small = "mauretania" if players > 4 else "bulgaria" if players > 2 else "anglia"  # by the area of its land
    spare = CUBES - len(regions)
    for name, region in regions.items():
        while len(region["rats"]) < 3:
            last = f"supply.{len(position['supply'])}"
            region["rats"].append(position["supply"].pop())
            slot = f"{name}.{len(region['rats'])}"
            position["marked"] = [slot if each == last else each for each in position["marked"]]
        region["cubes"] = {seat: 1 + (name == small) * (spare - 1) for seat in seats}
        if game == "africanus" and name == small:
            region["diplomats"] = list(seats)
    position["palace"] = {seat: 1 for seat in seats}
    if game == "africanus":
        position["palace_diplomats"] = {seat: 1 for seat in seats}
        position["caravan"] = small
    cards = list(position["classes"])
    position["classes"] = {card: seats[at % players] for at, card in enumerate(cards)}
    position |= {"phase": "turn", "turn": "red", "to_move": "red", "first": "red", "turns": 5, "plague": small, "taken": True}
    position["known"] = {"red": [f"{name}.2" for name in list(regions)[:4]]}
    return position
