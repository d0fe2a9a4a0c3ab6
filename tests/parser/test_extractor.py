"""The compiled extractor against the plain reader of tests/slow.py.

Keys are hashes, so what can be seen is which of them are equal: two configurations must have the
same key for a template exactly when all atoms of the template have the same values.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow import ABSENT, UNDEFINED, read_atom, read_features, start
from strategies import field_texts

from dodona.errors import TransitionError
from dodona.linear.clusters import ClusterMarker, WordClusters
from dodona.parser.defaults import defaults_for
from dodona.parser.extractor import Extractor
from dodona.parser.templates import ATTRIBUTES, STEPS, compile_templates, load_templates
from dodona.parser.tokens import TokenBatch
from dodona.systems import Configuration, TransitionSystem, get_system, system_names
from dodona.treebank import Sentence
from examples import grove, make_sentence

FEW_LABELS = ("nsubj", "obj", "det")
MANY_LABELS = tuple(f"label{i}" for i in range(70))


def variants() -> Iterator[Any]:
    """Every system with the root at each place that it knows, and with a single root."""
    for name in system_names():
        last = get_system(name).parsing_root
        for root in dict.fromkeys(("first", last)):
            yield pytest.param(name, {"root": root}, id=f"{name}-{root}")
        yield pytest.param(name, {"root": last, "single_root": True}, id=f"{name}-single")


each_variant = pytest.mark.parametrize(("name", "keywords"), list(variants()))

RANDOMS = st.integers(0, 2**32 - 1).map(random.Random)

# Strings that go into every column, so that the same ones stand at different places: short ones,
# ones of 8 and 16 bytes (a hash reads 8 at a time), and ones that differ in one byte only.
STRINGS = (
    "_", "a", "b", "A", "é", "e\u0301", "NOUN", "VERB", "12345678", "12345679", "123456789",
    "1234567812345678", "12345678123456781", "12345678123456782",
)  # fmt: skip


# Of some of them, and of others in their normal form: lower case, with zeros for digits.
CLUSTERS = {
    "a": "0110", "A": "01", "noun": "0110110", "00000000": "1", "12345679": "011",
}  # fmt: skip
MARKER = ClusterMarker(WordClusters.of_words(CLUSTERS, 1e6))


def extractor_for(system: TransitionSystem, templates: Sequence[str]) -> Extractor:
    return Extractor(compile_templates(templates, system.focus_names))


def all_atoms(system: TransitionSystem) -> list[str]:
    """Every attribute of every named word and of the words around two of them, and all distances.

    The two are the words between which arcs are made, or the top of the stack and the front of the
    buffer.
    """
    names = system.focus_names
    centres = [name for name in names if name in ("S0", "N0", "L0", "R0")]
    near = [f".{step}" for step in STEPS]
    far = [".h.h", ".l1.l1", ".l1.r2", ".r1.h", ".r2.l2"]
    places = [*names, *(f"{name}{steps}" for name in centres for steps in near + far)]
    atoms = [f"{place}.{attribute}" for place in places for attribute in ATTRIBUTES]
    return atoms + [f"{a}-{b}" for a in names for b in names if a != b]


def random_words(rng: random.Random, n: int) -> Sentence:
    def column() -> list[str]:
        return [rng.choice(STRINGS) for _ in range(n)]

    return make_sentence(
        ["_"] * n,
        ["_"] * n,
        forms=column(),
        lemmas=column(),
        upos=column(),
        xpos=column(),
        feats=column(),
    )


def random_derivation(
    rng: random.Random, system: TransitionSystem, n: int, labels: Sequence[str]
) -> Iterator[Configuration]:
    """The configurations of a random derivation; some derivations make arcs to the right only, as
    far down as they can.
    """
    c = start(system, n, labels)
    deep = rng.random() < 0.2
    while not c.is_terminal():
        yield c
        name = system.legal(c)[-1] if deep else rng.choice(system.legal(c))
        arc = name.startswith(("LEFT", "RIGHT", "ROOT"))
        c = system.apply(c, name, label=rng.choice([*labels, None]) if arc else None)
    yield c


def random_cases(
    rng: random.Random, system: TransitionSystem, labels: Sequence[str]
) -> Iterator[tuple[Configuration, Sentence, TokenBatch]]:
    """Random derivations over random sentences, 120 configurations and a few more."""
    count = 0
    while count < 120:
        n = rng.choice((1, 2, 3, 6, 14))
        sentence = random_words(rng, n)
        tokens = TokenBatch([sentence], clusters=MARKER)
        for c in random_derivation(rng, system, n, labels):
            yield c, sentence, tokens
            count += 1


class Keys:
    """Keys seen so far: each belongs to one template and one tuple of values, and they to it."""

    def __init__(self) -> None:
        self.key_of: dict[tuple[str, Hashable], int] = {}
        self.feature_of: dict[int, tuple[str, Hashable]] = {}

    def check(self, keys: dict[str, int], values: dict[str, Any]) -> None:
        assert keys.keys() == values.keys()
        for template, value in values.items():
            feature = (template, value)
            key = keys[template]
            assert self.key_of.setdefault(feature, key) == key, feature
            assert self.feature_of.setdefault(key, feature) == feature, key


@each_variant
@pytest.mark.parametrize("labels", [FEW_LABELS, MANY_LABELS], ids=["few", "many"])
def test_every_atom_alone(name, keywords, labels):
    system = get_system(name, **keywords)
    rng = random.Random(1)
    atoms = all_atoms(system)
    programs = [atoms[first : first + 100] for first in range(0, len(atoms), 100)]
    extractors = [extractor_for(system, program) for program in programs]
    seen = Keys()
    for c, sentence, tokens in random_cases(rng, system, labels):
        for extractor, templates in zip(extractors, programs, strict=True):
            values = read_features(templates, c, sentence, clusters=CLUSTERS)
            seen.check(extractor.keys(system, c, tokens), values)
    assert len(seen.key_of) > 1000
    assert {value for _, (value,) in seen.key_of} > {ABSENT, UNDEFINED, ("root",), *range(6)}
    there = {atom for atom, (value,) in seen.key_of if value != ABSENT}
    assert there >= {f"{name}.w" for name in system.focus_names}


def test_distances_are_told_apart_up_to_ten():
    system = get_system("arc-eager", root="last")
    extractor = extractor_for(system, ["S0-N0", "N0-S0", "N0-N1"])
    n = 30
    tokens = TokenBatch([make_sentence(["_"] * n, ["_"] * n)])
    c = system.apply(start(system, n, ()), "SHIFT")
    keys = []
    while len(c.buffer) > 1:
        keys.append(extractor.keys(system, c, tokens))
        assert c.buffer[0] - c.stack[-1] == len(keys)
        c = system.apply(system.apply(c, "RIGHT"), "REDUCE")
    assert [k["S0-N0"] == keys[9]["S0-N0"] for k in keys] == [d >= 10 for d in range(1, n)]
    assert len({k["S0-N0"] for k in keys}) == len({k["N0-S0"] for k in keys}) == 10
    assert len({k["N0-N1"] for k in keys}) == 2  # 1, and in the end the root


@each_variant
@pytest.mark.parametrize("templates", ["default", "random"])
def test_templates_of_one_to_four_atoms(name, keywords, templates):
    system = get_system(name, **keywords)
    rng = random.Random(2)
    if templates == "random":
        atoms = rng.sample(all_atoms(system), 40)
        programs = {" ".join(rng.choices(atoms, k=1 + i % 4)): None for i in range(100)}
    else:
        programs = dict.fromkeys(load_templates(defaults_for(system.name).cluster_templates))
    extractor = extractor_for(system, list(programs))
    seen = Keys()
    for c, sentence, tokens in random_cases(rng, system, FEW_LABELS):
        for transition in system.legal(c) or [""]:
            values = read_features(programs, c, sentence, transition, CLUSTERS)
            seen.check(extractor.keys(system, c, tokens, transition=transition), values)
    assert len(seen.key_of) > 500


def test_a_transition_that_is_not_legal_sees_nothing():
    """The left spine of a single word ends with it."""
    system = get_system("lr-spine")
    extractor = extractor_for(system, ["S0.w"])
    c = start(system, 2, ())
    for _ in range(3):
        c = system.apply(c, "SHIFT")
    tokens = TokenBatch([make_sentence(["_"] * 2, ["_"] * 2)])
    with pytest.raises(TransitionError, match="LEFT_2 is not legal here"):
        extractor.keys(system, c, tokens, transition="LEFT_2")


def test_pairs_of_tags_are_not_mixed_up_where_the_tag_sets_overlap():
    """NOUN over VERB before VERB over NOUN is not NOUN over NOUN before VERB over VERB."""
    system = get_system("arc-eager", root="last")
    extractor = extractor_for(system, ["S0.p N0.p", "S0.p N0.p N1.p", "S0.u S0.x N0.u N0.x"])
    seen = Keys()
    tags = STRINGS[:8]
    for number in range(len(tags) ** 4):
        a, b, c, d = (tags[number // len(tags) ** i % len(tags)] for i in range(4))
        sentence = make_sentence(["_"] * 3, ["_"] * 3, upos=[a, c, a], xpos=[b, d, b])
        configuration = system.apply(start(system, 3, ()), "SHIFT")
        seen.check(
            extractor.keys(system, configuration, TokenBatch([sentence])),
            read_features(extractor.names, configuration, sentence),
        )


def test_labels_and_label_sets_do_not_meet_the_marks_of_absent_words():
    """Labels by the thousand, and every set of eleven labels."""
    system = get_system("arc-eager", root="last")
    extractor = extractor_for(system, ["S0.l", "N0.vl", "S0.vl", "N0.sl", "S0.sl", "S0-N0"])
    labels = [f"label{i}" for i in range(2100)]
    seen = Keys()

    def check(c: Configuration, sentence: Sentence, tokens: TokenBatch) -> None:
        seen.check(extractor.keys(system, c, tokens), read_features(extractor.names, c, sentence))

    two = make_sentence(["_", "_"], ["_", "_"])
    tokens = TokenBatch([two])
    first = start(system, 2, labels)
    check(first, two, tokens)
    for label in labels:
        check(system.apply(system.apply(first, "SHIFT"), "RIGHT", label=label), two, tokens)

    twelve = make_sentence(["_"] * 12, ["_"] * 12)
    tokens = TokenBatch([twelve])
    for number in range(1 << 11):
        chosen = [labels[i] for i in range(11) if number >> i & 1]
        c = start(system, 12, labels)
        for _ in chosen:
            c = system.apply(c, "SHIFT")
        for label in chosen:
            c = system.apply(c, "LEFT", label=label)
        check(c, twelve, tokens)


def test_valency_in_thousands_does_not_meet_the_mark_of_absent_words():
    system = get_system("arc-eager", root="last")
    extractor = extractor_for(system, ["N0.vl"])
    n = 2105
    tokens = TokenBatch([make_sentence(["_"] * n, ["_"] * n)])
    c = start(system, n, ())
    for _ in range(n - 1):
        c = system.apply(c, "SHIFT")
    keys = {}
    for count in range(n):
        keys[extractor.keys(system, c, tokens)["N0.vl"]] = count
        if c.stack:
            c = system.apply(c, "LEFT")
    assert len(keys) == n
    absent = start(get_system("arc-eager"), 1, ())
    absent = get_system("arc-eager").apply(absent, "SHIFT")
    one = TokenBatch([make_sentence(["_"], ["_"])])
    assert extractor.keys(get_system("arc-eager"), absent, one)["N0.vl"] not in keys


@given(st.lists(field_texts(), min_size=2, max_size=2, unique=True))
def test_other_words_other_keys(pair):
    system = get_system("arc-eager")
    atoms = ["N0.w", "N0.m", "N0.u", "N0.x", "N0.p", "N0.f", "N0.w N0.m N0.x N0.f"]
    extractor = extractor_for(system, atoms)
    c = system.initial(1)
    keys = []
    for text in pair:
        column = [text]
        sentence = make_sentence(
            ["_"], ["_"], forms=column, lemmas=column, upos=column, xpos=column, feats=column
        )
        keys.append(extractor.keys(system, c, TokenBatch([sentence])))
    assert all(keys[0][atom] != keys[1][atom] for atom in atoms)


# Nothing else goes into keys --------------------------------------------------------------------


@settings(max_examples=30)
@given(RANDOMS, st.integers(1, 8))
def test_keys_do_not_depend_on_the_rest_of_the_batch(rng, count):
    system = get_system("arc-eager", root="last")
    extractor = extractor_for(system, load_templates("zhang-nivre-extended"))
    sentences = [random_words(rng, rng.randint(1, 9)) for _ in range(count)]
    batch = TokenBatch(sentences)
    for index, sentence in enumerate(sentences):
        alone = TokenBatch([sentence])
        for c in random_derivation(rng, system, len(sentence), FEW_LABELS):
            assert extractor.keys(system, c, batch, index) == extractor.keys(system, c, alone)


@settings(max_examples=30)
@given(RANDOMS)
def test_keys_do_not_depend_on_the_other_templates(rng):
    system = get_system("arc-eager", root="last")
    templates = load_templates("zhang-nivre-extended")
    shuffled = rng.sample(templates, len(templates))
    fewer = rng.sample(templates, 5)
    n = rng.randint(1, 9)
    tokens = TokenBatch([random_words(rng, n)])
    for c in random_derivation(rng, system, n, FEW_LABELS):
        keys = extractor_for(system, templates).keys(system, c, tokens)
        assert extractor_for(system, shuffled).keys(system, c, tokens) == keys
        few = extractor_for(system, fewer).keys(system, c, tokens)
        assert few == {template: keys[template] for template in fewer}


def test_keys_do_not_depend_on_comments_heads_or_columns_that_no_template_reads():
    system = get_system("arc-eager", root="last")
    extractor = extractor_for(system, load_templates("zhang-nivre-extended"))
    rng = random.Random(3)
    for sentence in grove("dev"):
        n = len(sentence)
        bare = make_sentence(
            ["_"] * n,
            ["_"] * n,
            forms=sentence.forms,
            upos=sentence.upos,
            xpos=sentence.xpos,
            feats=sentence.feats,
        )
        for c in random_derivation(rng, system, n, FEW_LABELS):
            keys = extractor.keys(system, c, TokenBatch([sentence]))
            assert extractor.keys(system, c, TokenBatch([bare])) == keys


def test_keys_do_not_depend_on_the_way_to_a_configuration():
    """The two derivations of Figure 1 of Goldberg & Nivre (2012) meet in one configuration."""
    system = get_system("arc-eager")
    extractor = extractor_for(system, all_atoms(system)[:120])
    tokens = TokenBatch([make_sentence(["_"] * 4, ["_"] * 4)], clusters=MARKER)
    ways = (
        ["SHIFT", "RIGHT", "SHIFT", "LEFT", "REDUCE", "RIGHT"],
        ["SHIFT", "RIGHT", "REDUCE", "SHIFT", "LEFT", "RIGHT"],
    )
    ends = []
    for way in ways:
        c = start(system, 4, FEW_LABELS)
        for name in way:
            c = system.apply(c, name, label="obj" if name in ("LEFT", "RIGHT") else None)
        ends.append(c)
    assert ends[0].heads == ends[1].heads
    assert ends[0].stack == ends[1].stack
    keys = [extractor.keys(system, c, tokens) for c in ends]
    assert keys[0] == keys[1]


def test_keys_are_the_same_on_every_machine_and_in_every_run():
    """Model files hold keys: if these change, the version of the format must change too."""
    system = get_system("arc-eager", root="last")
    extractor = extractor_for(system, ["N0.w", "N0.w N0.p", "S0-N0", "N1.sl"])
    tokens = TokenBatch([make_sentence(["_"], ["_"], forms=["δρῦς"], xpos=["N"])])
    assert extractor.keys(system, system.initial(1), tokens) == {
        "N0.w": 1228644791098035967,
        "N0.w N0.p": 9617620930520721086,
        "S0-N0": 11410100234145216220,
        "N1.sl": 9876861307867871821,
    }


# The method for people --------------------------------------------------------------------------


def test_asking_for_a_sentence_that_does_not_fit():
    system = get_system("arc-eager")
    extractor = extractor_for(system, ["S0.w"])
    tokens = TokenBatch([make_sentence(["_"] * 2, ["_"] * 2)])
    c = system.initial(2)
    for index in (-1, 1, 99):
        with pytest.raises(IndexError, match="1 sentences"):
            extractor.keys(system, c, tokens, index)
    with pytest.raises(ValueError, match="2 words, not 3"):
        extractor.keys(system, system.initial(3), tokens)


def test_keys_have_the_names_of_the_templates_and_leave_the_configuration_alone():
    system = get_system("arc-eager")
    templates = ["S0.w N0.w", "N0.w"]
    extractor = extractor_for(system, templates)
    sentence = make_sentence(["_"] * 2, ["_"] * 2)
    c = system.initial(2)
    before = repr(c), list(c.state.focus)
    assert sorted(extractor.keys(system, c, TokenBatch([sentence]))) == sorted(templates)
    assert sorted(extractor.names) == sorted(templates)
    assert (repr(c), list(c.state.focus)) == before
    assert read_atom("N0.w", c, sentence) == "w1"
