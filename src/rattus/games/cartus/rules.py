"""The rules by name, bound to the buildings of the edition."""

from rattus.games.cartus.actions import matters
from rattus.games.cartus.buildings.watchtower import is_guarded
from rattus.games.cartus.dealing import resample
from rattus.games.cartus.dispatch import own_rules, write_dispatch
from rattus.games.cartus.editions import BUILDING_CARDS, NAMES
from rattus.games.cartus.observation import encode
from rattus.games.cartus.play import is_evident, legal, perform, proceed
from rattus.games.cartus.scoring import ended, score, survivors, victors
from rattus.games.cartus.setup import set_up
from rattus.games.cartus.sizes import NAME
from rattus.games.cartus.veil import veil
from rattus.kernel.rule import bind

RULES = bind(
    {
        "set_up": set_up,
        "legal": legal,
        "perform": perform,
        "proceed": proceed,
        "is_evident": is_evident,
        "matters": matters,
        "is_guarded": is_guarded,
        "veil": veil,
        "resample": resample,
        "encode": encode,
        "score": score,
        "victors": victors,
        "survivors": survivors,
        "ended": ended,
        **own_rules(BUILDING_CARDS),
    },
    NAME,
    NAMES,
    write_dispatch(BUILDING_CARDS),
)
