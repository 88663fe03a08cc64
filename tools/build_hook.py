"""Ships the browser client with every distribution: hatchling calls this before it builds one.

An editable install needs no client: `make play` and `make setup` build it beside.
"""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface[Any]):
    """Builds the client if it is missing, or fails with an explanation."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - given by hatchling
        """Called before a source distribution or a wheel is put together."""
        root = Path(self.root)
        page = root / "src" / "rattus" / "web" / "index.html"
        if version == "editable" or page.is_file():
            return
        npm = shutil.which("npm")
        if npm is None or not (root / "web" / "package.json").is_file():
            raise RuntimeError("The browser client is not built: install Node 20 or newer, or run `make setup` first.")
        for words in (["install", "--no-save", "--no-audit", "--no-fund", "--omit=dev"], ["run", "build"]):
            subprocess.run([npm, "--prefix", str(root / "web"), *words], check=True)
        shutil.copytree(root / "web" / "dist", page.parent, dirs_exist_ok=True)
