"""Text that has its tokens already: one a line, and a blank line after each sentence."""

from collections.abc import Iterable, Iterator

from dodona.errors import TextError
from dodona.tokenizer.decoding import Errors, decode_blocks
from dodona.treebank.comments import document_comment
from dodona.treebank.forms import single_spaces, text_form, treebank_form
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
    header = document_comment(document) + "\n# newpar\n"
    forms: list[str] = []
    rest = ""
    number = first_number
    line = 0
    start = 1
    for piece, final, _ in decode_blocks(text, source, errors):
        *lines, rest = (rest + piece).split("\n")
        if final:
            lines += [rest, ""]
        elif len(rest) > _LONGEST_SENTENCE:
            raise TextError("a line is too long to hold one token", source, line + 1)
        sentences = []
        for content in lines:
            line += 1
            form = content.removeprefix("\ufeff" if line == 1 else "").partition("\t")[0].strip()
            if single_spaces(form):
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
    shown = [treebank_form(single_spaces(form)) for form in forms]
    words = "".join(
        f"{i}\t{form}{_COLUMNS}\t{'_' if form == original else text_form(original)}\n"
        for i, (form, original) in enumerate(zip(shown, forms, strict=True), 1)
    )
    text = treebank_form(" ".join(shown))
    comments = f"{header}# sent_id = {number}\n# text = {text}\n"
    sentence = Scanner(f"{comments}{words}\n".encode(), source, line).scan()
    assert sentence is not None
    return sentence


_COLUMNS = "\t_" * 7
