"""What is public: the names, what importing costs, the errors, the examples."""

import ast
import doctest
import importlib
import inspect
import pathlib
import pkgutil
import subprocess
import sys
from importlib.util import find_spec

import pytest

import dodona
import dodona.lemmatizer
import dodona.systems
import dodona.tagger
import dodona.tokenizer
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
        "explore",
        "load",
        "read_conllu",
        "review",
        "spacy",
        "spark",
        "systems",
        "train",
        "train_pipeline",
        "vote",
        "write_conllu",
    ],
    "dodona.evaluation": [
        "Evaluation",
        "Metric",
        "Report",
        "Rule",
        "Score",
        "evaluate",
        "evaluate_ud",
        "get_rule",
        "make_report",
    ],
    "dodona.pipeline": [
        "PARTS",
        "Document",
        "Pipeline",
        "PipelineTrainer",
        "load",
        "train",
        "train_pipeline",
    ],
    "dodona.spacy": ["DodonaComponent", "DodonaTokenizer", "load"],
    "dodona.systems": [
        "Configuration",
        "Reach",
        "TransitionSystem",
        "get_system",
        "parsing_system",
        "system_names",
    ],
    "dodona.lemmatizer": ["Lemmatizer", "LemmatizerSettings", "train_lemmatizer"],
    "dodona.tagger": ["Tagger", "TaggerSettings", "train_tagger"],
    "dodona.tokenizer": [
        "Tokenizer",
        "TokenizerSettings",
        "read_vertical",
        "train_tokenizer",
    ],
    "dodona.treebank": [
        "Encoding",
        "Reader",
        "Sentence",
        "Token",
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
# What people use of what they are given: beside the columns, which are `Word`'s.
MEMBERS = {
    "dodona.Document": [
        "sentences", "text", "to_conllu", "to_dict", "to_pandas", "to_records", "tokens", "words",
    ],
    "dodona.Sentence": [
        "comments", "deprels", "deps", "feats", "forms", "from_conllu", "from_words", "has_heads",
        "has_lemmas", "has_tags", "has_tree", "has_upos", "has_xpos", "heads", "lemmas", "line",
        "misc", "n", "raw", "root", "sent_id", "source", "text", "to_conllu", "to_dict",
        "to_displacy", "to_nltk", "to_record", "to_svg", "to_tikz", "tokens", "upos", "with_tree",
        "words", "xpos",
    ],
    "dodona.treebank.Token": [
        "end", "form", "id", "is_multiword", "misc", "spaces_after", "spaces_before", "start",
        "text", "words",
    ],
    "dodona.treebank.Word": [
        "children", "deprel", "deps", "feats", "features", "form", "head", "id", "lemma", "misc",
        "parent", "sentence", "upos", "xpos",
    ],
    "dodona.systems.Configuration": [
        "buffer", "forms", "heads", "is_terminal", "label_names", "labels", "lists", "stack",
        "state", "to_dict",
    ],
}  # fmt: skip
ROOMS = "dodona"


# What needs something that is not always there, and what it needs.
EXTRAS = {"dodona.spacy": "spacy", "dodona.treebank.arrow": "pyarrow"}


def modules():
    """All modules of Dodona, but for the one that runs when it is imported.

    Those for which something is missing are left out.
    """
    missing = [room for room, needed in EXTRAS.items() if find_spec(needed) is None]
    found = [module.name for module in pkgutil.walk_packages(dodona.__path__, "dodona.")]
    spared = ("dodona.__main__", *missing)
    return [importlib.import_module(name) for name in found if not name.startswith(spared)]


@pytest.mark.parametrize("module", PUBLIC)
def test_the_public_names(module):
    """Whoever adds or removes one says so here."""
    assert sorted(importlib.import_module(module).__all__) == sorted(PUBLIC[module])


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_there_and_documented(module):
    if module in EXTRAS:
        pytest.importorskip(EXTRAS[module], reason=f"{module} needs {EXTRAS[module]}")
    home = importlib.import_module(module)
    assert set(home.__all__) <= set(dir(home))
    for name in home.__all__:
        value = getattr(home, name)
        assert name == "__version__" or inspect.getdoc(value), name


@pytest.mark.parametrize("name", MEMBERS)
def test_the_public_members(name):
    """Whoever adds or removes one says so here."""
    kind = pkgutil.resolve_name(name)
    found = {member for member in dir(kind) if not member.startswith("_")}
    # What is only set in the constructor, and what tuples have.
    found |= {"sentences", "text"} if kind is dodona.Document else set()
    found |= {"label_names", "state"} if kind is dodona.systems.Configuration else set()
    assert sorted(found - {"count", "index"}) == MEMBERS[name]


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
        ("dodona", ["numpy", "safetensors", "click", "tqdm"]),
        ("dodona.systems", ["numpy", "safetensors", "click", "tqdm"]),
        ("dodona.treebank", ["numpy", "safetensors", "click", "tqdm"]),
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


def test_parsing_needs_nothing_that_is_for_training_or_for_people():
    """What the first sentence from the shell has to wait for."""
    spared = [
        *("pydantic", "typer", "tqdm", "concurrent.futures", "numpy.ma", "difflib", "unittest"),
        *("dodona.evaluation", "dodona.parser.training", "dodona.pipeline.training"),
        *("dodona.tagger.training", "dodona.parser.settings", "dodona.treebank.drawing"),
        *("dodona.cli.train", "dodona.cli.evaluate", "dodona.experiments"),
    ]
    program = (
        "import sys; from dodona.cli.main import main\n"
        "try: main(['parse'])\n"
        "except SystemExit: print(*sys.modules, file=sys.stderr)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], input="Hi.", capture_output=True, text=True, timeout=60
    )
    assert "\tHi\t" in result.stdout
    assert set(result.stderr.split()) & set(spared) == set()


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


STUBS = sorted(pathlib.Path(dodona.__file__).parent.rglob("[!_]*.pyi"))


def test_each_compiled_module_has_a_stub():
    modules = pathlib.Path(dodona.__file__).parent.rglob("*.pxd")
    assert sorted(module.with_suffix(".pyi") for module in modules) == STUBS


@pytest.mark.parametrize("path", STUBS, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_stubs_show_what_python_sees(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    stubs = {node.name: node for node in tree.body if hasattr(node, "name")}
    module = importlib.import_module(f"dodona.{path.parent.name}.{path.stem}")
    for name, seen in vars(module).items():
        if name.startswith("_") or getattr(seen, "__module__", None) != module.__name__:
            continue
        assert (inspect.getdoc(seen) or "").endswith(ast.get_docstring(stubs[name]) or "")
        if inspect.isclass(seen):
            shown = {getattr(node, "name", None) for node in stubs[name].body}
            shown |= {node.target.id for node in stubs[name].body if hasattr(node, "target")}
            methods = {name for name, value in vars(seen).items() if inspect.isroutine(value)}
            assert {name for name in methods if not name.startswith("_")} <= shown
