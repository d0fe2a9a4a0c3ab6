"""Non-monotonic arc-eager parsing: later transitions repair what earlier ones did.

Honnibal, Goldberg & Johnson 2013, *A Non-Monotonic Arc-Eager Transition System for Dependency
Parsing*. Two transitions of arc-eager are allowed in more places: LEFT replaces a head that RIGHT
has given, and REDUCE of a word without a head attaches it to the word below it on the stack, which
is the one that RIGHT would have attached it to. In configurations (σ|t|s, b|β, A) the top of the
stack is s, the word below it t, and the front of the buffer b.

*Labels.* A REDUCE that attaches a word has a label, chosen when the arc is made; a REDUCE of a word
with a head has none.

*The oracle.* The costs are the definition's for projective gold trees and parts of them. With the
root last, gold arcs are lost one by one and the costs are counted in linear time. With the root
first they are differences of losses: parsing ends with the buffer, and words that wait for their
REDUCE can be in the way of the last word's arc. Among transitions of least cost, training prefers
those that are best in arc-eager too (Fernández-González & Gómez-Rodríguez 2017 say so of the
original); without this preference it learned worse than from the static oracle. See `prefer`.
"""

import cython

from dodona.systems.actions.arc_eager import ATTACH, LEFT, REDUCE, RIGHT, SHIFT
from dodona.systems.arc_eager import ArcEager
from dodona.systems.base import TransitionSystem


@cython.cclass
class ArcEagerNonmonotonic(ArcEager):
    """Arc-eager whose LEFT takes words that have a head and whose REDUCE those that have none.

    A REDUCE that adds an arc is an action of its own, ATTACH, under the same name.

    With ``single_root`` the root takes the last word on the stack only, and REDUCE attaches the
    others; then the costs are exact for gold trees with one root.
    """

    name = "arc-eager-nonmonotonic"
    actions = ("SHIFT", "REDUCE", "LEFT", "RIGHT", "REDUCE")
    directions = (0, 0, -1, 1, 1)

    def valid(self, state):
        """The preconditions.

        SHIFT, RIGHT: b is a word (RIGHT: and there is an s).
        LEFT:         s is a word (and b the root, to have one dependent: and there is no t).
        REDUCE:       s is a word with a head, or there is a t.
        """
        mask: cython.ulonglong = 0
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        if b < 0:
            return 0
        if b > 0:
            mask |= 1 << SHIFT
            if s >= 0:
                mask |= 1 << RIGHT
        if s > 0:
            if b > 0 or not self.single_root or state.stack_size == 1:
                mask |= 1 << LEFT
            if state.heads[s] >= 0:
                mask |= 1 << REDUCE
            elif state.stack_size > 1:
                mask |= 1 << ATTACH
        return mask

    def perform(self, state, action, label):
        """Effects; those of SHIFT and RIGHT are arc-eager's.

        LEFT_l:   (σ|s, b|β, A)  ⇒ (σ, b|β, A - {(h, l', s)} ∪ {(b, l, s)}), h the head of s
        REDUCE:   (σ|s, β, A)    ⇒ (σ, β, A)                 if s has a head
        REDUCE_l: (σ|t|s, β, A)  ⇒ (σ|t, β, A ∪ {(t, l, s)}) if s has none
        """
        s: cython.int = state.top()
        if action == ATTACH:
            state.pop()
            state.attach(state.top(), s, label)
            return
        if action == LEFT and state.heads[s] >= 0:
            state.detach(s)
        ArcEager.perform(self, state, action, label)

    def below(self, state):
        """The node below the top of the stack, or -1."""
        return state.stack[state.stack_size - 2] if state.stack_size > 1 else -1

    def arc_head(self, state, action):
        return self.below(state) if action == ATTACH else ArcEager.arc_head(self, state, action)

    def arc_dependent(self, state, action):
        return state.top() if action == ATTACH else ArcEager.arc_dependent(self, state, action)

    def fill_costs(self, state, gold):
        """Costs: the gold arcs that are in reach before a transition and not after it.

        SHIFT:  b loses its head in σ, and its dependents on the stack.
        RIGHT:  the same; a head in β can still replace s.
        REDUCE: s loses its head in the buffer, and its dependents there.
        LEFT:   s loses its head in β, or t if it waits for it, or the gold arc that it has, and
                its dependents in the buffer.
        """
        if not self.root_last:
            TransitionSystem.fill_costs(self, state, gold)
            return
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        head: cython.int
        k: cython.Py_ssize_t
        lost: cython.int = 0
        if b > 0:
            head = gold.heads[b]
            for k in range(gold.first_dependent[b], gold.first_dependent[b + 1]):
                if gold.dependents[k] > b:
                    break
                lost += self.on_stack(state, gold.dependents[k])
            lost += head != s and self.on_stack(state, head)
            lost += self.in_buffer(state, head) and not self.can_take(state, head, state.stack_size)
            gold.costs[SHIFT] = gold.costs[RIGHT] = lost
        if s > 0:
            head = gold.heads[s]
            lost = 0
            for k in range(gold.first_dependent[s], gold.first_dependent[s + 1]):
                lost += self.in_buffer(state, gold.dependents[k])
            gold.costs[LEFT] = lost
            lost += self.can_take(state, head, state.stack_size - 1)
            gold.costs[REDUCE] = gold.costs[ATTACH] = lost
            if head != b:
                gold.costs[LEFT] = lost + (
                    0 <= head == self.below(state)
                    if state.heads[s] < 0
                    else self.has_gold_arc(state, gold, s)
                )

    def prefer(self, state, gold):
        """Of transitions that cost the same, those that cost less in arc-eager.

        The gold arc from s to b is made by RIGHT, without waiting for REDUCE; and b gets no other
        head if its gold head is still to come.
        """
        action: cython.int
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        for action in range(ATTACH + 1):
            gold.costs[action] *= 2
        if b > 0:
            gold.costs[SHIFT] += s >= 0 and gold.heads[b] == s
            gold.costs[RIGHT] += self.in_buffer(state, gold.heads[b])

    def count_loss(self, state, gold):
        """Gold arcs are lost one by one, but for the case of `must_choose`.

        A word on the stack can still be taken by a head in the buffer; else it keeps the head that
        it has, or waits for the word below it. A word in the buffer can get any head that is on
        the stack or in the buffer.
        """
        d: cython.int
        head: cython.int
        place: cython.int = 0
        finished: cython.bint = self.front_node(state) < 0
        loss: cython.int = self.must_choose(state, gold)
        if state.stack_size > 0 and state.stack[0] == 0:
            place = 1
        for d in range(1, state.n + 1):
            head = gold.heads[d]
            if d >= state.front:
                loss += head >= 0 and not (
                    self.on_stack(state, head) or self.in_buffer(state, head)
                )
            elif place == state.stack_size or state.stack[place] != d:
                loss += head >= 0 and not self.has_gold_arc(state, gold, d)
            else:
                if head < 0:
                    pass
                elif state.heads[d] >= 0:
                    loss += not (
                        self.has_gold_arc(state, gold, d) or self.can_take(state, head, place)
                    )
                else:
                    loss += finished or not (
                        (place > 0 and head == state.stack[place - 1])
                        or self.can_take(state, head, place)
                    )
                place += 1
        return loss

    def must_choose(self, state, gold):
        """Whether arcs are in reach one by one, but not together (only with the root first).

        The last word ends the parse, and then its gold ancestors are still on the stack. If one of
        them, or a word below them, waits for its REDUCE, one arc must be given up: that of the
        waiting word, or that of the last word.
        """
        i: cython.int
        d: cython.int
        ancestor: cython.int = gold.heads[state.n]
        if self.root_last or state.front > state.n:
            return False
        while ancestor >= state.front:
            ancestor = gold.heads[ancestor]
        if not self.on_stack(state, ancestor):
            return False
        i = 1
        while i < state.stack_size and state.stack[i] <= ancestor:
            d = state.stack[i]
            if state.heads[d] < 0 and gold.heads[d] == state.stack[i - 1]:
                return True
            i += 1
        return False

    def has_gold_arc(self, state, gold, d):
        return state.heads[d] == gold.heads[d] and (
            gold.labels[d] < 0 or gold.labels[d] == state.labels[d]
        )

    def can_take(self, state, node, place):
        """Whether a node is in the buffer and can take the word at a place on the stack."""
        return self.in_buffer(state, node) and not (self.single_root and node == 0 and place > 0)
