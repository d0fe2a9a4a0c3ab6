/* The innermost loop of parsing: add up the rows of all features of a configuration.
 *
 * Time goes into waiting for cache lines, so that everything is laid out to touch few of them.
 * Features lie in buckets of one line: eight fingerprints, eight rows. The two upper bits of a row
 * say what it is:
 *   0 or 1  a dense row of 8-bit weights. Its columns are the classes, those with most weights
 *           first, so that many rows need the first line only; wide rows (1) have lines for all;
 *   2       a short list of (class, weight) pairs, which stands elsewhere;
 *   3       one or two pairs, kept in the bucket itself.
 *
 * The loop itself is in kernel_body.h. On x86-64 it is compiled twice, for every processor and for
 * those with AVX2, and the processor at hand decides which one runs. 64-bit ARM always has NEON:
 * there the plain one is only what tests compare with.
 */
#ifndef DODONA_KERNEL_H
#define DODONA_KERNEL_H

#include <stdint.h>
#include <string.h>

#include "sizes.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86 1
#include <immintrin.h>
#else
#define DODONA_X86 0
#endif

#if defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_ARM 1
#include <arm_neon.h>
#else
#define DODONA_ARM 0
#endif

#if defined(__GNUC__) || defined(__clang__)
#define DODONA_PREFETCH(address) __builtin_prefetch(address)
#define DODONA_FIRST_BIT(bits) __builtin_ctz(bits)
#else
#define DODONA_PREFETCH(address) ((void)(address))
static inline int DODONA_FIRST_BIT(uint32_t bits) {
    int i = 0;
    while (!(bits >> i & 1)) i++;
    return i;
}
#endif

#define DODONA_WAYS 8
#define DODONA_KINDS 0xC0000000u
#define DODONA_WIDE 0x40000000u
#define DODONA_LIST 0x80000000u
#define DODONA_PAIRS 0xC0000000u
#define DODONA_PAIR_CLASSES 128 /* classes beyond have no room in a bucket */
#define DODONA_LINE 64          /* columns in a cache line of a dense row */

typedef struct {
    uint32_t fingerprints[DODONA_WAYS];
    uint32_t rows[DODONA_WAYS];
} dodona_bucket;

typedef struct {
    const dodona_bucket *buckets;
    uint64_t bucket_count;
    const int8_t *lines;
    const uint32_t *lists;          /* the number of pairs, then the pairs */
    const uint16_t *column_classes; /* the class of each column */
    int classes, width; /* the number of classes, and the same rounded up to whole lines */
} dodona_table;

/* Keys, their number, what to begin with in each column, and where the scores go. */
typedef void (*dodona_kernel)(const dodona_table *, const uint64_t *, int, const int16_t *, int *);

/* A pair has its weight in the lower 8 bits and its class above them. */
static inline void dodona_add_pair(int *scores, uint32_t pair) {
    scores[pair >> 8] += (int8_t)(pair & 0xFF);
}

static inline uint32_t dodona_fingerprint(uint64_t key) {
    uint32_t fingerprint = (uint32_t)key;
    return fingerprint ? fingerprint : 1;
}

static inline uint64_t dodona_home(uint64_t key, uint64_t bucket_count) {
    return ((key >> 32) * bucket_count) >> 32;
}

/* The ways of a bucket that hold a fingerprint, as bits. */
static inline uint32_t dodona_match_plain(const uint32_t *fingerprints, uint32_t wanted) {
#if DODONA_X86
    __m128i all = _mm_set1_epi32((int)wanted);
    __m128i low = _mm_cmpeq_epi32(all, _mm_load_si128((const __m128i *)fingerprints));
    __m128i high = _mm_cmpeq_epi32(all, _mm_load_si128((const __m128i *)(fingerprints + 4)));
    return (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(low)) |
           (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(high)) << 4;
#else
    uint32_t hits = 0;
    for (int i = 0; i < DODONA_WAYS; i++) hits |= (uint32_t)(fingerprints[i] == wanted) << i;
    return hits;
#endif
}

#if defined(__GNUC__) || defined(__clang__)
typedef int16_t dodona_lanes_plain __attribute__((vector_size(16)));
static inline dodona_lanes_plain dodona_widen_plain(const int8_t *weights) {
    typedef int8_t bytes __attribute__((vector_size(8)));
    return __builtin_convertvector(*(const bytes *)weights, dodona_lanes_plain);
}
#endif

#define DODONA_SCORE dodona_score_plain
#define DODONA_TARGET
#define DODONA_MATCH dodona_match_plain
#define DODONA_SUMS 8
#define DODONA_WIDEN(weights) dodona_widen_plain(weights)
#include "kernel_body.h"

#if DODONA_X86
__attribute__((target("avx2"))) static inline uint32_t dodona_match_avx2(
    const uint32_t *fingerprints, uint32_t wanted) {
    __m256i all = _mm256_set1_epi32((int)wanted);
    __m256i equal = _mm256_cmpeq_epi32(all, _mm256_load_si256((const __m256i *)fingerprints));
    return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(equal));
}

#define DODONA_SCORE dodona_score_avx2
#define DODONA_TARGET __attribute__((target("avx2")))
#define DODONA_MATCH dodona_match_avx2
#define DODONA_SUMS 16
#define DODONA_WIDEN(weights) \
    (lanes)_mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)(weights)))
#include "kernel_body.h"

static dodona_kernel dodona_choose_kernel(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? dodona_score_avx2 : dodona_score_plain;
}
#elif DODONA_ARM
static inline uint32_t dodona_match_neon(const uint32_t *fingerprints, uint32_t wanted) {
    static const uint16_t ways[DODONA_WAYS] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32x4_t all = vdupq_n_u32(wanted);
    uint16x4_t low = vmovn_u32(vceqq_u32(all, vld1q_u32(fingerprints)));
    uint16x4_t high = vmovn_u32(vceqq_u32(all, vld1q_u32(fingerprints + 4)));
    return vaddvq_u16(vandq_u16(vcombine_u16(low, high), vld1q_u16(ways)));
}

#define DODONA_SCORE dodona_score_neon
#define DODONA_TARGET
#define DODONA_MATCH dodona_match_neon
#define DODONA_SUMS 8
#define DODONA_WIDEN(weights) (lanes)vmovl_s8(vld1_s8(weights))
#include "kernel_body.h"

static dodona_kernel dodona_choose_kernel(void) { return dodona_score_neon; }
#else
static dodona_kernel dodona_choose_kernel(void) { return dodona_score_plain; }
#endif

#endif
