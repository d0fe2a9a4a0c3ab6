"""Which room may import from which: data flows one way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import dodona

HOME = Path(dodona.__file__).parent

# What all rooms stand on: files beside the rooms that know none of them.
GROUND = (
    *("arguments", "errors", "extras", "keywords", "lazy", "options", "printable", "threads"),
    *("version", "wording"),
)
MODELS = ("linear", "neural", "model", "treebank")
PARTS = ("tokenizer", "tagger", "lemmatizer", "parser")
EVERYTHING = (*MODELS, *PARTS, "systems", "evaluation", "pipeline")

ARROWS: dict[str, tuple[str, ...]] = {
    "treebank": (),
    "systems": ("treebank",),
    "model": ("treebank",),
    "linear": ("model", "treebank"),
    "neural": ("linear", "model", "treebank"),
    "parser": (*MODELS, "systems"),
    "tokenizer": MODELS,
    "tagger": MODELS,
    "lemmatizer": MODELS,
    "evaluation": ("treebank", "parser.base", "parser.parser", "parser.replay"),
    "pipeline": (*MODELS, *PARTS, "systems", "evaluation"),
    "packages": EVERYTHING,
    "experiments": EVERYTHING,
    "web": EVERYTHING,
    "spacy": EVERYTHING,
    "spark": ("pipeline", "treebank"),
    "cli": (*EVERYTHING, "experiments", "packages", "web"),
    "__main__": ("cli",),
    "__init__": (*EVERYTHING, "web.exploration", "spacy", "spark"),
}
"""By room the rooms that it may import from, or single modules of them."""

CIMPORT = re.compile(r"^\s*(?:from\s+(dodona[\w.]*)\s+cimport|cimport\s+(dodona[\w.]*))", re.M)
MODULE = re.compile(r"dodona(\.\w+)+")


def imports_of(text: str, suffix: str) -> Iterator[str]:
    """The modules of Dodona that a source imports, wherever in it; also such as are only named."""
    if suffix == ".pxd":
        yield from (first or second for first, second in CIMPORT.findall(text))
        return
    for node in ast.walk(ast.parse(text)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = str(node.module)
            names = [f"{module}.{alias.name}" for alias in node.names]
            names = names if module == "dodona" else [module]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            is_module = MODULE.fullmatch(node.value) and node.value.islower()
            names = [node.value] if is_module else []
        for name in names:
            name = name.removeprefix("cython.cimports.")
            if MODULE.fullmatch(name):
                yield name


def is_allowed(room: str, module: str) -> bool:
    """Whether a room may import a module, which is named without ``dodona``."""
    allowed = (room, *GROUND, *ARROWS.get(room, ()))
    return any(f"{module}.".startswith(f"{target}.") for target in allowed)


def sources() -> list[Path]:
    return sorted(path for path in HOME.rglob("*") if path.suffix in (".py", ".pxd", ".pyi"))


def room_of(path: Path) -> str:
    return path.relative_to(HOME).parts[0].removesuffix(path.suffix)


def test_no_import_goes_against_the_arrows():
    against = [
        f"{path.relative_to(HOME)} imports {module}"
        for path in sources()
        for module in sorted(set(imports_of(path.read_text(encoding="utf-8"), path.suffix)))
        if not is_allowed(room_of(path), module.removeprefix("dodona."))
    ]
    assert against == []


def test_every_room_has_its_arrows():
    """A new room says here what it may know."""
    rooms = {room_of(path) for path in sources()}
    assert rooms == {*ARROWS, *GROUND}


def test_arrows_do_not_lead_back():
    """No room can be reached from itself but by its own modules."""
    beyond = {room: {target.partition(".")[0] for target in ARROWS[room]} for room in ARROWS}
    for room in ARROWS:
        reached: set[str] = set()
        waiting = set(beyond[room])
        while waiting:
            reached |= waiting
            waiting = {far for near in waiting for far in beyond[near]} - reached
        assert room not in reached


@pytest.mark.parametrize(
    ("text", "suffix", "found"),
    [
        ("import dodona.parser.beam, os", ".py", ["dodona.parser.beam"]),
        ("def f():\n    from dodona.cli import main", ".py", ["dodona.cli"]),
        ("if TYPE_CHECKING:\n    from dodona import (\n  systems)", ".py", ["dodona.systems"]),
        ("from cython.cimports.dodona.linear.hashing import x", ".py", ["dodona.linear.hashing"]),
        ('HOME = {"train": "dodona.pipeline.training"}', ".py", ["dodona.pipeline.training"]),
        ('"""As in dodona.parser."""\nimport dodona\nimport dodonas.x', ".py", []),
        ('FOR_SPACY = "dodona.Tokenizer.v1"', ".py", []),
        ("from dodona.linear.words cimport (\n  Lexicon)", ".pxd", ["dodona.linear.words"]),
        ("cimport dodona.systems.state as s", ".pxd", ["dodona.systems.state"]),
    ],
)
def test_imports_are_found_wherever_they_stand(text, suffix, found):
    assert list(imports_of(text, suffix)) == found


@pytest.mark.parametrize(
    ("room", "module", "allowed"),
    [
        ("parser", "linear.weights", True),
        ("parser", "linears", False),
        ("parser", "evaluation.scores", False),
        ("model", "linear.tables", False),
        ("evaluation", "parser.parser", True),
        ("evaluation", "parser.training", False),
        ("systems", "errors", True),
        ("treebank", "systems", False),
        ("nowhere", "treebank", False),
    ],
)
def test_an_import_against_the_arrows_is_known(room, module, allowed):
    assert is_allowed(room, module) == allowed
