"""Colours of seats and classes. Nothing is told by colour alone: each seat has its letter, each class its name."""

PAPER, SEA, LAND, INK, PALE, BLOOD = "#efe4c8", "#d3d9c6", "#e4dec9", "#3b2416", "#8a6f4e", "#8c2f22"
WASHES = ("#f4e2cd", "#e9ead0", "#f6e6bf", "#dfe7e4")  # of regions: no neighbour has the same
RAT, KNOWN = "#6f5334", "#f6ecd2"
SEATS = {  # wood and letter
    "red": ("#b3261e", "#ffffff"),
    "yellow": ("#e8b020", "#1a1109"),
    "green": ("#1d7a4f", "#ffffff"),
    "blue": ("#1f4f99", "#ffffff"),
    "white": ("#fbf8f0", "#1a1109"),
    "orange": ("#ee7d1a", "#1a1109"),
}
CLASSES = {
    "peasantry": ("#d1ae57", "#2a1d12"),
    "bourgeoisie": ("#905a32", "#fdf6e6"),
    "church": ("#4d2a67", "#fdf6e6"),
    "chivalry": ("#96adc7", "#2a1d12"),
    "magic": ("#1b4031", "#fdf6e6"),
    "royalty": ("#9b1147", "#fdf6e6"),
}
