"""`dodona train`: a parser, or a whole pipeline, from a treebank."""

import errno
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO

import typer

from dodona.cli.messages import check_inputs, report_skipped, say

if TYPE_CHECKING:
    from dodona.learning.training import Iteration
    from dodona.pipeline.training import PipelineTrainer, Step

EPILOG = """Example: dodona train --train train.conllu --dev dev.conllu -o model.dodona

From raw text on: dodona train --pipeline --train train.conllu --dev dev.conllu -o model.dodona"""


def _system_names() -> list[str]:
    from dodona.systems import system_names

    return system_names()


def run(
    train: Annotated[
        Path, typer.Option(readable=False, help="Treebank to learn from (CoNLL-U or CoNLL-X).")
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="Model file to write.")],
    dev: Annotated[
        Path | None,
        typer.Option(readable=False, help="Treebank to score each iteration on; the best is kept."),
    ] = None,
    pipeline: Annotated[
        bool,
        typer.Option(
            "--pipeline", help="Also train a tokeniser, a tagger and a lemmatiser, in one model."
        ),
    ] = False,
    parts: Annotated[
        str | None,
        typer.Option(
            help="Parts of the pipeline to train, with commas between them.",
            show_default="tokenizer,tagger,lemmatizer,parser; those that the treebank has data for",
        ),
    ] = None,
    jackknife: Annotated[
        int | None,
        typer.Option(
            help="Of a pipeline, taggers to predict the tags with that the parser and the "
            "lemmatiser learn from, each without the sentences that it tags; 0 for the tags of "
            "the treebank.",
            show_default="4",
        ),
    ] = None,
    clusters: Annotated[
        Path | None,
        typer.Option(
            readable=False,
            help="Of a pipeline, clusters of words for the tagger, such as Brown clusters; lines "
            "of bits, word and count, or of word and cluster, with tabs between them.",
        ),
    ] = None,
    system: Annotated[
        str, typer.Option(help="Transition system.", autocompletion=_system_names)
    ] = "arc-eager",
    oracle: Annotated[
        Literal["static", "nondet", "dynamic"],
        typer.Option(
            help="Learn one canonical derivation, all transitions that keep the gold tree, or all "
            "of least cost, also after mistakes."
        ),
    ] = "dynamic",
    policy: Annotated[
        Literal["ambiguity", "explore"] | None,
        typer.Option(
            help="What training follows with the dynamic oracle: only transitions of least cost, "
            "or after K iterations also the model's own mistakes.",
            show_default="explore",
        ),
    ] = None,
    k: Annotated[int, typer.Option("-k", help="Iterations before exploration begins.")] = 2,
    p: Annotated[
        float, typer.Option("-p", help="Share of mistakes that exploration does not follow.")
    ] = 0.1,
    beam: Annotated[
        int, typer.Option(help="Hypotheses to keep, in training and parsing; 1 is greedy parsing.")
    ] = 1,
    update: Annotated[
        Literal["early", "max-violation"] | None,
        typer.Option(
            help="Where a beam learns from a mistake: where the last correct hypothesis leaves it, "
            "or where the best one is ahead of the best correct one the most.",
            show_default="max-violation",
        ),
    ] = None,
    restart: Annotated[
        bool | None,
        typer.Option(
            help="Go on in the same sentence after an update of a beam, from the best hypothesis.",
            show_default="restart with the dynamic oracle",
        ),
    ] = None,
    loss: Annotated[
        Literal["upper", "pc-upper", "lower", "linear", "tabular"] | None,
        typer.Option(
            help="What the oracle of covington-nonmonotonic counts: lost arcs and all cycles "
            "(upper), only the problematic ones, or none; and how that of arc-standard counts.",
            show_default="upper; linear",
        ),
    ] = None,
    nonprojective: Annotated[
        Literal["skip", "projectivize", "pseudo", "min-cost", "exact"] | None,
        typer.Option(
            help="What a projective system makes of a tree that is not projective: skip it; learn "
            "the closest projective tree; learn a projective tree whose labels tell the way back; "
            "learn from the tree itself, with approximate or with exact costs.",
            show_default="min-cost; skip without a dynamic oracle",
        ),
    ] = None,
    encoding: Annotated[
        Literal["baseline", "head", "path", "head+path"] | None,
        typer.Option(
            help="What labels tell with --nonprojective pseudo.", show_default="head+path"
        ),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(help="Times through the treebank.", show_default="15; lr-spine 30"),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of all random choices.")] = 1,
    features: Annotated[
        str | None,
        typer.Option(
            help="File of feature templates, or the name of a set that comes with Dodona.",
            show_default="those of the system",
        ),
    ] = None,
    megabytes: Annotated[
        float, typer.Option(help="Leave out the smallest weights of a larger model than this.")
    ] = 8.0,
    licence: Annotated[
        str, typer.Option(help="Licence of the training data, kept in the model.")
    ] = "",
    attribution: Annotated[
        str, typer.Option(help="Whom the data is from, kept in the model of a pipeline.")
    ] = "",
    log: Annotated[
        Path | None,
        typer.Option(help="Log to write, one JSON object a line.", show_default="MODEL.jsonl"),
    ] = None,
    skip_invalid: Annotated[
        bool, typer.Option("--skip-invalid", help="Pass over invalid sentences and name them.")
    ] = False,
) -> None:
    """Train a parser, or a whole pipeline.

    Shows the scores on dev after each iteration, keeps the best, and writes the model at the end.
    Ctrl-C ends the training of the parser early and keeps the best model so far.
    """
    from dodona.learning.settings import Settings
    from dodona.pipeline.training import PipelineTrainer
    from dodona.treebank.conllu import read_conllu

    if not pipeline:
        for name, value in {
            "--parts": parts, "--jackknife": jackknife, "--clusters": clusters,
            "--attribution": attribution or None,
        }.items():  # fmt: skip
            if value is not None:
                raise typer.BadParameter(f"{name} goes with --pipeline")

    settings = Settings(
        system=system, oracle=oracle, policy=policy, k=k, p=p, beam=beam, update=update,
        restart=restart, loss=loss, nonprojective=nonprojective, encoding=encoding,
        iterations=iterations, seed=seed, features=features, megabytes=megabytes,
        licence="" if pipeline else licence,
    )  # fmt: skip
    log = log or Path(f"{output}.jsonl")
    for path in (output, log):
        _check_place(path)
    sources = [train, dev] if dev else [train]
    check_inputs([*sources, clusters] if clusters else sources)
    readers = [read_conllu(path, skip_invalid=skip_invalid) for path in sources]
    about = {"licence": licence, "attribution": attribution} if pipeline else {}
    trainer = PipelineTrainer(
        readers[0],
        readers[1] if dev else None,
        settings,
        parts=_parts(parts) if pipeline else ["parser"],
        folds=4 if jackknife is None else jackknife,
        about={name: value for name, value in about.items() if value},
        clusters=clusters,
    )
    for reader in readers:
        report_skipped(reader.invalid)
    _describe(trainer)
    with log.open("w", encoding="utf-8") as log_file:
        files = {"train": str(train), "dev": str(dev) if dev else None, "features": features}
        if clusters:
            files["clusters"] = str(clusters)
        _log(log_file, {**files, "settings": settings.to_dict()})
        finished = _run(trainer, log_file)
    trainer.pipeline().save(output)
    say(f"wrote {output} ({output.stat().st_size / 1e6:.1f} MB) and the log {log}")
    if not finished:
        raise typer.Exit(1)


def _parts(names: str | None) -> Sequence[str] | None:
    return None if names is None else [name.strip() for name in names.split(",")]


def _check_place(path: Path) -> None:
    """See to it that a file can be written, before the work of training begins."""
    if path == Path("-"):
        raise typer.BadParameter("standard output (-) will not do for models and logs; name a file")
    folder = path.absolute().parent
    if not folder.is_dir():
        raise FileNotFoundError(errno.ENOENT, "There is no such folder to write to", str(folder))
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    is_device = path.exists() and not path.is_file()
    if not os.access(path if is_device else folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))


def _describe(trainer: "PipelineTrainer") -> None:
    corpus = trainer.corpus
    if trainer.parts != ["parser"]:
        say(f"{trainer.sentences} sentences to learn from: {', '.join(trainer.parts)}")
    elif corpus is not None:
        say(f"{len(corpus.sentences)} sentences, {corpus.words} words to learn from")
    if corpus is not None and corpus.nonprojective:
        done = {
            "skip": "skipped",
            "projectivize": "made projective",
            "pseudo": f"made projective, their labels encoded ({trainer.settings.chosen_encoding})",
            "min-cost": "learned from with the minimum-cost oracle",
            "exact": "learned from with the exact oracle",
        }[trainer.settings.chosen_nonprojective or "skip"]
        say(f"non-projective sentences {done}: {corpus.nonprojective}")


def _run(trainer: "PipelineTrainer", log_file: TextIO) -> bool:
    """Train to the end, or until Ctrl-C; tells which."""
    from tqdm import tqdm

    with tqdm(total=trainer.work, unit=" sentences", disable=not sys.stderr.isatty()) as bar:
        try:
            for step in trainer.run(bar.update):
                _log(log_file, step.to_dict())
                bar.write(_line(step), file=sys.stderr)
        except KeyboardInterrupt:
            bar.close()
            if not trainer.has_pipeline:
                raise
            say("interrupted; keeping the best model so far")
            return False
    return True


def _line(iteration: "Step | Iteration") -> str:
    from dodona.pipeline.training import Step

    if isinstance(iteration, Step):
        return f"{iteration.name}  {iteration.seconds:.1f} s"
    text = f"iteration {iteration.number:>3}  mistakes {100 * iteration.mistakes:5.2f} %"
    if iteration.dev:
        score = iteration.dev.all_words
        text += f"  dev UAS {score.uas:.2f} LAS {score.las:.2f}{'  best' * iteration.best}"
    return f"{text}  {iteration.seconds:.1f} s"


def _log(file: TextIO, entry: dict[str, Any]) -> None:
    file.write(json.dumps(entry) + "\n")
    file.flush()
