"""Build the source distribution, and from it the wheel, and check that no files are missing.

    .venv/bin/python tools/check_dists.py [FOLDER]     # dist/ unless another is named

`python -m build` builds the wheel from the source distribution, as installers do if there is no wheel: a file missing
from the first is missing from the second.
"""

import argparse
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "rattus"


def wanted() -> set[str]:
    """Files that a wheel must hold: all sources, all data, and the client's pages."""
    found = (path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(PACKAGE.parent).as_posix() for path in found} | {"rattus/web/index.html"}


def build(folder: Path) -> tuple[Path, Path]:
    """Build both; returns their paths."""
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(words, check=True)
    sdist, wheel = (
        max(folder.glob(pattern), key=lambda path: path.stat().st_mtime)
        for pattern in ("rattus-*.tar.gz", "rattus-*.whl")
    )
    return sdist, wheel


def missing(sdist: Path, wheel: Path) -> list[str]:
    """The required files that they do not contain."""
    with tarfile.open(sdist) as archive:
        sources = {name.partition("/")[2] for name in archive.getnames()}
    with zipfile.ZipFile(wheel) as archive:
        files = set(archive.namelist())
        metadata = next(archive.read(name).decode() for name in files if name.endswith(".dist-info/METADATA"))
    lacks = [f"{wheel.name}: {name}" for name in sorted(wanted() - files)]
    lacks += [f"{sdist.name}: {name}" for name in sorted({f"src/{name}" for name in wanted()} - sources)]
    lacks += [f"{wheel.name}: extra {name}" for name in ("server", "all") if f"Provides-Extra: {name}" not in metadata]
    return lacks


def main() -> int:
    """Build and check; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    folder = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    sdist, wheel = build(folder)
    lacks = missing(sdist, wheel)
    for line in lacks:
        print(f"missing in {line}", file=sys.stderr)
    if not lacks:
        print(f"{sdist.name} and {wheel.name} hold everything, the browser client too.")
    return 1 if lacks else 0


if __name__ == "__main__":
    sys.exit(main())
