"""Other ways to divide, tag and parse the text of a treebank, as a bad system might do it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from dodona.evaluation.side import tokens_of
from dodona.treebank import Sentence

UPOS = ("NOUN", "VERB", "ADP", "AUX", "DET", "PUNCT")
FEATS = ("_", "Case=Nom", "Number=Sing|Case=Acc", "Case=Acc|Number=Sing", "Style=Vrnc|Tense=Past")
LABELS = ("nsubj", "obl", "obl:tmod", "case", "det", "aux", "aux:pass", "mark", "cc", "punct")


@dataclass(eq=False)
class Node:
    """A word; its head is another node, or None for the root."""

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    label: str
    head: Node | None = None


@dataclass(eq=False)
class Token:
    """A token; it is a multiword token if it has several words."""

    form: str
    words: list[Node] = field(default_factory=list)


Tokens = list[Token]


def perturbed(sentences: Iterable[Sentence], rng: random.Random, rate: float = 0.05) -> bytes:
    """The text of the sentences with changes of all kinds; about ``rate`` of the words change."""
    text = [_read(sentence) for sentence in sentences]
    result = []
    for tokens in _other_sentences(text, rng, rate):
        changed = _other_tokens(tokens, rng, rate)
        nodes = [node for token in changed for node in token.words]
        for node in nodes:
            if rng.random() < rate:
                rng.choice(_CHANGES)(node, nodes, rng)
        _make_tree(nodes)
        result.append(_write(changed, nodes, rng))
    return "".join(result).encode()


def _read(sentence: Sentence) -> Tokens:
    words = sentence.words
    nodes = [Node(w.form, w.lemma, w.upos, w.xpos, w.feats, w.deprel) for w in words]
    for node, word in zip(nodes, words, strict=True):
        node.head = nodes[word.head - 1] if word.head else None
    tokens = []
    for form, count in tokens_of(sentence):
        done = sum(len(token.words) for token in tokens)
        tokens.append(Token(form, nodes[done : done + (count or 1)]))
    return tokens


def _other_sentences(text: list[Tokens], rng: random.Random, rate: float) -> Iterable[Tokens]:
    """Sentences that are joined or cut in two."""
    pending: Tokens = []
    for tokens in text:
        pending = [*pending, *tokens]
        if rng.random() < rate:
            continue
        while len(pending) > 1 and rng.random() < rate:
            cut = rng.randrange(1, len(pending))
            yield pending[:cut]
            pending = pending[cut:]
        yield pending
        pending = []
    if pending:
        yield pending


def _other_tokens(tokens: Tokens, rng: random.Random, rate: float) -> Tokens:
    """Tokens that are joined, cut, taken apart into words, or no longer so."""
    result: Tokens = []
    for token in tokens:
        change = rng.choice(("joined", "cut", "multiword", "plain")) if rng.random() < rate else ""
        if change == "joined" and result:
            before = result.pop()
            result.append(_joined(before, token, rng))
        elif change == "cut" and len(token.form.replace(" ", "")) > 1:
            result += _cut(token, rng)
        elif change == "multiword":
            result.append(_multiword(token, rng))
        elif change == "plain":
            result.append(Token(token.form, token.words[:1]))
            token.words[0].form = token.form
        else:
            result.append(token)
    return result


def _joined(first: Token, second: Token, rng: random.Random) -> Token:
    """One token for two: one word, or all their words in some order."""
    form = first.form + rng.choice(("", " ", "\u00a0")) + second.form
    words = [*first.words, *second.words]
    if rng.random() < 0.5:
        return Token(form, words)
    words[0].form = form
    return Token(form, words[:1])


def _cut(token: Token, rng: random.Random) -> Tokens:
    form = token.form.replace(" ", "")
    cut = rng.randrange(1, len(form))
    first, new = token.words[0], _new(form[cut:], token.words[0], rng)
    first.form = form[:cut]
    return [Token(first.form, [first]), Token(new.form, [new])]


def _multiword(token: Token, rng: random.Random) -> Token:
    """More words in a token; some look like others, or differ in case."""
    words = list(token.words)
    for _ in range(rng.randint(1, 3)):
        form = rng.choice(["a", "A", token.form, token.form.upper(), words[0].form, "x y"])
        words.insert(rng.randint(0, len(words)), _new(form, words[0], rng))
    return Token(token.form, words)


def _new(form: str, head: Node, rng: random.Random) -> Node:
    return Node(form, form, rng.choice(UPOS), "_", rng.choice(FEATS), rng.choice(LABELS), head)


def _other_head(node: Node, nodes: list[Node], rng: random.Random) -> None:
    node.head = rng.choice(nodes)


def _other_column(name: str, values: tuple[str, ...]) -> Callable[..., None]:
    def change(node: Node, nodes: list[Node], rng: random.Random) -> None:
        setattr(node, name, rng.choice(values))

    return change


_CHANGES = (
    _other_head,
    _other_column("label", LABELS),
    _other_column("upos", UPOS),
    _other_column("xpos", ("NN", "_")),
    _other_column("feats", FEATS),
    _other_column("lemma", ("_", "be", "Be")),
)


def _make_tree(nodes: list[Node]) -> None:
    """See to it that there is one root, and that every word leads to it."""
    present = set(map(id, nodes))
    root = next((node for node in nodes if node.head is None), nodes[0])
    root.head = None
    for node in nodes:
        if node is not root and (node.head is None or id(node.head) not in present):
            node.head = root
    for node in nodes:
        seen: set[int] = set()
        above = node
        while above.head is not None:
            if id(above) in seen:
                above.head = root
                break
            seen.add(id(above))
            above = above.head


def _write(tokens: Tokens, nodes: list[Node], rng: random.Random) -> str:
    number = {id(node): i for i, node in enumerate(nodes, 1)}
    lines = []
    for token in tokens:
        first = number[id(token.words[0])]
        if len(token.words) > 1 or token.words[0].form != token.form:
            span = f"{first}-{first + len(token.words) - 1}"
            lines.append(f"{span}\t{token.form}" + "\t_" * 8)
        for node in token.words:
            head = number[id(node.head)] if node.head else 0
            columns = (node.form, node.lemma, node.upos, node.xpos, node.feats, head, node.label)
            lines.append("\t".join(map(str, (number[id(node)], *columns, "_", "_"))))
        if rng.random() < 0.02:
            lines.append(f"{number[id(token.words[-1])]}.1\tempty" + "\t_" * 6 + "\t0:root\t_")
    return "\n".join(lines) + "\n\n"
