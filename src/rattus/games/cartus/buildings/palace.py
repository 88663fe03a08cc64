"""The Palace: draw victory point tokens (C30)."""

from rattus.games.cartus.buildings.building import Building
from rattus.games.cartus.cards import take_tokens
from rattus.kernel.rule import rule


@rule
def palace_matters(box, table, seat, premium):
    """While there are tokens (C30)."""
    return table.tokens_left > 0


@rule
def use_palace(box, table, seat, premium, log):
    """Two tokens, or one (C30)."""
    take_tokens(box, table, seat, 2 if premium else 1, log)


BUILDING = Building("palace", "royalty", "C30", palace_matters, use_palace)
