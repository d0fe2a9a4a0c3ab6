"""Training a tokeniser from a treebank."""

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from random import Random

from dodona.errors import SettingsError, TreebankError
from dodona.linear.pruning import freeze
from dodona.tokenizer.gates import Places, gold_places, make_tables
from dodona.tokenizer.gold import Paragraph, paragraphs
from dodona.tokenizer.learner import LearningSegmenter
from dodona.tokenizer.splitting import SplitRule, learn_splits, make_rule
from dodona.tokenizer.tokenizer import Tokenizer
from dodona.treebank.arguments import check_batch
from dodona.treebank.sentence import Sentence

# What a tokeniser holds besides its weights, at most.
_HEADER_BYTES = 50_000


@dataclass(frozen=True)
class TokenizerSettings:
    """How a tokeniser is trained.

    ``margin`` is how far the score of what is right must lie above the other before nothing more
    is learned from it; ``megabytes`` is how large the tokeniser may become.
    """

    iterations: int = 10
    margin: int = 20
    megabytes: float = 2.0
    seed: int = 1

    def __post_init__(self) -> None:
        if self.iterations < 1:
            raise SettingsError(f"iterations is {self.iterations}; it must be 1 or more")
        if self.margin < 0:
            raise SettingsError(f"margin is {self.margin}; it must not be negative")
        if not self.megabytes > 0:
            raise SettingsError(f"megabytes is {self.megabytes}; it must be above 0")


def train_tokenizer(
    sentences: Iterable[Sentence],
    settings: TokenizerSettings | None = None,
    *,
    progress: Callable[[int], object] = lambda sentences: None,
) -> Tokenizer:
    """Train a tokeniser from the sentences of a treebank; their trees do not matter.

    ``progress`` is called with the number of sentences used since the last call; in the end there
    were as many as the treebank has, times the iterations. The same sentences and settings give
    the same tokeniser.
    """
    settings = settings or TokenizerSettings()
    treebank = check_batch(sentences)
    if not treebank:
        raise TreebankError("there are no sentences to train a tokeniser from")
    texts = list(paragraphs(treebank, settings.seed))
    splits = learn_splits((token.form, token.words) for p in texts for _, _, token in p.tokens)
    golds = _golds(texts, splits.rules)
    tables = make_tables(zip((p.text for p in texts), golds, strict=True), splits)
    learner = LearningSegmenter(tables, settings.margin)
    order = list(range(len(texts)))
    random = Random(settings.seed)
    for _ in range(settings.iterations):
        random.shuffle(order)
        for i in order:
            learner.learn(texts[i].text, *golds[i])
            progress(len(texts[i].endings))
    training = asdict(settings) | {
        "sentences": len(treebank),
        "paragraphs": len(texts),
        "tokens": sum(len(p.tokens) for p in texts),
        "multiword_tokens": sum(bool(token.words) for p in texts for _, _, token in p.tokens),
    }
    room = 1e6 * settings.megabytes - _HEADER_BYTES
    parting, _ = freeze(learner.splits, room / 2)
    ending, _ = freeze(learner.boundaries, room - sum(array.nbytes for array in parting))
    return Tokenizer(tables, splits.rules, ending, parting, training)


def _golds(texts: list[Paragraph], rules: list[SplitRule]) -> list[Places]:
    numbers = {rule: i for i, rule in enumerate(rules, 1)}
    return [
        gold_places(
            text,
            [
                numbers.get(make_rule(token.form, token.words), 0) if token.words else 0
                for _, _, token in text.tokens
            ],
        )
        for text in texts
    ]
