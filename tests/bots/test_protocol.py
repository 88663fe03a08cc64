"""Budgets as text."""

import pytest

from rattus.bots.protocol import Budget, read_budget
from rattus.errors import FormatError


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("1", Budget(1)),
        ("500", Budget(500)),
        ("500x2", Budget(500, None, 2)),
        ("1s", Budget(None, 1.0)),
        ("0.25s", Budget(None, 0.25)),
        ("2.5sx4", Budget(None, 2.5, 4)),
    ],
)
def test_a_budget_is_simulations_or_seconds(text, budget) -> None:
    assert read_budget(text) == budget
    assert str(budget) == text


@pytest.mark.parametrize("text", ["", "0", "-5", "many", "1.5", "1 s", "s", "0s", "9999s", "5x0", "5x", "99999999"])
def test_a_bad_budget_is_refused(text) -> None:
    with pytest.raises(FormatError) as error:
        read_budget(text)
    assert error.value.place == "budget"
