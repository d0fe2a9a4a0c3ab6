/* The loops of neural models that matrix products do not cover.
 *
 * They are in loops_body.h, written so that a compiler turns them into vector instructions. On x86-64
 * they are compiled twice, for every processor and for those with AVX2 and FMA, and the processor at
 * hand decides which ones run. The two round differently.
 */
#ifndef DODONA_LOOPS_H
#define DODONA_LOOPS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_WIDE_LOOPS 1
#else
#define DODONA_WIDE_LOOPS 0
#endif

#if defined(__GNUC__) && !defined(__clang__)
#define DODONA_INDEPENDENT _Pragma("GCC ivdep")
#elif defined(__clang__)
#define DODONA_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define DODONA_INDEPENDENT
#endif

#define DODONA_LANES 16 /* widths of rows that are added and multiplied are multiples of it */

/* A scan over the words of a sentence, in one direction: where to begin, how far to go for the next
 * word (in floats; less than 0 from right to left), and how wide the state is. */
typedef struct {
    const float *inputs;  /* four rows of a word: candidate, forget gate, reset gate, highway */
    const float *vectors; /* of the forget gate, of the reset gate; then their biases */
    const float *begin;   /* the state before the first word */
    float *states;        /* three rows of a word: state, forget gate, reset gate */
    float *outputs;
    ptrdiff_t input_step, state_step, output_step;
    int words, width;
} dodona_scan;

/* What a scan learns: the gradients beside what it computed. */
typedef struct {
    const float *outputs;
    float *inputs, *vectors, *carry;
} dodona_scan_gradients;

typedef struct {
    float rate, beta1, beta2, epsilon, decay, scale;
} dodona_adam;

static inline float dodona_sigmoid(float x) {
    /* e to the power of -x by way of a power of 2: whole part by its bits, rest by a polynomial. */
    float t = -1.44269504f * x;
    t = t < -126.0f ? -126.0f : t > 126.0f ? 126.0f : t;
    float shifted = t + 12582912.0f; /* 1.5 * 2^23: rounds to the nearest whole number */
    int32_t whole;
    memcpy(&whole, &shifted, 4);
    float rest = t - (shifted - 12582912.0f);
    float power = 1.5403530e-4f;
    power = power * rest + 1.3333558e-3f;
    power = power * rest + 9.6181291e-3f;
    power = power * rest + 5.5504109e-2f;
    power = power * rest + 2.4022651e-1f;
    power = power * rest + 6.9314718e-1f;
    power = power * rest + 1.0f;
    int32_t bits;
    memcpy(&bits, &power, 4);
    bits += (int32_t)((uint32_t)whole << 23);
    memcpy(&power, &bits, 4);
    return 1.0f / (1.0f + power);
}

/* A number of 16 bits that is not infinite. Its bits, with the power of 2 that is missing. */
static inline float dodona_widened(uint16_t half) {
    uint32_t bits = (uint32_t)(half & 0x8000) << 16 | (uint32_t)(half & 0x7FFF) << 13;
    float number;
    memcpy(&number, &bits, 4);
    return number * 0x1p112f;
}

typedef void (*dodona_scan_loop)(const dodona_scan *);
typedef void (*dodona_scan_back_loop)(const dodona_scan *, const dodona_scan_gradients *);
typedef void (*dodona_add_loop)(float *sum, const float *row, int width);
typedef void (*dodona_add_scaled_loop)(float *sum, const float *row, float factor, int width);
typedef void (*dodona_add_halves_loop)(float *sum, const uint16_t *row, float factor, int width);
typedef float (*dodona_dot_loop)(const float *first, const float *second, int width);
typedef void (*dodona_adam_loop)(float *values, float *means, float *squares, float *gradients,
                         ptrdiff_t count, const dodona_adam *options);

typedef struct {
    dodona_scan_loop scan;
    dodona_scan_back_loop scan_back;
    dodona_add_loop add;
    dodona_add_scaled_loop add_scaled;
    dodona_add_halves_loop add_halves;
    dodona_dot_loop dot;
    dodona_adam_loop adam;
} dodona_loops;

#define DODONA_NAME(name) name##_plain
#define DODONA_TARGET
#include "loops_body.h"
#undef DODONA_NAME
#undef DODONA_TARGET

#if DODONA_WIDE_LOOPS
#define DODONA_NAME(name) name##_wide
#define DODONA_TARGET __attribute__((target("avx2,fma")))
#include "loops_body.h"
#undef DODONA_NAME
#undef DODONA_TARGET

static inline const dodona_loops *dodona_choose_loops(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &dodona_loops_wide
                                                                          : &dodona_loops_plain;
}
#else
static inline const dodona_loops *dodona_choose_loops(void) { return &dodona_loops_plain; }
#endif

static inline const dodona_loops *dodona_plain_loops(void) { return &dodona_loops_plain; }

#endif
