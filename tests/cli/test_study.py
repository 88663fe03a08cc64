import json


def test_study_writes_its_reports(run, tmp_path):
    result = run("study", "rattus", "-p", "2", "-n", 4, "--html", "r.html", "--markdown", "r.md", "--json")
    assert result.exit_code == 0
    (data,) = json.loads(result.stdout)
    assert data["players"] == 2
    assert "<svg" in (tmp_path / "r.html").read_text("utf-8")
    assert "## Rattus" in (tmp_path / "r.md").read_text("utf-8")


def test_study_refuses_other_numbers_of_players(run):
    result = run("study", "rattus", "-p", "2,9")
    assert result.exit_code == 2
    assert "2,9" in result.stderr
