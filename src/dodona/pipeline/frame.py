"""The words of sentences as a frame of pandas."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from dodona.extras import needed
from dodona.treebank.records import word_columns
from dodona.treebank.sentence import Sentence
from dodona.treebank.table import SCORES, Table
from dodona.treebank.tokens import Token

if TYPE_CHECKING:
    from pandas import DataFrame


def word_frame(sentences: Sequence[Sentence], tokens: Sequence[Token]) -> "DataFrame":
    """A row for each word; scores have columns only if there are any."""
    with needed("a frame", "pandas"):
        import pandas as pd

    table = Table(sentences)
    columns = word_columns(table, tokens)
    for name, scores in zip(SCORES, table.scores, strict=True):
        if not scores:
            del columns[name]
    sizes = [end - start for start, end in pairwise(table.word_offsets)]
    numbers = [number for number, size in enumerate(sizes) for _ in range(size)]
    frame = pd.DataFrame({"sentence": numbers} | columns)
    whole = ("sentence", "id", "head", "start", "end")
    return frame.astype({name: "Int64" if name == "head" else "int64" for name in whole})
