"""The scenario checker: what holds, what does not, and what cannot be read."""

from pathlib import Path

import pytest

import rattus
from rattus.errors import FormatError
from rattus.match.scenario import read_scenarios

TURN = """
  {game: rattus, players: 2, turn: red, phase: turn, taken: true, plague: anglia, removed: 3,
   supply: [{limit: 3, symbols: [all, magic]}, {limit: 4, symbols: [church]}],
   turned: [{limit: 6, symbols: [all]}], palace: {yellow: 1}, used: [monk, king],
   classes: {monk: red, king: red, witch: null}, known: {red: [italia.1, gallia.2]},
   regions: {gallia: {rats: [{limit: 1, symbols: [all]}, {limit: 2, symbols: [magic, royalty]}],
                      cubes: {red: 2, yellow: 1}},
             italia: {rats: 1}}}
"""
OVER = """
  {game: rattus, players: 3, turn: red, phase: final_ravage, plague: anglia, supply: 2,
   regions: {gallia: {cubes: {red: 2, green: 3}}}}
"""


@pytest.fixture
def read(tmp_path: Path):
    def read_text(text: str | bytes):
        path = tmp_path / "some.yaml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return read_scenarios(path)

    return read_text


@pytest.fixture
def check(read):
    def check_parts(expect: str, moves: str = "[]", position: str = TURN) -> list[str]:
        (scenario,) = read(f"position: {position}\nmoves: {moves}\nexpect: {expect}\n")
        return scenario.check()

    return check_parts


# ---- what is expected of the position


@pytest.mark.parametrize(
    "expect",
    [
        "{}",
        "{to_move: red, turn: red, first: red, phase: turn, turns: 0, plague: anglia}",
        "{taken: true, placed: false, acting: null, pending: null, ravage: null}",
        # a number is the length of a list
        "{supply: 2, removed: 3, turned: 1, used: 2}",
        "{regions: {gallia: {rats: 2}, italia: {rats: 1}, polonia: {rats: 0}}}",
        "{regions: {gallia: {rats: [{limit: 1, symbols: 1}, {limit: 2, symbols: 2}]}}}",
        # a seat that is not named has none
        "{regions: {gallia: {cubes: {red: 2, yellow: 1}}, italia: {cubes: {}}}}",
        "{regions: {italia: {cubes: {red: 0}}}}",
        "{palace: {yellow: 1}}",
        "{palace: {yellow: 1, red: 0}}",
        # other maps only in the keys named
        "{regions: {gallia: {rats: 2}}}",
        "{classes: {monk: red}}",
        "{classes: {witch: null}}",
        "{known: {}}",
        "{known: {yellow: []}}",
        "{regions: {gallia: {rats: [{limit: 1}, {symbols: [magic, royalty]}]}}}",
        # without order
        "{used: [king, monk]}",
        "{used: [monk, king]}",
        "{known: {red: [gallia.2, italia.1]}}",
        "{known: {red: [italia.1, gallia.2]}}",
        "{regions: {gallia: {rats: [{limit: 1, symbols: [all]}, {limit: 2, symbols: [royalty, magic]}]}}}",
        "{supply: [{limit: 3, symbols: [magic, all]}, {limit: 4, symbols: [church]}]}",
    ],
)
def test_what_is_as_expected(check, expect) -> None:
    assert check(expect) == []


@pytest.mark.parametrize(
    ("expect", "place"),
    [
        ("{to_move: yellow}", "to_move"),
        ("{to_move: null}", "to_move"),
        ("{turns: 1}", "turns"),
        ("{turns: false}", "turns"),
        ("{taken: false}", "taken"),
        ("{taken: 1}", "taken"),
        ("{pending: {ask: witch}}", "pending"),
        ("{plague: 6}", "plague"),
        ("{supply: 1}", "supply"),
        ("{supply: 3}", "supply"),
        ("{supply: true}", "supply"),
        ("{removed: 2}", "removed"),
        ("{turned: 0}", "turned"),
        ("{turned: []}", "turned"),
        ("{used: 1}", "used"),
        ("{used: []}", "used"),
        ("{used: [monk]}", "used"),
        ("{used: [monk, witch]}", "used"),
        ("{used: [monk, king, witch]}", "used"),
        ("{regions: {gallia: {rats: 1}}}", "regions.gallia.rats"),
        ("{regions: {gallia: {rats: 3}}}", "regions.gallia.rats"),
        ("{regions: {gallia: {rats: []}}}", "regions.gallia.rats"),
        ("{regions: {gallia: {rats: null}}}", "regions.gallia.rats"),
        ("{regions: {gallia: {rats: {limit: 1}}}}", "regions.gallia.rats"),
        ("{regions: {gallia: {rats: [{limit: 1, symbols: [all]}]}}}", "regions.gallia.rats"),
        ("{regions: {gallia: {rats: [null, {limit: 2}]}}}", "regions.gallia.rats[1]"),
        ("{regions: {gallia: {rats: [{limit: 1}, {limit: 3}]}}}", "regions.gallia.rats[2].limit"),
        ("{regions: {gallia: {rats: [{symbols: [all, all]}, {limit: 2}]}}}", "regions.gallia.rats[1].symbols"),
        ("{regions: {gallia: {rats: [{limit: 1}, {symbols: [magic, magic]}]}}}", "regions.gallia.rats[2].symbols"),
        ("{regions: {gallia: {cubes: {}}}}", "regions.gallia.cubes.red"),
        ("{regions: {gallia: {cubes: {red: 2}}}}", "regions.gallia.cubes.yellow"),
        ("{regions: {gallia: {cubes: {red: 1, yellow: 1}}}}", "regions.gallia.cubes.red"),
        ("{regions: {italia: {cubes: {red: 1}}}}", "regions.italia.cubes.red"),
        ("{palace: {}}", "palace.yellow"),
        ("{palace: {yellow: 1, red: 1}}", "palace.red"),
        ("{classes: {monk: yellow}}", "classes.monk"),
        ("{classes: {monk: null}}", "classes.monk"),
        ("{classes: {witch: red}}", "classes.witch"),
        ("{known: {red: []}}", "known.red"),
        ("{known: {red: [gallia.2]}}", "known.red"),
        ("{known: {red: [gallia.1, italia.1]}}", "known.red"),
        ("{known: {yellow: [gallia.1]}}", "known.yellow"),
        # with order
        ("{supply: [{limit: 4, symbols: [church]}, {limit: 3, symbols: [all, magic]}]}", "supply[1].limit"),
        ("{regions: {gallia: {rats: [{limit: 2}, {limit: 1}]}}}", "regions.gallia.rats[1].limit"),
    ],
)
def test_what_is_not_as_expected_is_named(check, expect, place) -> None:
    found = check(expect)
    assert found
    assert found[0].startswith(f"{place}: expected ")
    assert "found " in found[0]


def test_all_differences_are_told(check) -> None:
    assert len(check("{to_move: yellow, supply: 9, palace: {}, legal: []}")) == 4


# ---- what is expected of the legal moves

LEGAL = "place gallia 2, place italia 1, plague gallia, plague scandia"


@pytest.mark.parametrize(
    "expect",
    [
        f"{{legal: [{LEGAL}]}}",
        "{legal: [plague scandia, plague gallia, place italia 1, place gallia 2]}",
        "{legal_includes: [plague scandia]}",
        "{legal_includes: []}",
        "{legal_excludes: [plague anglia, place gallia 1, place italia 0, take witch]}",
        "{legal_excludes: []}",
        "{legal_verbs: [plague, place]}",
    ],
)
def test_legal_moves_as_expected(check, expect) -> None:
    assert check(expect) == []


@pytest.mark.parametrize(
    ("expect", "words"),
    [
        ("{legal: [place gallia 2, place italia 1, plague gallia]}", "not expected, but legal: plague scandia"),
        (f"{{legal: [{LEGAL}, plague anglia]}}", "expected plague anglia; found place gallia 2"),
        ("{legal: []}", "not expected, but legal"),
        ("{legal: [place, plague]}", "expected place, plague"),
        ("{legal_includes: [plague scandia, take witch]}", "expected take witch;"),
        ("{legal_excludes: [plague anglia, plague gallia]}", "not expected, but legal: plague gallia"),
        ("{legal_verbs: [plague]}", "not expected, but legal: place"),
        ("{legal_verbs: [plague, place, take]}", "expected take;"),
        ("{legal_verbs: []}", "not expected, but legal: place, plague"),
    ],
)
def test_legal_moves_not_as_expected(check, expect, words) -> None:
    (found,) = [line for line in check(expect) if words in line]
    assert found.startswith(expect[1:].partition(":")[0])


def test_legal_moves_are_those_after_the_moves(check) -> None:
    assert check("{legal: [plague gallia, plague scandia]}", "[red: place gallia 2]") == []
    assert check("{legal: [], legal_verbs: []}", position=OVER) == []
    assert check("{legal_includes: [plague gallia]}", position=OVER)


# ---- moves


def test_moves_are_made_one_after_the_other(check) -> None:
    expect = "{to_move: yellow, plague: scandia, regions: {gallia: {cubes: {red: 4, yellow: 1}}}}"
    assert check(expect, "[red: place gallia 2, red: plague scandia]") == []
    assert check("{placed: false}", "[red: place gallia 2]")


@pytest.mark.parametrize(
    ("moves", "number"),
    [
        ("[red: place gallia 1]", 1),
        ("[yellow: place gallia 2]", 1),
        ("[red: dance]", 1),
        ("[red: place gallia 2, red: place gallia 2]", 2),
        ("[red: place gallia 2, yellow: plague scandia, red: plague scandia]", 2),
    ],
)
def test_an_illegal_move_ends_the_check(check, moves, number) -> None:
    (found,) = check("{to_move: yellow}", moves)
    assert found.startswith(f"move {number}: ")


@pytest.mark.parametrize(
    "move",
    [
        "{red: place gallia 1, error: illegal}",
        "{error: illegal, red: place gallia 1}",
        "{red: dance, error: illegal}",
        "{red: plague turcia, error: illegal}",
        "{yellow: place gallia 2, error: illegal}",
        "{red: plague  gallia, error: illegal}",
    ],
)
def test_a_move_that_must_be_refused_is_refused_and_changes_nothing(check, move) -> None:
    assert check("{to_move: red, placed: false}", f"[{move}]") == []
    assert check("{placed: true}", f"[{move}, red: place gallia 2]") == []


def test_a_move_that_must_be_refused_but_is_legal(check) -> None:
    (found,) = check("{}", "[red: place gallia 2, {red: plague gallia, error: illegal}]")
    assert found.startswith("move 2: ")
    assert "must be refused" in found


def test_a_single_answer_is_no_move(check) -> None:
    position = "{game: rattus, players: 2, turn: red, phase: last_round, plague: gallia, classes: {}}"
    assert check("{phase: over}", position=position) == []
    assert check("{phase: over}", "[{yellow: pass, error: illegal}]", position) == []
    assert check("{phase: over}", "[yellow: pass]", position)


# ---- the result


@pytest.mark.parametrize(
    "result",
    [
        "{points: {red: 2, yellow: 0, green: 3}, ranking: [green, red, yellow], winners: [green], dead: []}",
        "{points: {green: 3}}",
        "{winners: [green]}",
        "{}",
    ],
)
def test_the_result_as_expected(check, result) -> None:
    assert check(f"{{result: {result}}}", position=OVER) == []


@pytest.mark.parametrize(
    ("result", "place"),
    [
        ("{points: {green: 2}}", "result.points.green"),
        ("{points: {yellow: 1}}", "result.points.yellow"),
        ("{ranking: [red, green, yellow]}", "result.ranking[1]"),
        ("{ranking: [green, red]}", "result.ranking"),
        ("{winners: [red]}", "result.winners"),
        ("{winners: [green, red]}", "result.winners"),
        ("{winners: []}", "result.winners"),
        ("{dead: [red]}", "result.dead"),
    ],
)
def test_the_result_not_as_expected(check, result, place) -> None:
    found = check(f"{{result: {result}}}", position=OVER)
    assert found
    assert found[0].startswith(f"{place}: expected ")


@pytest.mark.parametrize("result", ["{points: {red: 2}}", "{winners: []}", "{dead: []}", "{}"])
def test_there_is_no_result_before_the_end(check, result) -> None:
    (found,) = check(f"{{result: {result}}}")
    assert found.startswith("result: ")
    assert "not over" in found


# ---- views


@pytest.mark.parametrize(
    "view",
    [
        "{red: {regions: {gallia: {rats: [null, {limit: 2, symbols: [royalty, magic]}]}}}}",
        "{yellow: {regions: {gallia: {rats: [null, null]}, italia: {rats: [null]}, polonia: {rats: []}}}}",
        "{yellow: {regions: {gallia: {rats: 2, cubes: {red: 2, yellow: 1}}, italia: {rats: 1, cubes: {}}}}}",
        "{yellow: {supply: 2, removed: 3}, red: {supply: 2, removed: 3}}",
        "{yellow: {turned: [{limit: 6, symbols: [all]}], used: [king, monk], known: {red: [gallia.2, italia.1]}}}",
        "{yellow: {pending: null, classes: {witch: null}, palace: {yellow: 1}, taken: true}}",
    ],
)
def test_a_view_as_expected(check, view) -> None:
    assert check(f"{{view: {view}}}") == []


@pytest.mark.parametrize(
    ("view", "place"),
    [
        ("{red: {regions: {gallia: {rats: [null, null]}}}}", "view.red.regions.gallia.rats[2]"),
        ("{yellow: {regions: {gallia: {rats: [null, {limit: 2}]}}}}", "view.yellow.regions.gallia.rats[2]"),
        ("{yellow: {regions: {gallia: {rats: [null]}}}}", "view.yellow.regions.gallia.rats"),
        ("{yellow: {regions: {gallia: {rats: 1}}}}", "view.yellow.regions.gallia.rats"),
        ("{yellow: {regions: {gallia: {cubes: {red: 2}}}}}", "view.yellow.regions.gallia.cubes.yellow"),
        ("{yellow: {supply: 3}}", "view.yellow.supply"),
        ("{yellow: {supply: null}}", "view.yellow.supply"),
        ("{yellow: {supply: [null, null]}}", "view.yellow.supply"),
        ("{yellow: {palace: {}}}", "view.yellow.palace.yellow"),
        ("{yellow: {taken: null}}", "view.yellow.taken"),
        # no number for a list that is public
        ("{yellow: {turned: 1}}", "view.yellow.turned"),
        ("{yellow: {used: 2}}", "view.yellow.used"),
        ("{yellow: {known: {red: 2}}}", "view.yellow.known.red"),
    ],
)
def test_a_view_not_as_expected(check, view, place) -> None:
    found = check(f"{{view: {view}}}")
    assert found
    assert found[0].startswith(f"{place}: expected ")


def test_a_list_where_a_view_should_have_a_number_is_a_leak(check) -> None:
    assert check("{supply: 2, view: {red: {to_move: null}}}", position=OVER) == []
    (found,) = check("{view: {red: {supply: 2}}}", position=OVER)  # after the end the supply is shown
    assert found.startswith("view.red.supply: expected 2, found [")


def test_every_view_is_compared(check) -> None:
    assert len(check("{view: {red: {supply: 7}, yellow: {supply: 8}}}")) == 2


# ---- files


def test_several_documents_are_several_scenarios(read) -> None:
    first = f"name: one\nrules: [R1, R38]\nposition: {TURN}\nexpect: {{to_move: red}}\n"
    second = f"# a comment\nname: two\nposition: {TURN}\nexpect: {{to_move: yellow}}\n"
    one, two = read(f"{first}---\n{second}")
    assert (one.name, one.rules, one.check()) == ("one", ("R1", "R38"), [])
    assert (two.name, two.rules, len(two.check())) == ("two", (), 1)


def test_a_scenario_can_begin_with_a_new_game(read) -> None:
    setup = "setup: {game: rattus, players: 3, seed: 7, options: {first: green}}"
    good, bad = read(
        f"{setup}\nmoves: [green: settle italia]\nexpect: {{to_move: red, supply: 31}}\n---\n"
        f"{setup}\nmoves: [red: settle italia]\nexpect: {{to_move: red}}\n"
    )
    assert good.check() == []
    assert len(bad.check()) == 1
    assert good.begin().position() == rattus.new("rattus", 3, 7, {"first": "green"}).position()


def test_a_scenario_can_be_checked_again(read) -> None:
    (scenario,) = read(f"position: {TURN}\nmoves: [red: place gallia 2]\nexpect: {{placed: true}}\n")
    assert scenario.check() == scenario.check() == []


def test_anchors_are_read(read) -> None:
    face = "&face {limit: 1, symbols: [all]}"
    position = "{game: rattus, players: 2, turn: red, phase: turn, plague: anglia, supply: 3, regions: "
    text = f"position: {position}{{gallia: {{rats: [{face}, *face]}}}}}}\nexpect: {{to_move: red}}\n"
    assert read(text)[0].position["regions"]["gallia"]["rats"] == [{"limit": 1, "symbols": ["all"]}] * 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no scenario"),
        ("# only a comment\n", "no scenario"),
        ("- a\n- b\n", "scenario 1, document: must be a map"),
        ("just words\n", "scenario 1, document: must be a map"),
        ("name: {\n", "not valid YAML"),
        ("name: one\nname: two\n", "not valid YAML.*given twice: 'name'"),
        ("position: {game: rattus, game: rattus}\n", "given twice: 'game'"),
        ("position: !!python/object:os.system {}\n", "not valid YAML"),
        ("name: \x00\n", "some.yaml"),
        (b"name: \xff\xfe\xff\n", "some.yaml: cannot be read"),
        (f"position: {TURN}\n", "scenario 1, expect: missing"),
        (f"position: {TURN}\nexpect:\n", "scenario 1, expect"),
        (f"position: {TURN}\nexpect: []\n", "scenario 1, expect"),
        ("expect: {to_move: red}\n", "scenario 1, position: missing"),
        ("position: red\nexpect: {to_move: red}\n", "scenario 1, position"),
        (f"position: {TURN}\nexpect: {{}}\n---\nposition: {TURN}\n", "scenario 2, expect: missing"),
        (f"position: {TURN}\nexpect: {{}}\nexpected: {{}}\n", "scenario 1, expected: unknown key"),
        (f"position: {TURN}\nsetup: {{game: rattus, players: 2}}\nexpect: {{}}\n", "scenario 1, setup"),
        ("setup: {game: rattus, players: 2, sed: 1}\nexpect: {}\n", "scenario 1, setup"),
        ("setup: {game: rattus, players: 5}\nexpect: {}\n", "scenario 1, players"),
        ("setup: {game: rattus, players: 2, options: {first: green}}\nexpect: {}\n", "scenario 1, options.first"),
        ("setup: {game: rattus, players: 2}\nexpect: {regions: {turcia: {}}}\n", "scenario 1, expect.regions"),
        ("setup: 3\nexpect: {}\n", "scenario 1, setup"),
        (f"position: {TURN}\nexpect: {{}}\nname: [a]\n", "scenario 1, name"),
        (f"position: {TURN}\nexpect: {{}}\nrules: R1\n", "scenario 1, rules"),
        (f"position: {TURN}\nexpect: {{}}\nrules: [R0]\n", "scenario 1, rules"),
        (f"position: {TURN}\nexpect: {{}}\nrules: [rule 1]\n", "scenario 1, rules"),
    ],
)
def test_a_file_that_is_no_scenario(read, text, words) -> None:
    with pytest.raises(FormatError, match=words):
        read(text)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"none\.yaml"):
        read_scenarios(tmp_path / "none.yaml")
    with pytest.raises(FormatError, match="cannot be read"):
        read_scenarios(tmp_path)


@pytest.mark.parametrize(
    ("expect", "place"),
    [
        ("{to_mov: red}", "expect: unknown key 'to_mov'"),
        ("{stock: {}}", "expect: unknown key 'stock'"),
        ("{legal_move: []}", "expect: unknown key"),
        ("{1: 2}", "expect: unknown key 1"),
        ("{regions: {turcia: {rats: 0}}}", "expect.regions.*'turcia'"),
        ("{regions: {palace: {rats: 0}}}", "expect.regions.*'palace'"),
        ("{regions: {gallia: {rat: 0}}}", "expect.regions.gallia.*'rat'"),
        ("{regions: {gallia: {diplomats: []}}}", "expect.regions.gallia.*'diplomats'"),
        ("{regions: {gallia: {cubes: {green: 0}}}}", "expect.regions.gallia.cubes.*'green'"),
        ("{regions: {gallia: {cubes: 3}}}", "expect.regions.gallia.cubes"),
        ("{regions: {gallia: 3}}", "expect.regions.gallia"),
        ("{regions: 8}", "expect.regions"),
        ("{palace: {green: 0}}", "expect.palace.*'green'"),
        ("{classes: {sultan: null}}", "expect.classes.*'sultan'"),
        ("{classes: {merchant: null}}", "expect.classes.*'merchant'"),
        ("{known: {green: []}}", "expect.known.*'green'"),
        ("{legal: plague gallia}", "expect.legal: must be a list"),
        ("{legal_includes: 3}", "expect.legal_includes: must be a list"),
        ("{legal_excludes: {}}", "expect.legal_excludes: must be a list"),
        ("{legal_verbs: null}", "expect.legal_verbs: must be a list"),
        ("{result: {point: {}}}", "expect.result"),
        ("{result: []}", "expect.result"),
        ("{view: red}", "expect.view"),
        ("{view: {green: {}}}", "expect.view.*'green'"),
        ("{view: {red: 3}}", "expect.view.red"),
        ("{view: {red: {legal: []}}}", "expect.view.red: unknown key 'legal'"),
        ("{view: {red: {regions: {turcia: {}}}}}", "expect.view.red.regions.*'turcia'"),
    ],
)
def test_an_expectation_that_cannot_be_read_is_named(check, expect, place) -> None:
    with pytest.raises(FormatError, match=f"scenario 1, {place}"):
        check(expect)


@pytest.mark.parametrize(
    ("moves", "place"),
    [
        ("{red: plague gallia}", "moves: must be a list"),
        ("[plague gallia]", r"moves\[0\]"),
        ("[red: plague gallia, {}]", r"moves\[1\]"),
        ("[{red: plague gallia, yellow: plague gallia}]", r"moves\[0\]"),
        ("[{red: plague gallia, error: legal}]", r"moves\[0\].*illegal"),
        ("[{red: plague gallia, eror: illegal}]", r"moves\[0\]"),
        ("[{error: illegal}]", r"moves\[0\]"),
        ("[red: 3]", r"moves\[0\]"),
        ("[green: plague gallia]", "moves.*'green'"),
    ],
)
def test_moves_that_cannot_be_read_are_named(check, moves, place) -> None:
    with pytest.raises(FormatError, match=f"scenario 1, {place}"):
        check("{}", moves)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("plague: anglia", "plague: turcia"), "plague: turcia is not in use with 2 players"),
        (("italia: {rats: 1}", "turcia: {rats: 1}"), "regions: turcia is not in use"),
        (("italia: {rats: 1}", "italia: {rats: 4}"), "regions.italia.rats"),
        (("italia: {rats: 1}", "italia: {mice: 1}"), "regions.italia: unknown field 'mice'"),
        (("game: rattus", "game: chess"), "game: must be one of"),
        (("players: 2", "players: 5"), "players"),
        (("turn: red", "turn: green"), "turn"),
        (("removed: 3", "removd: 3"), "position: unknown field 'removd'"),
    ],
)
def test_a_position_that_cannot_be_read_is_named(check, change, place) -> None:
    assert change[0] in TURN
    with pytest.raises(FormatError, match=f"scenario 1, {place}"):
        check("{}", position=TURN.replace(*change))


def test_merge_keys_and_a_trailing_line_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "merged.yaml"
    path.write_text(
        "position: &start {game: rattus, players: 2, turn: red, phase: turn, plague: gallia, supply: 3}\n"
        "expect: {to_move: red, options: {max_turns: 300}}\n---\n"
        "position: {game: rattus, players: 2, first: red, phase: turn, plague: gallia,\n"
        "           regions: {gallia: &many {rats: 2}, italia: {<<: *many, cubes: {red: 1}}}}\n"
        "expect: {regions: {italia: {rats: 2}}}\n---\n",
        "utf-8",
    )
    assert [scenario.check() for scenario in read_scenarios(path)] == [[], []]


@pytest.mark.parametrize(
    "expect",
    [
        "{result: {points: {purple: 0}}}",
        "{pending: {wieght: 0}}",
        "{regions: {gallia: {rats: [{limitt: 0}]}}}",
    ],
)
def test_a_misspelt_key_is_never_met(tmp_path: Path, expect: str) -> None:
    path = tmp_path / "misspelt.yaml"
    path.write_text(
        "position: {game: rattus, players: 2, turn: red, phase: over, plague: gallia,\n"
        "           regions: {gallia: {rats: [{limit: 1, symbols: [all]}]}}}\n"
        f"expect: {expect}\n",
        "utf-8",
    )
    assert read_scenarios(path)[0].check()
