"""Arc-hybrid parsing with a static and a dynamic oracle.

Kuhlmann, Gómez-Rodríguez & Satta 2011, *Dynamic Programming Algorithms for Transition-Based
Dependency Parsers*, section 5: LEFT is that of arc-eager, RIGHT that of arc-standard. The dynamic
oracle is that of Goldberg & Nivre 2013, *Training Deterministic Parsers with Non-Deterministic
Oracles*, section 4. In configurations (σ|s1|s0, b|β, A) the two topmost words of the stack are s1
and s0, and the front of the buffer is b.

The costs are the definition's for projective gold trees; a word s0 that is alone on the stack has
no s1 to lose. The root is at the bottom of the stack, as in the paper, or, for parsing, at the end
of the buffer, where its dependents are chosen last.
"""

import cython

from dodona.systems.base import TransitionSystem

SHIFT = 0
LEFT = 1
RIGHT = 2


@cython.cclass
class ArcHybrid(TransitionSystem):
    """SHIFT, LEFT and RIGHT over a stack and a buffer; complete for projective trees.

    A word gets its head when it leaves the stack, so every derivation has 2n transitions and ends
    in a tree. With ``single_root`` the root takes the last word on the stack only; then the costs
    are exact for gold trees with one root.
    """

    name = "arc-hybrid"
    actions = ("SHIFT", "LEFT", "RIGHT")
    directions = (0, -1, 1)
    focus_names = ("S0", "S1", "S2", "N0", "N1", "N2", "N3")
    templates = "zhang-nivre-hybrid"

    def start(self, state, n):
        state.reset(n)
        if not self.root_last:
            state.push(0)

    def valid(self, state):
        """The preconditions.

        SHIFT: b is a word.
        LEFT:  s0 is a word, and there is a b (the root, to have one dependent: and no s1).
        RIGHT: there is an s1.
        """
        mask: cython.ulonglong = 0
        b: cython.int = self.front_node(state)
        if b > 0:
            mask |= 1 << SHIFT
        if b >= 0 and state.top() > 0 and (b > 0 or not self.single_root or state.stack_size == 1):
            mask |= 1 << LEFT
        if state.stack_size > 1:
            mask |= 1 << RIGHT
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   (σ, b|β, A)       ⇒ (σ|b, β, A)
        LEFT_l:  (σ|s0, b|β, A)    ⇒ (σ, b|β, A ∪ {(b, l, s0)})
        RIGHT_l: (σ|s1|s0, β, A)   ⇒ (σ|s1, β, A ∪ {(s1, l, s0)})
        """
        s: cython.int
        if action == SHIFT:
            state.push(state.front)
            state.front += 1
        elif action == LEFT:
            state.attach(self.front_node(state), state.pop(), label)
        else:
            s = state.pop()
            state.attach(state.top(), s, label)

    def front_node(self, state):
        """The node at the front of the buffer, or -1."""
        if state.front <= state.n:
            return state.front
        return 0 if self.root_last else -1

    def second(self, state):
        """The node below the top of the stack, or -1."""
        return state.stack[state.stack_size - 2] if state.stack_size > 1 else -1

    def arc_head(self, state, action):
        if action == LEFT:
            return self.front_node(state)
        return self.second(state) if action == RIGHT else -1

    def arc_dependent(self, state, action):
        return -1 if action == SHIFT else state.top()

    def look(self, state):
        i: cython.int
        node: cython.int
        for i in range(3):
            state.focus[i] = state.stack[state.stack_size - 1 - i] if state.stack_size > i else -1
        for i in range(4):
            node = state.front + i
            if node > state.n:
                node = 0 if self.root_last and node == state.n + 1 else -1
            state.focus[3 + i] = node

    def fill_costs(self, state, gold):
        """Costs: the gold arcs that are in reach before a transition and not after it.

        SHIFT: b loses its head below s0, and its dependents on the stack.
        LEFT:  s0 loses its head in {s1} ∪ β, and its dependents in the buffer.
        RIGHT: s0 loses its head in the buffer, and its dependents there.
        """
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        top: cython.int = state.stack_size - 1
        k: cython.Py_ssize_t
        place: cython.int
        lost: cython.int = 0
        ahead: cython.bint
        if b > 0:
            for k in range(gold.first_dependent[b], gold.first_dependent[b + 1]):
                if gold.dependents[k] > b:
                    break
                lost += self.place_on_stack(state, gold.dependents[k]) >= 0
            place = self.place_on_stack(state, gold.heads[b])
            lost += place >= 0 and place < top
            lost += self.in_buffer(state, gold.heads[b]) and not self.can_take(
                state, gold.heads[b], top + 1
            )
            gold.costs[SHIFT] = lost
        if s > 0:
            lost = 0
            for k in range(gold.first_dependent[s], gold.first_dependent[s + 1]):
                lost += self.in_buffer(state, gold.dependents[k])
            ahead = self.can_take(state, gold.heads[s], top)
            gold.costs[RIGHT] = lost + ahead
            if gold.heads[s] != b:
                lost += ahead or gold.heads[s] == self.second(state)
            gold.costs[LEFT] = lost

    def count_loss(self, state, gold):
        """Gold arcs are lost one by one: the others form a forest that can still be derived.

        A word on the stack can get the word below it or a word of the buffer as its head, a word
        in the buffer any that is on the stack or in the buffer.
        """
        i: cython.int
        d: cython.int
        head: cython.int
        loss: cython.int = self.wrong_arcs(state, gold)
        for i in range(state.stack_size):
            d = state.stack[i]
            head = gold.heads[d]
            if d > 0:
                loss += not (
                    (i > 0 and head == state.stack[i - 1]) or self.can_take(state, head, i)
                )
        for d in range(state.front, state.n + 1):
            head = gold.heads[d]
            loss += not (self.in_buffer(state, head) or self.place_on_stack(state, head) >= 0)
        return loss

    def place_on_stack(self, state, node):
        """The place of a node on the stack (which is in the order of the sentence), or -1."""
        i: cython.int = state.stack_size - 1
        while i >= 0 and state.stack[i] > node:
            i -= 1
        return i if i >= 0 and state.stack[i] == node else -1

    def in_buffer(self, state, node):
        return node >= state.front or (self.root_last and node == 0)

    def can_take(self, state, node, place):
        """Whether a node is in the buffer and can take the word at a place on the stack."""
        return self.in_buffer(state, node) and not (self.single_root and node == 0 and place > 0)

    def static_action(self, state, gold):
        """Attach s0 as soon as it has its own dependents."""
        s: cython.int = state.top()
        last: cython.int
        if s > 0 and gold.heads[s] == self.front_node(state):
            return LEFT
        if s > 0 and gold.heads[s] == self.second(state):
            last = gold.first_dependent[s + 1] - 1
            if last < gold.first_dependent[s] or gold.dependents[last] < state.front:
                return RIGHT
        return SHIFT
