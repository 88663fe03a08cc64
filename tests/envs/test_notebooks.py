"""The notebooks run from the first cell to the last."""

from pathlib import Path

import pytest

pytest.importorskip("ipykernel", reason="needs a Jupyter kernel")
nbclient = pytest.importorskip("nbclient", reason="needs nbclient")
nbformat = pytest.importorskip("nbformat", reason="needs nbformat")

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"

# Jupyter's own: it closes its sockets and event loop later than Python would like.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning:jupyter_client"),
    pytest.mark.timeout(1200),
]


def run(name):
    notebook = nbformat.read(NOTEBOOKS / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=600).execute()


def test_first_steps() -> None:
    pytest.importorskip("pettingzoo", reason="needs the extra `pettingzoo`")
    run("first_steps")


def test_tournament() -> None:
    run("tournament")


@pytest.mark.long
def test_training() -> None:
    pytest.importorskip("torch", reason="needs PyTorch")
    run("training")


def test_no_notebook_is_forgotten() -> None:
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == {"first_steps", "tournament", "training"}
