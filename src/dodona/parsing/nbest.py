"""What a beam knows besides the best tree, written into sentences.

The comments ``# parse_rank`` and ``# parse_score`` go in front of the words; ``Score`` in MISC is
the share of the beam that has a word's arc. Earlier ones of these names are replaced; everything
else stays as it is, byte for byte.
"""

from array import array
from collections.abc import Iterator

from dodona.treebank.sentence import Sentence, replace_tree, restore_sentence

Hypothesis = tuple[int, tuple[int, ...], tuple[int, ...]]
"""A score, the heads and the label numbers of all words."""

_COMMENTS = (b"parse_rank", b"parse_score")
_SHARE = b"Score="


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
        parsed = replace_tree(sentence, array("i", heads), array("i", labels), 0, label_names)
        raw = parsed.raw
        if scores:
            raw = _with_shares(raw, _shares(heads, labels, hypotheses))
        if nbest is not None:
            raw = _with_comments(raw, (b"%d" % rank, b"%d" % score))
            if rank < len(trees):
                raw = _with_blank_line(raw)
        yield restore_sentence(raw, sentence.source, sentence.line)


def _distinct(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    """The first hypothesis of each tree: several derivations can lead to the same one."""
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Hypothesis] = {}
    for hypothesis in hypotheses:
        found.setdefault(hypothesis[1:], hypothesis)
    return list(found.values())


def _shares(
    heads: tuple[int, ...], labels: tuple[int, ...], hypotheses: list[Hypothesis]
) -> list[float]:
    """For each word the share of the hypotheses that have the same head and label."""
    result = []
    for word, arc in enumerate(zip(heads, labels, strict=True)):
        same = sum((h[word], x[word]) == arc for _, h, x in hypotheses)
        result.append(same / len(hypotheses))
    return result


def _with_shares(raw: bytes, shares: list[float]) -> bytes:
    lines = raw.split(b"\n")
    for i, line in enumerate(lines):
        columns = line.split(b"\t")
        if columns[0].isdigit():
            misc = columns[-1].removesuffix(b"\r")
            end = columns[-1][len(misc) :]
            entry = _SHARE + b"%.2f" % shares[int(columns[0]) - 1]
            lines[i] = b"\t".join([*columns[:-1], _with_entry(misc, entry) + end])
    return b"\n".join(lines)


def _with_entry(misc: bytes, entry: bytes) -> bytes:
    if misc == b"_":
        return entry
    entries = misc.split(b"|")
    for i, old in enumerate(entries):
        if old.startswith(_SHARE):
            entries[i] = entry
            return b"|".join(entries)
    return misc + b"|" + entry


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
