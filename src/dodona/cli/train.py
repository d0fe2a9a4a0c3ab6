"""`dodona train`: a parser, or a whole pipeline, from a treebank."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from dodona.cli.flags import FILE, flag_name, flags, given, switch
from dodona.cli.messages import check_inputs, report_skipped, say
from dodona.cli.saving import check_place, save_model
from dodona.keywords import complete, describe
from dodona.options import PipelineOptions, ReadingOptions, TrainingOptions
from dodona.printable import printable
from dodona.wording import counted

if TYPE_CHECKING:
    from dodona.pipeline.training import PipelineTrainer


def run(
    train: Path,
    output: Path,
    dev: Path | None,
    extra: Path | None,
    pipeline: bool,
    log: Path | None,
    skip_invalid: bool | None,
    **values: Any,
) -> None:
    """Train a parser, or a whole pipeline.

    Shows the scores on dev after each iteration, keeps the best, and writes the model at the end.
    Ctrl-C ends the training of the parser early and keeps the best model so far. A model that
    cannot be written to its place is written elsewhere.
    """
    options = _options(values, pipeline)
    log = log or Path(f"{output}.jsonl")
    for path in (output, log):
        check_place(path)
    clusters = options.get("clusters")
    check_inputs([Path(path) for path in (train, dev, extra, clusters) if path])

    from dodona.pipeline.training import PipelineTrainer
    from dodona.treebank.conllu import read_conllu

    read = partial(read_conllu, skip_invalid=bool(skip_invalid))
    gold, held_out = read(train, partial=True), dev and read(dev)
    machine = extra and read(extra, partial=True)
    trainer = PipelineTrainer(gold, held_out, extra=machine, **options)
    for reader in (gold, held_out):
        report_skipped(reader.invalid if reader else [])
    _describe(trainer)
    files = {
        "train": str(train),
        "dev": str(dev) if dev else None,
        "features": options.get("features"),
    }
    if clusters:
        files["clusters"] = str(clusters)
    if extra:
        files["extra"] = str(extra)
    settings = [each.to_dict() for each in trainer.members]
    entries: list[dict[str, Any]] = [
        {**files, "settings": settings[0]} if len(settings) == 1 else {**files, "vote": settings}
    ]
    finished = _run(trainer, entries)
    report_skipped(machine.invalid if machine else [])
    saved = save_model(trainer.pipeline(), output)
    _write_log(log, entries)
    if not saved:
        raise click.exceptions.Exit(1)
    say(f"wrote {output} ({output.stat().st_size / 1e6:.1f} MB) and the log {log}")
    if not finished:
        raise KeyboardInterrupt("interrupted; the best model so far was kept")


def _options(values: dict[str, Any], pipeline: bool) -> dict[str, Any]:
    """The options that were given, checked, so that no treebank is read in vain."""
    from dodona.parser.choosing import AUTO
    from dodona.parser.settings import member_settings

    options = given(values, PipelineOptions)
    of_parser = given(values, TrainingOptions)
    if of_parser.get("system") == AUTO:  # which one that is shows once the treebank is read
        del of_parser["system"]
    member_settings(**of_parser)
    complete(PipelineOptions, options)
    if pipeline:
        return options
    for name in options:
        if name not in describe(TrainingOptions):
            raise click.UsageError(f"{flag_name(name)} goes with --pipeline")
    return {**options, "parts": ["parser"]}


def _describe(trainer: "PipelineTrainer") -> None:
    from dodona.systems import get_system

    corpus, settings = trainer.corpus, trainer.members[0]
    if trainer.choice is not None:
        say(str(trainer.choice))
    if len(trainer.members) > 1:
        say(f"parsers that vote: {', '.join(each.name for each in trainer.members)}")
    if trainer.parts != ["parser"]:
        sentences = counted(trainer.sentences, "sentence")
        say(f"{sentences} to learn from: {', '.join(trainer.parts)}")
    elif corpus is not None:
        sentences = counted(len(corpus.sentences), "sentence")
        say(f"{sentences}, {counted(corpus.words, 'word')} to learn from")
    if corpus is not None and corpus.headless:
        say(f"words without a head, whose arcs cost nothing: {corpus.headless:,}")
    if corpus is not None and corpus.nonprojective:
        done = {
            "skip": "skipped",
            "projectivize": "made projective",
            "pseudo": f"made projective, their labels encoded ({settings.encoding})",
            "min-cost": "learned from with the minimum-cost oracle",
            "exact": "learned from with the exact oracle",
        }[settings.nonprojective or "skip"]
        limited = get_system(settings.options["system"]).limited
        kind = "sentences that cannot be derived" if limited else "non-projective sentences"
        say(f"{kind} {done}: {corpus.nonprojective}")
    if trainer.extra is not None:
        say(str(trainer.extra))


def _run(trainer: "PipelineTrainer", entries: list[dict[str, Any]]) -> bool:
    """Train to the end, or until Ctrl-C; tells which. Adds to the entries of the log."""
    from tqdm import tqdm

    with tqdm(total=trainer.work, unit=" sentences", disable=not sys.stderr.isatty()) as bar:
        try:
            for step in trainer.run(bar.update):
                entries.append(step.to_dict())
                bar.total = trainer.work
                bar.write(printable(str(step)), file=sys.stderr)
        except KeyboardInterrupt:
            bar.close()
            if not trainer.has_pipeline:
                raise
            say("interrupted; keeping the best model so far")
            return False
    return True


def _write_log(path: Path, entries: list[dict[str, Any]]) -> None:
    from dodona.treebank.streams import open_output

    with open_output(path, pack=False) as stream:
        stream.writelines(f"{json.dumps(entry)}\n".encode() for entry in entries)


COMMAND = click.Command(
    "train",
    callback=run,
    help=run.__doc__,
    epilog="""Example: dodona train --train train.conllu --dev dev.conllu -o model.dodona

    From raw text on: dodona train --pipeline --train train.conllu --dev dev.conllu -o
    model.dodona""",
    params=[
        click.Option(
            ["--train"],
            type=FILE,
            required=True,
            help="Treebank to learn from (CoNLL-U or CoNLL-X).",
        ),
        click.Option(["--output", "-o"], type=FILE, required=True, help="Model file to write."),
        click.Option(
            ["--dev"], type=FILE, help="Treebank to score each iteration on; the best is kept."
        ),
        click.Option(
            ["--extra"],
            type=FILE,
            help="Trees made by machine, for the parser to learn from besides; with --pipeline "
            "their tags are predicted anew.",
        ),
        switch(
            "--pipeline", help="Also train a tokeniser, a tagger and a lemmatiser, in one model."
        ),
        *flags(PipelineOptions),
        click.Option(
            ["--log"],
            type=FILE,
            help="Log to write, one JSON object a line.  [default: MODEL.jsonl]",
        ),
        *(flag for flag in flags(ReadingOptions) if flag.name == "skip_invalid"),
    ],
)
