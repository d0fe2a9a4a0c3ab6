"""Training a lemmatiser from sentences with lemmas and tags."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from dodona.errors import TreebankError
from dodona.lemmatizer.decoder import pair_keys
from dodona.lemmatizer.learner import LemmaLearner
from dodona.lemmatizer.lemmatizer import Lemmatizer
from dodona.lemmatizer.scripts import Script, ScriptSet, is_sound, script_for
from dodona.lemmatizer.templates import LEMMATIZER_TEMPLATES
from dodona.linear.online import Progress, check_settings, learn_online
from dodona.linear.packing import MOST_CLASSES
from dodona.linear.pruning import freeze
from dodona.linear.word_features import WordFeatures
from dodona.linear.words import WordBatch
from dodona.treebank.arguments import check_batch
from dodona.treebank.sentence import Sentence

_UNCHANGED = Script(0, 0, "", 0, "")


@dataclass(frozen=True)
class LemmatizerSettings:
    """How to train a lemmatiser.

    iterations  how often to go through the examples: the forms with their tags
    seed        determines the order of the examples
    margin      an example is learned from if its script does not lead by so much
    least       scripts that fewer examples have are for the lexicon only
    megabytes   the smallest weights are left out until they take no more than this
    """

    iterations: int = 8
    seed: int = 1
    margin: int = 30
    least: int = 2
    megabytes: float = 1.0

    def __post_init__(self) -> None:
        check_settings(self, ("iterations", "margin", "least"))


@dataclass
class _Pair:
    """A form with its tags: where it first occurs, and how often it has which script."""

    sentence: int
    word: int
    length: int
    scripts: Counter[Script]

    @property
    def script(self) -> Script:
        return min(self.scripts, key=lambda script: (-self.scripts[script], script))


def train_lemmatizer(
    sentences: Sequence[Sentence],
    settings: LemmatizerSettings | None = None,
    *,
    progress: Progress = lambda examples: None,
) -> Lemmatizer:
    """Train a lemmatiser from sentences with lemmas and tags, best gold ones.

    Trained on predicted tags it also learns what goes with wrong ones, and does worse (on the
    development part of English EWT 96.8 against 97.0, both times on predicted tags).
    Words whose lemma is `_`, overly long or no proper value of a column are passed over.
    ``progress`` is called with the number of examples used since the last call.
    """
    settings = settings or LemmatizerSettings()
    sentences = check_batch(sentences)
    batch = WordBatch(sentences)
    pairs = _collect(sentences, batch)
    scripts, classes = _order_scripts(pairs, settings.least)
    number = {script: i for i, script in enumerate(scripts)}
    learner = LemmaLearner(
        ScriptSet(scripts),
        WordFeatures(LEMMATIZER_TEMPLATES, ahead=True),
        batch,
        [
            (pair.sentence, pair.word, pair.length, number[pair.script])
            for pair in pairs.values()
            if number[pair.script] < classes
        ],
        classes=classes,
        margin=settings.margin,
    )
    learn_online(
        learner,
        learner.examples,
        iterations=settings.iterations,
        seed=settings.seed,
        progress=progress,
    )
    weights, threshold = freeze(learner.weights, 1e6 * settings.megabytes)
    return Lemmatizer(
        scripts,
        classes,
        LEMMATIZER_TEMPLATES,
        np.array(list(pairs), np.uint64),
        np.array([number[pair.script] for pair in pairs.values()], np.uint32),
        weights,
        asdict(settings) | {"pairs": len(pairs), "least_weight": threshold},
    )


def _collect(sentences: Sequence[Sentence], batch: WordBatch) -> dict[int, _Pair]:
    """The forms with their tags, by their keys, in the order in which they occur."""
    keys = iter(pair_keys(batch))
    known: dict[tuple[str, str], Script] = {}
    pairs: dict[int, _Pair] = {}
    for i, sentence in enumerate(sentences):
        for j, (form, lemma) in enumerate(zip(sentence.forms, sentence.lemmas, strict=True)):
            key = next(keys)
            if lemma == "_" != form:
                continue
            script = known.get((form, lemma))
            if script is None:
                script = known[form, lemma] = script_for(form, lemma)
            if not is_sound(script):
                continue
            if key not in pairs:
                pairs[key] = _Pair(i, j, len(form), Counter())
            pairs[key].scripts[script] += 1
    if not pairs or all(lemma == "_" for _, lemma in known):
        raise TreebankError("there are no lemmas to learn from in the training data")
    return pairs


def _order_scripts(pairs: dict[int, _Pair], least: int) -> tuple[list[Script], int]:
    """All scripts, those that score first, and their number; the very first changes nothing."""
    counts = Counter(pair.script for pair in pairs.values())
    counts[_UNCHANGED] += least  # what is always there as a way out must score
    ordered = sorted(counts, key=lambda s: (s != _UNCHANGED, -counts[s], s))
    return ordered, min(MOST_CLASSES, sum(counts[s] >= least for s in ordered))
