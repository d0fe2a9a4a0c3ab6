"""Words that are found again in another tokenisation, and files that do not hold the same text."""

import pytest

from dodona import evaluate
from dodona.errors import AlignmentError
from dodona.evaluation import evaluate_ud
from dodona.evaluation.alignment import NOT_ALIGNED, pairs, passages
from dodona.treebank import Sentence, read_conllu


def sentence(*tokens: str, comment: str = "") -> Sentence:
    """A sentence of tokens; ``"del de el"`` is a multiword token of two words."""
    lines, words = [], 0
    for token in tokens:
        form, *parts = token.split(" ")
        if parts:
            lines.append(f"{words + 1}-{words + len(parts)}\t{form}" + "\t_" * 8)
        for part in parts or [form]:
            words += 1
            lines.append(f"{words}\t{part}\t_\tX\t_\t_\t{min(1, words - 1)}\tdep\t_\t_")
    return Sentence.from_conllu(comment + "\n".join(lines) + "\n\n")


def aligned(gold: list[Sentence], system: list[Sentence]) -> list[tuple[int, int]]:
    """Pairs of words that are the same, numbered through all sentences from 1 on."""
    result = []
    before = [1, 1]
    for passage in passages(gold, system):
        for g, s in enumerate(passage.system_of):
            if s != NOT_ALIGNED:
                result.append((g + before[0], s + before[1]))
        for i, side in enumerate((passage.gold, passage.system)):
            before[i] += sum(map(len, side.sentences))
    return result


@pytest.mark.parametrize(
    ("gold", "system", "expected"),
    [
        (["a", "b"], ["a", "b"], [(1, 1), (2, 2)]),
        (["ab", "c"], ["a", "b", "c"], [(2, 3)]),
        (["ab", "cd"], ["a", "bc", "d"], []),
        (["del de el", "x"], ["del de el", "x"], [(1, 1), (2, 2), (3, 3)]),
        (["del de el", "x"], ["del", "x"], [(3, 2)]),
        (["del"], ["del DE x del"], [(1, 3)]),
        (["cannot can not"], ["can", "not"], [(1, 1), (2, 2)]),
        (["cannot can NOT"], ["Can", "not"], None),
        (["aux à les", "b"], ["aux a les", "b"], [(2, 2), (3, 3)]),
        (["abc a b c", "de d e"], ["a", "bcd b c d", "e"], [(i, i) for i in range(1, 6)]),
        (["x y z"], ["x a y z b"], [(1, 2), (2, 3)]),
    ],
)
def test_words_of_one_sentence(gold, system, expected):
    if expected is None:
        with pytest.raises(AlignmentError):
            aligned([sentence(*gold)], [sentence(*system)])
    else:
        assert aligned([sentence(*gold)], [sentence(*system)]) == expected


def test_sentences_that_are_divided_otherwise():
    gold = [sentence("a", "b"), sentence("c"), sentence("d", "e")]
    system = [sentence("a"), sentence("b", "c"), sentence("d", "e")]
    assert aligned(gold, system) == [(i, i) for i in range(1, 6)]
    spans = [(len(s.gold.sentences), len(s.system.sentences)) for s in passages(gold, system)]
    assert spans == [(2, 2), (1, 1)]
    metrics = evaluate_ud(gold, system)
    assert (metrics["Sentences"].correct, metrics["Words"].correct) == (1, 5)
    assert evaluate(gold, system).all_words.heads == 3  # c is a root, and b is none


def test_spaces_in_forms_do_not_count():
    spaced = Sentence.from_conllu("1\t10\u00a0000 1\t_\tX\t_\t_\t0\tdep\t_\t_\n\n")
    assert aligned([spaced], [sentence("100001")]) == [(1, 1)]
    only_spaces = Sentence.from_conllu("1\t\u3000\t_\tX\t_\t_\t0\tdep\t_\t_\n\n")
    with pytest.raises(AlignmentError, match="nothing but spaces"):
        aligned([only_spaces], [sentence("x")])


def test_multiword_tokens_that_were_lost():
    """The characters are not the same, but the words are: they decide."""
    gold, system = [sentence("del de el", "x")], [sentence("de", "el", "x")]
    assert aligned(gold, system) == [(1, 1), (2, 2), (3, 3)]
    assert evaluate(gold, system).all_words.uas == 100
    tokens = evaluate_ud(gold, system)["Tokens"]
    assert (tokens.gold, tokens.system, tokens.correct) == (2, 3, 1)
    partly = [sentence("del de el", "al a el")], [sentence("del de el", "a", "el")]
    assert aligned(*partly) == [(i, i) for i in range(1, 5)]


@pytest.mark.parametrize("system", [["dell de el", "x"], ["de", "elx el x"]])
def test_multiword_tokens_of_another_text(system):
    """Their words are the same, but nothing was lost: it is not the same text."""
    with pytest.raises(AlignmentError, match="not the same text"):
        aligned([sentence("del de el", "x")], [sentence(*system)])


def test_files_of_any_length_are_read_as_they_are_asked_for():
    def endless():
        while True:
            yield sentence("ab", "c")

    def endless_otherwise():
        while True:
            yield sentence("a", "b", "c")

    for _, passage in zip(range(3), passages(endless(), endless_otherwise()), strict=False):
        assert list(passage.system_of) == [NOT_ALIGNED, 2]


def test_words_that_are_left_reach_into_the_next_sentence_as_in_the_official_scorer():
    """`b` and `c` are still to come when `so` begins, and so its last word is matched."""
    gold = [sentence("abc"), sentence("so SO x so")]
    assert aligned(gold, [sentence("a", "b", "c"), sentence("so")]) == [(4, 4)]
    assert aligned(gold, [sentence("a", "bc"), sentence("so")]) == [(4, 3)]
    system = [sentence("abc"), sentence("so SO x so")]
    assert aligned([sentence("ab", "c"), sentence("so")], system) == [(3, 2)]  # one word is left


# What cannot be compared --------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    def write(**sentences):
        readers = []
        for name, content in sentences.items():
            path = tmp_path / f"{name}.conllu"
            path.write_bytes(b"".join(s.raw for s in content))
            readers.append(read_conllu(path))
        return readers

    return write


def error(gold, system, align=passages):
    with pytest.raises(AlignmentError) as caught:
        list(align(gold, system))
    return str(caught.value)


def test_the_first_difference_is_named_with_both_places(files, tmp_path):
    same = sentence("a", "b", comment="# sent_id = s1\n")
    gold, system = files(
        gold=[same, sentence("one", "two", comment="# sent_id = s2\n")],
        system=[same, sentence("on", "e", "too", comment="# sent_id = t2\n")],
    )
    assert error(gold, system) == (
        f"{tmp_path}/system.conllu:5 (sentence t2): sentence 2 is not the same text as at "
        f"{tmp_path}/gold.conllu:5 (sentence s2): word 3 is 'too' in the system file and word 2 "
        "is 'two' in the gold file"
    )


def test_a_difference_in_a_multiword_token_is_named_by_the_token(files):
    gold, system = files(gold=[sentence("x", "del de el")], system=[sentence("x", "dal de al")])
    message = error(gold, system)
    assert message.endswith("word 2 is 'dal' in the system file and 'del' in the gold file")


def test_text_that_is_left_over(files, tmp_path):
    gold, system = files(
        gold=[sentence("a", "b", "cd")], system=[sentence("a", "b"), sentence("c")]
    )
    assert error(gold, system) == (
        f"{tmp_path}/gold.conllu:1: the system file ends after sentence 2, but the gold file goes "
        "on here with word 3, 'cd'"
    )
    gold, system = files(gold=[sentence("a")], system=[sentence("a"), sentence("b")])
    assert error(gold, system) == (
        f"{tmp_path}/system.conllu:3: the gold file ends after sentence 1, but the system file "
        "goes on here"
    )


def test_rules_of_given_words_do_not_align():
    message = error([sentence("ab", "c")], [sentence("a", "b", "c")], pairs)
    assert "word 1 is 'a' in the system file and 'ab' in the gold file" in message
    assert evaluate([sentence("ab")], [sentence("a", "b")], rule="ud").all_words.words == 1
    with pytest.raises(AlignmentError):
        evaluate([sentence("ab")], [sentence("a", "b")], rule="conll07")
