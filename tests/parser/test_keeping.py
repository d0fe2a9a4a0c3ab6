"""Parsing around arcs that are fixed."""

from __future__ import annotations

import random
import warnings
from itertools import combinations

import pytest
from fuzz.keeping import check_kept, parser_of
from partial_examples import CROSSING, some_heads, words
from reference import all_projective_trees, all_trees
from systems_proof import random_tree, with_one_root

from dodona.errors import SettingsError, TreebankError
from dodona.parser.fixed import FixedArc, Reach
from dodona.systems import get_system, system_names
from dodona.treebank import Sentence, TreebankWarning
from dodona.treebank.incomplete import UNKNOWN
from examples import beam_parser, grove, make_sentence, train_parser

SYSTEMS = [name for name in system_names() if get_system(name).knows_parts]
each_system = pytest.mark.parametrize("system", SYSTEMS)


def parse_one(parser, sentence: Sentence, **options) -> Sentence:
    (parsed,) = parser.parse([sentence], keep=True, **options)
    return parsed


# What is kept ------------------------------------------------------------------------------------


@each_system
def test_without_asking_for_it_random_weights_lose_arcs(system):
    """So that the random cases of `fuzz.keeping` show something."""
    parser = parser_of(system, True, False)
    sentence = words([2, 0, 2, 5, 3, 5])
    (parsed,) = parser.parse([sentence])
    assert parsed.heads != sentence.heads
    assert parse_one(parser, sentence).heads == sentence.heads


@pytest.mark.parametrize("beam", [1, 4])
@each_system
def test_sentences_of_a_treebank(system, beam):
    parser = train_parser(grove("train")[:40], system=system, beam=beam, iterations=1)
    rng = random.Random(system)
    test = [some_heads(sentence, rng) for sentence in grove("test")]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TreebankWarning)
        parsed = list(parser.parse(test, keep=True, drop_impossible=True, threads=2))
    for sentence, found in zip(test, parsed, strict=True):
        if not parser.impossible_arcs(sentence):
            check_kept(sentence, found)
    assert parsed != list(parser.parse(test))


def test_sentences_without_heads_are_parsed_as_ever():
    parser = beam_parser()
    bare = [some_heads(sentence, random.Random(1), share=0) for sentence in grove("test")]
    assert list(parser.parse(bare, keep=True)) == list(parser.parse(bare))


def test_words_that_have_a_label_and_no_head_get_both():
    parser = parser_of("arc-eager", True, False)
    fixed, bare = words([None, 1, None], ["obj", "_", "obj"]), words([None, 1, None])
    assert parse_one(parser, fixed) == parse_one(parser, bare)


@pytest.mark.parametrize("encoding", ["head", "path", "head+path"])
def test_words_with_fixed_heads_are_not_put_back_to_where_they_may_come_from(encoding):
    train = [make_sentence(CROSSING, ["a", "b", "root", "c"]), *grove("train")[:30]]
    parser = train_parser(train * 3, nonprojective="pseudo", encoding=encoding, iterations=4)
    lifted = make_sentence([3, 3, 0, 3], ["a", "b", "root", "c"])
    assert next(parser.parse([lifted])).heads == CROSSING
    assert parse_one(parser, lifted).heads == lifted.heads
    assert parse_one(parser, lifted).deprels == lifted.deprels


def test_trees_of_a_beam_all_keep_the_arcs():
    parser = beam_parser()
    rng = random.Random(5)
    for sentence in grove("test")[:10]:
        fixed = some_heads(sentence, rng, share=0.3)
        if parser.impossible_arcs(fixed):
            continue
        found = list(parser.parse([fixed], keep=True, nbest=4, scores=True))
        assert len(found) > 1
        for parsed in found:
            check_kept(fixed, parsed)


def test_parsers_that_vote_elect_what_all_of_them_keep():
    vote = ["arc-eager", "covington:reversed", "arc-standard"]
    parser = train_parser(grove("train")[:40], vote=vote, iterations=1)
    rng = random.Random(6)
    kept = 0
    for sentence in grove("test"):
        fixed = some_heads(sentence, rng)
        if parser.impossible_arcs(fixed):
            with pytest.raises(TreebankError, match="cannot be kept"):
                parse_one(parser, fixed)
            continue
        check_kept(fixed, parse_one(parser, fixed, scores=True))
        check_kept(fixed, parse_one(parser, fixed))
        kept += 1
    assert kept > 10


# What cannot be kept -----------------------------------------------------------------------------


def test_arcs_that_cross_are_named():
    fixed = words(CROSSING)
    with pytest.raises(TreebankError, match=r"cannot be kept: 4 → 2; no projective tree") as error:
        parse_one(parser_of("arc-hybrid", False, False), fixed)
    assert "`drop_impossible=True`" in str(error.value)
    assert parse_one(parser_of("covington", False, False), fixed).heads == CROSSING


def test_sentence_and_line_are_named():
    rows = [(1, "a", 0), (2, "b", 0), (3, "c", "_")]
    text = "".join(f"{i}\t{form}\ta\tNOUN\t_\t_\t{h}\t_\t_\t_\n" for i, form, h in rows)
    fixed = Sentence.from_conllu(f"# sent_id = x7\n{text}\n", partial=True)
    with pytest.raises(TreebankError, match=r"line 1 \(sentence x7\): .*with one root"):
        parse_one(parser_of("covington", True, False), fixed)
    parse_one(parser_of("covington", False, False), fixed)


def test_labels_that_the_parser_does_not_have_are_named():
    parser = parser_of("arc-eager", True, False)
    with pytest.raises(TreebankError, match=r"1 → 2 \(iobj\); .*label iobj"):
        parse_one(parser, words([None, 1, None], ["_", "iobj", "_"]))
    with pytest.warns(TreebankWarning, match=r"given up: 1 → 2 \(iobj\)"):
        parse_one(parser, words([None, 1, None], ["_", "iobj", "_"]), drop_impossible=True)


def test_what_is_given_up_is_named_and_nothing_else_is():
    fixed = words(CROSSING)
    parser = parser_of("arc-hybrid", False, False)
    assert parser.impossible_arcs(fixed) == [FixedArc(4, 2, None)]
    with pytest.warns(TreebankWarning, match="given up: 4 → 2"):
        parsed = parse_one(parser, fixed, drop_impossible=True)
    assert [parsed.heads[i] for i in (0, 2, 3)] == [CROSSING[i] for i in (0, 2, 3)]


@pytest.mark.parametrize("single_root", [False, True])
@pytest.mark.parametrize("projective", [False, True])
def test_the_fewest_are_given_up(projective, single_root):
    """By trying all choices of what could be kept, of some trees with all or some arcs fixed."""
    rng = random.Random(projective)
    reach = Reach(projective, single_root, set())
    trees = all_projective_trees(4) if projective else all_trees(4)
    possible = with_one_root(trees) if single_root else trees
    for _ in range(60):
        heads = [h if rng.random() < 0.9 else UNKNOWN for h in random_tree(4, rng)]
        arcs = [FixedArc(h, d, None) for d, h in enumerate(heads) if h != UNKNOWN]
        lost = reach.beyond(4, arcs)
        most = max(sum(tree[a.dependent] == a.head for a in arcs) for tree in possible)
        assert len(arcs) - len(lost) == most
        kept = [arc for arc in arcs if arc not in lost]
        assert any(all(tree[a.dependent] == a.head for a in kept) for tree in possible)
        for one, two in combinations(lost, 2):
            assert one != two


@pytest.mark.parametrize("system", ["lr-spine"])
def test_arcs_that_are_too_far_down_are_an_error(system):
    """A chain over 38 words, and one more that hangs from the first: no k is as large as that."""
    n = 40
    fixed = words([0, *range(1, n - 1), 1], forms="abcdefgh" * 5)
    with pytest.raises(TreebankError, match=r"cannot be kept: .* does not reach"):
        parse_one(parser_of(system, True, False), fixed)


@pytest.mark.parametrize("system", sorted(set(system_names()) - set(SYSTEMS)))
def test_systems_that_do_not_know_parts_of_trees_refuse(system):
    parser = train_parser(grove("train")[:10], system=system, oracle="static", iterations=1)
    with pytest.raises(SettingsError, match=f"{system} does not know .*`keep` is for other"):
        parse_one(parser, words([None, 1]))


def test_giving_up_goes_with_keeping():
    with pytest.raises(SettingsError, match="`drop_impossible` goes with `keep=True`"):
        beam_parser().parse([], drop_impossible=True)
