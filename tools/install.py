"""Install requirements into the environment that runs this: with uv, or with pip where uv cannot.

    .venv/bin/python tools/install.py --require-hashes -r requirements/dev.lock

uv takes a tenth of the time. It does not read pip's configuration, so it gets the index and the package folders from
there as options; if it still fails, pip installs everything.
"""

import os
import subprocess
import sys
from pathlib import Path

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
UV_LOCK = Path(__file__).resolve().parent.parent / "requirements" / "uv.lock"
SAME_SETTINGS = {"index-url": "UV_DEFAULT_INDEX", "find-links": "UV_FIND_LINKS", "cert": "SSL_CERT_FILE"}


def main(words: list[str]) -> int:
    """Install the requirements; returns the exit status."""
    uv = find_uv()
    if uv is not None:
        done = subprocess.run(
            [uv, "pip", "install", "--quiet", "--python", sys.executable, *words],
            env={**pip_settings(), **os.environ},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            return 0
        print(f"uv could not install it, so pip does: {done.stderr.strip()[-500:]}", file=sys.stderr)
    return subprocess.run([*PIP, "install", "--quiet", *words], check=False).returncode


def find_uv() -> Path | None:
    """The path of uv in this environment, which is installed first; None if that fails."""
    uv = Path(sys.executable).with_name("uv.exe" if os.name == "nt" else "uv")
    if not uv.exists():
        words = [*PIP, "install", "--require-hashes", "--only-binary", ":all:", "--requirement", str(UV_LOCK)]
        subprocess.run(words, capture_output=True, check=False)
    return uv if uv.exists() else None


def pip_settings() -> dict[str, str]:
    """pip's configuration, from its files and the environment, as options of uv."""
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=False).stdout
    found = {}
    for line in listed.splitlines():
        name, _, value = line.partition("=")
        variable = SAME_SETTINGS.get(name.rpartition(".")[2])
        if variable is not None:
            found[variable] = " ".join(value.strip("'\"").replace("\\n", " ").split())
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
