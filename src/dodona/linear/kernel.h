/* The innermost loop of parsing: add up the rows of all features of a configuration.
 *
 * Time goes into waiting for cache lines, so that everything is laid out to touch few of them.
 * Features lie in buckets of one line: eight fingerprints, eight rows. The two upper bits of a row
 * say what it is:
 *   0  a dense row of 8-bit weights that takes half of a line. Its columns are the classes, those
 *      with most weights first, so that many rows need only the first of them;
 *   1  a dense row that takes a line, or, if the next bit says that it is wide, lines for all classes;
 *   2  a short list of (class, weight) pairs, which stands elsewhere;
 *   3  one or two pairs, kept in the bucket itself.
 * Features whose dense rows are equal share one.
 *
 * There are two steps, so that what the second one needs can be fetched while others are at work: rows
 * are located, and then added up. Their loops are in kernel_body.h. On x86-64 they are compiled three
 * times, for every processor, for those with AVX2 and for those with AVX-512, and the processor at
 * hand decides which ones run. 64-bit ARM always has NEON: there the plain ones are only what tests
 * compare with.
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
#define DODONA_WHOLE 0x40000000u
#define DODONA_WIDE 0x60000000u
#define DODONA_LIST 0x80000000u
#define DODONA_PAIRS 0xC0000000u
#define DODONA_PLACES 0x20000000u /* places of rows are below */
#define DODONA_PAIR_CLASSES 128 /* classes beyond have no room in a bucket */
#define DODONA_LINE 64          /* columns in a cache line of a dense row */
#define DODONA_HALF 32          /* places of dense rows are counted in halves of lines */
#define DODONA_FIRST 96         /* columns of wide rows that are added up first, together */

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

/* Keys and their number, and where the rows go; rows and their number, what to begin with in each
 * column, and where the scores go. */
typedef struct {
    void (*locate)(const dodona_table *, const uint64_t *, int, uint32_t *);
    void (*add_up)(const dodona_table *, const uint32_t *, int, const int16_t *, int *);
} dodona_kernel;

/* Rows by their kind: places of those that take half of a line, a whole one, or lines for all classes;
 * and sparse rows. There is room for a whole vector beyond the last of each. */
#define DODONA_ROOM (DODONA_MOST_KEYS + 16)
typedef struct {
    uint32_t half[DODONA_ROOM], whole[DODONA_ROOM], wide[DODONA_ROOM], sparse[DODONA_ROOM];
    int half_count, whole_count, wide_count, sparse_count;
} dodona_sorted;

static inline uint32_t dodona_place(uint32_t row) { return row & (DODONA_PLACES - 1); }

static inline uint32_t dodona_is_wide(uint32_t row) { return row >> 29 == DODONA_WIDE >> 29; }

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

/* The row that was hit, or 0. */
static inline uint32_t dodona_pick_plain(const uint32_t *rows, uint32_t hits) {
    return rows[DODONA_FIRST_BIT(hits | 1u << (DODONA_WAYS - 1))] & (0u - (hits != 0));
}

/* Each row is written to all lists and kept where it belongs, in none if it is 0. Compilers make
 * branches of conditions, so that masks and sums stand in their place. */
static inline void dodona_sort_plain(const uint32_t *rows, int count, dodona_sorted *sorted) {
    int half_count = 0, whole_count = 0, wide_count = 0, sparse_count = 0;
    for (int i = 0; i < count; i++) {
        uint32_t row = rows[i], place = dodona_place(row);
        sorted->half[half_count] = place;
        half_count += row - 1 < DODONA_WHOLE - 1;
        sorted->whole[whole_count] = place;
        whole_count += row >> 29 == DODONA_WHOLE >> 29;
        sorted->wide[wide_count] = place;
        wide_count += dodona_is_wide(row);
        sorted->sparse[sparse_count] = row;
        sparse_count += row >> 31;
    }
    sorted->half_count = half_count;
    sorted->whole_count = whole_count;
    sorted->wide_count = wide_count;
    sorted->sparse_count = sparse_count;
}

#if defined(__GNUC__) || defined(__clang__)
typedef int16_t dodona_lanes_plain __attribute__((vector_size(16)));
static inline dodona_lanes_plain dodona_widen_plain(const int8_t *weights) {
    typedef int8_t bytes __attribute__((vector_size(8)));
    return __builtin_convertvector(*(const bytes *)weights, dodona_lanes_plain);
}
#endif

#define DODONA_NAME(step) dodona_##step##_plain
#define DODONA_TARGET
#define DODONA_MATCH dodona_match_plain
#define DODONA_PICK dodona_pick_plain
#define DODONA_SORT dodona_sort_plain
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

#define DODONA_NAME(step) dodona_##step##_avx2
#define DODONA_TARGET __attribute__((target("avx2")))
#define DODONA_MATCH dodona_match_avx2
#define DODONA_PICK dodona_pick_plain
#define DODONA_SORT dodona_sort_plain
#define DODONA_SUMS 16
#define DODONA_WIDEN(weights) \
    (lanes)_mm256_cvtepi8_epi16(_mm_load_si128((const __m128i *)(weights)))
#include "kernel_body.h"

#define DODONA_AVX512 __attribute__((target("avx512f,avx512bw,avx512vl")))

DODONA_AVX512 static inline uint32_t dodona_match_avx512(const uint32_t *fingerprints,
                                                         uint32_t wanted) {
    __m256i all = _mm256_set1_epi32((int)wanted);
    return _mm256_cmpeq_epi32_mask(all, _mm256_load_si256((const __m256i *)fingerprints));
}

DODONA_AVX512 static inline uint32_t dodona_pick_avx512(const uint32_t *rows, uint32_t hits) {
    __m256i all = _mm256_load_si256((const __m256i *)rows);
    __m256i hit = _mm256_maskz_compress_epi32((__mmask8)hits, all);
    return (uint32_t)_mm_cvtsi128_si32(_mm256_castsi256_si128(hit));
}

/* The same as the plain one, sixteen rows at a time. */
DODONA_AVX512 static inline void dodona_sort_avx512(const uint32_t *rows, int count,
                                                    dodona_sorted *sorted) {
    const __m512i place_bits = _mm512_set1_epi32(DODONA_PLACES - 1);
    const __m512i first_whole = _mm512_set1_epi32(DODONA_WHOLE);
    const __m512i first_wide = _mm512_set1_epi32(DODONA_WIDE);
    int half_count = 0, whole_count = 0, wide_count = 0, sparse_count = 0;
    for (int i = 0; i < count; i += 16) {
        __mmask16 there = count - i < 16 ? (__mmask16)((1u << (count - i)) - 1) : 0xFFFF;
        __m512i row = _mm512_maskz_loadu_epi32(there, rows + i);
        __m512i place = _mm512_and_si512(row, place_bits);
        __mmask16 dense = _mm512_cmpgt_epi32_mask(row, _mm512_setzero_si512());
        __mmask16 half = _mm512_mask_cmplt_epi32_mask(dense, row, first_whole);
        __mmask16 wide = _mm512_cmpge_epi32_mask(row, first_wide);
        __mmask16 whole = dense & ~half & ~wide;
        __mmask16 sparse = _mm512_cmplt_epi32_mask(row, _mm512_setzero_si512());
        _mm512_storeu_si512(sorted->half + half_count, _mm512_maskz_compress_epi32(half, place));
        _mm512_storeu_si512(sorted->whole + whole_count, _mm512_maskz_compress_epi32(whole, place));
        _mm512_storeu_si512(sorted->wide + wide_count, _mm512_maskz_compress_epi32(wide, place));
        _mm512_storeu_si512(sorted->sparse + sparse_count, _mm512_maskz_compress_epi32(sparse, row));
        half_count += __builtin_popcount(half);
        whole_count += __builtin_popcount(whole);
        wide_count += __builtin_popcount(wide);
        sparse_count += __builtin_popcount(sparse);
    }
    sorted->half_count = half_count;
    sorted->whole_count = whole_count;
    sorted->wide_count = wide_count;
    sorted->sparse_count = sparse_count;
}

#define DODONA_NAME(step) dodona_##step##_avx512
#define DODONA_TARGET DODONA_AVX512
#define DODONA_MATCH dodona_match_avx512
#define DODONA_PICK dodona_pick_avx512
#define DODONA_SORT dodona_sort_avx512
#define DODONA_SUMS 32
#define DODONA_WIDEN(weights) \
    (lanes)_mm512_cvtepi8_epi16(_mm256_load_si256((const __m256i *)(weights)))
#include "kernel_body.h"
#elif DODONA_ARM
static inline uint32_t dodona_match_neon(const uint32_t *fingerprints, uint32_t wanted) {
    static const uint16_t ways[DODONA_WAYS] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32x4_t all = vdupq_n_u32(wanted);
    uint16x4_t low = vmovn_u32(vceqq_u32(all, vld1q_u32(fingerprints)));
    uint16x4_t high = vmovn_u32(vceqq_u32(all, vld1q_u32(fingerprints + 4)));
    return vaddvq_u16(vandq_u16(vcombine_u16(low, high), vld1q_u16(ways)));
}

#define DODONA_NAME(step) dodona_##step##_neon
#define DODONA_TARGET
#define DODONA_MATCH dodona_match_neon
#define DODONA_PICK dodona_pick_plain
#define DODONA_SORT dodona_sort_plain
#define DODONA_SUMS 8
#define DODONA_WIDEN(weights) (lanes)vmovl_s8(vld1_s8(weights))
#include "kernel_body.h"
#endif

static dodona_kernel dodona_plain_kernel(void) {
    dodona_kernel plain = {dodona_locate_plain, dodona_add_up_plain};
    return plain;
}

static inline dodona_kernel dodona_choose_kernel(void) {
#if DODONA_X86
    dodona_kernel avx2 = {dodona_locate_avx2, dodona_add_up_avx2};
    dodona_kernel avx512 = {dodona_locate_avx512, dodona_add_up_avx512};
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl"))
        return avx512;
    if (__builtin_cpu_supports("avx2")) return avx2;
#elif DODONA_ARM
    dodona_kernel neon = {dodona_locate_neon, dodona_add_up_neon};
    return neon;
#endif
    return dodona_plain_kernel();
}

#endif
