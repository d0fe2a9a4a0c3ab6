"""Feature templates: from text to a program."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.errors import DodonaError, TemplateError
from dodona.parser.defaults import defaults_for
from dodona.parser.extractor import Extractor
from dodona.parser.templates import (
    ATTRIBUTES,
    MAX_ATOMS,
    MAX_NODES,
    MAX_TEMPLATES,
    STEPS,
    compile_templates,
    load_templates,
)
from dodona.systems import parsing_system, system_names

WORDS = ("S0", "S1", "N0", "N1")
BUNDLED = ("zhang-nivre", "zhang-nivre-extended")
OF_SYSTEMS = [(name, set_) for name in system_names() for set_ in defaults_for(name)[:2]]


def written(folder: Path, text: str, encoding: str = "utf-8") -> Path:
    path = folder / "my templates.txt"
    path.write_text(text, encoding=encoding)
    return path


# Files ------------------------------------------------------------------------------------------


def test_lines_comments_blank_lines_and_spaces(tmp_path):
    text = "# mine\n\nS0.w\n  S0.p \t N0.p  \n#S1.w\n   # more\nS0-N0\r\nN0.w # the last"
    assert load_templates(written(tmp_path, text)) == ["S0.w", "S0.p N0.p", "S0-N0", "N0.w"]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing but a comment\n", "  \t "])
def test_a_file_without_templates_is_an_error_that_names_it(tmp_path, text):
    path = written(tmp_path, text)
    with pytest.raises(TemplateError, match=r"my templates\.txt.*no templates"):
        load_templates(path)


def test_a_file_that_is_not_text_is_an_error_that_names_it(tmp_path):
    path = tmp_path / "model.bin"
    path.write_bytes(b"\xff\xfe\x00S0.w")
    with pytest.raises(TemplateError, match=r"model\.bin.*UTF-8"):
        load_templates(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match="nowhere"):
        load_templates(tmp_path / "nowhere")


@pytest.mark.parametrize(
    ("system", "name"),
    [("arc-eager", name) for name in BUNDLED] + OF_SYSTEMS,
)
def test_bundled_templates_fit_their_systems(system, name):
    templates = load_templates(name)
    program = compile_templates(templates, parsing_system(system).focus_names)
    assert program.names == templates
    assert Extractor(program).count == len(templates) > 60


@pytest.mark.parametrize(
    ("larger", "smaller"),
    [
        ("zhang-nivre-extended", "zhang-nivre"),
        ("covington-extended", "covington-nonmonotonic"),
        ("lr-spine", "arc-standard"),
        *(defaults_for(name)[1::-1] for name in system_names()),
    ],
)
def test_extended_templates_begin_with_those_of_the_paper(larger, smaller):
    templates = load_templates(smaller)
    assert load_templates(larger)[: len(templates)] == templates
    assert len(load_templates(larger)) > len(templates)


def test_a_file_includes_sets_and_files_beside_it_in_the_place_of_the_line(tmp_path, monkeypatch):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "second words.txt").write_text("S1.w\ninclude third.txt # and\nS1.x")
    (tmp_path / "more" / "third.txt").write_text("S2.w")
    path = written(tmp_path, "S0.u\n include  zhang-nivre\ninclude more/second words.txt\nN0.u")
    expected = ["S0.u", *load_templates("zhang-nivre"), "S1.w", "S2.w", "S1.x", "N0.u"]
    assert load_templates(path) == expected
    monkeypatch.chdir(tmp_path)
    assert load_templates(path.name) == expected


def test_a_file_of_the_name_of_a_set_can_include_the_set(tmp_path):
    path = tmp_path / "zhang-nivre"
    path.write_text("include zhang-nivre\nS1.w")
    assert load_templates(path) == [*load_templates("zhang-nivre"), "S1.w"]


@pytest.mark.parametrize("line", ["include", "include nowhere.txt", "include Zhang-Nivre"])
def test_an_unknown_name_is_an_error_that_names_file_and_line(tmp_path, line):
    path = written(tmp_path, f"S0.w\n\n{line}")
    with pytest.raises(TemplateError, match=r"my templates\.txt:3: .*one of arc-standard, "):
        load_templates(path)
    outer = tmp_path / "outer.txt"
    outer.write_text("include my templates.txt")
    with pytest.raises(TemplateError, match=r"outer\.txt:1: .*my templates\.txt:3: "):
        load_templates(outer)


def test_a_folder_cannot_be_included(tmp_path):
    with pytest.raises(TemplateError, match=r"my templates\.txt:1: "):
        load_templates(written(tmp_path, "include ."))


@pytest.mark.parametrize("name", ["my templates.txt", "../here/my templates.txt", "other.txt"])
def test_a_file_that_includes_itself_is_an_error_that_names_file_and_line(tmp_path, name):
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "other.txt").write_text("include my templates.txt")
    path = written(folder, f"S0.w\ninclude {name}")
    with pytest.raises(TemplateError, match=r"my templates\.txt:2: .* includes itself"):
        load_templates(path)


# Programs ---------------------------------------------------------------------------------------


def spelled_out(templates: list[str]) -> list[str]:
    """The templates that a program stands for, put together again from its tables."""
    program = compile_templates(templates, WORDS)
    steps, attributes = list(STEPS), list(ATTRIBUTES)
    nodes: list[str] = []
    for step, source in program.nodes:
        nodes.append(WORDS[source] if step < 0 else f"{nodes[source]}.{steps[step]}")
    atoms = [
        f"{nodes[node]}-{nodes[other]}"
        if attribute == len(attributes)
        else f"{nodes[node]}.{attributes[attribute]}"
        for attribute, node, other in program.atoms
    ]
    assert len(set(nodes)) == len(nodes)
    assert len(set(atoms)) == len(atoms)
    return [" ".join(atoms[atom] for atom in template) for template in program.templates]


ATOMS = st.one_of(
    st.builds(
        lambda word, steps, attribute: ".".join([word, *steps, attribute]),
        st.sampled_from(WORDS),
        st.lists(st.sampled_from(sorted(STEPS)), max_size=2),
        st.sampled_from(sorted(ATTRIBUTES)),
    ),
    st.builds("{}-{}".format, st.sampled_from(WORDS), st.sampled_from(WORDS)),
)


@given(
    st.lists(
        st.lists(ATOMS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=8, unique=True
    )
)
def test_programs_say_what_the_templates_say(templates):
    assert spelled_out(templates) == templates


def test_shared_words_and_atoms_are_there_once():
    program = compile_templates(["S0.h.w", "S0.h.w N0.p", "N0.p S0.h.p"], WORDS)
    assert program.nodes == [(-1, 0), (list(STEPS).index("h"), 0), (-1, 2)]
    assert len(program.atoms) == 3
    assert program.templates == [(0,), (0, 1), (1, 2)]


# Mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "atom",
    [
        "S9.w",  # no such word
        "S0.q",  # no such attribute
        "S0.w.p",  # an attribute is no step
        "S0.l3.w",
        "S0",
        "S0.h",  # a step is no attribute
        "w",
        ".w",
        "S0..w",
        "S0.",
        "s0.w",  # capitals matter
        "S0-",
        "-N0",
        "S0-N0-N1",
        "S0.h-N0",
        "S0-N0.w",
        "S0_N0",
        "-",
    ],
)
def test_an_unknown_atom_is_an_error_that_lists_the_known_ones(atom):
    with pytest.raises(TemplateError) as caught:
        compile_templates(["S0.w", f"N0.w {atom}"], WORDS)
    message = str(caught.value)
    assert f"unknown atom {atom!r}" in message
    for known in (*WORDS, *STEPS, *ATTRIBUTES, "distance"):
        assert known in message
    assert isinstance(caught.value, DodonaError)
    assert isinstance(caught.value, ValueError)


def test_a_label_is_an_attribute_and_left_dependents_are_steps():
    assert spelled_out(["S0.l1.l", "S0.l2.l1.vl"]) == ["S0.l1.l", "S0.l2.l1.vl"]


def test_five_atoms_are_too_many():
    four = "S0.w S0.p N0.w N0.p"
    compile_templates([four], WORDS)
    with pytest.raises(TemplateError, match=r"S0\.w.*5 atoms"):
        compile_templates([four + " N1.p"], WORDS)


def test_a_template_twice_is_an_error_also_with_other_spaces():
    with pytest.raises(TemplateError, match=r"'S0\.w N0\.w'.*twice"):
        compile_templates(["S0.w N0.w", "N0.w", "S0.w   N0.w"], WORDS)
    compile_templates(["S0.w N0.w", "N0.w S0.w"], WORDS)


def test_no_templates_and_too_many():
    with pytest.raises(TemplateError, match="1 to 256"):
        compile_templates([], WORDS)
    names = [f"{word}.{attribute}" for word in WORDS for attribute in ATTRIBUTES]
    pairs = [f"{first} {second}" for first in names for second in names]
    assert Extractor(compile_templates(pairs[:MAX_TEMPLATES], WORDS)).count == MAX_TEMPLATES
    with pytest.raises(TemplateError, match="1 to 256"):
        compile_templates(pairs[: MAX_TEMPLATES + 1], WORDS)


def test_too_many_words():
    """S0 and the words that lie one and two steps away are 57; so are those around N0."""
    steps = ["", *(f".{a}" for a in STEPS), *(f".{a}.{b}" for a in STEPS for b in STEPS)]
    words = [f"{word}{step}.w" for word in WORDS for step in steps]
    assert len(set(steps)) == 57
    compile_templates(words[:MAX_NODES], WORDS)
    with pytest.raises(TemplateError, match="at most 64 words and 128 atoms"):
        compile_templates(words[: MAX_NODES + 1], WORDS)


def test_too_many_atoms():
    steps = ["", *(f".{a}" for a in STEPS)]
    atoms = [f"{word}{step}.{a}" for word in WORDS for step in steps for a in ATTRIBUTES]
    compile_templates(atoms[:MAX_ATOMS], WORDS)
    with pytest.raises(TemplateError, match="at most 64 words and 128 atoms"):
        compile_templates(atoms[: MAX_ATOMS + 1], WORDS)
