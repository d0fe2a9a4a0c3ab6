"""Text that has its tokens already: one a line, and a blank line after each sentence."""

from collections.abc import Iterable, Iterator

from dodona.errors import TextError
from dodona.tokenizing.decoding import Errors, decode_blocks
from dodona.treebank.scanner import Scanner
from dodona.treebank.sentence import Sentence

_LONGEST_SENTENCE = 100_000


def read_vertical(
    text: str | bytes | Iterable[bytes],
    *,
    source: str = "",
    document: str | None = None,
    first_number: int = 1,
    errors: Errors = "strict",
) -> Iterator[list[Sentence]]:
    """The sentences of vertical text, in lists; the options are those of `Tokenizer.tokenize`.

    A token is what stands before the first tab of a line, without spaces around it.
    """
    begin = "# newdoc" if document is None else f"# newdoc id = {' '.join(document.split())}"
    header = begin + "\n# newpar\n"
    forms: list[str] = []
    rest = ""
    number = first_number
    line = 0
    start = 1
    for piece, final in decode_blocks(text, source, errors):
        *lines, rest = (rest + piece).split("\n")
        if final:
            lines += [rest, ""]
        elif len(rest) > _LONGEST_SENTENCE:
            raise TextError("a line is too long to hold one token", source, line + 1)
        sentences = []
        for content in lines:
            line += 1
            form = content.lstrip("\ufeff" if line == 1 else "").partition("\t")[0].strip()
            if form:
                start = start if forms else line
                forms.append(form)
                if len(forms) > _LONGEST_SENTENCE:
                    raise TextError("there is no blank line after 100,000 tokens", source, start)
            elif forms:
                sentences.append(_sentence(forms, header, number, source, start))
                number += 1
                header = ""
                forms = []
        if sentences:
            yield sentences


def _sentence(forms: list[str], header: str, number: int, source: str, line: int) -> Sentence:
    words = "".join(f"{i}\t{form}{_REST}" for i, form in enumerate(forms, 1))
    comments = f"{header}# sent_id = {number}\n# text = {' '.join(forms)}\n"
    sentence = Scanner(f"{comments}{words}\n".encode(), source, line).scan()
    assert sentence is not None
    return sentence


_REST = "\t_" * 8 + "\n"
