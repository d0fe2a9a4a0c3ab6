"""The fewest arcs to give up so that the others are on two planes and close no cycle."""

from array import array

import cython

MOST_STEPS = 100_000


@cython.cclass
class Planes:
    """Arcs to the words 1 ... n that are to be put on planes where they do not cross.

    The arc to d goes from the word ``left[d]`` to ``right[d]``, or the other way round.
    ``allowed[d]`` is the bit set of planes it can be on, empty if there is no such arc.
    ``cycle[d]`` is the number of the cycle it would close with others, 0 for none; of each cycle,
    which has ``cycle_size`` arcs, one at least must be given up. No arc is on two cycles.

    In general this is NP-hard (the largest part of a circle graph that has two colours). But arcs
    that cross form small groups in treebanks: each is solved by search, with 0, 1, 2, ... arcs
    given up. After MOST_STEPS the search ends, and what is returned is a lower bound.
    """

    def __init__(self, capacity: int) -> None:
        zeros = bytes(4 * (capacity + 1))
        self.capacity = capacity
        self.left = array("i", zeros)
        self.right = array("i", zeros)
        self.allowed = array("i", zeros)
        self.cycle = array("i", zeros)
        self.cycle_size = array("i", zeros)
        self.plane = array("i", zeros)
        self.order = array("i", zeros)
        self.is_found = array("i", zeros)

    def least_lost(self, n):
        """The least number of arcs to give up."""
        d: cython.int
        spare: cython.int
        lost: cython.int = 0
        self.steps = 0
        for d in range(1, n + 1):
            self.is_found[d] = 0
        for d in range(1, n + 1):
            if self.allowed[d] and not self.is_found[d]:
                self.collect(n, d)
                spare = 0
                while self.size > 1 and not self.place(0, spare):
                    spare += 1
                lost += spare
        return lost

    def collect(self, n, first):
        """List an arc and all that it has to do with, by way of others too, in ``order``."""
        d: cython.int
        done: cython.int = 0
        self.order[0] = first
        self.is_found[first] = 1
        self.size = 1
        while done < self.size:
            for d in range(1, n + 1):
                if not self.is_found[d] and self.are_related(self.order[done], d):
                    self.is_found[d] = 1
                    self.order[self.size] = d
                    self.size += 1
            done += 1

    def are_related(self, arc, other):
        if not self.allowed[other]:
            return False
        on_same_cycle: cython.bint = self.cycle[arc] == self.cycle[other] and self.cycle[arc] > 0
        return on_same_cycle or self.cross(arc, other)

    def cross(self, arc, other):
        if self.left[arc] < self.left[other]:
            return self.left[other] < self.right[arc] and self.right[arc] < self.right[other]
        if self.left[other] < self.left[arc]:
            return self.left[arc] < self.right[other] and self.right[other] < self.right[arc]
        return False

    def place(self, position, spare):
        """Whether the arcs from a position on can be placed, with so many given up."""
        d: cython.int
        plane: cython.int
        self.steps += 1
        if position == self.size or self.steps > MOST_STEPS:
            return True
        d = self.order[position]
        for plane in range(1, 3):
            if self.allowed[d] & plane and self.fits(position, plane):
                self.plane[d] = plane
                if self.place(position + 1, spare):
                    return True
        if spare == 0:
            return False
        self.plane[d] = 0
        return self.place(position + 1, spare - 1)

    def fits(self, position, plane):
        """Whether an arc crosses none on this plane, and closes no cycle with those placed."""
        k: cython.int
        other: cython.int
        d: cython.int = self.order[position]
        to_close: cython.int = self.cycle_size[self.cycle[d]] - 1
        for k in range(position):
            other = self.order[k]
            if self.plane[other] == plane and self.cross(d, other):
                return False
            if self.plane[other] and self.cycle[other] == self.cycle[d]:
                to_close -= 1
        return self.cycle[d] == 0 or to_close > 0
