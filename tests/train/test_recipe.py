"""Recipes: read, refused, and written as they were read."""

import pytest

from rattus.errors import FormatError
from rattus.train.recipe import Recipe, load_recipe, read_change, read_recipe, shipped_recipes


def test_a_recipe_is_written_as_it_is_read() -> None:
    recipe = Recipe(
        game="cartus", players=(2, 5), steps=7, options={"buildings": "mixed"}, rank=0.5, ladder=("greedy",)
    )
    assert read_recipe(recipe.as_toml()) == recipe


@pytest.mark.parametrize("name", shipped_recipes())
def test_the_shipped_recipes_can_be_read(name) -> None:
    recipe = load_recipe(name)
    assert name.startswith(recipe.game)
    assert read_recipe(recipe.as_toml()) == recipe


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("steps = 1\nspeed = 3", "speed"),
        ("steps = 'many'", "steps"),
        ("steps = true", "steps"),
        ("steps = 1\ngames = 0", "games"),
        ("steps = 1\nplayers = [5]", "players"),
        ("steps = 1\nplayers = [2, 2]", "players"),
        ("steps = 1\nlayers = []", "layers"),
        ("steps = 1\nlayers = [256, 'wide']", "layers"),
        ("steps = 1\nplayers = [2.0]", "players"),
        ("steps = 1\nladder = [1]", "ladder"),
        ("minutes = inf", "minutes"),
        ("steps = 1\nrate = nan", "rate"),
        ("steps = 1\npast = 1.5", "past"),
        ("steps = 1\nwin = 0", "win"),
        ("games = 4", "steps"),
        ("steps = ", "recipe"),
    ],
)
def test_what_is_wrong_with_a_recipe_is_named(text, place) -> None:
    with pytest.raises(FormatError) as error:
        read_recipe(text)
    assert error.value.place == place


def test_an_unknown_recipe_names_those_there_are() -> None:
    with pytest.raises(FormatError, match="rattus-small"):
        load_recipe("ratatouille")


def test_changes_are_typed() -> None:
    recipe = load_recipe("rattus-small").changed({**read_change("layers=[8]"), **read_change("rate=1")})
    assert recipe.layers == (8,)
    assert recipe.rate == 1.0
    with pytest.raises(FormatError):
        read_change("layers")
    with pytest.raises(FormatError):
        recipe.changed(read_change("layers=8"))
