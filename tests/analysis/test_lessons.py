import copy
import json
import re
from pathlib import Path

import pytest
import yaml

from rattus.analysis.lessons import (
    ICONS,
    LANGUAGES,
    all_courses,
    check_course,
    end_of,
    load_course,
    read_course,
    shipped_course,
)
from rattus.errors import FormatError
from rattus.games import GAMES
from rattus.match.vocabulary import rule_ids, vocabulary_of

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
    assert [course.game for course in courses] == list(GAMES)
    for course in courses:
        assert check_course(course, ALL_RULES) == []
        assert len(course.steps) >= 18
        for step in course.steps:
            assert step.rules
            for text in step.texts:
                assert set(text) == set(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_every_card_and_building_has_a_step(game):
    shown = {name for step in shipped_course(game).steps for name in step.show}
    steps = shipped_course(game).steps
    own = [card["card"] for card in vocabulary_of(GAMES[game])["cards"] if card["kind"] in ("class_card", "building")]
    if game == "africanus":
        own = ["astronomer", "explorer", "trader", "sultan"]  # the others are in the course of Rattus
    assert set(own) <= shown
    if game == "cartus":
        said = " ".join(pattern for step in steps for answer in step.answers for pattern in answer.moves)
        assert {"sword", "flute", "joker", "pass"} <= set(re.findall(r"[a-z]+", said))


def test_the_example_of_the_docs_is_a_course():
    root = Path(__file__).parents[2]
    about = (root / "docs/formats.md").read_text("utf-8").partition("## Lessons")[2]
    (example,) = re.findall("```yaml\n(.*?)```", about.partition("\n## ")[0], re.DOTALL)
    course = read_course(example, "docs")
    assert check_course(course, ALL_RULES) == []
    (step,) = course.steps
    assert step.right_line[0] == "place gallia 3"
    assert all(f"`{icon}`" in about for icon in ICONS)


def test_every_icon_that_can_be_a_sign_is_drawn():
    web = Path(__file__).parents[2] / "web/src/lib"
    drawn = json.loads((web / "ui/icons.json").read_text("utf-8")) | json.loads(
        (web / "art/pieces.json").read_text("utf-8")
    )
    assert set(drawn) >= ICONS


def test_wrong_answers_are_possible_and_told_apart():
    for course in all_courses():
        for step in course.steps:
            kinds = {answer.is_right for answer in step.answers}
            assert True in kinds
            says = [answer.say["en"] for answer in step.answers]
            assert len(set(says)) == len(says)


def test_an_answer_of_several_moves():
    def change(data, step):
        del data["chapters"][0]["steps"][1]
        step["until"] = ["plague"]
        step["answers"] = [
            {"moves": ["place gallia 2, plague germania"], "right": True, "say": TEXT},
            {"moves": ["place *", "plague *"], "say": TEXT},
        ]

    course = changed(change)
    (step,) = course.steps
    assert check_course(course) == []
    assert step.right_line == ("place gallia 2", "plague germania")
    lines = [line for line, _ in step.lines()]
    assert ("plague hungaria",) in lines
    assert ("place gallia 2",) not in lines
    assert step.is_whole(("place gallia 2",), step.play(["place gallia 2"])) is False


def test_an_answer_ends_when_somebody_else_is_to_move():
    step = next(step for step in shipped_course("rattus").steps if step.until == ("turn",))
    assert all(game.to_move != step.seat for _, game in step.lines())


def test_a_step_goes_on_where_the_last_one_ended():
    course = read_course(yaml.safe_dump(COURSE), "course")
    assert check_course(course) == []
    first, second = course.steps
    assert second.begin().view("red")["regions"]["gallia"]["cubes"] == {"red": 4}
    assert end_of(second).to_move == "yellow"
    assert first.right_line == ("place gallia 2",)
    assert first.answer(("plague germania",)).is_right is False


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
        (lambda _, step: step["answers"][0].update(right=False), "no legal move is right"),
        (lambda _, step: step["say"].update(nl="zie R99"), "no rule R99"),
        (lambda _, step: step.update(show=["galia"]), "nothing called 'galia'"),
        (lambda _, step: step.update(until=["plage"]), "no verb 'plage'"),
        (
            lambda data, _: data["chapters"][0].update(sign="pesant"),
            "one: no card, building or icon is called 'pesant'",
        ),
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
        (lambda _, step: step.update(rules="R15"), "rules: must be a list"),
        (lambda _, step: step.update(show=[3]), r"show\[0\]: must be a text"),
        (lambda _, step: step.update(until="plague"), "until: must be a list"),
        (lambda _, step: step.update(then=3), "then: must be a list"),
        (lambda _, step: step.update(then=[{}]), r"then\[0\]: must be one seat"),
        (lambda _, step: step.update(then=[{"yellow": 3}]), r"then\[0\]: must be a text"),
        (lambda _, step: step.update(expect=3), "expect: must be a map"),
        (lambda _, step: step.update(id=3), "id: must be a text"),
        (lambda _, step: step["answers"][0].update(right="yes"), "right: must be true or false"),
        (lambda data, _: data["chapters"].append(data["chapters"][0]), "two chapters are called 'one'"),
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
