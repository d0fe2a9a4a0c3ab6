from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State
from dodona.systems.subset_loss cimport SubsetLoss

cdef int SHIFT, LEFT, RIGHT, LEFT_2, RIGHT_2

cdef class Attardi(TransitionSystem):
    cdef SubsetLoss search

    cdef int node(self, State state, int i) noexcept nogil
    cdef bint is_gold(self, State state, Gold gold, int action) noexcept nogil
    cdef bint arrives(self, State state, Gold gold) noexcept nogil
