"""Pseudo-projective trees: lifting, the four encodings, and the way back."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference import Heads, all_trees, ancestors, is_projective, is_tree
from slow_lowering import SlowLowering, crosses
from strategies import labels_for, trees
from systems_proof import random_tree

from dodona.errors import TreeError
from dodona.treebank.lifting import lift
from dodona.treebank.pseudo import Encoding, Parts, choose_encoding

SCHEMES = ["baseline", "head", "path", "head+path"]
each_scheme = pytest.mark.parametrize("scheme", SCHEMES)


# The textbook example of non-projectivity: "What do you think she wants ?"
WHAT = [6, 4, 4, 0, 6, 4, 4]
LABELS = ["obj", "aux", "nsubj", "root", "nsubj", "ccomp", "punct"]


@pytest.mark.parametrize(
    ("scheme", "what", "wants"),
    [
        ("baseline", "obj", "ccomp"),
        ("head", "obj↑ccomp", "ccomp"),
        ("path", "obj↑", "ccomp↓"),
        ("head+path", "obj↑ccomp", "ccomp↓"),
    ],
)
def test_the_encodings_of_nivre_and_nilsson(scheme: str, what: str, wants: str) -> None:
    encoding = Encoding(scheme)
    heads, labels = encoding.encode(WHAT, LABELS)
    assert heads == [4, *WHAT[1:]]
    assert labels == [what, *LABELS[1:5], wants, "punct"]
    expected = heads if scheme == "baseline" else WHAT
    assert encoding.decode(heads, labels) == (expected, LABELS)


def test_a_word_that_is_lifted_and_on_a_path() -> None:
    """Both 3 and 1 are lifted, 1 from 3, so 3 has all that a label can say."""
    heads, labels = [3, 4, 5, 0, 4], ["a", "b", "c", "root", "d"]
    lifted, encoded = Encoding("head+path").encode(heads, labels)
    assert lifted == [4, 4, 4, 0, 4]
    assert encoded == ["a↑c", "b", "c↑d↓", "root", "d↓"]
    assert Encoding("head+path").decode(lifted, encoded) == (heads, labels)


def slow_lift(heads: Heads) -> tuple[list[int], list[int], list[bool]]:
    """The algorithm of the paper, word by word."""
    lifted, origin, on_path = list(heads), [-1] * len(heads), [False] * len(heads)
    while words := [word for word in range(1, len(heads)) if crosses(lifted, word)]:
        word = min(words, key=lambda word: (abs(word - lifted[word]), word))
        head = lifted[word]
        origin[word] = head if origin[word] < 0 else origin[word]
        on_path[head] = True
        lifted[word] = lifted[head]
    return lifted, origin, on_path


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_the_shortest_arc_is_lifted_first(n: int) -> None:
    for heads in all_trees(n):
        assert lift(heads) == slow_lift(heads)


@given(trees(max_words=25))
def test_lifting_makes_trees_projective(heads: Heads) -> None:
    lifted, origin, on_path = lift(heads)
    assert (lifted, origin, on_path) == slow_lift(heads)
    assert is_tree(tuple(lifted)) and is_projective(tuple(lifted))
    for word in range(1, len(heads)):
        assert (origin[word] >= 0) == (lifted[word] != heads[word])
        assert lifted[word] == heads[word] or lifted[word] in ancestors(heads, heads[word])
        assert origin[word] in (-1, heads[word])
    assert any(on_path) == (not is_projective(heads))
    if heads.count(0) == 1:
        assert lifted.count(0) == 1


@each_scheme
@given(data=st.data())
def test_words_and_their_labels_come_back(scheme: str, data: st.DataObject) -> None:
    """Whatever head is found, the result is a tree over the same words with the same labels."""
    heads = data.draw(trees(max_words=20))
    labels = list(data.draw(labels_for(heads)))[1:]
    encoding = Encoding(scheme)
    lifted, encoded = encoding.encode(heads[1:], labels)
    assert is_projective((-1, *lifted))
    assert [encoding.split(label).label for label in encoded] == labels
    restored, plain = encoding.decode(lifted, encoded)
    assert plain == labels
    assert is_tree((-1, *restored))
    if is_projective(heads):
        assert (lifted, encoded) == (list(heads[1:]), labels) == (restored, plain)


@given(data=st.data())
def test_one_lifted_word_whose_head_has_a_label_of_its_own_comes_back(data: st.DataObject) -> None:
    heads = data.draw(trees(max_words=12))
    labels = [f"l{word}" for word in range(1, len(heads))]
    _, origin, _ = lift(heads)
    if sum(former >= 0 for former in origin) == 1:
        for scheme in ("head", "head+path"):
            encoding = Encoding(scheme)
            assert encoding.decode(*encoding.encode(heads[1:], labels)) == (
                list(heads[1:]),
                labels,
            )


ODD_LABELS = ["a", "b", "a↑b", "b↑a", "a↑a↓", "b↓", "a↑", "b↑↓", "a↑nowhere"]


def odd_labels(n: int, rng: random.Random) -> list[str]:
    """Labels as a bad parser may give them; of a few kinds only, so that some of them fit."""
    kinds = rng.sample(ODD_LABELS, rng.randint(2, 5))
    return [rng.choice(kinds) for _ in range(n)]


@each_scheme
@pytest.mark.parametrize(("n", "rounds"), [(5, 300), (12, 150), (40, 10)])
def test_words_are_put_back_as_the_definition_says(scheme: str, n: int, rounds: int) -> None:
    rng = random.Random(n)
    encoding = Encoding(scheme)
    for _ in range(rounds):
        lifted = lift(random_tree(n, rng))[0][1:]
        labels = odd_labels(n, rng)
        assert encoding.decode(lifted, labels) == SlowLowering(encoding, lifted, labels).decode()


@each_scheme
@pytest.mark.parametrize("shape", [lambda word: word - 1, lambda word: int(word > 1)])
@pytest.mark.parametrize("label", ["a↑b↓", "a↑a↓"])
def test_long_sentences_are_put_back_in_no_time(
    scheme: str, shape: Callable[[int], int], label: str
) -> None:
    """Chains and rows in which every word was lifted: 2,000 words took half a minute and more."""
    heads = [shape(word) for word in range(1, 2001)]
    start = time.process_time()
    Encoding(scheme).decode(heads, [label] * 2000)
    assert time.process_time() - start < 2  # it takes some 0.05 s


def test_what_is_no_tree_is_not_decoded() -> None:
    with pytest.raises(TreeError, match="cycle"):
        Encoding("head").decode([2, 1], ["a↑b", "b"])


@each_scheme
@given(data=st.data())
def test_any_labels_on_any_projective_tree_give_a_tree(scheme: str, data: st.DataObject) -> None:
    """As a parser may predict them: nothing in the labels has to make sense."""
    lifted = lift(data.draw(trees(max_words=15)))[0]
    drawn = st.lists(st.sampled_from(ODD_LABELS), min_size=len(lifted) - 1, max_size=20)
    labels = data.draw(drawn)
    labels = labels[: len(lifted) - 1]
    heads, plain = Encoding(scheme).decode(lifted[1:], labels)
    assert is_tree((-1, *heads))
    assert scheme == "baseline" or set(plain) <= {"a", "b"}
    assert heads.count(0) <= lifted.count(0)
    if lifted.count(0) == 1:
        assert heads.count(0) == 1


@each_scheme
@pytest.mark.parametrize("odd", ["↑", "↓", "a↑b", "a↓", "↑↓", "a|b%"])
def test_labels_that_hold_the_signs_survive(scheme: str, odd: str) -> None:
    labels = [label if label != "ccomp" else odd for label in LABELS]
    encoding = choose_encoding(scheme, labels)
    assert not {encoding.up, encoding.down} & set("".join(labels))
    heads, encoded = encoding.encode(WHAT, labels)
    restored = heads if scheme == "baseline" else WHAT
    assert encoding.decode(heads, encoded) == (restored, labels)


def test_what_a_label_encodes() -> None:
    encoding = Encoding("head+path")
    assert encoding.split("nsubj") == Parts("nsubj")
    assert encoding.split("nsubj↓") == Parts("nsubj", on_path=True)
    assert encoding.split("nsubj↑obl:in") == Parts("nsubj", True, "obl:in")
    assert encoding.split("nsubj↑conj↓") == Parts("nsubj", True, "conj", True)
    assert Encoding("path").split("nsubj↑↓") == Parts("nsubj", True, None, True)
    assert Encoding("baseline").split("nsubj↑x") == Parts("nsubj↑x")


def test_unknown_encodings_are_errors() -> None:
    with pytest.raises(TreeError, match="there is no encoding 'tail'; there are baseline, head"):
        Encoding("tail")
    with pytest.raises(TreeError, match="two different signs"):
        Encoding("head", "+", "+")
    with pytest.raises(TreeError, match="two different signs"):
        Encoding("head", "", "+")
