from dodona.linear.hashing cimport hash_t
from dodona.linear.weights cimport MOST_KEYS
from dodona.parser.tokens cimport TokenBatch
from dodona.systems.base cimport TransitionSystem
from dodona.systems.state cimport State

cdef enum:
    MAX_NODES = 64
    MAX_ATOMS = 128
    MAX_GROUPS = 10
    LONGEST_DISTANCE = 10

cdef enum:
    FOCUS
    HEAD_OF
    LEFT1_OF
    LEFT2_OF
    NEAR_LEFT_OF
    RIGHT1_OF
    RIGHT2_OF
    NEAR_RIGHT_OF

cdef enum:
    LABEL_OF
    LEFT_COUNT
    RIGHT_COUNT
    LEFT_SET
    RIGHT_SET
    DISTANCE

cdef class Extractor:
    cdef readonly int count
    cdef readonly int[::1] steps, sources
    cdef readonly int[::1] columns, column_nodes
    cdef readonly int[::1] kinds, kind_nodes, kind_others
    cdef readonly int[::1] arity_ends, atoms
    cdef readonly int[::1] group_nodes, group_ends
    cdef readonly hash_t[::1] seeds
    cdef readonly tuple names  # tuple[str, ...]

    cdef void extract(self, State state, const hash_t* tokens, hash_t* keys) noexcept nogil
    cdef int extract_present(
        self, State state, const hash_t* tokens, hash_t* keys, int* missing
    ) noexcept nogil
    cdef void read_atoms(self, State state, const hash_t* tokens, int* nodes, hash_t* values) noexcept nogil
    cdef void find_nodes(self, State state, int* nodes) noexcept nogil
    cdef hash_t read_state(self, State state, int kind, int node, int other) noexcept nogil
    cdef hash_t single(self, Py_ssize_t template, const hash_t* values) noexcept nogil
    cdef void combine(self, const hash_t* values, hash_t* keys) noexcept nogil
