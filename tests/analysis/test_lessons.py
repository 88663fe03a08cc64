import copy
import re

import pytest
import yaml

from rattus.analysis.lessons import LANGUAGES, all_courses, check_course, end_of, load_course, read_course
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.match.vocabulary import rule_ids

ALL_RULES = frozenset(rule for game in GAMES for rule in rule_ids(game))
TEXT = dict.fromkeys(LANGUAGES, "words")
POSITION = {
    "players": 2, "first": "red", "turn": "red", "phase": "turn", "plague": "polonia", "supply": 20, "taken": True,
    "regions": {"gallia": {"rats": 2, "cubes": {"red": 2}}},
}  # fmt: skip
COURSE = {
    "format": 1, "game": "rattus", "title": TEXT,
    "chapters": [{"id": "one", "title": TEXT, "steps": [
        {"id": "first", "seat": "red", "position": POSITION, "rules": ["R15"], "say": TEXT, "ask": TEXT,
         "answers": [{"moves": ["place gallia 2"], "right": True, "say": TEXT}, {"moves": ["*"], "say": TEXT}],
         "expect": {"regions": {"gallia": {"cubes": {"red": 4}}}}},
        {"id": "second", "seat": "red", "go_on": True, "say": TEXT, "ask": TEXT,
         "answers": [{"moves": ["plague *"], "right": True, "say": TEXT}]},
    ]}],
}  # fmt: skip


def changed(change):
    """The course with a change."""
    data = copy.deepcopy(COURSE)
    change(data, data["chapters"][0]["steps"][0])
    return read_course(yaml.safe_dump(data), "course")


def test_the_courses_of_the_package_are_right():
    courses = all_courses()
    assert {course.game for course in courses} == {"rattus"}
    for course in courses:
        assert check_course(course, ALL_RULES) == []
        assert len(course.steps) >= 7
        for step in course.steps:
            for text in (step.say, step.ask, *(answer.say for answer in step.answers)):
                assert set(text) == set(LANGUAGES)


def test_a_step_goes_on_where_the_last_one_ended():
    course = read_course(yaml.safe_dump(COURSE), "course")
    assert check_course(course) == []
    first, second = course.steps
    assert second.begin().view("red")["regions"]["gallia"]["cubes"] == {"red": 4}
    assert end_of(second).to_move == "yellow"
    assert first.right_moves == ("place gallia 2",)
    assert first.answer("plague germania").is_right is False


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda _, step: step.update(expect={"to_move": "yellow"}), "to_move"),
        (lambda _, step: step["answers"].pop(), "nothing is said about"),
        (lambda _, step: step["answers"][1].update(moves=["fly *", "*"]), "no legal move is like 'fly \\*'"),
        (lambda _, step: step.update(rules=["R99"]), "no rule R99"),
        (lambda _, step: step.update(seat="yellow"), "red is to move"),
        (lambda _, step: step.update(then=[{"yellow": "plague gallia"}]), "after 'place gallia 2'"),
        (lambda _, step: step["position"].update(plague="atlantis"), "atlantis"),
    ],
)
def test_what_the_rules_do_not_do_is_found(change, fault):
    def alone(data, step):
        del data["chapters"][0]["steps"][1]
        change(data, step)

    faults = check_course(changed(alone), ALL_RULES)
    assert faults
    assert any(re.search(fault, each) for each in faults), faults


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda data, _: data.update(game="chess"), "game"),
        (lambda data, _: data.update(format=2), "format"),
        (lambda data, _: data.update(colour="red"), "unknown key"),
        (lambda _, step: step["say"].pop("nl"), "say.nl"),
        (lambda _, step: step.update(go_on=True), "either"),
        (lambda _, step: (step.pop("position"), step.update(go_on=True)), "no step before"),
        (lambda _, step: step.update(id="second"), "two steps"),
        (lambda _, step: step.update(answers=[]), "list"),
        (lambda _, step: step["answers"][0].update(right=False), "no legal move is right"),
    ],
)
def test_a_course_that_cannot_be_read_is_refused(change, fault):
    with pytest.raises(FormatError, match=fault):
        changed(change)


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(FormatError, match="cannot be read"):
        load_course(tmp_path / "none.yaml")
    (tmp_path / "bad.yaml").write_text("a: [", "utf-8")
    with pytest.raises(FormatError, match="not valid YAML"):
        load_course(tmp_path / "bad.yaml")
