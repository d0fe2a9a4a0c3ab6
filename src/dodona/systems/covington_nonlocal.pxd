from dodona.systems.base cimport TransitionSystem
from dodona.systems.covington cimport Covington
from dodona.systems.covington_lists cimport CovingtonLists
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef int SHIFT, NO_ARC, LEFT, RIGHT, ROOT, FURTHEST

cdef class CovingtonNonlocal(Covington):
    cdef int passed(self, State state, int action) noexcept nogil
    cdef int leftward(self, int k) noexcept nogil
    cdef int local(self, int action) noexcept nogil
    cdef int nearest(self, State state, Gold gold) noexcept nogil
