from collections.abc import Mapping, Sequence

from typing_extensions import Buffer

from dodona.treebank.sentence import Sentence

COLUMNS: dict[str, int]

def with_columns(sentence: Sentence, columns: Mapping[str, Sequence[str]]) -> Sentence: ...
def replace_columns(
    sentence: Sentence, columns: Buffer, text: Buffer, spans: Buffer, first: int
) -> Sentence: ...
def replace_in_all(
    sentences: Sequence[Sentence], columns: Buffer, text: Buffer, spans: Buffer
) -> list[Sentence]: ...
