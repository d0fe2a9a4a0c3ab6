"""`dodona evaluate`: scores, their rules, and files that cannot be compared."""

import json

import pytest

from dodona import load

# Word, head and label: two words are punctuation, and one label has a subtype.
GOLD = [
    ("«", 2, "punct"),
    ("Doves", 3, "nsubj"),
    ("sleep", 0, "root"),
    ("in", 5, "case"),
    ("trees", 3, "obl:in"),
    ("...", 3, "punct"),
]
SYSTEM = [
    ("«", 3, "punct"),  # wrong head
    ("Doves", 3, "obj"),  # wrong label
    ("sleep", 0, "root"),
    ("in", 5, "case"),
    ("trees", 3, "obl"),  # right but for the subtype
    ("...", 3, "punct"),
]


def sentence(rows, comment=None):
    lines = [f"# sent_id = {comment}\n"] if comment else []
    for i, (form, head, label) in enumerate(rows, 1):
        lines.append(f"{i}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n")
    return "".join(lines) + "\n"


@pytest.fixture
def write(tmp_path):
    def write(name, *sentences):
        path = tmp_path / name
        path.write_text("".join(sentences), encoding="utf-8")
        return path

    return write


@pytest.fixture
def files(write):
    """A gold file and a system file with two sentences: one parsed right, one not."""
    gold = write("gold.conllu", sentence(GOLD, "s1"), sentence(GOLD, "s2"))
    return gold, write("system.conllu", sentence(GOLD, "s1"), sentence(SYSTEM, "s2"))


def test_scores_and_counts_with_their_rules(dodona, files):
    code, out, err = dodona("evaluate", *files)
    assert (code, err) == (0, "")
    assert [line.split() for line in out.splitlines()[:3]] == [
        ["UAS", "LAS", "right", "heads", "/", "labelled", "/", "words"],
        ["all", "words", "91.67", "83.33", "11", "/", "10", "/", "12"],
        ["without", "punctuation", "100.00", "87.50", "8", "/", "7", "/", "8"],
    ]
    rules = " ".join(out.splitlines()[3:])
    assert rules.startswith("2 sentences; subtypes of labels (after the colon) are ignored; ")
    assert "punctuation" in rules


def test_json_has_the_same_numbers(dodona, files):
    code, out, err = dodona("evaluate", *files, "--json")
    assert (code, err) == (0, "")
    scores = json.loads(out)
    assert scores["sentences"] == 2
    assert scores["all_words"] == {
        "uas": pytest.approx(100 * 11 / 12),
        "las": pytest.approx(100 * 10 / 12),
        "words": 12,
        "heads": 11,
        "labelled": 10,
    }
    assert scores["without_punctuation"] == {
        "uas": 100.0,
        "las": 87.5,
        "words": 8,
        "heads": 8,
        "labelled": 7,
    }
    text = dodona("evaluate", *files).out
    for score in (scores["all_words"], scores["without_punctuation"]):
        assert f" {score['uas']:.2f} " in text
        assert f" {score['las']:.2f} " in text
        assert f" {score['heads']} / {score['labelled']} / {score['words']}\n" in text
    assert all(rule in text for rule in scores["rules"].values())


def test_full_labels_can_be_asked_for(dodona, files):
    out = dodona("evaluate", *files, "--labels", "full").out
    assert "11 / 9 / 12" in out
    assert "labels are compared as they stand" in out


@pytest.mark.parametrize(
    ("name", "tag", "rule"),
    [
        ("gold.conllu", "N", "subtypes of labels (after the colon) are ignored"),
        ("gold.conllx", "NOUN", "labels are compared as they stand"),
        ("gold.test", "N", "labels are compared as they stand"),
    ],
)
def test_the_rule_for_labels_follows_the_format_of_the_gold_file(dodona, write, name, tag, rule):
    gold = write(name, sentence(GOLD).replace("\tX\t", f"\t{tag}\t"))
    system = write("system", sentence(SYSTEM).replace("\tX\t", f"\t{tag}\t"))
    out = dodona("evaluate", gold, system).out
    assert rule in out
    assert ("5 / 4 / 6" if "ignored" in rule else "5 / 3 / 6") in out


def test_standard_input_can_be_the_system_file(dodona, files):
    gold, system = files
    result = dodona("evaluate", gold, "-", stdin=system.read_text(encoding="utf-8"))
    assert (result.code, result.err) == (0, "")
    assert "11 / 10 / 12" in result.out


def test_a_file_beside_itself_is_perfect(dodona, grove):
    out = dodona("evaluate", grove.train, grove.train).out
    assert out.count(" 100.00 ") == 4


def test_parsing_and_scores_in_training_agree(dodona, model, grove, tmp_path):
    dodona("parse", model, grove.dev, "-o", tmp_path / "dev.conllu")
    scores = json.loads(dodona("evaluate", grove.dev, tmp_path / "dev.conllu", "--json").out)
    assert load(model).header.scores["dev"] == scores


# Files that cannot be compared --------------------------------------------------------------------


def test_words_that_differ(error_of, write):
    gold = write("gold.conllu", sentence(GOLD), sentence(GOLD, "s2"))
    other = [*GOLD[:4], ("boughs", *GOLD[4][1:]), GOLD[5]]
    system = write("system.conllu", sentence(GOLD), sentence(other, "s2"))
    message = error_of("evaluate", gold, system)
    assert f"{system}:8 (sentence s2): sentence 2 is not the same as at {gold}:8 " in message
    assert "word 5 is 'boughs' in the system file and 'trees' in the gold file" in message


def test_a_word_that_is_missing(error_of, write):
    gold = write("gold.conllu", sentence(GOLD))
    system = write("system.conllu", sentence(GOLD[:5]))
    message = error_of("evaluate", gold, system)
    assert f"{system}:1: sentence 1 is not the same as at {gold}:1: " in message
    assert "word 6 is missing in the system file and '...' in the gold file" in message


def test_a_sentence_that_is_missing(error_of, write):
    long = write("long.conllu", sentence(GOLD), sentence(GOLD))
    short = write("short.conllu", sentence(GOLD))
    assert f"{long}:8: the system file ends after sentence 1" in error_of("evaluate", long, short)
    assert f"{long}:8: the gold file ends after sentence 1" in error_of("evaluate", short, long)


@pytest.mark.parametrize("side", ["gold", "system"])
def test_heads_that_are_missing(error_of, write, side):
    whole = write("whole.conllu", sentence(GOLD, "s1"))
    bare = write("bare.conllu", sentence([(form, "_", "_") for form, _, _ in GOLD], "s1"))
    pair = (bare, whole) if side == "gold" else (whole, bare)
    message = error_of("evaluate", *pair)
    assert f"{bare}:1 (sentence s1): the sentence has no heads to compare" in message
