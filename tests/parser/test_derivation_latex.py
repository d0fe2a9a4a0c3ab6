"""Derivations for papers: the figures' style, escaping, and that LaTeX accepts them."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from dodona.errors import ArgumentError
from dodona.parser.derivation_latex import configuration_tikz, derivation_latex
from dodona.parser.replay import Derivation, replay
from dodona.systems import get_system, system_names

LETTER = ["He", "wrote", "her", "a", "letter", "."]
HEADS = [-1, 2, 0, 2, 5, 2, 2]
LABELS = [None, "SBJ", "PRD", "IOBJ", "DET", "DOBJ", "P"]
NASTY = ["a_b", "[x]", "$&", "\\", "50%", '"']


def letter(system: str, labels: list[str | None] | None = LABELS) -> Derivation:
    """The static oracle's derivation of the tree of Figure 1 of Goldberg & Nivre 2012."""
    found = get_system(system)
    pairs = found.static_oracle(HEADS, labels or LABELS)
    if labels is None:
        pairs = [(name, None) for name, _ in pairs]
    return replay(found, 6, pairs)


def rows_of(table: str) -> list[list[str]]:
    rows = [line.removesuffix(r"\\").split(" & ") for line in table.splitlines() if "&" in line]
    return [[cell.strip() for cell in row] for row in rows]


def test_sequence_1_of_goldberg_and_nivre_2012():
    rows = rows_of(derivation_latex(letter("arc-eager"), LETTER, [0] * 10))
    assert rows[0] == ["Transition", "Stack", "Buffer", "Arc", "Cost"]
    assert rows[1] == ["", r"[\textsc{root}]", r"[He, wrote, her, \dots{}, .]", "", ""]
    assert [row[0].replace(r"\textsubscript", "") for row in rows[2:]] == [
        "SHIFT", "LEFT{SBJ}", "RIGHT{PRD}", "RIGHT{IOBJ}", "SHIFT", "LEFT{DET}", "REDUCE",
        "RIGHT{DOBJ}", "REDUCE", "RIGHT{P}",
    ]  # fmt: skip
    assert rows[3][1:] == [
        r"[\textsc{root}]", "[wrote, her, a, letter, .]", "(wrote, SBJ, He)", "0",
    ]  # fmt: skip
    assert rows[-1][1:] == [r"[\textsc{root}, wrote, .]", "[]", "(wrote, P, .)", "0"]


def test_a_table_without_costs_and_labels():
    rows = rows_of(derivation_latex(letter("arc-hybrid", labels=None), LETTER))
    assert rows[0] == ["Transition", "Stack", "Buffer", "Arc"]
    assert rows[3][0] == "LEFT"
    assert rows[3][3] == r"wrote $\rightarrow$ He"


def test_steps_without_a_cost_have_an_empty_cell():
    rows = rows_of(derivation_latex(letter("arc-eager"), LETTER, [0, 1, *[None] * 8]))
    assert [row[-1] for row in rows[1:5]] == ["", "0", "1", ""]


def test_the_lists_of_covington():
    rows = rows_of(derivation_latex(letter("covington"), LETTER))
    assert rows[0][1:4] == [r"$\lambda_1$", r"$\lambda_2$", "Buffer"]
    assert rows[1][1:4] == ["[]", "[]", r"[He, wrote, her, \dots{}, .]"]
    assert rows[3][1:] == ["[]", "[He]", "[wrote, her, a, letter, .]", "(wrote, SBJ, He)"]


def test_the_stacks_of_2_planar_parsing():
    rows = rows_of(derivation_latex(letter("two-planar"), LETTER))
    assert rows[0][1:4] == ["Active stack", "Inactive stack", "Buffer"]
    assert rows[1][1:4] == ["[]", "[]", r"[He, wrote, her, \dots{}, .]"]
    assert rows[3][1:] == ["[He]", "[He]", "[wrote, her, a, letter, .]", "(wrote, SBJ, He)"]
    assert rows[4][:3] == ["REDUCE", "[]", "[He]"]


def test_the_spines_of_goldberg_sartorio_and_satta_2014():
    rows = rows_of(derivation_latex(letter("lr-spine"), LETTER))
    left = next(row for row in rows if row[0].startswith("LEFT"))
    assert left[0] == r"LEFT\textsubscript{1, SBJ}"
    assert left[1] == (r"[\textsc{root}, ($\langle$wrote, He$\rangle$, $\langle$wrote$\rangle$)]")


def test_the_end_of_a_long_stack_and_the_front_of_a_long_buffer_stay():
    system = get_system("arc-eager")
    made = replay(system, 9, [("SHIFT", None)] * 5)
    rows = rows_of(derivation_latex(made, [f"w{i}" for i in range(1, 10)], longest=4))
    assert rows[-1][1:3] == [r"[\textsc{root}, \dots{}, w4, w5]", "[w6, w7, w8, w9]"]
    assert rows[-2][1:3] == [r"[\textsc{root}, \dots{}, w3, w4]", r"[w5, w6, \dots{}, w9]"]


def test_words_that_occur_twice_have_numbers():
    made = replay(get_system("arc-eager"), 3, [("SHIFT", None)])
    rows = rows_of(derivation_latex(made, ["so", "and", "so"]))
    assert rows[2][1:3] == [
        r"[\textsc{root}, so\textsubscript{1}]", r"[and, so\textsubscript{3}]",
    ]  # fmt: skip


def test_arcs_that_are_removed():
    system = get_system("covington-nonmonotonic")
    made = replay(system, 3, [("SHIFT", None), ("LEFT", "x"), ("SHIFT", None),
                              ("NO-ARC", None), ("LEFT", "y")])  # fmt: skip
    rows = rows_of(derivation_latex(made, ["a", "b", "c"]))
    assert rows[-1][-1] == "(c, y, a), $-$ (b, x, a)"


def test_text_is_escaped():
    system = get_system("arc-eager")
    made = replay(system, 6, [("SHIFT", None), ("LEFT", "a:b_c"), ("RIGHT", "%")])
    rows = rows_of(derivation_latex(made, NASTY, longest=9))
    assert rows[1][2] == r"[a\_b, {[}x{]}, \$\&, \textbackslash{}, 50\%, \symbol{34}]"
    assert rows[3][0] == r"LEFT\textsubscript{a:b\_c}"
    assert rows[3][3] == r"({[}x{]}, a:b\_c, a\_b)"


def test_arcs_so_far_are_drawn():
    c = letter("arc-eager").configurations[3]
    drawn = configuration_tikz(c, LETTER)
    assert r"He \& wrote \& her \& a \& letter \& . \\" in drawn
    assert [line for line in drawn.splitlines() if "edge" in line or "root" in line] == [
        r"  \depedge{2}{1}{SBJ}", r"  \deproot{2}{PRD}",
    ]  # fmt: skip


def test_what_does_not_fit_is_refused():
    made = letter("arc-eager")
    with pytest.raises(ArgumentError, match="over 6 words, not 5"):
        derivation_latex(made, LETTER[:5])
    with pytest.raises(ArgumentError, match="over 6 words, not 5"):
        configuration_tikz(made.configurations[0], LETTER[:5])
    with pytest.raises(ArgumentError, match="10 transitions, and 1 cost"):
        derivation_latex(made, LETTER, [0])
    with pytest.raises(ArgumentError, match="3 nodes or more, not 2"):
        derivation_latex(made, LETTER, longest=2)


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
def test_latex_accepts_it_and_no_table_is_too_wide(tmp_path):
    texts = []
    for name in system_names():
        made = letter(name)
        texts.append(derivation_latex(made, LETTER, [0] * len(made.transitions)))
        texts.append(derivation_latex(letter(name, labels=None), NASTY))
        texts += [configuration_tikz(made.configurations[k], NASTY) for k in (0, 3, -1)]
    page = tmp_path / "derivations.tex"
    page.write_text(
        "\\documentclass{article}\\usepackage{booktabs,tikz-dependency}\\begin{document}\n"
        + "".join(rf"\noindent {text}\par" for text in texts)
        + "\\end{document}\n"
    )
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", page.name]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=120)
    assert b"Overfull" not in done.stdout
