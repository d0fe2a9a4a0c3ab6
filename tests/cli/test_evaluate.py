"""`dodona evaluate`: scores, their rules, and files that cannot be compared."""

import json
import re

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
    assert rules.startswith(
        "2 sentences; rule ud (CoNLL 2018): all words count; "
        "subtypes of labels (after the colon) are ignored; a word is punctuation if all its "
    )


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
    assert all(scores["rules"][key] in text for key in ("words", "labels", "punctuation"))


def test_the_metrics_of_the_task_are_below_the_scores(dodona, files):
    *_, table = dodona("evaluate", *files).out.partition("\n\n")
    rows = [line.split() for line in table.splitlines()]
    assert rows[0] == ["metric", "precision", "recall", "F1", "aligned"]
    assert [row[0] for row in rows[1:]] == [
        "Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas",
        "UAS", "LAS", "CLAS", "MLAS", "BLEX",
    ]  # fmt: skip
    assert rows[9] == ["UAS", *["91.67"] * 4]
    metrics = json.loads(dodona("evaluate", *files, "--json").out)["metrics"]
    assert metrics["LAS"]["f1"] == pytest.approx(100 * 10 / 12)
    assert (metrics["LAS"]["gold"], metrics["LAS"]["correct"]) == (12, 10)
    assert metrics["Tokens"]["aligned_accuracy"] is None
    assert "metric" not in dodona("evaluate", *files, "--rule", "conll07").out


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


@pytest.mark.parametrize(
    ("options", "name", "uas"),
    [
        ((), "rule ud (CoNLL 2018): all words count", 100 * 11 / 12),
        (("--rule", "conllx"), "rule conllx (CoNLL-X, 2006): punctuation is left out", 100),
        (("--rule", "conll07"), "rule conll07 (CoNLL 2007): all words count", 100 * 11 / 12),
        (("--exclude-punct", "label"), "rule ud (CoNLL 2018): punctuation is left out", 100),
        (
            ("--exclude-punct", "tag"),
            "rule ud (CoNLL 2018): punctuation is left out",
            100 * 11 / 12,
        ),
    ],
)
def test_rules_by_name(dodona, files, options, name, uas):
    assert name in dodona("evaluate", *files, *options).out
    assert dodona("evaluate", *files, *options, "--confidence").out.count(name) == 1
    data = json.loads(dodona("evaluate", *files, *options, "--json").out)
    assert data["rules"]["words"] == name
    score = data["without_punctuation" if data["rules"]["exclude_punct"] else "all_words"]
    assert score["uas"] == pytest.approx(uas)


@pytest.mark.parametrize("options", [("--labels", "full"), ("--exclude-punct", "form")])
def test_metrics_of_the_task_say_that_options_do_not_change_them(dodona, files, options):
    gold, system = files
    note = "they are as in the task, subtypes of labels (after the colon) are ignored"
    single = dodona("evaluate", *files, *options).out
    assert f"\nno option changes these metrics: {note}\n" in single
    several = dodona("evaluate", gold, system, system, *options, "--rounds", 10).out
    assert f"; no option changes CLAS, MLAS and BLEX: {note};\n" in several
    page = dodona("evaluate", *files, *options, "--rounds", 10, "--report", "-").out
    assert f"; no option changes the metrics of the task such as CLAS: {note}." in page
    data = json.loads(dodona("evaluate", *files, *options, "--json").out)
    assert data["rules"]["metrics"] == f"no option changes the metrics of the task: {note}"
    assert note not in dodona("evaluate", *files).out
    assert note not in dodona("evaluate", *files, *options, "--rule", "conll07").out


def test_standard_input_can_be_the_system_file(dodona, files):
    gold, system = files
    result = dodona("evaluate", gold, "-", stdin=system.read_text(encoding="utf-8"))
    assert (result.code, result.err) == (0, "")
    assert "11 / 10 / 12" in result.out


def test_a_file_beside_itself_is_perfect(dodona, grove):
    out = dodona("evaluate", grove.train, grove.train).out
    assert out.count(" 100.00 ") >= 4
    assert set(re.findall(r"[0-9]+\.[0-9]{2}", out)) == {"100.00"}


def test_parsing_and_scores_in_training_agree(dodona, model, grove, tmp_path):
    dodona("parse", model, grove.dev, "-o", tmp_path / "dev.conllu")
    scores = json.loads(dodona("evaluate", grove.dev, tmp_path / "dev.conllu", "--json").out)
    recorded = load(model).parser.header.scores["dev"]
    assert recorded == {key: scores[key] for key in recorded}


def test_another_tokenisation(dodona, write):
    gold = write("gold.conllu", sentence([("cannot", 2, "aux"), ("go", 0, "root")]))
    system = write(
        "system.conllu", sentence([("can", 3, "aux"), ("not", 3, "advmod"), ("go", 0, "root")])
    )
    out = dodona("evaluate", gold, system).out
    assert "right heads / labelled / words / words of the system" in out
    assert ["all", "words", "40.00", "40.00", "1", "/", "1", "/", "2", "/", "3"] in [
        line.split() for line in out.splitlines()
    ]
    data = json.loads(dodona("evaluate", gold, system, "--json").out)
    assert data["all_words"]["system_words"] == 3
    assert data["metrics"]["Words"]["precision"] == pytest.approx(100 / 3)


# Several files, significance, analysis ------------------------------------------------------------


@pytest.fixture
def three(write):
    """A gold file and two system files, one better than the other."""
    gold = write("gold.conllu", *[sentence(GOLD)] * 30)
    good = write("good.conllu", *[sentence(GOLD)] * 25, *[sentence(SYSTEM)] * 5)
    bad = write("bad.conllu", *[sentence(GOLD)] * 5, *[sentence(SYSTEM)] * 25)
    return gold, good, bad


def test_several_files_give_a_table_with_differences(dodona, three):
    _, good, bad = three
    code, out, err = dodona("evaluate", *three)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["UAS", "LAS", "CLAS", "MLAS", "BLEX"]
    assert re.match(
        rf"{re.escape(str(good))} +97\.22 \[9\d\.\d\d, 9\d\.\d\d\] +94\.44 \[", lines[1]
    )
    assert re.match(rf"{re.escape(str(bad))} +86\.11 \[", lines[2])
    difference = next(line for line in lines if line.startswith(f"{bad} − {good}"))
    assert "-11.11 (p < 0.001)" in difference
    assert "rule ud (CoNLL 2018)" in out
    assert "approximate randomisation (Yeh 2000) by sentence (10,000 rounds, seed 1)" in out
    assert "95 % confidence intervals by bootstrap" in out


def test_several_files_as_json(dodona, three):
    gold, good, bad = three
    command = ("evaluate", gold, good, bad, "--json", "--rounds", 500, "--seed", 7)
    data = json.loads(dodona(*command).out)
    assert data == json.loads(dodona(*command).out)
    assert [system["system"] for system in data["systems"]] == [str(good), str(bad)]
    assert data["rules"]["name"] == "ud"
    (difference,) = data["differences"]
    assert (difference["first"], difference["second"]) == (str(good), str(bad))
    assert difference["p"]["LAS"] == pytest.approx(1 / 501)
    interval = data["systems"][0]["intervals"]["LAS"]
    assert interval["low"] < data["systems"][0]["all_words"]["las"] < interval["high"]
    assert (data["method"]["rounds"], data["method"]["seed"]) == (500, 7)


def test_a_file_beside_itself_does_not_differ(dodona, three):
    out = dodona("evaluate", three[0], three[1], three[1], "--rounds", 100).out
    assert out.count("+0.00 (p = 1.000)") == 5


def test_analysis_as_text_and_as_json(dodona, three):
    gold, _, bad = three
    out = dodona("evaluate", gold, bad, "--analyse").out
    assert "all words" in out
    assert "exact trees: 16.67 % with labels (5), 16.67 % without (5)" in out
    assert "Length of the arc, in words" in out
    assert re.search(r"nsubj → obj +25 +25\n", out)
    (analysis,) = json.loads(dodona("evaluate", gold, bad, "--analyse", "--json").out)["analyses"]
    assert analysis["arcs"]["label"]["nsubj"]["recall"] == pytest.approx(100 * 5 / 30)
    assert analysis["errors"] == {
        "right": 130, "label": 25, "head": 25, "head_and_label": 0, "not_aligned": 0,
    }  # fmt: skip
    assert dodona("evaluate", *three, "--analyse").out.count("exact trees: ") == 2


def test_the_report_is_a_file_and_the_scores_are_printed(dodona, three, tmp_path):
    page = tmp_path / "report.html"
    code, out, err = dodona("evaluate", *three, "--report", page, "--rounds", 100)
    assert (code, err) == (0, f"wrote {page}\n")
    assert "difference" in out
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>")
    assert str(three[1]) in text


def test_the_report_on_standard_output_is_alone_there(dodona, error_of, three):
    code, out, err = dodona("evaluate", *three, "--report", "-", "--analyse", "--rounds", 100)
    assert (code, err) == (0, "")
    assert out.startswith("<!DOCTYPE html>")
    assert out.endswith("</html>\n")
    message = error_of("evaluate", *three, "--report", "-", "--json", code=2)
    assert "--json and --report - both want standard output" in message


def test_the_model_tells_what_it_repaired(dodona, error_of, grove, tmp_path):
    model, parsed = tmp_path / "model.dodona", tmp_path / "parsed.conllu"
    options = ("--system", "covington-nonmonotonic", "--iterations", 2, "-o", model)
    assert dodona("train", "--train", grove.train, *options).code == 0
    assert dodona("parse", model, grove.test, "-o", parsed).code == 0
    out = dodona("evaluate", grove.test, parsed, "--model", model).out
    assert re.search(r"non-monotonic arcs: \d+ of \d+ \(", out)
    data = json.loads(dodona("evaluate", grove.test, parsed, "--model", model, "--json").out)
    assert data["repairs"]["nonmonotonic"] > 0
    message = error_of("evaluate", grove.test, grove.test, "--model", model)
    assert "name the model with which the file was parsed" in message
    message = error_of("evaluate", grove.test, parsed, parsed, "--model", model, code=2)
    assert "--model goes with one system file" in message


# Files that cannot be compared --------------------------------------------------------------------


def test_words_that_differ(error_of, write):
    gold = write("gold.conllu", sentence(GOLD), sentence(GOLD, "s2"))
    other = [*GOLD[:4], ("boughs", *GOLD[4][1:]), GOLD[5]]
    system = write("system.conllu", sentence(GOLD), sentence(other, "s2"))
    message = error_of("evaluate", gold, system)
    where = f"{system}:8 (sentence s2): sentence 2 is not the same text as at {gold}:8 "
    assert where in message
    assert "word 5 is 'boughs' in the system file and 'trees' in the gold file" in message
    message = error_of("evaluate", gold, system, "--rule", "conll07")
    assert where.replace(" text", "") in message


def test_a_word_that_is_missing(error_of, write):
    gold = write("gold.conllu", sentence(GOLD))
    system = write("system.conllu", sentence(GOLD[:5]))
    message = error_of("evaluate", gold, system)
    assert f"{gold}:1: the system file ends after sentence 1, but the gold file goes on" in message
    assert "with word 6, '...'" in message
    message = error_of("evaluate", gold, system, "--rule", "conllx")
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
