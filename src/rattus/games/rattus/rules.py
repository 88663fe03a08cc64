"""The rules of both games by name: those of Africanus are those of Rattus with AFRICAN true."""

from rattus.games.rattus.ending import ended, final_weight, go_on_with_final_ravage, score, survivors, victors
from rattus.games.rattus.observation import encode
from rattus.games.rattus.plague import go_on_with_plague
from rattus.games.rattus.play import is_evident, legal, perform, proceed
from rattus.games.rattus.setup import set_up
from rattus.games.rattus.veil import resample, veil
from rattus.kernel.rule import bind

RATTUS_RULES = {
    "set_up": set_up,
    "legal": legal,
    "perform": perform,
    "proceed": proceed,
    "is_evident": is_evident,
    "go_on_with_plague": go_on_with_plague,
    "go_on_with_final_ravage": go_on_with_final_ravage,
    "final_weight": final_weight,
    "veil": veil,
    "resample": resample,
    "encode": encode,
    "score": score,
    "victors": victors,
    "survivors": survivors,
    "ended": ended,
}
AFRICANUS_RULES = bind(RATTUS_RULES, "africanus", {"AFRICAN": True})
