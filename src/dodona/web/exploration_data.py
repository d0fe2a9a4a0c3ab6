"""A state of the explorer as plain data, for JSON."""

from dataclasses import asdict
from typing import Any

from dodona.systems import Configuration
from dodona.systems.reach import Move
from dodona.web.exploration import Exploration
from dodona.web.exploration_svg import gold_kind

_LABELS_SHOWN = 5


def state_dict(state: Exploration, known: int) -> dict[str, Any]:
    """All that there is to see; the history leaves out the first ``known`` transitions."""
    names, note = state.oracle()
    sentence = state.sentence
    arcs = enumerate(zip(sentence.heads, sentence.deprels, strict=True), 1)
    return {
        "setup": asdict(state.setup),
        "made": state.transitions,
        "forms": ["ROOT", *sentence.forms],
        "tags": state.tags,
        "configuration": state.configuration.to_dict(),
        "gold": [
            {"head": head, "word": d, "label": label, "kind": gold_kind(state, d)}
            for d, (head, label) in arcs
        ],
        "loss": state.loss,
        "transitions": [_transition(state, move, names) for move in state.moves],
        "best_tree": state.best_tree._asdict(),
        "oracle_note": note,
        "model_note": state.model_note,
        "history": history(state, known),
    }


def _transition(state: Exploration, move: Move, best: set[str]) -> dict[str, Any]:
    scores = {label: s for (name, label), s in state.scores.items() if name == move.name}
    by_model = max(state.scores, key=state.scores.__getitem__, default=None)
    return move._asdict() | {
        "label": state.label_for(move),
        "labels": _labels(state, move, scores),
        "score": max(scores.values(), default=None),
        "by_oracle": move.name in best,
        "by_model": by_model is not None and by_model[0] == move.name,
    }


def _labels(state: Exploration, move: Move, scores: dict[str | None, int]) -> list[dict[str, Any]]:
    """Labels to choose from: those that the model likes best and those of the gold tree."""
    if move.dependent < 1 or not state.setup.labelled:
        return []
    liked = sorted(scores, key=lambda label: -scores[label])[:_LABELS_SHOWN]
    names = [*liked, *sorted(set(state.sentence.deprels).difference(liked))]
    c = state.configuration
    return [
        {
            "label": label,
            "cost": move.cost + state.reach.label_cost(c, move.name, label),
            "score": scores.get(label),
        }
        for label in names
    ]


def history(state: Exploration, known: int = 0) -> list[dict[str, Any]]:
    """What was done: each transition with its cost, its arc, and the lists after it."""
    configurations = state.derivation.configurations
    costs = state.reach.costs_along(configurations[known:-1])
    rows = []
    for i, cost in enumerate(costs, known):
        name, label = state.transitions[i]
        before, after = configurations[i : i + 2]
        arc = _new_arc(before, after)
        extra = 0
        if state.setup.labelled and arc is not None and arc[0] >= 0:
            extra = state.reach.label_cost(before, name, label)
        rows.append(
            {
                "transition": name,
                "label": label,
                "cost": cost[name] + extra,
                "lists": after.lists,
                "arc": arc,
            }
        )
    return rows


def _new_arc(before: Configuration, after: Configuration) -> tuple[int, int, str | None] | None:
    """The head, word and label of the arc that a transition made; -1 as the head if it took one."""
    heads, labels = after.heads, after.labels
    old = zip(before.heads, before.labels, strict=True)
    for d, (arc, new) in enumerate(zip(old, zip(heads, labels, strict=True), strict=True)):
        if arc != new:
            return heads[d], d, labels[d]
    return None
