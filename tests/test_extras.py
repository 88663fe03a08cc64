"""Without an extra, a command says in one sentence which one to install; the others do not notice."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rattus
from rattus.extras import PACKAGES, Extra

ROOT = Path(__file__).resolve().parent.parent
SPEED_UPS = {"httptools", "uvloop"}  # which some systems lack: the server runs without
IMPORTED_AS = {"open_spiel": "pyspiel", "pillow": "PIL"}  # where it is not the name of the package
FOR_DEVELOPERS = {"all", "bench", "dev", "docs", "test"}
NOT_ASKED_FOR = {"cuda"}  # its own error also says whether there is a GPU
OPTIONAL = sorted({package for packages in PACKAGES.values() for package in packages})
BLOCK = """
import sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocked())
"""
SECONDS = 300  # enough for a very busy machine


def run_without(packages: list[str], code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run Python as if these packages were not installed."""
    command = [sys.executable, "-c", BLOCK.format(blocked=set(packages)) + code]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=SECONDS, check=False)


def run_command_without(packages: list[str], arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run `rattus` as if these packages were not installed."""
    return run_without(packages, f"from rattus.cli import app; app({arguments!r}, prog_name='rattus')", folder)


def test_every_extra_is_known() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert set(declared) - FOR_DEVELOPERS - NOT_ASKED_FOR <= set(Extra)
    assert set(PACKAGES) == set(Extra)


@pytest.mark.parametrize("extra", list(Extra))
def test_all_packages_of_an_extra_are_looked_for(extra: Extra) -> None:
    """Otherwise a command without one of them ends with a traceback."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"][extra]
    names = {re.match(r"[\w-]+", requirement)[0] for requirement in declared} - SPEED_UPS
    assert {IMPORTED_AS.get(name, name.replace("-", "_")) for name in names} == set(PACKAGES[extra])


def test_the_package_and_its_command_import_no_extra(tmp_path: Path) -> None:
    code = "import json, rattus, rattus.cli, rattus.testing; print(json.dumps(sorted(sys.modules)))"
    done = run_without([], code, tmp_path)
    assert done.returncode == 0, done.stderr
    imported = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not imported & set(OPTIONAL)


def test_the_terminal_needs_no_extra(tmp_path: Path) -> None:
    for arguments in (
        ["--version"],
        ["rules", "R1"],
        ["play", "--humans", "0", "-o", "max_turns=2", "--player", "random"],
    ):
        done = run_command_without(OPTIONAL, arguments, tmp_path)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
    assert run_command_without(OPTIONAL, ["--version"], tmp_path).stdout == f"rattus {rattus.__version__}\n"


@pytest.mark.parametrize(
    ("extra", "arguments", "purpose"),
    [
        (Extra.SERVER, ["serve"], "rattus serve"),
        (Extra.POSTGRES, ["serve", "--database", "postgresql://localhost/rattus"], "a PostgreSQL database"),
        (Extra.REDIS, ["serve", "--database", "sqlite:///x", "--redis", "redis://localhost"], "--redis"),
        (Extra.TRAIN, ["train", "rattus"], "rattus train"),
        (Extra.TRAIN, ["net", "export", "rattus.onnx"], "rattus net export"),
        (Extra.ARENA, ["arena", "-n", "1", "--players", "random"], "rattus arena"),
        (Extra.RAY, ["arena", "--backend", "ray"], "rattus arena --backend ray"),
        (Extra.PARQUET, ["export", "games.parquet"], "rattus export"),
    ],
)
def test_a_command_names_the_missing_extra(extra: Extra, arguments: list[str], purpose: str, tmp_path: Path) -> None:
    packages = list(PACKAGES[extra])
    done = run_command_without(packages, arguments, tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: {purpose} needs ")
    assert line.endswith(f": pip install 'rattus[{extra}]'")
    assert packages[0] in line


def test_evaluation_needs_the_arena_and_says_how_to_do_without(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="needs PyTorch")
    done = run_command_without(["scipy"], ["train", "rattus"], tmp_path)
    assert done.returncode == 2
    assert "--no-evaluate" in done.stderr
    assert "pip install 'rattus[arena]'" in done.stderr


def test_one_version_number() -> None:
    assert rattus.__version__ == tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    for path in (ROOT / "src").rglob("*.py"):
        assert f'"{rattus.__version__}"' not in path.read_text("utf-8"), path
