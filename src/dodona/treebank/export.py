"""Sentences in the forms that other programs read: Stanza, NLTK, displaCy and LaTeX."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from dodona.errors import TreeError
from dodona.extras import needed
from dodona.treebank.latex import latex_text
from dodona.treebank.tokens import Token
from dodona.treebank.words import Word

if TYPE_CHECKING:
    from nltk.parse import DependencyGraph

    from dodona.treebank.sentence import Sentence


def token_dicts(tokens: Iterable[Token]) -> list[dict[str, Any]]:
    """Tokens and words as Stanza's `to_dict` gives them; what is `_` is left out."""
    result = []
    for token in tokens:
        place = {"start_char": token.start, "end_char": token.end}
        if not token.is_multiword:
            result.append(_word_dict(token.words[0]) | place)
            continue
        line: dict[str, Any] = {"id": token.id, "text": token.form}
        if token.misc != "_":
            line["misc"] = token.misc
        result.append(line | place)
        result += map(_word_dict, token.words)
    return result


def _word_dict(word: Word) -> dict[str, Any]:
    columns = word._asdict()
    del columns["form"]
    present = {name: value for name, value in columns.items() if value not in ("_", -1)}
    return {"id": word.id, "text": word.form} | present


def nltk_graph(sentence: "Sentence") -> "DependencyGraph":
    """The tree as NLTK has it, with UPOS as coarse and XPOS (or else UPOS) as fine tags."""
    if not sentence.has_tree:
        raise TreeError(f"{sentence!r} has no tree")
    with needed("a DependencyGraph", "nltk"):
        from nltk.parse import DependencyGraph

    graph = DependencyGraph()
    for word in sentence:
        graph.add_node(
            {
                "address": word.id,
                "word": word.form,
                "lemma": word.lemma,
                "ctag": word.upos,
                "tag": word.upos if word.xpos == "_" else word.xpos,
                "feats": word.feats,
                "head": word.head,
                "rel": word.deprel,
            }
        )
    for word in sentence:
        graph.add_arc(word.head, word.id)
    graph.root = graph.nodes[sentence.heads.index(0) + 1]
    return graph


def displacy_dict(sentence: "Sentence") -> dict[str, Any]:
    """The tree for ``displacy.render(..., style="dep", manual=True)``; the root has no arc."""
    arcs = []
    for word, (head, label) in enumerate(zip(sentence.heads, sentence.deprels, strict=True)):
        if head > 0:
            start, end = sorted((word, head - 1))
            way = "left" if word == start else "right"
            arcs.append({"start": start, "end": end, "label": label, "dir": way})
    words = zip(sentence.forms, tags_of(sentence), strict=True)
    return {"words": [{"text": form, "tag": tag} for form, tag in words], "arcs": arcs}


def tree_tikz(sentence: "Sentence") -> str:
    r"""The tree as a `dependency` environment of LaTeX's package tikz-dependency."""
    rows = [sentence.forms]
    if sentence.has_tags:
        rows.append(tags_of(sentence))
    return arcs_tikz(rows, sentence.heads, sentence.deprels)


def arcs_tikz(
    rows: Sequence[Sequence[str]], heads: Iterable[int], labels: Iterable[str | None]
) -> str:
    r"""Arcs above rows of words and the like as a `dependency` environment of tikz-dependency.

    ``heads`` are those of words 1 ... n, -1 where there is none (yet).
    """
    lines = [r"\begin{dependency}", r"  \begin{deptext}[column sep=1em]"]
    lines += [rf"    {_cells(row)} \\" for row in rows]
    lines.append(r"  \end{deptext}")
    arcs = [*zip(range(1, len(rows[0]) + 1), heads, labels, strict=True)]
    longest = max((abs(head - word) for word, head, _ in arcs if head > 0), default=0)
    # The root's arc is as high as one of length 4: where there are such, it must be told.
    above = f"[edge height={3 * (longest + 1)}ex]" if longest > 3 else ""
    for word, head, label in arcs:
        if head >= 0:
            arc = rf"\depedge{{{head}}}{{{word}}}" if head else rf"\deproot{above}{{{word}}}"
            lines.append(f"  {arc}{{{latex_text(label or '')}}}")
    return "\n".join([*lines, r"\end{dependency}", ""])


def tags_of(sentence: "Sentence") -> list[str]:
    """The UPOS of each word or, of those that have none, the XPOS; "" without either."""
    pairs = zip(sentence.upos, sentence.xpos, strict=True)
    return [next((tag for tag in pair if tag != "_"), "") for pair in pairs]


def _cells(texts: Sequence[str]) -> str:
    r"""A row of words: there, `\&` would begin another one."""
    return r" \& ".join(latex_text(text).replace(r"\&", r"\symbol{38}") for text in texts)
