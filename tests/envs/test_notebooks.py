"""The notebooks run from the first cell to the last, and so does the example for a GPU."""

from pathlib import Path

import numpy as np
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


@pytest.mark.long
def test_tournament() -> None:
    run("tournament")


@pytest.mark.long
def test_training() -> None:
    pytest.importorskip("torch", reason="needs PyTorch")
    run("training")


@pytest.mark.long
def test_gpu_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its last cell asserts that the network learned something. On the CPU everywhere, so that it takes seconds."""
    pytest.importorskip("torch", reason="needs PyTorch")
    monkeypatch.setenv("RATTUS_SMALL", "1")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    monkeypatch.setenv("OMP_NUM_THREADS", "1")  # on a busy machine PyTorch's threads mostly wait for each other
    run("gpu_training")


def test_the_example_in_the_guide_runs_on_the_cpu() -> None:
    """The example for a GPU in docs/learning.md, with what only a GPU has left out, and less of it."""
    pytest.importorskip("torch", reason="needs PyTorch")
    guide = (NOTEBOOKS.parent / "docs" / "learning.md").read_text("utf-8")
    code = guide.partition("## On a GPU")[2].partition("```python\n")[2].partition("```")[0]
    for on_gpu, here in (
        ('"cuda"', '"cpu"'), ("65_536", "64"), ("range(1000)", "range(100)"), (", check=False", ""),
        ("assert batch.first_refused() is None", ""),
    ):  # fmt: skip
        assert on_gpu in code
        code = code.replace(on_gpu, here)
    names: dict[str, object] = {}
    exec(compile(code, "docs/learning.md", "exec"), names)
    batch = names["batch"]
    assert np.shares_memory(np.asarray(names["masks"]), batch.masks)
    assert np.asarray(names["masks"]).any(1).all()


def test_no_notebook_is_forgotten() -> None:
    names = {"first_steps", "gpu_training", "tournament", "training"}
    assert {path.stem for path in NOTEBOOKS.glob("*.ipynb")} == names
