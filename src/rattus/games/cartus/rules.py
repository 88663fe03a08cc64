"""The rules of the game by the names that `entry_points` uses."""

from rattus.games.cartus.dealing import resample
from rattus.games.cartus.observation import encode
from rattus.games.cartus.play import is_evident, legal, perform, proceed
from rattus.games.cartus.scoring import ended, score, survivors, victors
from rattus.games.cartus.setup import set_up
from rattus.games.cartus.veil import veil

CARTUS_RULES = {
    "set_up": set_up,
    "legal": legal,
    "perform": perform,
    "proceed": proceed,
    "is_evident": is_evident,
    "veil": veil,
    "resample": resample,
    "encode": encode,
    "score": score,
    "victors": victors,
    "survivors": survivors,
    "ended": ended,
}
