"""Pictures of a state of the explorer."""

from dodona.treebank.svg import Arc, Colours, sentence_svg
from dodona.treebank.svg_layout import Levels
from dodona.web.exploration import Exploration


def state_svg(state: Exploration, colours: Colours) -> str:
    """The arcs built so far above the words, the gold arcs below."""
    heads, labels = state.tree
    built = [
        Arc(heads[d], d, labels[d] or "", "right" if d in state.built else "wrong")
        for d in range(1, len(heads))
        if heads[d] >= 0
    ]
    pairs = zip(state.sentence.heads, state.sentence.deprels, strict=True)
    gold = [Arc(head, d, label, gold_kind(state, d)) for d, (head, label) in enumerate(pairs, 1)]
    return sentence_svg(
        state.sentence.forms,
        built,
        gold,
        tags=state.tags,
        least_levels=Levels(gold, len(gold)).count,
        colours=colours,
    )


def best_tree_svg(state: Exploration, colours: Colours) -> str:
    """The best tree in reach; what the gold tree does not have is marked."""
    tree, lost = state.best_tree, state.lost
    arcs = [
        Arc(tree.heads[d], d, tree.labels[d] or "", "marked" if d in lost else "")
        for d in range(1, len(tree.heads))
        if tree.heads[d] >= 0
    ]
    return sentence_svg(state.sentence.forms, arcs, tags=state.tags, colours=colours)


def gold_kind(state: Exploration, d: int) -> str:
    """Whether the gold arc to a word is built ("had"), in reach ("open") or "lost"."""
    if d in state.built:
        return "had"
    return "lost" if d in state.lost else "open"
