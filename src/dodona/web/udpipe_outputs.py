"""Sentences as UDPipe writes them: CoNLL-U, words in lines or columns, plain text, and Matxin."""

from collections.abc import Callable, Iterable, Iterator

from dodona.treebank.conllu import gap_after
from dodona.treebank.sentence import Sentence
from dodona.treebank.tokens import Token
from dodona.treebank.words import Word
from dodona.web.udpipe_formats import Options

Batches = Iterable[list[Sentence]]
Write = Callable[[Batches, Options], Iterator[str]]

_NO_BREAK = "\u00a0"
_DEEPEST_INDENT = 50  # each step of a tree stands one further in, but not in trees without end
_XML = str.maketrans({"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;"})


def _write_conllu(batches: Batches, options: Options) -> Iterator[str]:
    data = b""
    for batch in batches:
        data = b"".join([sentence.raw for sentence in batch])
        yield data.decode()
    if data:
        yield gap_after(data).decode()


def _write_horizontal(batches: Batches, options: Options) -> Iterator[str]:
    for batch, gaps in _with_gaps(batches, "paragraphs" in options):
        lines = (" ".join(form.replace(" ", _NO_BREAK) for form in each.forms) for each in batch)
        yield "".join(f"{gap}{line}\n" for gap, line in zip(gaps, lines, strict=True))


def _write_vertical(batches: Batches, options: Options) -> Iterator[str]:
    for batch, gaps in _with_gaps(batches, "paragraphs" in options):
        columns = ("\n".join(each.forms) for each in batch)
        yield "".join(f"{gap}{column}\n\n" for gap, column in zip(gaps, columns, strict=True))


def _write_plaintext(batches: Batches, options: Options) -> Iterator[str]:
    """The text as it was; or a sentence a line, with single spaces and gaps between paragraphs."""
    plain = "normalized_spaces" in options
    for batch, gaps in _with_gaps(batches, plain):
        texts = (_plain_line(each.tokens) if plain else _original(each.tokens) for each in batch)
        yield "".join(gap + text for gap, text in zip(gaps, texts, strict=True))


def _original(tokens: list[Token]) -> str:
    return "".join(token.spaces_before + token.text + token.spaces_after for token in tokens)


def _plain_line(tokens: list[Token]) -> str:
    pieces = (token.form + (" " if token.spaces_after else "") for token in tokens)
    return f"{''.join(pieces).rstrip(' ')}\n"


def _with_gaps(batches: Batches, asked: bool) -> Iterator[tuple[list[Sentence], list[str]]]:
    """The sentences, and what stands before each: an empty line if a paragraph begins there."""
    first = True
    for batch in batches:
        gaps = ["\n" if asked and _begins_paragraph(each) else "" for each in batch]
        if first and gaps:
            gaps[0] = ""
            first = False
        yield batch, gaps


def _begins_paragraph(sentence: Sentence) -> bool:
    comments = (comment[1:].lstrip() for comment in sentence.comments)
    return any(comment.startswith(("newpar", "newdoc")) for comment in comments)


def _write_matxin(batches: Batches, options: Options) -> Iterator[str]:
    number = 0
    yield "<corpus>"
    for batch in batches:
        pieces = []
        for sentence in batch:
            number += 1
            nodes = "".join(_nodes(sentence))
            pieces.append(f'\n<SENTENCE ord="{number}" alloc="0">\n{nodes}</SENTENCE>\n')
        yield "".join(pieces)
    yield "</corpus>\n"


def _nodes(sentence: Sentence) -> Iterator[str]:
    """The tree in XML, each node inside of that of its head."""
    children: dict[int, list[Word]] = {}
    for word in reversed(sentence.words):
        children.setdefault(word.head, []).append(word)
    waiting: list[tuple[int, Word | None]] = [(1, word) for word in children.get(0, ())]
    while waiting:
        depth, top = waiting.pop()
        indent = " " * min(depth, _DEEPEST_INDENT)
        if top is None:
            yield f"{indent}</NODE>\n"
            continue
        within = children.get(top.id, [])
        yield f"{indent}<NODE {_attributes(top)}{'>' if within else '/>'}\n"
        if within:
            waiting.append((depth, None))
            waiting += [(depth + 1, child) for child in within]


def _attributes(word: Word) -> str:
    values = {
        "ord": str(word.id),
        "alloc": "0",
        "form": word.form,
        "lem": word.lemma if word.lemma != "_" or word.form == "_" else "",
        "mi": word.feats if word.feats != "_" else "",
        "si": word.deprel if word.deprel != "_" else "",
    }
    return " ".join(f'{name}="{value.translate(_XML)}"' for name, value in values.items())


WRITERS: dict[str, Write] = {
    "conllu": _write_conllu,
    "horizontal": _write_horizontal,
    "vertical": _write_vertical,
    "plaintext": _write_plaintext,
    "matxin": _write_matxin,
}
OUTPUTS: dict[str, Options] = {
    "conllu": frozenset(("v2",)),
    "horizontal": frozenset(("paragraphs",)),
    "vertical": frozenset(("paragraphs",)),
    "plaintext": frozenset(("normalized_spaces",)),
    "matxin": frozenset(),
}
"""The formats by their names, with the options that each has."""
