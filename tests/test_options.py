"""Options: said once, the same everywhere, checked by type checkers and at run time."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from dodona import options
from dodona.cli import parse, train
from dodona.cli.flags import flag_name, in_shell
from dodona.errors import SettingsError
from dodona.keywords import complete, describe, table
from dodona.options import (
    DecodingOptions,
    FileOptions,
    FolderOptions,
    ParsingOptions,
    PipelineOptions,
    TrainingOptions,
)

SETS = [PipelineOptions, FileOptions, FolderOptions]
GUIDE = Path(__file__).parent.parent / "docs" / "guide"

TYPED = """
import dodona

nlp = dodona.train("train.conllu", "dev.conllu", beam=4, oracle="static", report=print)
dodona.train_pipeline("train.conllu", parts=["tagger", "parser"], jackknife=0)
nlp.parse([], tag=True, threads=2)
nlp("A dog barks.", beam=2)
"""
MISTAKES = [
    'dodona.train("x", itertaions=3)',
    'dodona.train("x", oracle="clever")',
    'dodona.train("x", jackknife=4)',
    'dodona.train_pipeline("x", jackknive=4)',
    'dodona.train_pipeline("x", parts=["tokeniser"])',
    "nlp.parse([], retag=True)",
    "nlp.parse([], beam='wide')",
    "nlp('A dog barks.', thread=2)",
]


@pytest.mark.skipif(not GUIDE.exists(), reason="the guide is not here")
@pytest.mark.parametrize("each", options.TABLES)
def test_the_guide_has_the_tables(each):
    """`python -m dodona.options` prints them."""
    pages = [path.read_text(encoding="utf-8") for path in GUIDE.glob("*.md")]
    assert any(table(*each) in page for page in pages)


@pytest.mark.parametrize(
    ("command", "kinds"),
    [(train.COMMAND, [PipelineOptions]), (parse.COMMAND, [FileOptions, FolderOptions])],
)
def test_commands_offer_what_the_library_knows(command, kinds):
    flags = {flag.name: flag for flag in command.params}
    for name, described in (each for kind in kinds for each in describe(kind).items()):
        assert flag_name(name) in flags[name].opts
        assert tuple(getattr(flags[name].type, "choices", described.choices)) == described.choices


@pytest.mark.parametrize("kind", SETS)
def test_defaults_are_values_that_the_options_can_have(kind):
    for described in describe(kind).values():
        described.check(described.option.default)
        assert described.option.help.endswith(".")
    assert complete(kind, {}) == {n: each.option.default for n, each in describe(kind).items()}


@pytest.mark.parametrize("kind", SETS)
def test_what_an_option_goes_with_is_there_to_be_chosen(kind):
    known = describe(kind)
    for described in known.values():
        for other, values in described.option.goes_with.items():
            for value in values:
                known[other].check(value)


@pytest.mark.parametrize(
    ("kind", "given", "message"),
    [
        (TrainingOptions, {"itertaions": 3}, "there is no option itertaions; is `iterations` mean"),
        (DecodingOptions, {"zzz": 1}, "there is no option zzz; there are beam, nbest, scores,"),
        (DecodingOptions, {"threads": 2}, "there is no option threads"),
        (ParsingOptions, {"tag": "yes"}, "`tag` is 'yes'; it must be True or False"),
        (ParsingOptions, {"threads": 0}, "`threads` is 0; it must be 1 or more"),
        (ParsingOptions, {"threads": None}, "`threads` is None; it must be a whole number"),
        (ParsingOptions, {"beam": 2000}, "`beam` is 2000; it must be from 1 to 1024"),
        (TrainingOptions, {"features": 7}, "`features` is 7; it must be a text"),
        (TrainingOptions, {"update": "early"}, "`update` goes with `beam=2` or more"),
        (TrainingOptions, {"restart": True}, "`restart` goes with `beam=2` or more"),
        (TrainingOptions, {"policy": "explore", "beam": 4}, "`policy` goes with `beam=1`"),
        (FileOptions, {"input": "pdf"}, "`input` is 'pdf'; it must be one of text, lines,"),
    ],
)
def test_options_that_make_no_sense(kind, given, message):
    with pytest.raises(SettingsError, match=re.escape(message)):
        complete(kind, given)


def test_messages_name_flags_in_the_shell():
    text = "`skip_invalid=True`, `oracle=static`, `p=0.5`, `beam=2` or more, `elsewhere`"
    flags = "--skip-invalid, --oracle static, -p 0.5, --beam 2 or more, `elsewhere`"
    assert in_shell(text) == flags
    assert in_shell("use `train_pipeline`") == "use dodona train --pipeline"


def test_a_type_checker_knows_the_options(tmp_path):
    """What is right passes, and each mistake is told in its line."""
    program = tmp_path / "program.py"
    program.write_text(TYPED + "\n".join(MISTAKES) + "\n")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--no-incremental", program.name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    told = [int(line) for line in re.findall(r"program\.py:(\d+): error", checked.stdout)]
    first = TYPED.count("\n") + 1
    assert sorted(set(told)) == list(range(first, first + len(MISTAKES))), checked.stdout
