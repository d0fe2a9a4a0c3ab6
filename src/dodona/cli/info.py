"""`dodona info`: what a model is."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from dodona.parsing.model import Model

EPILOG = """Example: dodona info model.dodona --json"""


def run(
    model: Annotated[Path, typer.Argument(readable=False, help="Model file.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the whole header as JSON.")
    ] = False,
) -> None:
    """Tell what a model is: its system, training, labels and scores."""
    from dodona.parsing.model import load_model

    loaded = load_model(model)
    if as_json:
        typer.echo(json.dumps(asdict(loaded.header), indent=2, ensure_ascii=False))
    else:
        typer.echo(_describe(loaded, model))


def _describe(model: "Model", path: Path) -> str:
    header = model.header
    dev = header.scores.get("dev")
    own_rows = ("system", "nonprojective", "nonprojective_sentences", "encoding")
    training = {name: value for name, value in header.training.items() if name not in own_rows}
    rows = {
        "file": f"{path} ({path.stat().st_size / 1e6:.1f} MB)",
        "made with": header.made_with,
        "system": header.system,
        "roots": "exactly one" if header.single_root else "one or more",
        "treebank": header.treebank_format,
        "training": ", ".join(f"{name.replace('_', ' ')} {training[name]}" for name in training),
        "non-projective": _nonprojective(header.training),
        "scores on dev": _scores(dev) if dev else "none",
        "templates": str(len(header.templates)),
        "features": f"{len(model.weights.fingerprints)} with {len(model.weights.weights)} weights",
        "labels": f"{len(header.plain_labels)}: {' '.join(header.plain_labels)}",
        "tags": ", ".join(f"{len(tags)} {name.upper()}" for name, tags in header.tags.items()),
        "licence of data": header.licence or "not given",
    }
    return "\n".join(f"{name + ':':<17}{value}" for name, value in rows.items())


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
