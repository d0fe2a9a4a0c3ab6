"""Three parsers that vote beside each of them alone, and mistakes that they find in a treebank."""

import random
from functools import partial
from statistics import mean

from bench import Bench, progress
from pipeline import score
from process import dodona_command, run
from table import Row, Section, at_least, at_most
from timing import best_times

import dodona
from dodona.evaluation.doubts import Doubt, Review
from dodona.experiments.formats import markdown
from dodona.parser.voting import VotingParser
from dodona.treebank.descent import nonprojective_arcs

VOTE = ("arc-eager", "arc-standard", "arc-standard:reversed")
_ROUNDS = 7
_PLANTED_SHARE = 0.01
_SHOWN = 100

Planted = dict[tuple[int, int], tuple[int, str]]


def measure(bench: Bench) -> Section:
    """Train pipelines whose parsers vote; the best iteration of each is chosen on dev."""
    pipelines = [_train(bench, seed) for seed in bench.seeds]
    cells = [row for seed, nlp in enumerate(pipelines, 1) for row in _scores(bench, nlp, seed)]
    found = [float(row[-1]) for row in cells if row[1] == "vote"]
    rows = [
        at_least(f"LAS on test, gold words, mean of {len(found)}", mean(found), 84.1, "{:.2f}"),
        *_times(bench, pipelines[0]),
        *_planted_mistakes(bench),
    ]
    return Section(rows, markdown(("seed", "parser", "LAS on dev", "LAS on test"), cells))


def _train(bench: Bench, seed: int) -> dodona.Pipeline:
    progress(f"dodona train --pipeline --vote, seed {seed}")
    model = bench.work / f"vote-{seed}.dodona"
    files = [f"--train={bench.train}", f"--dev={bench.dev}", f"--output={model}"]
    options = [f"--vote={','.join(VOTE)}", f"--seed={seed}", f"--iterations={bench.iterations}"]
    run(dodona_command("train", "--pipeline", *files, *options))
    return dodona.load(model)


def _parser(nlp: dodona.Pipeline) -> VotingParser:
    assert isinstance(nlp.parser, VotingParser)
    return nlp.parser


def _alone(nlp: dodona.Pipeline, place: int) -> dodona.Pipeline:
    """The pipeline with one of its parsers."""
    parser = _parser(nlp).members[place]
    assert isinstance(parser, dodona.Parser)
    return dodona.Pipeline(tagger=nlp.tagger, lemmatizer=nlp.lemmatizer, parser=parser)


def _scores(bench: Bench, nlp: dodona.Pipeline, seed: int) -> list[tuple[str, ...]]:
    contenders = {name: _alone(nlp, place) for place, name in enumerate(VOTE)}
    return [
        (str(seed), name, *(f"{score(each, part, None)['LAS']:.2f}" for part in parts))
        for parts in [(bench.dev, bench.test)]
        for name, each in {**contenders, "vote": nlp}.items()
    ]


def _times(bench: Bench, nlp: dodona.Pipeline) -> list[Row]:
    """Parsing of tagged words, and with tagging, by the first parser and by all."""
    tagged = list(nlp.parse(dodona.read_conllu(bench.test), tag=True))
    rows = []
    for what, tag, bar in (("tagged words", False, 3.0), ("words, also tagged", True, None)):
        times = best_times(
            {
                "one": partial(_parse, _alone(nlp, 0), tagged, tag),
                "all": partial(_parse, nlp, tagged, tag),
            },
            _ROUNDS,
        )
        ratio, text = times["all"] / times["one"], f"{what}: time of three beside one"
        shown = "{:.2f} times"
        rows.append(at_most(text, ratio, bar, shown) if bar else Row(text, shown.format(ratio)))
    ballots = list(_parser(nlp).ballots(tagged))
    settled = sum(one == two for one, two, _ in ballots) / len(ballots)
    return [*rows, Row("sentences that two of three have settled", f"{100 * settled:.1f} %")]


def _parse(nlp: dodona.Pipeline, sentences: list[dodona.Sentence], tag: bool) -> object:
    return list(nlp.parse(sentences, tag=tag))


def _planted_mistakes(bench: Bench) -> list[Row]:
    """One arc of a hundred is made wrong: how many of these does a review list?"""
    progress("dodona review of a treebank with planted mistakes")
    treebank, planted = _plant(list(dodona.read_conllu(bench.train)), random.Random(1))
    found = dodona.review(treebank, iterations=bench.iterations)
    place = {id(sentence): i for i, sentence in enumerate(treebank)}
    listed = {(place[id(d.sentence)], d.word): d.suggestion for d in found.doubts}
    right = sum(listed.get(where) == arc for where, arc in planted.items())
    top = _top(found)
    hits = sum((place[id(d.sentence)], d.word) in planted for d in top)
    words = sum(map(len, treebank))
    return [
        Row("arcs that a review lists", f"{len(listed):,} of {words:,}"),
        Row("planted mistakes that it lists", _share(len(listed.keys() & planted), len(planted))),
        Row("the same, with the arc that was there before", _share(right, len(planted))),
        Row(f"planted among the first {_SHOWN} of its page", _share(hits, len(top))),
    ]


def _plant(
    sentences: list[dodona.Sentence], rng: random.Random
) -> tuple[list[dodona.Sentence], Planted]:
    """The treebank with wrong labels and wrong heads, and the arcs that were right."""
    labels = sorted({label for s in sentences for label in s.deprels} - {"root"})
    planted: Planted = {}
    result = []
    for i, sentence in enumerate(sentences):
        heads, deprels = sentence.heads, sentence.deprels
        word = rng.randint(1, len(heads))
        head, label = heads[word - 1], deprels[word - 1]
        if rng.random() < _PLANTED_SHARE * len(heads) and head != 0:
            if rng.random() < 0.5:
                deprels[word - 1] = rng.choice([each for each in labels if each != label])
            else:
                heads[word - 1] = _other_head(heads, word, rng)
            if (heads[word - 1], deprels[word - 1]) != (head, label):
                planted[i, word] = head, label
                sentence = sentence.with_tree(heads, deprels)
        result.append(sentence)
    return result, planted


def _other_head(heads: list[int], word: int, rng: random.Random) -> int:
    """Another head that leaves a tree in which this arc crosses none; else the same."""
    others = [h for h in range(1, len(heads) + 1) if h not in (word, heads[word - 1])]
    rng.shuffle(others)
    for other in others:
        node = other
        while node not in (0, word):
            node = heads[node - 1]
        tree = [-1, *heads]
        tree[word] = other
        if node == 0 and not nonprojective_arcs(tree)[word]:
            return other
    return heads[word - 1]


def _top(found: Review) -> list[Doubt]:
    return [doubt for doubts in found.by_sentence for doubt in doubts][:_SHOWN]


def _share(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,} ({100 * part / max(whole, 1):.1f} %)"
