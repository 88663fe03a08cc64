"""Component tables are checked, and what is wrong is named with file and place."""

import copy
from pathlib import Path

import pytest

import rattus
from rattus.errors import FormatError
from rattus.match.parts import corrected_parts, parts_in, shipped_parts

RATTUS = rattus.GAMES["rattus"]
FACES = {"limit": 2, "symbols": ["all"]}


@pytest.fixture
def tables():
    import tomllib
    from importlib import resources

    data = resources.files("rattus").joinpath("data")
    return {name: tomllib.loads(data.joinpath(name).read_text("utf-8")) for name in RATTUS.files}


@pytest.mark.rules("R1")
def test_the_map_has_8_10_and_12_regions_and_the_palace_is_none() -> None:
    components = shipped_parts(RATTUS).components
    assert [len(components.use[players]) for players in (2, 3, 4)] == [8, 10, 12]
    assert set(components.use[2]) < set(components.use[3]) < set(components.use[4])
    assert "palace" not in components.regions
    assert all((there, here) in components.borders for here, there in components.borders)
    assert ("hispania", "italia") in components.borders  # a sea arrow is a border like any other


@pytest.mark.rules("R3")
def test_there_are_12_starting_and_37_ordinary_tokens() -> None:
    components = shipped_parts(RATTUS).components
    assert (len(components.starting), len(components.ordinary)) == (12, 37)
    faces = components.starting + components.ordinary
    assert {face.limit for face in faces} == set(range(1, 7))
    assert any(face.symbols.count("all") > 1 for face in faces)


def broken(tables, path, value):
    tables = copy.deepcopy(tables)
    *parents, last = path
    part = tables
    for key in parents:
        part = part[key]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return tables


MAP, TOKENS = "map.toml", "rattus_tokens.toml"


@pytest.mark.parametrize(
    ("path", "value", "place", "words"),
    [
        ((MAP, "borders", "land", 0), ["gallia", "atlantis"], "map.toml, borders.land[0]", "atlantis"),
        ((MAP, "borders", "land", 0), ["gallia", "gallia"], "map.toml, borders.land[0]", "two different"),
        ((MAP, "borders", "sea"), "all", "map.toml, borders.sea", "pairs"),
        ((MAP, "borders"), None, "map.toml, borders", "missing"),
        ((MAP, "borders", "land"), [], "map.toml, borders", "no way leads to"),
        ((MAP, "regions"), None, "map.toml, regions", "missing"),
        ((MAP, "regions", "dark"), ["russia", "gallia"], "map.toml, regions", "twice: gallia"),
        ((MAP, "regions", "dark"), ["New Russia"], "map.toml, regions.dark", "names"),
        ((MAP, "use", "4"), ["light", "purple"], "map.toml, use.4", "purple"),
        ((MAP, "use", "3"), None, "map.toml, use.3", "missing"),
        ((MAP, "use", "2"), [], "map.toml, use.2", "not 0"),
        ((MAP, "use", "4"), ["light", "middle", "dark", "africa"], "map.toml, use.4", "not 17"),
        ((TOKENS, "starting"), [FACES] * 11, "rattus_tokens.toml, starting", "12 tokens are needed, found 11"),
        ((TOKENS, "ordinary"), None, "rattus_tokens.toml, ordinary", "37 tokens are needed, found none"),
        ((TOKENS, "ordinary", 3), {"limit": 0, "symbols": ["all"]}, "rattus_tokens.toml, ordinary[3]", "1 to 6"),
        ((TOKENS, "ordinary", 3), {"limit": 7, "symbols": ["all"]}, "rattus_tokens.toml, ordinary[3]", "1 to 6"),
        ((TOKENS, "ordinary", 3), {"limit": True, "symbols": ["all"]}, "rattus_tokens.toml, ordinary[3]", "1 to 6"),
        ((TOKENS, "starting", 0), {"limit": 1, "symbols": ["cheese"]}, "rattus_tokens.toml, starting[0]", "cheese"),
        ((TOKENS, "starting", 0), {"limit": 1, "symbols": []}, "rattus_tokens.toml, starting[0]", "symbols"),
        ((TOKENS, "starting", 0), {"limit": 1}, "rattus_tokens.toml, starting[0]", "limit, symbols"),
        ((TOKENS, "starting", 0), "one", "rattus_tokens.toml, starting[0]", "limit, symbols"),
    ],
)
def test_a_broken_table_is_refused_with_its_place(tables, path, value, place, words) -> None:
    with pytest.raises(FormatError) as error:
        corrected_parts(RATTUS, broken(tables, path, value))
    assert error.value.place == place
    assert words in error.value.why


def test_an_owner_may_correct_one_table(tmp_path: Path) -> None:
    text = (Path(rattus.__file__).parent / "data/map.toml").read_text("utf-8")
    assert '["gallia", "germania"],' in text
    (tmp_path / "map.toml").write_text(text.replace('["gallia", "germania"],', '["gallia", "scandia"],'), "utf-8")
    game = rattus.new("rattus", 4, seed=1, components=tmp_path)
    assert ("gallia", "scandia") in game.parts.components.borders
    assert "merchant gallia scandia 1" in game.box.ids
    assert "merchant gallia germania 1" not in game.box.ids
    again = rattus.load(game.record())
    assert again.box.moves == game.box.moves


def test_a_folder_without_tables_or_with_broken_ones_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no component table here"):
        parts_in(RATTUS, tmp_path / "nowhere")
    (tmp_path / "map.toml").write_text("regions = [", "utf-8")
    with pytest.raises(FormatError, match=r"map\.toml: not valid TOML"):
        parts_in(RATTUS, tmp_path)
    (tmp_path / "map.toml").write_text("[regions]\nlight = ['gallia']\n", "utf-8")
    with pytest.raises(FormatError) as error:
        parts_in(RATTUS, tmp_path)
    assert error.value.place == f"{tmp_path}/map.toml, borders"
    (tmp_path / "map.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(FormatError, match="cannot be read"):
        parts_in(RATTUS, tmp_path)
