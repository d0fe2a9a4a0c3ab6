"""How many words hang from a punctuation mark in parsed sentences and not in the gold ones.

python benchmarks/marks.py GOLD.conllu PARSED.conllu
"""

import sys
from collections.abc import Iterable

from dodona import Sentence, read_conllu


def words_under_marks(gold: Iterable[Sentence], parsed: Iterable[Sentence]) -> int:
    """Words whose head is a mark, by the gold tags, although their gold head is none."""
    count = 0
    for right, found in zip(gold, parsed, strict=True):
        marks = {i for i, tag in enumerate(right.upos, 1) if tag == "PUNCT"}
        heads = zip(right.heads, found.heads, strict=True)
        count += sum(head in marks and gold_head not in marks for gold_head, head in heads)
    return count


if __name__ == "__main__":
    print(words_under_marks(read_conllu(sys.argv[1]), read_conllu(sys.argv[2])))
