"""The order of words in which a tree is projective, and the parts of it that are so as it stands.

``heads[d]`` is the head of word d, ``heads[0]`` is -1. A word with an unknown head (-1) has the one
that `complete` gives it.
"""

from collections.abc import Sequence

from dodona.treebank.incomplete import complete


def projective_order(heads: Sequence[int]) -> list[int]:
    """The place of each node in the projective order (Nivre 2009, section 2).

    That is the order of an inorder traversal: a node comes after its dependents to the left and all
    below them, and before those to the right.
    """
    kids: list[list[int]] = [[] for _ in heads]
    for word, head in enumerate(complete(heads)[1:], 1):
        kids[head].append(word)
    place = [0] * len(heads)
    count = 0
    agenda = [(0, False)]
    while agenda:
        node, opened = agenda.pop()
        if opened:
            place[node] = count
            count += 1
            continue
        agenda.extend((kid, False) for kid in reversed(kids[node]) if kid > node)
        agenda.append((node, True))
        agenda.extend((kid, False) for kid in reversed(kids[node]) if kid < node)
    return place


def projective_components(heads: Sequence[int]) -> list[int]:
    """The topmost node of each node's maximal projective component (Nivre, Kuhlmann & Hall 2009).

    Components are what arc-standard parsing builds of the tree without changing the order of words.
    """
    tree = complete(heads)
    left = [tree.count(node) for node in range(len(tree))]  # dependents still to be taken
    above = list(range(len(tree)))
    stack: list[int] = []
    for node in range(len(tree)):
        stack.append(node)
        while len(stack) > 1:
            s1, s0 = stack[-2:]
            if tree[s1] == s0 and left[s1] == 0:
                del stack[-2]
                above[s1] = s0
            elif tree[s0] == s1 and left[s0] == 0:
                del stack[-1]
                above[s0] = s1
            else:
                break
            left[stack[-1]] -= 1
    return [_top(above, node) for node in range(len(tree))]


def _top(above: Sequence[int], node: int) -> int:
    while above[node] != node:
        node = above[node]
    return node
