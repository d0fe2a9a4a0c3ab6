/* The innermost loop of parsing: add up the rows of all features of a configuration.
 *
 * Features lie in buckets of one cache line: eight fingerprints, eight rows. A row is
 *   - one (class, weight) pair, kept in the bucket itself (bit 31 set);
 *   - a short list of pairs (bit 30 set);
 *   - a dense row of 16-bit weights, one for each class.
 *
 * The loop itself is in kernel_body.h. On x86-64 it is compiled twice, for every processor and for
 * those with AVX2, and the processor at hand decides which one runs.
 */
#ifndef DODONA_KERNEL_H
#define DODONA_KERNEL_H

#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define DODONA_X86 1
#include <immintrin.h>
#else
#define DODONA_X86 0
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
#define DODONA_SINGLE 0x80000000u
#define DODONA_LIST 0x40000000u
#define DODONA_BLOCK 32      /* classes in a cache line of a dense row */
#define DODONA_PREFETCHED 64 /* a prefetch brings two lines, as processors fetch them in pairs */
#define DODONA_MOST_FEATURES 256

typedef struct {
    uint32_t fingerprints[DODONA_WAYS];
    uint32_t rows[DODONA_WAYS];
} dodona_bucket;

typedef struct {
    const dodona_bucket *buckets;
    uint64_t bucket_count;
    const int16_t *dense;
    const uint32_t *lists;
    int width; /* of a dense row: the number of classes, rounded up to whole blocks */
} dodona_table;

typedef void (*dodona_scorer)(const dodona_table *, const uint64_t *, int, int, int, int *);

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

#define DODONA_SCORE dodona_score_plain
#define DODONA_TARGET
#define DODONA_MATCH dodona_match_plain
#define DODONA_LANES 8
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
#define DODONA_LANES 16
#include "kernel_body.h"

static dodona_scorer dodona_choose_scorer(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2") ? dodona_score_avx2 : dodona_score_plain;
}
#else
static dodona_scorer dodona_choose_scorer(void) { return dodona_score_plain; }
#endif

#endif
