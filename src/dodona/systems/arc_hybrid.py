"""Arc-hybrid parsing with a static and a dynamic oracle.

Kuhlmann, Gómez-Rodríguez & Satta 2011, *Dynamic Programming Algorithms for Transition-Based
Dependency Parsers*, section 5: LEFT is that of arc-eager, RIGHT that of arc-standard. The dynamic
oracle is that of Goldberg & Nivre 2013, *Training Deterministic Parsers with Non-Deterministic
Oracles*, section 4. In configurations (σ|s1|s0, b|β, A) the two topmost words of the stack are s1
and s0, and the front of the buffer is b.

The costs are the definition's for projective gold trees and parts of them; a word s0 that is alone
on the stack has no s1 to lose. The root is at the bottom of the stack, as in the paper, or, for
parsing, at the end of the buffer, where its dependents are chosen last.
"""

import cython

from dodona.systems.actions.arc_hybrid import LEFT, RIGHT, SHIFT, UNSHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.ordered_stack import OrderedStack


@cython.cclass
class ArcHybrid(OrderedStack):
    """SHIFT, LEFT and RIGHT over a stack and a buffer; complete for projective trees.

    A word gets its head when it leaves the stack, so every derivation has 2n transitions and ends
    in a tree. With ``single_root`` the root takes the last word on the stack only, and a word that
    lies above another can go back to the front of the buffer (UNSHIFT, as in arc-eager). There it
    takes one word or more before it is pushed again, so that a derivation has less than 4n
    transitions; ``state.partner`` is the word that it must take first. The costs are then exact for
    gold trees with one root.
    """

    name = "arc-hybrid"

    @property
    def actions(self):
        names = ("SHIFT", "LEFT", "RIGHT")
        return (*names, "UNSHIFT") if self.single_root else names

    @property
    def directions(self):
        directions: tuple = (0, -1, 1, 0)
        return directions[: len(self.actions)]

    def start(self, state, n):
        state.reset(n)
        if not self.root_last:
            state.push(0)

    def valid(self, state):
        """The preconditions.

        SHIFT:   b is a word.
        LEFT:    s0 is a word, and there is a b (the root, to have one dependent: and no s1).
        RIGHT:   there is an s1.
        UNSHIFT: there is an s1. Until s0 is on the stack again there are only LEFT, and, once it
                 has taken s1, SHIFT.
        """
        mask: cython.ulonglong = 0
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        if b > 0 and not self.must_take(state):
            mask |= 1 << SHIFT
        if b >= 0 and s > 0 and (b > 0 or not self.single_root or state.stack_size == 1):
            mask |= 1 << LEFT
        if state.stack_size > 1 and state.stand_in < 0:
            mask |= 1 << RIGHT
            if self.single_root:
                mask |= 1 << UNSHIFT
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   (σ, b|β, A)       ⇒ (σ|b, β, A)
        LEFT_l:  (σ|s0, b|β, A)    ⇒ (σ, b|β, A ∪ {(b, l, s0)})
        RIGHT_l: (σ|s1|s0, β, A)   ⇒ (σ|s1, β, A ∪ {(s1, l, s0)})
        UNSHIFT: (σ|s1|s0, β, A)   ⇒ (σ|s1, s0|β, A)
        """
        s: cython.int
        if action == SHIFT:
            state.push(self.front_node(state))
            if state.stand_in >= 0:
                state.stand_in = -1
            else:
                state.front += 1
        elif action == LEFT:
            state.attach(self.front_node(state), state.pop(), label)
        elif action == RIGHT:
            s = state.pop()
            state.attach(state.top(), s, label)
        else:
            state.stand_in = state.pop()
            state.partner = state.top()

    def front_node(self, state):
        """The node at the front of the buffer, or -1."""
        if state.stand_in >= 0:
            return state.stand_in
        if state.front <= state.n:
            return state.front
        return 0 if self.root_last else -1

    def must_take(self, state):
        """Whether the word that went back has not yet taken the one below it."""
        return state.stand_in >= 0 and state.top() == state.partner

    def second(self, state):
        """The node below the top of the stack, or -1."""
        return state.stack[state.stack_size - 2] if state.stack_size > 1 else -1

    def arc_head(self, state, action):
        if action == LEFT:
            return self.front_node(state)
        return self.second(state) if action == RIGHT else -1

    def arc_dependent(self, state, action):
        return state.top() if action in (LEFT, RIGHT) else -1

    def fill_costs(self, state, gold):
        """Costs: the gold arcs that are in reach before a transition and not after it.

        SHIFT: b loses its head below s0, and its dependents on the stack.
        LEFT:  s0 loses its head in {s1} ∪ β, and its dependents in the buffer.
        RIGHT: s0 loses its head in the buffer, and its dependents there.

        With one root, where UNSHIFT can still make some of them, they are differences of losses.
        """
        if self.single_root:
            TransitionSystem.fill_costs(self, state, gold)
            return
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        lost: cython.int
        ahead: cython.bint
        if b > 0:
            gold.costs[SHIFT] = self.lost_below(state, gold, b)
        if s > 0:
            lost = self.dependents_in_buffer(state, gold, s)
            ahead = self.in_buffer(state, gold.heads[s])
            gold.costs[RIGHT] = lost + ahead
            if gold.is_wrong(s, b):
                lost += ahead or gold.heads[s] == self.second(state)
            gold.costs[LEFT] = lost

    def lost_below(self, state, gold, b):
        """How many gold arcs between b and the stack SHIFT loses, or can make by UNSHIFT only."""
        k: cython.Py_ssize_t
        place: cython.int = self.place_on_stack(state, gold.heads[b])
        lost: cython.int = place >= 0 and place < state.stack_size - 1
        for k in range(gold.first_dependent[b], gold.first_dependent[b + 1]):
            if gold.dependents[k] > b:
                break
            lost += self.on_stack(state, gold.dependents[k])
        return lost

    def count_loss(self, state, gold):
        """Gold arcs are lost one by one: the others form a forest that can still be derived.

        A word on the stack can get the word below it or a word of the buffer as its head, a word
        in the buffer any that is on the stack or in the buffer.
        """
        if self.single_root:
            return self.count_single_root_loss(state, gold)
        i: cython.int
        d: cython.int
        head: cython.int
        loss: cython.int = self.wrong_arcs(state, gold)
        for i in range(state.stack_size):
            d = state.stack[i]
            head = gold.heads[d]
            if d > 0 and head >= 0:
                loss += not ((i > 0 and head == state.stack[i - 1]) or self.in_buffer(state, head))
        for d in range(state.front, state.n + 1):
            head = gold.heads[d]
            if head >= 0:
                loss += not (self.in_buffer(state, head) or self.on_stack(state, head))
        return loss

    def count_single_root_loss(self, state, gold):
        """With UNSHIFT: the gold arcs to words without a head, less the most that these can get.

        Words of the buffer can get any head there, and words of the stack as their heads as long as
        these stay. What the stack can get is found from its bottom to its top: ``gold.work[i]`` is
        the most for its lowest i words and their dependents in the buffer.
        """
        d: cython.int
        i: cython.int
        size: cython.int = state.stack_size
        words: cython.int = 0
        gain: cython.int = 0
        for d in range(1, state.n + 1):
            words += state.heads[d] < 0 and gold.heads[d] >= 0
        for d in range(state.front, state.n + 1):
            gain += gold.heads[d] >= state.front or gold.heads[d] == 0
        gold.work[0] = 0
        for i in range(size):
            gold.work[i + 1] = self.best_below(state, gold, i, state.stack[i], 0)
        if state.stand_in >= 0:
            gain += self.best_below(state, gold, size, state.stand_in, self.must_take(state))
        else:
            gain += gold.work[size]
        return self.wrong_arcs(state, gold) + words - gain

    def best_below(self, state, gold, place, d, least):
        """The most gold arcs in reach for a word at a place of the stack and those below it.

        By UNSHIFT it can take any number of words right below it, but at least so many. They can
        get no other arcs then, and it gets its head in the buffer or right below what it took; the
        root if nothing is left there.
        """
        k: cython.int
        below: cython.int
        best: cython.int = 0
        taken: cython.int = 0
        head: cython.int = gold.heads[d]
        for k in range(place + 1):
            below = state.stack[place - k - 1] if k < place else 0
            if k >= least:
                best = max(
                    best, taken + (head == below or head >= state.front) + gold.work[place - k]
                )
            taken += gold.heads[below] == d
        return self.dependents_in_buffer(state, gold, d) + best

    def prefer(self, state, gold):
        """With one root, arcs are made at once, without waiting for UNSHIFT."""
        action: cython.int
        b: cython.int = self.front_node(state)
        if not self.single_root:
            return
        for action in range(UNSHIFT + 1):
            gold.costs[action] *= 2
        if b > 0:
            gold.costs[SHIFT] += self.lost_below(state, gold, b) > 0 or (
                gold.heads[b] == 0 and state.stack_size > 0
            )

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
