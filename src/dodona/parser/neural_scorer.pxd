from libc.stdint cimport int8_t

from dodona.neural.forward cimport Matrix, Rows
from dodona.neural.loops cimport Loops
from dodona.parser.extractor cimport Extractor
from dodona.parser.scorer cimport Batch, Scorer, View
from dodona.systems.state cimport State

cdef enum:
    MOST_SLOTS = 48
    MOST_HIDDEN = 1024
    MOST_COUNT = 7

# Scores are logits in units of 1 / UNIT.
cdef enum:
    UNIT = 65536
    HIGHEST = 16384

# Where the words of a sentence stand in the rows of a batch.
ctypedef struct Place:
    const float* rows
    Py_ssize_t first, root, missing

# Words whose rows are made at a time, at least, if there are so many.
cdef enum:
    STRETCH = 64

cdef class NeuralBatch(Batch):
    cdef readonly float[:, ::1] rows
    cdef Place* places

cdef class EncodedBatch(Batch):
    cdef readonly object outputs  # np.ndarray
    cdef Matrix matrix
    cdef float[:, ::1] rows
    cdef int8_t[::1] room
    cdef float[::1] scales
    cdef Py_ssize_t[::1] firsts
    cdef Py_ssize_t first, last
    cdef Rows work
    cdef const float* inputs
    cdef Place place

    cdef void make_rows(self, Py_ssize_t index) noexcept nogil

cdef class NeuralScorer(Scorer):
    cdef readonly Extractor extractor
    cdef readonly object encoder
    cdef readonly object slot_weights, root_row, missing_row
    cdef Matrix slot_matrix
    cdef readonly int word_slots, fact_slots, hidden, columns
    cdef const float[::1] hidden_biases, biases
    cdef const float[:, ::1] facts, weights
    cdef int[::1] fact_starts, fact_sizes
    cdef const Loops* loops

    cdef void add_up(self, const View* view, float* hidden) noexcept nogil
    cdef void finish(self, const float* hidden, float* logits) noexcept nogil

cdef int to_units(float logit) noexcept nogil
