"""Putting lifted words back, and arcs that are not projective, as plainly as they are defined."""

from __future__ import annotations

from collections.abc import Sequence

from reference import Heads, ancestors

from dodona.treebank.pseudo import Encoding


def crosses(heads: Sequence[int], word: int) -> bool:
    """Whether a word between this one and its head does not descend from that head."""
    head = heads[word]
    between = range(min(head, word) + 1, max(head, word))
    return any(head not in ancestors(tuple(heads), other) for other in between)


class SlowLowering:
    """A tree with encoded labels; `decode` gives the tree that they tell of."""

    def __init__(self, encoding: Encoding, heads: Sequence[int], labels: Sequence[str]) -> None:
        self.heads = [-1, *heads]
        self.parts = [None, *map(encoding.split, labels)]
        self.with_paths = encoding.scheme in ("path", "head+path")

    def decode(self) -> tuple[list[int], list[str]]:
        words = range(1, len(self.heads))
        waiting = {word for word in words if self.parts[word].lifted}
        for crossing in (True, False):
            depth = deepest = 1
            while depth <= deepest:
                for word in words:
                    if word not in waiting:
                        continue
                    own_depth = len(ancestors(tuple(self.heads), word))
                    deepest = max(deepest, own_depth)
                    head = self.find_head(word, crossing) if own_depth == depth else None
                    if head is not None:
                        self.heads[word] = head
                        waiting.remove(word)
                depth += 1
        return self.heads[1:], [self.parts[word].label for word in words]

    def find_head(self, word: int, crossing: bool) -> int | None:
        wanted = self.parts[word].head
        second_choice = None
        queue = self.candidates(self.heads[word], word)
        for node in queue:
            below = self.candidates(node, word)
            queue += below
            if wanted not in (None, self.parts[node].label):
                continue
            if crossing and not crosses(self.moved(word, node), word):
                continue
            if not self.with_paths or not below:
                return node
            if second_choice is None and wanted is not None:
                second_choice = node
        return second_choice

    def candidates(self, head: int, word: int) -> list[int]:
        """Those below a head that may lead to the old head of a word, the closest first."""
        found = [
            node
            for node in range(1, len(self.heads))
            if node != word
            and self.heads[node] == head
            and (self.parts[node].on_path or not self.with_paths)
        ]
        return sorted(found, key=lambda node: (abs(node - word), node))

    def moved(self, word: int, head: int) -> Heads:
        return (*self.heads[:word], head, *self.heads[word + 1 :])
