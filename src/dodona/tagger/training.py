"""Training a tagger from sentences with tags."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import compress

import numpy as np

from dodona.errors import TreebankError
from dodona.linear.clusters import ClusterMarker, ClusterSource, WordClusters, read_clusters
from dodona.linear.online import Progress, check_settings, learn_online
from dodona.linear.pruning import freeze
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import MARKS, WordBatch
from dodona.tagger.learner import TagLearner
from dodona.tagger.tagger import Tagger, TagLexicon, check_beam, check_work
from dodona.tagger.tagset import Tag
from dodona.tagger.templates import CLUSTER_TEMPLATES, TAGGER_TEMPLATES
from dodona.treebank.arguments import check_batch
from dodona.treebank.sentence import Sentence
from dodona.treebank.values import check_proper

# Tags that are rarer than this with a word do not count for its kind.
_KIND_SHARE = 0.1


@dataclass(frozen=True)
class TaggerSettings:
    """How to train a tagger.

    iterations  how often to go through the sentences
    seed        determines the order of the sentences
    beam        how many hypotheses to keep from word to word; with one, search is greedy
    margin      a word, or a sentence with a beam, is learned from if gold does not lead by so much
    known       words that occur so often have a kind, which is a feature of the words around
    closed      words that occur so often get only tags that they had in training
    megabytes   the smallest weights are left out until they take no more than this; clusters may
                take up to half of it, and the rarest words are left out if they would take more
    clusters    a file of clusters of words (lines of bits, word and count, or of word and cluster,
                with tabs between them), or clusters by words, the most frequent word first
    """

    iterations: int = 8
    seed: int = 1
    beam: int = 1
    margin: int = 60
    known: int = 4
    closed: int = 20
    megabytes: float = 3.9
    clusters: ClusterSource | None = None

    def __post_init__(self) -> None:
        check_settings(self, ("iterations", "margin", "known", "closed"))
        check_beam(self.beam)


def train_tagger(
    sentences: Sequence[Sentence],
    settings: TaggerSettings | None = None,
    *,
    progress: Progress = lambda sentences: None,
) -> Tagger:
    """Train a tagger from sentences with tags.

    ``progress`` is called with the number of sentences used since the last call.
    """
    settings = settings or TaggerSettings()
    sentences = check_batch(sentences)
    clusters = _make_clusters(settings)
    gold = [tag for s in sentences for tag in zip(s.upos, s.xpos, s.feats, strict=True)]
    if set(gold) <= {("_", "_", "_")}:
        raise TreebankError("there are no tags to learn from in the training data")
    check_proper(sentences, ["upos", "xpos", "feats"])
    counts = Counter(gold)
    tags = sorted(counts, key=lambda tag: (-counts[tag], tag))
    check_work(settings.beam, tags)
    number = {tag: i for i, tag in enumerate(tags)}
    numbers = array("i", [number[tag] for tag in gold])
    batch = WordBatch(sentences)
    templates = TAGGER_TEMPLATES
    if clusters is not None:
        ClusterMarker(clusters).mark(batch)
        templates = TAGGER_TEMPLATES + CLUSTER_TEMPLATES
    lexicon = _make_lexicon(batch, numbers, tags, settings)
    learner = TagLearner(
        lexicon.tagset(tags),
        WordFeatures(templates, ahead=False),
        batch,
        numbers,
        margin=settings.margin,
        beam=settings.beam,
    )
    learn_online(
        learner,
        len(sentences),
        iterations=settings.iterations,
        seed=settings.seed,
        progress=progress,
    )
    room = settings.megabytes - (clusters.byte_count / 1e6 if clusters is not None else 0)
    weights, threshold = freeze(learner.weights, 1e6 * room)
    training = asdict(replace(settings, clusters=None))
    del training["clusters"]
    training |= {"words": len(gold), "least_weight": threshold}
    if clusters is not None:
        training |= clusters.counts()
    return Tagger(tags, templates, lexicon, weights, training, settings.beam, clusters)


def _make_clusters(settings: TaggerSettings) -> WordClusters | None:
    if settings.clusters is None:
        return None
    given = settings.clusters
    clusters = given if isinstance(given, Mapping) else read_clusters(given)
    return WordClusters.of_words(clusters, 1e6 * settings.megabytes / 2)


def _make_lexicon(
    batch: WordBatch, numbers: Sequence[int], tags: Sequence[Tag], settings: TaggerSettings
) -> TagLexicon:
    words, lower, marks = batch.lexicon_keys()
    by_word = _count_tags(words, numbers)
    by_lower = _count_tags(lower, numbers)
    # What words can be that are rare or were never seen; if there are none, anything.
    rare = [counts for counts in by_word.values() if counts.total() <= settings.known]
    open_tags = {tag for counts in rare for tag in counts} or set(range(len(tags)))
    choices = {tuple(sorted(open_tags)): 0}
    kinds: dict[frozenset[tuple[str, str]], int] = {}
    entries = []
    for key, counts in by_word.items():
        if counts.total() >= settings.known:
            possible = counts.keys() | (open_tags if counts.total() < settings.closed else set())
            choice = choices.setdefault(tuple(sorted(possible)), len(choices))
            entries.append((key, choice, _kind(counts, tags, kinds)))
    for key, counts in by_lower.items():
        if counts.total() >= settings.known:
            entries.append((key, 0, _kind(counts, tags, kinds)))
    mark_counts = [by_word[key] for key in set(compress(words, marks))]
    if usual := _usual_tags_of_marks(mark_counts, settings.known):
        choice = choices.setdefault(tuple(sorted(usual)), len(choices))
        entries.append((MARKS, choice, 0))
    return TagLexicon(
        keys=np.array([key for key, _, _ in entries], np.uint64),
        choices=np.array([choice for _, choice, _ in entries], np.uint32),
        kinds=np.array([kind for _, _, kind in entries], np.uint32),
        choice_sizes=np.array([len(choice) for choice in choices], np.uint32),
        choice_tags=np.array([tag for choice in choices for tag in choice], np.uint32),
    )


def _count_tags(keys: Iterable[int], numbers: Iterable[int]) -> dict[int, Counter[int]]:
    result: dict[int, Counter[int]] = {}
    for key, number in zip(keys, numbers, strict=True):
        result.setdefault(key, Counter())[number] += 1
    return result


def _usual_tags_of_marks(marks: Iterable[Counter[int]], known: int) -> set[int]:
    """What rare words without letters and digits can be: what several of them are, and what marks
    mostly are, also where hardly any mark is rare.
    """
    every: Counter[int] = Counter()
    of_rare: Counter[int] = Counter()
    for counts in marks:
        every.update(counts)
        if counts.total() <= known:
            of_rare.update(counts.keys())
    least = _KIND_SHARE * every.total()
    return {tag for tag, count in every.items() if count >= least or of_rare[tag] > 1}


def _kind(
    counts: Counter[int], tags: Sequence[Tag], kinds: dict[frozenset[tuple[str, str]], int]
) -> int:
    """The number of the set of UPOS and XPOS that a word mostly has."""
    least = _KIND_SHARE * counts.total()
    kind = frozenset(tags[tag][:2] for tag, count in counts.items() if count >= least)
    return kinds.setdefault(kind, len(kinds) + 1)
