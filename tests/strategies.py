"""Shared Hypothesis strategies: trees, labels, configurations, treebank files, broken files."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from hypothesis import strategies as st
from reference import NO_HEAD, ArcEager, Heads, Labels, ancestors

LABELS = ("nsubj", "obj", "det")


# Trees ------------------------------------------------------------------------------------------


@st.composite
def trees(
    draw: st.DrawFn, min_words: int = 1, max_words: int = 8, *, single_root: bool = False
) -> Heads:
    """Any tree: words are attached in a drawn order, each to the root or to a word before it."""
    n = draw(st.integers(min_words, max_words))
    order = draw(st.permutations(range(1, n + 1)))
    heads = [NO_HEAD] * (n + 1)
    for position, word in enumerate(order):
        attached = [0, *order[:position]]
        candidates = attached[1:] if single_root and position > 0 else attached
        heads[word] = draw(st.sampled_from(candidates))
    return tuple(heads)


@st.composite
def projective_trees(draw: st.DrawFn, min_words: int = 1, max_words: int = 8) -> Heads:
    """Any projective tree, as the end of a drawn arc-eager derivation; shrinks well."""
    system = ArcEager(root="last")
    c = system.initial(draw(st.integers(min_words, max_words)))
    while not system.is_terminal(c):
        c = system.apply(c, draw(st.sampled_from(system.legal(c))))
    return c.heads


def long_projective_trees(min_words: int = 1, max_words: int = 60) -> st.SearchStrategy[Heads]:
    """Projective trees drawn evenly among those of their length; for longer sentences."""
    return st.builds(
        lambda n, seed: random_projective_tree(n, random.Random(seed)),
        st.integers(min_words, max_words),
        st.integers(0, 2**32 - 1),
    )


def random_projective_tree(n: int, rng: random.Random) -> Heads:
    """A projective tree over n words, each with the same probability.

    The children of a node on one side, with all below them, are either no words at all or a first
    child, the words on its left, the words on its right and the further children. So projective
    trees are ternary trees, written in preorder as n inner nodes (1) and 2n + 1 leaves (0); and of
    all rotations of a shuffled row of these exactly one is such a tree.
    """
    row = [1] * n + [0] * (2 * n + 1)
    rng.shuffle(row)
    height, lowest, start = 0, 0, 0
    for position, is_word in enumerate(row):
        height += 2 if is_word else -1
        if height < lowest:
            lowest, start = height, position + 1
    preorder = iter(row[start:] + row[:start])

    heads = [NO_HEAD]

    def read_children() -> list[int]:
        """Number the words of a row of children and of all below them; return the children."""
        children = []
        while next(preorder):
            left = read_children()
            word = len(heads)
            heads.append(NO_HEAD)
            for child in left + read_children():
                heads[child] = word
            children.append(word)
        return children

    for child in read_children():
        heads[child] = 0
    return tuple(heads)


@st.composite
def labels_for(draw: st.DrawFn, heads: Sequence[int], label_set: Sequence[str] = LABELS) -> Labels:
    """A label for every word of a tree; labels[0] is None."""
    n = len(heads) - 1
    return (None, *draw(st.lists(st.sampled_from(label_set), min_size=n, max_size=n)))


# Configurations, through the public interface of a transition system ----------------------------


@st.composite
def configurations(
    draw: st.DrawFn, system: Any, n: int, label_set: Sequence[str | None] = (None,)
) -> Any:
    """A configuration over n words that a drawn sequence of transitions leads to.

    The choices are drawn as numbers, so that one and the same example means the same walk however
    many transitions are legal on its way.
    """
    choices = st.tuples(st.integers(0, 999), st.sampled_from(label_set))
    c = system.initial(n)
    for number, label in draw(st.lists(choices, max_size=2 * n)):
        names = system.legal(c)
        if not names:
            break
        name = names[number % len(names)]
        builds_arc = name.startswith(("LEFT", "RIGHT"))
        c = system.apply(c, name, label=label if builds_arc else None)
    return c


# Treebank files ---------------------------------------------------------------------------------


class WrittenSentence(NamedTuple):
    """A sentence as it stands in a file, with its blank line, and what a reader must find in it."""

    data: bytes
    forms: tuple[str, ...]
    heads: Heads
    labels: Labels


class WrittenFile(NamedTuple):
    data: bytes
    sentences: tuple[WrittenSentence, ...]


EMPTY = "_"

ODD_FORMS = (
    "_",
    "#",
    "1",
    "=",
    "|",
    '"',
    "10 000",
    "e\u0301te\u0301",  # decomposed (NFD): e and a combining acute accent
    "été",  # composed (NFC)
    "한국어",
    "\u1112\u1161\u11ab",  # decomposed Hangul
    "عربي",
    "👩\u200d💻",  # two emoji and a zero-width joiner
    "non\u00a0breaking",
    "line\u2028separator",  # a line break for str.splitlines, but not for CoNLL-U
    "next\u0085line",
    "\ufeff",
)
ODD_COMMENTS = (
    "#",
    "# ",
    "##",
    "#no space",
    "# newdoc",
    "# newpar id = p1",
    "# sent_id = a = b",
    "# sent_id=1",
    "# text = ",
    "#  text  =  spaces all round  ",
    "# text_en = It\u2019s e\u0301te\u0301.",
    "# with\ttabs\tin it",
    "# 1\tlooks\tlike\ta\tword\t_\t0\troot\t_\t_",
    "# line\u2028separator",
)
ODD_MISC = (
    "SpaceAfter=No",
    "SpacesAfter=\\s\\n",
    "Gloss=a=b",
    "Gloss=two words",
    "Translit==",
    "no value at all",
    "Key=",
    "=value",
    "SpaceAfter=No|Gloss=to be|Ref=x=y=z",
)
FEATS = (EMPTY, "Case=Nom", "Case=Acc|Number=Sing", "PronType=Int,Rel", "Number[psor]=Plur")
UPOS = ("NOUN", "VERB", "ADP", "PUNCT", "X")
XPOS = (EMPTY, "NN", "$,", "-LRB-", "V|fin")
DEPRELS = ("nsubj", "obl:in", "det", "punct", "flat:name")
ENHANCED = ("0:root", "1:nsubj|2:conj:and", "1.1:obj", "3:obl:_e\u0301")


def field_texts() -> st.SearchStrategy[str]:
    """What may stand in a field: no tab, no line break, no space at either end."""
    letters = st.text(
        st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=6
    )
    return st.one_of(st.sampled_from(ODD_FORMS), letters)


def comments() -> st.SearchStrategy[str]:
    return st.one_of(st.sampled_from(ODD_COMMENTS), field_texts().map("# text = {}".format))


def line(*fields: object) -> str:
    return "\t".join(map(str, fields)) + "\n"


@st.composite
def conllu_sentences(
    draw: st.DrawFn, max_words: int = 6, *, single_root: bool = True
) -> WrittenSentence:
    """A CoNLL-U sentence with all that the format allows; one root, unless told otherwise."""
    heads = draw(trees(max_words=max_words, single_root=single_root))
    n = len(heads) - 1
    labels = tuple("root" if head == 0 else draw(st.sampled_from(DEPRELS)) for head in heads[1:])
    forms = tuple(draw(field_texts()) for _ in range(n))
    multiword_ends = draw(multiword_tokens(n))

    lines = [comment + "\n" for comment in draw(st.lists(comments(), max_size=4))]
    lines += draw(empty_nodes(0))
    for word in range(1, n + 1):
        if word in multiword_ends:
            span = f"{word}-{multiword_ends[word]}"
            lines.append(line(span, draw(field_texts()), *[EMPTY] * 7, draw(misc())))
        lines.append(
            line(
                word,
                forms[word - 1],
                draw(st.one_of(st.just(EMPTY), field_texts())),
                draw(st.sampled_from(UPOS)),
                draw(st.sampled_from(XPOS)),
                draw(st.sampled_from(FEATS)),
                heads[word],
                labels[word - 1],
                draw(st.sampled_from((EMPTY, *ENHANCED))),
                draw(misc()),
            )
        )
        lines += draw(empty_nodes(word))
    data = ("".join(lines) + "\n").encode("utf-8")
    return WrittenSentence(data, forms, heads, (None, *labels))


def misc() -> st.SearchStrategy[str]:
    return st.sampled_from((EMPTY, EMPTY, *ODD_MISC))


@st.composite
def multiword_tokens(draw: st.DrawFn, n: int) -> dict[int, int]:
    """First and last words of multiword tokens that do not overlap."""
    ends: dict[int, int] = {}
    first = 1
    while first <= n:
        last = min(n, first + draw(st.sampled_from((0, 0, 0, 1, 2))))
        if last > first:
            ends[first] = last
        first = last + 1
    return ends


@st.composite
def empty_nodes(draw: st.DrawFn, after: int) -> list[str]:
    """The lines of the empty nodes after a word; now and then so many that 1.10 follows 1.9."""
    count = draw(st.sampled_from((0, 0, 0, 0, 1, 2, 10)))
    return [
        line(
            f"{after}.{number}",
            draw(field_texts()),
            EMPTY,
            draw(st.sampled_from((EMPTY, *UPOS))),
            EMPTY,
            draw(st.sampled_from(FEATS)),
            EMPTY,
            EMPTY,
            draw(st.sampled_from(ENHANCED)),
            draw(misc()),
        )
        for number in range(1, count + 1)
    ]


@st.composite
def conllx_sentences(draw: st.DrawFn, max_words: int = 6) -> WrittenSentence:
    """A CoNLL-X sentence: words only, several roots allowed, and any label for any arc."""
    heads = draw(trees(max_words=max_words))
    n = len(heads) - 1
    forms = tuple(draw(field_texts().filter(lambda form: " " not in form)) for _ in range(n))
    labels = draw(labels_for(heads, ("ROOT", "SBJ", "P", EMPTY)))
    lines = [
        line(
            word,
            forms[word - 1],
            draw(st.sampled_from((EMPTY, "lemma"))),
            draw(st.sampled_from(("N", "V", "Punc"))),
            draw(st.sampled_from(("NN", "V|fin", "$,"))),
            draw(st.sampled_from((EMPTY, "case=nom|num=sg", "fem"))),
            heads[word],
            labels[word],
            draw(st.sampled_from((EMPTY, heads[word]))),
            EMPTY,
        )
        for word in range(1, n + 1)
    ]
    return WrittenSentence(("".join(lines) + "\n").encode("utf-8"), forms, heads, labels)


def files_of(
    sentences: st.SearchStrategy[WrittenSentence], max_sentences: int = 4
) -> st.SearchStrategy[WrittenFile]:
    return st.lists(sentences, min_size=1, max_size=max_sentences).map(
        lambda written: WrittenFile(b"".join(s.data for s in written), tuple(written))
    )


def conllu_files(max_sentences: int = 4) -> st.SearchStrategy[WrittenFile]:
    return files_of(conllu_sentences(), max_sentences)


def conllx_files(max_sentences: int = 4) -> st.SearchStrategy[WrittenFile]:
    return files_of(conllx_sentences(), max_sentences)


# Broken files -----------------------------------------------------------------------------------

Defect = Literal[
    "columns",
    "head not an integer",
    "head out of range",
    "cycle",
    "utf-8",
    "id order",
    "no words",
    "empty file",
]


class BrokenFile(NamedTuple):
    """A CoNLL-U file with one defect; the sentences before and after it are sound."""

    data: bytes
    defect: Defect


ID, FORM, HEAD = 0, 1, 6
Fields = list[bytes]
"""The fields of a word's line."""


def broken_files() -> st.SearchStrategy[BrokenFile]:
    """A file for each kind of defect."""
    return st.one_of(
        broken_at_a_word("columns", with_wrong_columns),
        broken_at_a_word("head not an integer", with_head_not_an_integer),
        broken_at_a_word("head out of range", with_head_out_of_range),
        broken_at_a_word("cycle", with_cycle),
        broken_at_a_word("utf-8", with_bad_utf8),
        broken_at_a_word("id order", with_id_out_of_order),
        files_with_sentence_of_comments_only(),
        st.sampled_from((b"", b"\n")).map(lambda data: BrokenFile(data, "empty file")),
    )


@st.composite
def broken_at_a_word(
    draw: st.DrawFn,
    defect: Defect,
    break_word: Callable[[Fields, int, Heads], st.SearchStrategy[Fields]],
) -> BrokenFile:
    """A file where one word's line is what break_word(fields, word, heads) makes of it."""
    sentence = draw(conllu_sentences())
    word = draw(st.integers(1, len(sentence.heads) - 1))
    lines = sentence.data.split(b"\n")
    position = next(i for i, text in enumerate(lines) if text.startswith(b"%d\t" % word))
    fields = draw(break_word(lines[position].split(b"\t"), word, sentence.heads))
    lines[position] = b"\t".join(fields)
    return draw(between_sound_sentences(b"\n".join(lines), defect))


@st.composite
def files_with_sentence_of_comments_only(draw: st.DrawFn) -> BrokenFile:
    lines = draw(st.lists(comments(), min_size=1, max_size=3))
    data = "".join(text + "\n" for text in lines) + "\n"
    return draw(between_sound_sentences(data.encode("utf-8"), "no words"))


@st.composite
def between_sound_sentences(draw: st.DrawFn, broken: bytes, defect: Defect) -> BrokenFile:
    sound = st.lists(conllu_sentences(max_words=3), max_size=2)
    before, after = draw(sound), draw(sound)
    data = b"".join([*(s.data for s in before), broken, *(s.data for s in after)])
    return BrokenFile(data, defect)


def with_wrong_columns(fields: Fields, word: int, heads: Heads) -> st.SearchStrategy[Fields]:
    return st.sampled_from(
        (fields[:-1], fields[:8], fields[:1], [*fields, b"_"], [b" ".join(fields)])
    )


def with_head_not_an_integer(fields: Fields, word: int, heads: Heads) -> st.SearchStrategy[Fields]:
    """Python's int() takes some of these; the format takes none."""
    wrong = ("x", "", "1.5", "0x1", "1_0", "+1", " 1", "\uff11")
    return st.sampled_from(wrong).map(lambda head: with_field(fields, HEAD, head))


def with_head_out_of_range(fields: Fields, word: int, heads: Heads) -> st.SearchStrategy[Fields]:
    n = len(heads) - 1
    wrong = (n + 1, n + 7, 2**31, 2**32, 2**64, -1)
    return st.sampled_from(wrong).map(lambda head: with_field(fields, HEAD, str(head)))


def with_cycle(fields: Fields, word: int, heads: Heads) -> st.SearchStrategy[Fields]:
    """The word becomes its own head, or a dependent of a word below it."""
    below = [other for other in range(1, len(heads)) if word in ancestors(heads, other)]
    return st.sampled_from([word, *below]).map(lambda head: with_field(fields, HEAD, str(head)))


def with_bad_utf8(fields: Fields, word: int, heads: Heads) -> st.SearchStrategy[Fields]:
    """A stray byte, a cut-off character, an overlong one, a surrogate, before a sound form."""
    wrong = (b"\xff", b"\x80", b"\xc3", b"\xe2\x82", b"\xc0\xaf", b"\xed\xa0\x80")
    return st.sampled_from(wrong).map(
        lambda stray: [*fields[:FORM], stray + fields[FORM], *fields[FORM + 1 :]]
    )


def with_id_out_of_order(fields: Fields, word: int, heads: Heads) -> st.SearchStrategy[Fields]:
    wrong = (word - 1, word + 1, word + 10)
    return st.sampled_from(wrong).map(lambda number: with_field(fields, ID, str(number)))


def with_field(fields: Fields, column: int, text: str) -> Fields:
    return [*fields[:column], text.encode("utf-8"), *fields[column + 1 :]]
