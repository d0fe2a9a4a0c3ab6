from libc.stdint cimport int8_t, int32_t

cdef extern from "forward.h" nogil:
    enum:
        GROUP "DODONA_GROUP"
        TILE_COLUMNS "DODONA_TILE_COLUMNS"
        MOST_WIDTH "DODONA_MOST_WIDTH"
        HIGHEST "DODONA_HIGHEST"

    ctypedef struct RoundedMatrix "dodona_matrix":
        const int8_t* numbers
        const float* scales
        const float* biases
        const float* factors
        const int32_t* starts
        int depth, columns, padded_depth, tiles, is_fine

    ctypedef struct Rows "dodona_rows":
        const float* inputs
        float* outputs
        Py_ssize_t input_step, output_step
        int count
        int8_t* room
        float* scales

    ctypedef struct Pass "dodona_pass":
        const float* inputs
        const float* vectors
        float* outputs
        Py_ssize_t input_step, output_step
        int words, width

    ctypedef void (*Multiply)(const RoundedMatrix*, const Rows*) noexcept nogil
    ctypedef void (*Run)(const Pass*) noexcept nogil
    ctypedef void (*Share)(const float*, float*, int) noexcept nogil

    ctypedef struct Forward "dodona_forward":
        const char* name
        Multiply multiply
        Run run
        Share share

    Py_ssize_t room_of "dodona_room"(const RoundedMatrix*, int rows) noexcept
    const Forward* forward_at "dodona_forward_at"(int place) noexcept

cdef class Matrix:
    cdef readonly int depth, columns
    cdef RoundedMatrix matrix
    cdef const Forward* forward
    cdef object _arrays

    cdef void run(self, const Rows* rows) noexcept nogil
    cdef Py_ssize_t room(self, int rows) noexcept nogil
