from collections.abc import Sequence

from dodona.tokenizing.output import Output
from dodona.tokenizing.segmenter import Segmenter
from dodona.tokenizing.splitting import Rule
from dodona.treebank.sentence import Sentence

class Writer(Output):
    def __init__(
        self,
        rules: Sequence[Rule],
        *,
        source: str = "",
        document: str | None = None,
        first_number: int = 1,
        ranges: str | None = None,
    ) -> None: ...
    def write(self, segmenter: Segmenter, done: int) -> list[Sentence]: ...
