"""The reference of the library: a page for each package, with all its public names, and options."""

from importlib import import_module

from dodona.errors import DodonaError
from dodona.keywords import table
from dodona.options import TABLES

PACKAGES = {
    "dodona": "What most people need: models, sentences, training, scores.",
    "dodona.treebank": "Treebank files, sentences, words and trees.",
    "dodona.systems": "Transition systems, configurations and oracles, by hand.",
    "dodona.evaluation": "Scores, significance and error analysis.",
    "dodona.pipeline": "From text to trees.",
    "dodona.tokenizer": "From text to tokens and sentences.",
    "dodona.tagger": "Tags for words.",
    "dodona.lemmatizer": "Lemmas for words.",
    "dodona.spacy": "Inside spaCy; needs the extra `spacy`.",
}
_MODULES = ("dodona.errors", "dodona.spark", "dodona.web.exploration")


def library_pages() -> dict[str, str]:
    """The pages by their names; each thing is described once, where it is met first."""
    homes: dict[object, str] = {}
    pages = {}
    for package, about in PACKAGES.items():
        module = import_module(package)
        lines = [f"# {package}", about]
        for name in sorted(module.__all__, key=lambda name: (name[0].islower(), name)):
            if name.startswith("__") or f"{package}.{name}" in (*PACKAGES, *_MODULES):
                continue
            try:
                value = getattr(module, name)
            except DodonaError:  # what it needs is an extra that is not there
                value = f"{package}.{name}"
            home = homes.setdefault(_key(value), f"{package}.{name}")
            if home == f"{package}.{name}":
                lines.append(f"::: {home}")
            else:
                page = home.rsplit(".", 1)[0]
                lines.append(f"## {name}\n\nSee [`{home}`]({page}.md#{home}).")
        pages[f"{package}.md"] = "\n\n".join(lines) + "\n"
    for name in _MODULES:
        pages[f"{name}.md"] = f"# {name}\n\n::: {name}\n"
    return pages


def _key(value: object) -> object:
    """The same for the same thing."""
    return value if isinstance(value, str) else id(value)


def options_page() -> str:
    """The tables of all options, by the set that a function takes."""
    lines = [
        "# Options",
        "Each set is a class in `dodona.options`. Functions take its options as keywords, commands "
        "as flags of the same names, recipes as keys.",
    ]
    for kind, beyond in TABLES:
        more = f" Besides those of [{beyond.__name__}](#{beyond.__name__})." if beyond else ""
        lines += [f"## {kind.__name__} {{ #{kind.__name__} }}", f"{kind.__doc__}{more}"]
        lines.append(table(kind, beyond))
    return "\n\n".join(lines) + "\n"
