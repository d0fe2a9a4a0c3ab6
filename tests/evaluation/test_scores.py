"""Attachment scores by hand."""

import pytest

from dodona import evaluate
from dodona.errors import AlignmentError
from dodona.evaluation import evaluate_ud
from dodona.evaluation.rules import LABEL_RULES, PUNCTUATION_RULES, get_rule, is_punctuation
from dodona.evaluation.scores import Evaluation, Score, evaluate_dev
from dodona.treebank import Sentence, read_conllu, write_conllu


def sentence(*rows, comment=""):
    """A sentence of (form, head, label); the head may be `_`."""
    lines = [
        f"{i}\t{form}\t_\tX\t_\t_\t{head}\t{label}\t_\t_\n"
        for i, (form, head, label) in enumerate(rows, 1)
    ]
    return Sentence.from_conllu(comment + "".join(lines) + "\n")


GOLD = sentence(("It", 2, "nsubj:expl"), ("rains", 0, "root"), ("!", 2, "punct"))


def test_a_perfect_parse():
    result = evaluate([GOLD, GOLD], [GOLD, GOLD])
    assert result.sentences == 2
    assert result.all_words == Score(words=6, heads=6, labelled=6)
    assert result.without_punctuation == Score(words=4, heads=4, labelled=4)
    assert (result.all_words.uas, result.all_words.las) == (100, 100)


def test_a_wrong_head_costs_both_scores_and_a_wrong_label_one():
    system = sentence(("It", 2, "obj"), ("rains", 0, "root"), ("!", 1, "punct"))
    result = evaluate([GOLD], [system])
    assert result.all_words == Score(words=3, heads=2, labelled=1)
    assert result.without_punctuation == Score(words=2, heads=2, labelled=1)
    assert result.all_words.uas == pytest.approx(200 / 3)
    assert result.without_punctuation.las == 50


def test_a_right_label_at_a_wrong_head_is_wrong():
    system = sentence(("It", 3, "nsubj:expl"), ("rains", 0, "root"), ("!", 2, "punct"))
    assert evaluate([GOLD], [system], "full").all_words == Score(words=3, heads=2, labelled=2)


@pytest.mark.parametrize(
    ("label", "full", "universal"),
    [("nsubj:expl", 3, 3), ("nsubj", 2, 3), ("nsubj:pass", 2, 3), ("expl", 2, 2), ("nsub", 2, 2)],
)
def test_the_rules_for_subtypes(label, full, universal):
    system = sentence(("It", 2, label), ("rains", 0, "root"), ("!", 2, "punct"))
    assert evaluate([GOLD], [system], "full").all_words.labelled == full
    assert evaluate([GOLD], [system], "universal").all_words.labelled == universal


def test_treebanks_can_be_paths(tmp_path):
    gold, system = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    wrong = sentence(("It", 2, "obj"), ("rains", 0, "root"), ("!", 1, "punct"))
    write_conllu([GOLD], gold)
    write_conllu([wrong], system)
    assert evaluate(gold, str(system)) == evaluate([GOLD], [wrong], rule="ud")
    assert evaluate_ud(str(gold), system) == evaluate_ud([GOLD], [wrong])


def test_the_rule_is_that_of_the_format_unless_it_is_given(tmp_path):
    assert evaluate_dev([GOLD], [GOLD], "conllu").rule.labels == "universal"
    assert evaluate_dev([GOLD], [GOLD], "conllx").rule.labels == "full"
    for name, rule in [("a.conllu", "universal"), ("a.conllx", "full")]:
        path = tmp_path / name
        path.write_bytes(GOLD.raw)
        assert evaluate(read_conllu(path), read_conllu(path)).rule.labels == rule
        assert evaluate(list(read_conllu(path)), read_conllu(path)).rule.labels == rule
        assert evaluate(read_conllu(path), read_conllu(path), "full").rule.labels == "full"
    assert evaluate([GOLD], [GOLD]).rule.labels == "universal"  # as its tags are


@pytest.mark.parametrize(
    "form",
    [".", "...", "?!", "«", "—", "¿", "“", "،", "。", "・", "「", "…", "׀", "-LRB-"[0], "_", "%"],
)
def test_punctuation_of_all_scripts(form):
    assert is_punctuation(form)


@pytest.mark.parametrize(
    "form", ["a", "a.", "U.S.", "$", "+", "=", "^", "<", "1", "°", "e\u0301", "ー"]
)
def test_what_is_not_punctuation(form):
    """Symbols (`$ + = ^ < °`) are of other categories in Unicode."""
    assert not is_punctuation(form)


def test_punctuation_goes_by_the_form_and_not_by_the_tag():
    gold = sentence(("Oh", 0, "root"), ("—", 1, "punct"), ("$", 1, "punct"))
    result = evaluate([gold], [gold])
    assert (result.all_words.words, result.without_punctuation.words) == (3, 2)


def test_a_sentence_of_punctuation_only():
    gold = sentence(("...", 0, "root"))
    result = evaluate([gold], [gold])
    assert result.all_words == Score(1, 1, 1)
    assert result.without_punctuation == Score(0, 0, 0)
    assert result.without_punctuation.uas == 0


def test_nothing_to_compare():
    result = evaluate([], [])
    assert result.sentences == 0
    assert result.all_words == result.without_punctuation == Score()
    assert (Score().uas, Score().las) == (0, 0)
    assert "0 / 0 / 0" in result.to_text()


def test_multiword_tokens_and_empty_nodes_do_not_count():
    gold = Sentence.from_conllu(
        "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\t_\n"
        "1\tde\t_\tADP\t_\t_\t2\tcase\t_\t_\n"
        "2\tel\t_\tDET\t_\t_\t0\troot\t_\t_\n"
        "2.1\tx\t_\tX\t_\t_\t_\t_\t2:dep\t_\n\n"
    )
    plain = sentence(("de", 2, "case"), ("el", 0, "root"))
    assert evaluate([gold], [plain]).all_words == Score(2, 2, 2)


def test_iterators_will_do():
    assert evaluate(iter([GOLD]), (s for s in [GOLD])).sentences == 1


# What cannot be compared --------------------------------------------------------------------------


def test_another_word():
    other = sentence(("He", 2, "nsubj"), ("rains", 0, "root"), ("!", 2, "punct"))
    with pytest.raises(AlignmentError, match="word 1 is 'He' in the system file and 'It' in the"):
        evaluate([GOLD], [other])


def test_a_word_more_or_less():
    longer = sentence(
        ("It", 2, "nsubj"), ("rains", 0, "root"), ("!", 2, "punct"), ("!", 2, "punct")
    )
    with pytest.raises(AlignmentError, match=r"sentence 2 .* word 4 is '!' in .* missing in the"):
        evaluate([GOLD, GOLD], [GOLD, longer], rule="conllx")
    with pytest.raises(AlignmentError, match="word 4 is missing in the system file and '!' in"):
        evaluate([longer], [GOLD], rule="conll07")
    with pytest.raises(AlignmentError, match=r"gold file ends after sentence 2, .* word 4, '!'"):
        evaluate([GOLD, GOLD], [GOLD, longer])
    with pytest.raises(AlignmentError, match=r"system file ends after sentence 1, .* word 4, '!'"):
        evaluate([longer], [GOLD])


def test_a_sentence_more_or_less():
    with pytest.raises(AlignmentError, match="the system file ends after sentence 1, but the gold"):
        evaluate([GOLD, GOLD], [GOLD])
    with pytest.raises(AlignmentError, match="the gold file ends after sentence 0, but the system"):
        evaluate([], [GOLD])


@pytest.mark.parametrize("side", [0, 1])
def test_no_heads(side):
    bare = sentence(
        ("It", "_", "_"), ("rains", "_", "_"), ("!", "_", "_"), comment="# sent_id = b\n"
    )
    pair = [[GOLD], [GOLD]]
    pair[side] = [bare]
    with pytest.raises(AlignmentError, match=r"line 1 \(sentence b\): the sentence has no heads"):
        evaluate(*pair)


def test_both_places_are_named(tmp_path):
    for name, form in [("gold.conllu", "It"), ("system.conllu", "He")]:
        text = GOLD.raw.decode()
        text += text.replace("It", form)
        (tmp_path / name).write_text(text, encoding="utf-8")
    gold, system = tmp_path / "gold.conllu", tmp_path / "system.conllu"
    with pytest.raises(AlignmentError) as error:
        evaluate(read_conllu(gold), read_conllu(system))
    assert f"{gold}:5" in str(error.value)
    assert f"{system}:5" in str(error.value)


# Ways to show it ----------------------------------------------------------------------------------

RESULT = Evaluation(7, Score(20, 15, 10), Score(16, 12, 9), get_rule("conll07"))


def test_as_data():
    assert RESULT.to_dict() == {
        "sentences": 7,
        "all_words": {"uas": 75.0, "las": 50.0, "words": 20, "heads": 15, "labelled": 10},
        "without_punctuation": {
            "uas": 75.0,
            "las": 56.25,
            "words": 16,
            "heads": 12,
            "labelled": 9,
        },
        "rules": {
            "name": "conll07",
            "exclude_punct": None,
            "words": "rule conll07 (CoNLL 2007): all words count",
            "labels": LABEL_RULES["full"],
            "punctuation": PUNCTUATION_RULES["form"],
        },
    }


def test_as_text():
    heading, all_words, without, *rules = RESULT.to_text().splitlines()
    assert heading.split()[:2] == ["UAS", "LAS"]
    assert all_words.split() == ["all", "words", "75.00", "50.00", "15", "/", "10", "/", "20"]
    assert without.split() == [
        "without",
        "punctuation",
        "75.00",
        "56.25",
        "12",
        "/",
        "9",
        "/",
        "16",
    ]
    assert LABEL_RULES["full"] in rules[0]
    assert rules[0].startswith("7 sentences")
    assert rules[-1] == PUNCTUATION_RULES["form"]
