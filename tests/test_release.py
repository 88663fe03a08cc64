"""What a release writes, and what it refuses; and what the distributions hold."""

import datetime
import os
import subprocess
from pathlib import Path

import pytest

import check_dists
import release
from release import NotReady, check_version, with_release, with_version

LOG = "# Changelog\n\n## Unreleased\n\n### Added\n- A thing.\n\n## 0.1.0\n\nThe first.\n"
DAY = datetime.date(2030, 1, 2)


def test_the_changelog_gets_a_heading_with_the_day() -> None:
    done = with_release(LOG, "0.2.0", DAY)
    assert done == LOG.replace("## Unreleased\n", "## Unreleased\n\n## 0.2.0 - 2030-01-02\n")
    with pytest.raises(NotReady, match="says nothing"):
        with_release(done, "0.3.0", DAY)


def test_the_version_is_written_where_it_is_read() -> None:
    source = release.VERSION_FILE.read_text("utf-8")
    assert '\nversion = "7.8.9"\n' in with_version(source, "7.8.9")
    with pytest.raises(NotReady, match="exactly one"):
        with_version("", "7.8.9")


@pytest.mark.parametrize("version", ["", "1", "1.2", "v1.2.3", "1.2.3rc1", "0.1.0", "0.0.9"])
def test_what_is_no_later_version_is_refused(version: str) -> None:
    with pytest.raises(NotReady):
        check_version(version, "0.1.0")


def test_a_later_version_is_taken() -> None:
    check_version("0.10.0", "0.9.9")


def test_the_changelog_of_the_project_has_what_a_release_needs() -> None:
    assert release.UNRELEASED.search(release.CHANGELOG.read_text("utf-8"))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with nothing in it but a version and a changelog, and a `make` that fails at what MAKE_FAILS names."""
    folder, programs = tmp_path / "project", tmp_path / "bin"
    folder.mkdir()
    programs.mkdir()
    (programs / "make").write_text('#!/bin/sh\n[ "$1" != "$MAKE_FAILS" ]\n')
    (programs / "make").chmod(0o755)
    (folder / "pyproject.toml").write_text('version = "0.1.0"\n')
    (folder / "CHANGELOG.md").write_text(LOG)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Anna")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "anna@example.org")
    monkeypatch.setattr(release, "ROOT", folder)
    monkeypatch.setattr(release, "VERSION_FILE", folder / "pyproject.toml")
    monkeypatch.setattr(release, "CHANGELOG", folder / "CHANGELOG.md")
    for words in (["init", "--quiet", "--initial-branch", "main"], ["add", "."], ["commit", "--quiet", "-m", "Begin"]):
        subprocess.run(["git", *words], cwd=folder, check=True)
    return folder


def test_a_release_is_committed_and_tagged(project: Path) -> None:
    release.release("0.2.0")
    assert release.run("git", "tag") == "v0.2.0"
    assert release.run("git", "log", "-1", "--format=%s") == "Release 0.2.0"
    assert release.run("git", "status", "--porcelain") == ""
    assert (project / "pyproject.toml").read_text() == 'version = "0.2.0"\n'
    assert "## 0.2.0 - " in (project / "CHANGELOG.md").read_text()


@pytest.mark.parametrize("step", ["test", "build"])
def test_a_release_that_fails_changes_nothing(project: Path, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    monkeypatch.setenv("MAKE_FAILS", step)
    with pytest.raises(subprocess.CalledProcessError):
        release.release("0.2.0")
    assert release.run("git", "status", "--porcelain") == ""
    assert release.run("git", "tag") == ""
    monkeypatch.setenv("MAKE_FAILS", "")
    release.release("0.2.0")  # the next try
    assert release.run("git", "tag") == "v0.2.0"
    assert 'version = "0.2.0"' in (project / "pyproject.toml").read_text()


def test_releases_are_made_on_main_from_what_is_committed(project: Path) -> None:
    (project / "new.txt").write_text("")
    with pytest.raises(NotReady, match="not committed"):
        release.release("0.2.0")
    (project / "new.txt").unlink()
    release.run("git", "switch", "--quiet", "--create", "other")
    with pytest.raises(NotReady, match="on main"):
        release.release("0.2.0")


@pytest.mark.slow
def test_a_wheel_built_by_way_of_the_source_distribution_holds_everything(tmp_path) -> None:
    pytest.importorskip("build", reason="needs the package build")
    if not (check_dists.PACKAGE / "web" / "index.html").is_file():
        pytest.skip("the browser client is not built: make setup")
    sdist, wheel = check_dists.build(tmp_path)
    assert check_dists.missing(sdist, wheel) == []
    assert any(name.startswith("rattus/web/assets/") for name in check_dists.wanted())
    assert {"rattus/data/nets/rattus.npz", "rattus/py.typed", "rattus/rules/rattus.md"} <= check_dists.wanted()
