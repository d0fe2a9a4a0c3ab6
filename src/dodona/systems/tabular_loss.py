"""The loss of arc-standard configurations by a table over two stacks.

Goldberg, Sartorio & Satta 2014, section 4. The table of Algorithm 1 is filled from its end: an
entry is the loss still to come, not the loss so far, and one row of it is all that is kept. The
loss is exact for projective gold trees; for others it is that of the algorithm, which its authors
state for projective ones only. A word whose gold head is not known may get any, and nothing is
lost: in the buffer it is on the right stack, as a word is whose gold head is elsewhere.
"""

from array import array

import cython

from dodona.systems.actions.arc_standard import LEFT, RIGHT, SHIFT


@cython.cclass
class TabularLoss:
    """Counts the wrong arcs to come; `reserve` room for the words of a sentence first."""

    def __init__(self) -> None:
        self.capacity = 0
        self.reserve(1)

    def reserve(self, n: int) -> None:
        """Make room for sentences of up to n words."""
        if n > self.capacity:
            self.capacity = n
            self.nodes = array("i", bytes(4 * (n + 2)))
            self.wanted = array("i", bytes(4 * (n + 2)))
            self.table = array("i", bytes(4 * (n + 2) * (n + 2)))

    def arcs_lost(self, state, gold, action):
        """Algorithm 1: the least number of wrong arcs to come after an action (-1: as it is).

        T[i, j](h) is here the least loss of joining a tree rooted in h, over the first i nodes of
        the stack and j of the right stack, with all the others. Rows are filled from the last i
        on, in place. The paper's j counts s0 as well and is larger by one.
        """
        left: cython.int = self.list_stack(state, action)
        right: cython.int = self.list_right_stack(state, gold, action, left)
        width: cython.int = left + right
        i: cython.int
        j: cython.int
        if left == 0:
            return 0
        # Once the root has been joined, it takes all that is left as its dependents.
        self.table[right * width + left - 1] = 0
        for j in range(right - 1, -1, -1):
            self.table[j * width + left - 1] = self.table[(j + 1) * width + left - 1] + (
                gold.is_wrong(self.nodes[left + j], 0)
            )
        for i in range(left - 1, 0, -1):
            for j in range(right, -1, -1):
                self.fill_entry(gold, i, j, left, right)
        return self.table[0]

    def fill_entry(self, gold, i, j, left, right):
        """T[i, j](h) for all h: join the tree with the next node on either side, either way."""
        k: cython.int
        h: cython.int
        loss: cython.int
        width: cython.int = left + right
        here: cython.int = j * width  # holds T[i + 1, j] until it is overwritten
        beyond: cython.int = here + width
        x: cython.int = self.nodes[i]
        under_x: cython.int = self.table[here + i]
        y: cython.int = self.nodes[left + j] if j < right else -1
        for k in range(left + j):
            if i <= k < left:
                continue
            h = self.nodes[k]
            loss = under_x + gold.is_wrong(h, x)
            if x != 0:
                loss = min(loss, self.table[here + k] + gold.is_wrong(x, h))
            if y >= 0:
                loss = min(loss, self.table[beyond + k] + gold.is_wrong(y, h))
                loss = min(loss, self.table[beyond + left + j] + gold.is_wrong(h, y))
            self.table[here + k] = loss

    def list_stack(self, state, action):
        """Write the stack as it is after an action, top first; return its size."""
        i: cython.int
        size: cython.int = 0
        if action == SHIFT:
            self.nodes[0] = state.front
            size = 1
        for i in range(state.stack_size):
            if not ((action == LEFT and i == 1) or (action == RIGHT and i == 0)):
                self.nodes[size] = state.stack[state.stack_size - 1 - i]
                size += 1
        return size

    def list_right_stack(self, state, gold, action, left):
        """Write the right stack (section 4.2) after the stack; return its size.

        A node of the buffer is on the right stack if its gold head is not in the buffer, or if a
        gold dependent of it is on the stack or the right stack.
        """
        i: cython.int
        node: cython.int
        size: cython.int = left
        front: cython.int = state.front + (action == SHIFT)
        for node in range(front, state.n + 1):
            self.wanted[node] = 0
        for i in range(left):
            if gold.heads[self.nodes[i]] >= 0:
                self.wanted[gold.heads[self.nodes[i]]] = 1
        for node in range(max(front, 1), state.n + 1):
            if gold.heads[node] < front or self.wanted[node]:
                if gold.heads[node] >= 0:
                    self.wanted[gold.heads[node]] = 1
                self.nodes[size] = node
                size += 1
        return size - left
