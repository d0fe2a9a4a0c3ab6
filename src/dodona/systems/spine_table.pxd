from dodona.systems.gold cimport Gold
from dodona.systems.state cimport State
from dodona.systems.tabular_loss cimport TabularLoss

cdef int INFINITE, NOWHERE, ANYWHERE

cdef class SpineTable(TabularLoss):
    cdef int used, room, words
    cdef int[::1] place, goal, first, last, losses, roots, largest
    cdef unsigned long long[::1] left_of, right_of, lefts, rights

    cdef void list_goals(self, State state, Gold gold, int left, int right) noexcept nogil
    cdef int tree_of(self, State state, int node, int dependent, int size) noexcept nogil
    cdef void add_start(self) noexcept nogil
    cdef void join(self, int source, int element, int i, int j, int left, int begin) noexcept nogil
    cdef void merge(self, int source, int element, int i, int j, bint on_left, bint as_head) noexcept nogil
    cdef void keep(self, int begin) noexcept nogil
    cdef bint is_as_good(self, int one, int other) noexcept nogil
    cdef void move(self, int source, int to) noexcept nogil
    cdef void make_room(self) noexcept nogil
    cdef void grow(self) noexcept with gil
