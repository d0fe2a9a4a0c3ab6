"""The comments before the words of a sentence: `# key = value`."""

from collections.abc import Iterable

from dodona.treebank.forms import single_spaces, treebank_form


def comment_value(lines: Iterable[str], key: str) -> str | None:
    """What the first of the comments before the words that reads ``# key = value`` says."""
    for line in lines:
        if not line.startswith("#"):
            break
        name, equals, value = line[1:].partition("=")
        if equals and name.strip() == key:
            return value.strip()
    return None


def document_comment(document: str | None) -> str:
    """The comment line, without its end, that begins a document."""
    if document is None:
        return "# newdoc"
    return f"# newdoc id = {treebank_form(single_spaces(document))}"
