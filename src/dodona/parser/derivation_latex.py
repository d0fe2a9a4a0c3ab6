r"""Derivations as papers print them: a table for LaTeX, a row a transition, and the arcs drawn.

The table needs ``\usepackage{booktabs,graphicx}``, the drawing ``\usepackage{tikz-dependency}``.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from dodona.errors import ArgumentError
from dodona.parser.parser import Transition
from dodona.parser.replay import Derivation
from dodona.systems.configuration import (
    Configuration,
    CovingtonConfiguration,
    SpineConfiguration,
    TwoPlanarConfiguration,
)
from dodona.treebank.export import arcs_tikz
from dodona.treebank.latex import latex_table, latex_text
from dodona.wording import counted

_DOTS = r"\dots{}"
_FITTED = r"""\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%%
%s}
"""


def derivation_latex(
    derivation: Derivation,
    forms: Sequence[str],
    costs: Sequence[int | None] | None = None,
    *,
    longest: int = 5,
) -> str:
    """A table of transitions and of the configurations that they lead to.

    ``forms`` are those of words 1 ... n, as the configurations count them; one that occurs twice
    gets its number. ``costs`` are those of the transitions; None leaves a cell empty. Lists of more
    than ``longest`` nodes (3 at least) are shortened where nothing happens. Arcs that a transition
    removes stand after a minus sign. Trees on the stack of LR-spine are shown by their left and
    right spines. A table that is wider than the page is made smaller.
    """
    transitions, configurations = derivation
    _check(derivation, forms, costs, longest)
    names = _node_names(forms)
    shown = _Lists(names, longest)
    head = ["Transition", *shown.heading(configurations[0]), "Arc"]
    rows = [["", *shown.cells(configurations[0]), ""]]
    for i, transition in enumerate(transitions):
        before, after = configurations[i : i + 2]
        arcs = ", ".join(_arc_changes(before, after, names))
        rows.append([_transition(transition), *shown.cells(after), arcs])
    columns = "l" * len(head)
    if costs is not None:
        columns += "r"
        head.append("Cost")
        for row, cost in zip(rows, [None, *costs], strict=True):
            row.append("" if cost is None else str(cost))
    return _FITTED % latex_table(columns, head, rows)


def configuration_tikz(c: Configuration, forms: Sequence[str]) -> str:
    """The arcs of a configuration so far, as a `dependency` environment of tikz-dependency."""
    _check_forms(c, forms)
    return arcs_tikz([forms], c.heads[1:], c.labels[1:])


class _Lists:
    """The lists of configurations as cells of a table."""

    def __init__(self, names: Sequence[str], longest: int) -> None:
        self.names = names
        self.longest = longest

    def heading(self, c: Configuration) -> list[str]:
        if isinstance(c, CovingtonConfiguration):
            return [r"$\lambda_1$", r"$\lambda_2$", "Buffer"]
        if isinstance(c, TwoPlanarConfiguration):
            return ["Active stack", "Inactive stack", "Buffer"]
        return ["Stack", "Buffer"]

    def cells(self, c: Configuration) -> list[str]:
        name = self.names.__getitem__
        buffer = self.shortened(c.buffer, name)
        if isinstance(c, CovingtonConfiguration):
            left = self.shortened(c.lambda1, name, from_end=True)
            return [left, self.shortened(c.lambda2, name), buffer]
        if isinstance(c, SpineConfiguration):
            trees = dict(zip(c.stack, map(self.spines, c.spines), strict=True))
            return [self.shortened(c.stack, trees.__getitem__, from_end=True), buffer]
        stack = self.shortened(c.stack, name, from_end=True)
        if isinstance(c, TwoPlanarConfiguration):
            return [stack, self.shortened(c.inactive, name, from_end=True), buffer]
        return [stack, buffer]

    def shortened(
        self, nodes: list[int], name: Callable[[int], str], from_end: bool = False
    ) -> str:
        """A list of nodes; a long one keeps the end where parsing goes on, and its last node."""
        kept = self.longest - 2
        if len(nodes) <= self.longest:
            items = list(map(name, nodes))
        elif from_end:
            items = [name(nodes[0]), _DOTS, *map(name, nodes[-kept:])]
        else:
            items = [*map(name, nodes[:kept]), _DOTS, name(nodes[-1])]
        return f"[{', '.join(items)}]"

    def spines(self, both: tuple[list[int], list[int]]) -> str:
        """A tree on the stack: its left and its right spine, or its only node."""
        if all(len(spine) == 1 for spine in both):
            return self.names[both[0][0]]
        left, right = (", ".join(self.names[d] for d in spine) for spine in both)
        return rf"($\langle${left}$\rangle$, $\langle${right}$\rangle$)"


def _node_names(forms: Sequence[str]) -> list[str]:
    """The root and forms that can be told apart, with numbers where one occurs twice."""
    count = Counter(forms)
    names = [r"\textsc{root}"]
    for node, form in enumerate(forms, 1):
        number = rf"\textsubscript{{{node}}}" if count[form] > 1 else ""
        names.append(latex_text(form) + number)
    return names


def _parts_of(name: str) -> tuple[str, str]:
    """A name of a transition and, of one of LR-spine, the place in the spine."""
    kind, _, place = name.partition("_")
    return kind, place


def _transition(transition: Transition) -> str:
    name, label = transition
    kind, place = _parts_of(name)
    below = ", ".join(latex_text(part) for part in (place, label) if part)
    return latex_text(kind) + (rf"\textsubscript{{{below}}}" if below else "")


def _arc_changes(
    before: Configuration, after: Configuration, names: Sequence[str]
) -> Iterator[str]:
    """The arcs that are new and, after a minus sign, those that are gone."""
    old, new = _arcs(before), _arcs(after)
    yield from (_arc(*arc, names) for arc in new if arc not in old)
    yield from (f"$-$ {_arc(*arc, names)}" for arc in old if arc not in new)


def _arcs(c: Configuration) -> list[tuple[int, str | None, int]]:
    arcs = zip(c.heads, c.labels, strict=True)
    return [(head, label, d) for d, (head, label) in enumerate(arcs) if head >= 0]


def _arc(head: int, label: str | None, dependent: int, names: Sequence[str]) -> str:
    if label is None:
        return rf"{names[head]} $\rightarrow$ {names[dependent]}"
    return f"({names[head]}, {latex_text(label)}, {names[dependent]})"


def _check(
    derivation: Derivation,
    forms: Sequence[str],
    costs: Sequence[int | None] | None,
    longest: int,
) -> None:
    _check_forms(derivation.configurations[0], forms)
    made = counted(len(derivation.transitions), "transition")
    if costs is not None and len(costs) != len(derivation.transitions):
        raise ArgumentError(f"there are {made}, and {counted(len(costs), 'cost')}")
    if longest < 3:
        raise ArgumentError(f"a shortened list shows 3 nodes or more, not {longest}")


def _check_forms(c: Configuration, forms: Sequence[str]) -> None:
    n = len(c.heads) - 1
    if len(forms) != n:
        raise ArgumentError(f"the configuration is over {counted(n, 'word')}, not {len(forms)}")
