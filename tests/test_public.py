"""What is public: the names, what importing costs, the errors, the examples."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest

import dodona
import dodona.systems
import dodona.tagging
import dodona.tokenizing
import dodona.treebank
from dodona import errors

PUBLIC = {
    "dodona": [
        "Document",
        "DodonaError",
        "Parser",
        "Pipeline",
        "Sentence",
        "__version__",
        "draw_tree",
        "evaluate",
        "load",
        "read_conllu",
        "systems",
        "train",
        "train_pipeline",
        "write_conllu",
    ],
    "dodona.evaluation": [
        "Evaluation",
        "Metric",
        "Rule",
        "Score",
        "evaluate",
        "evaluate_ud",
        "get_rule",
    ],
    "dodona.pipeline": [
        "PARTS",
        "Document",
        "Pipeline",
        "PipelineTrainer",
        "load",
        "train_pipeline",
    ],
    "dodona.systems": [
        "Configuration",
        "TransitionSystem",
        "get_system",
        "parsing_system",
        "system_names",
    ],
    "dodona.tagging": [
        "Lemmatizer",
        "LemmatizerSettings",
        "Tagger",
        "TaggerSettings",
        "jackknife",
        "train_lemmatizer",
        "train_tagger",
    ],
    "dodona.tokenizing": [
        "Tokenizer",
        "TokenizerSettings",
        "read_vertical",
        "train_tokenizer",
    ],
    "dodona.treebank": [
        "Encoding",
        "Reader",
        "Sentence",
        "TreebankWarning",
        "Word",
        "check_tree",
        "draw_tree",
        "is_projective",
        "projectivize",
        "read_conllu",
        "write_conllu",
    ],
}
ROOMS = "dodona"


def modules():
    """All modules of Dodona, but for the one that runs when it is imported."""
    found = pkgutil.walk_packages(dodona.__path__, "dodona.")
    return [importlib.import_module(m.name) for m in found if m.name != "dodona.__main__"]


@pytest.mark.parametrize("module", PUBLIC)
def test_the_public_names(module):
    """Whoever adds or removes one says so here."""
    assert sorted(importlib.import_module(module).__all__) == sorted(PUBLIC[module])


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_there_and_documented(module):
    home = importlib.import_module(module)
    assert set(home.__all__) <= set(dir(home))
    for name in home.__all__:
        value = getattr(home, name)
        assert name == "__version__" or inspect.getdoc(value), name


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="'dodona' has no attribute 'parse'"):
        dodona.parse  # noqa: B018
    with pytest.raises(ImportError):
        from dodona import parse  # noqa: F401


def test_names_that_are_the_same_everywhere():
    assert dodona.Sentence is dodona.treebank.Sentence
    assert dodona.read_conllu is dodona.treebank.read_conllu
    assert dodona.systems is sys.modules["dodona.systems"]


@pytest.mark.parametrize(
    ("module", "spared"),
    [
        ("dodona", ["numpy", "safetensors", "typer", "tqdm"]),
        ("dodona.systems", ["numpy", "safetensors", "typer", "tqdm"]),
        ("dodona.treebank", ["numpy", "safetensors", "typer", "tqdm"]),
        ("dodona.cli.main", ["numpy", "safetensors", "tqdm", "dodona.systems", "dodona.treebank"]),
    ],
)
def test_imports_are_quick(module, spared):
    """Nothing is imported before it is needed; in particular not for `dodona --help`."""
    program = f"import sys, {module}; print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert set(result.stdout.split()) & set(spared) == set()


def test_every_error_is_a_dodona_error():
    for module in modules():
        for name, value in inspect.getmembers(module, inspect.isclass):
            is_ours = value.__module__.partition(".")[0] == "dodona"
            if is_ours and issubclass(value, Exception) and not issubclass(value, Warning):
                assert issubclass(value, dodona.DodonaError), (module.__name__, name)
                assert getattr(errors, name) is value


def test_every_error_stands_in_the_drawing_of_the_tree():
    names = [name for name, _ in inspect.getmembers(errors, inspect.isclass)]
    for name in names:
        assert f" {name} " in f" {errors.__doc__} ".replace("\n", " ")


def test_the_examples_of_the_systems_run():
    result = doctest.testmod(dodona.systems)
    assert result.attempted >= 4
    assert result.failed == 0


def test_all_examples_run_that_are_not_skipped():
    for module in modules():
        assert doctest.testmod(module).failed == 0, module.__name__
