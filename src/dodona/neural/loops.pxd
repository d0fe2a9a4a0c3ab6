cdef extern from "loops.h" nogil:
    enum:
        LANES "DODONA_LANES"

    ctypedef struct Scan "dodona_scan":
        const float* inputs
        const float* vectors
        const float* begin
        float* states
        float* outputs
        Py_ssize_t input_step, state_step, output_step
        int words, width

    ctypedef struct ScanGradients "dodona_scan_gradients":
        const float* outputs
        float* inputs
        float* vectors
        float* carry

    ctypedef struct Adam "dodona_adam":
        float rate, beta1, beta2, epsilon, decay, scale

    ctypedef void (*ScanLoop "dodona_scan_loop")(const Scan*) noexcept nogil
    ctypedef void (*ScanBackLoop "dodona_scan_back_loop")(const Scan*, const ScanGradients*) noexcept nogil
    ctypedef void (*AddLoop "dodona_add_loop")(float*, const float*, int) noexcept nogil
    ctypedef void (*AddScaledLoop "dodona_add_scaled_loop")(float*, const float*, float, int) noexcept nogil
    ctypedef void (*AddHalvesLoop "dodona_add_halves_loop")(float*, const unsigned short*, float, int) noexcept nogil
    ctypedef float (*DotLoop "dodona_dot_loop")(const float*, const float*, int) noexcept nogil
    ctypedef void (*AdamLoop "dodona_adam_loop")(float*, float*, float*, float*, Py_ssize_t, const Adam*) noexcept nogil

    ctypedef struct Loops "dodona_loops":
        ScanLoop scan
        ScanBackLoop scan_back
        AddLoop add
        AddScaledLoop add_scaled
        AddHalvesLoop add_halves
        DotLoop dot
        AdamLoop adam

    const Loops* choose_loops "dodona_choose_loops"() noexcept
    const Loops* plain_loops "dodona_plain_loops"() noexcept

# The arrays of a recurrent layer, from their first numbers on, and how many rows of states there are.
ctypedef struct Layer:
    const float* inputs
    const float* vectors
    float* states
    float* outputs
    Py_ssize_t state_rows
    int width
