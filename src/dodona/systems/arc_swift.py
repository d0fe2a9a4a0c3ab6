"""Arc-swift parsing with a static and a dynamic oracle.

Qi & Manning 2017, *Arc-swift: A Novel Transition System for Dependency Parsing*: the transitions
are those of Figure 2, the static oracle makes arcs as soon as it can, as in section 3.2. In
configurations (σ|sk|...|s1, b|β, A) the words s1 ... s(k-1) have heads.

LEFT_k and RIGHT_k do what arc-eager does by k - 1 times REDUCE and then LEFT or RIGHT. Arc-eager
may also REDUCE before SHIFT, but need not: a word with a head that stays on the stack puts no gold
arc out of reach. So the same gold arcs are in reach as in arc-eager, and the loss is counted as
there; the costs of the dynamic oracle are exact for projective gold trees and parts of them. The
paper has no dynamic oracle.
"""

from types import MappingProxyType

import cython

from dodona.systems.actions.arc_swift import DEEPEST, LEFT, REDUCE, RIGHT, SHIFT, UNSHIFT
from dodona.systems.arc_eager import ArcEager
from dodona.systems.base import TransitionSystem

_LEFTS = tuple(f"LEFT_{k}" for k in range(1, DEEPEST + 1))
_RIGHTS = tuple(f"RIGHT_{k}" for k in range(1, DEEPEST + 1))


@cython.cclass
class ArcSwift(ArcEager):
    """SHIFT, LEFT_k and RIGHT_k over a stack and a buffer; complete for projective forests.

    The number k goes up to 30, since there can be 64 actions. REDUCE is there for stacks with more
    words on top that have heads, and only then legal. The root stands where it does in arc-eager,
    and UNSHIFT, with ``single_root``, is arc-eager's after it has reduced: the first word without a
    head goes back to the buffer.
    """

    name = "arc-swift"
    scored_as = MappingProxyType(
        dict.fromkeys(_LEFTS[1:], _LEFTS[0]) | dict.fromkeys(_RIGHTS[1:], _RIGHTS[0])
    )

    @property
    def actions(self):
        names = ("SHIFT", *_LEFTS, *_RIGHTS, "REDUCE")
        return (*names, "UNSHIFT") if self.single_root else names

    @property
    def directions(self):
        directions: tuple = (0, *(-1,) * DEEPEST, *(1,) * DEEPEST, 0, 0)
        return directions[: len(self.actions)]

    def waiting(self, state):
        """The k of the first node from the top that has no head; 0 if all have one."""
        k: cython.int
        for k in range(1, state.stack_size + 1):
            if state.heads[self.node(state, k)] < 0:
                return k
        return 0

    def node(self, state, k):
        """The node sk of the stack."""
        return state.stack[state.stack_size - k]

    def valid(self, state):
        """Preconditions.

        SHIFT:   b is a word; as in arc-eager, no word that went back, if the stack holds any.
        LEFT_k:  sk is a word without a head, and those above have one (b the root, to have one
                 dependent: sk is the last word without a head).
        RIGHT_k: b is a word; those above sk have a head.
        REDUCE:  so many words on top have a head that k does not go further.
        UNSHIFT: some sk is a word without a head, above another word, and no word went back.
        """
        mask: cython.ulonglong = 0
        bit: cython.ulonglong = 1
        k: cython.int
        b: cython.int = self.front_node(state)
        first: cython.int = self.waiting(state)
        deepest: cython.int = first if first > 0 else state.stack_size
        if b < 0 or (b == 0 and first == 0):
            return 0
        if b > 0:
            if state.stand_in < 0 or state.stack_size == 0:
                mask |= bit << SHIFT
            for k in range(1, min(deepest, DEEPEST) + 1):
                mask |= bit << (RIGHT + k - 1)
        if deepest > DEEPEST:
            mask |= bit << REDUCE
        if first > 0 and self.node(state, first) > 0:
            if first <= DEEPEST and (b > 0 or not self.single_root or state.stack_size == first):
                mask |= bit << (LEFT + first - 1)
            if self.single_root and state.stack_size > first and state.stand_in < 0:
                mask |= bit << UNSHIFT
        return mask

    def reduced(self, state, action):
        """How many words with heads an action takes from the stack before it does the rest."""
        if action == UNSHIFT:
            return self.waiting(state) - 1
        if action in (SHIFT, REDUCE):
            return action == REDUCE
        return (action - LEFT) % DEEPEST

    def perform(self, state, action, label):
        """Effects.

        SHIFT:     (σ, b|β, A)             ⇒ (σ|b, β, A)
        LEFT_k,l:  (σ|sk|...|s1, b|β, A)   ⇒ (σ, b|β, A ∪ {(b, l, sk)})
        RIGHT_k,l: (σ|sk|...|s1, b|β, A)   ⇒ (σ|sk|b, β, A ∪ {(sk, l, b)})
        REDUCE:    (σ|s1, β, A)            ⇒ (σ, β, A)
        UNSHIFT:   (σ|sk|...|s1, β, A)     ⇒ (σ, sk|β, A)
        """
        _: cython.int
        b: cython.int = self.front_node(state)
        for _ in range(self.reduced(state, action)):
            state.pop()
        if action == UNSHIFT:
            state.stand_in = state.pop()
        elif LEFT <= action < RIGHT:
            state.attach(b, state.pop(), label)
        elif action != REDUCE:
            if action != SHIFT:
                state.attach(state.top(), b, label)
            state.push(b)
            if state.stand_in >= 0:
                state.stand_in = -1
            else:
                state.front += 1

    def arc_head(self, state, action):
        if LEFT <= action < RIGHT:
            return self.front_node(state)
        return self.node(state, action - RIGHT + 1) if RIGHT <= action < REDUCE else -1

    def arc_dependent(self, state, action):
        if LEFT <= action < RIGHT:
            return self.node(state, action - LEFT + 1)
        return self.front_node(state) if RIGHT <= action < REDUCE else -1

    def look_at(self, state, action):
        """The stack as it is once sk is its top."""
        size: cython.int = state.stack_size
        state.stack_size -= self.reduced(state, action)
        self.look(state)
        state.stack_size = size

    def fill_costs(self, state, gold):
        """Costs: the gold arcs that are in reach before a transition and not after it.

        SHIFT:   b loses its head on the stack, and its dependents there.
        LEFT_k:  sk loses its head in β, and s1 ... sk their dependents in the buffer.
        RIGHT_k: b loses its head below sk and in β, and its dependents on the stack; s1 ... s(k-1)
                 lose their dependents in the buffer.
        REDUCE:  s1 loses its dependents in the buffer.

        With one root, where UNSHIFT can still make some of them, they are differences of losses.
        """
        k: cython.int
        s: cython.int
        ahead: cython.int = 0
        below: cython.int = 0
        mask: cython.ulonglong = self.valid(state)
        b: cython.int = self.front_node(state)
        head_of_b: cython.int = -1
        if self.single_root:
            TransitionSystem.fill_costs(self, state, gold)
            return
        if b > 0:
            head_of_b = gold.heads[b]
            below = self.dependents_on_stack(state, gold, b)
        gold.costs[SHIFT] = below + (head_of_b >= 0 and self.on_stack(state, head_of_b))
        for k in range(1, min(state.stack_size, DEEPEST) + 1):
            s = self.node(state, k)
            if mask >> (RIGHT + k - 1) & 1:
                gold.costs[RIGHT + k - 1] = ahead + below
                if head_of_b < s or self.in_buffer(state, head_of_b):
                    gold.costs[RIGHT + k - 1] += self.in_buffer(state, head_of_b) or self.on_stack(
                        state, head_of_b
                    )
            ahead += self.dependents_in_buffer(state, gold, s)
            if k == 1:
                gold.costs[REDUCE] = ahead
            if mask >> (LEFT + k - 1) & 1:
                gold.costs[LEFT + k - 1] = ahead + (
                    gold.heads[s] != b and self.in_buffer(state, gold.heads[s])
                )

    def prefer(self, state, gold):
        """As in arc-eager."""
        action: cython.int
        b: cython.int = self.front_node(state)
        s: cython.int
        if not self.single_root:
            return
        for action in range(UNSHIFT + 1):
            gold.costs[action] *= 2
        if b > 0:
            gold.costs[SHIFT] += (
                self.on_stack(state, gold.heads[b]) or self.dependents_on_stack(state, gold, b) > 0
            )
        for action in range(LEFT, RIGHT):
            gold.costs[action] += b > 0 and gold.is_leaf(b)
        for action in range(RIGHT, min(RIGHT + state.stack_size, REDUCE)):
            s = self.arc_head(state, action)
            gold.costs[action] += s > 0 and gold.is_leaf(s)

    def static_action(self, state, gold):
        """LEFT_k or RIGHT_k as soon as it makes a gold arc, else SHIFT."""
        k: cython.int
        mask: cython.ulonglong = self.valid(state)
        b: cython.int = self.front_node(state)
        for k in range(1, min(state.stack_size, DEEPEST) + 1):
            if mask >> (LEFT + k - 1) & 1 and gold.heads[self.node(state, k)] == b:
                return LEFT + k - 1
        for k in range(1, min(state.stack_size, DEEPEST) + 1):
            if mask >> (RIGHT + k - 1) & 1 and gold.heads[b] == self.node(state, k):
                return RIGHT + k - 1
        if mask >> REDUCE & 1 and self.wants_below(state, gold, b):
            return REDUCE
        return SHIFT

    def wants_below(self, state, gold, b):
        """Whether b has a gold arc to or from a node of the stack that is too far down."""
        if b > 0 and self.on_stack(state, gold.heads[b]):
            return True
        return b == 0 or self.dependents_on_stack(state, gold, b) > 0
