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
        self.rest = array("i", zeros)

    def least_lost(self, n):
        """The least number of arcs to give up."""
        spare: cython.int
        lost: cython.int = 0
        self.steps = 0
        self.list_arcs(n)
        while self.size_of_rest > 0:
            self.collect()
            spare = 0
            while self.size > 1 and not self.place(0, spare):
                spare += 1
            lost += spare
        return lost

    def list_arcs(self, n):
        """List the arcs that can have to do with others in ``rest``."""
        d: cython.int
        self.size_of_rest = 0
        for d in range(1, n + 1):
            if self.allowed[d] and (self.right[d] > self.left[d] + 1 or self.cycle[d]):
                self.rest[self.size_of_rest] = d
                self.size_of_rest += 1

    def collect(self):
        """Take one arc from ``rest``, and all that it has to do with, by way of others too."""
        k: cython.int
        done: cython.int = 0
        self.size = 0
        self.take(0)
        while done < self.size:
            k = 0
            while k < self.size_of_rest:
                if self.are_related(self.order[done], self.rest[k]):
                    self.take(k)
                else:
                    k += 1
            done += 1

    def take(self, k):
        """Move an arc from ``rest`` to ``order``; the last one takes its place."""
        self.order[self.size] = self.rest[k]
        self.size += 1
        self.size_of_rest -= 1
        self.rest[k] = self.rest[self.size_of_rest]

    def are_related(self, arc, other):
        return (self.cycle[arc] and self.cycle[arc] == self.cycle[other]) or self.cross(arc, other)

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
