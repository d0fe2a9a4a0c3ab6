"""Whether a difference between two systems is real, and how far a score can be trusted.

Both methods work on counts a sentence, in blocks of numpy arrays. A sample is an array of whole
numbers with a row for each gold sentence: what the gold file has, what the system has, and how much
of it is right; a score is the F1 of the sums. One seed, one result.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from dodona.errors import SettingsError

Sample = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

ROUNDS = 10_000
LEVEL = 0.95
_BLOCK = 1 << 21  # numbers in an array of a block
_SLACK = 1e-12  # scores that are equal may differ in their last digit


def randomisation_test(
    first: Sequence[Sample], second: Sequence[Sample], *, rounds: int = ROUNDS, seed: int = 1
) -> list[float]:
    """How probable a difference at least as large is if both systems are as good as each other.

    The samples of two systems for one or more scores, each with the other's in the same place;
    the result has a p-value for each score. Approximate randomisation (Noreen 1989, Yeh 2000)
    with stratified shuffling: in each round the results of every sentence are swapped or not, at
    random and for all scores together; p is (r + 1) / (rounds + 1) if r rounds had a difference
    as large as the one observed. Two-sided.
    """
    _check(rounds, *first, *second)
    a, b = _stacked(first), _stacked(second)
    observed = np.abs(_f1(a.sum(axis=0)) - _f1(b.sum(axis=0)))
    gap = b - a
    changing = gap.any(axis=(1, 2))
    a_sum, b_sum = a.sum(axis=0), b.sum(axis=0)
    differences = gap[changing].reshape(-1, gap.shape[1] * 3)
    as_large = np.zeros(len(first), dtype=np.int64)
    for swaps in _swaps(np.random.default_rng(seed), rounds, len(differences)):
        moved = (swaps @ differences).reshape(-1, *a_sum.shape)
        shuffled = np.abs(_f1(a_sum + moved) - _f1(b_sum - moved))
        as_large += (shuffled >= observed - _SLACK).sum(axis=0)
    return [float(p) for p in (as_large + 1) / (rounds + 1)]


def bootstrap_intervals(
    samples: Sequence[Sample], *, rounds: int = ROUNDS, seed: int = 1, level: float = LEVEL
) -> list[tuple[float, float]]:
    """Confidence intervals, in percent, by drawing as many sentences with replacement.

    All samples are of the same sentences; the same ones are drawn for all of them. The interval
    is that of the percentiles of the scores.
    """
    _check(rounds, *samples)
    stacked = _stacked(samples)
    sentences = len(stacked)
    flat = stacked.reshape(sentences, -1)
    scores = [
        _f1((draws @ flat).reshape(-1, *stacked.shape[1:]))
        for draws in _draws(np.random.default_rng(seed), rounds, sentences)
    ]
    outside = 50 * (1 - level)
    low, high = np.percentile(np.concatenate(scores), [outside, 100 - outside], axis=0)
    return [(100 * float(a), 100 * float(b)) for a, b in zip(low, high, strict=True)]


def _stacked(samples: Sequence[Sample]) -> Floats:
    """The samples side by side: sentence, score, count. Whole numbers are exact as floats."""
    return np.stack(samples, axis=1).astype(np.float64)


def _f1(sums: Floats) -> Floats:
    """The F1 of counts whose last axis is gold, system, right."""
    whole = sums[..., 0] + sums[..., 1]
    return np.divide(2 * sums[..., 2], whole, out=np.zeros_like(whole), where=whole > 0)


def _swaps(rng: np.random.Generator, rounds: int, sentences: int) -> Iterator[Floats]:
    """Rows of zeros and ones at random, a row for each round."""
    width = -(-sentences // 8)
    for size in _block_sizes(rounds, sentences):
        bits = np.frombuffer(rng.bytes(size * width), dtype=np.uint8).reshape(size, width)
        yield np.unpackbits(bits, axis=1, count=sentences).astype(np.float64)


def _draws(rng: np.random.Generator, rounds: int, sentences: int) -> Iterator[Floats]:
    """How often each sentence is drawn, a row for each round."""
    for size in _block_sizes(rounds, sentences):
        drawn = rng.integers(sentences, size=(size, sentences), dtype=np.int64)
        drawn += np.arange(size)[:, None] * sentences
        counts = np.bincount(drawn.ravel(), minlength=size * sentences)
        yield counts.reshape(size, sentences).astype(np.float64)


def _block_sizes(rounds: int, sentences: int) -> Iterator[int]:
    most = max(1, _BLOCK // max(1, sentences))
    for done in range(0, rounds, most):
        yield min(most, rounds - done)


def _check(rounds: int, *samples: Sample) -> None:
    if rounds < 1:
        raise SettingsError(f"the number of rounds is {rounds}; it must be 1 or more")
    if not samples or not all(samples[0].shape == s.shape and len(s) for s in samples):
        raise SettingsError("samples must be of the same sentences, and of one at least")
