"""The libraries of the environments are imported only by their own adapters."""

import subprocess
import sys

FOREIGN = ("pettingzoo", "gymnasium", "pyspiel", "open_spiel", "pyarrow", "PIL", "torch")


def test_the_package_and_its_command_import_none_of_them() -> None:
    code = f"""
import sys, rattus, rattus.cli.main, rattus.envs.batch, rattus.envs.export, rattus.envs.drawing
print([name for name in {FOREIGN} if name in sys.modules])
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
