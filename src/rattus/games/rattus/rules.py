"""The rules of both editions by name. Those of Africanus are the same functions, bound to AFRICAN = True."""

from rattus.games.rattus.ending import continue_final_ravage, ended, final_weight, score, survivors, victors
from rattus.games.rattus.observation import encode
from rattus.games.rattus.plague import continue_plague
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
    "continue_plague": continue_plague,
    "continue_final_ravage": continue_final_ravage,
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
