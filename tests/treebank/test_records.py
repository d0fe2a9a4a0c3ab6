"""Sentences as records: what JSON, Parquet and Spark have of them."""

import math

import pytest
from hypothesis import given
from strategies import conllu_sentences

from dodona.treebank import Sentence
from dodona.treebank.records import records_of

COLUMNS = {"lemma": "lemmas", "upos": "upos", "xpos": "xpos", "feats": "feats",
           "deprel": "deprels", "deps": "deps"}  # fmt: skip
DEL_MAR = (
    "# sent_id = 7\n# text = del  mar\n"
    "1-2\tdel\t_\t_\t_\t_\t_\t_\t_\tTokenRange=10:13|Gloss=of the\n"
    "1\tde\t_\tADP\t_\t_\t3\tcase\t_\tScore=0.5\n"
    "2\tel\tel\tDET\t_\t_\t3\tdet\t_\t_\n"
    "2.1\te\te\t_\t_\t_\t_\t_\t3:x\t_\n"
    "3\tmar\tmar\tNOUN\t_\t_\t0\troot\t_\tTokenRange=15:18|Score=2|TagScore=x\n\n"
)


def without_numbers(misc):
    """MISC without what stands in fields of its own."""
    names = ("TokenRange=", "Score=", "LabelScore=", "TagScore=")
    return "|".join(entry for entry in misc.split("|") if not entry.startswith(names)) or "_"


@given(conllu_sentences())
def test_a_record_has_all_of_a_sentence(written):
    sentence = Sentence.from_conllu(written.data)
    record = sentence.to_record()
    words = record["words"]
    assert [word["id"] for word in words] == [*range(1, len(sentence) + 1)]
    assert [word["form"] for word in words] == sentence.forms
    for name, column in COLUMNS.items():
        for word, value in zip(words, getattr(sentence, column), strict=True):
            assert word[name] == (None if value == "_" and word["form"] != "_" else value) or (
                word["form"] == value == "_" and word[name] is None
            )
    assert [-1 if word["head"] is None else word["head"] for word in words] == sentence.heads
    assert [word["misc"] or "_" for word in words] == [*map(without_numbers, sentence.misc)]
    assert (record["comments"], record["sent_id"]) == (sentence.comments, sentence.sent_id)


@given(conllu_sentences())
def test_places_and_multiword_tokens_are_those_of_the_tokens(written):
    sentence = Sentence.from_conllu(written.data)
    tokens = sentence.tokens
    record = sentence.to_record()
    if b"TokenRange=" not in sentence.raw:
        places = [(token.start, token.end) for token in tokens for _ in token.words]
        assert [(word["start"], word["end"]) for word in record["words"]] == places
        for token in tokens:
            assert record["text"][token.start : token.end] in (token.form, token.text)
    ranges = [(*t.id, t.form, without_numbers(t.misc)) for t in tokens if t.is_multiword]
    found = record["multiword_tokens"]
    assert [(t["first"], t["last"], t["form"], t["misc"] or "_") for t in found] == ranges


def test_places_and_scores_stand_beside_misc():
    record = Sentence.from_conllu(DEL_MAR).to_record()
    first, second, third = record["words"]
    assert [(word["start"], word["end"]) for word in record["words"]] == [
        (10, 13), (10, 13), (15, 18),
    ]  # fmt: skip
    assert record["multiword_tokens"] == [
        {"first": 1, "last": 2, "form": "del", "misc": "Gloss=of the", "start": 10, "end": 13}
    ]
    assert (first["score"], second["score"], third["score"]) == (0.5, None, 2.0)
    assert (first["misc"], first["lemma"], third["misc"]) == (None, None, "TagScore=x")
    assert (third["tag_score"], third["label_score"]) == (None, None)


@pytest.mark.parametrize(
    "misc",
    ["TokenRange=1", "TokenRange=1:", "TokenRange=:1", "TokenRange=1:2:3",
     "TokenRange=1:9999999999", "Score=", "Score=one", "Score=nan", "Score=inf", "Score",
     "S|L|T", "Score=1_0x"],
)  # fmt: skip
def test_what_only_looks_like_a_number_stays_in_misc(misc):
    sentence = Sentence.from_words(["a", "b"], misc=[misc, "_"])
    first, _ = sentence.to_record()["words"]
    assert (first["misc"], first["start"], first["end"], first["score"]) == (misc, 0, 1, None)


def test_a_text_that_is_not_that_of_the_words():
    """Places must mean something: the record then has the text that the words make."""
    sentence = Sentence.from_conllu("# text = other\n1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n\n")
    assert sentence.to_record()["text"] == "a"
    assert sentence.to_record()["comments"] == ["# text = other"]


def test_characters_are_counted_not_bytes():
    sentence = Sentence.from_words(["Où", "—", "ça", "😀", "?"])
    record = sentence.to_record()
    assert [record["text"][w["start"] : w["end"]] for w in record["words"]] == sentence.forms


def test_sentences_one_after_the_other(grove):
    assert records_of(grove) == [sentence.to_record() for sentence in grove]
    assert records_of([]) == []


@given(conllu_sentences())
def test_arrow_has_the_same(written):
    pytest.importorskip("pyarrow", reason="needs pyarrow")
    from dodona.treebank.arrow import to_arrow

    sentences = [Sentence.from_conllu(written.data)] * 2
    array = to_arrow(sentences)
    array.validate(full=True)
    assert array.to_pylist() == records_of(sentences)
    assert to_arrow([]).to_pylist() == []
    few = to_arrow(sentences, ["head", "id"])
    few.validate(full=True)
    expected = [
        {**each, "words": [{"head": w["head"], "id": w["id"]} for w in each["words"]]}
        for each in records_of(sentences)
    ]
    assert few.to_pylist() == expected


def test_scores_in_arrow():
    pytest.importorskip("pyarrow", reason="needs pyarrow")
    from dodona.treebank.arrow import to_arrow

    scored, plain = Sentence.from_conllu(DEL_MAR), Sentence.from_words(["a"])
    found = to_arrow([plain, scored, plain]).to_pylist()
    assert [w["score"] for each in found for w in each["words"]] == [None, 0.5, None, 2.0, None]
    assert not any(math.isnan(w["score"] or 0) for each in found for w in each["words"])
