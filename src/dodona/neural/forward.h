/* What a trained encoder runs: matrix products in 8 bits, and the loops between them.
 *
 * forward_body.h has them, written so that a compiler turns them into vector instructions; they are
 * compiled once for each set of instructions, and the processor at hand decides which ones run. All
 * sets give the very same numbers: products are sums of whole numbers, and the floats around them are
 * added and multiplied one by one, in one order (setup.py sees to it that no compiler fuses them).
 */
#ifndef DODONA_FORWARD_H
#define DODONA_FORWARD_H

#include "tiles.h"

#if defined(__GNUC__) && !defined(__clang__)
#define DODONA_INDEPENDENT _Pragma("GCC ivdep")
#elif defined(__clang__)
#define DODONA_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define DODONA_INDEPENDENT
#endif

#define DODONA_LANES 16
#define DODONA_MOST_WIDTH 1024   /* of a recurrent state */
#define DODONA_HIGHEST 127       /* of numbers in 8 bits */
#define DODONA_FINE 128          /* of numbers in two halves, what the first one counts */

/* A matrix in 8 bits, tile by tile: a column is its numbers times its scale. The numbers of a row are
 * multiplied by factors before they are rounded; biases are added to its products. The starts are what
 * -128 in each number of a row would give. */
typedef struct {
    const int8_t *numbers;
    const float *scales, *biases, *factors;
    const int32_t *starts;
    int depth, columns, padded_depth, tiles;
    int is_fine; /* the numbers of a row have 15 bits: each is two rows in 8 bits */
} dodona_matrix;

/* Rows of floats, and where their products go. */
typedef struct {
    const float *inputs;
    float *outputs;
    ptrdiff_t input_step, output_step;
    int count;
    int8_t *room; /* for the rows in 8 bits: `dodona_room` bytes */
    float *scales; /* for as many as there are rows */
} dodona_rows;

/* A pass over the words of a sentence, in one direction: how far it is to the next word (in floats;
 * less than 0 from right to left). */
typedef struct {
    const float *inputs;  /* four rows of a word: candidate, forget gate, reset gate, highway */
    const float *vectors; /* of the forget gate, of the reset gate; then their biases */
    float *outputs;
    ptrdiff_t input_step, output_step;
    int words, width;
} dodona_pass;

typedef struct {
    const char *name;
    void (*multiply)(const dodona_matrix *, const dodona_rows *);
    void (*run)(const dodona_pass *);
    void (*share)(const float *scores, float *shares, int count);
} dodona_forward;

static inline ptrdiff_t dodona_room(const dodona_matrix *matrix, int rows) {
    ptrdiff_t each = matrix->is_fine ? 2 : 1;
    return (rows * each + DODONA_MOST_TILE_ROWS) * matrix->padded_depth;
}

static inline float dodona_as_float(int32_t bits) {
    float number;
    memcpy(&number, &bits, 4);
    return number;
}

static inline int32_t dodona_as_bits(float number) {
    int32_t bits;
    memcpy(&bits, &number, 4);
    return bits;
}

/* A number without its sign. */
static inline float dodona_size(float number) {
    return dodona_as_float(dodona_as_bits(number) & 0x7FFFFFFF);
}

/* 2 to the power of t, from -126 to 126: whole part by its bits, rest by a polynomial. */
static inline float dodona_power_of_two(float t) {
    t = t > -126.0f ? t : -126.0f;
    t = t < 126.0f ? t : 126.0f;
    float shifted = t + 12582912.0f; /* 1.5 * 2^23: rounds to the nearest whole number */
    float rest = t - (shifted - 12582912.0f);
    float power = 1.5403530e-4f;
    power = power * rest + 1.3333558e-3f;
    power = power * rest + 9.6181291e-3f;
    power = power * rest + 5.5504109e-2f;
    power = power * rest + 2.4022651e-1f;
    power = power * rest + 6.9314718e-1f;
    power = power * rest + 1.0f;
    uint32_t whole = (uint32_t)dodona_as_bits(shifted);
    return dodona_as_float((int32_t)((uint32_t)dodona_as_bits(power) + (whole << 23)));
}

/* The nearest whole number, from -most to most; of what is no number, -most. */
static inline int32_t dodona_round(float number, float most) {
    number = number > -most ? number : -most;
    number = number < most ? number : most;
    return dodona_as_bits(number + 12582912.0f) - 0x4B400000;
}

#define DODONA_SET "plain"
#define DODONA_NAME(name) name##_plain
#define DODONA_TARGET
#define DODONA_ROWS DODONA_PLAIN_ROWS
#define DODONA_OFFSET 0
#include "forward_body.h"

#if DODONA_X86_TILES
#define DODONA_SET "sse2"
#define DODONA_NAME(name) name##_sse2
#define DODONA_TARGET
#define DODONA_ROWS DODONA_SSE2_ROWS
#define DODONA_OFFSET 0
#include "forward_body.h"

#define DODONA_SET "avx2"
#define DODONA_NAME(name) name##_avx2
#define DODONA_TARGET __attribute__((target("avx2")))
#define DODONA_ROWS DODONA_AVX2_ROWS
#define DODONA_OFFSET 0
#include "forward_body.h"

#define DODONA_SET "vnni"
#define DODONA_NAME(name) name##_vnni
#if defined(__clang__)
#define DODONA_TARGET DODONA_VNNI_TARGET
#else
#define DODONA_TARGET \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,prefer-vector-width=512")))
#endif
#define DODONA_ROWS DODONA_VNNI_ROWS
#define DODONA_OFFSET 128
#include "forward_body.h"
#endif

#if DODONA_NEON_TILES
#define DODONA_SET "neon"
#define DODONA_NAME(name) name##_neon
#define DODONA_TARGET
#define DODONA_ROWS DODONA_NEON_ROWS
#define DODONA_OFFSET 0
#include "forward_body.h"
#endif

/* The sets of instructions that this processor has, the best one last; NULL beyond. */
static inline const dodona_forward *dodona_forward_at(int place) {
    const dodona_forward *found[4] = {&dodona_forward_plain};
    int count = 1;
#if DODONA_X86_TILES
    found[count++] = &dodona_forward_sse2; /* which every x86-64 has */
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) found[count++] = &dodona_forward_avx2;
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vnni"))
        found[count++] = &dodona_forward_vnni;
#endif
#if DODONA_NEON_TILES
    found[count++] = &dodona_forward_neon;
#endif
    return place < count ? found[place] : NULL;
}

#endif
