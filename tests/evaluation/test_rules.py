"""The scoring rules by name."""

import pytest

from dodona import evaluate
from dodona.errors import SettingsError
from dodona.evaluation.rules import PUNCTUATION_RULES, Rule, get_rule
from dodona.evaluation.scores import Score
from dodona.treebank import Sentence

# Form, tag, fine tag, head, label, and the same from the system.
ROWS = [
    ("Oh", "INTJ", "UH", 4, "discourse", 4, "discourse"),
    (",", "PUNCT", ",", 1, "punct", 4, "punct"),  # wrong head
    ("$", "PUNCT", "$", 4, "punct", 4, "dep"),  # no punctuation by its form; wrong label
    ("rains", "VERB", "V", 0, "root", 0, "root"),
    ("-", "SYM", "SYM", 6, "case", 6, "case"),  # punctuation by its form only
    ("cats", "NOUN", "NNS", 4, "obl:agent", 4, "obl"),
    ("!", "X", "XP", 4, "dep", 4, "dep"),  # as in the Danish treebank
]


def sentence(head: int, label: int) -> Sentence:
    lines = [
        f"{i}\t{row[0]}\t_\t{row[1]}\t{row[2]}\t_\t{row[head]}\t{row[label]}\t_\t_\n"
        for i, row in enumerate(ROWS, 1)
    ]
    return Sentence.from_conllu("".join(lines) + "\n")


GOLD, SYSTEM = sentence(3, 4), sentence(5, 6)


@pytest.mark.parametrize(
    ("rule", "options", "scored"),
    [
        ("ud", {}, Score(7, 6, 5)),
        ("conll07", {}, Score(7, 6, 4)),
        ("conllx", {}, Score(4, 4, 2)),  # without , - !
        ("ud", {"exclude_punct": "form"}, Score(4, 4, 3)),
        ("ud", {"exclude_punct": "tag"}, Score(4, 4, 4)),  # without , $ !
        ("ud", {"exclude_punct": "label"}, Score(5, 5, 5)),  # without , $
        ("conllx", {"exclude_punct": "label"}, Score(5, 5, 4)),
        ("conllx", {"label_rule": "universal"}, Score(4, 4, 3)),
        ("conll07", {"label_rule": "universal"}, Score(7, 6, 5)),
    ],
)
def test_what_each_rule_counts(rule, options, scored):
    assert evaluate([GOLD], [SYSTEM], rule=rule, **options).scored == scored


def test_all_words_are_there_whatever_the_rule_leaves_out():
    for rule in ("ud", "conllx", "conll07"):
        result = evaluate([GOLD], [SYSTEM], rule=rule)
        assert (result.all_words.words, result.without_punctuation.words) == (7, 4)


def test_the_default_is_that_of_the_format():
    assert get_rule(treebank_format="conllu") == get_rule("ud")
    assert get_rule(treebank_format="conllx") == get_rule() == get_rule("conll07")
    assert evaluate([], []).rule == get_rule("conll07")


@pytest.mark.parametrize("kind", PUNCTUATION_RULES)
def test_every_output_says_which_rule_it_used(kind):
    result = evaluate([GOLD], [SYSTEM], rule="ud", exclude_punct=kind)
    text = result.to_text()
    assert "rule ud (CoNLL 2018): punctuation is left out" in text
    assert PUNCTUATION_RULES[kind] in text
    rules = result.to_dict()["rules"]
    assert (rules["name"], rules["exclude_punct"]) == ("ud", kind)
    assert rules["punctuation"] == PUNCTUATION_RULES[kind]


@pytest.mark.parametrize(
    ("tag", "fine", "label", "by_tag", "by_label"),
    [
        ("Punc", "Punc", "punct", True, True),  # Dutch
        ("punc", "punc", "PUNC", True, True),  # Portuguese
        ("X", "XP", "pnct", True, True),  # Danish
        ("IK", "IK", "IK", True, True),  # Swedish
        ("IC", "IC", "JC", True, True),  # the closing one of two
        ("IR", "IR", "JR", True, True),
        ("PUNT", "PUNT_KOMA", "PUNC", True, True),  # Basque
        ("PUNT", "PUNT_BEREIZ", "PUNT", True, True),
        ("u", "u--------", "AuxX", True, True),  # Ancient Greek
        (",", ",", "P", True, True),  # English, Penn
        ("-LRB-", "-LRB-", "P", False, True),
        ("v", "v-fin", "P", False, False),  # a verb in Portuguese
        ("U", "U", "subj", False, False),  # "der" and "at" in Danish
        ("N", "NN", "SBJ", False, False),
        ("_", "_", "_", False, False),
    ],
)
def test_punctuation_of_older_treebanks(tag, fine, label, by_tag, by_label):
    word = Sentence.from_conllu(f"1\t,\t_\t{tag}\t{fine}\t_\t0\t{label}\t_\t_\n\n")
    assert get_rule("conllx", exclude_punct="tag").punctuation_in(word) == [by_tag]
    assert get_rule("conllx", exclude_punct="label").punctuation_in(word) == [by_label]


def test_a_rule_can_be_given_as_such():
    rule = Rule("ud", "full", "label")
    assert evaluate([GOLD], [SYSTEM], rule=rule).rule is rule
    for options in ({"label_rule": "universal"}, {"exclude_punct": "tag"}):
        with pytest.raises(SettingsError, match="a Rule says all"):
            evaluate([GOLD], [SYSTEM], rule=rule, **options)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({"name": "conll2009"}, "there is no rule 'conll2009'; there are ud, conllx, conll07"),
        ({"labels": "short"}, "labels are 'full' or 'universal', not 'short'"),
        ({"exclude_punct": "lemma"}, "known by form, tag or label, not 'lemma'"),
    ],
)
def test_a_rule_that_is_not_there(call, message):
    with pytest.raises(SettingsError, match=message):
        get_rule(**call)
