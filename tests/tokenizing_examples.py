"""Sentences to train tokenisers on, and what tokenised sentences say about their text."""

from __future__ import annotations

from collections.abc import Iterable

from dodona.tokenizer.gold import gold_tokens
from dodona.treebank.sentence import Sentence

# Enough of everything that the bundled treebank lacks.
EXTRA = """
# newpar
# text = I don't know Mr. Oak's tree (it's old)... "Gonna see," she said.
1	I	_	_	_	_	_	_	_	_
2-3	don't	_	_	_	_	_	_	_	_
2	do	_	_	_	_	_	_	_	_
3	n't	_	_	_	_	_	_	_	_
4	know	_	_	_	_	_	_	_	_
5	Mr.	_	_	_	_	_	_	_	_
6-7	Oak's	_	_	_	_	_	_	_	_
6	Oak	_	_	_	_	_	_	_	_
7	's	_	_	_	_	_	_	_	_
8	tree	_	_	_	_	_	_	_	_
9	(	_	_	_	_	_	_	_	SpaceAfter=No
10-11	it's	_	_	_	_	_	_	_	_
10	it	_	_	_	_	_	_	_	_
11	's	_	_	_	_	_	_	_	_
12	old	_	_	_	_	_	_	_	SpaceAfter=No
13	)	_	_	_	_	_	_	_	SpaceAfter=No
14	...	_	_	_	_	_	_	_	_

# text = "Gonna see the dogs del mar," she said.
1	"	_	_	_	_	_	_	_	SpaceAfter=No
2-3	Gonna	_	_	_	_	_	_	_	_
2	Gon	_	_	_	_	_	_	_	_
3	na	_	_	_	_	_	_	_	_
4	see	_	_	_	_	_	_	_	_
5	the	_	_	_	_	_	_	_	_
6	dogs	_	_	_	_	_	_	_	_
7-8	del	_	_	_	_	_	_	_	_
7	di	_	_	_	_	_	_	_	_
8	il	_	_	_	_	_	_	_	_
9	mar	_	_	_	_	_	_	_	SpaceAfter=No
10	,	_	_	_	_	_	_	_	SpaceAfter=No
11	"	_	_	_	_	_	_	_	_
12	she	_	_	_	_	_	_	_	_
13	said	_	_	_	_	_	_	_	SpaceAfter=No
14	.	_	_	_	_	_	_	_	_

"""


def extra_sentences() -> list[Sentence]:
    return [Sentence.from_conllu(block + "\n\n") for block in EXTRA.strip().split("\n\n")]


def all_sentences(batches: Iterable[list[Sentence]]) -> list[Sentence]:
    return [sentence for batch in batches for sentence in batch]


def rebuilt(sentences: Iterable[Sentence]) -> str:
    """The text that the sentences come from, as their MISC tells it."""
    tokens = [token for sentence in sentences for token in gold_tokens(sentence)]
    return "".join(token.before + token.form + token.after for token in tokens)


def shown(sentences: Iterable[Sentence]) -> list[list[tuple[str, list[str]]]]:
    """The tokens of each sentence with their words, if they have several."""
    return [[(t.form, t.words) for t in gold_tokens(sentence)] for sentence in sentences]
