#!/usr/bin/env python3
"""A computer player in thirty lines, for any game of rattus. It needs nothing but Python:

    rattus play --player "cmd:python3 examples/mybot.py"

A question comes as one JSON object a line, and the answer goes out the same way. Copy it into any language.
"""

import json
import sys

LIKED = ["king", "place", "settle", "act", "play", "take", "supply"]  # the verbs it tries first


def choose(view: dict, seat: str, legal: list[str]) -> str:
    """The first verb it likes; of those moves the one that names the highest number, such as the most cubes."""
    for verb in LIKED:
        moves = [move for move in legal if move.split()[0] == verb]
        if moves and verb == "play" and view["rats"][seat] > 10:
            continue  # in Rattus Cartus: enough rats
        if moves:
            return max(moves, key=lambda move: "".join(filter(str.isdigit, move)))
    return legal[-1]


for line in sys.stdin:
    question = json.loads(line)
    move = choose(question["view"], question["seat"], question["legal"])
    print(json.dumps({"move": move}), flush=True)
