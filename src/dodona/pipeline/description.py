"""What a model is, in words: its parts, their training, labels, scores and licence."""

from collections.abc import Iterator, Mapping
from typing import Any

from dodona.model.files import ModelFile
from dodona.pipeline.pipeline import PARTS
from dodona.printable import printable
from dodona.wording import counted


def describe_model(file: ModelFile, rows: Mapping[str, str]) -> str:
    """What a file says of itself, below some rows of our own, and then of each of its parts."""
    about = {
        name.replace("_", " "): _show(value)
        for name, value in file.about.items()
        if value is not None
    }
    return "\n\n".join([table({**rows, **about}), *_describe_parts(file)])


def _describe_parts(file: ModelFile) -> Iterator[str]:
    for name in (name for name in PARTS if name in file.parts):
        header = file.parts[name].header
        sizes = {key: len(array) for key, array in file.parts[name].arrays.items()}
        if name != "parser":
            yield f"{name}\n{table(_describe_part(header, sizes))}"
        elif "members" in header:
            yield from _describe_voting(header, sizes)
        else:
            yield f"{name}\n{table(_describe_parser(header, sizes))}"


def _describe_voting(header: dict[str, Any], sizes: dict[str, int]) -> Iterator[str]:
    """What is known of parsers that vote, and then of each of them."""
    dev = header["scores"].get("dev")
    rows = {
        "made with": header["made_with"],
        "votes": str(len(header["members"])),
        "scores on dev": _scores(dev) if dev else "none",
    }
    yield f"parser\n{table(rows)}"
    for place, member in enumerate(header["members"]):
        start = f"{place}."
        own = {key.removeprefix(start): n for key, n in sizes.items() if key.startswith(start)}
        yield f"parser {place + 1}\n{table(_describe_parser(member, own))}"


def table(rows: Mapping[str, str]) -> str:
    """Rows of a name and a text, safe to be shown."""
    return "\n".join(printable(f"{name + ':':<17}{value}") for name, value in rows.items())


def _show(value: Any) -> str:
    """A value of a header in words; what is not set (None) is left out."""
    if isinstance(value, dict):
        given = {name: each for name, each in value.items() if each is not None}
        return ", ".join(f"{name.replace('_', ' ')} {_show(each)}" for name, each in given.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _describe_part(header: dict[str, Any], sizes: dict[str, int]) -> dict[str, str]:
    if header.get("kind") == "neural tagger":
        knows = counted(len(header["tags"]), "tag")
        training = "with the parser, whose encoder it reads"
        if "linear" in header:
            linear = header["linear"]["training"]
            training += f"; a linear tagger votes: {_show(linear)}"
        return {"training": training, "knows": knows}
    weights = sum(size for name, size in sizes.items() if name.endswith("weights"))
    counts = [
        counted(len(value), name.removesuffix("s"))
        for name, value in header.items()
        if isinstance(value, list)
    ]
    return {
        "training": _show(header["training"]),
        "knows": ", ".join([*counts, counted(weights, "weight")]),
    }


def _describe_parser(header: dict[str, Any], sizes: dict[str, int]) -> dict[str, str]:
    from dodona.parser.model import plain_labels

    labels = plain_labels(header["labels"], header["encoding"])
    dev = header["scores"].get("dev")
    own_rows = ("system", "direction", "nonprojective", "nonprojective_sentences", "encoding")
    training = {k: v for k, v in header["training"].items() if k not in own_rows}
    rows = {
        "made with": header["made_with"],
        "system": header["system"],
        "direction": header.get("direction", "left-to-right"),
        "roots": "exactly one" if header["single_root"] else "one or more",
        "treebank": header["treebank_format"],
        "training": _show(training),
        "non-projective": _nonprojective(header["training"], header["system"]),
        "scores on dev": _scores(dev) if dev else "none",
        **_knowledge(header, sizes),
        "labels": f"{len(labels)}: {' '.join(labels)}",
        "tags": ", ".join(f"{len(tags)} {name.upper()}" for name, tags in header["tags"].items()),
    }
    if header["licence"]:
        rows["licence of data"] = header["licence"]
    return rows


def _knowledge(header: dict[str, Any], sizes: dict[str, int]) -> dict[str, str]:
    """What a model computes scores with."""
    if header.get("kind") != "neural":
        return {
            "templates": str(len(header["templates"])),
            "features": f"{sizes['fingerprints']} with {counted(sizes['weights'], 'weight')}",
        }
    encoder = f"{counted(header['layers'], 'layer')} of 2 x {header['size']}"
    vectors = sizes.get("vectors.keys")
    return {
        "slots": " ".join(header["templates"]),
        "encoder": f"{encoder}; {'predicts tags' if header['tag_classes'] else 'reads tags'}",
        "words": f"{sizes['words']} known, {vectors or 'none'} with pretrained vectors",
    }


def _nonprojective(training: dict[str, Any], system: str) -> str:
    from dodona.systems import get_system

    choice = training.get("nonprojective") or "learned from as they are"
    if training.get("encoding"):
        choice += f" ({training['encoding']})"
    if get_system(system).limited:
        choice = f"learned from where they can be derived, else {choice}"
    count = training.get("nonprojective_sentences")
    return f"{choice}, {counted(count, 'sentence')}" if count else choice


def _scores(scores: dict[str, Any]) -> str:
    all_words = scores["all_words"]
    rule = scores["rules"]["labels"]
    return f"UAS {all_words['uas']:.2f}, LAS {all_words['las']:.2f} (all words; {rule})"
