"""Seeds as people type them."""

from rattus.cli.wording import number_in


def read_seed(text: str) -> int | str:
    """A seed as typed."""
    number = number_in(text)
    return text if number is None else number
