from dodona.systems.base cimport TransitionSystem
from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State

cdef class Walk:
    cdef TransitionSystem system
    cdef Gold gold
    cdef State state
    cdef int[::1] actions
