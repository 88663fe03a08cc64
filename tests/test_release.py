"""What a release writes, and what it refuses; and what the distributions hold."""

import datetime

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


@pytest.mark.slow
def test_a_wheel_built_by_way_of_the_source_distribution_holds_everything(tmp_path) -> None:
    pytest.importorskip("build", reason="needs the package build")
    if not (check_dists.PACKAGE / "web" / "index.html").is_file():
        pytest.skip("the browser client is not built: make setup")
    sdist, wheel = check_dists.build(tmp_path)
    assert check_dists.missing(sdist, wheel) == []
    assert any(name.startswith("rattus/web/assets/") for name in check_dists.wanted())
