"""Whatever a file holds, it is read as scenarios or refused with its place."""

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rattus.errors import FormatError
from rattus.match.scenario import read_scenarios

from ..fuzz import examples

SCENARIOS = Path(__file__).resolve().parent.parent / "scenarios"
TEXT = (SCENARIOS / "rulebook_rattus.yaml").read_text("utf-8")
WORDS = st.sampled_from(
    ["{", "]", "- ", ": ", "&a", "*a", "!!python/object:os.system", "\t", "null", "9" * 400, "é", "\0"]
)


def read_or_refuse(path: Path, text: str) -> None:
    """Read it, and play what can be read: nothing but FormatError may be raised."""
    path.write_text(text, "utf-8", errors="surrogatepass")
    try:
        scenarios = read_scenarios(path)
    except FormatError:
        return
    for scenario in scenarios:
        scenario.check()


@given(text=st.text(max_size=200))
@settings(max_examples=examples(150), deadline=None, suppress_health_check=list(HealthCheck))
def test_any_text(tmp_path: Path, text: str) -> None:
    read_or_refuse(tmp_path / "any.yaml", text)


@given(place=st.integers(0, len(TEXT)), length=st.integers(0, 30), word=WORDS)
@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_damaged_scenario(tmp_path: Path, place: int, length: int, word: str) -> None:
    read_or_refuse(tmp_path / "damaged.yaml", TEXT[:place] + word + TEXT[place + length :])
