"""Arc-eager parsing with a static and a dynamic oracle.

Goldberg & Nivre 2012, *A Dynamic Oracle for Arc-Eager Dependency Parsing*: the system is that of
section 2.1, the static oracle Algorithm 1, the dynamic one that of section 3. In configurations
(σ|s, b|β, A) the top of the stack is s and the front of the buffer b.

The costs are the definition's, found by counting the gold arcs that a transition puts out of
reach; Figure 4 of the paper leaves some of them out (s → b for LEFT, b → s for RIGHT) and counts
others twice (arcs to words that have a head already). They are exact for projective gold trees, and
for arcs that are part of one.
Line 5 of Algorithm 1 needs a top with a head, which it has on the oracle's own path.

The root is at the bottom of the stack, as in the paper, or, for parsing, at the end of the buffer
(Ballesteros & Nivre 2013), where its dependents are chosen last.
"""

import cython

from dodona.systems.actions.arc_eager import LEFT, REDUCE, RIGHT, SHIFT, UNSHIFT
from dodona.systems.base import TransitionSystem
from dodona.systems.ordered_stack import OrderedStack


@cython.cclass
class ArcEager(OrderedStack):
    """SHIFT, REDUCE, LEFT and RIGHT over a stack and a buffer; complete for projective forests.

    With ``root_last`` no word is left on the stack at the end. With ``single_root`` too, the root
    takes the last word on the stack only, and a word without a head that lies above another can go
    back to the front of the buffer (UNSHIFT, after Nivre & Fernández-González 2014). From there it
    is pushed by RIGHT, or by SHIFT if it has taken all words of the stack, so that it goes back
    once at most. The costs are then exact for gold trees with one root.
    """

    name = "arc-eager"

    @property
    def actions(self):
        names = ("SHIFT", "REDUCE", "LEFT", "RIGHT")
        return (*names, "UNSHIFT") if self.single_root else names

    @property
    def directions(self):
        directions: tuple = (0, 0, -1, 1, 0)
        return directions[: len(self.actions)]

    def start(self, state, n):
        state.reset(n)
        if not self.root_last:
            state.push(0)

    def valid(self, state):
        """The preconditions of Figure 2.

        SHIFT, RIGHT: b is a word (RIGHT: and there is an s).
        LEFT:         s is a word without a head (and b the root, to have one dependent: the last).
        REDUCE:       s is a word with a head.
        UNSHIFT:      s is a word without a head, above another word. Until it is on the stack again
                      there is no other UNSHIFT, and SHIFT only if the stack is empty.
        """
        mask: cython.ulonglong = 0
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        if b < 0:
            return 0
        if b > 0:
            if state.stand_in < 0 or s < 0:
                mask |= 1 << SHIFT
            if s >= 0:
                mask |= 1 << RIGHT
        if s > 0:
            if state.heads[s] >= 0:
                return mask | 1 << REDUCE
            if b > 0 or not self.single_root or state.stack_size == 1:
                mask |= 1 << LEFT
            if self.single_root and state.stack_size > 1 and state.stand_in < 0:
                mask |= 1 << UNSHIFT
        return mask

    def perform(self, state, action, label):
        """Effects.

        SHIFT:   (σ, b|β, A)   ⇒ (σ|b, β, A)
        REDUCE:  (σ|s, β, A)   ⇒ (σ, β, A)
        LEFT_l:  (σ|s, b|β, A) ⇒ (σ, b|β, A ∪ {(b, l, s)})
        RIGHT_l: (σ|s, b|β, A) ⇒ (σ|s|b, β, A ∪ {(s, l, b)})
        UNSHIFT: (σ|s, β, A)   ⇒ (σ, s|β, A)
        """
        b: cython.int = self.front_node(state)
        if action == LEFT:
            state.attach(b, state.pop(), label)
        elif action == REDUCE:
            state.pop()
        elif action == UNSHIFT:
            state.stand_in = state.pop()
        else:
            if action == RIGHT:
                state.attach(state.top(), b, label)
            state.push(b)
            if state.stand_in >= 0:
                state.stand_in = -1
            else:
                state.front += 1

    def front_node(self, state):
        """The node at the front of the buffer; -1 once there is nothing left to do."""
        if state.stand_in >= 0:
            return state.stand_in
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

    def fill_costs(self, state, gold):
        """Costs: the gold arcs that are in reach before a transition and not after it.

        SHIFT:   b loses its head on the stack, and its dependents there.
        REDUCE:  s loses its dependents in the buffer.
        LEFT:    s loses its head in β, and its dependents in the buffer.
        RIGHT:   b loses its head in σ and β, and its dependents on the stack.

        With one root, where UNSHIFT can still make some of them, they are differences of losses.
        """
        if self.single_root:
            TransitionSystem.fill_costs(self, state, gold)
            return
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        below: cython.int = 0
        ahead: cython.int = 0
        head_of_b: cython.int = -1
        if b > 0:
            head_of_b = gold.heads[b]
            below = self.dependents_on_stack(state, gold, b)
        if s >= 0:
            ahead = self.dependents_in_buffer(state, gold, s)
        gold.costs[SHIFT] = below + (head_of_b >= 0 and self.on_stack(state, head_of_b))
        gold.costs[REDUCE] = ahead
        gold.costs[LEFT] = ahead
        if s > 0:
            gold.costs[LEFT] += gold.heads[s] != b and self.in_buffer(state, gold.heads[s])
        gold.costs[RIGHT] = below
        if head_of_b >= 0 and head_of_b != s:
            gold.costs[RIGHT] += self.on_stack(state, head_of_b) or self.in_buffer(state, head_of_b)

    def dependents_on_stack(self, state, gold, b):
        """How many gold dependents of b wait on the stack for their head."""
        k: cython.Py_ssize_t
        count: cython.int = 0
        for k in range(gold.first_dependent[b], gold.first_dependent[b + 1]):
            if gold.dependents[k] > b:
                break
            count += state.heads[gold.dependents[k]] < 0
        return count

    def count_loss(self, state, gold):
        """Gold arcs are lost one by one: the others form a forest that can still be derived."""
        if self.single_root:
            return self.count_single_root_loss(state, gold)
        d: cython.int
        head: cython.int
        loss: cython.int = self.wrong_arcs(state, gold)
        for d in range(1, state.n + 1):
            head = gold.heads[d]
            if state.heads[d] >= 0 or head < 0:
                continue
            if d >= state.front:
                loss += not (self.on_stack(state, head) or self.in_buffer(state, head))
            else:
                loss += not self.in_buffer(state, head)
        return loss

    def count_single_root_loss(self, state, gold):
        """With UNSHIFT: the gold arcs to words without a head, less the most that these can get.

        Words of the buffer can get any head there, and words of the stack as their heads as long as
        these stay. What the stack can get is found from its bottom to its top: ``gold.work[i]`` is
        the most for its lowest i words and their dependents in the buffer.
        """
        d: cython.int
        i: cython.int
        words: cython.int = 0
        gain: cython.int = 0
        for d in range(1, state.n + 1):
            if state.heads[d] < 0 and gold.heads[d] >= 0:
                words += 1
                if d >= state.front:
                    gain += gold.heads[d] >= state.front or gold.heads[d] == 0
        gold.work[0] = 0
        for i in range(state.stack_size):
            gold.work[i + 1] = self.best_below(state, gold, i, state.stack[i])
        if state.stand_in >= 0:
            gain += self.best_below(state, gold, state.stack_size, state.stand_in)
        else:
            gain += gold.work[state.stack_size]
        return self.wrong_arcs(state, gold) + words - gain

    def best_below(self, state, gold, place, d):
        """The most gold arcs in reach for a word at a place of the stack and those below it.

        A word with a head leaves freely. One without is taken by a word of the buffer; or it goes
        back, takes the words without a head above another one and gets that as its head, or takes
        all of them and waits for the buffer or the root. What it takes cannot get other arcs.
        """
        i: cython.int
        best: cython.int = 0
        taken: cython.int = 0
        head: cython.int = gold.heads[d]
        ahead: cython.int = self.dependents_in_buffer(state, gold, d)
        if state.heads[d] >= 0:
            return ahead + gold.work[place]
        if d != state.stand_in and state.front <= state.n:
            best = gold.work[place] + (head >= state.front)
        for i in range(place - 1, -1, -1):
            best = max(best, taken + (head == state.stack[i]) + gold.work[i + 1])
            taken += state.heads[state.stack[i]] < 0 and gold.heads[state.stack[i]] == d
        best = max(best, taken + (head >= state.front or head == 0))
        return ahead + best

    def prefer(self, state, gold):
        """With one root, arcs are made at once, without waiting for UNSHIFT, and words whose head
        is lost do not hang from words that have no dependents, such as punctuation marks.
        """
        action: cython.int
        s: cython.int = state.top()
        b: cython.int = self.front_node(state)
        if not self.single_root:
            return
        for action in range(UNSHIFT + 1):
            gold.costs[action] *= 2
        if b > 0:
            gold.costs[SHIFT] += (
                self.on_stack(state, gold.heads[b]) or self.dependents_on_stack(state, gold, b) > 0
            )
            gold.costs[LEFT] += gold.is_leaf(b)
            gold.costs[RIGHT] += s > 0 and gold.is_leaf(s)

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
