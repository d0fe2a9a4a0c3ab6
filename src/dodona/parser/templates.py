"""Feature templates as text, and their translation into a program for the extractor.

A template is a line of up to four atoms; `#` begins a comment. A line `include NAME` stands for the
templates of another file. An atom is

    S0.w          the form of the word on top of the stack
    S0.h.p        the tag of its head
    N0.l1.l       the label of the leftmost dependent of the first word in the buffer
    S0-N0         the distance between the two

A transition system says which words can be named (S0, N0, ...); from there `h` leads to the head,
`l1` and `l2` to the two leftmost dependents, `r1` and `r2` to the two rightmost ones, `lc` and `rc`
to the closest ones.
"""

import os
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import NamedTuple

from dodona.errors import TemplateError
from dodona.linear.weights import Weights

ATTRIBUTES = {
    "w": "form",
    "m": "lemma",
    "u": "UPOS",
    "x": "XPOS",
    "p": "tag: UPOS and XPOS together",
    "f": "FEATS",
    "l": "label of its arc",
    "vl": "number of left dependents",
    "vr": "number of right dependents",
    "sl": "set of labels of left dependents",
    "sr": "set of labels of right dependents",
    "c": "cluster of the form",
    "c4": "first 4 bits of its cluster",
    "c6": "first 6 bits of its cluster",
}
CLUSTER_ATTRIBUTES = ("c", "c4", "c6")
STEPS = {
    "h": "head",
    "l1": "leftmost dependent",
    "l2": "second leftmost dependent",
    "lc": "closest left dependent",
    "r1": "rightmost dependent",
    "r2": "second rightmost dependent",
    "rc": "closest right dependent",
}
MAX_ARITY = 4
MAX_NODES = 64
MAX_ATOMS = 128
MAX_TEMPLATES = Weights.most_keys
_HOME = "dodona.parser.feature_sets"
_SUFFIX = ".txt"
_INCLUDE = "include"


class Program(NamedTuple):
    """Templates in the form that the extractor runs.

    A node is (step, source): a named word (step -1, source is its number) or a step from an
    earlier node. An atom is (attribute, node, other node); only a distance has two nodes. A
    template is a tuple of atoms. Steps and attributes are numbered in the order of the tables
    above; a distance comes after the attributes.
    """

    nodes: list[tuple[int, int]]
    atoms: list[tuple[int, int, int]]
    templates: list[tuple[int, ...]]
    names: list[str]


def bundled_templates() -> list[str]:
    """The names of the sets of templates that come with Dodona."""
    files = (path.name for path in resources.files(_HOME).iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX))


def load_templates(source: str | os.PathLike[str]) -> list[str]:
    """The templates of a file, or those that come with Dodona under that name.

    Where a line says ``include`` and a name, those of that set or file stand in its place. The path
    of a file is taken from the folder of the file that includes it.
    """
    templates = _load(os.fspath(source), [])
    if not templates:
        raise TemplateError(f"{source}: there are no templates in the file")
    return templates


def _load(source: str, outer: list[str]) -> list[str]:
    """The templates of a set or file; ``outer`` are those that it is included by."""
    inside = source if source in bundled_templates() else os.path.realpath(source)
    if inside in outer:
        raise TemplateError(f"{source} includes itself")
    templates: list[str] = []
    for number, text in enumerate(_read(source).splitlines(), 1):
        line = " ".join(text.partition("#")[0].split())
        first, _, name = line.partition(" ")
        if first == _INCLUDE:
            try:
                templates += _load(_find(name, source), [*outer, inside])
            except (TemplateError, OSError) as error:
                raise TemplateError(f"{source}:{number}: {error}") from None
        elif line:
            templates.append(line)
    return templates


def _find(name: str, source: str) -> str:
    """The set or file that a file means by a name."""
    sets = bundled_templates()
    path = os.path.join(os.path.dirname(source), name)
    if name in sets:
        return name
    if not name or not os.path.exists(path):
        raise TemplateError(
            f"there are no templates {name!r} to include: name a file, or one of {', '.join(sets)}"
        )
    return path


def _read(source: str) -> str:
    if source in bundled_templates():
        file = resources.files(_HOME).joinpath(f"{source}{_SUFFIX}")
        return file.read_text(encoding="utf-8")
    try:
        with open(source, encoding="utf-8") as stream:
            return stream.read()
    except UnicodeDecodeError:
        raise TemplateError(f"{source}: the file of templates is not UTF-8 text") from None


def look_at(templates: Iterable[str], *attributes: str) -> bool:
    """Whether any of some templates looks at one of these attributes."""
    atoms = (atom for template in templates for atom in template.split())
    return any("." in atom and atom.rpartition(".")[2] in attributes for atom in atoms)


def compile_templates(templates: Iterable[str], focus_names: Sequence[str]) -> Program:
    """Translate templates over the words that a transition system names."""
    return _Compiler(focus_names).compile(templates)


class _Compiler:
    def __init__(self, focus_names: Sequence[str]) -> None:
        self.focus_names = list(focus_names)
        self.attributes = list(ATTRIBUTES)
        self.steps = list(STEPS)
        self.nodes: list[tuple[int, int]] = []
        self.atoms: list[tuple[int, int, int]] = []

    def compile(self, templates: Iterable[str]) -> Program:
        names: list[str] = []
        compiled: list[tuple[int, ...]] = []
        templates = list(templates)
        if not 1 <= len(templates) <= MAX_TEMPLATES:
            raise TemplateError(
                f"there must be 1 to {MAX_TEMPLATES} templates, not {len(templates)}"
            )
        for template in templates:
            atoms = template.split()
            if not 1 <= len(atoms) <= MAX_ARITY:
                raise TemplateError(f"{template!r} has {len(atoms)} atoms, not 1 to {MAX_ARITY}")
            name = " ".join(atoms)
            if name in names:
                raise TemplateError(f"the template {name!r} is there twice")
            names.append(name)
            compiled.append(tuple(self.atom(atom) for atom in atoms))
        return Program(self.nodes, self.atoms, compiled, names)

    def atom(self, text: str) -> int:
        if "-" in text:
            first, _, second = text.partition("-")
            words = (self.node([first], text), self.node([second], text))
            return _number_of(self.atoms, (len(self.attributes), *words), MAX_ATOMS)
        *address, attribute = text.split(".")
        if not address or attribute not in self.attributes:
            raise self.unknown(text)
        node = self.node(address, text)
        return _number_of(self.atoms, (self.attributes.index(attribute), node, -1), MAX_ATOMS)

    def node(self, address: list[str], text: str) -> int:
        base, *steps = address
        if base not in self.focus_names or not set(steps) <= set(self.steps):
            raise self.unknown(text)
        node = _number_of(self.nodes, (-1, self.focus_names.index(base)), MAX_NODES)
        for step in steps:
            node = _number_of(self.nodes, (self.steps.index(step), node), MAX_NODES)
        return node

    def unknown(self, atom: str) -> TemplateError:
        words = ", ".join(self.focus_names)
        steps = ", ".join(f"{name} ({meaning})" for name, meaning in STEPS.items())
        attributes = ", ".join(f"{name} ({meaning})" for name, meaning in ATTRIBUTES.items())
        return TemplateError(
            f"unknown atom {atom!r}: an atom is WORD.STEP.ATTRIBUTE with any number of steps, or "
            f"WORD-WORD for a distance. Words: {words}. Steps: {steps}. Attributes: {attributes}."
        )


def _number_of(table: list, entry: tuple[int, ...], most: int) -> int:  # type: ignore[type-arg]
    if entry not in table:
        if len(table) == most:
            raise TemplateError(f"at most {MAX_NODES} words and {MAX_ATOMS} atoms can be named")
        table.append(entry)
    return table.index(entry)
