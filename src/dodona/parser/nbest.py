"""What a parser knows besides the best tree, written into sentences.

The comments ``# parse_rank`` and ``# parse_score`` go in front of the words, and ``Score``, how
sure an arc is, goes into MISC, as do other scores. Earlier ones of these names are replaced;
everything else stays as it is, byte for byte.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence

from dodona.treebank.columns import Draft
from dodona.treebank.sentence import Sentence, restore_sentence

Hypothesis = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A score, the heads and the label numbers of all words."""

_COMMENTS = (b"parse_rank", b"parse_score")
_SCORE = "Score"


def ranked_sentences(
    sentence: Sentence,
    hypotheses: list[Hypothesis],
    label_names: list[bytes],
    *,
    nbest: int | None,
    scores: bool,
) -> Iterator[Sentence]:
    """The sentence with the trees of its hypotheses, best first.

    ``nbest`` is how many different trees to give at most; without it there is one, without its
    rank. With ``scores`` the words say how sure their arcs are.
    """
    trees = _distinct(hypotheses)[: nbest or 1]
    for rank, (score, heads, labels) in enumerate(trees, 1):
        draft = Draft([sentence])
        draft.put_tree(array("i", heads), array("i", labels), label_names)
        raw = draft.finished()[0].raw
        if scores:
            margins = _margins(heads, labels, hypotheses)
            raw = _with_scores(raw, _SCORE, [None if m is None else b"%d" % m for m in margins])
        if nbest is not None:
            raw = _with_comments(raw, (b"%d" % rank, b"%d" % score))
            if rank < len(trees):
                raw = _with_blank_line(raw)
        yield restore_sentence(raw, sentence.source, sentence.line)


def with_shares(
    sentences: Iterable[Sentence],
    shares: Sequence[float | None],
    name: str = _SCORE,
    digits: int = 2,
) -> Iterator[Sentence]:
    """The sentences with scores from 0 to 1 in MISC, those of all words in a row."""
    first = 0
    for sentence in sentences:
        last = first + len(sentence)
        scores = [None if x is None else b"%.*g" % (digits, x) for x in shares[first:last]]
        raw = _with_scores(sentence.raw, name, scores)
        yield restore_sentence(raw, sentence.source, sentence.line)
        first = last


def _distinct(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    """The first hypothesis of each tree: several derivations can lead to the same one."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Hypothesis] = {}
    for hypothesis in hypotheses:
        found.setdefault(hypothesis[1:], hypothesis)
    return list(found.values())


def _margins(
    heads: tuple[int, ...], labels: tuple[int, ...], hypotheses: list[Hypothesis]
) -> list[int | None]:
    """For each word by how much the best hypothesis with its arc is ahead of the best without it.

    If all have it, it is at least as far ahead as of the last one; if that is the only one, nothing
    is known.
    """
    result = []
    for word, arc in enumerate(zip(heads, labels, strict=True)):
        with_arc = [s for s, h, x in hypotheses if (h[word], x[word]) == arc]
        without = [s for s, h, x in hypotheses if (h[word], x[word]) != arc]
        other = max(without, default=min(with_arc))
        result.append(max(with_arc) - other if len(hypotheses) > 1 else None)
    return result


def _with_scores(raw: bytes, name: str, scores: Sequence[bytes | None]) -> bytes:
    lines = raw.split(b"\n")
    for i, line in enumerate(lines):
        columns = line.split(b"\t")
        if columns[0].isdigit():
            misc = columns[-1].removesuffix(b"\r")
            end = columns[-1][len(misc) :]
            score = scores[int(columns[0]) - 1]
            new = _with_score(misc, f"{name}=".encode(), score)
            lines[i] = b"\t".join([*columns[:-1], new + end])
    return b"\n".join(lines)


def _with_score(misc: bytes, start: bytes, score: bytes | None) -> bytes:
    entries = [] if misc == b"_" else misc.split(b"|")
    old = [i for i, entry in enumerate(entries) if entry.startswith(start)]
    new = [] if score is None else [start + score]
    place = old[0] if old else len(entries)
    kept = [entry for entry in entries if not entry.startswith(start)]
    return b"|".join([*kept[:place], *new, *kept[place:]]) or b"_"


def _with_comments(raw: bytes, values: tuple[bytes, ...]) -> bytes:
    lines = raw.split(b"\n")
    words = next(i for i, line in enumerate(lines) if b"\t" in line and not line.startswith(b"#"))
    end = b"\r" if lines[words].endswith(b"\r") else b""
    before = [line for line in lines[:words] if not _is_old_comment(line)]
    new = [b"# %s = %s%s" % (*pair, end) for pair in zip(_COMMENTS, values, strict=True)]
    return b"\n".join([*before, *new, *lines[words:]])


def _is_old_comment(line: bytes) -> bool:
    name, equals, _ = line.removeprefix(b"#").partition(b"=")
    return line.startswith(b"#") and bool(equals) and name.strip() in _COMMENTS


def _with_blank_line(raw: bytes) -> bytes:
    """A sentence that others follow ends with a blank line, also the last one of a file."""
    end = b"\r\n" if b"\r\n" in raw else b"\n"
    if not raw.endswith(b"\n"):
        raw += end
    return raw if raw.endswith((b"\n\n", b"\n\r\n")) else raw + end
