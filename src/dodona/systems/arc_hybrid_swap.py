"""Arc-hybrid parsing with SWAP, for all trees, with a static and a static-dynamic oracle.

De Lhoneux, Stymne & Nivre 2017, *Arc-Hybrid Non-Projective Dependency Parsing with a Static-Dynamic
Oracle*. In configurations (σ|s1|s0, b|β, A) the two topmost words of the stack are s1 and s0, and
the front of the buffer is b.

The oracle is static for SWAP: where the projective order asks for it, all else costs something,
and elsewhere it does itself. The other costs are the definition's, provided that SWAP is made so,
before and after: then the stack is always in the projective order, so that the words that return to
the buffer are the topmost ones, and what is in reach is what arc-hybrid parsing has in reach from
the stack without them and the buffer, put into this order. After another SWAP, or none where one
was due, the costs count arcs one by one and only come close.

The root is at the bottom of the stack or, as in the paper and for parsing, at the end of the
buffer.
"""

import cython

from dodona.systems.actions.swap import LEFT, RIGHT, SHIFT, SWAP
from dodona.systems.reordered_buffer import ReorderedBuffer


@cython.cclass
class ArcHybridSwap(ReorderedBuffer):
    """SHIFT, LEFT, RIGHT and SWAP over a stack and a buffer; complete for all trees.

    Two words are exchanged at most once, so a derivation over n words has at most n(n + 1)
    transitions; it ends in a tree. With ``single_root`` the root takes the last word on the stack
    only.
    """

    name = "arc-hybrid-swap"
    focus_names = ("S0", "S1", "S2", "N0", "N1", "N2", "N3")

    def start(self, state, n):
        state.reset(n)
        if not self.root_last:
            state.push(0)

    def valid(self, state):
        """The preconditions.

        SHIFT: b is a word.
        LEFT:  s0 is a word, and there is a b (the root, to have one dependent: and no s1).
        RIGHT: there is an s1 (the root, to have one dependent: and no b).
        SWAP:  s0 and b are words, and s0 is before b in the sentence.
        """
        mask: cython.ulonglong = 0
        s: cython.int = state.top()
        b: cython.int = self.ahead(state, 0)
        if b > 0:
            mask |= 1 << SHIFT
            if 0 < s < b:
                mask |= 1 << SWAP
        if b >= 0 and s > 0 and (b > 0 or not self.single_root or state.stack_size == 1):
            mask |= 1 << LEFT
        if state.stack_size > 1:
            mask |= 1 << RIGHT
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   (σ, b|β, A)     ⇒ (σ|b, β, A)
        LEFT_l:  (σ|s0, b|β, A)  ⇒ (σ, b|β, A ∪ {(b, l, s0)})
        RIGHT_l: (σ|s1|s0, β, A) ⇒ (σ|s1, β, A ∪ {(s1, l, s0)})
        SWAP:    (σ|s0, b|β, A)  ⇒ (σ, b|s0|β, A)
        """
        s: cython.int
        b: cython.int
        if action == SHIFT:
            state.push(self.take_front(state))
        elif action == LEFT:
            state.attach(self.ahead(state, 0), state.pop(), label)
        elif action == RIGHT:
            s = state.pop()
            state.attach(state.top(), s, label)
        else:
            b = self.take_front(state)
            state.push_second(state.pop())
            state.push_second(b)

    def arc_head(self, state, action):
        if action == LEFT:
            return self.ahead(state, 0)
        return self.below(state) if action == RIGHT else -1

    def arc_dependent(self, state, action):
        return state.top() if action in (LEFT, RIGHT) else -1

    def look(self, state):
        self.look_ahead(state, 4)

    def fill_costs(self, state, gold):
        """Costs: the gold arcs that are in reach before a transition and not after it.

        SHIFT: nothing if b returns, else b loses its head below s0, and dependents on the stack.
        LEFT:  s0 loses its head but for b, and its dependents.
        RIGHT: s0 loses its head but for s1, and its dependents.
        SWAP:  nothing if s0 and b have to change places, and then all others cost 1 or more.
        """
        s: cython.int = state.top()
        b: cython.int = self.ahead(state, 0)
        lost: cython.int
        head: cython.bint
        if b > 0:
            gold.costs[SHIFT] = self.lost_by_shift(state, gold, b)
        if s > 0:
            lost = self.dependents_in_reach(state, gold, s)
            head = self.head_in_reach(state, gold, state.stack_size - 1)
            gold.costs[LEFT] = lost + (head and gold.heads[s] != b)
            gold.costs[RIGHT] = lost + (head and gold.heads[s] != self.below(state))
        self.set_static_costs(gold, self.valid(state), self.must_change(gold, s, b))

    def lost_by_shift(self, state, gold, b):
        k: cython.Py_ssize_t
        d: cython.int
        head: cython.int = gold.heads[b]
        lost: cython.int
        if self.returns(state, gold, b):
            return 0
        lost = head != state.top() and self.is_on_stack(state, head)
        if head == 0 and self.single_root:
            lost = state.stack_size > 0
        if lost and self.returns(state, gold, head):
            lost = 0
        for k in range(gold.first_dependent[b], gold.first_dependent[b + 1]):
            d = gold.dependents[k]
            lost += self.is_on_stack(state, d) and not self.returns(state, gold, d)
        return lost

    def dependents_in_reach(self, state, gold, s0):
        """How many gold dependents the top of the stack can still get."""
        k: cython.Py_ssize_t
        d: cython.int
        count: cython.int = 0
        back: cython.bint = self.returns(state, gold, s0)
        for k in range(gold.first_dependent[s0], gold.first_dependent[s0 + 1]):
            d = gold.dependents[k]
            if state.heads[d] < 0:
                count += back or not self.is_on_stack(state, d) or self.returns(state, gold, d)
        return count

    def head_in_reach(self, state, gold, place):
        """Whether the word at a place of the stack can still get its gold head."""
        d: cython.int = state.stack[place]
        head: cython.int = gold.heads[d]
        if head < 0 or state.heads[head] >= 0:
            return False
        if place > 0 and head == state.stack[place - 1]:
            return True
        if head == 0 and self.single_root:
            return place == 0 or self.returns(state, gold, d)
        if not self.is_on_stack(state, head):
            return True
        return self.returns(state, gold, d) or self.returns(state, gold, head)

    def is_on_stack(self, state, node):
        i: cython.int = state.stack_size - 1
        while i >= 0 and state.stack[i] != node:
            i -= 1
        return i >= 0

    def count_loss(self, state, gold):
        """A word on the stack can get the word below it or one of the buffer as its head, a word
        in the buffer any that is on the stack or in the buffer; words that return are like those
        in the buffer.
        """
        i: cython.int
        k: cython.int = 0
        d: cython.int = self.ahead(state, 0)
        loss: cython.int = self.wrong_arcs(state, gold)
        for i in range(state.stack_size):
            if state.stack[i] > 0 and gold.heads[state.stack[i]] >= 0:
                loss += not self.head_in_reach(state, gold, i)
        while d > 0:
            loss += gold.heads[d] > 0 and state.heads[gold.heads[d]] >= 0
            k += 1
            d = self.ahead(state, k)
        return loss

    def static_action(self, state, gold):
        """SWAP where it is due; else attach s0 as soon as it has its own dependents."""
        s: cython.int = state.top()
        b: cython.int = self.ahead(state, 0)
        if self.must_change(gold, s, b):
            return SWAP
        if s > 0 and self.is_built(state, gold, s):
            if gold.heads[s] == b:
                return LEFT
            if gold.heads[s] == self.below(state):
                return RIGHT
        return SHIFT
