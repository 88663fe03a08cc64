"""The building actions, premium and standard (C22, C26-C30): both rules are written by `dispatch`."""

from rattus.kernel.rule import rule


@rule
def matters(box, table, seat, building, premium):
    """Whether an action could change or show anything, by what everybody sees (C22)."""
    raise NotImplementedError


@rule
def act(box, table, seat, building, premium, log):
    """Carry a building action out (C26-C30)."""
    raise NotImplementedError
