"""Arc-eager parsing with a static and a dynamic oracle.

Goldberg & Nivre 2012, *A Dynamic Oracle for Arc-Eager Dependency Parsing*: the system is that of
section 2.1, the static oracle Algorithm 1, the dynamic one that of section 3. In configurations
(σ|s, b|β, A) the top of the stack is s and the front of the buffer b.

The costs are the definition's, found by counting the gold arcs that a transition puts out of
reach; Figure 4 of the paper leaves some of them out (s → b for LEFT, b → s for RIGHT) and counts
others twice (arcs to words that have a head already). They are exact for projective gold trees.
Line 5 of Algorithm 1 needs a top with a head, which it has on the oracle's own path.

The root is at the bottom of the stack, as in the paper, or, for parsing, at the end of the buffer
(Ballesteros & Nivre 2013), where its dependents are chosen last.
"""

import cython

from dodona.systems.base import TransitionSystem

SHIFT = 0
REDUCE = 1
LEFT = 2
RIGHT = 3


@cython.cclass
class ArcEager(TransitionSystem):
    """SHIFT, REDUCE, LEFT and RIGHT over a stack and a buffer; complete for projective forests.

    With ``root_last`` no word is left on the stack at the end. With ``single_root`` too, a word
    without a head above another word does not become a second root: it goes back to the buffer
    (UNSHIFT, Nivre & Fernández-González 2014) and is attached, or takes the words below it.
    """

    name = "arc-eager"
    actions = ("SHIFT", "REDUCE", "LEFT", "RIGHT")
    directions = (0, 0, -1, 1)
    focus_names = ("S0", "S1", "S2", "N0", "N1", "N2", "N3")

    def start(self, state, n):
        state.reset(n)
        if not self.root_last:
            state.push(0)

    def valid(self, state):
        """The preconditions of Figure 2.

        SHIFT, RIGHT: b is a word (RIGHT: and there is an s).
        LEFT:         s is a word without a head.
        REDUCE:       s is a word with a head.
        """
        mask: cython.ulonglong = 0
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        if b < 0:
            return 0
        if b > 0:
            if state.unshifted < 0 or s < 0:
                mask |= 1 << SHIFT
            if s >= 0:
                mask |= 1 << RIGHT
        if s > 0:
            mask |= 1 << (LEFT if state.heads[s] < 0 else REDUCE)
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   (σ, b|β, A)   ⇒ (σ|b, β, A)
        REDUCE:  (σ|s, β, A)   ⇒ (σ, β, A)
        LEFT_l:  (σ|s, b|β, A) ⇒ (σ, b|β, A ∪ {(b, l, s)})
        RIGHT_l: (σ|s, b|β, A) ⇒ (σ|s|b, β, A ∪ {(s, l, b)})
        """
        b: cython.int = self.front_node(state)
        if action == LEFT:
            state.attach(b, state.pop(), label)
        elif action == REDUCE:
            state.pop()
        else:
            if action == RIGHT:
                state.attach(state.top(), b, label)
            state.push(b)
            if state.unshifted >= 0:
                state.unshifted = -1
            else:
                state.front += 1
        if self.single_root:
            self.settle(state)

    def settle(self, state):
        """Once the words are used up: UNSHIFT until one word without a head is left."""
        if not self.root_last or state.unshifted >= 0 or state.front <= state.n:
            return
        while state.stack_size > 1:
            top: cython.int = state.pop()
            if state.heads[top] < 0:
                state.unshifted = top
                return

    def front_node(self, state):
        """The node at the front of the buffer; -1 once there is nothing left to do."""
        if state.unshifted >= 0:
            return state.unshifted
        if state.front <= state.n:
            return state.front
        if self.root_last and state.stack_size > 0:
            return 0
        return -1

    def arc_head(self, state, action):
        if action == LEFT:
            return self.front_node(state)
        return state.top() if action == RIGHT else -1

    def arc_dependent(self, state, action):
        if action == LEFT:
            return state.top()
        return self.front_node(state) if action == RIGHT else -1

    def look(self, state):
        i: cython.int
        node: cython.int
        shift: cython.int = 0 if state.unshifted < 0 else 1
        for i in range(3):
            state.focus[i] = state.stack[state.stack_size - 1 - i] if state.stack_size > i else -1
        state.focus[3] = state.unshifted
        for i in range(shift, 4):
            node = state.front + i - shift
            if node > state.n:
                node = 0 if self.root_last and node == state.n + 1 else -1
            state.focus[3 + i] = node

    def fill_costs(self, state, gold):
        """Costs: the gold arcs that are in reach before a transition and not after it.

        SHIFT:  b loses its head on the stack, and its dependents there.
        REDUCE: s loses its dependents in the buffer.
        LEFT:   s loses its head in β, and its dependents in the buffer.
        RIGHT:  b loses its head in σ and β, and its dependents on the stack.
        """
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        k: cython.Py_ssize_t
        below: cython.int = 0
        ahead: cython.int = 0
        head_of_b: cython.int = -1
        if b > 0:
            head_of_b = gold.heads[b]
            for k in range(gold.first_dependent[b], gold.first_dependent[b + 1]):
                if gold.dependents[k] > b:
                    break
                below += state.heads[gold.dependents[k]] < 0
        if s >= 0:
            for k in range(gold.first_dependent[s], gold.first_dependent[s + 1]):
                ahead += self.in_buffer(state, gold.dependents[k])
        gold.costs[SHIFT] = below + (head_of_b >= 0 and self.on_stack(state, head_of_b))
        gold.costs[REDUCE] = ahead
        gold.costs[LEFT] = ahead
        if s > 0:
            gold.costs[LEFT] += gold.heads[s] != b and self.in_buffer(state, gold.heads[s])
        gold.costs[RIGHT] = below
        if head_of_b >= 0 and head_of_b != s:
            gold.costs[RIGHT] += self.on_stack(state, head_of_b) or self.in_buffer(state, head_of_b)

    def count_loss(self, state, gold):
        """Gold arcs are lost one by one: the others form a forest that can still be derived."""
        d: cython.int
        head: cython.int
        loss: cython.int = self.wrong_arcs(state, gold)
        for d in range(1, state.n + 1):
            head = gold.heads[d]
            if state.heads[d] >= 0:
                continue
            if d >= state.front:
                loss += not (self.on_stack(state, head) or self.in_buffer(state, head))
            else:
                loss += not self.in_buffer(state, head)
        return loss

    def on_stack(self, state, node):
        """Whether a node is on the stack, which is in the order of the sentence."""
        i: cython.int = state.stack_size - 1
        while i >= 0 and state.stack[i] > node:
            i -= 1
        return i >= 0 and state.stack[i] == node

    def in_buffer(self, state, node):
        return node >= state.front or node == state.unshifted or (self.root_last and node == 0)

    def static_action(self, state, gold):
        """Algorithm 1; with the root last, words with a head are reduced in front of it."""
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        if s > 0 and state.heads[s] < 0 and gold.heads[s] == b:
            return LEFT
        if b == 0:
            return REDUCE
        if s >= 0 and gold.heads[b] == s:
            return RIGHT
        if s > 0 and state.heads[s] >= 0:
            if gold.heads[b] < s and not (self.root_last and gold.heads[b] == 0):
                return REDUCE
            first: cython.int = gold.first_dependent[b]
            if first < gold.first_dependent[b + 1] and gold.dependents[first] < s:
                return REDUCE
        return SHIFT
