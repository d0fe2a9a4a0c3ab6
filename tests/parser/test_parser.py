"""The parser: sentences in, sentences with trees out, whatever the model and the input."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from itertools import count, islice

import pytest
from hypothesis import given, settings
from slow import slow_parse
from strategies import conllu_files

import dodona
from dodona.errors import SettingsError, TreebankError
from dodona.parser.parser import Parser
from dodona.threads import map_in_order
from dodona.treebank import Sentence
from dodona.treebank.building import with_columns
from dodona.treebank.columns import without_empty_nodes
from examples import (
    assert_valid_output,
    grove,
    make_sentence,
    nonsense_parser,
    random_sentence,
    train_parser,
    without_tree,
)

threads_1_2_4 = pytest.mark.parametrize("threads", [1, 2, 4])


@pytest.fixture(scope="module")
def parser() -> Parser:
    return train_parser(grove("train"), iterations=3)


@pytest.fixture(scope="module")
def nonsense() -> Parser:
    return nonsense_parser(1)


def many_sentences(how_many: int, seed: int = 1) -> list[Sentence]:
    rng = random.Random(seed)
    return [random_sentence(rng, rng.randint(1, 15)) for _ in range(how_many)]


# Sentences in, sentences out --------------------------------------------------------------------


def columns_but_two(sentence: Sentence) -> list[list[str]]:
    """All lines, the words without HEAD and DEPREL."""
    rows = []
    for line in sentence.to_conllu().split("\n"):
        fields = line.split("\t")
        rows.append(
            fields[:6] + fields[8:] if fields[0].isdigit() and len(fields) == 10 else fields
        )
    return rows


def test_only_heads_and_labels_change(parser):
    """The bundled treebank has multiword tokens, an empty node and comments."""
    sentences = grove("train")
    changed = 0
    for before, after in zip(sentences, parser.parse(sentences, keep_deps=True), strict=True):
        assert columns_but_two(after) == columns_but_two(before)
        assert (after.source, after.line) == (before.source, before.line)
        changed += after.raw != before.raw
    assert changed > 0


@settings(max_examples=50, deadline=None)
@given(conllu_files())
def test_only_heads_and_labels_change_in_any_file(nonsense, written):
    sentences = [Sentence.from_conllu(s.data) for s in written.sentences]
    for keep_deps in (True, False):
        parsed = list(nonsense.parse(sentences, keep_deps=keep_deps))
        for before, after in zip(sentences, parsed, strict=True):
            if not keep_deps:
                deps = ["_" if ":" in arcs else arcs for arcs in before.deps]
                before = with_columns(without_empty_nodes(before), {"deps": deps})
            assert columns_but_two(after) == columns_but_two(before)
            assert after.words == Sentence.from_conllu(after.raw).words
            assert_valid_output(after, set(nonsense.header.labels))


def test_the_graph_that_no_longer_fits_the_tree_is_left_out(parser):
    (sentence,) = [s for s in grove("train") if "\n5.1\t" in s.to_conllu()]
    (parsed,) = parser.parse([sentence])
    assert set(sentence.deps) != {"_"} == set(parsed.deps)
    assert "\n5.1\t" not in parsed.to_conllu()
    assert "\n5.1\t" in next(parser.parse([sentence], keep_deps=True)).to_conllu()


def test_heads_and_labels_in_the_input_are_not_looked_at(parser):
    sentences = grove("test")
    bare = [without_tree(sentence) for sentence in sentences]
    assert not any(sentence.has_tree for sentence in bare)
    parsed = [s.raw for s in parser.parse(sentences)]
    assert [s.raw for s in parser.parse(bare)] == parsed
    assert [s.raw for s in parser.parse(parser.parse(bare))] == parsed


def test_the_input_stays_as_it_is(parser):
    sentences = grove("test")
    before = [s.raw for s in sentences]
    list(parser.parse(sentences))
    assert [s.raw for s in sentences] == before


def test_what_else_is_in_the_batch_makes_no_difference(parser):
    sentences = grove("test")
    alone = [parser.parse_batch([sentence])[0].raw for sentence in sentences]
    assert [s.raw for s in parser.parse_batch(sentences)] == alone
    assert [s.raw for s in parser.parse_batch(sentences[::-1])] == alone[::-1]


@pytest.mark.parametrize("count", range(1, 10))
def test_sentences_side_by_side_get_the_trees_that_they_get_alone(parser, count):
    lengths = [1 + 7 * i % 5 for i in range(count)]
    sentences = [make_sentence(["_"] * n, ["_"] * n, xpos=["NN"] * n) for n in lengths]
    alone = [parser.parse_batch([sentence])[0].raw for sentence in sentences]
    assert [s.raw for s in parser.parse_batch(sentences)] == alone


@threads_1_2_4
def test_nothing_in_nothing_out(parser, threads):
    assert list(parser.parse([], threads=threads)) == []
    assert list(parser.parse_batches([], threads=threads)) == []
    assert list(parser.parse_batches([[], []], threads=threads)) == [[], []]
    assert parser.parse_batch([]) == []


def test_a_parser_with_scores_is_the_same_parser(parser):
    scored = parser.with_scores({"dev": {"las": 1.0}})
    assert scored.header.scores == {"dev": {"las": 1.0}}
    assert parser.header.scores == {}
    sentences = grove("test")
    assert list(scored.parse(sentences)) == list(parser.parse(sentences))


# Greedy parsing once more in plain Python -------------------------------------------------------


def test_the_best_scored_transition_is_taken_at_each_step(parser):
    sentences = grove("test") + many_sentences(20)
    for sentence, parsed in zip(sentences, parser.parse(sentences), strict=True):
        assert slow_parse(parser, sentence) == (parsed.heads, parsed.deprels)


@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid"])
@pytest.mark.parametrize("seed", range(6))
def test_the_best_scored_transition_is_taken_also_by_nonsense(seed, name):
    labels = [f"label{i}" for i in range((3, 40, 200)[seed % 3])]
    parser = nonsense_parser(seed, labels, name=name, single_root=seed < 3)
    sentences = many_sentences(30, seed)
    roots = set()
    for sentence, parsed in zip(sentences, parser.parse(sentences), strict=True):
        assert slow_parse(parser, sentence) == (parsed.heads, parsed.deprels)
        roots.add(parsed.heads.count(0))
    assert seed >= 3 or roots == {1}


# Trees, always ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["arc-eager", "arc-hybrid"])
@pytest.mark.parametrize("seed", range(25))
def test_nonsense_gives_trees_with_one_root(seed, name):
    parser = nonsense_parser(seed, name=name)
    shapes = set()
    for sentence in parser.parse(many_sentences(60, seed)):
        assert_valid_output(sentence, set(parser.header.labels))
        shapes.add(tuple(sentence.heads))
    assert len(shapes) >= 14


@pytest.mark.parametrize("seed", range(5))
def test_nonsense_without_the_limit_gives_trees(seed):
    parser = nonsense_parser(seed, single_root=False)
    for sentence in parser.parse(many_sentences(60, seed)):
        assert_valid_output(sentence, set(parser.header.labels), single_root=False)
        for head, label in zip(sentence.heads, sentence.deprels, strict=True):
            assert (head == 0) == (label == "root")


@pytest.mark.parametrize("n", [1, 2, 3, 5000])
def test_the_shortest_sentences_and_a_very_long_one(parser, n):
    rng = random.Random(n)
    words = [rng.choice(("NOUN", "VERB", "DET", "PUNCT")) for _ in range(n)]
    sentence = make_sentence(["_"] * n, ["_"] * n, upos=words, xpos=words)
    for each in (parser, *(nonsense_parser(seed) for seed in range(5))):
        assert_valid_output(each.parse_batch([sentence])[0], set(each.header.labels))


def test_long_and_short_sentences_in_one_batch(parser):
    lengths = (1, 3000, 1, 2, 700, 1)
    sentences = [make_sentence(["_"] * n, ["_"] * n, xpos=["X"] * n) for n in lengths]
    for sentence in parser.parse(sentences):
        assert_valid_output(sentence, set(parser.header.labels))


def test_a_model_for_another_treebank_gives_trees(parser):
    """Words and tags that were never seen."""
    for sentence in parser.parse(many_sentences(100)):
        assert_valid_output(sentence, set(parser.header.labels))


# Threads ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def corpus() -> list[Sentence]:
    return [*many_sentences(700), *grove("train") * 10]


@pytest.mark.parametrize("threads", [2, 3, 4])
def test_threads_give_the_same_output_in_the_same_order(parser, corpus, threads):
    expected = [s.raw for s in parser.parse(corpus)]
    assert [s.raw for s in parser.parse(corpus, threads=threads)] == expected
    batches = [corpus[i : i + 7] for i in range(0, len(corpus), 7)]
    parsed = parser.parse_batches(batches, threads=threads)
    assert [s.raw for batch in parsed for s in batch] == expected


def test_one_parser_can_be_used_by_several_threads_at_once(parser, corpus):
    expected = [s.raw for s in parser.parse(corpus)]
    results: dict[int, list[bytes]] = {}

    def work(number: int) -> None:
        results[number] = [s.raw for s in parser.parse(corpus, threads=1 + number % 2)]

    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [results[number] == expected for number in range(4)] == [True] * 4


@pytest.mark.parametrize("threads", [0, -1])
def test_no_threads(parser, threads):
    with pytest.raises(SettingsError, match="threads"):
        list(parser.parse(grove("test"), threads=threads))


class Source:
    """Endless sentences that count how many of them were asked for."""

    def __init__(self) -> None:
        self.given = 0
        self.closed = False

    def __iter__(self) -> Iterator[Sentence]:
        sentences = grove("test")
        try:
            for number in count():
                self.given += 1
                yield sentences[number % len(sentences)]
        finally:
            self.closed = True


def settled(source: Source) -> int:
    """How many sentences were asked for, once it does not grow any more."""
    before = -1
    while before != source.given:
        before = source.given
        time.sleep(0.15)
    return before


@threads_1_2_4
def test_endless_input_is_read_as_results_are_asked_for(parser, threads):
    source = Source()
    results = parser.parse(source, threads=threads)
    assert source.given == 0
    assert_valid_output(next(results), set(parser.header.labels))
    # At most: a queue of four batches of 256 a thread, and one in each hand on either side of it.
    ahead = 256 * (4 * threads + 3 if threads > 1 else 1)
    assert settled(source) <= ahead
    for sentence in islice(results, 10 * 256):
        assert len(sentence) > 0
    assert settled(source) <= ahead + 11 * 256
    results.close()


@pytest.mark.parametrize("threads", [2, 4])
def test_reading_stops_when_nobody_wants_results_any_more(parser, threads):
    source = Source()
    results = parser.parse(source, threads=threads)
    next(results)
    results.close()
    deadline = time.monotonic() + 30
    while not source.closed:
        assert time.monotonic() < deadline, "it is still being read"
        time.sleep(0.01)


class BrokenInputError(Exception):
    pass


@threads_1_2_4
@pytest.mark.parametrize("good", [0, 1, 300, 1000])
def test_errors_in_the_input_come_through(parser, threads, good):
    def broken() -> Iterator[Sentence]:
        yield from many_sentences(good)
        raise BrokenInputError("line 7")

    parsed: list[Sentence] = []
    with pytest.raises(BrokenInputError, match="line 7"):
        parsed.extend(parser.parse(broken(), threads=threads))
    assert len(parsed) == good // 256 * 256


@threads_1_2_4
def test_errors_in_the_input_come_through_after_the_batches_before(parser, threads):
    def broken() -> Iterator[list[Sentence]]:
        yield grove("test")[:3]
        yield grove("test")[3:5]
        raise BrokenInputError

    batches = parser.parse_batches(broken(), threads=threads)
    assert [len(next(batches)), len(next(batches))] == [3, 2]
    with pytest.raises(BrokenInputError):
        next(batches)


# The threads alone ------------------------------------------------------------------------------


@threads_1_2_4
def test_results_keep_their_order_however_long_they_take(threads):
    rng = random.Random(5)
    pauses = {i: rng.choice((0, 0, 0.001, 0.01)) for i in range(60)}

    def work(item: int) -> int:
        time.sleep(pauses[item])
        return item * item

    assert list(map_in_order(work, range(60), threads)) == [i * i for i in range(60)]


@threads_1_2_4
def test_errors_in_the_work_come_through_in_their_turn(threads):
    results = map_in_order(lambda x: 6 // x, [1, 2, 3, 0, 6], threads)
    assert [next(results), next(results), next(results)] == [6, 3, 2]
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_work_is_done_at_the_same_time():
    meeting = threading.Barrier(3, timeout=10)
    assert list(map_in_order(lambda _: meeting.wait() >= 0, range(6), 3)) == [True] * 6


def test_slow_input_does_not_hold_back_what_is_done():
    gate = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        assert gate.wait(10)
        yield 2

    results = map_in_order(lambda x: x, items(), 2)
    assert next(results) == 1
    gate.set()
    assert list(results) == [2]


def test_input_that_never_comes_does_not_hold_up_who_stops():
    gate = threading.Event()

    def items() -> Iterator[int]:
        yield 1
        gate.wait(20)
        yield 2

    results = map_in_order(lambda x: x, items(), 2)
    assert next(results) == 1
    start = time.perf_counter()
    results.close()  # type: ignore[attr-defined]
    assert time.perf_counter() - start < 5
    gate.set()


def test_real_sentences_of_many_treebanks(treebanks, parser):
    """Other languages, other tags, CoNLL-X: always trees with one root, for a UD model."""
    paths = sorted(treebanks.glob("*/*dev*.conllu"))[:8] + sorted(treebanks.glob("*/*test.conll"))
    if not paths:
        pytest.skip("no treebanks there")
    labels = set(parser.header.labels)
    for path in paths:
        sentences = list(islice(dodona.read_conllu(path), 60))
        tagged = [s if s.has_xpos else with_columns(s, {"xpos": s.upos}) for s in sentences]
        for sentence in parser.parse(tagged):
            assert_valid_output(sentence, labels)


# Tags ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("blank", "named"),
    [(["upos", "xpos"], "no UPOS and no XPOS"), (["xpos"], "no XPOS"), (["upos"], "no UPOS")],
)
def test_words_without_the_tags_that_the_parser_needs(parser, blank, named):
    sentence = grove("test")[1]
    untagged = with_columns(sentence, {name: ["_"] * len(sentence) for name in blank})
    place = rf"{sentence.line} \(sentence {sentence.sent_id}\)"
    with pytest.raises(TreebankError, match=f"{place}: the words have {named}, which"):
        list(parser.parse([sentence, untagged]))


def test_a_parser_does_not_need_tags_that_it_never_saw_or_does_not_look_at(tmp_path):
    templates = tmp_path / "templates"
    templates.write_text("S0.w N0.w\nS0.m\n")
    bare = make_sentence(["_"] * 2, ["_"] * 2, upos=["_"] * 2)
    untagged = make_sentence([2, 0], ["nsubj", "root"], upos=["_"] * 2)
    tagged = make_sentence([2, 0], ["nsubj", "root"], upos=["X"] * 2)
    for sentence, options in ((untagged, {}), (tagged, {"features": templates})):
        parser = train_parser([sentence] * 3, iterations=1, **options)
        assert [s.heads for s in parser.parse([bare])] == [[2, 0]]
