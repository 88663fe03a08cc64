"""The rules of both editions by name: the same functions, bound to the cards and words of each."""

from rattus.games.rattus.cards.knight import final_weight
from rattus.games.rattus.dispatch import write_dispatch
from rattus.games.rattus.editions import AFRICANUS_EDITION, RATTUS_EDITION, Edition
from rattus.games.rattus.ending import continue_final_ravage, ended, score, survivors, victors
from rattus.games.rattus.observation import encode
from rattus.games.rattus.plague import continue_plague
from rattus.games.rattus.play import is_evident, legal, perform, proceed
from rattus.games.rattus.setup import set_up
from rattus.games.rattus.veil import resample, veil
from rattus.kernel.rule import Rule, bind

_RULES = {
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


def _rules_of(edition: Edition) -> dict[str, Rule]:
    return bind(_RULES, edition.name, edition.names, write_dispatch(edition))


RATTUS_RULES = _rules_of(RATTUS_EDITION)
AFRICANUS_RULES = _rules_of(AFRICANUS_EDITION)
