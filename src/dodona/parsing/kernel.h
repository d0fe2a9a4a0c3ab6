/* The innermost loop of parsing: add up the rows of all features of a configuration.
 *
 * Features lie in buckets of one cache line: eight fingerprints, eight rows. A row is
 *   - one (class, weight) pair, kept in the bucket itself (bit 31 set);
 *   - a short list of pairs (bit 30 set);
 *   - a dense row of 16-bit weights, one for each class.
 * All buckets are prefetched before the first is read, and all rows before the first is added.
 *
 * On x86-64 the loop is compiled twice, for every processor and for those with AVX2, and the
 * processor at hand decides which one runs. Elsewhere the compiler's own vectors are used.
 */
#ifndef DODONA_KERNEL_H
#define DODONA_KERNEL_H

#include <stdint.h>
#include <string.h>

#define DODONA_WAYS 8
#define DODONA_SINGLE 0x80000000u
#define DODONA_LIST 0x40000000u
#define DODONA_BLOCK 32
#define DODONA_MOST_FEATURES 256

#if defined(__GNUC__) || defined(__clang__)
#define DODONA_INLINE static inline __attribute__((always_inline))
#define DODONA_PREFETCH(address) __builtin_prefetch(address)
#define DODONA_FIRST_BIT(bits) __builtin_ctz(bits)
#else
#define DODONA_INLINE static inline
#define DODONA_PREFETCH(address) ((void)(address))
static inline int DODONA_FIRST_BIT(uint32_t bits) {
    int i = 0;
    while (!(bits >> i & 1)) i++;
    return i;
}
#endif

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

DODONA_INLINE uint32_t dodona_fingerprint(uint64_t key) {
    uint32_t fingerprint = (uint32_t)key;
    return fingerprint ? fingerprint : 1;
}

DODONA_INLINE uint64_t dodona_home(uint64_t key, uint64_t bucket_count) {
    return ((key >> 32) * bucket_count) >> 32;
}

/* The row of a feature, or 0. A full bucket without it hands on to the next one. */
DODONA_INLINE uint32_t dodona_find(const dodona_table *table, uint64_t key) {
    uint32_t fingerprint = dodona_fingerprint(key);
    uint64_t home = dodona_home(key, table->bucket_count);
    for (;;) {
        const dodona_bucket *bucket = table->buckets + home;
        uint32_t hits = 0;
        for (int i = 0; i < DODONA_WAYS; i++)
            hits |= (uint32_t)(bucket->fingerprints[i] == fingerprint) << i;
        if (hits) return bucket->rows[DODONA_FIRST_BIT(hits)];
        if (!bucket->fingerprints[DODONA_WAYS - 1]) return 0;
        home = home + 1 == table->bucket_count ? 0 : home + 1;
    }
}

DODONA_INLINE void dodona_add_dense(const dodona_table *table, const int16_t **rows, int count,
                                    int *scores) {
    for (int start = 0; start < table->width; start += DODONA_BLOCK) {
#if defined(__GNUC__) || defined(__clang__)
        typedef int16_t block __attribute__((vector_size(2 * DODONA_BLOCK), aligned(64)));
        block sum = {0};
        for (int r = 0; r < count; r++) sum += *(const block *)(rows[r] + start);
#else
        int16_t sum[DODONA_BLOCK] = {0};
        for (int r = 0; r < count; r++)
            for (int i = 0; i < DODONA_BLOCK; i++) sum[i] += rows[r][start + i];
#endif
        for (int i = 0; i < DODONA_BLOCK; i++) scores[start + i] = sum[i];
    }
}

DODONA_INLINE void dodona_score_body(const dodona_table *table, const uint64_t *keys, int count,
                                     int *scores) {
    const int16_t *dense[DODONA_MOST_FEATURES];
    const uint32_t *lists[DODONA_MOST_FEATURES];
    uint32_t singles[DODONA_MOST_FEATURES];
    int dense_count = 0, list_count = 0, single_count = 0;
    for (int i = 0; i < count; i++)
        DODONA_PREFETCH(table->buckets + dodona_home(keys[i], table->bucket_count));
    for (int i = 0; i < count; i++) {
        uint32_t row = dodona_find(table, keys[i]);
        if (row & DODONA_SINGLE) {
            singles[single_count++] = row;
        } else if (row & DODONA_LIST) {
            lists[list_count] = table->lists + (row & ~DODONA_LIST);
            DODONA_PREFETCH(lists[list_count++]);
        } else if (row) {
            const int16_t *start = table->dense + (uint64_t)row * table->width;
            for (int c = 0; c < table->width; c += DODONA_BLOCK) DODONA_PREFETCH(start + c);
            dense[dense_count++] = start;
        }
    }
    dodona_add_dense(table, dense, dense_count, scores);
    for (int i = 0; i < single_count; i++)
        scores[singles[i] >> 16 & 0x7FFF] += (int16_t)(singles[i] & 0xFFFF);
    for (int i = 0; i < list_count; i++)
        for (uint32_t j = 1; j <= lists[i][0]; j++)
            scores[lists[i][j] >> 16] += (int16_t)(lists[i][j] & 0xFFFF);
}

static void dodona_score_plain(const dodona_table *table, const uint64_t *keys, int count,
                               int *scores) {
    dodona_score_body(table, keys, count, scores);
}

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
__attribute__((target("avx2"))) static void dodona_score_avx2(const dodona_table *table,
                                                              const uint64_t *keys, int count,
                                                              int *scores) {
    dodona_score_body(table, keys, count, scores);
}
static int dodona_has_avx2(void) {
    __builtin_cpu_init();
    return __builtin_cpu_supports("avx2");
}
#else
#define dodona_score_avx2 dodona_score_plain
static int dodona_has_avx2(void) { return 0; }
#endif

typedef void (*dodona_scorer)(const dodona_table *, const uint64_t *, int, int *);

#endif
