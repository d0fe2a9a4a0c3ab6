"""`dodona info`: what a model is."""

import json
from typing import Annotated, Any

import typer

EPILOG = """Example: dodona info en

All of it: dodona info model.dodona --json"""


def run(
    model: Annotated[
        str, typer.Argument(help="Model file, or the name of a model that comes with Dodona.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the whole header as JSON.")
    ] = False,
) -> None:
    """Tell what a model is: its parts, their training, labels, scores and licence."""
    from dodona.parsing.files import load_parts
    from dodona.pipeline import PARTS, load
    from dodona.pipeline.models import model_path

    path = model_path(model)
    load(path)  # says what is wrong with a model that is damaged
    file = load_parts(path)
    headers = {name: part.header for name, part in file.parts.items()}
    if as_json:
        data = {"about": file.about, "parts": headers}
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
        return
    rows = {"file": f"{path} ({path.stat().st_size / 1e6:.1f} MB)"}
    rows |= {name.replace("_", " "): _show(value) for name, value in file.about.items()}
    typer.echo(_table(rows))
    for name in (name for name in PARTS if name in headers):
        sizes = {key: len(array) for key, array in file.parts[name].arrays.items()}
        describe = _describe_parser if name == "parser" else _describe_part
        typer.echo(f"\n{name}\n{_table(describe(headers[name], sizes))}")


def _table(rows: dict[str, str]) -> str:
    return "\n".join(f"{name + ':':<17}{value}" for name, value in rows.items())


def _show(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name.replace('_', ' ')} {_show(each)}" for name, each in value.items())
    return str(value)


def _describe_part(header: dict[str, Any], sizes: dict[str, int]) -> dict[str, str]:
    weights = sum(size for name, size in sizes.items() if name.endswith("weights"))
    counts = {
        name: f"{len(value)} {name}" for name, value in header.items() if isinstance(value, list)
    }
    return {
        "training": _show(header["training"]),
        "knows": ", ".join([*counts.values(), f"{weights} weights"]),
    }


def _describe_parser(header: dict[str, Any], sizes: dict[str, int]) -> dict[str, str]:
    from dodona.parsing.model import Header

    labels = Header(**header).plain_labels
    dev = header["scores"].get("dev")
    own_rows = ("system", "nonprojective", "nonprojective_sentences", "encoding")
    training = {k: v for k, v in header["training"].items() if k not in own_rows}
    rows = {
        "made with": header["made_with"],
        "system": header["system"],
        "roots": "exactly one" if header["single_root"] else "one or more",
        "treebank": header["treebank_format"],
        "training": _show(training),
        "non-projective": _nonprojective(header["training"]),
        "scores on dev": _scores(dev) if dev else "none",
        "templates": str(len(header["templates"])),
        "features": f"{sizes['fingerprints']} with {sizes['weights']} weights",
        "labels": f"{len(labels)}: {' '.join(labels)}",
        "tags": ", ".join(f"{len(tags)} {name.upper()}" for name, tags in header["tags"].items()),
    }
    if header["licence"]:
        rows["licence of data"] = header["licence"]
    return rows


def _nonprojective(training: dict[str, Any]) -> str:
    choice = training.get("nonprojective") or "learned from as they are"
    if training.get("encoding"):
        choice += f" ({training['encoding']})"
    count = training.get("nonprojective_sentences")
    return f"{choice}, {count} sentences" if count else choice


def _scores(scores: dict[str, Any]) -> str:
    all_words = scores["all_words"]
    rule = scores["rules"]["labels"]
    return f"UAS {all_words['uas']:.2f}, LAS {all_words['las']:.2f} (all words; {rule})"
