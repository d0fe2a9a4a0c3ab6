"""Recipes: those that come with Dodona, and those with mistakes."""

import pytest
from experiment_examples import RECIPE

from dodona.errors import ExperimentError
from dodona.experiments.kinds import KINDS
from dodona.experiments.recipe import load_recipe, parse_recipe, recipe_names
from dodona.experiments.runs import runs_of

OF_PAPERS = [
    "aufrant-2018",
    "fernandez-2017-bounds",
    "fernandez-2017-oracles",
    "fernandez-2017-systems",
    "goldberg-2012",
    "goldberg-2014",
    "goldberg-2014-spans",
    "gomez-2015",
]


def test_there_is_a_recipe_for_each_table_of_the_papers_and_one_for_the_choice_of_a_system():
    assert recipe_names() == [*OF_PAPERS, "nonprojective"]


@pytest.mark.parametrize("name", recipe_names())
def test_a_recipe_that_comes_with_dodona_makes_sense(name):
    """Loading checks settings, columns and names; a key needs the templates."""
    recipe = load_recipe(name)
    runs = runs_of(recipe)
    assert recipe.title and recipe.notes
    assert bool(recipe.paper) == bool(recipe.published) == (name in OF_PAPERS)
    assert recipe.kind in KINDS
    assert len({run.key for run in runs}) == len(runs) > 0


def test_figures_of_the_papers_as_they_are_printed():
    """A few of each table, read again."""
    found = {name: load_recipe(name).published for name in OF_PAPERS}
    assert found["goldberg-2012"]["conll2007_eus"]["explore"] == {"UAS": 76.10, "LAS": 66.77}
    assert found["goldberg-2014"]["conll2007_eus"]["lrs:explore"] == {"UAS": 75.82, "LAS": 66.91}
    assert found["gomez-2015"]["conllx_swedish"]["dynamic"] == {"UAS": 86.66, "LAS": 81.21}
    upper = found["fernandez-2017-oracles"]["conllx_dutch"]["non-monotonic, upper"]
    assert upper == {"UAS": 83.02, "LAS": 79.92}
    assert found["fernandez-2017-systems"]["mean"]["covington"]["sentences/s"] == 335.63
    assert found["fernandez-2017-bounds"]["conllx_danish"]["bounds"]["error of upper"] == 0.00916
    assert found["aufrant-2018"]["> 50 %"]["beam: min-cost"] == {"UAS": 61.49, "gain": 4.38}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeds = 2", "seeds = 'two'", "two.toml: seeds: 'two' is not a whole number"),
        ("seeds = 2", "seeds = 0", "two.toml: seeds: 0 is not 1 or more"),
        ("seeds = 2", "sedes = 2", "two.toml: sedes: there is no such key"),
        ('title = "Two oracles"', "", "two.toml: title: this key is missing"),
        (
            "seeds = 2",
            'kind = "speed"',
            "two.toml: kind: 'speed' is not one of scores, bounds",
        ),
        ('"gain"', '"gian"', "two.toml: columns: 'gian' is not one of UAS, LAS,"),
        ('"conllx"', '"conll06"', "two.toml: rules[1]: there is no rule 'conll06'"),
        ('title = "Grove"', "titel = 1", "two.toml: treebanks[1].titel: there is no such key"),
        ('name = "dynamic"', 'name = "static"', "two.toml: variants: the name 'static' is there"),
        ('"static", it', '"sttic", it', "two.toml: variants[1].settings: `oracle` is 'sttic'"),
        (
            "{ iterations",
            "{ iteratoins",
            "two.toml: variants[2].settings.iteratoins: there is no option iteratoins; is `iter",
        ),
        (
            "{ iterations",
            "{ seed = 2, iterations",
            "two.toml: variants[2].settings.seed: there is no option",
        ),
        (
            "{ iterations = 1",
            "{ iterations = 'one'",
            "two.toml: variants[2].settings.iterations: 'one' is not a whole number",
        ),
        ("{ UAS = 70.5", "{ UASS = 70.5", "two.toml: published.grove.static: 'UASS' is not one of"),
        ('baseline = "static"', 'baseline = "x"', "two.toml: variants.baseline: 'x' is not one"),
        ('over = "static"', 'over = "x"', "two.toml: comparisons: 'x' is not one of static"),
        ("[published.grove]", "[published.grave]", "two.toml: published: 'grave' is not one of"),
        ("UAS = 70.5", "UAS = '70'", "two.toml: published.grove.static.UAS: '70' is not a number"),
        ("seeds = 2", "seeds =", "two.toml: this is not TOML: "),
    ],
)
def test_a_mistake_is_told_with_file_and_key(old, new, message):
    assert old in RECIPE
    with pytest.raises(ExperimentError) as error:
        parse_recipe(RECIPE.replace(old, new), "two", "two.toml")
    assert str(error.value).startswith(message)


def test_groups_are_for_runs_that_record_facts_of_their_treebank():
    text = """
    title = "Bounds"
    kind = "bounds"
    columns = ["loss"]
    treebanks = [{ name = "grove" }]
    variants = [{ name = "bounds", settings = { system = "covington-nonmonotonic" } }]
    groups = [{ name = "small", by = "sentences", below = 100 }]
    """
    with pytest.raises(ExperimentError, match="b: groups: groups are for the kind scores"):
        parse_recipe(text, "b")


def test_a_published_figure_may_be_of_a_further_rule():
    parse_recipe(RECIPE.replace("{ UAS = 70.5", "{ 'UAS (conll07)' = 70.5"), "two")


def test_an_unknown_recipe(place):
    _, err = place.call("run", "goldberg-2021", code=1)
    assert "there is no recipe goldberg-2021; there are aufrant-2018, " in err


def test_a_recipe_that_is_no_text(place):
    place.recipe.write_bytes(b"\xff\xfe")
    _, err = place.call("run", "two.toml", code=1)
    assert "two.toml: the recipe is not UTF-8 text" in err
