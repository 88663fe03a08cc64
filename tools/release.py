"""Release a version with one command: `make release VERSION=1.2.3`.

It checks, writes version and changelog, commits, tags and builds. Nothing leaves this machine: the last lines say which
commands publish it.
"""

import datetime
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION_FILE = ROOT / "pyproject.toml"
CHANGELOG = ROOT / "CHANGELOG.md"
VERSION_LINE = re.compile(r'^version = "([^"]+)"$', re.MULTILINE)
UNRELEASED = re.compile(r"^## Unreleased\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class NotReady(Exception):
    """Raised, with the reason, if no release can be made now."""


def check_version(new: str, old: str) -> None:
    """NotReady unless this is a valid version later than the current one."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", new):
        raise NotReady(f"VERSION={new!r}: a version is three numbers, such as 1.2.3")
    if tuple(map(int, new.split("."))) <= tuple(map(int, old.split("."))):
        raise NotReady(f"{new} is not later than {old}, the present version")


def with_version(text: str, version: str) -> str:
    """pyproject.toml with another version."""
    changed, count = VERSION_LINE.subn(f'version = "{version}"', text)
    if count != 1:
        raise NotReady("there is not exactly one version in pyproject.toml")
    return changed


def with_release(text: str, version: str, day: datetime.date) -> str:
    """The changelog with what was unreleased under the name of the version."""
    found = UNRELEASED.search(text)
    if found is None or not found[1].strip():
        raise NotReady("CHANGELOG.md says nothing under Unreleased")
    return text[: found.start()] + f"## Unreleased\n\n## {version} - {day}\n{found[1]}" + text[found.end() :]


def check_tree() -> None:
    """NotReady unless everything is committed and main is checked out."""
    if run("git", "status", "--porcelain"):
        raise NotReady("there are changes that are not committed")
    branch = run("git", "branch", "--show-current")
    if branch != "main":
        raise NotReady(f"releases are made on main, not on {branch or 'a commit without a branch'}")


def run(*words: str) -> str:
    """Run a command; returns its output."""
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def release(version: str) -> None:
    """Make the release."""
    source = VERSION_FILE.read_text("utf-8")
    found = VERSION_LINE.search(source)
    check_version(version, found[1] if found else "")
    check_tree()
    changed = with_version(source, version)
    changelog = with_release(CHANGELOG.read_text("utf-8"), version, datetime.datetime.now(datetime.UTC).date())
    subprocess.run(["make", "test"], cwd=ROOT, check=True)
    VERSION_FILE.write_text(changed, "utf-8")
    CHANGELOG.write_text(changelog, "utf-8")
    try:
        subprocess.run(["make", "build"], cwd=ROOT, check=True)
    except BaseException:
        run("git", "checkout", "--", str(VERSION_FILE), str(CHANGELOG))  # so that the next try starts from a clean tree
        raise
    run("git", "add", str(VERSION_FILE), str(CHANGELOG))
    run("git", "commit", "--message", f"Release {version}")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"rattus {version}")
    print(f"rattus {version} is built in dist/ and tagged v{version}. To publish it:")
    print(f"    git push origin main v{version}")
    print(f"    twine upload dist/rattus-{version}*")


def main() -> int:
    """Release the version on the command line; returns the exit status."""
    try:
        release(sys.argv[1] if len(sys.argv) > 1 else "")
    except NotReady as trouble:
        print(f"No release: {trouble}.", file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as failed:
        print(f"No release: {' '.join(map(str, failed.cmd))} failed. {failed.stderr or ''}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
