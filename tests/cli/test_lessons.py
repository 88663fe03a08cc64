from importlib import resources


def test_the_courses_of_the_package_hold(run):
    result = run("lessons")
    assert result.exit_code == 0
    assert "Rattus: 3 chapters" in result.stdout


def test_a_course_with_a_fault(run, tmp_path):
    text = resources.files("rattus").joinpath("data", "lessons", "rattus.yaml").read_text("utf-8")
    (tmp_path / "mine.yaml").write_text(text.replace("rules: [R11]", "rules: [R111]"), "utf-8")
    result = run("lessons", "mine.yaml")
    assert result.exit_code == 1
    assert "R111" in result.stderr
    assert run("lessons", "none.yaml").exit_code == 2
